"""Things of a die's colour and size that were not read: where one lies, a die may have been overlooked."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.candidates import Face

#: Length of an edge in the small picture that is searched, pixels.
EDGE = 12.0
#: Least difference of a face from its ground for its colour to mean something, levels, and how near to the face's
#: colour a thing must be, as a share of it.
DIFFERENT, NEAR = 45.0, 0.28
#: Least area of a thing in squares of an edge; least and most extent in edges; least share of its box that it fills.
AREA, EXTENT, FULL = 0.3, (0.5, 2.2), 0.45
#: Share of a thing's inside that its pips may cover.
PIPS = (0.01, 0.45)
#: Area in squares of an edge from which a colour is everywhere, and tells nothing.
MOST = 12.0
#: How far a die's own body reaches from the middle of its face, edges.
BODY = 1.2


def lookalikes(image: np.ndarray, dice: Sequence[Face], known: Sequence[Face] = ()) -> list[tuple[float, float]]:
    """Middles (x, y) px of things like the dice in a picture (h, w, 3) uint8, apart from them and `known` faces."""
    found: list[tuple[float, float]] = []
    if not dice:
        return found
    edge = float(np.median([die.edge for die in dice]))
    scale = min(1.0, EDGE / edge)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    unit = edge * scale
    covered = np.zeros(small.shape[:2], np.uint8)
    for face in [*dice, *known]:
        at = tuple(int(round(v * scale)) for v in face.middle)
        cv2.circle(covered, at, int(np.ceil(BODY * face.edge * scale)), 1, -1)
    tried: list[np.ndarray] = []
    for die in dice:
        face = die.fit.face
        away = np.abs(die.outline.ground - face).max(axis=1)
        ground = die.outline.ground[int(np.argsort(away)[2])]
        apart = float(np.abs(ground - face).max())
        if apart < DIFFERENT or any(np.abs(face - other).max() < 12 for other in tried):
            continue
        tried.append(face)
        like = (np.abs(small - face).max(axis=2) < NEAR * apart).astype(np.uint8)
        like[covered > 0] = 0
        like = cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if like.sum() > MOST * unit**2:
            continue
        found += [at for at in _things(like, unit, scale) if _has_pips(image, at, die)]
    return found


def _has_pips(image: np.ndarray, at: tuple[float, float], die: Face) -> bool:
    """Whether some of the inside of a thing round `at` has the colour of the die's pips, and most of it has not."""
    axis = die.fit.pip - die.fit.face
    reach = np.linspace(-0.4, 0.4, 25) * die.edge
    x, y = np.meshgrid(at[0] + reach, at[1] + reach)
    inside = np.hypot(x - at[0], y - at[1]) < 0.4 * die.edge
    x = np.clip(np.rint(x[inside]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(y[inside]).astype(int), 0, image.shape[0] - 1)
    share = (image[y, x].astype(np.float32) - die.fit.face) @ axis / max(float(axis @ axis), 1.0)
    return bool(PIPS[0] < (share > 0.55).mean() < PIPS[1])


def _things(mask: np.ndarray, edge: float, scale: float) -> list[tuple[float, float]]:
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    out = []
    for k in range(1, count):
        width, height, area = (int(stats[k, i]) for i in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
        fits = min(width, height) >= EXTENT[0] * edge and max(width, height) <= EXTENT[1] * edge
        if fits and area >= AREA * edge**2 and area >= FULL * width * height:
            out.append((float(middles[k][0] / scale), float(middles[k][1] / scale)))
    return out
