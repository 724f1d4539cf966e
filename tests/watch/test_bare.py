"""A table on which a burnt-out die lies is not empty, though nothing can be read there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.bare import lies_bare
from vision.events import Empty, NoRoll, Throw
from vision.frames import Frame
from vision.reader import Reader
from vision.readings import Reading
from vision.simulate.scenes import Still, still
from vision.simulate.sensor import Unrest
from vision.simulate.stage import Moment, Scene, Stage
from vision.watch import Watcher

GLARE = {"glare_at": (0.0, 0.0), "glare_spread": 0.9}


def edge_of(picture: Still) -> float:
    return picture.truth["dice"][0]["edge_px"]


class Blind:
    """A reader that sees no die."""

    dice = 2

    def read(self, images) -> Reading:
        return Reading(None, 0.0, "wrong_count")


@pytest.mark.parametrize("table", [5, 12, 20, 13, 3])
@pytest.mark.parametrize("value", [1, 4])
def test_a_burnt_out_die_lies_there(table, value):
    picture = still(value, (value,), table=table, **GLARE)
    assert not lies_bare(picture.image, picture.surface.empty, edge_of(picture))
    assert not lies_bare(picture.image, picture.surface.empty, None), "its size is guessed"


@pytest.mark.parametrize("table", [5, 12, 20, 13, 3])
def test_a_bare_table_is_bare_in_other_light_and_when_it_trembles(table):
    scene = Scene.by_seed(table)
    stage = Stage(scene, table)
    nobody = Moment(((None, None),))
    bare = stage.picture(nobody)
    for unrest in ({"drift": 0.1}, {"shake": 0.5}, {"flicker": 0.1}):
        restless = Unrest(type(scene.sensor)(**unrest), np.random.default_rng(2))
        for _ in range(10):
            restless._age += 17  # noqa: SLF001 - some time goes by
            assert lies_bare(restless.disturb(stage.picture(nobody)), bare, 30.0), unrest
    brighter = stage.picture(nobody, 0.4)
    assert lies_bare(brighter, bare, 30.0)


def watch(pictures: list[np.ndarray], watcher: Watcher) -> list:
    return [event for k, image in enumerate(pictures) for event in watcher.feed(Frame(image, k / 30, k))]


def test_the_watch_calls_it_neither_empty_nor_clear():
    lying = still(3, (5,), table=5, **GLARE)
    watcher = Watcher(Blind(), surface=lying.surface)
    assert not [e for e in watch([lying.image] * 12, watcher) if isinstance(e, Empty | Throw | NoRoll)]
    assert not watcher.clear
    empty = Watcher(Reader(dice=2, surface=lying.surface), surface=lying.surface)
    assert any(isinstance(e, Empty) for e in watch([lying.surface.empty] * 12, empty))
    assert empty.clear


def test_what_the_stream_itself_showed_bare_is_known_too():
    lying = still(3, (5,), table=5, **GLARE)
    bare = lying.surface.empty
    watcher = Watcher(Blind())
    events = watch([bare] * 12 + [lying.image] * 20, watcher)
    assert sum(isinstance(e, Empty) for e in events) == 1 and not watcher.clear
    events += watch([bare] * 20, watcher)
    assert watcher.clear
