"""What each bet of a card is worth, worked out exactly: fractions all the way, no simulation.

A bet on the layout with the puck somewhere is a state of a Markov chain; each of the 36 throws leads to another state
or decides the bet. The chances of the ends are those of an absorbing chain, solved by elimination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from controller.games.bank.card import layout, twelve
from controller.games.bank.spots import LOST, MOVES, ON_THE_PUCK, PUSH, WON, Rate, Spot, puck_after, verdict
from controller.games.dice import POINTS
from controller.games.odds import THROWS, ways

State = tuple[str, int | None]
"""(spot, number that the puck is on or None)."""
Ends = dict[tuple[str, Rate | None], Fraction]
"""(WON, rate) or (LOST, None) or (PUSH, None) -> its chance."""


@dataclass(frozen=True)
class Chances:
    """The chances of a bet, and its edge: what the bank gains on average for a chip put, pushes among them.

    pays: the odds, for people. over: the whole number that ways are counted over is a multiple of this.
    """

    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction
    pays: str
    over: int = 1

    def to_json(self) -> dict:
        """Fractions as text; return_percent has four decimals; ways: [win, lose, push] in whole numbers."""
        return {
            "win": str(self.win),
            "lose": str(self.lose),
            "push": str(self.push),
            "edge": str(self.edge),
            "return": str(1 - self.edge),
            "return_percent": float(round(100 * (1 - self.edge), 4)),
            "ways": self.ways(),
            "pays": self.pays,
        }

    def ways(self) -> list[int]:
        """Winning, losing and pushing ways: of the 36 for a bet on the next throw, else in the smallest numbers."""
        three = (self.win, self.lose, self.push)
        whole = lcm(self.over, *(part.denominator for part in three))
        return [int(part * whole) for part in three]


def sheet(card: dict) -> dict[str, Chances]:
    """The chances of every bet that can be put on this card's layout, in its order.

    Odds and place bets as while they work. Odds on the line: with the point that a come-out sets. The field is told
    apart by what it pays on 12, and don't pass with odds of the same amount behind it comes last.
    """
    told: dict[str, Chances] = {}
    spots = layout(card)
    for spot in spots.values():
        if spot.name == "field" and 12 in spot.pays:
            for on_12 in twelve(card) or (spot.pays[12],):
                told[_field_name(on_12)] = chances(spots, replace(spot, pays={**spot.pays, 12: on_12}))
        elif not spot.travels:
            told[spot.name] = chances(spots, spot)
    if "dont_pass" in spots and "odds_dont_pass" in spots and spots["odds_dont_pass"].pays.keys() == POINTS:
        told["dont_pass_equal_lay"] = _with_equal_lay(spots)
    return told


def _field_name(on_12: Rate) -> str:
    a, b = on_12
    return f"field_12_{a}" if b == 1 else f"field_12_{a}_{b}"


def chances(spots: dict[str, Spot], spot: Spot) -> Chances:
    """The chances of a bet on this spot of the layout `spots`."""
    spots = {**spots, spot.name: spot}
    starts = _starts(spot)
    ends: Ends = {}
    for start, weight in starts.items():
        for end, chance in absorbed(spots, start).items():
            ends[end] = ends.get(end, Fraction(0)) + weight * chance
    win = sum((chance for (what, _), chance in ends.items() if what == WON), Fraction(0))
    lose, push = ends.get((LOST, None), Fraction(0)), ends.get((PUSH, None), Fraction(0))
    gained = sum((chance * Fraction(*rate) for (what, rate), chance in ends.items() if what == WON), Fraction(0))
    return Chances(win, lose, push, lose - gained, _pays(spot), len(THROWS) if spot.kind == "next" else 1)


def _starts(spot: Spot) -> dict[State, Fraction]:
    """Where the chain of a bet begins, with what weight."""
    if spot.kind in ON_THE_PUCK:
        all_ways = sum(map(ways, spot.pays))
        return {(spot.name, point): Fraction(ways(point), all_ways) for point in spot.pays}
    # A come bet needs the puck on a number; which one does not matter to it.
    puck = min(POINTS) if spot.kind in ("come", "dont_come") else None
    return {(spot.name, puck): Fraction(1)}


def absorbed(spots: dict[str, Spot], start: State) -> Ends:
    """The chances of each end of a bet in this state."""
    steps: dict[State, Counter] = {}
    to_see = [start]
    while to_see:
        state = to_see.pop()
        if state not in steps:
            steps[state] = Counter(_after(spots, state, a + b, a == b) for a, b in THROWS)
            to_see += [after for after in steps[state] if after[0] in spots]
    return solved(steps, start)


def _after(spots: dict[str, Spot], state: State, total: int, pair: bool) -> Hashable:
    """The state or the end that a throw leads to."""
    spot, puck = spots[state[0]], state[1]
    said = verdict(spot, puck, total, pair)
    if said == WON:
        return WON, spot.rate(puck, total)
    if said in (LOST, PUSH):
        return said, None
    return f"{spot.name}_{total}" if said == MOVES else spot.name, puck_after(puck, total)


def solved(steps: dict[State, Counter], start: State) -> dict:
    """The chances of each end of an absorbing chain. steps: state -> how often each next state or end comes."""
    states = list(steps)
    ends = sorted({after for counts in steps.values() for after in counts if after not in steps}, key=repr)
    rows = []
    for state in states:
        all_ways = sum(steps[state].values())
        row = [Fraction(state == other) - Fraction(steps[state][other], all_ways) for other in states]
        rows.append(row + [Fraction(steps[state][end], all_ways) for end in ends])
    _eliminate(rows)
    return dict(zip(ends, rows[states.index(start)][len(states) :], strict=True))


def _eliminate(rows: list[list[Fraction]]) -> None:
    """Gauss and Jordan: turns the square at the left of the rows into ones on the diagonal."""
    for at in range(len(rows)):
        pivot = next(index for index in range(at, len(rows)) if rows[index][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        first = rows[at][at]
        rows[at] = [value / first for value in rows[at]]
        for index, row in enumerate(rows):
            if index != at and row[at]:
                times = row[at]
                rows[index] = [value - times * above for value, above in zip(row, rows[at], strict=True)]


def _with_equal_lay(spots: dict[str, Spot]) -> Chances:
    """Don't pass, and once it has a point odds of the same amount: by what is lost for what is put, pushes left out."""
    alone = chances(spots, spots["dont_pass"])
    to_point = {point: Fraction(ways(point), 36) for point in POINTS}
    lost = alone.edge
    for point, chance in to_point.items():
        ends = absorbed(spots, ("odds_dont_pass", point))
        gained = sum(part * Fraction(*rate) for (what, rate), part in ends.items() if what == WON)
        lost += chance * (ends[LOST, None] - gained)
    staked = 1 - alone.push + sum(to_point.values())
    pays = f"{alone.pays} and {_pays(spots['odds_dont_pass'])}"
    return replace(alone, edge=lost / staked, pays=pays)


def _pays(spot: Spot) -> str:
    usual = Counter(spot.pays.values()).most_common(1)[0][0]
    told = []
    for rate in dict.fromkeys(spot.pays.values()):
        on = [str(total) for total, one in spot.pays.items() if one == rate]
        where = f" on {' '.join(on)}" if spot.kind == "next" and rate != usual else ""
        told.append(f"{rate[0]}:{rate[1]}{where}")
    return ", ".join(told)
