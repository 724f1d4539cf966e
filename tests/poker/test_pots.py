"""Side pots, beside a calculation of its own: chip by chip."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.games.poker.pots import Pot, pots, shared_out


def test_nobody_all_in_is_one_pot_however_the_bets_stand():
    assert pots({"A": 15, "B": 5, "C": 5}, ["B", "C", "A"], []) == (Pot(25, ("B", "C", "A")),)


def test_each_all_in_closes_a_pot():
    assert pots({"A": 100, "B": 30, "C": 60, "D": 100}, ["B", "C", "D", "A"], ["B", "C"]) == (
        Pot(120, ("B", "C", "D", "A")), Pot(90, ("C", "D", "A")), Pot(80, ("D", "A")),
    )  # fmt: skip


def test_a_folded_player_pays_into_the_pots_and_wins_none():
    assert pots({"A": 50, "B": 20, "C": 50}, ["B", "C"], ["B", "C"]) == (Pot(60, ("B", "C")), Pot(60, ("C",)))


def test_chips_that_nobody_active_reaches_lie_in_the_last_pot():
    assert pots({"A": 50, "B": 20, "C": 10}, ["B", "C"], ["B", "C"]) == (Pot(30, ("B", "C")), Pot(50, ("B",)))


def test_the_odd_chips_go_to_the_first_of_the_winners():
    worth = {"B": 3, "C": 3, "A": 3, "D": 9}
    assert shared_out(Pot(101, ("B", "C", "A")), worth) == (("B", 35), ("C", 33), ("A", 33))
    assert shared_out(Pot(7, ("C", "D", "A")), worth) == (("D", 7),)
    assert shared_out(Pot(7, ("C", "A")), worth) == (("C", 4), ("A", 3))


def chip_by_chip(paid, active, worth):
    """player -> chips won: each level of one chip goes to those who have paid up to it."""
    layers = []
    for level in range(1, max(paid.values()) + 1):
        size = sum(chips >= level for chips in paid.values())
        able = [player for player in active if paid[player] >= level]
        if layers and (not able or layers[-1][0] == able):
            layers[-1][1] += size
        else:
            layers.append([able, size])
    won = dict.fromkeys(paid, 0)
    for able, size in layers:
        best = max(worth[player] for player in able)
        winners = [player for player in able if worth[player] == best]
        for at, player in enumerate(winners):
            won[player] += size // len(winners) + (size % len(winners) if at == 0 else 0)
    return won


NAMES = list("ABCDEF")


@given(st.lists(st.tuples(st.integers(1, 40), st.booleans(), st.integers(1, 4)), min_size=2, max_size=6))
def test_like_chip_by_chip(seats):
    paid = {name: chips for name, (chips, _, _) in zip(NAMES, seats, strict=False)}
    worth = {name: hand for name, (_, _, hand) in zip(NAMES, seats, strict=False)}
    active = [name for name, (_, in_, _) in zip(NAMES, seats, strict=False) if in_] or NAMES[:1]
    # At a showdown whoever has chips left has paid as much as anybody.
    most = max(paid[player] for player in active)
    all_in = [player for player in active if paid[player] < most]
    made = pots(paid, active, all_in)
    assert sum(pot.amount for pot in made) == sum(paid.values())
    won = dict.fromkeys(paid, 0)
    for pot in made:
        for player, chips in shared_out(pot, worth):
            won[player] += chips
    assert won == chip_by_chip(paid, active, worth)
