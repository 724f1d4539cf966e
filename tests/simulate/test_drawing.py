"""What is drawn: the right pips at the right places, light that obeys the exposure, glare that a second look cures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.simulate.dice import FACES, MATERIALS, flat
from vision.simulate.hand import HandPose
from vision.simulate.render import Glare, Pose
from vision.simulate.scenes import settled, site, still, surface_of, table_for
from vision.simulate.sensor import to_light
from vision.simulate.stage import Moment

SITES = [(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1)]


def contrasts(image: np.ndarray, corners, pitch: float = 0.25) -> np.ndarray:
    """(9,) how much each site of the lattice differs from the face between the sites, in pixel levels.

    Independent of the drawing: a homography from four corners of the ideal face, and pixels.
    """
    side = 90
    square = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
    move = cv2.getPerspectiveTransform(np.float32(corners), square)
    face = cv2.warpPerspective(image, move, (side, side)).astype(float)
    between = [face[round(side * (0.5 + u * pitch)), round(side * (0.5 + v * pitch))]
               for u in (-0.5, 0.5) for v in (-0.5, 0.5)]  # fmt: skip
    plain = np.median(between, axis=0)
    out = []
    for u, v in SITES:
        y, x = round(side * (0.5 + u * pitch)), round(side * (0.5 + v * pitch))
        out.append(np.abs(face[y - 2 : y + 3, x - 2 : x + 3].mean((0, 1)) - plain).max())
    return np.array(out)


@pytest.mark.parametrize("material", sorted(MATERIALS))
def test_the_top_face_in_the_pixels_is_the_truth(material):
    for seed, values in enumerate([(1, 2), (3, 4), (5, 6), (6, 2)]):
        picture = still(seed, values, material=material, table=3)
        for value, die in zip(values, picture.truth["dice"], strict=True):
            assert die["value"] == value
            seen = contrasts(picture.image, die["corners"])
            assert (seen > 35).sum() == value, (material, value, seen.round())
            assert picture.truth["values"] == sorted(values)
            square = np.float32([[-2, -2], [2, -2], [2, 2], [-2, 2]])  # in sites of the lattice
            move = cv2.getPerspectiveTransform(np.float32(die["corners"]), square)
            places = cv2.perspectiveTransform(np.float32(die["pips"])[:, None], move)[:, 0]
            sites = {(round(float(v)), round(float(u))) for u, v in places}
            assert sites == {site for site, much in zip(SITES, seen, strict=True) if much > 35}


def test_a_side_face_shows_the_pips_of_a_neighbour():
    """A die far from the middle shows a side; its pips are those that a western die has there."""
    stage, _ = table_for(5, (960, 540), 60.0, "white_black", 0.4, 2, None)
    die = stage.scene.dice[0]
    camera = stage.scene.camera
    seen = 0
    for value in range(1, 7):
        pose = Pose(np.array([camera.centre[0] - 55.0, camera.centre[1], die.half]), flat(value, 0.0))
        image = stage.picture(Moment(((pose, None),)))
        face = int(np.argmax(np.concatenate([pose.rotation[0], -pose.rotation[0]])))  # the one that looks to +x
        square = np.zeros((4, 3))
        sign = 1 if face < 3 else -1
        square[:, face % 3] = sign * die.half
        square[:, (face + 1) % 3] = np.array([-1, 1, 1, -1]) * die.half
        square[:, (face + 2) % 3] = np.array([-1, -1, 1, 1]) * die.half
        corners = camera.project(pose.position + square @ pose.rotation.T)
        if cv2.contourArea(corners.astype(np.float32)) < 120:
            continue
        pips = camera.project(pose.position + die.pip_centres(face) @ pose.rotation.T)
        level = image.max(-1)
        darkest = [level[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].min() for x, y in pips]
        middle = np.median(level[cv2.fillConvexPoly(np.zeros(level.shape, np.uint8), corners.astype(np.int32), 1) > 0])
        assert len(darkest) == FACES[face]
        assert max(darkest) < 0.8 * middle
        seen += 1
    assert seen == 6


def test_one_stop_less_halves_the_light():
    stage, _ = table_for(6, (960, 540), None, None, None, 2, None)
    nobody = Moment(((None, None),))
    base, half = (to_light(stage.clean(nobody, stops)) for stops in (0.0, -1.0))
    ratio = half[base < 0.95] / np.maximum(base[base < 0.95], 1e-6)
    assert np.median(ratio) == pytest.approx(0.5, abs=0.02)


def test_more_light_saturates():
    stage, _ = table_for(6, (960, 540), None, None, None, 2, None)
    bright = stage.picture(Moment(((None, None),)), 4.0)
    assert (bright.max(-1) == 255).mean() > 0.9


def test_noise_grows_with_the_light_and_differs_from_frame_to_frame():
    stage, _ = table_for(6, (960, 540), None, None, None, 2, None)
    nobody = Moment(((None, None),))
    frames = np.array([stage.picture(nobody) for _ in range(12)], np.float32)
    spread = frames.std(0)
    assert 0.5 < np.median(spread) < 6
    assert not np.array_equal(frames[0], frames[1])
    assert abs(frames.mean(0) - stage.clean(nobody)).mean() < 1.0


@pytest.mark.parametrize("material", ["white_black", "red_clear", "black_white", "orange"])
@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_glare_hides_pips_and_less_exposure_brings_them_back(material, value):
    spread = {"material": material, "table": 5, "glare_at": (0, 0), "glare_spread": 0.9}
    base = still(9, (value, 1), **spread)
    seen = contrasts(base.image, base.truth["dice"][0]["corners"])
    assert (seen > 25).sum() < value
    cured = still(9, (value, 1), exposure=-2.0, **spread)
    seen = contrasts(cured.image, cured.truth["dice"][0]["corners"])
    assert (seen > 15).sum() == value


def test_glare_on_one_pip_leaves_the_others():
    picture = still(4, (5, 1), material="white_black", table=5, glare_at=site(5, 2), glare_spread=0.09)
    seen = contrasts(picture.image, picture.truth["dice"][0]["corners"])
    assert seen[4] < 40 < np.delete(seen, [1, 3, 5, 7, 4]).min()


def test_a_die_throws_a_shadow_on_the_side_away_from_the_lamp():
    stage, surface = table_for(5, (960, 540), None, "white_black", None, 2, None)
    picture = still(12, (3, 3), material="white_black", table=5)
    darker = surface.empty.astype(int).sum(-1) - picture.image.astype(int).sum(-1) > 60
    rows, columns = np.nonzero(darker)
    assert rows.size > 200
    lamp = stage.scene.camera.project(stage.scene.light.lamp * (1, 1, 0))
    for die in picture.truth["dice"]:
        near = np.hypot(columns - die["center"][0], rows - die["center"][1]) < 2 * die["edge_px"]
        away = np.array([columns[near].mean(), rows[near].mean()]) - die["center"]
        assert away @ (lamp - die["center"]) < 0


def test_tilt_contact_stack_and_cover_are_what_was_asked():
    assert still(1, (4, 2), tilt_deg=12).truth["dice"][0]["tilt_deg"] == pytest.approx(12, abs=0.01)
    beside = still(1, (4, 2), contact=0.3).truth["dice"]
    gap = np.subtract(beside[0]["center"], beside[1]["center"])
    assert np.hypot(*gap) == pytest.approx(np.hypot(1, 0.3) * beside[0]["edge_px"], rel=0.04)
    above = still(1, (4, 2), stacked=(0.1, 0.1)).truth["dice"]
    assert above[1]["edge_px"] > above[0]["edge_px"] * 1.01
    free, covered = still(2, (5, 5), table=3), still(2, (5, 5), table=3, hidden=0.6)
    corners = covered.truth["dice"][0]["corners"]
    assert (contrasts(free.image, corners) > 35).sum() == 5
    assert (contrasts(covered.image, corners) > 35).sum() != 5


def test_dirt_and_scale_and_jpeg():
    clean, dirty = (still(3, (4, 1), material="white_black", table=5, dirt_at=spot) for spot in (None, (0, 0)))
    assert contrasts(dirty.image, dirty.truth["dice"][0]["corners"])[4] > 40
    assert contrasts(clean.image, clean.truth["dice"][0]["corners"])[4] < 25
    for edge in (12, 24, 48, 80):
        picture = still(5, (6, 3), die_px=edge, size=(480, 360))
        assert picture.truth["dice"][0]["edge_px"] == pytest.approx(edge, rel=0.15)
    assert not np.array_equal(still(3, (4, 1), material="white_black", table=5, jpeg=40).image, clean.image)


def test_the_same_seed_gives_the_same_picture():
    first = still(7, (2, 5), frames=2)
    other = still(8, (2, 5))
    again = still(7, (2, 5), frames=2)
    assert all(np.array_equal(a, b) for a, b in zip(first.images, again.images, strict=True))
    assert not np.array_equal(first.images[0], first.images[1])
    assert not np.array_equal(first.image, other.image)


def test_the_surface_is_where_the_markers_are():
    stage, surface = table_for(6, (960, 540), None, None, None, 2, None)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        found, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(surface.empty)
    else:
        found, ids, _ = cv2.aruco.detectMarkers(surface.empty, dictionary)
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    for quad, number in zip(found, ids.ravel(), strict=True):
        assert np.abs(quad[0][number] - surface.area[number]).max() < 1.6
    mm = cv2.perspectiveTransform(surface.area.reshape(-1, 1, 2), surface.homography)[:, 0]
    width, depth = stage.scene.felt.area
    assert np.allclose(mm, [[0, 0], [width, 0], [width, depth], [0, depth]], atol=1e-6)
    assert surface_of(stage, 1).camera_mm[2] == pytest.approx(stage.scene.camera.centre[2])


def test_a_hand_comes_in_over_the_border():
    stage, surface = table_for(6, (960, 540), None, None, None, 2, None)
    width, depth = stage.scene.felt.area
    image = stage.clean(Moment(((None, None),), HandPose(width / 2, depth / 2)))
    changed = np.abs(image.astype(int) - surface.empty).max(-1) > 40
    assert changed[-1].any()
    assert not changed[:60].any()
    assert changed.mean() > 0.04


def test_light_of_glare_is_only_where_it_is_said():
    stage, _ = table_for(5, (960, 540), None, None, None, 2, None)
    nobody = Moment(((None, None),), glare=Glare((100.0, 100.0)))
    assert np.array_equal(stage.clean(nobody), stage.clean(Moment(((None, None),))))


def test_bursts_differ_in_noise_alone():
    for picture in settled(3, 4, frames=3):
        assert len(picture.images) == 3
        differences = picture.images[0].astype(int) - picture.images[1]
        assert 0 < np.abs(differences).mean() < 6
        assert len(picture.truth["values"]) == 2
