"""The fields of a command, checked in one place. Each function gives the value or raises Refused.

Commands come from outside as JSON: any value may stand anywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from controller.games.refusals import Refused

LONGEST_NAME = 40
MOST_CHIPS = 1_000_000_000
"""The largest buy-in: sums of them stay exact in every browser."""
KEPT_NAMES = frozenset({"host", "*"})
"""Names that mean something else to the table."""


def shown(value: Any) -> str:
    """A value from outside, short and on one line, for a sentence."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "a number of more than 60 digits"
    text = repr(value) if isinstance(value, str) else str(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text[:200])
    return text if len(text) <= 60 else text[:57] + "..."


def amount(command: dict, field: str = "amount") -> int:
    """A whole number of chips, at least one."""
    value = command.get(field)
    if type(value) is not int or value < 1:
        given = "is missing" if field not in command else f"cannot be {shown(value)}"
        raise Refused("bad_input", f"The {field} {given}: it is a whole number of chips, 1 or more.")
    return value


def bought(command: dict, field: str) -> int:
    """A whole number of chips to buy, at least one and at most MOST_CHIPS."""
    value = amount(command, field)
    if value > MOST_CHIPS:
        raise Refused("over_limit", f"Nobody buys more than {MOST_CHIPS} chips at once.")
    return value


def bet_number(command: dict) -> int:
    """The number of a bet."""
    value = command.get("bet")
    if type(value) is not int:
        given = "is missing" if "bet" not in command else f"cannot be {shown(value)}"
        raise Refused("bad_input", f"The number of the bet {given}: it is a whole number.")
    return value


def text(command: dict, field: str, default: str | None, longest: int = 200) -> str | None:
    """A line of text or the default."""
    value = command.get(field)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise Refused("bad_input", f"The {field} must be one line of at most {longest} letters, not {shown(value)}.")
    return value


def flag(command: dict, field: str, default: bool) -> bool:
    """True or false, or the default."""
    value = command.get(field, default)
    if not isinstance(value, bool):
        raise Refused("bad_input", f"The {field} is true or false, not {shown(value)}.")
    return value


def choice(command: dict, field: str, among: tuple[str, ...], default: str) -> str:
    """One word of a list, or the default."""
    value = command.get(field, default)
    if not isinstance(value, str) or value not in among:
        raise Refused("bad_input", f"The {field} is one of {', '.join(among)}, not {shown(value)}.")
    return value


def name(value: Any) -> str:
    """The name of a new player: 1 to LONGEST_NAME letters on one line, none of them invisible."""
    if not isinstance(value, str):
        raise Refused("bad_input", f"A player's name is a text, not {shown(value)}.")
    made = normal(value)
    if not made.strip():
        raise Refused("bad_input", "A player's name cannot be empty.")
    if len(made) > LONGEST_NAME:
        raise Refused("bad_input", f"A player's name has at most {LONGEST_NAME} letters; this one has {len(made)}.")
    if made != made.strip():
        raise Refused("bad_input", f"The name {shown(made)} begins or ends with a blank.")
    if any(unseen(sign) for sign in made):
        raise Refused("bad_input", f"The name {shown(made)} has invisible or control characters in it.")
    if made.casefold() in KEPT_NAMES:
        raise Refused("bad_input", f"No player can be called {shown(made)}: the table needs that name.")
    return made


def alike(player: str, others: Iterable[str]) -> str | None:
    """The one of the others that reads like this name, or None: alice, or wide letters, beside Alice cheat the eye."""
    read = _read(player)
    return next((other for other in others if _read(other) == read), None)


def _read(name: str) -> str:
    """Without capitals and without other shapes of the same letters (Unicode's compatibility forms)."""
    return unicodedata.normalize("NFKC", name.casefold()).casefold()


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (right-to-left switches among them), surrogate, private, unassigned, line and paragraph breaks."""


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE10)}
"""Signs that count as letters or marks and show nothing: fillers, joiners, variation selectors."""


def unseen(sign: str) -> bool:
    """Whether a sign shows nothing or turns the text round, so that two names could look alike."""
    return unicodedata.category(sign) in _UNSEEN or sign in _BLANK


def normal(value: str) -> str:
    """One spelling for one name: the same letters from two phones may come composed or in parts."""
    return value if value.isascii() else unicodedata.normalize("NFC", value)


def dice(value: Any, count: int) -> tuple[int, ...]:
    """The faces of so many dice."""
    if not isinstance(value, list | tuple) or not value:
        raise Refused("bad_input", f"The dice are a list of faces like [4, 2], not {shown(value)}.")
    for face in value:
        if type(face) is not int or not 1 <= face <= 6:
            raise Refused("bad_input", f"A die shows 1 to 6, not {shown(face)}.")
    if len(value) != count:
        wanted = "one die" if count == 1 else f"{count} dice"
        raise Refused("wrong_count", f"This throw is made with {wanted}, not with {len(value)}.")
    return tuple(value)
