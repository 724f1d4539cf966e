"""A Raspberry Pi's camera through Picamera2.

One Picamera2 and one configuration for life: mode switches run the contiguous memory out (picamera2
issues 1102 and 1125). Exposure, gain, colour gains and lens are fixed before the start, since late
controls take about three frames (977); frames whose metadata do not show the exposure that was asked
for are rejected. Captures have a time limit, since libcamera stalls in silence (883, 952).
"""

from __future__ import annotations

import time
from typing import Any

from vision.cameras.base import CameraBusy, CameraMissing, CameraStalled
from vision.frames import Frame

#: Sensor -> (width, height) of its largest mode that shows the whole field at 30 frames a second
#: (raspberrypi.com/documentation/accessories/camera.html; `rpicam-hello --list-cameras`). It is asked for: left to
#: itself libcamera takes the mode nearest in size, which on an imx708 or imx219 may be cut to two thirds of the field.
WHOLE_FIELD = {
    "imx219": (1640, 1232),
    "imx296": (1456, 1088),
    "imx477": (2028, 1520),
    "imx500": (2028, 1520),
    "imx708": (2304, 1296),
}
#: How far the exposure that a frame reports may be from the one asked for; sensors round to whole lines.
EXPOSURE_TOLERANCE = 0.03
#: Frames with the old exposure that are passed over before the camera is said to ignore the change.
LATE_FRAMES = 12
#: Attempts to open a camera that says it is busy, and seconds between them.
BUSY_ATTEMPTS, BUSY_PAUSE_S = 4, 0.5


class PiCamera:
    """The camera of a Raspberry Pi.

    number: which one. size: (width, height), both even. fps: frames a second.
    exposure_us: multiples of 10,000 do not flicker under 50 Hz lamps (8,333 under 60 Hz). gain: analogue.
    colour_gains: (red, blue). lens_dioptres: 1 / distance in metres for cameras that focus; None leaves it.
    """

    finite = False

    def __init__(
        self,
        number: int = 0,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        exposure_us: int = 10_000,
        gain: float = 2.0,
        colour_gains: tuple[float, float] = (1.8, 1.8),
        lens_dioptres: float | None = None,
    ) -> None:
        self.name = f"picamera:{number}"
        self.fps = float(fps)
        self._number = number
        self._size = size
        self._base_us = exposure_us
        self._gain = gain
        self._colour_gains = colour_gains
        self._lens = lens_dioptres
        self._stops = 0.0
        self._index = 0
        self._camera: Any = None

    def open(self) -> None:
        """Raises CameraMissing without the library or the camera, CameraBusy when another program has it."""
        if self._camera is not None:
            return
        library = _library()
        camera = self._claim(library)
        frame_us = round(1e6 / self.fps)
        mode = _whole_field(library.global_camera_info()[self._number])
        configuration = camera.create_video_configuration(
            main={"size": self._size, "format": "RGB888"},
            controls={"FrameDurationLimits": (frame_us, frame_us)},
            buffer_count=4,
            **({} if mode is None else {"sensor": {"output_size": mode}}),
        )
        camera.configure(configuration)
        camera.set_controls(self._fixed(camera.camera_controls))
        camera.start()
        self._camera = camera

    def _claim(self, library: Any) -> Any:
        cameras = library.global_camera_info()
        if self._number >= len(cameras):
            raise CameraMissing(f"There is no camera {self._number} on this Pi; check the ribbon cable.")
        for attempt in range(BUSY_ATTEMPTS):
            try:
                return library(self._number)
            except RuntimeError as error:
                if attempt == BUSY_ATTEMPTS - 1:
                    raise CameraBusy(
                        f"The camera {self._number} of this Pi is in use by another program: {error}."
                    ) from error
                time.sleep(BUSY_PAUSE_S)
        raise AssertionError("not reached")

    def _fixed(self, offered: dict) -> dict:
        """What is fixed before the start, as far as this camera offers it."""
        wanted: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self._base_us,
            "AnalogueGain": self._gain,
            "ColourGains": self._colour_gains,
        }
        if self._lens is not None:
            wanted |= {"AfMode": 0, "LensPosition": self._lens}
        return {name: value for name, value in wanted.items() if name in offered}

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame taken with the exposure asked for; CameraStalled when none comes in time."""
        if self._camera is None:
            self.open()
        deadline = time.monotonic() + timeout
        wanted_us = self._base_us * 2.0**self._stops
        for _ in range(LATE_FRAMES):
            image, told = self._capture(deadline)
            if abs(told.get("ExposureTime", wanted_us) - wanted_us) <= EXPOSURE_TOLERANCE * wanted_us + 50:
                index = self._index
                self._index += 1
                stamp = told.get("SensorTimestamp")
                t = stamp / 1e9 if stamp else time.monotonic()
                return Frame(image, t, index, self._stops)
        raise CameraStalled("The Pi's camera does not take the exposure that was asked for.")

    def _capture(self, deadline: float) -> tuple[Any, dict]:
        left = max(0.01, deadline - time.monotonic())
        try:
            request = self._camera.capture_request(wait=left)
        except TimeoutError as error:
            raise CameraStalled("The Pi's camera gave no picture in time.") from error
        try:
            return request.make_array("main"), request.get_metadata()
        finally:
            request.release()

    def set_exposure(self, stops: float) -> bool:
        """Asks for another exposure; frames that still show the old one are rejected by `read`."""
        wanted_us = round(self._base_us * 2.0**stops)
        if self._camera is None or wanted_us > 1e6 / self.fps or wanted_us < 50:
            return False
        self._camera.set_controls({"ExposureTime": wanted_us, "AnalogueGain": self._gain})
        self._stops = float(stops)
        return True

    def tell(self, message: dict) -> None:
        """Ignored: a real camera does not listen."""

    def close(self) -> None:
        if self._camera is not None:
            camera, self._camera = self._camera, None
            camera.stop()
            camera.close()


def _whole_field(info: dict) -> tuple[int, int] | None:
    """The mode to ask for by what Picamera2 tells of a camera, whose model is like imx708_wide_noir; None: unknown."""
    return WHOLE_FIELD.get(str(info.get("Model", "")).partition("_")[0])


def _library() -> Any:
    """The class Picamera2; CameraMissing when the package or libcamera is not there."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraMissing("Picamera2 is not installed; on a Pi: apt install python3-picamera2.") from error
    return Picamera2
