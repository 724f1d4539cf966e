"""A second word on how a die stands, where the camera is calibrated and the empty table known: its silhouette.

An upright cube of known size at a known place covers a known part of the picture: the hull of its top and its foot.
What differs from the empty table must be just that. The network that looks at the body (`vision.cube_net`) errs in
other places than this does, so the silhouette is asked where the network is near its limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cube import Stance, crossing

#: Strain from which the silhouette is asked, and up to which it can clear a die; most lean that it can clear, edges.
ASKED, CLEARED, CLEARED_LEAN = 0.9, 2.0, 0.26
#: Share of hull and change together that they have in common, from which an upright die is borne out. Cosine between
#: the leans of the two from which they agree that the die leans, and below which they do not; least lean that counts.
BORNE_OUT, SAME_WAY, OTHER_WAY, LEAST_OFF = 0.9, 0.5, 0.3, 0.05
#: Where both say plainly the same a smaller strain is enough: strain, tilt (degrees), cosine, lean (edges) from which
#: they do, and how much better the leaning silhouette must fit. So a die is found that leans on the other one.
PLAIN_STRAIN, PLAIN_TILT, PLAIN_WAY, PLAIN_LEAN, PLAIN_BETTER = 0.5, 7.0, 0.9, 0.15, 0.05
#: A die that another one touches hides some of its sides behind it. Only flush against it (edges between middles) it
#: may be cleared all the same, where no lean fits much better than none; one that leans on the other lies farther off.
TOUCHING, FLUSH, BETTER = 1.5, 1.15, 0.035
#: Most by which the top of a die that is cleared may be larger or smaller than it must be, as a share.
TRUE_SIZE = 0.08
#: Leans that are tried, edges beside the expected one: reach and step, coarse and fine.
COARSE, FINE = (0.45, 0.09), (0.06, 0.03)
#: Half the width of the window, and gaps in the change that are closed (a line of the cloth in a die's colour), edges.
REACH, MENDED = 1.6, 0.2


@dataclass(frozen=True, eq=False, slots=True)
class Silhouette:
    """How the silhouette of one die fits.

    upright: share in common with an upright die's, 0..1. best: the same at the lean that fits best. off: (2,) that lean
    less the expected one, edges.
    """

    upright: float
    best: float
    off: np.ndarray


def fit(new: np.ndarray, quad: np.ndarray, lean: np.ndarray, others: Sequence[np.ndarray]) -> Silhouette:
    """Fits a die with the top `quad` (4, 2) px to where a picture differs from the empty table, (h, w) uint8 0 or 1.

    lean: (2,) of an upright die there, edges. others: outlines (n, 2) px of the other dice, which may hide its sides.
    """
    edge = _edge(quad)
    half = int(np.ceil(REACH * edge))
    corner = np.floor(quad.mean(axis=0)).astype(int) - half
    inside = cv2.warpAffine(
        new, np.float32([[1, 0, -corner[0]], [0, 1, -corner[1]]]), (2 * half, 2 * half), flags=cv2.INTER_NEAREST
    )
    _fill(inside, quad - corner, 1)
    mend = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(MENDED * edge / 2) + 1,) * 2)
    inside = cv2.morphologyEx(inside, cv2.MORPH_CLOSE, mend)
    beside = np.zeros_like(inside)
    for outline in others:
        _fill(beside, outline - corner, 1)
    inside |= beside

    def common(off: np.ndarray) -> float:
        hull = beside.copy()
        _fill(hull, np.vstack([quad, quad - (lean + off) * edge]) - corner, 1)
        return cv2.countNonZero(hull & inside) / max(cv2.countNonZero(hull | inside), 1)

    best = np.zeros(2)
    for reach, step in (COARSE, FINE):
        steps = np.arange(-reach, reach + step / 2, step)
        best = max((best + (x, y) for x in steps for y in steps), key=common)
    return Silhouette(common(np.zeros(2)), common(best), best)


def second_word(standing: Sequence[Stance], corners: Sequence[np.ndarray], new: np.ndarray) -> tuple[Stance, ...]:
    """The stances of dice on a calibrated surface once more: near the limit the silhouette may change them.

    corners: (4, 2) px of the top of each; new: (h, w) 0 or 1, where the picture differs from the empty table.
    """
    if any(stance.raised is None for stance in standing):
        return tuple(standing)
    tops = [crossing(quad) + (quad - crossing(quad)) / (1 + stance.raised) for quad, stance in
            zip(corners, standing, strict=True)]  # fmt: skip
    outlines = [np.vstack([top, top - stance.upright * _edge(top)]) for top, stance in
                zip(tops, standing, strict=True)]  # fmt: skip
    leaning = sum(stance.strain >= CLEARED for stance in standing)
    said = []
    for k, stance in enumerate(standing):
        if stance.verdict in ("upright", "cocked") and _near_the_limit(stance):
            others = outlines[:k] + outlines[k + 1 :]
            seen = fit(new, tops[k], stance.upright, others)
            near = min((np.hypot(*(one[:4].mean(axis=0) - tops[k].mean(axis=0))) for one in others), default=np.inf)
            stance = _judged(stance, seen, float(near) / _edge(tops[k]), bool(leaning))
        said.append(stance)
    return tuple(said)


def _near_the_limit(stance: Stance) -> bool:
    suspect = stance.strain > PLAIN_STRAIN and stance.tilt_deg is not None and stance.tilt_deg > PLAIN_TILT
    return (suspect or stance.strain > ASKED) and stance.strain < CLEARED


def _judged(stance: Stance, seen: Silhouette, near: float, another_leans: bool) -> Stance:
    """near: edges to the middle of the nearest other die."""
    off = stance.lean - stance.upright
    lean = float(np.hypot(*seen.off))
    way = float(off @ seen.off) / max(float(np.hypot(*off)) * lean, 1e-6)
    if stance.verdict == "cocked":
        other_way = way < OTHER_WAY or lean < LEAST_OFF or (near < FLUSH and seen.best < seen.upright + BETTER)
        true_size = abs(stance.raised) < TRUE_SIZE and np.hypot(*off) < CLEARED_LEAN
        clears = seen.upright > BORNE_OUT and other_way and true_size and not another_leans
        return replace(stance, verdict="upright", strain=ASKED) if clears else stance
    leans_too = stance.strain > ASKED and way > SAME_WAY and lean > LEAST_OFF and near > TOUCHING
    better = seen.best > seen.upright + PLAIN_BETTER
    leans_too |= better and way > PLAIN_WAY and lean > PLAIN_LEAN
    return replace(stance, verdict="cocked", strain=1.1) if leans_too else stance


def _edge(quad: np.ndarray) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def _fill(mask: np.ndarray, points: np.ndarray, value: int) -> None:
    """Fills the convex hull of points (n, 2) in a mask."""
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    cv2.fillConvexPoly(mask, np.int32(np.rint(hull * 16)), value, shift=4)
