"""What an upright die must look like at its place, against a pinhole camera that draws cubes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cube import crossing, judge
from vision.cube_net import Lean
from vision.cube_view import agreed, calibrated
from vision.simulate.geometry import Pinhole, axis_rotation, from_rotation_vector
from vision.surface_value import Surface

SIZE = (960, 720)
EDGE = 16.0
_SQUARE = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * EDGE / 2


def camera(tilt: float = 4.0, roll: float = 3.0, focal: float = 880.0) -> Pinhole:
    return Pinhole.over(SIZE, focal, (0.0, 0.0), 450.0, tilt, roll)


def surface(lens: Pinhole, die_mm: float | None = EDGE) -> Surface:
    homography = np.linalg.inv(lens.plane())
    area = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], float)
    return Surface(area, homography / homography[2, 2], tuple(lens.centre), die_mm)


def die(lens: Pinhole, place, yaw: float, tilt: float = 0.0, toward: float = 0.0, rise: float = 0.0):
    """Corners of the top (4, 2) and the lean (2,) of a cube on the table, one edge raised."""
    axis = np.array([np.cos(np.radians(toward)), np.sin(np.radians(toward)), 0.0])
    turn = from_rotation_vector(axis * np.radians(tilt)) @ axis_rotation(2, yaw)
    cube = np.vstack([_SQUARE, _SQUARE * (1, 1, -1)]) @ turn.T
    middle = np.array([*place, rise - cube[:, 2].min()])
    top = lens.project(middle + cube[:4])
    edge = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()
    seen = lens.project(np.stack([middle + cube[:4].mean(axis=0), middle]))
    return top, (seen[0] - seen[1]) * 2 / edge


PLACES = [(x, y) for x in (-190.0, -80.0, 0.0, 110.0, 200.0) for y in (-140.0, -30.0, 60.0, 140.0)]


@pytest.mark.parametrize("tilt", [0.0, 6.0, 12.0])
@pytest.mark.parametrize("known", [EDGE, None])
def test_an_upright_die_leans_as_the_calibrated_camera_says(tilt, known):
    lens = camera(tilt)
    for place in PLACES:
        top, lean = die(lens, place, yaw=place[0])
        edge = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()
        said = calibrated(surface(lens, known), crossing(top)[None], np.array([edge]))
        assert np.abs(said.lean[0] - lean).max() < 0.02
        assert abs(edge / said.edge[0] - 1) < 0.03


def test_a_die_on_a_die_is_larger_than_the_camera_allows():
    lens = camera()
    top, _ = die(lens, (80.0, 20.0), 30.0, rise=2 * EDGE)
    edge = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()
    said = calibrated(surface(lens), crossing(top)[None], np.array([edge]))
    assert edge / said.edge[0] - 1 > 0.06


def test_without_a_camera_height_nothing_is_calibrated():
    lens = camera()
    bare = Surface(surface(lens).area, surface(lens).homography, None, EDGE)
    assert calibrated(bare, np.zeros((1, 2)), np.ones(1)) is None


def looks(leans, spread=0.03):
    return [Lean(np.asarray(lean), spread, 0.02, 0.02) for lean in leans]


def pair(lens: Pinhole, tilt: float, toward: float, first=(-90.0, 30.0), second=(110.0, -60.0)):
    tops, leans = zip(die(lens, first, 20.0, tilt, toward), die(lens, second, 70.0), strict=True)
    return looks(leans), np.array(tops)


def test_calibrated_a_die_is_upright_up_to_four_degrees_and_cocked_from_eight():
    lens = camera(7.0)
    for place in PLACES:
        for toward in range(0, 360, 30):
            for tilt in (0.0, 2.0, 4.0, 8.0, 12.0, 20.0, 30.0, 44.0):
                top, lean = die(lens, place, 20.0, tilt, toward)
                stance = judge(looks([lean]), top[None], SIZE, surface(lens))[0]
                assert (stance.verdict == "upright") == (tilt <= 4), (place, toward, tilt, stance)
                if tilt >= 8:
                    assert abs(stance.tilt_deg - tilt) < 0.25 * tilt + 2


def test_two_upright_dice_agree_whatever_the_camera():
    for tilt in (0.0, 5.0, 10.0, 14.0):
        for focal in (650.0, 850.0, 1040.0):
            for roll in (0.0, 90.0, 180.0):
                sights, tops = pair(camera(tilt, roll, focal), 0.0, 0.0)
                assert [s.verdict for s in judge(sights, tops, SIZE, None)] == ["upright", "upright"]


def test_uncalibrated_a_die_that_leans_by_fifteen_degrees_and_more_never_passes():
    for camera_tilt in (0.0, 8.0):
        for toward in range(0, 360, 20):
            for tilt in range(15, 46, 3):
                sights, tops = pair(camera(camera_tilt), float(tilt), toward)
                assert any(s.verdict == "cocked" for s in judge(sights, tops, SIZE, None)), (camera_tilt, toward, tilt)


def test_among_many_dice_only_the_one_that_leans_is_cocked():
    lens = camera(9.0, 40.0)
    spots = [(-150.0, -90.0), (-40.0, 80.0), (60.0, -50.0), (150.0, 90.0), (10.0, 10.0)]
    dice = [die(lens, spot, 40.0 * k, 16.0 if k == 3 else 0.0, 50.0) for k, spot in enumerate(spots)]
    tops, leans = zip(*dice, strict=True)
    verdicts = [s.verdict for s in judge(looks(leans), np.array(tops), SIZE, None)]
    assert verdicts == ["upright", "upright", "upright", "cocked", "upright"]


def test_the_sizes_of_the_dice_tell_how_the_table_slopes_away():
    lens = camera(12.0)
    (first, lean), (second, _) = die(lens, (0.0, 0.0), 10.0), die(lens, (0.0, 120.0), 50.0)
    places = np.array([crossing(first), crossing(second)])
    edges = np.array([np.linalg.norm(t - np.roll(t, 1, axis=0), axis=1).mean() for t in (first, second)])
    blind = np.array([50.0, 50.0])
    told = agreed(places, np.zeros((2, 2)), blind, edges, SIZE).lean[0]
    untold = agreed(places, np.zeros((2, 2)), blind, np.array([35.0, 35.0]), SIZE).lean[0]
    assert np.linalg.norm(told - lean) < 0.75 * np.linalg.norm(untold - lean)


def test_what_nobody_can_see_is_unknown():
    sights, tops = pair(camera(), 0.0, 0.0)
    blind = [Lean(look.lean, 0.5, 0.02, 0.02) for look in sights]
    assert {s.verdict for s in judge(blind, tops, SIZE, None)} == {"unknown"}


def test_covered_and_stacked_are_said_before_cocked():
    sights, tops = pair(camera(), 0.0, 0.0)
    covered = [Lean(sights[0].lean, 0.03, 0.9, 0.02), sights[1]]
    assert judge(covered, tops, SIZE, None)[0].verdict == "occluded"
    above = [Lean(sights[0].lean, 0.03, 0.02, 0.9), sights[1]]
    assert judge(above, tops, SIZE, None)[0].verdict == "stacked"


def test_a_die_cut_by_the_picture_or_half_off_the_play_area_is_at_its_edge():
    lens = camera()
    top, lean = die(lens, (-120.0, 0.0), 0.0)
    assert judge(looks([lean]), top[None], SIZE, surface(lens))[0].verdict == "upright"
    moved = top - (top[:, 0].min() + 6, 0)
    assert judge(looks([lean]), moved[None], SIZE, None)[0].verdict == "at_edge"
    whole = surface(lens)
    half = crossing(top)[0]
    narrow = Surface(np.array([[half, 0], [960, 0], [960, 720], [half, 720]]), whole.homography, whole.camera_mm, EDGE)
    assert judge(looks([lean]), top[None], SIZE, narrow)[0].verdict == "at_edge"
