"""The nine sites of a face and what stands on them.

A face is described in its own units: the origin is its middle, the corner pips lie at (+-1, +-1), so
one unit is the distance from the middle pip to a row. The nine sites are all pairs of -1, 0, 1. A value
is a set of filled sites, and every other site must be plain face: with fewer sites a six turned by a
quarter reads as a four.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.warp import warp

#: The nine sites, row by row: index 4 is the middle, 0 2 6 8 the corners.
SITES = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)], np.float32)
#: Value and filled sites of every layout; 2, 3 and 6 have two orientations on the square.
LAYOUTS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)
#: (9 layouts, 9 sites) bool: which sites a layout fills.
FILLED = np.array([[site in sites for site in range(9)] for _, sites in LAYOUTS])
LAYOUT_VALUES = np.array([value for value, _ in LAYOUTS])
#: Points that are plain on every face, between the sites.
PLAIN = np.array([(u, v) for u in (-0.5, 0.5) for v in (-0.5, 0.5)], np.float32)
#: The same for a face of one pip, which may be larger than any other.
PLAIN_ONE = np.array([(0, 1.35), (0, -1.35), (1.35, 0), (-1.35, 0)], np.float32)

#: Half the edge of a usual die in units, where the picture does not tell it.
HALF_EDGE = 1.87

#: Half the width of the patch that is read, in units, and its size in pixels.
REACH = 3.0
PATCH = 60


def rectify(image: np.ndarray, corners: np.ndarray, size: int = 32) -> np.ndarray:
    """The quadrilateral `corners` of a picture as a square.

    image: (h, w, 3) uint8. corners: (4, 2) pixels in order round the face (OpenCV's pixel centres);
    they become the corners of the outer pixels' outer edges. Returns (size, size, 3) uint8.
    A face that is shrunk is averaged, not sampled.
    """
    corners = np.asarray(corners, np.float32)
    edge = float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)))
    over = int(np.clip(round(edge / size), 1, 8))
    wide = size * over
    square = np.array([(0, 0), (wide, 0), (wide, wide), (0, wide)], np.float32) - 0.5
    patch = warp(image, cv2.getPerspectiveTransform(square, corners), (wide, wide))
    if over > 1:
        patch = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
    return patch


def frame_corners(frame: np.ndarray, half: float) -> np.ndarray:
    """Corners (4, 2) of the square of half-width `half` units in a face frame (3, 2): middle, unit u, unit v."""
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * half
    return frame[0] + signs @ frame[1:]


def face_patch(image: np.ndarray, frame: np.ndarray, size: int = PATCH, reach: float = REACH) -> np.ndarray:
    """The square of +-`reach` units round a face frame (3, 2) in pixels of `image`, (size, size, 3) uint8."""
    return rectify(image, frame_corners(frame, reach), size)


@dataclass(frozen=True, eq=False, slots=True)
class SiteFit:
    """What stands on the nine sites of a patch.

    filled: (9,) how much each site looks like a pip against what is round it: 1 pip, 0 face. dirt: (9,) largest
    departure from plain face in the disc of each site, as a share of the pip's contrast. contrast: levels between
    pip and face in the best channel. plain: largest departure at the four points between, as a share of the contrast.
    match: correlation of the whole inner face with the best layout; value, layout: that layout.
    margin: how far the least filled site lies above, and the most filled empty one below, one half.
    """

    value: int
    layout: int
    filled: np.ndarray
    dirt: np.ndarray
    contrast: float
    plain: float
    match: float
    margin: float
    face: np.ndarray
    pip: np.ndarray


def _grid(size: int, reach: float) -> tuple[np.ndarray, np.ndarray]:
    steps = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 * reach - reach
    return np.meshgrid(steps, steps)


_U, _V = _grid(PATCH, REACH)
_INNER = (np.abs(_U) < 1.3) & (np.abs(_V) < 1.3)
_DISTANCE = np.stack([np.hypot(_U - u, _V - v) for u, v in SITES])
_NEAREST = _DISTANCE.min(axis=0)
_CORE = [np.nonzero((d < 0.26).ravel())[0] for d in _DISTANCE]
_IN_DISC = int(min((d < 0.42).sum() for d in _DISTANCE))
_DISC = np.stack([np.argsort(d.ravel(), kind="stable")[:_IN_DISC] for d in _DISTANCE])
_BETWEEN = np.nonzero(((np.minimum(np.abs(_U), np.abs(_V)) > 0.38) & (_NEAREST > 0.6) & _INNER).ravel())[0]
_LARGEST = np.maximum(np.abs(_U), np.abs(_V))
_ROUND_ONE = np.nonzero(((_DISTANCE[4] > 1.0) & (np.hypot(_U, _V) < 1.6) & (_LARGEST < 1.3)).ravel())[0]
_CORE_MEANS = np.zeros((9, PATCH * PATCH), np.float32)
for _site, _core in enumerate(_CORE):
    _CORE_MEANS[_site, _core] = 1 / len(_core)
_RING_MEANS = np.zeros((9, PATCH * PATCH), np.float32)
for _site, _distance in enumerate(_DISTANCE):
    _elsewhere = np.delete(_DISTANCE, _site, axis=0).min(axis=0) > 0.45
    _ring = ((_distance > 0.5) & (_distance < 0.75) & (_LARGEST < 1.5) & _elsewhere).ravel()
    _RING_MEANS[_site, _ring] = 1 / _ring.sum()
_RADII = (0.28, 0.36, 0.45, 0.56, 0.75)


def _templates() -> np.ndarray:
    """(layouts, radii, inner pixels) float32 unit vectors of mean zero: ideal faces."""
    out = []
    for _, sites in LAYOUTS:
        nearest = _DISTANCE[list(sites)].min(axis=0)[_INNER]
        for radius in _RADII:
            ideal = np.clip((radius - nearest) / 0.2 + 0.5, 0, 1)
            ideal = ideal - ideal.mean()
            out.append(ideal / np.linalg.norm(ideal))
    return np.array(out, np.float32).reshape(len(LAYOUTS), len(_RADII), -1)


_IDEAL = _templates()


def fit_sites(patch: np.ndarray, polarity_pip: np.ndarray | None = None, sites: tuple[int, ...] = ()) -> SiteFit:
    """Reads the nine sites of a patch (PATCH, PATCH, 3) uint8 that spans +-REACH units.

    sites: the sites believed to be filled; they give the pip's colour unless `polarity_pip` does.
    """
    colours = patch.reshape(-1, 3).astype(np.float32)
    between = _ROUND_ONE if tuple(sites) == (4,) else _BETWEEN
    middle = len(between) // 2
    face = np.partition(colours[between], middle, axis=0)[middle]
    cores = _CORE_MEANS @ colours
    pip = cores[list(sites)].mean(axis=0) if polarity_pip is None else polarity_pip
    axis = pip - face
    contrast = float(np.abs(axis).max())
    share = ((colours - face) @ axis) / max(float(axis @ axis), 1.0)
    filled = _CORE_MEANS @ share - _RING_MEANS @ np.clip(share, -0.4, 0.5)
    if tuple(sites) == (4,):
        filled[4] = _CORE_MEANS[4] @ share
    away = np.abs(colours - face).max(axis=1) / max(contrast, 1.0)
    dirt = np.partition(away[_DISC], -3, axis=1)[:, -3]
    tenth = len(between) * 9 // 10
    plain = float(np.partition(away[between], tenth)[tenth])
    inner = np.clip(share[_INNER.ravel()], -0.6, 1.3)
    inner = inner - inner.mean()
    inner /= max(float(np.linalg.norm(inner)), 1e-6)
    matches = (_IDEAL @ inner).max(axis=1)
    margins = np.where(FILLED, filled - 0.5, 0.5 - filled).min(axis=1)
    best = int(np.argmax(margins))
    value, match, margin = int(LAYOUT_VALUES[best]), float(matches[best]), float(margins[best])
    return SiteFit(value, best, filled, dirt, contrast, plain, match, margin, face, pip)
