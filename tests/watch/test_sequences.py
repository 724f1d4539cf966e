"""Rendered throws, frame by frame: two small ones that lie here, and all that lie beside the checkout.

The small ones (a quarter of the pixels) are watched with a reader that knows the truth, so that what is
tested is the watch; those beside the checkout are watched with the real reader.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import shared_folder
from vision.cameras.folders import FolderCamera
from vision.events import Hand, NoRoll, Throw
from vision.reader import Reader
from vision.readings import Reading, SeenDie
from vision.watch import Watcher

HERE = Path(__file__).parent / "frames"
TRUTH = json.loads((HERE / "truth.json").read_text())
#: Frames of rest within which the verdict must come.
LATEST = 6


class KnowingReader:
    """Says what lies in the frame that is being watched, as the truth has it."""

    def __init__(self, truth: dict) -> None:
        self._truth = truth
        self.frame = 0

    def read(self, images) -> Reading:
        height, width = images[-1].shape[:2]
        dice = []
        places = zip(self._truth["track_px"], self._truth["edge_px"], self._truth["die_values"], strict=True)
        for track, edge, value in places:
            at = track[min(self.frame, len(track) - 1)]
            if at is not None and 0 < at[0] < width and 0 < at[1] < height:
                box = (at[0] - edge / 2, at[1] - edge / 2, edge, edge)
                dice.append(SeenDie(value, 0.99, (at[0], at[1]), box))
        if len(dice) != 2:
            return Reading(None, 0.9, "wrong_count", tuple(dice))
        return Reading(tuple(sorted(die.value for die in dice)), 0.99, None, tuple(dice))


def watch(folder: Path, watcher: Watcher, tell=None) -> list:
    camera = FolderCamera(folder)
    camera.open()
    events = []
    while (frame := camera.read()) is not None:
        if tell is not None:
            tell(frame.index)
        events += watcher.feed(frame)
    return events + watcher.finish()


def the_verdict(events: list):
    verdicts = [event for event in events if isinstance(event, Throw | NoRoll)]
    assert len(verdicts) == 1, verdicts
    return verdicts[0]


@pytest.mark.parametrize("name", TRUTH)
def test_small_sequences(name):
    truth = TRUTH[name]
    reader = KnowingReader(truth)
    events = watch(HERE / name, Watcher(reader), lambda index: setattr(reader, "frame", index))
    verdict = the_verdict(events)
    assert truth["ready_frame"] < verdict.frame <= truth["ready_frame"] + LATEST
    assert any(isinstance(event, Hand) for event in events)
    if truth["why_not"] is None:
        assert verdict.values == tuple(truth["values"])
        assert abs(verdict.settle_frame - truth["settle_frame"]) <= 1
    else:
        assert (verdict.reason, verdict.detail) == ("not_thrown", "placed")


def shared_sequences() -> list[dict]:
    folder = shared_folder()
    if folder is None:
        return []
    return json.loads((folder / "renders" / "truth.json").read_text())["sequences"]


WHY = {
    "only_one_die_moved": ("not_thrown", "one_moved"),
    "placed_by_hand": ("not_thrown", "placed"),
    "cocked": ("cocked", None),
    "off_surface": ("off_surface", None),
}


SHARED = shared_sequences()


@pytest.mark.parametrize("truth", SHARED, ids=[f"{truth['folder']}-{truth['kind']}" for truth in SHARED])
def test_shared_sequences_with_the_real_reader(truth, shared):
    verdict = the_verdict(watch(shared / "renders" / truth["folder"], Watcher(Reader())))
    assert verdict.frame <= truth["ready_frame"] + LATEST
    if truth["throw"]["valid"]:
        assert isinstance(verdict, Throw) and verdict.values == tuple(truth["final_values"])
    else:
        assert isinstance(verdict, NoRoll)
        assert (verdict.reason, verdict.detail) == WHY[truth["throw"]["why_not"]]


def test_a_film_from_the_hand(shared):
    """Two dice on a board that is jerked up between rolls, the camera never still: one verdict a roll, none wrong."""
    from vision.cameras.films import FilmCamera

    record = json.loads((shared / "photos" / "videos.json").read_text())[0]
    camera = FilmCamera(shared / "photos" / record["file"])
    camera.open()
    watcher, events = Watcher(Reader()), []
    while (frame := camera.read()) is not None:
        events += watcher.feed(frame)
    verdicts = [event for event in events + watcher.finish() if isinstance(event, Throw | NoRoll)]
    settled = record["settled"][1:]
    for span in settled:
        inside = [v for v in verdicts if span["start"] - 4 <= v.frame <= span["end"] + 4]
        assert len(inside) == 1, (span, inside)
        if isinstance(inside[0], Throw):
            assert list(inside[0].values) == span["values"]
    assert len(verdicts) == len(settled)
