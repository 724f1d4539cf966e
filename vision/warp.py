"""Cutting a patch out of a picture, to the same bits by every OpenCV.

`cv2.warpPerspective` and `cv2.warpAffine` take a pixel between pixels to the 32nd part in OpenCV 4 and exactly in
OpenCV 5: up to six levels apart at an edge, enough to turn a verdict that hangs in the balance. Here the places are
worked out first and rounded to the 32nd part, and `cv2.remap` is given them so; its sums have not changed since.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

#: Parts of a pixel that are told apart, as OpenCV's table of weights has them.
PARTS = 32
#: Farthest pixel, in both directions, that OpenCV's fixed places can name.
FARTHEST = 32_000


def warp(image: np.ndarray, to_image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The patch of a picture that a matrix tells: (height, width[, c]) uint8; beyond the border it is repeated.

    to_image: (2, 3) or (3, 3), carries pixels of the patch to pixels of the picture. size: (width, height).
    """
    matrix = np.asarray(to_image, np.float64)
    if matrix.shape == (2, 3):
        matrix = np.vstack([matrix, (0.0, 0.0, 1.0)])
    at = cv2.perspectiveTransform(_grid(*size), matrix).reshape(size[1], size[0], 2)
    fine = np.rint(np.clip(at, -FARTHEST, FARTHEST) * PARTS).astype(np.int32)
    share = fine & (PARTS - 1)
    weights = (share[..., 1] * PARTS + share[..., 0]).astype(np.uint16)
    whole = (fine >> 5).astype(np.int16)
    return cv2.remap(image, whole, weights, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=32)
def _grid(width: int, height: int) -> np.ndarray:
    """(n, 1, 2) float32: x and y of every pixel of a patch, row by row."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return np.stack([x, y], axis=-1).reshape(-1, 1, 2).astype(np.float32)
