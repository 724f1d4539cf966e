"""The one place that moves chips cannot make or lose one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.chips import ChipFault, Chips

TWO = Chips.none().buy("A", 100).buy("B", 50).put("A", 40).put("B", 20)


def test_hand_table_bought():
    assert (TWO.hand, TWO.table, TWO.bought) == ({"A": 60, "B": 30}, {"A": 40, "B": 20}, {"A": 100, "B": 50})
    assert TWO.on_table == 60
    won = TWO.home(("A", 40, 15), ("B", 20, -15))
    assert (won.hand, won.table) == ({"A": 115, "B": 35}, {"A": 0, "B": 0})
    assert won.results() == {"A": 15, "B": -15}
    assert TWO.hand == {"A": 60, "B": 30}, "the value before has not changed"


@pytest.mark.parametrize(
    "shares",
    [
        [("A", 40, 1)],
        [("A", 41, 0)],
        [("A", 40, 21), ("B", 20, -21)],
        [("A", 40, 5), ("B", 20, -4)],
        [("A", 40, 0.5), ("B", 20, -0.5)],
        [("A", 0, 0)],
        [("A", 40, 0), ("A", 1, 0)],
    ],
)
def test_what_would_make_lose_or_overdraw_is_a_fault(shares):
    with pytest.raises(ChipFault):
        TWO.home(*shares)


@pytest.mark.parametrize("amount", [0, -1, 1.5, True, "5"])
def test_only_whole_chips_move(amount):
    for move in (TWO.buy, TWO.put):
        with pytest.raises(ChipFault):
            move("A", amount)


def test_nobody_puts_what_he_has_not():
    with pytest.raises(ChipFault):
        TWO.put("A", 61)


moves = st.lists(st.tuples(st.sampled_from("bph"), st.sampled_from("AB"), st.integers(-5, 60), st.integers(-30, 30)))


@given(moves)
def test_whatever_is_tried_the_sum_holds(tried):
    chips = TWO
    for kind, player, amount, gain in tried:
        other = "B" if player == "A" else "A"
        try:
            if kind == "b":
                chips = chips.buy(player, amount)
            elif kind == "p":
                chips = chips.put(player, amount)
            else:
                chips = chips.home((player, amount, gain), (other, chips.table[other], -gain))
        except ChipFault:
            continue
        assert sum(chips.hand.values()) + chips.on_table == sum(chips.bought.values())
        assert min(*chips.hand.values(), *chips.table.values()) >= 0
