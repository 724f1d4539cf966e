"""Looks now and then whether the surface is still what it was calibrated as."""

from __future__ import annotations

import numpy as np

from vision.surface_check import SurfaceCheck, check_surface
from vision.surface_value import Surface

#: Frames at rest between two looks.
EVERY = 150
#: Grey level below which a picture shows nothing.
DARK = 14.0


class SurfaceGuard:
    """The check of one surface over time.

    check: the latest, None before the first or without a reference. dark: there is no light.
    """

    def __init__(self, surface: Surface | None) -> None:
        self._surface = surface
        self._since = 0
        self.check: SurfaceCheck | None = None
        self.dark = False

    @property
    def fine(self) -> bool:
        """Lit, unmoved, sharp, as far as is known."""
        return not self.dark and (self.check is None or self.check.ok)

    @property
    def moved(self) -> bool:
        """The camera or the table has moved: what was calibrated holds no longer."""
        return self.check is not None and "moved" in self.check.faults

    def look(self, image: np.ndarray) -> None:
        """Checks now."""
        self._since = 0
        self.dark = float(np.percentile(image[::8, ::8], 90)) < DARK
        if self._surface is not None:
            self.check = check_surface(image, self._surface)

    def idle(self, image: np.ndarray) -> bool:
        """One more frame at rest; True when it was time to check."""
        self._since += 1
        if self._since < EVERY:
            return False
        self.look(image)
        return True
