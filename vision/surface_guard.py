"""Looks now and then whether the surface is still what it was calibrated as."""

from __future__ import annotations

import numpy as np

from vision.flicker import Bands
from vision.surface_check import SurfaceCheck, check_surface
from vision.surface_value import Surface

#: Frames at rest between two looks.
EVERY = 150
#: Grey level below which a picture shows nothing.
DARK = 14.0


#: Stops by which the light may differ from the reference's for the table to be fit for a throw all the same.
FIT_LIGHT = 1.0


class SurfaceGuard:
    """The check of one surface, and of the lamp over it, over time.

    check: the latest, None before the first or without a reference. dark: there is no light. bands: of a lamp that
    flickers.
    """

    def __init__(self, surface: Surface | None) -> None:
        self._surface = surface
        self._since = 0
        self.check: SurfaceCheck | None = None
        self.dark = False
        self.bands = Bands()

    @property
    def fine(self) -> bool:
        """Lit, unmoved, sharp, as far as is known. Another lamp alone does not keep anybody from throwing."""
        if self.dark or self.check is None:
            return not self.dark
        return self.check.ok or (self.check.faults == ("light",) and abs(self.check.light) <= FIT_LIGHT)

    @property
    def moved(self) -> bool:
        """The camera or the table has moved: what was calibrated holds no longer."""
        return self.check is not None and "moved" in self.check.faults

    @property
    def notes(self) -> dict[str, str]:
        """What is to be said to people about surface, lens and lamp: a sentence for each kind, the worst first.

        Kinds: "dark", "moved", "fogged", "light", "flicker".
        """
        notes = {}
        if self.dark:
            notes["dark"] = "There is no light on the table."
        elif self.check is not None and self.check.why is not None:
            notes[self.check.faults[0]] = self.check.why
        if self.bands.seen:
            notes["flicker"] = (
                f"The lamp flickers by {100 * self.bands.swing:.0f} % of its light; set the exposure to a whole number "
                "of its periods, 10 ms or 8.3 ms, or take another lamp."
            )
        return notes

    def look(self, image: np.ndarray) -> None:
        """Checks now."""
        self._since = 0
        self.dark = float(np.percentile(image[::8, ::8], 90)) < DARK
        if self._surface is not None:
            self.check = check_surface(image, self._surface)

    def idle(self, image: np.ndarray, now: np.ndarray, before: np.ndarray | None) -> bool:
        """One more frame at rest, and the planes of it and of the one before; True when it was time to check."""
        self.bands.take(now, before)
        self._since += 1
        if self._since < EVERY:
            return False
        self.look(image)
        return True
