"""Pips that no die explains: where one lies, a die was overlooked, and the picture is not read.

Only spots count that look like the pips of the dice that were read: their colour, their face's colour round them, at
the size at which those dice show theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.candidates import Face
from vision.faces import same_around, sample
from vision.layout import FILLED, SITES
from vision.pips import DARK, FACE_EDGE, LIGHT, Level, Spots, pyramid
from vision.sighted import see
from vision.warp import warp

#: How far a die reaches from the middle of its top face, sides and all, in edges.
BODY = 1.25
#: Least answer of a loose spot, and how many are looked at in one level and polarity.
CLEAR, MOST_LOOSE = 8, 500


#: Length of an edge at which a spot is measured, pixels; how many times larger or smaller than a pip it may be.
FINE_EDGE, PIP_SIZES = 48, 2.2


#: The finder's chance from which a die was overlooked; how large it is against those that were read; how far from
#: the middle of a face a sight still means that face, edges.
PLAINLY, SAME_SIZE, OWN_PLACE = 0.5, (0.6, 1.6), 0.7


@dataclass(frozen=True, eq=False, slots=True)
class LooseSpots:
    """Round spots with one colour all round: place (n, 2) in pixels, scale of their level, polarity, colours (n, 3)."""

    place: np.ndarray
    scale: np.ndarray
    polarity: np.ndarray
    strength: np.ndarray
    colour: np.ndarray
    around: np.ndarray


def loose_spots(levels: Sequence[Level]) -> LooseSpots:
    """All spots of a picture that could be a single pip."""
    rows = []
    for level in levels:
        for polarity in (DARK, LIGHT):
            spots = _strongest(level.spots[polarity])
            near, face = same_around(level, spots, 3.5)
            keep = np.nonzero(near)[0]
            place = np.stack([spots.x[keep], spots.y[keep]], axis=1) * level.scale + (level.scale - 1) / 2
            colour = sample(level.planes, spots.x[keep], spots.y[keep]).T
            same = np.full(len(keep), 0)
            rows.append((place, same + level.scale, same + polarity, spots.strength[keep], colour, face[:, keep].T))
    if not rows:
        return together([])
    return LooseSpots(*(np.concatenate(parts) for parts in zip(*rows, strict=True)))


def _strongest(spots: Spots) -> Spots:
    """The spots that are at least CLEAR, and at most MOST_LOOSE of them."""
    order = np.argsort(-spots.strength, kind="stable")[:MOST_LOOSE]
    order = order[spots.strength[order] >= CLEAR]
    return Spots(spots.x[order], spots.y[order], spots.strength[order])


def together(parts: Sequence[LooseSpots]) -> LooseSpots:
    """The loose spots of several patches as one."""
    names = LooseSpots.__slots__
    if not parts:
        none = np.zeros(0)
        return LooseSpots(np.zeros((0, 2)), none, none, none, np.zeros((0, 3)), np.zeros((0, 3)))
    return LooseSpots(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def unexplained(
    loose: LooseSpots, dice: Sequence[Face], known: Sequence[Face] = (), strict: bool = True
) -> np.ndarray:
    """Places (k, 2) of spots like the pips of `dice` that lie on none of `dice`, nor on one of the `known` other faces.

    strict: any such spot counts. Else dice that hardly differ from the cloth they lie on are left out, since the
    speckles of the cloth look like their pips, and the likeness must be close.
    """
    near, bright = (0.3, 0.45) if strict else (0.2, 0.65)
    found = np.zeros(len(loose.place), bool)
    for die in dice:
        ground = np.median(np.abs(die.outline.ground - die.fit.face).max(axis=1))
        if not strict and ground < 0.35 * die.fit.contrast:
            continue
        scales = loose.scale * FACE_EDGE[0] * 0.9 <= die.edge
        scales &= die.edge <= loose.scale * FACE_EDGE[1] * 1.1
        contrast = np.abs(loose.colour.astype(float) - loose.around).max(axis=1)
        alike = np.abs(loose.around - die.fit.face).max(axis=1) < near * die.fit.contrast
        alike &= np.abs(loose.colour - die.fit.pip).max(axis=1) < 2.4 * near * die.fit.contrast
        found |= scales & alike & (contrast > bright * die.fit.contrast)
    for face in [*dice, *known]:
        found &= np.hypot(*(loose.place - face.middle).T) > BODY * face.edge
    return loose.place[found]


def overlooked(image: np.ndarray, dice: Sequence[Face]) -> list[tuple[float, float]]:
    """Middles (x, y) px of dice of their size that the finder plainly sees beside the `dice`.

    It looks at the shape and not at the pips, so that it overlooks other dice than those who read them do.
    """
    sights = see(pyramid(image))
    edge = float(np.median([die.edge for die in dice]))
    clear = (sights.chance > PLAINLY) & (sights.edge > SAME_SIZE[0] * edge) & (sights.edge < SAME_SIZE[1] * edge)
    for face in dice:
        clear &= np.hypot(*(sights.middle - face.middle).T) > OWN_PLACE * np.maximum(face.edge, sights.edge)
    return [(float(x), float(y)) for x, y in sights.middle[clear]]


def of_pip_size(image: np.ndarray, places: np.ndarray, dice: Sequence[Face]) -> np.ndarray:
    """Those of some places (k, 2) px at which a spot as large as a pip of one of `dice` lies: no hole of a button."""
    alike = [any(_like_its_pips(image, place, die) for die in dice) for place in places]
    return places[np.array(alike, bool)] if len(places) else places


def _like_its_pips(image: np.ndarray, place: np.ndarray, die: Face) -> bool:
    pips = die.frame[0] + SITES[FILLED[die.fit.layout]] @ die.frame[1:]
    usual = float(np.median([_spot_area(image, pip, die) for pip in pips]))
    return usual == 0 or usual / PIP_SIZES < _spot_area(image, place, die) < usual * PIP_SIZES


def _spot_area(image: np.ndarray, place: np.ndarray, die: Face) -> float:
    """Area, squares of an edge, of what has the colour of a die's pips at a place, (x, y) px; 0 for no such colour."""
    scale = FINE_EDGE / die.edge
    half = FINE_EDGE // 4
    to_image = np.array([[1 / scale, 0, place[0] - half / scale], [0, 1 / scale, place[1] - half / scale]])
    patch = warp(image, to_image, (2 * half + 1,) * 2)
    axis = die.fit.pip - die.fit.face
    share = (patch.astype(np.float32) - die.fit.face) @ axis / max(float(axis @ axis), 1.0)
    _, labels = cv2.connectedComponents((share > 0.5).astype(np.uint8), connectivity=4)
    near = labels[half - 1 : half + 2, half - 1 : half + 2]
    return float((labels == near.max()).sum()) / FINE_EDGE**2 if near.max() else 0.0
