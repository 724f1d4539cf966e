"""Pips that no die explains: where one lies, a die was overlooked, and the picture is not read.

Only spots count that look like the pips of the dice that were read: their colour, their face's colour round them, at
the size at which those dice show theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.candidates import Face
from vision.faces import same_around, sample
from vision.pips import DARK, FACE_EDGE, LIGHT, Level, Spots

#: How far a die reaches from the middle of its top face, sides and all, in edges.
BODY = 1.25
#: Least answer of a loose spot, and how many are looked at in one level and polarity.
CLEAR, MOST_LOOSE = 8, 500


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
