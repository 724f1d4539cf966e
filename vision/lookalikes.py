"""Things of a die's colour that were not read: where one lies, a die may have been overlooked, covered or cut.

Only dice whose colour sets them apart from the cloth tell anything this way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.candidates import Face
from vision.warp import warp

#: Length of an edge in the small picture that is searched, pixels.
EDGE = 12.0
#: Least difference of a face from its ground for its colour to mean something, levels, and how near to the face's
#: colour a thing must be, as a share of it.
DIFFERENT, NEAR = 45.0, 0.28
#: How far towards the colour of the ground a face may be washed out by a sheen.
SHEEN = 0.5
#: Least area of a thing in squares of an edge; least and most extent in edges; least share of its box that it fills.
AREA, EXTENT, FULL = 0.22, (0.5, 2.2), 0.45
#: How far round the middle of a thing pips are sought, edges; length of an edge there, pixels; area of a pip, squares
#: of an edge; how near to the face's colour what surrounds it is, as a share of the contrast, and how much of it.
SPOT_REACH, EDGE_FINE, SPOT, PLAIN_SHARE, ROUND_IT = 0.7, 32.0, (0.004, 0.09), 0.4, 0.6
#: How much of the way from face to pip a spot's colour goes at its darkest.
DEEP = 0.8
#: Area in squares of an edge from which a colour is everywhere, and tells nothing.
MOST = 12.0
#: How far a die's own body reaches from the middle of its face, edges.
BODY = 1.2
#: Least area of what may be seen of a die that is cut or covered, squares of an edge, and its largest extent, edges.
SCRAP, SCRAP_EXTENT = 0.07, 1.7


@dataclass(frozen=True, slots=True)
class Thing:
    """A patch of a die's colour: middle (x, y) px, area in squares of an edge, extents in edges, cut by the border?"""

    middle: tuple[float, float]
    area: float
    small: float
    large: float
    full: float
    cut: bool


def lookalikes(image: np.ndarray, dice: Sequence[Face], known: Sequence[Face] = ()) -> list[tuple[float, float]]:
    """Middles (x, y) px of things like the dice in a picture (h, w, 3) uint8, apart from them and `known` faces."""
    return [
        thing.middle
        for die, thing in things(image, dice, known)
        if thing.area >= AREA and thing.small >= EXTENT[0] and thing.large <= EXTENT[1] and thing.full >= FULL
        and has_pips(image, thing.middle, die, [*dice, *known])
    ]  # fmt: skip


def scrap_of_a_die(
    image: np.ndarray, dice: Sequence[Face], known: Sequence[Face] = (), new: np.ndarray | None = None
) -> str | None:
    """Why a die may be missing: "at_edge" or "occluded" where a scrap of its colour lies, else None.

    new: (h, w) uint8 or bool, where the picture differs from the empty table; scraps elsewhere always lie there.
    """
    scraps = [thing for _, thing in things(image, dice, known) if thing.area >= SCRAP and thing.large <= SCRAP_EXTENT]
    if new is not None:
        scraps = [thing for thing in scraps if new[tuple(int(v) for v in thing.middle[::-1])]]
    if any(thing.cut for thing in scraps):
        return "at_edge"
    return "occluded" if len(scraps) == 1 else None


def things(image: np.ndarray, dice: Sequence[Face], known: Sequence[Face] = ()) -> Iterator[tuple[Face, Thing]]:
    """Every patch of the colour of a die's face outside the bodies of the dice and `known` faces, with that die."""
    if not dice:
        return
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
        apart = float(np.sort(away)[2])
        if apart < DIFFERENT or any(np.abs(face - other).max() < 12 for other in tried):
            continue
        tried.append(face)
        like = _like(small, face, die.outline.ground[int(np.argsort(away, kind="stable")[2])]).astype(np.uint8)
        like[covered > 0] = 0
        like = cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if like.sum() <= MOST * unit**2:
            yield from ((die, thing) for thing in _patches(like, unit, scale))


def _like(small: np.ndarray, face: np.ndarray, ground: np.ndarray) -> np.ndarray:
    """(h, w) bool: colours near that of a face, or between it and its ground but nearer to the face, as in a sheen."""
    axis = ground - face
    length = float(np.linalg.norm(axis))
    off = small - face
    along = off @ (axis / length) / length
    aside = np.sqrt(np.maximum((off**2).sum(axis=2) / length**2 - along**2, 0))
    return (along > -NEAR) & (along < SHEEN) & (aside < NEAR * 0.7)


def _patches(mask: np.ndarray, edge: float, scale: float) -> Iterator[Thing]:
    height, width = mask.shape
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    for k in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[k])
        yield Thing(
            (float(middles[k][0] / scale), float(middles[k][1] / scale)),
            area / edge**2, min(w, h) / edge, max(w, h) / edge, area / (w * h),
            x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1,
        )  # fmt: skip


def has_pips(image: np.ndarray, at: tuple[float, float], die: Face, known: Sequence[Face] = ()) -> bool:
    """Whether a thing round `at` has spots of the colour of the die's pips, each with the face's colour all round it.

    Spots on the `known` faces do not count. Grain, the end of a shadow or a letter has that colour too, but no spot.
    """
    size = round(2 * SPOT_REACH * EDGE_FINE)
    scale = EDGE_FINE / die.edge
    to_image = np.array([[1 / scale, 0, at[0] - size / 2 / scale], [0, 1 / scale, at[1] - size / 2 / scale]])
    if scale < 1:
        image = cv2.blur(image, (round(1 / scale),) * 2)
    patch = warp(image, to_image, (size, size))
    axis = die.fit.pip - die.fit.face
    share = (patch.astype(np.float32) - die.fit.face) @ axis / max(float(axis @ axis), 1.0)
    y, x = (np.mgrid[:size, :size] - size / 2) / scale + np.array(at)[::-1, None, None]
    free = np.full(share.shape, True)
    for face in known:
        free &= np.hypot(x - face.middle[0], y - face.middle[1]) > BODY * face.edge
    dark = ((share > 0.5) & free).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    plain = np.abs(share) < PLAIN_SHARE
    for k in range(1, count):
        w, h, area = (int(v) for v in stats[k][2:])
        inside = SPOT[0] < area / EDGE_FINE**2 < SPOT[1] and max(w, h) < 2.6 * min(w, h) and area > 0.5 * w * h
        if not inside or share[labels == k].max() < DEEP:
            continue
        if (plain | (labels == k))[_ring(labels == k)].mean() > ROUND_IT:
            return True
    return False


def _ring(spot: np.ndarray) -> np.ndarray:
    """(h, w) bool: what lies a little way round a spot, the blurred rim left out."""
    spot = spot.astype(np.uint8)
    near, far = (cv2.dilate(spot, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))) for k in (7, 11))
    return (far > 0) & (near == 0)
