"""The options of a street game, and what the squares of the board pay.

Odds are net, a to b: [4, 1] is four chips won for one put ("5 for 1" counts the chip itself).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from controller.games import table_options as shared
from controller.games.fields import shown
from controller.games.refusals import Refused

FIELD_TOTALS = (2, 3, 4, 9, 10, 11, 12)
PRINTED_ODDS: dict[str, Any] = {
    "seven": [4, 1],
    "craps": [7, 1],
    "two": [29, 1],
    "twelve": [29, 1],
    "three": [14, 1],
    "eleven": [14, 1],
    "field": {str(total): [2, 1] if total in (2, 12) else [1, 1] for total in FIELD_TOTALS},
    "hard_4": [7, 1],
    "hard_10": [7, 1],
    "hard_6": [9, 1],
    "hard_8": [9, 1],
    "num_4": [2, 1],
    "num_10": [2, 1],
    "num_5": [3, 2],
    "num_9": [3, 2],
    "num_6": [6, 5],
    "num_8": [6, 5],
}
SQUARES = tuple(PRINTED_ODDS)
_LARGEST_ODDS = 1_000_000
_WORDS = {
    "dice_pass": ("any_losing_round", "seven_out", "every_round"),
    "line": ("unit", "open"),
    "leaning": shared.LEANING,
    "wall": shared.WALL,
}
CHANGEABLE = ("dice_pass", "leaning", "late_line", "odds", "may_throw")
"""What the host may change in mid-game."""


@dataclass(frozen=True)
class Rules:
    """minimum: chips of a stake and a line unit. dice_pass: when the dice go on. line: one unit a head, or open.

    late_line: line bets may be added after the point. first_shooter: first_seat, high_die or {"named": player}.
    leaning: what becomes of a die that leans. wall: whether a throw must reach the far edge. odds: square -> [a, b],
    field: total -> [a, b]. may_throw: which sources of a throw the table takes, and from whom.
    """

    minimum: int = 10
    dice_pass: str = "any_losing_round"
    line: str = "unit"
    late_line: bool = False
    first_shooter: Any = "first_seat"
    leaning: str = "host"
    wall: str = "lenient"
    odds: dict = field(default_factory=lambda: dict(PRINTED_ODDS))
    may_throw: dict = field(default_factory=lambda: dict(shared.ANYBODY))

    def to_json(self) -> dict:
        """Every option, as `open` and `rules` take it."""
        return dict(self.__dict__)

    def lay(self, square: str, chips: int) -> int:
        """What a taker lays against so many chips on the square, rounded down: the most the chip can win."""
        odds = self.odds[square]
        if square == "field":
            return max(chips * a // b for a, b in odds.values())
        return chips * odds[0] // odds[1]


def checked(given: Any, players: tuple[str, ...]) -> Rules:
    """The options of a new game, what is not given by default, or Refused naming the one that is wrong."""
    rules = Rules()
    for key, value in shared.items(given):
        if key not in rules.__dict__:
            raise Refused("bad_input", f"There is no option {shown(key)} in street craps.")
        rules = replace(rules, **{key: _option(key, value, rules)})
    shared.need_seated_first(rules.first_shooter, players)
    return rules


def changed(rules: Rules, given: Any) -> Rules:
    """The options after a change in mid-game, or Refused naming the one that is wrong or fixed for the game."""
    if not given:
        raise Refused("bad_input", "Say which option is to change, and to what.")
    for key, value in shared.items(given):
        if key not in rules.__dict__:
            raise Refused("bad_input", f"There is no option {shown(key)} in street craps.")
        made = _option(key, value, rules)
        if key not in CHANGEABLE:
            raise Refused("not_allowed", f"The option {key} stays as it is until the game ends.")
        rules = replace(rules, **{key: made})
    return rules


def _option(key: str, value: Any, rules: Rules) -> Any:
    if key in _WORDS:
        return shared.word(key, value, _WORDS[key])
    if key == "minimum":
        return shared.number(key, value, 1, 1_000_000)
    if key == "late_line":
        return shared.flag(key, value)
    if key == "first_shooter":
        return shared.first_shooter(value)
    if key == "may_throw":
        return shared.may_throw(value, rules.may_throw, "street craps")
    return _odds(value, rules)


def _odds(given: Any, rules: Rules) -> dict:
    if not isinstance(given, dict):
        raise Refused("bad_input", f"The odds are an object of squares, not {shown(given)}.")
    made = dict(rules.odds)
    for square, pair in given.items():
        if square not in PRINTED_ODDS:
            raise Refused("bad_input", f"There is no square {shown(square)} to give odds for.")
        made[square] = _field_odds(pair, rules.odds["field"]) if square == "field" else _pair(square, pair)
    return made


def _field_odds(given: Any, now: dict) -> dict:
    if not isinstance(given, dict):
        raise Refused("bad_input", f'The odds of the field are an object like {{"2": [2, 1]}}, not {shown(given)}.')
    for total in given:
        if total not in now:
            raise Refused("bad_input", f"The field does not win on {shown(total)}, so it has no odds for it.")
    return now | {total: _pair(f"field on {total}", pair) for total, pair in given.items()}


def _pair(square: str, pair: Any) -> list[int]:
    if (
        not isinstance(pair, list | tuple)
        or len(pair) != 2
        or any(type(part) is not int or not 1 <= part <= _LARGEST_ODDS for part in pair)
    ):
        limits = f"two whole numbers from 1 to {_LARGEST_ODDS}, like [4, 1]"
        raise Refused("bad_input", f"The odds of {square} are {limits}, not {shown(pair)}.")
    return list(pair)
