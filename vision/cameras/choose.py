"""Which camera a name means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vision.cameras.base import Camera, CameraMissing
from vision.cameras.films import FilmCamera
from vision.cameras.folders import PICTURE_ENDINGS, FolderCamera, PictureCamera


def open_camera(source: str, **options: Any) -> Camera:
    """The camera that `source` names, not yet opened.

    source: `usb:0` or `usb:/dev/v4l/by-id/...`, `picamera` or `picamera:1`, `sim`, a film, a folder of
        numbered frames, or a picture.
    options: passed to that camera (`fps` for folders, `size` for USB, Picamera2 and the simulated camera,
        `seed`, `troubles`, `sleep` for the simulated one); unknown ones raise TypeError.
    Raises CameraMissing when it names nothing.

    >>> open_camera("usb:0").name
    'usb:0'
    """
    kind, _, rest = str(source).partition(":")
    if kind == "usb":
        from vision.cameras.usb import UsbCamera

        return UsbCamera(rest or "0", **options)
    if kind == "picamera":
        from vision.cameras.picamera import PiCamera

        return PiCamera(int(rest or 0), **options)
    if source == "sim":
        from vision.cameras.simulated import SimulatedCamera

        return SimulatedCamera(**options)
    return _from_path(Path(source), options)


def _from_path(path: Path, options: dict[str, Any]) -> Camera:
    if path.is_dir():
        return FolderCamera(path, **options)
    if not path.exists():
        raise CameraMissing(
            f"There is no file, folder or camera called {path}; cameras are usb:0, picamera and sim."
        )
    if path.suffix.lower() in PICTURE_ENDINGS:
        return PictureCamera(path, **options)
    return FilmCamera(path, **options)
