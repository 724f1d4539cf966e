"""The play area that the host points at: used at once, kept over a restart, refused when it cannot be."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from controller.commands.surface_of import area_of, watcher_for
from controller.config import Config, SurfaceOptions
from controller.eye import Eye
from controller.health import of_camera
from controller.play_area import AreaRefused, forget_corners, pointed_at
from vision.cameras.simulated import SimulatedCamera
from vision.events import NoRoll, Throw
from vision.simulate.scenes import surface_of
from vision.simulate.stage import Scene, Stage

SEED = 5
SCENE = Scene.by_seed(SEED)
TRUTH = surface_of(Stage(SCENE, SEED))
SIZE = np.array(SCENE.camera.size)


#: Pixels of the pictures here: half of what the scene has, so that they are quickly drawn.
SMALL = (640, 360)


class Nobody:
    dice = 2

    def __init__(self) -> None:
        self.seen: list = []

    def on(self, event, frame) -> None:
        self.seen.append(event)

    def judged(self, until, clear) -> None: ...

    def camera(self, seeing, sentence) -> None: ...


class Room:
    """A table under a camera whose eye runs in a thread, as fast as its frames come."""

    def __init__(self, config: Config) -> None:
        self.config, self.said, self.judge = config, [], Nobody()
        self.camera = SimulatedCamera(seed=SEED, sleep=False, troubles=(), auto=False, size=SMALL)
        self.eye = Eye(self.camera, watcher_for(config, self.said.append), self.judge)
        self.area = area_of(config, self.eye, self.said.append)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.until(lambda: self.eye.latest is not None)

    def _run(self) -> None:
        while not self._over.is_set():
            self.eye.step()
            time.sleep(0.001)

    def until(self, true, seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end
            time.sleep(0.01)

    def throw(self) -> None:
        """Dice are thrown, and lie there."""
        self.camera.tell({"throw": {"kind": "plain"}})
        self.until(lambda: any(isinstance(event, Throw | NoRoll) for event in self.judge.seen), 60)

    def stop(self) -> None:
        self._over.set()
        self._thread.join(10)
        self.eye.stop()


@pytest.fixture
def room(tmp_path):
    made: list[Room] = []

    def make(**surface) -> Room:
        made.append(Room(Config(surface=SurfaceOptions(**{"find": "picture", **surface}), folder=tmp_path)))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def shares(corners: np.ndarray) -> list[list[float]]:
    return ((np.asarray(corners) + 0.5) / SIZE).tolist()


CORNERS = shares(TRUTH.area)
#: Another area within that one.
INNER = (np.mean(CORNERS, axis=0) + 0.8 * (np.array(CORNERS) - np.mean(CORNERS, axis=0))).tolist()


def lies_at(eye: Eye, corners: list[list[float]]) -> bool:
    """Whether the eye watches this area."""
    surface = eye.surface
    return surface is not None and np.allclose((surface.area + 0.5) / SMALL, corners, atol=0.002)


def test_four_corners_are_watched_at_once_and_after_a_restart(room):
    one = room()
    assert one.eye.surface is None and one.area.corners is None and not one.area.pointed
    one.area.use(CORNERS, SCENE.felt.area)
    one.until(lambda: lies_at(one.eye, CORNERS))
    assert one.eye.surface.homography is not None and one.eye.surface.empty is not None
    assert np.allclose(one.area.corners, CORNERS, atol=0.001) and one.area.pointed
    one.stop()
    again = room()
    again.until(lambda: lies_at(again.eye, CORNERS))  # also where table.toml says the whole picture
    assert again.said == ["The play area is the one that was kept."]


def test_the_host_leaves_it_to_the_table_again(room, tmp_path):
    one = room(find="mat")
    one.until(lambda: one.eye.surface is not None)
    found = one.area.corners
    one.area.use(INNER)
    one.until(lambda: lies_at(one.eye, INNER))
    one.area.find_again()
    one.until(lambda: lies_at(one.eye, found))
    assert not one.area.pointed and not list(tmp_path.glob("*corners*"))


def test_calibrating_goes_before_what_was_pointed_at(tmp_path):
    saved = tmp_path / "surface.json"
    pointed_at(saved).write_text("{}")
    forget_corners(saved)
    assert not pointed_at(saved).exists()
    forget_corners(saved)


@pytest.mark.parametrize(
    ("corners", "code"),
    [
        (CORNERS[::-1], "corners"),
        ([CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]], "corners"),
        ([CORNERS[0]] * 4, "corners"),
        ([[0.5, 0.5], [0.6, 0.5], [0.6, 0.6], [0.5, 0.6]], "too_small"),
    ],
)
def test_corners_that_are_no_area_change_nothing(room, tmp_path, corners, code):
    one = room()
    with pytest.raises(AreaRefused) as refused:
        one.area.use(corners)
    assert refused.value.code == code
    assert one.eye.surface is None and not list(tmp_path.glob("*"))


def test_dice_that_lie_there_are_no_part_of_the_empty_table(room):
    one = room()
    one.throw()
    with pytest.raises(AreaRefused) as refused:
        one.area.use(CORNERS)
    assert refused.value.code == "not_empty"
    assert one.eye.surface is None


def test_where_the_empty_table_is_known_dice_may_lie(room):
    one = room(find="mat")
    one.until(lambda: one.eye.surface is not None)
    empty = one.eye.surface.empty
    one.throw()
    one.area.use(INNER)
    one.until(lambda: lies_at(one.eye, INNER))
    assert one.eye.surface.empty is empty


def test_a_disk_that_takes_nothing_leaves_the_table_as_it_was(room, tmp_path):
    one = room(saved="a/file/is/here.json")
    (tmp_path / "a").write_text("")
    with pytest.raises(AreaRefused) as refused:
        one.area.use(CORNERS)
    assert refused.value.code == "not_kept"
    assert one.eye.surface is None


def test_an_eye_that_is_stepped_by_hand_says_that_it_sees():
    camera = SimulatedCamera(seed=SEED, sleep=False, troubles=(), auto=False, size=SMALL)
    eye = Eye(camera, watcher_for(Config(surface=SurfaceOptions(find="picture")), print), Nobody())
    assert [one.code for one in of_camera(eye)] == ["starting"]
    eye.step()
    assert [one.code for one in of_camera(eye)] == ["seeing"]
    eye.stop()
