"""What `run` makes of its camera's first pictures: the play area, its scale, the picture of the empty table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from controller.commands.surface_of import STILL_FRAMES, watcher_for
from controller.config import CameraOptions, Config, SurfaceOptions
from vision.cameras.base import CameraStalled
from vision.cameras.simulated import SimulatedCamera
from vision.simulate.scenes import surface_of
from vision.simulate.stage import Moment, Scene, Stage
from vision.surface import Surface

SEED = 5
SCENE = Scene.by_seed(SEED)
WIDTH, DEPTH = SCENE.felt.area
TRUTH = surface_of(Stage(SCENE, SEED))
NOBODY = Moment(((None, None),))


def found(config: Config, camera=None) -> tuple[Surface | None, list[str]]:
    camera = camera or SimulatedCamera(seed=SEED, sleep=False)
    camera.open()
    said: list[str] = []
    return watcher_for(config, said.append)(camera)._surface, said


def known(**more) -> Config:
    """A table.toml with the mat's size and the lens."""
    options = SurfaceOptions(**{"width_mm": WIDTH, "depth_mm": DEPTH, **more})
    return Config(surface=options, camera=CameraOptions(focal_px=SCENE.camera.focal))


def far_out(surface: Surface) -> float:
    """Most millimetres by which places on the felt are taken for others."""
    places = np.array([[w * WIDTH, d * DEPTH] for w in (0.1, 0.5, 0.9) for d in (0.1, 0.5, 0.9)])
    return float(np.abs(surface.to_mm(TRUTH.to_pixels(places)) - places).max())


def test_size_and_focal_length_of_table_toml_are_used():
    surface, said = found(known())
    assert far_out(surface) < 0.25
    assert surface.camera_mm == pytest.approx(TRUTH.camera_mm, abs=4.0)
    assert len(said) == 1 and "found" in said[0]


def test_without_them_the_markers_tell_the_scale_and_the_height_stays_unknown():
    surface, said = found(Config())
    assert 1.0 < far_out(surface) < 0.03 * WIDTH
    assert surface.camera_mm is None and len(said) == 1


def test_a_size_that_the_markers_do_not_bear_out_is_said():
    _, said = found(known(width_mm=600.0, depth_mm=400.0))
    assert any("600 by 400" in sentence and "outer corner" in sentence for sentence in said)


def test_the_reference_is_the_mean_of_still_frames():
    surface, _ = found(known())
    one = SimulatedCamera(seed=SEED, sleep=False)
    one.open()
    clean = Stage(SCENE, SEED).clean(NOBODY).astype(float)
    noise, left = (np.std(picture - clean) for picture in (one.read().image, surface.empty))
    assert left < 0.6 * noise


class Passing:
    """The simulated table with something that passes over it in the first frames, or stays."""

    def __init__(self, until: int) -> None:
        self._camera, self._until, self.read_frames = SimulatedCamera(seed=SEED, sleep=False), until, 0

    def open(self) -> None:
        self._camera.open()

    def read(self, timeout: float = 5.0):
        frame = self._camera.read()
        self.read_frames += 1
        if self.read_frames <= self._until:
            image = frame.image.copy()
            image[150:350, 200 + 15 * self.read_frames : 330 + 15 * self.read_frames] = (120, 150, 210)
            frame = replace(frame, image=image)
        return frame


def test_a_hand_that_passes_in_the_first_frames_is_no_part_of_the_empty_table():
    camera = Passing(20)
    surface, _ = found(known(), camera)
    assert camera.read_frames >= 20 + STILL_FRAMES
    assert np.abs(surface.empty.astype(int) - TRUTH.empty).mean() < 2.0


class Thrown:
    """A table on which dice lie from the start."""

    def __init__(self) -> None:
        self._camera = SimulatedCamera(seed=SEED, sleep=False, troubles=(), auto=False)

    def open(self) -> None:
        self._camera.open()
        self._camera.tell({"throw": {"kind": "plain"}})
        for _ in range(150):
            self._camera.read()

    def read(self, timeout: float = 5.0):
        return self._camera.read()


def test_dice_that_lie_there_at_the_start_are_no_part_of_the_table_either():
    surface, said = found(known(), Thrown())
    assert surface.empty is None and far_out(surface) < 0.3
    assert any("Dice lie on the table" in sentence for sentence in said)


def test_the_corners_that_the_host_pointed_at():
    corners = tuple(float(v) for v in TRUTH.area.ravel())
    surface, _ = found(known(find="corners", corners=corners))
    assert far_out(surface) < 0.1 and surface.empty is not None
    assert surface.camera_mm[2] == pytest.approx(TRUTH.camera_mm[2], rel=0.01)
    crossed = corners[2:4] + corners[:2] + corners[4:]
    with pytest.raises(CameraStalled, match="clockwise"):
        found(known(find="corners", corners=crossed))


def test_the_whole_picture_needs_no_mat():
    assert found(Config(surface=SurfaceOptions(find="picture"))) == (None, [])
