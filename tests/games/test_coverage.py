"""Coverage against an oracle that thinks in single chips and fractions, written apart from the code."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from controller.games.street.coverage import cover

sides = st.lists(st.integers(1, 60), min_size=1, max_size=8)


def oracle(bets, in_play):
    """Whole chips of each exact share; then, while any are over, one chip to the first who has one left to risk."""
    exact = [Fraction(in_play) * Fraction(bet, sum(bets)) for bet in bets]
    risks = [share.numerator // share.denominator for share in exact]
    while sum(risks) < in_play:
        first = next(place for place, risk in enumerate(risks) if risk < bets[place])
        risks[first] += 1
    return risks


@given(sides, sides)
def test_cover(right, wrong):
    stake, *fors = right
    in_play, risk = cover(
        ("r0", stake),
        tuple((f"r{place}", bet) for place, bet in enumerate(fors, 1)),
        tuple((f"w{place}", bet) for place, bet in enumerate(wrong)),
    )
    assert in_play == min(sum(right), sum(wrong))
    assert [risk[f"r{place}"] for place in range(len(right))] == oracle(right, in_play)
    assert [risk[f"w{place}"] for place in range(len(wrong))] == oracle(wrong, in_play)
    assert len(risk) == len(right) + len(wrong)


def test_nobody_against_and_no_round():
    assert cover(("A", 10), (("B", 5),), ()) == (0, {"A": 0, "B": 0})
    assert cover(None, (), ()) == (0, {})
