"""The simulated table of `dicetable run` throws as many dice as the game is played with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.commands.camera_of import camera_of
from controller.config import CameraOptions, Config
from vision.cameras.process import CameraProcess
from vision.cameras.simulated import SimulatedCamera


def test_a_simulated_table_that_throws_by_itself_takes_the_number_of_dice() -> None:
    truths: list[dict] = []
    camera = SimulatedCamera(
        size=(320, 180), auto=True, pause=0.1, throws=3, sleep=False, troubles=(), truth=truths.append
    )
    camera.tell({"dice": 1})
    while len(truths) < 2:
        camera.read()
    camera.tell({"dice": 2})
    while camera.read() is not None:
        pass
    assert [len(truth["values"]) for truth in truths] == [1, 1, 2]


def test_the_camera_is_told_when_the_game_changes_and_when_it_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict] = []
    wanted = iter([None, None, 1, 1, 1, 1, 2])
    camera = camera_of(Config(camera=CameraOptions(source="sim")), lambda: next(wanted))
    monkeypatch.setattr(CameraProcess, "read", lambda self, timeout=5.0: None)
    monkeypatch.setattr(camera, "tell", told.append)
    camera.read()
    assert told == []  # not yet started: nobody would hear it
    camera._health = replace(camera.health, state="ok")
    for _ in range(2):
        camera.read()
    camera._health = replace(camera.health, restarts=1)
    for _ in range(4):
        camera.read()
    assert told == [{"dice": 2}, {"dice": 1}, {"dice": 1}, {"dice": 2}]
