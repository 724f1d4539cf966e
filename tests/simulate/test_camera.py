"""The simulated camera as a camera: its protocol, its deck of troubles, and the truth that goes nowhere else."""

from __future__ import annotations

import pickle
import time
from collections import Counter

import numpy as np
import pytest

from vision.cameras.base import CameraMissing
from vision.cameras.simulated import LAG_FRAMES, USUAL_TROUBLES, SimulatedCamera
from vision.simulate.throws import TROUBLES

SMALL = (480, 270)


def camera(**options) -> SimulatedCamera:
    options = {"seed": 2, "size": SMALL, "sleep": False, "start": 0.0, **options}
    made = SimulatedCamera(**options)
    made.open()
    return made


def until_settled(made: SimulatedCamera, truths: list, limit: int = 300) -> list:
    frames, before = [], len(truths)
    while len(truths) == before and len(frames) < limit:
        frames.append(made.read())
    return frames


def dealt(throws: int, **options) -> Counter:
    """Kinds of so many throws, without drawing them."""
    made = camera(**options)
    made._thrower.lying = made._thrower._lay(None)
    return Counter(made._deal() for _ in range(throws))


def test_frames_come_in_order_with_their_times():
    made = camera(fps=25.0)
    frames = [made.read() for _ in range(5)]
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.t for frame in frames] == pytest.approx([0, 0.04, 0.08, 0.12, 0.16])
    assert frames[0].image.shape == (270, 480, 3) and frames[0].image.dtype == np.uint8
    assert frames[0].exposure == 0.0
    assert not made.finite


@pytest.mark.parametrize("size", [(120, 120), (160, 120), (120, 300)])
def test_the_smallest_pictures_are_drawn_too(size):
    """What is smeared round a die reaches farther there than its shadow does."""
    truths: list[dict] = []
    made = camera(size=size, auto=True, truth=truths.append)
    frames = until_settled(made, truths)
    assert truths and {frame.image.shape for frame in frames} == {(size[1], size[0], 3)}


def test_nothing_happens_until_it_is_told():
    made = camera()
    first = made.read().image.astype(int)
    for _ in range(20):
        assert np.abs(made.read().image - first).mean() < 6


def test_a_throw_is_told_and_the_truth_comes_at_rest():
    truths: list[dict] = []
    made = camera(truth=truths.append)
    made.tell({"throw": {"kind": "plain", "values": [5, 2]}})
    frames = until_settled(made, truths)
    assert isinstance(truths[0].pop("wall"), bool)
    assert truths == [{"throw": 1, "kind": None, "values": [5, 2], "counts": True, "settle_index": frames[-1].index}]
    rest = [made.read().image.astype(int) for _ in range(3)]
    assert np.abs(rest[0] - frames[-1].image).mean() < 6  # only noise from the settled frame on
    assert np.abs(frames[-4].image.astype(int) - frames[-1].image).max() > 60 or len(frames) > 20


def test_clear_takes_the_dice_away():
    truths: list[dict] = []
    made = camera(truth=truths.append)
    empty = made.read().image.astype(int)
    made.tell({"throw": {"kind": "plain"}})
    until_settled(made, truths)
    lying = made.read().image
    made.tell({"clear": True})
    for _ in range(60):
        frame = made.read()
    assert (np.abs(lying - empty).max(-1) > 60).sum() > 100
    assert (np.abs(frame.image - empty).max(-1) > 60).sum() < 5


def test_a_new_throw_during_a_throw_waits():
    truths: list[dict] = []
    made = camera(truth=truths.append)
    made.tell({"throw": {"kind": "plain"}})
    made.tell({"throw": {"kind": "plain"}})
    until_settled(made, truths)
    until_settled(made, truths)
    assert [truth["throw"] for truth in truths] == [1, 2]


def test_by_itself_it_throws_and_ends():
    truths: list[dict] = []
    made = camera(auto=True, throws=2, pause=0.2, troubles=(), truth=truths.append)
    assert made.finite
    frames = 0
    while made.read() is not None:
        frames += 1
        assert frames < 600
    assert [truth["throw"] for truth in truths] == [1, 2]
    assert made.read() is None


def test_exposure_is_set_and_told():
    made = camera()
    base = made.read().image.mean()
    assert made.set_exposure(-2.0)
    frames = [made.read() for _ in range(LAG_FRAMES + 1)]
    assert [frame.exposure for frame in frames] == [0.0] * LAG_FRAMES + [-2.0]
    assert frames[-2].image.mean() == pytest.approx(base, rel=0.02)
    assert frames[-1].image.mean() < 0.7 * base
    made.set_exposure(0.0)
    assert [made.read() for _ in range(LAG_FRAMES + 1)][-1].image.mean() == pytest.approx(base, rel=0.02)


def test_what_a_person_would_know_of_mat_and_lens():
    made = SimulatedCamera(seed=2)
    width, depth = made.mat_mm
    assert 300 < width < 600 and 150 < depth < 300
    assert 700 < made.focal_px < 2000


def test_a_flickering_lamp_makes_bands():
    def swing(made: SimulatedCamera) -> float:
        first, second = (made.read().image.mean(axis=(1, 2)) for _ in range(2))
        return float(np.abs(first - second).max())

    assert swing(camera()) < 1.5 < swing(camera(flicker=0.15))


def test_a_camera_that_trembles_under_a_light_that_drifts():
    def changes(made: SimulatedCamera) -> float:
        first, second = (made.read().image.astype(int) for _ in range(2))
        return float(np.abs(first - second).mean())

    assert changes(camera(shake=1.5)) > 1.1 * changes(camera())
    drifting = camera(drift=0.1)
    levels = [drifting.read().image.mean() for _ in range(150)]
    assert np.ptp(levels) > 0.02 * np.mean(levels)


def test_the_seed_decides_everything():
    def stream(seed: int) -> tuple[list, list]:
        truths: list[dict] = []
        made = camera(seed=seed, truth=truths.append)
        made.tell({"throw": {"kind": None}})
        return [frame.image for frame in until_settled(made, truths)], truths

    (frames, truths), (again, same), (other, differing) = stream(7), stream(7), stream(8)
    assert truths == same
    assert len(frames) == len(again)
    assert all(np.array_equal(a, b) for a, b in zip(frames, again, strict=True))
    assert truths != differing or not np.array_equal(frames[0], other[0])


def test_no_frame_depends_on_the_truth_channel():
    """Whatever listens, lies about or breaks the truth: the frames are the same, and bear none of it."""
    told: list[dict] = []

    def meddle(truth: dict) -> None:
        told.append(dict(truth))
        truth["values"] = [9, 9]
        truth.clear()

    streams = []
    for channel in (None, meddle):
        made = camera(truth=channel)
        made.tell({"throw": {"kind": None}})
        streams.append([made.read() for _ in range(90)])
    assert told
    for a, b in zip(*streams, strict=True):
        assert np.array_equal(a.image, b.image)
        assert (a.t, a.index, a.exposure) == (b.t, b.index, b.exposure)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_comes_in_five_percent_when_on_and_never_when_off(trouble):
    on = dealt(320, troubles=TROUBLES)
    assert on[trouble] >= 0.05 * 320
    assert on[None] >= 0.3 * 320
    assert dealt(320, troubles=[t for t in TROUBLES if t != trouble])[trouble] == 0


def test_usual_troubles_and_none():
    assert set(dealt(64)) == USUAL_TROUBLES | {None}
    assert dealt(64, troubles=()) == {None: 64}
    assert dealt(64, trouble_rate=0) == {None: 64}


def test_one_die_is_moved_only_while_two_lie_there():
    made = camera(troubles=["one_moved"], trouble_rate=0.25)
    assert [made._deal() for _ in range(3)] == [None] * 3
    made._thrower.lying = made._thrower._lay(None)
    assert made._deal() == "one_moved"


def test_wrong_options_are_one_sentence():
    with pytest.raises(CameraMissing, match="no trouble 'earthquake'"):
        SimulatedCamera(troubles=["earthquake"])
    with pytest.raises(CameraMissing, match="too high"):
        SimulatedCamera(trouble_rate=0.5)
    with pytest.raises(CameraMissing, match="at least 120 pixels"):
        SimulatedCamera(size=(20, 20))


def test_it_keeps_time_when_it_sleeps():
    made = camera(sleep=True, start=None, fps=50.0)
    begin = time.monotonic()
    frames = [made.read() for _ in range(11)]
    assert time.monotonic() - begin >= 0.19
    assert all(frame.t <= time.monotonic() for frame in frames)


def test_its_options_can_be_sent_to_another_process():
    options = {"seed": 3, "size": SMALL, "troubles": USUAL_TROUBLES, "trouble_rate": 0.1, "sleep": False, "auto": True}
    assert SimulatedCamera(**pickle.loads(pickle.dumps(options))).seed == 3


def test_closing_twice_and_opening_again():
    made = camera()
    first = made.read()
    made.close()
    made.close()
    made.open()
    assert np.array_equal(made.read().image, first.image)
