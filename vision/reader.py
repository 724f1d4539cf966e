"""The verdict on one still picture, or on a burst of pictures of one throw."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.against import new_evidence
from vision.candidates import Face, find_faces
from vision.colour import body_colour
from vision.confidence import ACCEPT, best_guess
from vision.cube import Stance, stances
from vision.layout import FILLED, SITES
from vision.leftovers import LooseSpots, loose_spots, of_pip_size, overlooked, unexplained
from vision.lookalikes import lookalikes
from vision.missing import why_missing
from vision.pips import Level, pyramid
from vision.readings import Reading, SeenDie
from vision.segment import Change, Reference
from vision.sighted import fitting
from vision.silhouette import second_word
from vision.verdict import PLAIN, STRAINED, Chosen, choose, odd_prints, seen_from_the_side, sizes_agree

#: Where a number of dice was thrown on a table, faces are looked for up to about twice this edge, pixels.
TABLE_EDGE = 125.0
#: Least confidence, and lean in degrees up to which, a quick look is believed without a thorough one.
QUICK_CONFIDENCE, QUICK_TILT = 0.95, 8.0
#: Frames of a burst that are averaged, the newest; and the mean change between them that is movement, levels.
BURST, MOVEMENT = 4, 6.0

#: Places in a picture, (x, y) px.
Places = tuple[tuple[float, float], ...]


class Reader:
    """Reads dice in pictures; holds settings only, so that no call changes another.

    dice: how many dice there must be, None for any number. surface: a vision.surface.Surface, or None.
    empty: (h, w, 3) uint8 picture of the empty table from the same camera, or None to take the surface's.
    accept: the least confidence of a reading that is given out.
    """

    def __init__(
        self, dice: int | None = 2, surface=None, empty: np.ndarray | None = None, accept: float = ACCEPT
    ):
        if dice is not None and dice < 1:
            raise ValueError("at least one die must be expected")
        self.dice = dice
        self.surface = surface
        self.accept = accept
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
        return replace(reading, ms=ms)

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
        """Reads one picture: with a known number of dice a quick look first, and a thorough one when that refuses."""
        change = None if self._reference is None else self._reference.compare(image)
        levels = pyramid(image) if self.dice is None else pyramid(image, TABLE_EDGE)
        if self.dice is not None:
            reading = self._look(image, levels, change, everywhere=False)
            if beyond_doubt(reading):
                return reading
        return self._look(image, levels, change, everywhere=True)

    def _look(self, image: np.ndarray, levels: list[Level], change: Change | None, everywhere: bool) -> Reading:
        """The verdict by the faces that are found everywhere, or only where the finder thinks them likely."""
        if change is not None:
            found, loose = new_evidence(image, self._reference.empty, change, everywhere)
            return self.judge(found, loose, image, change.solid)
        found = find_faces(levels, everywhere=everywhere)
        return self.judge(found, loose_spots(fitting(levels, [face.edge for face in found])), image)

    def judge(
        self, found: Sequence[Face], loose: LooseSpots, image: np.ndarray, new: np.ndarray | None = None
    ) -> Reading:
        """The verdict on the faces and loose spots found in a picture (h, w, 3) uint8.

        new: (h, w) where it differs from the empty table, or None without a reference.
        """
        chosen = choose(found, image, self.dice == 2, self.dice, self.surface, new is not None)
        standing = stances(
            image,
            [face.corners for face in chosen.sure],
            self.surface,
            whole=[face.chance for face in chosen.sure],
            missing=self.dice is not None and len(chosen.sure) < self.dice,
        )
        if new is not None:
            standing = second_word(standing, [face.corners for face in chosen.sure], new)
        dice = tuple(seen(face, stance) for face, stance in zip(chosen.sure, standing, strict=True))
        refusal, doubts = self._refusal(chosen, standing, found, loose, image, new)
        guess = best_guess(chosen, standing, self.dice, flat=self.dice is not None, refused=refusal is not None)
        listed = dice if refusal is None else dice + tuple(seen(face) for face in chosen.doubtful)
        if guess.values is None or guess.confidence < self.accept:
            return Reading(None, guess.confidence, refusal or "unsure", listed, guess=guess.values, doubts=doubts)
        return Reading(guess.values, guess.confidence, None, listed)

    def _refusal(
        self,
        chosen: Chosen,
        standing: Sequence[Stance],
        found: Sequence[Face],
        loose: LooseSpots,
        image: np.ndarray,
        new: np.ndarray | None,
    ) -> tuple[str | None, Places]:
        """Why the picture is refused, or None; and where something lies that is against it, (x, y) px."""
        dice = chosen.sure
        missing = self.dice is not None and len(dice) < self.dice
        strange = how_it_stands(standing, known_view=self.dice is not None)
        if strange is not None and not (missing and hardly(standing)):
            return strange, ()
        if not dice or (self.dice is not None and len(dice) != self.dice):
            reason = why_missing(image, chosen, found, standing, self.surface, new) if missing else None
            return reason or strange or "wrong_count", ()
        left = unexplained(loose, dice, chosen.prints, strict=self.dice is None)
        if self.dice is not None:
            left = of_pip_size(image, left, dice)
        if chosen.doubtful or len(left):
            return "unsure", _places(left)
        if not sizes_agree(dice):
            return "unsure", ()
        if self.dice is not None and any(stance.verdict == "unknown" for stance in standing):
            return "unsure", ()
        odd = odd_prints(image, chosen.prints, any_number=self.dice is None)
        if odd:
            return "unsure", _places([face.middle for face in odd])
        if self.dice is None:
            if seen_from_the_side(dice):
                return "unsure", ()
            # What passes for a print may be a die whose sides are in shade: what the finder plainly sees counts.
            like = lookalikes(image, dice, chosen.prints) or overlooked(image, dice)
            if like:
                return "unsure", _places(like)
        return None, ()


def _places(found) -> Places:
    """Places (n, 2) as plain numbers."""
    return tuple((float(x), float(y)) for x, y in found)



#: Strain up to which a die alone may lean, where the view is only guessed, before anything else is looked for.
HARDLY = 1.5


def how_it_stands(standing: Sequence[Stance], known_view: bool) -> str | None:
    """The reason that the worst of the dice gives by the way it stands, or None.

    known_view: the camera looks down on a table; else it may look from any side, and only a strong sign counts.
    """
    verdicts = {stance.verdict for stance in standing if known_view or plainly(stance)}
    return next((reason for reason in ("stacked", "cocked", "occluded", "at_edge") if reason in verdicts), None)


def hardly(standing: Sequence[Stance]) -> bool:
    """Whether dice lean so little beyond what only a guess of the view allows that something else may be amiss."""
    return all(stance.raised is None and stance.strain < HARDLY for stance in standing)


def plainly(stance: Stance) -> bool:
    """Whether the sign is so strong that it counts in a picture from any side."""
    strength = {
        "cocked": stance.strain / STRAINED,
        "stacked": stance.on_die / PLAIN,
        "occluded": stance.covered / PLAIN,
    }
    return strength.get(stance.verdict, 1.0) >= 1.0


def beyond_doubt(reading: Reading) -> bool:
    """Whether a quick look is enough: nothing is near a limit."""
    leans = [die.tilt_deg for die in reading.dice if die.tilt_deg is not None]
    return reading.confidence >= QUICK_CONFIDENCE and max(leans, default=0.0) < QUICK_TILT


def seen(face: Face, stance: Stance | None = None) -> SeenDie:
    """The face as a reading lists it; of one whose stance was not looked at the value is only a candidate."""
    certain = stance is not None
    corners = face.corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    chance = float(1 / (1 + np.exp(-np.clip(face.score, -30, 30))))
    chances = np.zeros(7) if face.seen_as is None else face.seen_as
    likely = [(int(v), round(float(chances[v]), 4)) for v in np.argsort(-chances) if v][:3]
    places = face.frame[0] + SITES @ face.frame[1:]
    scores = np.clip(2 * face.fit.filled - 1, -1, 1)
    sites = tuple((float(x), float(y), round(float(s), 2)) for (x, y), s in zip(places, scores, strict=True))
    return SeenDie(
        face.value if certain else None,
        chance,
        (float(face.middle[0]), float(face.middle[1])),
        (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])),
        tuple((float(x), float(y)) for x, y in corners),
        pips=tuple((x, y) for (x, y, _), full in zip(sites, FILLED[face.fit.layout], strict=True) if full),
        sites=sites,
        tilt_deg=None if stance is None else stance.tilt_deg,
        candidates=() if certain else tuple(likely),
        colour=body_colour(face.fit.face),
    )
