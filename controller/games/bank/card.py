"""A house's card: which bets its table takes, what they pay, how far odds go, what works on the come-out.

A card is data. Those in cards/ are known by their names; another house's card is a TOML file beside them, or the same
thing as an object in the rules of a game: {"card": {"name": "...", "pass": {"pays": "1:1"}, ...}}. Parts that a house
does not have are left out:

    name = "our house"
    [pass]            and come:                 pays = "1:1"
    [dont_pass]       and dont_come:            pays = "1:1", bar = 12 (the craps total that pushes)
    [odds_pass]       and odds_come, odds_dont_pass, odds_dont_come: pays by number; limit by number, times the flat
                                                bet (left out: the table's maximum)
    [place]           and lose, big, hard:      pays by number
    [next.field]      and any other name:       a bet on the next throw, pays by total
    come_out          of a part by numbers: "always" works on the come-out; "on" or "off" unless its player calls it
    stays             of place, lose, big: true: the bet stands on when it has won
    pays_12           of one next bet: what it may pay on 12, by the option field_12; the first by default
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from controller.games.bank.spots import ALWAYS, OFF, ON, Rate, Spot
from controller.games.dice import CRAPS, POINTS
from controller.games.fields import shown
from controller.games.refusals import Refused

FLATS = ("pass", "dont_pass", "come", "dont_come")
ODDS = ("odds_pass", "odds_dont_pass", "odds_come", "odds_dont_come")
NUMBERS = {"place": "number", "lose": "seven", "big": "number", "hard": "hard"}
"""Parts with a spot a number -> the kind of their spots."""
NEXT = ("field", "seven", "craps", "c_e", "two", "three", "eleven", "twelve")
"""The order of bets on the next throw; others come behind them by name."""
_KEYS = {
    **dict.fromkeys(("pass", "come"), {"pays"}),
    **dict.fromkeys(("dont_pass", "dont_come"), {"pays", "bar"}),
    **dict.fromkeys(("odds_pass", "odds_dont_pass"), {"pays", "limit"}),
    **dict.fromkeys(("odds_come", "odds_dont_come"), {"pays", "limit", "come_out"}),
    **dict.fromkeys(("place", "lose", "big"), {"pays", "come_out", "stays"}),
    "hard": {"pays", "come_out"},
}
_LARGEST = 1_000_000
_SPOT_NAME = re.compile(r"[a-z][a-z_]{0,30}")


@cache
def shipped() -> dict[str, dict]:
    """The cards that lie in cards/, by name: part of the program, read once."""
    found = sorted(files(__package__).joinpath("cards").iterdir(), key=lambda file: file.name)
    cards = [tomllib.loads(file.read_text(encoding="utf-8")) for file in found if file.name.endswith(".toml")]
    return {card["name"]: card for card in cards}


def chosen(given: Any) -> dict:
    """The card that a name or an object means, checked, or Refused."""
    if isinstance(given, str) and given in shipped():
        return shipped()[given]
    if not isinstance(given, dict):
        raise Refused("bad_input", f"The card is one of {', '.join(shipped())}, or an object, not {shown(given)}.")
    layout(given)
    return given


def twelve(card: dict) -> tuple[Rate, ...]:
    """What the field of this card may pay on 12, the default first; nothing where the card leaves no choice."""
    choices = [part["pays_12"] for part in card.get("next", {}).values() if "pays_12" in part]
    return tuple(rate("pays_12", one) for one in choices[0]) if choices else ()


def layout(card: dict, on_12: Rate | None = None) -> dict[str, Spot]:
    """name -> spot, in the order of a table; or Refused naming what is wrong with the card.

    on_12: what the field pays on 12, one of `twelve(card)`; None: what the card says.
    """
    _check_parts(card)
    spots: list[Spot] = []
    for part in FLATS:
        if part in card:
            spots += _flat(part, card[part])
    for part in ODDS:
        if part in card:
            spots += _odds(part, card[part])
    for part, kind in NUMBERS.items():
        if part in card:
            spots += _by_number(part, kind, card[part])
    spots += [_next(name, card["next"][name], on_12) for name in sorted(card.get("next", {}), key=_place_of_next)]
    return {spot.name: spot for spot in spots}


def _flat(part: str, said: dict) -> list[Spot]:
    pays, bar = {0: rate(part, said.get("pays"))}, said.get("bar")
    if bar is not None and (type(bar) is not int or bar not in CRAPS):
        raise _wrong(f"{part} bars 2, 3 or 12, not {shown(bar)}")
    spots = [Spot(part, part, pays, bar=bar)]
    if part in ("come", "dont_come"):
        kind = "number" if part == "come" else "seven"
        spots += [Spot(f"{part}_{number}", kind, pays, number, travels=True) for number in sorted(POINTS)]
    return spots


def _odds(part: str, said: dict) -> list[Spot]:
    pays, flat = _rates(part, said.get("pays"), POINTS), part.removeprefix("odds_")
    limit = None if said.get("limit") is None else _limits(part, said["limit"], pays)
    if flat in ("pass", "dont_pass"):
        return [Spot(part, part, pays, flat=flat, limit=limit)]
    kind = "number" if flat == "come" else "seven"
    return [
        Spot(f"{part}_{number}", kind, {0: one}, number, flat=f"{flat}_{number}", limit=limit, come_out=_works(said))
        for number, one in pays.items()
    ]


def _by_number(part: str, kind: str, said: dict) -> list[Spot]:
    numbers = POINTS & {4, 6, 8, 10} if kind == "hard" else POINTS
    stays = said.get("stays", False)
    if type(stays) is not bool:
        raise _wrong(f"stays of {part} is true or false, not {shown(stays)}")
    return [
        Spot(f"{part}_{number}", kind, {0: one}, number, come_out=_works(said), stays=stays)
        for number, one in _rates(part, said.get("pays"), numbers).items()
    ]


def _place_of_next(name: str) -> tuple[int, str]:
    """Not as the card has them: an object that was stored comes back with its keys in another order."""
    return (NEXT.index(name) if name in NEXT else len(NEXT), name)


def _next(name: str, said: dict, on_12: Rate | None) -> Spot:
    pays = _rates(name, said.get("pays"), frozenset(range(2, 13)))
    if "pays_12" in said and on_12 is not None:
        pays = {**pays, 12: on_12}
    return Spot(name, "next", pays)


# ---- checks ---------------------------------------------------------------------------------------------------


def _check_parts(card: dict) -> None:
    name = card.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
        raise _wrong(f"its name is a line of 1 to 40 letters, not {shown(name)}")
    for part, said in card.items():
        if part not in (*_KEYS, "name", "next"):
            raise _wrong(f"there is no part {shown(part)}")
        if part == "name":
            continue
        if not isinstance(said, dict):
            raise _wrong(f"{part} is an object, not {shown(said)}")
        if part != "next":
            _check_keys(part, said, _KEYS[part])
    for bet, said in card.get("next", {}).items():
        taken = bet in _KEYS or bet.startswith("odds_") or bet in ("bank", "next")
        if not isinstance(bet, str) or not _SPOT_NAME.fullmatch(bet) or taken:
            raise _wrong(f"no bet on the next throw can be called {shown(bet)}")
        if not isinstance(said, dict):
            raise _wrong(f"{bet} is an object, not {shown(said)}")
        _check_keys(bet, said, {"pays", "pays_12"})
        _check_pays_12(bet, said)
    if sum("pays_12" in said for said in card.get("next", {}).values()) > 1:
        raise _wrong("only one bet on the next throw may have pays_12")
    for part in ODDS:
        if part in card and part.removeprefix("odds_") not in card:
            raise _wrong(f"{part} stands behind {part.removeprefix('odds_')}, which it has not")
    if not any(part in card for part in (*FLATS, *NUMBERS)) and not card.get("next"):
        raise _wrong("it has no bet at all")


def _check_keys(part: str, said: dict, known: set[str]) -> None:
    for key in said:
        if key not in known:
            raise _wrong(f"{part} has no {shown(key)}")


def _check_pays_12(bet: str, said: dict) -> None:
    if "pays_12" not in said:
        return
    choices, pays = said["pays_12"], said.get("pays")
    if not isinstance(choices, list) or not choices or not isinstance(pays, dict) or "12" not in pays:
        raise _wrong(f"pays_12 of {bet} is a list of odds, and {bet} wins on 12")
    rates = [rate(f"{bet} on 12", one) for one in choices]
    if rates[0] != rate(f"{bet} on 12", pays["12"]):
        raise _wrong(f"the first pays_12 of {bet} is what it pays on 12")


def _works(said: dict) -> str:
    works = said.get("come_out", ALWAYS)
    if works not in (ALWAYS, ON, OFF):
        raise _wrong(f"come_out is {ALWAYS}, {ON} or {OFF}, not {shown(works)}")
    return works


def _rates(part: str, given: Any, among: frozenset[int]) -> dict[int, Rate]:
    return {number: rate(f"{part} on {number}", one) for number, one in _keyed(part, "pays", given, among).items()}


def _limits(part: str, given: Any, pays: dict[int, Rate]) -> dict[int, int]:
    limits = _keyed(part, "limit", given, frozenset(pays))
    for number, times in limits.items():
        if type(times) is not int or not 1 <= times <= _LARGEST:
            raise _wrong(f"the limit of {part} on {number} is a whole number of times, not {shown(times)}")
    if limits.keys() != pays.keys():
        raise _wrong(f"{part} has no limit for each number that it pays on")
    return limits


def _keyed(part: str, what: str, given: Any, among: frozenset[int]) -> dict[int, Any]:
    if not isinstance(given, dict) or not given:
        raise _wrong(f"{what} of {part} is an object like {{\"4\": \"9:5\"}}, not {shown(given)}")
    numbers = {str(number): number for number in sorted(among)}
    for key in given:
        if key not in numbers:
            raise _wrong(f"{part} has no number {shown(key)}")
    return {number: given[key] for key, number in numbers.items() if key in given}


def rate(what: str, given: Any) -> Rate:
    """Odds as a text like "9:5" or a pair like [9, 5], or Refused. what: for the sentence."""
    pair = given
    if isinstance(given, str) and re.fullmatch(r"\d{1,7}:\d{1,7}", given, re.ASCII):
        pair = [int(part) for part in given.split(":")]
    if (
        not isinstance(pair, list | tuple)
        or len(pair) != 2
        or any(type(part) is not int or not 1 <= part <= _LARGEST for part in pair)
    ):
        limits = f"two whole numbers from 1 to {_LARGEST}"
        raise Refused("bad_input", f'The odds of {what} are written like "9:5", {limits}, not {shown(given)}.')
    return pair[0], pair[1]


def _wrong(why: str) -> Refused:
    return Refused("bad_input", f"The card cannot be used: {why}.")
