"""Settling up in chips: everybody even, in as few moves as can be."""

from __future__ import annotations

import itertools
import random

import pytest

from controller.settling import MOST_EXACT, moves


def after(results: dict[str, int], told) -> dict[str, int]:
    left = dict(results)
    for loser, winner, chips in told:
        assert chips > 0
        left[loser] += chips
        left[winner] -= chips
    return left


def fewest(results: dict[str, int]) -> int:
    """By trying every way to part the people into groups that settle among themselves."""
    people = [player for player, chips in results.items() if chips]

    def groups(rest: list[str]) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        best = -1
        for size in range(1, len(others) + 1):
            for partners in itertools.combinations(others, size):
                if results[first] + sum(results[one] for one in partners) == 0:
                    left = groups([one for one in others if one not in partners])
                    best = max(best, left + 1 if left >= 0 else -1)
        return best

    return len(people) - groups(people) if people else 0


@pytest.mark.parametrize("seed", range(40))
def test_everybody_is_even_in_the_fewest_moves(seed):
    dice = random.Random(seed)
    results = {f"P{number}": dice.randint(-6, 6) for number in range(dice.randint(1, 7))}
    results["last"] = -sum(results.values())
    told = moves(results)
    assert set(after(results, told).values()) == {0}
    assert len(told) == fewest(results)


def test_pairs_that_match_settle_between_themselves():
    assert sorted(moves({"A": 10, "B": -10, "C": 7, "D": -7, "E": 0})) == [("B", "A", 10), ("D", "C", 7)]
    assert moves({"A": 0}) == [] == moves({})


def test_a_large_party_is_settled_quickly_too():
    results = {f"P{number}": number - 9 for number in range(19)}
    assert len(results) > MOST_EXACT
    assert set(after(results, moves(results)).values()) == {0}
    assert len(moves(results)) < len(results)


def test_results_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="add up"):
        moves({"A": 1, "B": -2})
