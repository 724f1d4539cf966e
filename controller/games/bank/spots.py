"""The spots of a layout: where a bet can lie, what decides it, what it pays; one value a spot, one verdict a throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm

from controller.games.dice import CRAPS, NATURALS, POINTS, decided

WON, LOST, PUSH, MOVES = "won", "lost", "push", "moves"
ALWAYS, ON, OFF = "always", "on", "off"
"""How a spot works on the come-out: always; on or off unless its player has called it otherwise."""
Rate = tuple[int, int]
"""Odds, net: a chips won for b put."""


@dataclass(frozen=True)
class Spot:
    """A place on the layout.

    name: as in commands, like place_6. kind: the key of VERDICTS that decides it. pays: the rates; by total for kind
    next, by point for odds on the line, else one rate under 0. number: of a spot with one. bar: the total on which a
    don't pushes. flat: the spot of the bet that odds stand behind. limit: at most so many times that bet, by number;
    None: the table's maximum. come_out: ALWAYS, ON or OFF. stays: stands on after it has won. travels: no bet is made
    here, one comes here from the box.
    """

    name: str
    kind: str
    pays: dict[int, Rate]
    number: int | None = None
    bar: int | None = None
    flat: str | None = None
    limit: dict[int, int] | None = None
    come_out: str = ALWAYS
    stays: bool = False
    travels: bool = False

    def rates(self, puck: int | None) -> tuple[Rate, ...]:
        """What a bet here may be paid at, with the puck on this number (None: off)."""
        if self.kind in ON_THE_PUCK and puck in self.pays:
            return (self.pays[puck],)
        return tuple(self.pays.values())

    def rate(self, puck: int | None, total: int) -> Rate:
        """What a bet here that wins on this total is paid at."""
        if self.kind == "next":
            return self.pays[total]
        return self.pays[puck] if self.kind in ON_THE_PUCK else self.pays[0]

    def step(self, puck: int | None) -> int:
        """Amounts that pay whole chips are multiples of this."""
        return lcm(*(b for _, b in self.rates(puck)))

    def most_won(self, puck: int | None, amount: int) -> int:
        """The most that such a bet can win, rounded down: the bank's worst case."""
        return max([amount * a // b for a, b in self.rates(puck)])

    def locked(self, puck: int | None) -> bool:
        """Whether a bet here stands until the dice decide it: pass and come once they have a point."""
        return (self.kind == "pass" and puck is not None) or (self.travels and self.kind == "number")


ON_THE_PUCK = frozenset({"odds_pass", "odds_dont_pass"})
"""Kinds that are about the number that the puck is on."""


# ---- verdicts -------------------------------------------------------------------------------------------------
# Each: (spot, puck before the throw, total, pair) -> WON, LOST, PUSH, MOVES, or None where nothing is decided.


def _number(number: int | None, total: int) -> str | None:
    return WON if total == number else LOST if total == 7 else None


def _seven(number: int | None, total: int) -> str | None:
    return WON if total == 7 else LOST if total == number else None


def _come_out(total: int) -> str | None:
    return WON if total in NATURALS else LOST if total in CRAPS else None


def _dont_come_out(spot: Spot, total: int) -> str | None:
    if total == spot.bar:
        return PUSH
    return WON if total in CRAPS else LOST if total in NATURALS else None


def _pass(spot: Spot, puck: int | None, total: int, pair: bool) -> str | None:
    return _come_out(total) if puck is None else _number(puck, total)


def _dont_pass(spot: Spot, puck: int | None, total: int, pair: bool) -> str | None:
    return _dont_come_out(spot, total) if puck is None else _seven(puck, total)


def _come(spot: Spot, puck: int | None, total: int, pair: bool) -> str | None:
    return MOVES if total in POINTS else _come_out(total)


def _dont_come(spot: Spot, puck: int | None, total: int, pair: bool) -> str | None:
    return MOVES if total in POINTS else _dont_come_out(spot, total)


def _hard(spot: Spot, puck: int | None, total: int, pair: bool) -> str | None:
    if total == 7:
        return LOST
    return None if total != spot.number else WON if pair else LOST


VERDICTS: dict[str, Callable[[Spot, int | None, int, bool], str | None]] = {
    "pass": _pass,
    "dont_pass": _dont_pass,
    "come": _come,
    "dont_come": _dont_come,
    "odds_pass": lambda spot, puck, total, pair: _number(puck, total),
    "odds_dont_pass": lambda spot, puck, total, pair: _seven(puck, total),
    "number": lambda spot, puck, total, pair: _number(spot.number, total),
    "seven": lambda spot, puck, total, pair: _seven(spot.number, total),
    "hard": _hard,
    "next": lambda spot, puck, total, pair: WON if total in spot.pays else LOST,
}


def verdict(spot: Spot, puck: int | None, total: int, pair: bool, works: bool = True) -> str | None:
    """What a throw makes of a bet on this spot: WON, LOST, PUSH, MOVES to the number thrown, or None: it stands.

    puck: the number it is on before the throw, None for off. pair: both dice show the same. works: False for a bet
    that is off: nothing happens to it, only odds go home (PUSH) when their flat bet is decided.
    """
    said = VERDICTS[spot.kind](spot, puck, total, pair)
    if works or said is None:
        return said
    return PUSH if spot.flat is not None else None


def puck_after(puck: int | None, total: int) -> int | None:
    """Where the throw moves the puck."""
    if decided(puck, total) is not None:
        return None
    return total if puck is None else puck
