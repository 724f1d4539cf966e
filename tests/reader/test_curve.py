"""The risk-coverage curve: its points, the margin, the bound, and the drawing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.curve import FRAME, IN_USE, SIZE, Answer, Curve, draw_curve, most_expected
from vision.reader import Reader

ANSWERS = [Answer(0.99, True), Answer(0.95, True), Answer(0.95, True), Answer(0.8, False), Answer(0.6, True)]


def test_points_count_all_that_reaches_the_threshold():
    curve = Curve(tuple(ANSWERS), 6, threshold=0.9)
    counted = [(p.threshold, p.right, p.wrong) for p in curve.points]
    assert counted == [(0.99, 1, 0), (0.95, 3, 0), (0.8, 3, 1), (0.6, 4, 1)]
    assert (curve.in_use.threshold, curve.in_use.right, curve.in_use.wrong) == (0.9, 3, 0)
    assert curve.points[-1].risk == pytest.approx(0.2)


def test_the_threshold_is_the_readers():
    assert Curve.of(ANSWERS, readable=6).threshold == Reader().accept


def test_margin_and_bound_of_the_threshold_in_use():
    curve = Curve(tuple(ANSWERS), 6, threshold=0.9)
    assert curve.first_wrong == 0.8
    assert curve.margin == pytest.approx(np.log(9) - np.log(4))
    told = curve.to_json()
    assert (told["threshold"], told["readable"], told["right"], told["wrong"]) == (0.9, 6, 3, 0)
    assert (told["first_wrong"], told["margin_log_odds"]) == (0.8, 0.811)
    assert len(told["points"]) == 4
    assert "0.811 below" in curve.sentences()[1]
    many = Curve.of([Answer(0.99, True)] * 1000, readable=1000)
    assert many.bound == pytest.approx(3 / 1000, rel=0.01)
    assert many.margin is None and "No wrong answer" in many.sentences()[1]


def test_a_wrong_answer_above_the_threshold_is_shouted():
    curve = Curve.of([Answer(0.99, True), Answer(0.95, False)], readable=2)
    assert curve.margin < 0 and curve.in_use.wrong == 1
    assert "ABOVE" in curve.sentences()[1]


def test_the_bound_of_a_count_is_that_of_poisson():
    assert [round(most_expected(k), 2) for k in (0, 1, 2)] == [3.0, 4.74, 6.3]


@pytest.mark.parametrize("answers", [ANSWERS, [], [Answer(0.95, False)]])
def test_the_drawing_marks_the_threshold_in_use(answers):
    curve = Curve.of(answers, readable=6)
    picture = draw_curve(curve, "five answers")
    assert picture.shape == (SIZE[1], SIZE[0], 3) and picture.dtype == np.uint8
    marked = np.argwhere((picture == IN_USE).all(axis=2))
    x = FRAME[0] + (FRAME[2] - FRAME[0]) * curve.in_use.right / 6
    assert np.hypot(*(marked[:, ::-1] - (x, FRAME[3])).T).min() < 4 or curve.in_use.wrong
