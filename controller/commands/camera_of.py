"""The camera that table.toml names, in a process of its own."""

from __future__ import annotations

from typing import Any

from controller.config import Config
from vision.cameras.process import CameraProcess


def camera_of(config: Config) -> CameraProcess:
    """The camera, not yet opened. Raises CameraError when the name means nothing."""
    return CameraProcess(config.camera.source, camera_options(config))


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
