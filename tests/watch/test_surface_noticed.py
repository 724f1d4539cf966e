"""What goes wrong with camera and lamp in an evening is noticed on simulated tables, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.simulate.geometry import axis_rotation
from vision.simulate.hand import HandPose
from vision.simulate.places import places
from vision.simulate.scenes import surface_of
from vision.simulate.sensor import Unrest
from vision.simulate.stage import Moment, Scene, Stage
from vision.surface import check_surface

#: Printed and bare felts of four colours.
TABLES = (5, 12, 20, 3)
NORMAL = 50


@pytest.fixture(scope="module", params=TABLES)
def table(request):
    scene = Scene.by_seed(request.param)
    return scene, surface_of(Stage(scene, request.param))


def pictures(scene: Scene, count: int, **unrest: float) -> list[np.ndarray]:
    """Pictures of a table with dice, every other one with a hand over it too."""
    stage = Stage(scene, 7)
    rng = np.random.default_rng(3)
    restless = Unrest(replace(scene.sensor, **unrest), rng)
    made = []
    for k in range(count):
        if k % 10 == 0:
            poses = tuple(places(rng, stage, [int(v) for v in rng.integers(1, 7, 2)], None, True))
        x, y, angle = rng.uniform(40, 300), rng.uniform(0, 130), rng.uniform(-20, 20)
        hand = HandPose(float(x), float(y), float(angle)) if k % 10 == 9 else None
        for _ in range(int(rng.integers(1, 40))):
            restless._age += 1  # noqa: SLF001 - some time goes by
        made.append(restless.disturb(stage.picture(Moment((poses,), hand=hand))))
    return made


def test_nothing_is_found_in_two_hundred_normal_pictures(table):
    scene, surface = table
    for picture in pictures(scene, NORMAL, drift=0.03, shake=0.5):
        check = check_surface(picture, surface)
        assert check.ok, check


@pytest.mark.parametrize("x, y, turn", [(2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (-1.5, 1.5, 0.0), (0.0, 0.0, 0.6),
                                        (9.0, 4.0, 0.0)])  # fmt: skip
def test_a_camera_that_moved_by_two_millimetres_is_noticed(table, x, y, turn):
    scene, surface = table
    camera = scene.camera
    moved = replace(camera, centre=camera.centre + [x, y, 0.0], rotation=axis_rotation(2, turn) @ camera.rotation)
    for picture in pictures(replace(scene, camera=moved), 2):
        check = check_surface(picture, surface)
        assert "moved" in check.faults and "moved" in check.why, check
        if not turn:
            assert check.moved_mm == pytest.approx(np.hypot(x, y), abs=0.35)


LAMPS = {
    "a lamp less": {"power": 0.55},
    "dimmed": {"power": 0.65, "room": 0.65},
    "brighter": {"power": 1.5, "room": 1.5},
    "another colour": {"tint": (0.7, 1.0, 1.2)},
}


@pytest.mark.parametrize("change", LAMPS, ids=str)
def test_another_lamp_is_noticed(table, change):
    scene, surface = table
    light = scene.light
    new = {name: value if name == "tint" else getattr(light, name) * value for name, value in LAMPS[change].items()}
    for picture in pictures(replace(scene, light=replace(light, **new)), 2):
        check = check_surface(picture, surface)
        assert check.faults == ("light",) and "light" in check.why, check


def test_a_lens_out_of_focus_or_fogged_is_noticed(table):
    scene, surface = table
    for picture in pictures(replace(scene, blur=2.0), 2):
        check = check_surface(picture, surface)
        assert check.faults == ("fogged",) and "sharp" in check.why, check
    for picture in pictures(scene, 2):
        fogged = np.clip(cv2.GaussianBlur(picture, (0, 0), 1.5) * 0.8 + 30, 0, 255).astype(np.uint8)
        check = check_surface(fogged, surface)
        assert check.faults[0] == "fogged" and "sharp" in check.why, check
