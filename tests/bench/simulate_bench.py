"""How long the simulated table takes: `python tests/bench/simulate_bench.py` prints one JSON object.

Milliseconds of processor time on one thread, so that other programs on the machine disturb little.
"""

from __future__ import annotations

import json
import statistics
import time

import cv2

from vision.cameras.simulated import SimulatedCamera
from vision.simulate.scenes import settled
from vision.simulate.throws import TROUBLES


def _times(step, count: int) -> list[float]:
    out = []
    for _ in range(count):
        begin = time.process_time()
        step()
        out.append((time.process_time() - begin) * 1e3)
    return out


def _summary(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "mean": round(statistics.fmean(times), 2),
        "median": round(statistics.median(times), 2),
        "p95": round(ordered[int(0.95 * len(ordered))], 2),
        "max": round(ordered[-1], 2),
    }


def stream(size: tuple[int, int]) -> dict[str, float]:
    """A camera that throws again and again, with every trouble, frame by frame."""
    camera = SimulatedCamera(seed=5, size=size, sleep=False, auto=True, troubles=TROUBLES)
    camera.open()
    return _summary(_times(camera.read, 900))


def main() -> None:
    """Measures and prints."""
    cv2.setNumThreads(1)
    begin = time.process_time()
    camera = SimulatedCamera(seed=5, sleep=False)
    camera.open()
    opened = (time.process_time() - begin) * 1e3
    idle = _times(camera.read, 200)
    burst = settled(1, 200)
    next(burst)
    print(json.dumps({
        "opencv": cv2.__version__,
        "open_ms": round(opened, 1),
        "idle_frame_ms": _summary(idle),
        "stream_960x540_ms": stream((960, 540)),
        "stream_960x720_ms": stream((960, 720)),
        "settled_frame_ms": round(statistics.fmean(_times(lambda: next(burst), 150)) / 3, 2),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
