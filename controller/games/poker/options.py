"""The options of a poker game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from controller.games.fields import shown
from controller.games.refusals import Refused

FEWEST = 3
"""Players that a hand needs."""
MOST_SEATS = {7: 6, 11: 4}
"""Cards dealt to each -> how many players the deck suffices for."""
_LARGEST_ANTE = 1_000_000
_LONGEST_WAIT_S = 3600
_WORDS = {
    "limit": ("no", "pot", "fixed"),
    "leaning": ("host", "counts", "rethrow"),
    "wall": ("lenient", "strict"),
}
_MAY_THROW = {"camera": ("yes", "no"), "phone": ("shooter", "nobody"), "tapped": ("host", "shooter")}


@dataclass(frozen=True)
class Rules:
    """ante: chips from each, and the least bet. cards: dealt to each, 7 (the turn goes round once) or 11 (twice).

    limit: no (table stakes), pot (no more than the pot), fixed (bets and raises are one ante). leaning, wall,
    may_throw: of the die, as in street craps. time_limit: seconds after which a player who is gone is played for;
    0: never.
    """

    ante: int = 5
    cards: int = 7
    limit: str = "no"
    leaning: str = "host"
    wall: str = "lenient"
    may_throw: dict = field(default_factory=lambda: {"camera": "yes", "phone": "shooter", "tapped": "host"})
    time_limit: int = 120

    def to_json(self) -> dict:
        """Every option, as `open` and `rules` take it."""
        return dict(self.__dict__)

    @property
    def circuits(self) -> int:
        """How often the turn goes round."""
        return 2 if self.cards == 11 else 1

    @property
    def most_seats(self) -> int:
        """How many players there may be."""
        return MOST_SEATS[self.cards]


def checked(given: Any) -> Rules:
    """The options of a new game, what is not given by default, or Refused naming the one that is wrong."""
    return _with(Rules(), given)


def changed(rules: Rules, given: Any) -> Rules:
    """The options after a change between or in hands, or Refused."""
    if not given:
        raise Refused("bad_input", "Say which option is to change, and to what.")
    return _with(rules, given)


def _with(rules: Rules, given: Any) -> Rules:
    for key, value in _items(given):
        if key not in rules.__dict__:
            raise Refused("bad_input", f"There is no option {shown(key)} in poker.")
        rules = replace(rules, **{key: _option(key, value, rules)})
    return rules


def _items(given: Any) -> list[tuple[Any, Any]]:
    if given is None:
        return []
    if not isinstance(given, dict):
        raise Refused("bad_input", f"The rules are an object of options, not {shown(given)}.")
    return list(given.items())


def _option(key: str, value: Any, rules: Rules) -> Any:
    if key in _WORDS:
        return _word(key, value, _WORDS[key])
    if key == "may_throw":
        return rules.may_throw | {
            source: _word(f"may_throw {source}", who, _MAY_THROW.get(source, ())) for source, who in _items(value)
        }
    if key == "cards":
        if type(value) is not int or value not in MOST_SEATS:
            raise Refused("bad_input", f"Each is dealt 7 cards or 11, not {shown(value)}.")
        return value
    if key == "ante":
        return _number("ante", value, 1, _LARGEST_ANTE, "chips")
    return _number("time limit", value, 0, _LONGEST_WAIT_S, "seconds")


def _number(what: str, value: Any, least: int, most: int, unit: str) -> int:
    if type(value) is not int or not least <= value <= most:
        size = f"a whole number of {unit} from {least} to {most}"
        raise Refused("bad_input", f"The {what} is {size}, not {shown(value)}.")
    return value


def _word(key: str, value: Any, among: tuple[str, ...]) -> str:
    if not among:
        raise Refused("bad_input", f"There is no option {shown(key)} in poker.")
    if not isinstance(value, str) or value not in among:
        raise Refused("bad_input", f"The option {key} is one of {', '.join(among)}, not {shown(value)}.")
    return value
