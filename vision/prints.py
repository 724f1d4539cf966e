"""Dice that are only printed on the cloth: a craps layout shows pairs of them, and they read like real ones.

A print has the bare cloth on all four sides: no side face, no shadow, no rim in the dark. A real die hardly ever
looks so. Prints stand beside each other, parallel and a gap apart, so that one that is known betrays its neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.candidates import Face

#: Largest difference of colour between the four sides just outside a face for it to lie flat, levels.
FLAT = 26.0
#: Distance of neighbours, in edges, and how far they may be from parallel and in line, radians.
NEIGHBOURS = (1.06, 1.5)
PARALLEL = 0.08


def lies_flat(face: Face) -> bool:
    """Whether the same bare ground surrounds the face on all sides."""
    around = face.outline.outside
    spread = max(np.abs(a - b).max() for a in around for b in around)
    return bool(spread < FLAT and np.sort(face.outline.steps)[1] > 0.1 * face.fit.contrast)


def _angle(vector: np.ndarray) -> float:
    return float(np.arctan2(vector[1], vector[0]))


def _quarter(angle: float) -> float:
    """How far an angle is from a multiple of a right angle, radians."""
    return abs((angle + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def side_by_side(face: Face, other: Face) -> bool:
    """Whether two faces of one size and colour stand parallel and in line with a gap between them."""
    apart = other.middle - face.middle
    distance = float(np.hypot(*apart)) / face.edge
    if not NEIGHBOURS[0] < distance < NEIGHBOURS[1] or abs(np.log(other.edge / face.edge)) > 0.12:
        return False
    own = _angle(face.frame[1])
    off = max(_quarter(own - _angle(other.frame[1])), 0.7 * _quarter(_angle(apart) - own))
    return off < PARALLEL and np.abs(face.fit.face - other.fit.face).max() < 30


def printed(faces: Sequence[Face]) -> list[bool]:
    """For each face whether it is a print; a lone flat one only where prints in pairs are seen as well."""
    flat = [lies_flat(face) for face in faces]
    pairs = [
        any(side_by_side(face, other) and (flat[i] or flat[j]) for j, other in enumerate(faces) if i != j)
        for i, face in enumerate(faces)
    ]
    layout = any(pairs)
    return [pair or (own and layout) for pair, own in zip(pairs, flat, strict=True)]
