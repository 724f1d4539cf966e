"""From faces to dice: which are sure, which might be one more, which are prints, and why a picture is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.candidates import Face
from vision.prints import printed

#: Scores from which a face counts, and from which it may be one (logarithms of odds, both estimators together).
SURE, MAYBE = 1.5, -1.0
#: What each estimator must say for itself: the odds by layout and outline, and the network's chance of the value.
OWN_ODDS, OWN_CHANCE = -2.0, 0.5
#: The same where any number of dice may lie, seen from any side, so that less is known beforehand; and what is already
#: a doubt there: a face that the network takes for one.
STRICT_SCORE, STRICT_ODDS, STRICT_CHANCE = 2.5, 0.0, 0.8
#: Ground that differs less from the face than this on three sides is the same cloth: a dot printed on it, levels.
SAME_GROUND = 9.0
#: Largest ratio of the edges of two dice in one picture.
SIZES = 1.5
#: Where the view is only guessed: strain from which a die is refused as leaning, and the chance from which one is that
#: is covered or stands on another.
STRAINED, PLAIN = 2.4, 0.85


@dataclass(frozen=True, slots=True)
class Chosen:
    """The faces of a picture, sorted out: sure dice, faces that may be dice as well, and prints."""

    sure: tuple[Face, ...]
    doubtful: tuple[Face, ...]
    prints: tuple[Face, ...]


def choose(faces: Sequence[Face], image: np.ndarray, thrown: bool) -> Chosen:
    """Sorts faces, which come best first; of faces that overlap only the best counts.

    image: (h, w, 3) uint8. thrown: two dice were thrown, so that none stand in a row.
    """
    kept: list[Face] = []
    for face in faces:
        maybe = face.score > MAYBE or (not thrown and hints(face))
        if maybe and not bare(face) and not any(overlap(face, other) for other in kept):
            kept.append(face)
    flat = printed(kept, image, thrown)
    real = [face for face, is_print in zip(kept, flat, strict=True) if not is_print]
    sure = tuple(face for face in real if is_sure(face) and (thrown or is_plain(face)))
    doubtful = tuple(face for face in real if face not in sure and could_be_one_more(face, sure))
    return Chosen(sure, doubtful, tuple(face for face, is_print in zip(kept, flat, strict=True) if is_print))


def overlap(face: Face, other: Face) -> bool:
    """Whether two faces lie so near that one die can show only one of them from above."""
    return bool(np.hypot(*(face.middle - other.middle)) < 0.45 * (face.edge + other.edge))


def is_sure(face: Face) -> bool:
    """Whether both estimators, each for itself and both together, take this for a face with this value."""
    return face.score >= SURE and face.chance > OWN_CHANCE and face.odds > OWN_ODDS


def is_plain(face: Face) -> bool:
    """Whether a sure face is sure enough where nothing is known of dice, table and view."""
    return face.score >= STRICT_SCORE and face.odds > STRICT_ODDS


def bare(face: Face) -> bool:
    """Whether what surrounds a single pip at some distance has the colour of its face: a dot on the cloth."""
    away = np.sort(np.abs(face.outline.ground - face.fit.face).max(axis=1))
    return bool(face.value == 1 and away[2] < SAME_GROUND)


def could_be_one_more(face: Face, dice: Sequence[Face]) -> bool:
    """Whether a doubtful face could be one more of the dice: of their size, and not plainly something else."""
    if dice and not 0.6 < face.edge / float(np.median([die.edge for die in dice])) < 1.6:
        return False
    return face.odds > -3.0 or face.score > 0.5 or face.chance > STRICT_CHANCE


def hints(face: Face) -> bool:
    """Whether one estimator alone is for a face, or both do not rule it out."""
    many = face.value >= 4 and face.odds > -1.0
    return many or face.chance > STRICT_CHANCE or (face.value > 1 and face.odds > -2.0 and face.chance > 0.15)


def sizes_agree(dice: Sequence[Face]) -> bool:
    """Whether the dice have one size, as far as perspective allows."""
    edges = [die.edge for die in dice]
    return max(edges) <= SIZES * min(edges)


def seen_from_the_side(dice: Sequence[Face]) -> bool:
    """Whether the faces stand upright in a row, as dice do on a shelf that is looked at from the front.

    Seen from above dice lie at any rotation; of those that stand before a camera the sides are plumb.
    """
    if len(dice) < 2:
        return False
    turns = [abs((np.arctan2(die.frame[1, 1], die.frame[1, 0]) + np.pi / 4) % (np.pi / 2) - np.pi / 4) for die in dice]
    bottoms = [float(die.corners[:, 1].max()) for die in dice]
    edge = float(np.median([die.edge for die in dice]))
    level = max(bottoms) - min(bottoms) < (0.4 if len(dice) == 2 else 0.8) * edge
    apart = min(np.hypot(*(a.middle - b.middle)) for i, a in enumerate(dice) for b in dice[:i])
    return bool(max(turns) < np.radians(8) and level and apart > 1.2 * edge)
