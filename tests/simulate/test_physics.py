"""The dice fall fairly, always come to rest, and lie exactly flat."""

from __future__ import annotations

import numpy as np
import pytest

from vision.simulate.dice import top_face, value_up
from vision.simulate.geometry import random_rotations
from vision.simulate.paths import Aim, Path, Work, bend, find, flat_under, overlap, paths_of, toss
from vision.simulate.physics import STEP, Table, fly
from vision.simulate.render import Pose

TABLE = Table(rail=240.0)


@pytest.fixture(scope="module")
def flights():
    """1,000 throws of two dice, computed at once."""
    return Work(toss(np.random.default_rng(11), TABLE, 420.0, 2, Aim(), throws=1000, patience=0.6)).finish()


def test_nearly_all_come_to_rest_in_time(flights):
    assert (flights.rest < 0).mean() < 0.02
    seconds = flights.rest[flights.rest >= 0] * STEP
    assert 0.4 < np.median(seconds) < 1.5


def test_faces_are_fair(flights):
    values = [value_up(r) for r in flights.rotation[-1].reshape(-1, 3, 3)]
    seen = np.bincount(values, minlength=7)[1:]
    expected = len(values) / 6
    # 5 degrees of freedom: above 20.5 in one of a thousand fair series; the seed is fixed.
    assert ((seen - expected) ** 2 / expected).sum() < 20.5


def test_dice_of_one_throw_are_independent(flights):
    values = np.array([[value_up(r) for r in pair] for pair in flights.rotation[-1]])
    table = np.zeros((6, 6))
    np.add.at(table, (values[:, 0] - 1, values[:, 1] - 1), 1)
    expected = len(values) / 36
    assert ((table - expected) ** 2 / expected).sum() < 66.6  # 35 degrees of freedom, one in a thousand


def test_rest_is_exactly_flat(flights):
    lying = flights.rest >= 0
    assert np.allclose(flights.position[-1][lying][:, 2], TABLE.edge / 2, atol=1e-9)
    up = np.abs(flights.rotation[-1][lying][:, 2]).max(-1)
    assert np.allclose(up, 1.0, atol=1e-9)


def test_nothing_moves_after_rest(flights):
    throw = int(np.flatnonzero((flights.rest >= 0).all(-1))[0])
    for k, path in enumerate(paths_of(flights, throw)):
        after = flights.position[path.rest :, throw, k]
        assert np.ptp(after, axis=0).max() == 0


def test_rotations_stay_rotations(flights):
    some = flights.rotation[::50, :40]
    assert np.allclose(some @ np.swapaxes(some, -1, -2), np.eye(3), atol=5e-3)


def test_dice_keep_over_the_felt_before_the_rail_and_out_of_each_other(flights):
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (TABLE.edge / 2 - TABLE.radius)
    steps = slice(0, None, 7)
    points = corners @ np.swapaxes(flights.rotation[steps, :300], -1, -2) + flights.position[steps, :300, :, None, :]
    assert points[..., 2].min() > TABLE.radius - 7.0  # a fast corner dips in for a step
    assert points[-1, ..., 1].max() < TABLE.rail
    lying = np.flatnonzero((flights.rest >= 0).all(-1))
    pairs = [[Pose(flights.position[-1, i, k], flights.rotation[-1, i, k]) for k in (0, 1)] for i in lying]
    assert np.mean([overlap(a, b, TABLE.edge - 0.5) for a, b in pairs]) < 0.005


def test_a_die_bounces_and_loses_energy():
    turn = random_rotations(np.random.default_rng(2), (1, 1))
    path = fly(Table(rail=None), [[[0, 0, 80]]], turn, [[[300, 0, 0]]], [[[0, 20, 0]]])
    height = path.position[:, 0, 0, 2]
    first = int(np.argmin(height[: round(0.2 / STEP)]))
    assert height[first : first + 60].max() > height[first] + 2
    assert height[first:].max() < 80


def test_an_impossible_demand_ends():
    paths = Work(find(np.random.default_rng(3), TABLE, 420.0, 2, lambda _: False, batches=2)).finish()
    assert len(paths) == 2
    assert all(top_face(path.end.rotation)[1] < 1e-3 for path in paths)


def test_a_path_that_never_rested_is_laid_down():
    pose = Pose(np.array([10.0, 20.0, 30.0]), random_rotations(np.random.default_rng(5), (1,))[0])
    laid = flat_under(pose, 16.0)
    assert value_up(laid.rotation) == value_up(pose.rotation)
    assert top_face(laid.rotation)[1] < 1e-3
    path = bend(Path(np.repeat(pose.position[None], 200, 0), np.repeat(pose.rotation[None], 200, 0), 199), laid)
    assert np.allclose(path.end.position, [10, 20, 8])
