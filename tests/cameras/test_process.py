"""The camera process: it outlives crashes, hangs and slowness, and leaves nothing behind."""

from __future__ import annotations

import os
import time
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import pytest

from tests.cameras import broken_cameras as broken
from vision.cameras import process as process_module
from vision.cameras.base import CameraBusy, CameraMissing, CameraStalled, SourceBroken
from vision.cameras.process import CameraProcess


def children() -> set[str]:
    """Camera processes of this test process, zombies too."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            mine = int(fields[1]) == os.getpid()
            if mine and (fields[0] == "Z" or b"spawn_main" in (stat.parent / "cmdline").read_bytes()):
                found.add(stat.parent.name)
        except (OSError, IndexError):
            continue
    return found


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch):
    made = []

    def counted(*args, **options):
        made.append(SharedMemory(*args, **options))
        return made[-1]

    monkeypatch.setattr(process_module, "SharedMemory", counted)
    yield
    left = [block.name for block in made if Path("/dev/shm", block.name).exists()]
    assert not left, "shared memory was leaked"
    assert not children(), "a child or a zombie was left"


def read_some(camera: CameraProcess, count: int, patience: float = 15.0) -> list:
    """`count` frames, over faults; fails when they do not come in time."""
    frames = []
    deadline = time.monotonic() + patience
    while len(frames) < count:
        assert time.monotonic() < deadline, f"only {len(frames)} frames came; {camera.health}"
        try:
            frames.append(camera.read(1.0))
        except CameraStalled:
            continue
    return frames


def test_frames_come_over_whole_and_in_order():
    with CameraProcess(broken.Steady, {"frames": 40}) as camera:
        assert camera.finite and camera.fps == 200.0 and camera.name == "Steady"
        frames = []
        while (frame := camera.read()) is not None:
            frames.append(frame)
        assert camera.read() is None
    assert [frame.index for frame in frames] == list(range(40))
    assert all(frame.image.shape == (48, 64, 3) and (frame.image[1:] == frame.index).all() for frame in frames)
    assert camera.health.frames == 40 and camera.health.state == "closed"


def test_a_finite_source_loses_nothing_to_a_slow_reader_and_a_live_one_stays_fresh():
    with CameraProcess(broken.Steady, {"frames": 30}) as camera:
        indices = []
        while (frame := camera.read()) is not None:
            indices.append(frame.index)
            time.sleep(0.005)
        assert indices == list(range(30))
    with CameraProcess(broken.Steady) as camera:
        camera.read()
        time.sleep(0.5)
        for _ in range(8):
            frame = camera.read()
        assert frame.index > 60, "old frames were kept for a reader that was away"


@pytest.mark.parametrize("kind", [broken.Exits, broken.Segfaults, broken.Vanishes])
def test_a_crash_is_mended_and_numbers_go_on(kind, tmp_path):
    options = {"fail_at": 10, "marker": str(tmp_path / "failed")}
    with CameraProcess(kind, options) as camera:
        frames = read_some(camera, 30)
        assert camera.health.restarts == 1 and camera.health.state == "ok"
        assert camera.health.trouble
    indices = [frame.index for frame in frames]
    assert indices == sorted(set(indices)) and indices[-1] >= 29
    times = [frame.t for frame in frames]
    assert times == sorted(times)


def test_a_clock_that_begins_anew_does_not_run_back(tmp_path):
    options = {"fail_at": 10, "marker": str(tmp_path / "failed")}
    with CameraProcess(broken.Clockwork, options) as camera:
        times = [frame.t for frame in read_some(camera, 25)]
    assert times == sorted(times) and len(set(times)) == 25


@pytest.mark.parametrize("kind", [broken.Hangs, broken.HangsDeaf])
def test_a_hung_camera_is_killed_and_replaced(kind, tmp_path):
    options = {"fail_at": 5, "marker": str(tmp_path / "failed")}
    with CameraProcess(kind, options, silence_limit=0.5) as camera:
        frames = read_some(camera, 20)
        assert camera.health.restarts == 1 and "hung" in camera.health.trouble
    assert frames[-1].index >= 19


def test_reads_keep_to_their_time_limit():
    with CameraProcess(broken.Hangs, {"fail_at": 0}, silence_limit=30.0) as camera:
        begin = time.monotonic()
        with pytest.raises(CameraStalled, match="no picture in time"):
            camera.read(0.3)
        assert time.monotonic() - begin < 1.0
        assert camera.health.state == "silent"


def test_a_slow_camera_is_waited_for():
    with CameraProcess(broken.Slow, silence_limit=2.0) as camera:
        assert [camera.read(2.0).index for _ in range(3)] == [0, 1, 2]
        assert camera.health.restarts == 0


@pytest.mark.parametrize(
    ("source", "error", "sentence"),
    [
        (broken.Absent, CameraMissing, "no such camera"),
        (broken.Taken, CameraBusy, "Somebody else"),
        ("/no/such/film.mp4", CameraMissing, "/no/such/film.mp4"),
        ("usb:97", CameraMissing, "/dev/video97"),
    ],
)
def test_a_camera_that_cannot_be_opened_says_so_once(source, error, sentence):
    camera = CameraProcess(source)
    with pytest.raises(error, match=sentence):
        camera.open()
    assert camera.read(0.1) is None


def test_a_camera_that_never_opens_is_given_up():
    camera = CameraProcess(broken.NeverOpens, open_limit=0.8)
    with pytest.raises(CameraStalled, match="did not open"):
        camera.open()


def test_a_wrong_option_is_a_sentence():
    with pytest.raises(CameraMissing, match="nonsense"):
        CameraProcess(broken.Steady, {"nonsense": 1}).open()


def test_a_film_whose_decoder_crashes_is_not_played_twice():
    with CameraProcess(broken.Exits, {"frames": 50, "fail_at": 10}) as camera:
        seen = []
        with pytest.raises(SourceBroken, match="crashed"):
            while True:
                seen.append(camera.read(2.0).index)
        assert seen == list(range(10))


def test_words_and_exposures_reach_the_camera():
    with CameraProcess(broken.Steady) as camera:
        assert camera.set_exposure(-1.0)
        camera.tell({"throw": {"kind": None}})
        frames = read_some(camera, 30)
    assert frames[-1].exposure == -1.0
    assert frames[-1].image[0, 0, 0] == 1


def test_the_truth_has_a_pipe_of_its_own():
    with CameraProcess(broken.Steady, {"frames": 5}, truth=True) as camera:
        while camera.read() is not None:
            pass
        assert list(camera.truth()) == [{"frame": index} for index in range(5)]
    with CameraProcess(broken.Steady, {"frames": 5}) as camera:
        camera.read()
        assert list(camera.truth()) == []


def test_larger_frames_get_larger_memory():
    with CameraProcess(broken.Steady, {"frames": 3, "size": (1280, 720)}) as camera:
        assert camera.read().image.shape == (720, 1280, 3)


def test_closing_twice_and_in_the_middle_is_clean():
    camera = CameraProcess(broken.Steady, {"frames": 1000})
    camera.open()
    camera.read()
    camera.close()
    camera.close()
    assert camera.read(0.1) is None
    assert camera.set_exposure(0.0) is False
    camera.tell({"clear": True})
