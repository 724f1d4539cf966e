"""The odds of two dice, worked out from fractions and from nothing else.

Everything counts the 36 equal throws. A square's edge is what one chip on it wins or loses on average at the
printed odds; what the bettor loses the taker gains, for there is no house.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from controller.games.dice import CRAPS, NATURALS, POINTS
from controller.games.street.board import gain
from controller.games.street.options import PRINTED_ODDS, Rules
from controller.games.street.state import Bet

THROWS = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
"""All throws of two dice, each as likely as any other."""
_UNIT = 10**6
"""Chips in the bet that is judged: so many that rounding a lay down is not seen."""


def ways(total: int) -> int:
    """In how many of the 36 throws the dice make this total."""
    return sum(1 for throw in THROWS if sum(throw) == total)


def chance(wins: Callable[[tuple[int, int]], bool], loses: Callable[[tuple[int, int]], bool]) -> Fraction:
    """The chance that a winning throw comes before a losing one, however many others come between."""
    good = sum(1 for throw in THROWS if wins(throw))
    bad = sum(1 for throw in THROWS if loses(throw))
    return Fraction(good, good + bad)


def point_made(point: int) -> Fraction:
    """The chance that the point comes again before a 7."""
    return chance(lambda throw: sum(throw) == point, lambda throw: sum(throw) == 7)


def shooter_passes() -> Fraction:
    """The chance that a shooter passes: 244 in 495."""
    natural = sum(Fraction(ways(total), 36) for total in NATURALS)
    return natural + sum(Fraction(ways(point), 36) * point_made(point) for point in POINTS)


def square(name: str, odds: Any) -> tuple[Fraction, Fraction]:
    """(chance that the bettor wins, his edge: what he wins on average a chip at these odds; minus: what he loses).

    name: of the square. odds: as the options give them, net [a, b], for the field a pair a total.
    """
    lay = Rules(odds={name: odds}).lay(name, _UNIT)
    bet = Bet(1, "bettor", name, _UNIT, lay, odds, "taker")
    results = [won for a, b in THROWS if (won := gain(bet, a + b, a == b)) is not None]
    wins = [won for won in results if won > 0]
    if name == "field":
        paid = sum(Fraction(*odds[str(a + b)]) for a, b in THROWS if str(a + b) in odds)
    else:
        paid = len(wins) * Fraction(*odds)
    lost = len(results) - len(wins)
    return Fraction(len(wins), len(results)), (paid - lost) / len(results)


def fair(win: Fraction) -> Fraction:
    """The odds at which neither side has the better of it, net to 1."""
    return (1 - win) / win


def sheet(odds: dict | None = None) -> dict:
    """The help sheet as JSON-ready dict: {"pass", "points": [...], "squares": {...}}.

    odds: the table's, by default those of the rules. Fractions are [a, b]; `percent` has two decimals. `edge` is the
    bettor's: minus where the printed odds cost him, and so much the taker gains.
    """
    odds = PRINTED_ODDS if odds is None else odds
    return {
        "pass": _told(shooter_passes()),
        "come_out": {
            "natural": _told(sum(Fraction(ways(total), 36) for total in NATURALS)),
            "craps": _told(sum(Fraction(ways(total), 36) for total in CRAPS)),
            "point": _told(sum(Fraction(ways(total), 36) for total in POINTS)),
        },
        "points": [{"point": point, "ways": ways(point), "made": _told(point_made(point))} for point in sorted(POINTS)],
        "seven_ways": ways(7),
        "squares": {name: _square_told(name, printed) for name, printed in odds.items()},
    }


def _square_told(name: str, printed: Any) -> dict:
    win, edge = square(name, printed)
    return {
        "win": _told(win),
        "fair": None if name == "field" else list(fair(win).as_integer_ratio()),
        "printed": printed,
        "edge": _told(edge),
    }


def _told(value: Fraction) -> dict:
    return {"fraction": list(value.as_integer_ratio()), "percent": float(round(value * 100, 2))}
