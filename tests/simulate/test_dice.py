"""The die itself: its faces, its layouts, its turns."""

from __future__ import annotations

import numpy as np
import pytest

from vision.simulate.dice import FACES, MATERIALS, PIPS, SIDE, Die, flat, show, top_face, value_up
from vision.simulate.geometry import CUBE_TURNS, Pinhole, between, from_rotation_vector, random_rotations


def test_opposite_faces_sum_to_seven():
    for turn in CUBE_TURNS:
        assert value_up(turn) + value_up(np.diag([1, -1, -1]) @ turn) == 7


def test_one_two_three_run_counter_clockwise_seen_from_their_corner():
    normals = np.eye(3)
    one, two, three = (normals[FACES.index(v)] for v in (1, 2, 3))
    assert np.linalg.det(np.column_stack([one, two, three])) == pytest.approx(1)


def test_the_24_turns_are_24():
    assert len({tuple(t.ravel()) for t in CUBE_TURNS}) == 24
    assert sorted(value_up(t) for t in CUBE_TURNS) == sorted([1, 2, 3, 4, 5, 6] * 4)


@pytest.mark.parametrize("value", range(1, 7))
def test_flat_shows_the_value_and_lies_flat(value):
    turn = flat(value, 33.0)
    assert value_up(turn) == value
    assert top_face(turn)[1] < 1e-6
    assert np.linalg.det(turn) == pytest.approx(1)


def test_show_renames_the_faces_of_the_same_cube():
    turn = random_rotations(np.random.default_rng(1), (1,))[0]
    for value in range(1, 7):
        named = show(turn, value, 2)
        assert value_up(named) == value
        assert np.any([np.allclose(turn @ t, named) for t in CUBE_TURNS])


@pytest.mark.parametrize("turned", range(8))
def test_the_atlas_bears_as_many_pips_as_the_value_at_lattice_sites(turned):
    die = Die(MATERIALS["white_black"], turned=turned)
    faces = die.atlas.reshape(6, SIDE, SIDE, 4)
    for face, value in enumerate(FACES):
        dark = 0
        for u in (-1, 0, 1):
            for v in (-1, 0, 1):
                row, column = (round((0.5 + c * die.pip_pitch) * SIDE) for c in (u, v))
                dark += faces[face, row, column, 2] < 0.1
        assert dark == value == len(PIPS[value])
        assert len(die.pip_centres(face)) == value


def test_asian_dice_have_a_large_red_one_and_a_red_four():
    die = Die(MATERIALS["asian"])
    faces = die.atlas.reshape(6, SIDE, SIDE, 4)
    one = faces[FACES.index(1), SIDE // 2, SIDE // 2]
    assert one[2] > 5 * one[1]
    assert die.pips(1)[0][2] > 1.5 * die.pips(2)[0][2]
    four = faces[FACES.index(4), round((0.5 - die.pip_pitch) * SIDE), round((0.5 - die.pip_pitch) * SIDE)]
    assert four[2] > 5 * four[1]


def test_between_goes_the_short_way():
    a, b = random_rotations(np.random.default_rng(4), (2,))
    assert np.allclose(between(a, b, 0.0), a)
    assert np.allclose(between(a, b, 1.0), b, atol=1e-9)
    half = between(np.eye(3), from_rotation_vector(np.array([0, 0, np.pi - 1e-9])), 0.5)
    assert abs(abs(half[1, 0]) - 1) < 1e-6


def test_the_camera_agrees_with_opencv():
    import cv2

    camera = Pinhole.over((960, 540), 1150.0, (220.0, 110.0), 620.0, tilt_deg=5.0, roll_deg=2.0)
    points = np.random.default_rng(1).uniform((0, 0, 0), (440, 230, 30), (20, 3))
    turn, _ = cv2.Rodrigues(camera.rotation)
    expected, _ = cv2.projectPoints(points, turn, -camera.rotation @ camera.centre, camera.matrix, None)
    assert np.allclose(camera.project(points), expected[:, 0], atol=1e-6)
    flat_points = np.column_stack([points[:, :2], np.ones(20)]) @ camera.plane(0.0).T
    on_felt = camera.project(points * (1, 1, 0))
    assert np.allclose(flat_points[:, :2] / flat_points[:, 2:], on_felt)
    assert camera.project(np.array([220.0, 110.0, 0.0])) == pytest.approx([479.5, 269.5])
