"""From faces to dice: which are sure, which might be one more, which are prints, and why a picture is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.bodies import MOST_FACES, flat, the_dice, upright, with_bodies
from vision.candidates import Face
from vision.prints import printed
from vision.surface_value import Surface

#: Scores from which a face counts, and from which it may be one (logarithms of odds, both estimators together).
SURE, MAYBE = 1.5, -1.0
#: What each estimator must say for itself: the odds by layout and outline, and the network's chance of the value.
OWN_ODDS, OWN_CHANCE = -2.0, 0.5
#: The same where any number of dice may lie, seen from any side, so that less is known beforehand; and what is already
#: a doubt there: a face that the network takes for one.
STRICT_SCORE, STRICT_ODDS, STRICT_CHANCE = 2.5, 0.0, 0.8
#: Score below which a doubtful face beside as many sure dice as there must be is none.
ENOUGH = 0.0
#: A face that only the layout doubts, with at least these odds and this chance, is worth so much more when a body
#: under it shows just the sides that an upright die must show there, logarithms of odds.
BORNE_ODDS, BORNE_CHANCE, BODY_WORTH = -4.0, 0.9, 2.0
#: And so much where it is like a sure die: logarithm of the ratio of their edges, and differences of colour, levels.
ALIKE_WORTH, ALIKE_SIZE, ALIKE_FACE, ALIKE_PIP = 1.0, 0.2, 30.0, 50.0
#: Ground that differs less from the face than this on three sides is the same cloth: a dot printed on it, levels.
SAME_GROUND = 9.0
#: Largest ratio of the edges of two dice in one picture.
SIZES = 1.4
#: Where the view is only guessed: strain from which a die is refused as leaning, and the chance from which one is that
#: is covered or stands on another.
STRAINED, PLAIN = 2.4, 0.85


@dataclass(frozen=True, slots=True)
class Chosen:
    """The faces of a picture, sorted out: sure dice, faces that may be dice as well, and prints."""

    sure: tuple[Face, ...]
    doubtful: tuple[Face, ...]
    prints: tuple[Face, ...]


def choose(
    faces: Sequence[Face],
    image: np.ndarray,
    thrown: bool,
    count: int | None = None,
    surface: Surface | None = None,
    new: bool = False,
) -> Chosen:
    """Sorts faces, which come best first; of faces that overlap only the best counts.

    image: (h, w, 3) uint8. thrown: two dice were thrown, so that none stand in a row. count: how many dice there must
    be, None for any number: it decides only how closely prints and dice are told apart. new: the faces are none that
    the empty table shows, so that they cannot be printed on it.
    """
    kept: list[Face] = []
    for face in faces:
        maybe = face.score > MAYBE or (not thrown and hints(face))
        if maybe and not bare(face) and not any(overlap(face, other) for other in kept):
            kept.append(face)
    marks = [False] * len(kept) if new else printed(kept, image, thrown)
    prints = tuple(face for face, is_print in zip(kept, marks, strict=True) if is_print)
    chosen = _sorted_out(kept, prints, thrown)
    if count is None:
        kept = _borne_out(kept, chosen, image, surface, likeness=True)
        return _sorted_out(kept, chosen.prints, thrown)
    if len(chosen.sure) < count and prints:
        chosen = _sorted_out(kept, _without_bodies(kept, prints, image, thrown, count), thrown)
    if len(chosen.sure) < count and chosen.sure:
        kept = _borne_out(kept, chosen, image, surface)
        chosen = _sorted_out(kept, chosen.prints, thrown)
    if len(chosen.sure) > count:
        dice = the_dice(image, chosen.sure, count, surface)
        if dice is not None:
            more = tuple(face for face in chosen.sure if face not in dice)
            chosen = _sorted_out(kept, chosen.prints + more, thrown)
    if len(chosen.sure) == count and chosen.doubtful:
        lying = flat(image, chosen.doubtful, chosen.sure, surface)
        more = tuple(
            face
            for face, lies in zip(chosen.doubtful, lying, strict=True)
            if lies or (face.score < ENOUGH and face.chance < STRICT_CHANCE)
        )
        chosen = _sorted_out(kept, chosen.prints + more, thrown)
    return chosen


def _sorted_out(kept: Sequence[Face], prints: tuple[Face, ...], thrown: bool) -> Chosen:
    real = [face for face in kept if face not in prints]
    sure = tuple(face for face in real if is_sure(face) and (thrown or is_plain(face)))
    doubtful = tuple(face for face in real if face not in sure and could_be_one_more(face, sure))
    return Chosen(sure, doubtful, prints)


def _borne_out(
    kept: Sequence[Face], chosen: Chosen, image: np.ndarray, surface: Surface | None, likeness: bool = False
) -> list[Face]:
    """The faces once more: where only the layout doubts, a body just as it must be speaks for a face, its odds grow.

    likeness: so does the likeness of a sure die. On a layout it does not, where prints may be like the dice.
    """
    weak = [face for face in chosen.doubtful if face.chance > BORNE_CHANCE and face.odds > BORNE_ODDS]
    worth = {}
    for face, fits in zip(weak, upright(image, weak, chosen.sure, surface), strict=True):
        like = likeness and any(alike(face, die) for die in chosen.sure)
        worth[id(face)] = BODY_WORTH if fits else ALIKE_WORTH if like else 0.0
    return [replace(face, odds=face.odds + worth[id(face)]) if worth.get(id(face)) else face for face in kept]


def alike(face: Face, die: Face) -> bool:
    """Whether a face has the size of a die and its two colours."""
    same_size = abs(np.log(face.edge / die.edge)) < ALIKE_SIZE
    apart = (np.abs(face.fit.face - die.fit.face).max(), np.abs(face.fit.pip - die.fit.pip).max())
    return bool(same_size and apart[0] < ALIKE_FACE and apart[1] < ALIKE_PIP)


def _without_bodies(
    kept: Sequence[Face], prints: tuple[Face, ...], image: np.ndarray, thrown: bool, count: int
) -> tuple[Face, ...]:
    """The prints once more, when those that show sides are known to be none, nor what only they made one."""
    best = sorted(filter(is_sure, prints), key=lambda face: -face.score)[:MOST_FACES]
    solid = [face for face, body in zip(best, with_bodies(image, best), strict=True) if body]
    if not solid or len(solid) > count:
        return prints
    rest = [face for face in kept if face not in solid]
    return tuple(face for face, is_print in zip(rest, printed(rest, image, thrown), strict=True) if is_print)


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


def odd_prints(image: np.ndarray, prints: Sequence[Face], any_number: bool) -> list[Face]:
    """Those of the prints that may be dice all the same: sure faces, and on a table such as show sides.

    any_number: no table is known, so that nothing is printed on it as far as one knows.
    """
    sure = [face for face in prints if is_sure(face)]
    if any_number or not sure:
        return sure
    return [face for face, body in zip(sure, with_bodies(image, sure), strict=True) if body]


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
