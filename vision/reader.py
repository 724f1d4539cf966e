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
        faces, doubtful, prints = choose(found, thrown=self.dice == 2)
        dice = tuple(seen(face) for face in faces)
        if not faces or (self.dice is not None and len(faces) != self.dice):
            return Reading(None, 0.5, "wrong_count", dice)
        doubtful = [face for face in doubtful if like_dice(face, faces)]
        if doubtful:
            said = ",".join(f"{f.value}:{f.odds:.1f}/{f.seen_as[f.value]:.2f}" for f in doubtful)
            return Reading(None, 0.5, "unsure", dice, detail=said)
        over = unexplained(loose, faces, prints)
        if len(over):
            return Reading(None, 0.5, "unsure", dice, detail=f"{len(over)} loose at {over[0]}")
        sizes = [face.edge for face in faces]
        if max(sizes) > 1.5 * min(sizes):
            return Reading(None, 0.5, "unsure", dice)
        return Reading(tuple(sorted(face.value for face in faces)), 0.9, None, dice)


#: Scores from which a face counts, and from which it may be one.
SURE, MAYBE = 1.5, -1.0


def choose(faces: list[Face], thrown: bool) -> tuple[list[Face], list[Face], list[Face]]:
    """The faces that are sure, those that might be faces too, and the prints; none that overlap a better one."""
    kept: list[Face] = []
    for face in faces:
        if face.score > MAYBE and not bare(face) and all(
            np.hypot(*(face.middle - other.middle)) > 0.5 * (face.edge + other.edge) * 0.9 for other in kept
        ):
            kept.append(face)
    flat = printed(kept, thrown)
    real = [face for face, print_ in zip(kept, flat, strict=True) if not print_]
    prints = [face for face, print_ in zip(kept, flat, strict=True) if print_]
    return [f for f in real if sure(f)], [f for f in real if not sure(f)], prints


def like_dice(face: Face, dice: list[Face]) -> bool:
    """Whether a doubtful face could be one more of these dice: of their size, and not plainly something else."""
    edge = float(np.median([die.edge for die in dice]))
    return 0.6 < face.edge / edge < 1.6 and (face.odds > -3.0 or face.score > 0.5)


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
