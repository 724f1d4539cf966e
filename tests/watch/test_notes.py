"""What the watch finds wrong with camera, lens and lamp reaches the host's page and the log, once."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from controller.eye import Eye
from controller.health import of_camera
from vision.cameras.simulated import SimulatedCamera
from vision.frames import Frame
from vision.reader import Reader
from vision.simulate.stage import Moment, Scene, Stage
from vision.surface import find_mat
from vision.surface_guard import EVERY, SurfaceGuard
from vision.watch import Watcher


class Nobody:
    dice = 2

    def on(self, event, frame) -> None: ...

    def judged(self, until, clear) -> None: ...

    def camera(self, seeing, sentence) -> None: ...


class Still:
    """A camera that gives one picture until it is given another."""

    def __init__(self, image) -> None:
        self.image, self.index = image, 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def read(self, timeout: float = 5.0) -> Frame:
        self.index += 1
        return Frame(self.image, self.index / 30, self.index)


def test_a_camera_that_moves_in_mid_evening_is_said_and_the_cue_is_withheld(caplog):
    scene = Scene.by_seed(5)
    nobody = Moment(((None, None),))
    bare = Stage(scene, 5).picture(nobody)
    surface = find_mat(bare, size_mm=scene.felt.area, keep_empty=True)
    camera = Still(bare)
    watcher = Watcher(Reader(dice=2, surface=surface), surface=surface)
    eye = Eye(camera, lambda _: watcher, Nobody())
    for _ in range(10):
        eye.step()
    assert eye.notes == {} and watcher.clear
    assert [(part.part, part.code) for part in of_camera(eye)] == [("camera", "seeing")]
    pushed = replace(scene.camera, centre=scene.camera.centre + [2.5, 0, 0])
    camera.image = Stage(replace(scene, camera=pushed), 5).picture(nobody)
    with caplog.at_level(logging.WARNING):
        for _ in range(EVERY + 60):
            eye.step()
    assert list(eye.notes) == ["moved"] and not watcher.clear
    surface_part = {part.part: part for part in of_camera(eye)}["surface"]
    assert (surface_part.state, surface_part.code) == ("warn", "moved") and "calibrate" in surface_part.text
    assert sum("has moved" in record.message for record in caplog.records) == 1


@pytest.mark.parametrize("light, fit", [(0.0, True), (-0.6, True), (-2.5, False)])
def test_another_lamp_is_said_and_keeps_nobody_from_throwing_while_there_is_light_enough(light, fit):
    scene = Scene.by_seed(20)
    stage = Stage(scene, 20)
    nobody = Moment(((None, None),))
    surface = find_mat(stage.picture(nobody), size_mm=scene.felt.area, keep_empty=True)
    guard = SurfaceGuard(surface)
    guard.look(stage.picture(nobody, light))
    assert guard.fine == fit
    assert list(guard.notes) == (["light"] if light else [])


def test_a_dark_table_is_said():
    camera = SimulatedCamera(seed=5, sleep=False)
    camera.open()
    surface = find_mat(camera.read().image, keep_empty=True)
    guard = SurfaceGuard(surface)
    guard.look((camera.read().image // 40).clip(0, 9))
    assert list(guard.notes) == ["dark"] and not guard.fine
