"""One picture from a camera, with the moment it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture of a source.

    image: (height, width, 3) uint8, blue-green-red as OpenCV has it; treated as read-only.
    t: time of capture in seconds on the source's monotonic clock.
    index: number of the frame in its source, from 0, rising by one unless frames were lost.
    exposure: stops relative to the camera's base exposure (0.0 = base, -1.0 = half the light);
        None when the source cannot tell.
    """

    image: np.ndarray
    t: float
    index: int
    exposure: float | None = None
