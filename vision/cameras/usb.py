"""A USB camera through OpenCV and Video4Linux."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import cv2

from vision.cameras.base import CameraBusy, CameraError, CameraMissing, CameraStalled
from vision.frames import Frame

#: Seconds between attempts to open a camera that was lost: each the double of the one before.
BACK_OFF_S = (0.25, 8.0)


class UsbCamera:
    """A camera that Video4Linux knows.

    which: its number ("0") or its path ("/dev/v4l/by-id/..."), which does not change when it is replugged.
    size: (width, height) asked for. fps: frames a second asked for.
    exposure_us: fixed exposure in microseconds; multiples of 10,000 do not flicker under 50 Hz lamps.
        None leaves the camera's own automatic exposure on, and further looks cannot change it.
    A camera that is lost is opened again, at growing intervals, by the reads that follow.
    """

    finite = False

    def __init__(
        self,
        which: str | int = "0",
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        exposure_us: int | None = 10_000,
    ) -> None:
        self.device = Path(f"/dev/video{which}" if str(which).isdigit() else str(which))
        self.name = f"usb:{which}"
        self.fps = float(fps)
        self._size = size
        self._base_us = exposure_us
        self._stops = 0.0
        self._settable = False
        self._capture: cv2.VideoCapture | None = None
        self._index = 0
        self._wait = BACK_OFF_S[0]
        self._again_at = 0.0

    def open(self) -> None:
        """Raises CameraMissing when it is not there, CameraBusy when another program has it."""
        self.close()
        look_at_device(self.device)
        capture = cv2.VideoCapture(str(self.device), cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise self._why_not()
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter_fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_FPS, self.fps)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        there, _ = capture.read()
        if not there:
            capture.release()
            raise self._why_not()
        self._capture = capture
        self._settable = self._fix_exposure(self._stops)

    def _why_not(self) -> CameraError:
        if held_by_another(self.device):
            return CameraBusy(f"The camera {self.device} is in use by another program; close it there first.")
        return CameraMissing(f"{self.device} is there and gives no pictures; it may not be a camera.")

    def _fix_exposure(self, stops: float) -> bool:
        """Sets the exposure by hand, in Video4Linux's units of 100 microseconds; False when it does not take it."""
        if self._base_us is None or self._capture is None:
            return False
        wanted = max(1, round(self._base_us / 100 * 2.0**stops))
        manual = self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        taken = self._capture.set(cv2.CAP_PROP_EXPOSURE, wanted)
        got = self._capture.get(cv2.CAP_PROP_EXPOSURE)
        return bool(manual and taken and abs(got - wanted) <= max(1.0, 0.1 * wanted))

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame. Raises CameraStalled when none comes; the next read opens the camera again."""
        deadline = time.monotonic() + timeout
        if self._capture is None:
            self._reopen(deadline)
        there, image = self._capture.read()
        t = time.monotonic()
        if not there or image is None:
            self.close()
            raise CameraStalled(f"The camera {self.device} gave no picture; it may have been unplugged.")
        self._wait = BACK_OFF_S[0]
        index = self._index
        self._index += 1
        return Frame(image, t, index, self._stops if self._settable else None)

    def _reopen(self, deadline: float) -> None:
        while True:
            pause = self._again_at - time.monotonic()
            if pause > 0:
                time.sleep(max(0.0, min(pause, deadline - time.monotonic())))
            if time.monotonic() >= deadline and pause > 0:
                raise CameraStalled(f"The camera {self.device} is not back yet.")
            self._again_at = time.monotonic() + self._wait
            self._wait = min(BACK_OFF_S[1], self._wait * 2)
            try:
                self.open()
                return
            except CameraError as error:
                if time.monotonic() >= deadline:
                    raise CameraStalled(str(error)) from error

    def set_exposure(self, stops: float) -> bool:
        """Sets the exposure `stops` from the base; False when the camera does not take it."""
        if not self._settable or not self._fix_exposure(stops):
            return False
        self._stops = float(stops)
        # Frames that were under way still have the old exposure: two in the driver, one on the sensor.
        for _ in range(3):
            if self._capture is not None:
                self._capture.grab()
        return True

    def tell(self, message: dict) -> None:
        """Ignored: a real camera does not listen."""

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def look_at_device(device: Path) -> None:
    """Raises CameraMissing or CameraBusy with a sentence when the device cannot be opened at all."""
    if not device.exists():
        raise CameraMissing(f"There is no camera {device}; is it plugged in?")
    try:
        os.close(os.open(device, os.O_RDWR | os.O_NONBLOCK))
    except OSError as error:
        if error.errno == errno.EBUSY:
            raise CameraBusy(f"The camera {device} is in use by another program; close it there first.") from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise CameraMissing(f"This user may not open {device}; add the user to the group video.") from error
        raise CameraMissing(f"The camera {device} cannot be opened: {os.strerror(error.errno or 0)}.") from error


def held_by_another(device: Path, proc: Path = Path("/proc")) -> bool:
    """Whether another process has the device open, as far as this user may see."""
    real, mine = str(device.resolve()), str(os.getpid())
    for folder in proc.glob("[0-9]*"):
        if folder.name == mine:
            continue
        try:
            if any(os.readlink(link) == real for link in (folder / "fd").iterdir()):
                return True
        except OSError:
            continue
    return False
