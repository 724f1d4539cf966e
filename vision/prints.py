"""Dice that are only printed on the cloth: a craps layout shows pairs of them, and they read like real ones.

Prints stand beside each other, parallel, in line and a gap apart; thrown dice hardly ever do. A print has the bare
cloth on all four sides: no side face, no shadow, no rim in the dark. And the prints of one layout are alike, so that
a pair betrays a single one whose neighbour is covered.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.candidates import Face

#: Largest difference of colour between the four sides just outside a face for it to lie flat, levels.
FLAT = 26.0
#: Distance of neighbours in edges; from the second number on they cannot be dice that touch.
NEIGHBOURS = (1.06, 1.12, 1.5)
#: How far neighbours may be from parallel and in line, radians.
PARALLEL = 0.08


def lies_flat(face: Face) -> bool:
    """Whether the same bare ground surrounds the face on all sides."""
    around = face.outline.outside
    spread = max(np.abs(a - b).max() for a in around for b in around)
    return bool(spread < FLAT and np.sort(face.outline.steps)[1] > 0.1 * face.fit.contrast)


def three_sides_bare(face: Face) -> bool:
    """Whether at least three of the four sides show the same ground: a print beside a line or another print."""
    around = face.outline.outside
    ground = np.median(around, axis=0)
    return bool(np.sort(np.abs(around - ground).max(axis=1))[2] < FLAT * 0.7)


def _angle(vector: np.ndarray) -> float:
    return float(np.arctan2(vector[1], vector[0]))


def _quarter(angle: float) -> float:
    """How far an angle is from a multiple of a right angle, radians."""
    return abs((angle + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def parallel(face: Face, other: Face) -> bool:
    """Whether two faces have one rotation, as far as squares tell."""
    return _quarter(_angle(face.frame[1]) - _angle(other.frame[1])) < PARALLEL


def alike(face: Face, other: Face) -> bool:
    """Whether two faces have one size, one rotation and one colour."""
    same_size = abs(np.log(other.edge / face.edge)) < 0.14
    return bool(same_size and parallel(face, other) and np.abs(face.fit.face - other.fit.face).max() < 30)


def gap(face: Face, other: Face) -> float:
    """Distance of two faces that stand in line, in edges; infinite when they do not."""
    apart = other.middle - face.middle
    in_line = _quarter(_angle(apart) - _angle(face.frame[1])) < 1.3 * PARALLEL
    return float(np.hypot(*apart)) / face.edge if in_line else np.inf


def printed(faces: Sequence[Face], thrown: bool = True) -> list[bool]:
    """For each face whether it is a print.

    thrown: the dice were thrown, so that none stand parallel in a row; else a pair must also lie flat.
    """
    flat = [lies_flat(face) for face in faces]
    like = [[i != j and alike(face, other) for j, other in enumerate(faces)] for i, face in enumerate(faces)]
    paired = [False] * len(faces)
    for i, face in enumerate(faces):
        for j, other in enumerate(faces):
            if not like[i][j]:
                continue
            distance = gap(face, other)
            level = flat[i] or flat[j]
            if NEIGHBOURS[0 if level else 1] < distance < NEIGHBOURS[2] and (level or thrown):
                paired[i] = True
    nearly = [flat[i] or three_sides_bare(face) for i, face in enumerate(faces)]
    known = [face for face, pair in zip(faces, paired, strict=True) if pair]
    return [
        paired[i] or any((nearly[i] and parallel(face, other)) or (thrown and alike(face, other)) for other in known)
        for i, face in enumerate(faces)
    ]
