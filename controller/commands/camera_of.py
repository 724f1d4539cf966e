"""The camera that table.toml names, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.config import Config
from vision.cameras.process import CameraProcess
from vision.frames import Frame


def camera_of(config: Config, dice: Callable[[], int | None] = lambda: None) -> CameraProcess:
    """The camera, not yet opened. Raises CameraError when the name means nothing.

    dice: how many the next throw is made with, None for the usual two: the simulated table throws by itself.
    """
    if config.camera.source == "sim":
        return SimulatedTable(camera_options(config), dice)
    return CameraProcess(config.camera.source, camera_options(config))


class SimulatedTable(CameraProcess):
    """The simulated camera, whose dice are as many as the game is played with."""

    def __init__(self, options: dict[str, Any], dice: Callable[[], int | None]) -> None:
        super().__init__("sim", options)
        self._dice = dice
        self._told: tuple[int, int] | None = None

    def read(self, timeout: float = 5.0) -> Frame | None:
        """As CameraProcess; also tells the camera how many dice it throws from now on."""
        now = self._dice() or 2, self.health.restarts  # a camera that was started again has to be told anew
        if now != self._told and self.health.state == "ok":
            self.tell({"dice": now[0]})
            self._told = now
        return super().read(timeout)


def camera_options(config: Config) -> dict[str, Any]:
    """What the camera is told, by its kind."""
    options = config.camera
    kind = options.source.partition(":")[0]
    if kind not in ("usb", "picamera"):
        return {"auto": True} if options.source == "sim" else {"fps": options.fps}
    told: dict[str, Any] = {"size": options.size, "fps": options.fps, "exposure_us": options.exposure_us}
    if kind == "picamera" and options.focus_mm:
        told["lens_dioptres"] = 1000 / options.focus_mm
    return told
