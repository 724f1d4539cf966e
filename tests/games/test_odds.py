"""The odds are worked out, and they are those that every book of the game prints."""

from __future__ import annotations

from fractions import Fraction

import pytest

from controller.games.odds import fair, point_made, sheet, shooter_passes, square, ways
from controller.games.street.options import PRINTED_ODDS


def test_a_shooter_passes_244_times_in_495():
    assert shooter_passes() == Fraction(244, 495)
    assert sheet()["pass"] == {"fraction": [244, 495], "percent": 49.29}


def test_ways_and_points():
    assert [ways(total) for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [point_made(point) for point in (4, 5, 6, 8, 9, 10)] == [
        Fraction(1, 3), Fraction(2, 5), Fraction(5, 11), Fraction(5, 11), Fraction(2, 5), Fraction(1, 3),
    ]  # fmt: skip
    assert sheet()["come_out"]["natural"]["fraction"] == [2, 9]
    assert sheet()["come_out"]["craps"]["fraction"] == [1, 9]


@pytest.mark.parametrize(
    ("name", "win", "true_odds", "edge"),
    [
        ("seven", (1, 6), 5, (-1, 6)),
        ("craps", (1, 9), 8, (-1, 9)),
        ("two", (1, 36), 35, (-1, 6)),
        ("three", (1, 18), 17, (-1, 6)),
        ("hard_4", (1, 9), 8, (-1, 9)),
        ("hard_6", (1, 11), 10, (-1, 11)),
        ("num_4", (1, 3), 2, (0, 1)),
        ("num_5", (2, 5), Fraction(3, 2), (0, 1)),
        ("num_6", (5, 11), Fraction(6, 5), (0, 1)),
        ("field", (4, 9), None, (-1, 18)),
    ],
)
def test_squares(name, win, true_odds, edge):
    chance, cost = square(name, PRINTED_ODDS[name])
    assert chance == Fraction(*win)
    assert cost == Fraction(*edge)
    if true_odds is not None:
        assert fair(chance) == true_odds


def test_odds_of_the_table_change_the_cost():
    assert square("seven", [5, 1])[1] == 0
    assert square("seven", [11, 2])[1] == Fraction(1, 12)
    told = sheet({"seven": [5, 1]})["squares"]
    assert told == {
        "seven": {
            "win": {"fraction": [1, 6], "percent": 16.67},
            "fair": [5, 1],
            "printed": [5, 1],
            "edge": {"fraction": [0, 1], "percent": 0.0},
        }
    }


def test_every_square_is_on_the_sheet():
    assert set(sheet()["squares"]) == set(PRINTED_ODDS)
