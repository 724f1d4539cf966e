"""Cameras that fail as real ones do, for the tests of the camera process. Imported by its child too."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np

from vision.cameras.base import CameraBusy, CameraMissing
from vision.frames import Frame


class Steady:
    """Gives small frames that say their number; the base of those that fail.

    fail_at: frame at which it fails. marker: a file that is made by the first failure; while it is there
    the camera works. frames: ends after so many, None = never.
    """

    finite = False
    fps = 200.0

    def __init__(self, fail_at: int = -1, marker: str = "", frames: int | None = None, size=(64, 48), truth=None):
        self.name = type(self).__name__
        self.finite = frames is not None
        self._fail_at, self._marker, self._frames, self._size = fail_at, marker, frames, size
        self._index = 0
        self._stops = 0.0
        self._told: list[dict] = []
        self._truth = truth

    def open(self) -> None:
        self._index = 0

    def read(self, timeout: float = 5.0) -> Frame | None:
        if self._frames is not None and self._index >= self._frames:
            return None
        if self._index == self._fail_at and not (self._marker and Path(self._marker).exists()):
            if self._marker:
                Path(self._marker).touch()
            self.fail()
        time.sleep(0.002)
        index = self._index
        self._index += 1
        image = np.full((self._size[1], self._size[0], 3), index % 251, np.uint8)
        image[0, 0] = len(self._told)
        if self._truth is not None:
            self._truth({"frame": index})
        return Frame(image, time.monotonic(), index, self._stops)

    def fail(self) -> None:
        """What goes wrong at `fail_at`."""

    def set_exposure(self, stops: float) -> bool:
        self._stops = stops
        return True

    def tell(self, message: dict) -> None:
        self._told.append(message)

    def close(self) -> None:
        """Nothing to do."""


class Exits(Steady):
    def fail(self) -> None:
        os._exit(7)


class Segfaults(Steady):
    def fail(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class Hangs(Steady):
    def fail(self) -> None:
        time.sleep(3600)


class HangsDeaf(Steady):
    def fail(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(3600)


class Slow(Steady):
    def read(self, timeout: float = 5.0) -> Frame | None:
        time.sleep(0.4)
        return super().read(timeout)


class NeverOpens(Steady):
    def open(self) -> None:
        time.sleep(3600)


class Absent(Steady):
    def open(self) -> None:
        raise CameraMissing("There is no such camera.")


class Taken(Steady):
    def open(self) -> None:
        raise CameraBusy("Somebody else has it.")


class Vanishes(Steady):
    def fail(self) -> None:
        raise CameraMissing("It was unplugged.")


class Clockwork(Steady):
    """Its clock begins at nought in each child, as the simulated camera's may."""

    def read(self, timeout: float = 5.0) -> Frame | None:
        frame = super().read(timeout)
        return frame and Frame(frame.image, frame.index / self.fps, frame.index, frame.exposure)

    def fail(self) -> None:
        os._exit(7)
