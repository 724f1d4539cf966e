"""Further looks at dice that a first look could not read."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.frames import Frame
from vision.motion import change, plane
from vision.readings import Reading
from vision.thrown import Account

#: Frames that are waited for those of the exposure asked for.
EXPOSURE_PATIENCE = 15
#: Further frames that a look takes where the exposure cannot be set: three looks must end within six of the rest.
LATER_FRAMES = 1
#: Share of a plane that may differ between frames of one look; more is a hand, or the dice move.
MOST_MOVED = 0.003


@dataclass(frozen=True, slots=True)
class LookPolicy:
    """How often to look before a throw is refused.

    looks: readings of one throw at the most. burst: frames a reading is made of.
    exposures: stops from the base for the further looks, in turn; used where the camera can set them,
    later frames at the same exposure elsewhere. curable: refusals that a further look may cure.
    """

    looks: int = 3
    burst: int = 3
    exposures: tuple[float, ...] = (-1.0, 1.0)
    curable: frozenset[str] = frozenset(
        {"unsure", "glare", "too_dark", "blurred", "moving", "occluded", "wrong_count"}
    )

    def wants(self, reading: Reading, count: int) -> bool:
        """Whether after `count` looks another is worth it."""
        return reading.reason in self.curable and count < self.looks


@dataclass(eq=False, slots=True)
class Look:
    """A further look under way.

    frame: at which the first look ended. account: how the dice came there. reading: the best so far.
    count: looks so far. exposure: the one asked for, None where it cannot be set. read: the picture in which
    `reading` was read, (h, w, 3) uint8; None: that of `frame`.
    """

    frame: Frame
    account: Account
    reading: Reading
    count: int
    exposure: float | None
    burst: int
    read: np.ndarray | None = None
    frames: list[Frame] = field(default_factory=list)
    disturbed: bool = False
    _waited: int = 0
    _plane: np.ndarray | None = None

    def take(self, frame: Frame, noise: float) -> bool:
        """One more frame; True when the look has what it can get: its frames, a disturbance, or nothing in time."""
        self._waited += 1
        if self.exposure is None or abs((frame.exposure or 0.0) - self.exposure) < 0.01:
            small = plane(frame.image)
            if self._plane is not None and change(small, self._plane, max(2.0, noise)).share > MOST_MOVED:
                self.disturbed = True
                return True
            self._plane = small
            self.frames.append(frame)
        return len(self.frames) >= (LATER_FRAMES if self.exposure is None else self.burst) or self._late

    @property
    def _late(self) -> bool:
        return self._waited >= EXPOSURE_PATIENCE

    def learn(self, reading: Reading, image: np.ndarray) -> None:
        """What this look read, in which picture: values before a refusal, the later of two refusals."""
        self.count += 1
        if self.reading.values is None:
            self.reading, self.read = reading, image
