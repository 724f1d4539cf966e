"""The play area as a value: where it lies in the picture, how pixels become millimetres, what it looks like empty.

Pixels follow OpenCV's convention: the centre of the top-left pixel is (0, 0).
Millimetres lie in the plane of the felt, the origin at the first corner (top left), x along the side
0-1 (the far edge), y along the side 0-3.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np


class SurfaceError(Exception):
    """The play area cannot be found, kept or read again; the message is one sentence for a person."""


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

    def to_mm(self, points: np.ndarray) -> np.ndarray:
        """(n, 2) pixels as millimetres on the felt; SurfaceError when the scale is not known."""
        if self.homography is None:
            raise SurfaceError("The scale of the play area is not known; calibrate it with the mat or its size.")
        return _carried(points, self.homography)

    def to_pixels(self, points: np.ndarray) -> np.ndarray:
        """(n, 2) millimetres on the felt as pixels; SurfaceError when the scale is not known."""
        if self.homography is None:
            raise SurfaceError("The scale of the play area is not known; calibrate it with the mat or its size.")
        return _carried(points, np.linalg.inv(self.homography))

    def pixels_per_mm(self, x: float, y: float) -> float:
        """Scale at a pixel: the side of the square of pixels that a square millimetre there fills."""
        around = self.to_mm(np.array([[x, y], [x + 1, y], [x, y + 1]], float))
        across, down = around[1] - around[0], around[2] - around[0]
        return float(1 / np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def _carried(points: np.ndarray, homography: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), homography).reshape(-1, 2)


def from_corners(
    corners: np.ndarray,
    size_mm: tuple[float, float] | None = None,
    *,
    die_mm: float | None = None,
    focal_px: float | None = None,
    picture: tuple[int, int] | None = None,
    empty: np.ndarray | None = None,
) -> Surface:
    """The surface whose corners the host pointed at.

    corners: (4, 2) pixels, clockwise from the top left, the far edge first. size_mm: (width, depth) of the
    area; None leaves the scale unknown. focal_px: of the camera, picture: its (width, height); both are
    needed for the height of the camera. empty: picture of the empty table.
    Raises SurfaceError for corners that are not four, not in order, or all but on a line.
    """
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise SurfaceError("A play area has four corners, each with an x and a y.")
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if not (turns > 1.0).all():
        raise SurfaceError("The four corners must be given clockwise from the top left, and no three on a line.")
    if size_mm is None:
        return Surface(points, die_mm=die_mm, empty=empty)
    width, depth = size_mm
    if width <= 0 or depth <= 0:
        raise SurfaceError("The play area must have a width and a depth in millimetres.")
    target = np.array([[0, 0], [width, 0], [width, depth], [0, depth]], np.float64)
    homography = cv2.getPerspectiveTransform(points.astype(np.float32), target.astype(np.float32))
    if picture is None and empty is not None:
        picture = (empty.shape[1], empty.shape[0])
    camera = None
    if focal_px is not None and picture is not None:
        camera = camera_over(homography, focal_px, picture)
    return Surface(points, homography, camera, die_mm, empty, ((0.0, 0.0), (float(width), 0.0)))


def camera_over(
    homography: np.ndarray, focal_px: float, picture: tuple[int, int]
) -> tuple[float, float, float]:
    """Where the lens is, (x, y, height) in millimetres.

    homography: pixels to millimetres of the felt. focal_px: focal length in pixels. picture: (width, height);
    the optical axis is taken to go through its middle.
    """
    to_pixels = np.linalg.inv(homography)
    inside = np.array(
        [[focal_px, 0, (picture[0] - 1) / 2], [0, focal_px, (picture[1] - 1) / 2], [0, 0, 1]], np.float64
    )
    first, second, place = (np.linalg.inv(inside) @ to_pixels).T
    scale = 2.0 / (np.linalg.norm(first) + np.linalg.norm(second))
    if place[2] < 0:
        scale = -scale
    first, second, place = first * scale, second * scale, place * scale
    turn = np.stack([first, second, np.cross(first, second)], axis=1)
    # The nearest rotation: rounding leaves the columns not quite upright on one another.
    left, _, right = np.linalg.svd(turn)
    centre = -(left @ right).T @ place
    return float(centre[0]), float(centre[1]), float(abs(centre[2]))
