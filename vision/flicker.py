"""Lamps that flicker: under a rolling shutter their light makes bands over the rows, at other rows in each frame.

The gate and the reader take bands out; that they are there is said, since they can be cured: an exposure of whole
periods of the mains (10 ms in a 50 Hz country, 8.3 ms in a 60 Hz one), or another lamp.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.motion import OFFSET, SCALE

#: Frames between two looks, looks that are weighed together, and how many make a first opinion.
EVERY, KEPT, ENOUGH = 5, 24, 8
#: Share by which the light of the lamp swings from which it is said, and below which it is no longer.
MOST, OVER = 0.03, 0.02
#: Exponent of the cameras' tone curve, about.
GAMMA = 2.2


class Bands:
    """Watches the light of the rows while the table is at rest.

    swing: share of the light by which it swings at the peak, 0.0 until enough was seen. seen: it is worth saying.
    """

    def __init__(self) -> None:
        self._count = 0
        self._swings: deque[float] = deque(maxlen=KEPT)
        self.swing = 0.0
        self.seen = False

    def take(self, now: np.ndarray, before: np.ndarray | None) -> None:
        """The planes (see motion.py) of this frame and the one before it, both of the table at rest."""
        self._count += 1
        if before is None or before.shape != now.shape or self._count % EVERY:
            return
        self._swings.append(row_swing(now, before))
        if len(self._swings) >= ENOUGH:
            self.swing = float(np.median(self._swings))
            self.seen = self.swing > (OVER if self.seen else MOST)


def row_swing(now: np.ndarray, before: np.ndarray) -> float:
    """Share by which the light of the rows swings between two planes of a still table, at the peak.

    The median of each row's columns, so that a thing that moves in some of them does not count.
    """
    step = np.median(now.astype(np.float32).mean(axis=2) - before.astype(np.float32).mean(axis=2), axis=1)
    rows = np.convolve(step - step.mean(), np.ones(3) / 3, mode="valid")
    # From steps of the planes' code to shares of the picture's levels where they are well lit, and to light.
    level = float(np.median(now)) / SCALE
    value = max(1.0, OFFSET * (np.exp(level) - 1.0))
    share = rows / SCALE * (value + OFFSET) / value * GAMMA
    # The difference of two waves at other rows spreads, on average, as far as one of them has its peak.
    return float(share.std())
