"""The verdict on one still picture, or on a burst of pictures of one throw."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from vision.against import new_evidence
from vision.candidates import Face, find_faces
from vision.leftovers import LooseSpots, loose_spots, unexplained
from vision.pips import pyramid
from vision.prints import printed
from vision.readings import Reading, SeenDie
from vision.segment import Reference


class Reader:
    """Reads dice in pictures; holds settings only, so that no call changes another.

    dice: how many dice there must be, None for any number. surface: a vision.surface.Surface, or None.
    empty: (h, w, 3) uint8 picture of the empty table from the same camera, or None to take the surface's.
    """

    def __init__(self, dice: int | None = 2, surface=None, empty: np.ndarray | None = None):
        if dice is not None and dice < 1:
            raise ValueError("at least one die must be expected")
        self.dice = dice
        self.surface = surface
        self.empty = empty if empty is not None else getattr(surface, "empty", None)
        self._reference = None if self.empty is None else Reference(self.empty)

    def read(self, images: np.ndarray | Sequence[np.ndarray]) -> Reading:
        """Reads one picture (h, w, 3) uint8, or a burst of still pictures of one throw."""
        start = time.perf_counter()
        image = images if isinstance(images, np.ndarray) else images[-1]
        reading = self._read_one(image)
        ms = (time.perf_counter() - start) * 1000
        return Reading(
            reading.values, reading.confidence, reading.reason, reading.dice, reading.warnings, reading.detail, ms
        )

    def _read_one(self, image: np.ndarray) -> Reading:
        if self._reference is not None:
            found, loose = new_evidence(image, self._reference.empty, self._reference.compare(image))
            return self.judge(found, loose, image.shape)
        levels = pyramid(image)
        return self.judge(find_faces(levels), loose_spots(levels), image.shape)

    def judge(self, found: list[Face], loose: LooseSpots, shape: tuple[int, ...]) -> Reading:
        """The verdict on the faces and loose spots found in a picture of `shape` (height, width, ...)."""
        faces, doubtful = choose(found)
        dice = tuple(seen(face) for face in faces)
        if not faces or (self.dice is not None and len(faces) != self.dice):
            return Reading(None, 0.5, "wrong_count", dice)
        if doubtful:
            return Reading(None, 0.5, "unsure", dice, detail=",".join(f"{f.value}:{f.odds:.1f}/{f.seen_as[f.value]:.2f}" for f in doubtful))
        over = unexplained(loose, faces)
        if len(over):
            return Reading(None, 0.5, "unsure", dice, detail=f"{len(over)} loose at {over[0]}")
        sizes = [face.edge for face in faces]
        if max(sizes) > 1.5 * min(sizes):
            return Reading(None, 0.5, "unsure", dice)
        return Reading(tuple(sorted(face.value for face in faces)), 0.9, None, dice)


#: Scores from which a face counts, and from which it may be one.
SURE, MAYBE = 1.5, -1.0


def choose(faces: list[Face]) -> tuple[list[Face], list[Face]]:
    """The faces that are sure and those that might be faces too: no prints, none that overlap a better one."""
    kept: list[Face] = []
    for face in faces:
        if face.score > MAYBE and not bare(face) and all(
            np.hypot(*(face.middle - other.middle)) > 0.5 * (face.edge + other.edge) * 0.9 for other in kept
        ):
            kept.append(face)
    real = [face for face, print_ in zip(kept, printed(kept), strict=True) if not print_]
    return [f for f in real if sure(f)], [f for f in real if not sure(f)]


def bare(face: Face) -> bool:
    """Whether what surrounds the face at some distance has the colour of the face itself: a dot on the cloth."""
    away = np.sort(np.abs(face.outline.ground - face.fit.face).max(axis=1))
    return bool(face.value == 1 and away[2] < 9)


def sure(face: Face) -> bool:
    """Whether both estimators, each for itself, take this for a face with this value."""
    chance = 0.0 if face.seen_as is None else float(face.seen_as[face.value])
    return face.score >= SURE and chance > 0.5 and face.odds > -2.0


def seen(face: Face) -> SeenDie:
    """The face as a reading lists it."""
    corners = face.corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    return SeenDie(
        face.value,
        float(1 / (1 + np.exp(-face.score))),
        (float(face.middle[0]), float(face.middle[1])),
        (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        tuple((float(x), float(y)) for x, y in corners),
    )
