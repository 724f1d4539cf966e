"""The play area: where it lies in the picture, how pixels become millimetres, what it looks like empty.

Pixels follow OpenCV's convention: the centre of the top-left pixel is (0, 0).
Millimetres lie in the plane of the felt, the origin at the first corner (top left), x along the side
0-1 (the far edge), y along the side 0-3.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False, slots=True)
class Surface:
    """The play area of one table as one camera sees it.

    area: (n, 2) float, the polygon of the play area in pixels, clockwise.
    homography: (3, 3) float, pixels to millimetres on the felt; None when the scale is not known.
    camera_mm: (x, y, height) of the lens over the felt in millimetres, or None.
    die_mm: edge of the dice in millimetres, or None.
    empty: (h, w, 3) uint8 picture of the empty table, or None.
    far_edge: ((x, y), (x, y)) in millimetres, the line a throw has to reach, or None.
    """

    area: np.ndarray
    homography: np.ndarray | None = None
    camera_mm: tuple[float, float, float] | None = None
    die_mm: float | None = None
    empty: np.ndarray | None = field(default=None, repr=False)
    far_edge: tuple[tuple[float, float], tuple[float, float]] | None = None
