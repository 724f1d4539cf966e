"""Milliseconds a frame of the motion gate, beside OpenCV's own background subtraction (MOG2), in one run.

Run by hand: python tests/bench/gate_bench.py [FOLDER OF NUMBERED FRAMES]
Without a folder frames are drawn: felt with prints and sensor noise, 640x480. OpenCV on one thread.
Prints one JSON object; times are medians and 95th percentiles over the frames.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.cameras.folders import FolderCamera  # noqa: E402
from vision.frames import Frame  # noqa: E402
from vision.motion import Gate  # noqa: E402
from vision.readings import Reading  # noqa: E402
from vision.watch import Watcher  # noqa: E402

SIZE = (640, 480)
REPEATS = 6


class NothingThere:
    """A reader that sees an empty table: the gate alone is measured."""

    def read(self, images) -> Reading:
        return Reading(None, 1.0, "wrong_count")


def drawn(count: int, noise: float) -> list[Frame]:
    rng = np.random.default_rng(1)
    felt = np.full((SIZE[1], SIZE[0], 3), (52, 96, 44), np.uint8)
    cv2.rectangle(felt, (80, 80), (560, 240), (150, 190, 190), 3)
    cv2.putText(felt, "PASS LINE", (120, 360), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (60, 160, 190), 4)
    frames = []
    for k in range(count):
        image = np.clip(felt + rng.normal(0, noise, felt.shape), 0, 255).astype(np.uint8)
        frames.append(Frame(image, k / 30, k))
    return frames


def of_folder(folder: str) -> list[Frame]:
    """The frames of a folder before anything moves: as long as each is like the first."""
    camera = FolderCamera(folder)
    camera.open()
    gate, frames = Gate(), []
    while (frame := camera.read()) is not None:
        gate.take(frame.image)
        if gate.changed().share > 0.002:
            break
        frames.append(frame)
    return frames


def timed(work: Callable[[Frame], object], frames: list[Frame]) -> dict[str, float]:
    took = []
    for _ in range(REPEATS):
        for frame in frames:
            begin = time.perf_counter()
            work(frame)
            took.append((time.perf_counter() - begin) * 1000)
    return {"median_ms": round(float(np.median(took)), 3), "p95_ms": round(float(np.percentile(took, 95)), 3)}


def measure(frames: list[Frame]) -> dict:
    """The whole watch on an idle table, the gate's full look (as when something moves), and MOG2."""
    watcher = Watcher(NothingThere())
    for frame in frames[:6]:
        watcher.feed(frame)
    gate = Gate()

    def full(frame: Frame) -> None:
        gate.take(frame.image)
        gate.changed()

    subtractor = cv2.createBackgroundSubtractorMOG2(detectShadows=True)
    small = cv2.createBackgroundSubtractorMOG2(detectShadows=True)
    return {
        "frames": len(frames),
        "size": [frames[0].image.shape[1], frames[0].image.shape[0]],
        "watch, idle": timed(watcher.feed, frames),
        "gate, full look": timed(full, frames),
        "MOG2, full picture": timed(lambda frame: subtractor.apply(frame.image), frames),
        "MOG2, a quarter of the width": timed(
            lambda frame: small.apply(cv2.resize(frame.image, (160, 120), interpolation=cv2.INTER_AREA)), frames
        ),
    }


def main() -> None:
    cv2.setNumThreads(1)
    if len(sys.argv) > 1:
        results = {sys.argv[1]: measure(of_folder(sys.argv[1]))}
    else:
        results = {f"drawn, noise {noise:g}": measure(drawn(60, noise)) for noise in (2.0, 8.0)}
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
