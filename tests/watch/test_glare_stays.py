"""A die in a glare that lies still while the other is thrown: read at another exposure, it is no throw all the same."""

from __future__ import annotations

import pytest

from controller.throws import LOOKS
from vision.cameras.simulated import SimulatedCamera
from vision.events import LookAgain, NoRoll, Throw
from vision.reader import Reader
from vision.surface import find_mat
from vision.watch import Watcher


def verdict_on(camera: SimulatedCamera, watcher: Watcher, kind: str) -> Throw | NoRoll:
    """Has a throw of that kind made, and gives its one verdict."""
    camera.tell({"throw": {"kind": kind}})
    found = []
    for _ in range(300):
        for event in watcher.feed(camera.read()):
            if isinstance(event, LookAgain):
                camera.set_exposure(event.exposure)
            elif isinstance(event, Throw | NoRoll):
                found.append(event)
        if found and event_is_over(watcher):
            break
    assert len(found) == 1
    return found[0]


def event_is_over(watcher: Watcher) -> bool:
    return watcher._look is None and watcher._episode is None


@pytest.mark.parametrize("seed", [2])
def test_a_die_that_only_a_later_look_could_read_lay_there_before(seed):
    camera = SimulatedCamera(seed=seed, sleep=False, troubles=())
    camera.open()
    surface = find_mat(
        camera.read().image, size_mm=camera.mat_mm, focal_px=camera.focal_px, die_mm=16, keep_empty=True
    )
    watcher = Watcher(Reader(dice=2, surface=surface), dice=2, surface=surface, looks=LOOKS)
    first = verdict_on(camera, watcher, "glare")
    assert isinstance(first, Throw)
    assert first.looks > 1, "the glare was cured by another exposure"
    second = verdict_on(camera, watcher, "one_moved")
    assert isinstance(second, NoRoll)
    assert (second.reason, second.detail) == ("not_thrown", "one_moved")
