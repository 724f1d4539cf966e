"""The verdict on one still picture, or on a burst of pictures of one throw."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from vision.against import new_evidence
from vision.candidates import Face, find_faces
from vision.leftovers import LooseSpots, loose_spots, unexplained
from vision.lookalikes import lookalikes
from vision.pips import pyramid
from vision.readings import Reading, SeenDie
from vision.segment import Reference
from vision.verdict import Chosen, choose, seen_from_the_side, sizes_agree

#: Frames of a burst that are averaged, the newest; and the mean change between them that is movement, levels.
BURST, MOVEMENT = 4, 6.0


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
        """Reads one picture (h, w, 3) uint8, or a burst of still pictures of one throw, the newest last.

        Raises ValueError when a picture has another shape or type, or another size than the empty table's.
        """
        start = time.perf_counter()
        burst = [images] if isinstance(images, np.ndarray) else list(images)[-BURST:]
        for image in burst:
            if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
                raise ValueError("a picture is (height, width, 3) of uint8")
        if not burst:
            raise ValueError("a burst holds at least one picture")
        reading = self._read_burst(burst) if len(burst) > 1 else self._read_one(burst[0])
        ms = (time.perf_counter() - start) * 1000
        return Reading(
            reading.values, reading.confidence, reading.reason, reading.dice, reading.warnings, reading.detail, ms
        )

    def _read_burst(self, burst: list[np.ndarray]) -> Reading:
        """Reads the mean of still frames, in which the noise is less."""
        first, last = burst[0], burst[-1]
        if any(image.shape != last.shape for image in burst):
            return self._read_one(last)
        change = np.abs(first[::4, ::4].astype(np.int16) - last[::4, ::4])
        if float(np.percentile(change.max(axis=2), 99.5)) > 10 * MOVEMENT:
            return Reading(None, 0.0, "moving")
        mean = np.mean([image.astype(np.float32) for image in burst], axis=0)
        return self._read_one(np.clip(np.rint(mean), 0, 255).astype(np.uint8))

    def _read_one(self, image: np.ndarray) -> Reading:
        if self._reference is not None:
            found, loose = new_evidence(image, self._reference.empty, self._reference.compare(image))
            return self.judge(found, loose, image)
        levels = pyramid(image)
        return self.judge(find_faces(levels), loose_spots(levels), image)

    def judge(self, found: Sequence[Face], loose: LooseSpots, image: np.ndarray) -> Reading:
        """The verdict on the faces and loose spots found in a picture (h, w, 3) uint8."""
        chosen = choose(found, image, thrown=self.dice == 2)
        dice = tuple(seen(face) for face in chosen.sure)
        sure = 1.0 if not dice else float(np.prod([die.confidence for die in dice]))
        refusal = self._refusal(chosen, loose, image)
        if refusal is not None:
            reason, detail = refusal
            listed = dice + tuple(seen(face, certain=False) for face in chosen.doubtful)
            return Reading(None, sure, reason, listed, detail=detail)
        return Reading(tuple(sorted(face.value for face in chosen.sure)), sure, None, dice)

    def _refusal(self, chosen: Chosen, loose: LooseSpots, image: np.ndarray) -> tuple[str, str | None] | None:
        """Why the picture is refused (reason and detail), or None."""
        dice = chosen.sure
        if not dice or (self.dice is not None and len(dice) != self.dice):
            return "wrong_count", None
        if chosen.doubtful:
            return "unsure", None
        if len(unexplained(loose, dice, chosen.prints, strict=self.dice is None)):
            return "unsure", None
        if not sizes_agree(dice) or (self.dice is None and seen_from_the_side(dice)):
            return "unsure", None
        if self.dice is None and lookalikes(image, dice, chosen.prints):
            return "unsure", None
        return None


def seen(face: Face, certain: bool = True) -> SeenDie:
    """The face as a reading lists it; of one that is not certain the value is only a candidate."""
    corners = face.corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    chance = float(1 / (1 + np.exp(-np.clip(face.score, -30, 30))))
    likely = () if face.seen_as is None else tuple((v, round(float(face.seen_as[v]), 4)) for v in np.argsort(-face.seen_as) if v)
    return SeenDie(
        face.value if certain else None,
        chance,
        (float(face.middle[0]), float(face.middle[1])),
        (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        tuple((float(x), float(y)) for x, y in corners),
        candidates=() if certain else tuple((int(v), p) for v, p in likely[:3]),
    )
