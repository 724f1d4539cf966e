"""What the watch of a stream tells: one frozen value an event.

`frame` is the number of the frame at which it was decided, `t` that frame's time of capture in
seconds, unless a field says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.readings import Reading


@dataclass(frozen=True, slots=True)
class Motion:
    """Dice move. `frame` and `t` are those of the first frame that moved, not of the one that proved it."""

    frame: int
    t: float

    def to_json(self) -> dict:
        return {"event": "motion", "frame": self.frame, "t": round(self.t, 3)}


@dataclass(frozen=True, slots=True)
class Empty:
    """The surface lies empty and still."""

    frame: int
    t: float

    def to_json(self) -> dict:
        return {"event": "empty", "frame": self.frame, "t": round(self.t, 3)}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, an arm or a sleeve reaches over the border of the picture."""

    frame: int
    t: float

    def to_json(self) -> dict:
        return {"event": "hand", "frame": self.frame, "t": round(self.t, 3)}


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Asks the owner of the camera for frames at another exposure (stops; 0.0 = back to the base). Never printed."""

    frame: int
    t: float
    exposure: float


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was read.

    settle_frame: the first frame of rest. looks: how many readings it took.
    picture: (h, w, 3) uint8 crop of the dice only, or None.
    """

    values: tuple[int, ...]
    confidence: float
    settle_frame: int
    frame: int
    t: float
    warnings: tuple[str, ...] = ()
    looks: int = 1
    reading: Reading | None = field(default=None, compare=False)
    picture: np.ndarray | None = field(default=None, compare=False)

    def to_json(self) -> dict:
        return {
            "event": "throw",
            "values": list(self.values),
            "confidence": round(self.confidence, 4),
            "settle_frame": self.settle_frame,
            "frame": self.frame,
            "t": round(self.t, 3),
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class NoRoll:
    """A throw that does not count or could not be read; reason is one of readings.REASONS."""

    reason: str
    frame: int
    t: float
    detail: str | None = None
    warnings: tuple[str, ...] = ()
    looks: int = 1
    reading: Reading | None = field(default=None, compare=False)
    picture: np.ndarray | None = field(default=None, compare=False)

    def to_json(self) -> dict:
        return {
            "event": "no_roll",
            "reason": self.reason,
            "detail": self.detail,
            "frame": self.frame,
            "t": round(self.t, 3),
        }


WatchEvent = Motion | Empty | Hand | LookAgain | Throw | NoRoll
