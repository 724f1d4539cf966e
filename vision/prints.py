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
#: Distance of neighbours in edges.
NEIGHBOURS = (1.06, 1.5)
#: Distance in edges from which like faces in line cannot be dice that touch.
APART = 1.13
#: Least difference between a print and the cloth round it, as a share of its contrast.
SEEN_ON_CLOTH = 0.3
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
    seen = np.abs(ground - face.fit.face).max() > SEEN_ON_CLOTH * face.fit.contrast
    return bool(seen and np.sort(np.abs(around - ground).max(axis=1))[2] < FLAT * 0.7)


def _angle(vector: np.ndarray) -> float:
    return float(np.arctan2(vector[1], vector[0]))


def _quarter(angle: float) -> float:
    """How far an angle is from a multiple of a right angle, radians."""
    return abs((angle + np.pi / 4) % (np.pi / 2) - np.pi / 4)


def _half(angle: float) -> float:
    """How far an angle is from a multiple of a straight one, radians."""
    return abs((angle + np.pi / 2) % np.pi - np.pi / 2)


def _turn(face: Face) -> float:
    """Rotation of a face, radians: the mean of its two axes, which a slanting view shears against each other."""
    u, v = (axis / np.linalg.norm(axis) for axis in face.frame[1:])
    side = 1.0 if u[0] * v[1] > u[1] * v[0] else -1.0
    return _angle(u + side * np.array([v[1], -v[0]]))


def parallel(face: Face, other: Face) -> bool:
    """Whether two faces have one rotation, as far as squares tell."""
    return _quarter(_turn(face) - _turn(other)) < PARALLEL


def alike(face: Face, other: Face) -> bool:
    """Whether two faces have one size, one rotation and one colour."""
    same_size = abs(np.log(other.edge / face.edge)) < 0.14
    return bool(same_size and parallel(face, other) and np.abs(face.fit.face - other.fit.face).max() < 30)


def gap(face: Face, other: Face) -> float:
    """Distance of two faces that stand in line, in edges; infinite when they do not."""
    apart = other.middle - face.middle
    in_line = min(_half(_angle(apart) - _angle(axis)) for axis in face.frame[1:]) < 1.3 * PARALLEL
    return float(np.hypot(*apart)) / face.edge if in_line else np.inf


def neighbour_seen(image: np.ndarray, face: Face) -> bool:
    """Whether a like square stands beside the face in line and a gap apart, be it recognised as a face or not."""
    cells = np.linspace(-0.34, 0.34, 6)
    own = np.stack(np.meshgrid(cells, cells), axis=-1).reshape(-1, 2)
    across = np.linspace(-0.3, 0.3, 7)
    axes = face.frame[1:] / np.linalg.norm(face.frame[1:], axis=1, keepdims=True) * face.edge
    for direction in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        ahead = np.array(direction, np.float32)
        for distance in np.arange(1.12, 1.5, 0.05):
            square = own + ahead * distance
            strip = ahead * distance / 2 + np.abs(ahead[::-1]) * across[:, None]
            like = _near(image, face, axes, square)
            if not 0.55 < like.mean() < 0.98 or _near(image, face, axes, strip).mean() >= 0.2:
                continue
            rim = distance / 2 + 0.02
            sides = (ahead, ahead[::-1], -ahead[::-1])
            strips = (ahead * distance + side * rim + np.abs(side[::-1]) * across[:, None] for side in sides)
            if sorted(_near(image, face, axes, one).mean() for one in strips)[1] < 0.3:
                return True
    return False


def cloth_between(image: np.ndarray, face: Face, other: Face) -> bool:
    """Whether the strip midway between two faces in line has not the colour of the face."""
    axes = face.frame[1:] / np.linalg.norm(face.frame[1:], axis=1, keepdims=True) * face.edge
    middle = (other.middle - face.middle) / 2 @ np.linalg.inv(axes)
    sideways = np.array([middle[1], middle[0]]) / max(np.abs(middle).max(), 1e-6)
    strip = middle + np.linspace(-0.3, 0.3, 9)[:, None] * np.abs(sideways)
    return bool(_near(image, face, axes, strip).mean() < 0.3)


def _near(image: np.ndarray, face: Face, axes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n,) whether a picture has the colour of the face at points in edges from its middle."""
    at = np.rint(face.middle + points @ axes).astype(int)
    inside = ((at >= 0) & (at < (image.shape[1], image.shape[0]))).all(axis=1)
    at = np.clip(at, 0, (image.shape[1] - 1, image.shape[0] - 1))
    colours = image[at[:, 1], at[:, 0]].astype(np.float32)
    return inside & (np.abs(colours - face.fit.face).max(axis=1) < 0.3 * face.fit.contrast)


def printed(faces: Sequence[Face], image: np.ndarray, thrown: bool = True) -> list[bool]:
    """For each face whether it is a print.

    image: (h, w, 3) uint8. thrown: the dice were thrown, so that none stand parallel in a row, and less will do.
    """
    bare = [lies_flat(face) or (thrown and three_sides_bare(face)) for face in faces]
    paired = [False] * len(faces)
    for i, face in enumerate(faces):
        for j, other in enumerate(faces):
            if i != j and alike(face, other) and NEIGHBOURS[0] < gap(face, other) < NEIGHBOURS[1]:
                clearly = bare[i] or bare[j] or (thrown and min(gap(face, other), gap(other, face)) > APART)
                paired[i] |= clearly and cloth_between(image, face, other)
        if thrown and not paired[i] and bare[i]:
            paired[i] = neighbour_seen(image, face)
    known = [face for face, pair in zip(faces, paired, strict=True) if pair]
    return [
        pair or (any(parallel(face, other) for other in known) and (own or (thrown and neighbour_seen(image, face))))
        for face, pair, own in zip(faces, paired, bare, strict=True)
    ]
