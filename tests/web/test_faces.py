"""Faces of real dice: both tests, the band of fair dice, and a history that never grows long."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from web.faces import BAND, MOST_STRETCHES, Faces, band


def thrown(faces: Faces, chance: random.Random, weights: tuple[float, ...], throws: int) -> Faces:
    for _ in range(throws):
        faces = faces.with_faces(chance.choices(range(1, 7), weights, k=2))
    return faces


def test_chi_square_is_pearsons_with_five_degrees():
    faces = Faces((10, 12, 8, 9, 11, 22))
    assert faces.chi_square == pytest.approx(130 / 12)
    assert faces.p_once == pytest.approx(0.0547865, abs=1e-6)  # as scipy.stats.chisquare gives it


def test_fair_dice_are_seldom_accused_however_often_one_looks():
    alarms = sum(thrown(Faces(), random.Random(seed), (1,) * 6, 150).p_any_time() < 0.05 for seed in range(200))
    assert alarms <= 10


def test_loaded_dice_are_found():
    faces = thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300)
    assert faces.p_any_time() < 0.001


def test_a_test_that_may_use_up_a_share_of_the_looks_must_find_as_much_more():
    faces = thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300)
    assert faces.p_any_time(0.25) == pytest.approx(4 * faces.p_any_time())
    assert Faces().p_any_time(0.25) == 1.0


def test_what_was_once_found_is_not_forgotten():
    faces = thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300)
    later = thrown(faces, random.Random(2), (1.3, 1.3, 1.3, 1.3, 1.3, 0.1), 300)
    assert later.p_any_time() <= faces.p_any_time()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 4 * MOST_STRETCHES + 3), st.integers(1, 2), st.integers(0, 99))
def test_the_history_is_short_and_keeps_every_height(throws, dice, seed):
    chance, faces, heights = random.Random(seed), Faces(), []
    for _ in range(throws):
        faces = faces.with_faces(chance.choices(range(1, 7), k=dice))
        heights.append(faces.log_e)
    assert len(faces.history) <= MOST_STRETCHES
    # Every stretch has as many throws as it says, in order, and its height is the highest of them.
    start = 0
    for end, height in faces.history:
        assert height == max(heights[start : end // dice])
        newest = end == faces.history[-1][0]
        assert end // dice - start == (faces.in_last if newest else faces.stride)
        start = end // dice
    assert start == throws


@pytest.mark.parametrize(("seen", "limits"), [(0, (0, 0)), (60, (3, 18)), (600, (77, 125)), (100_000, (16356, 16978))])
def test_the_band_is_that_of_the_binomial(seen, limits):
    # scipy.stats.binom.ppf of 0.05 / 12 and 1 - 0.05 / 12 with n = seen and p = 1 / 6
    assert band(seen) == limits


def test_fair_dice_lie_within_the_band_as_often_as_it_says():
    chance, inside = random.Random(3), 0
    for _ in range(2000):
        counts = [0] * 6
        for face in chance.choices(range(6), k=120):
            counts[face] += 1
        low, high = band(120)
        inside += all(low <= count <= high for count in counts)
    assert inside / 2000 >= BAND - 0.01
