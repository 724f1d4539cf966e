"""The camera protocol: what every source of frames offers, and how it fails."""

from __future__ import annotations

from typing import Protocol

from vision.frames import Frame


class CameraError(Exception):
    """A source of frames that cannot be used; the message is one sentence for a person."""


class CameraMissing(CameraError):
    """There is no such camera, film, folder or picture, or the library for it is not installed."""


class CameraBusy(CameraError):
    """The camera is in use by another program."""


class CameraStalled(CameraError):
    """No frame came within the time limit."""


class SourceBroken(CameraError):
    """The film, folder or picture is there and cannot be decoded."""


class Camera(Protocol):
    """One source of frames, used by one thread.

    name: what people are told it is. fps: frames a second, nominal. finite: whether it ends.
    """

    name: str
    fps: float
    finite: bool

    def open(self) -> None:
        """Starts it. Raises CameraMissing, CameraBusy or SourceBroken."""

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame; None when a finite source has ended. Raises CameraStalled after `timeout` seconds."""

    def set_exposure(self, stops: float) -> bool:
        """Asks for another exposure, in stops from the base. False when this source cannot."""

    def tell(self, message: dict) -> None:
        """Passes a message to the source; all but the simulated camera ignore it."""

    def close(self) -> None:
        """Ends it; may be called twice."""
