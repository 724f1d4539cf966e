"""The kept picture of a throw is the one in which it was read, at whatever exposure that was."""

from __future__ import annotations

import numpy as np
import pytest

from tests.watch.drawn import Die, Film, SquareReader
from vision.events import LookAgain, NoRoll, Throw
from vision.frames import Frame
from vision.watch import LookPolicy, Watcher
from vision.watch_pictures import crop_dice

DICE = [Die(150, 110, 2, 10), Die(210, 150, 5, 40)]
DARKER = 0.72


def watched(refusals: list[str]) -> tuple[Throw | NoRoll, np.ndarray]:
    """The verdict on a throw that glares, and the last picture at the base exposure."""
    watcher = Watcher(SquareReader(refusals=refusals), looks=LookPolicy(looks=2, exposures=(-1.0,)))
    exposure, verdict, base = 0.0, None, None
    for frame in Film(exposure=0.0).add(times=8).throw(DICE).add(DICE, times=30).frames:
        image = frame.image if exposure == 0.0 else (frame.image * DARKER).astype(np.uint8)
        base = image if exposure == 0.0 else base
        for event in watcher.feed(Frame(image, frame.t, frame.index, exposure)):
            if isinstance(event, LookAgain):
                exposure = event.exposure
            elif isinstance(event, Throw | NoRoll):
                verdict = event
    assert verdict is not None and base is not None
    return verdict, base


@pytest.mark.parametrize("refusals", [["glare"], ["glare", "glare"]])
def test_the_picture_is_that_of_the_look_that_decided(refusals):
    verdict, base = watched(refusals)
    at_base = crop_dice(base, verdict.reading.dice)
    assert verdict.looks == 2 and isinstance(verdict, Throw) == (len(refusals) == 1)
    assert np.percentile(verdict.picture, 90) < 0.85 * np.percentile(at_base, 90)


def test_a_throw_read_at_the_first_look_shows_what_was_read_there():
    verdict, base = watched([])
    at_base = crop_dice(base, verdict.reading.dice)
    assert np.percentile(verdict.picture, 90) == pytest.approx(np.percentile(at_base, 90), abs=6)
