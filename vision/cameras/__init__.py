"""Where frames come from: pictures, films, folders of frames, USB cameras, a Pi's camera, the simulated one."""

from vision.cameras.base import (
    Camera,
    CameraBusy,
    CameraError,
    CameraMissing,
    CameraStalled,
    SourceBroken,
)
from vision.cameras.choose import open_camera

__all__ = [
    "Camera",
    "CameraBusy",
    "CameraError",
    "CameraMissing",
    "CameraStalled",
    "SourceBroken",
    "open_camera",
]
