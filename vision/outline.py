"""Where a face ends: the four sides round a rectified face, and what lies inside and outside them.

The sides are found from the picture alone, not from the pips: each is a straight line across which the colour steps.
A face counts when this quadrilateral and the one the pips ask for agree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout import PATCH, REACH

_PER_UNIT = PATCH / (2 * REACH)
#: Distances from the middle at which a side is sought, units; one row of the patch each.
_FIRST = round((REACH + 1.0) * _PER_UNIT)
_LAST = PATCH
_AT = ((np.arange(_FIRST, _LAST) + 0.5) / _PER_UNIT - REACH).astype(np.float32)
_ROWS = slice(round((REACH - 1.3) * _PER_UNIT), round((REACH + 1.3) * _PER_UNIT))
_V = ((np.arange(PATCH)[_ROWS] + 0.5) / _PER_UNIT - REACH).astype(np.float32)
_MIDDLE = np.abs(_V) < 1.05
#: Least and most half edge, units.
HALF = (1.5, 2.6)
_ALLOWED = (HALF[0] <= _AT) & (HALF[1] >= _AT)
_SLACK = 4


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """The sides of a face in its rectified patch, in the order right, left, below, above.

    half: half the edge in units at which all four sides together are strongest. steps: (4,) step of colour across
    each side there, levels of the best channel. inside: (4,) how far the colour inside each side is from the face,
    levels. outside: (4, 3) colour just beyond. ground: (4, 3) colour at the rim of
    the patch. lines: (4, 2) distance and slope of each side's own line, units: a side
    lies at distance + slope * v. support: (4,) share of the side that lies on its line.
    """

    half: float
    steps: np.ndarray
    inside: np.ndarray
    outside: np.ndarray
    ground: np.ndarray
    lines: np.ndarray
    support: np.ndarray

    @property
    def widths(self) -> tuple[float, float]:
        """Distance between opposite sides along u and along v, units."""
        return float(self.lines[0, 0] + self.lines[1, 0]), float(self.lines[2, 0] + self.lines[3, 0])

    @property
    def shift(self) -> tuple[float, float]:
        """Middle of the sides against the middle of the pips, units."""
        return float(self.lines[0, 0] - self.lines[1, 0]) / 2, float(self.lines[2, 0] - self.lines[3, 0]) / 2

    @property
    def turn(self) -> float:
        """Rotation of the sides against the pips, radians, positive from u towards v."""
        right, left, below, above = self.lines[:, 1]
        return float(np.mean((-right, left, below, -above)))


def _strips(patch: np.ndarray) -> np.ndarray:
    """(4, rows, n, 3) float32: the patch seen from the middle towards each side."""
    turned = (patch, patch[:, ::-1], patch.transpose(1, 0, 2), patch[::-1].transpose(1, 0, 2))
    return np.stack([side[_ROWS, _FIRST:_LAST] for side in turned]).astype(np.float32)


def find_outline(patch: np.ndarray, face: np.ndarray) -> Outline:
    """The outline in a patch (PATCH, PATCH, 3) uint8 of +-REACH units whose plain face has the colour `face` (3,)."""
    strips = _strips(patch)
    lines = _halfway(strips[:, _MIDDLE])
    step = np.zeros(lines.shape[:2], np.float32)
    step[:, 1:-1] = np.abs(lines[:, 2:] - lines[:, :-2]).max(axis=2)
    loose = step.copy()
    loose[:, 1:] = np.maximum(loose[:, 1:], step[:, :-1])
    loose[:, :-1] = np.maximum(loose[:, :-1], step[:, 1:])
    score = np.sort(np.minimum(loose, 40), axis=0)
    total = np.where(_ALLOWED, 2 * score[0] + score[1] + score[2] + score[3], -1)
    best = int(total.argmax())
    within = lines[:, : max(best - 1, 1)]
    inside = np.sort(np.abs(within - face).max(axis=2), axis=1)[:, within.shape[1] * 4 // 5]
    beyond = lines[:, min(best + 2, len(_AT) - 2) : best + 4].mean(axis=1)
    fitted, support = _fit_lines(strips, best)
    return Outline(float(_AT[best]), loose[:, best], inside, beyond, np.median(lines[:, -4:], axis=1), fitted, support)


def _fit_lines(strips: np.ndarray, best: int) -> tuple[np.ndarray, np.ndarray]:
    """A line for each side through the strongest step of every row near column `best`: (4, 2) and the support (4,)."""
    low, high = max(best - _SLACK, 1), min(best + _SLACK + 1, strips.shape[2] - 1)
    step = np.abs(strips[:, :, low + 1 : high + 1] - strips[:, :, low - 1 : high - 1]).max(axis=3)
    peak = step.argmax(axis=2)
    weight = step.max(axis=2)
    at = _AT[low:high][peak]
    keep = np.abs(at - _halfway(at)[:, None]) < 0.3
    distance = slope = np.zeros(4)
    for _ in range(2):
        enough = keep.sum(axis=1) >= 5
        w = weight * keep + 1e-6
        total = w.sum(axis=1)
        mean_v, mean_u = (w * _V).sum(axis=1) / total, (w * at).sum(axis=1) / total
        off_v = _V - mean_v[:, None]
        tilt = (w * off_v * (at - mean_u[:, None])).sum(axis=1) / np.maximum((w * off_v**2).sum(axis=1), 1e-6)
        slope = np.where(enough, np.clip(tilt, -0.35, 0.35), slope)
        distance = np.where(enough, mean_u - slope * mean_v, distance)
        keep = np.where(enough[:, None], np.abs(at - distance[:, None] - slope[:, None] * _V) < 0.16, keep)
    support = (keep & (weight > 5)).mean(axis=1)
    return np.stack([distance, slope], axis=1), support


def _halfway(values: np.ndarray) -> np.ndarray:
    """The upper median along axis 1: that of an odd number of values, without a mean of two."""
    middle = values.shape[1] // 2
    return np.partition(values, middle, axis=1)[:, middle]
