"""Does the table lie bare? What no reading took for a die may lie there all the same: one burnt out by the lamp."""

from __future__ import annotations

import cv2
import numpy as np

from vision.motion import change, plane

#: Squares of the die's edge that a thing fills at the least, and at the most to be taken for one that was not read.
LEAST, MOST = 0.4, 6.0
#: Share of its own box that it fills at the least: lines of print that went by a pixel fill less.
SOLID = 0.4


def lies_bare(now: np.ndarray, bare: np.ndarray, edge: float | None, noise: float = 1.0) -> bool:
    """Whether nothing the size of one or two dice lies there that is not in the picture of the bare table.

    now, bare: (h, w, 3) uint8 of the same camera. edge: of a die in pixels, None = not known. noise: of the planes.
    """
    if now.shape != bare.shape:
        return True
    small = plane(now)
    differs = change(small, plane(bare), max(1.0, noise)).mask
    side = max(2.5, edge * small.shape[1] / now.shape[1]) if edge else small.shape[1] / 22
    # Lines that went by a pixel are thin; a burnt-out die is as wide as any.
    solid = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((max(2, round(0.5 * side)),) * 2, np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(solid)
    for _, _, width, height, area in stats[1:count]:
        if LEAST * side**2 <= area <= MOST * (side + 2) ** 2 and area >= SOLID * width * height:
            return False
    return True
