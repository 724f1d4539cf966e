"""One confidence for a whole reading: its weakest link, on one scale, whether it was accepted or not.

Every check of the verdict asks a measure to keep to a limit: the score of each face, each estimator's own word, the
lean, what covers a die, the sizes, a face that may be one more die. Here each becomes a margin, a logarithm of odds
that is 0 at its limit and positive beyond; the least of them is the reading's. `AT_LIMIT` is where all the limits lie
on the scale of confidences, `ACCEPT` the one threshold of the reader: to read at another is to move all limits by as
much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.candidates import Face
from vision.cube import COVERED, ON_DIE, Stance
from vision.verdict import (
    MAYBE,
    OWN_CHANCE,
    OWN_ODDS,
    PLAIN,
    SIZES,
    STRAINED,
    STRICT_CHANCE,
    STRICT_ODDS,
    STRICT_SCORE,
    SURE,
    Chosen,
)

#: The confidence of a reading that has a measure right at its limit.
AT_LIMIT = 0.9
#: The threshold in use: a reading of at least this confidence is accepted. Of the labelled pictures the first to be
#: read wrong would have 0.887; this is 0.25 above it (logarithms of odds) and costs three readings in 247 against 0.9.
ACCEPT = 0.91
#: Most confidence where a check that knows only yes and no is against the reading.
DOUBTED = 0.5
#: A margin nearer to nothing than this is none.
LEAST = 1e-3
#: Margins that a lean of nothing, and dice of exactly one size, are worth.
LEAN_WORTH, SIZE_WORTH = 5.0, 4.0


@dataclass(frozen=True, slots=True)
class Guess:
    """What a picture would be read as at a threshold low enough: values ascending, None for none, and its confidence.

    confidence: 0..1, the highest threshold at which it would be accepted.
    """

    values: tuple[int, ...] | None
    confidence: float


def best_guess(
    chosen: Chosen, standing: Sequence[Stance], dice: int | None, flat: bool, refused: bool
) -> Guess:
    """What the faces of a picture would be read as, and how surely.

    standing: of chosen.sure. dice: how many there must be, None for any number. flat: the camera looks down on a table.
    refused: a check was against it, so that it is not sure enough whatever the margins are.
    """
    strict = dice != 2
    ranked = sorted(chosen.sure, key=lambda face: face_margin(face, strict), reverse=True)
    if dice is None:
        taken, margins = _any_number(ranked, chosen.doubtful)
    else:
        taken, margins = _so_many(ranked, chosen.doubtful, dice, strict)
    if not taken:
        return Guess(None, 0.0)
    margins += [stance_margin(stance, flat) for stance in standing]
    edges = [face.edge for face in taken]
    margins.append(SIZE_WORTH * (1 - np.log(max(edges) / min(edges)) / np.log(SIZES)))
    margin = min(margins)
    confidence = DOUBTED if refused and margin > -LEAST else at_margin(margin)
    return Guess(tuple(sorted(face.value for face in taken)), confidence)


def at_margin(margin: float) -> float:
    """The confidence of a reading that keeps so far from its limits, logarithms of odds."""
    return float(1 / (1 + np.exp(-np.clip(margin + _logit(AT_LIMIT), -30, 30))))


def face_margin(face: Face, strict: bool) -> float:
    """How far beyond its limits a face is a sure one, by both estimators, each for itself and both together."""
    margins = [face.score - SURE, face.odds - OWN_ODDS, _logit(face.chance) - _logit(OWN_CHANCE)]
    if strict:
        margins += [face.score - STRICT_SCORE, face.odds - STRICT_ODDS]
    return min(margins)


def doubt_margin(face: Face, strict: bool) -> float:
    """How far a doubtful face is from being no die at all: negative, the more so the more it seems to be one."""
    seen = _logit(face.chance) - _logit(STRICT_CHANCE)
    hints = [face.score - MAYBE]
    if strict:
        hints += [seen, face.odds + 1.0 if face.value >= 4 else seen]
        hints += [min(face.odds + 2.0, _logit(face.chance) - _logit(0.15)) if face.value > 1 else seen]
    return -max(min(max(hints), max(face.odds + 3.0, face.score - 0.5, seen)), 0.0)


def stance_margin(stance: Stance, flat: bool) -> float:
    """How far a die is from being refused for the way it stands."""
    limits = (1.0, COVERED, ON_DIE) if flat else (STRAINED, PLAIN, PLAIN)
    margins = {
        "cocked": LEAN_WORTH * (1 - stance.strain / limits[0]),
        "occluded": _logit(limits[1]) - _logit(stance.covered),
        "stacked": _logit(limits[2]) - _logit(stance.on_die),
    }
    if not flat and stance.verdict in margins:
        return margins[stance.verdict]
    return min(margins.values())


def _so_many(sure: list[Face], doubtful: Sequence[Face], dice: int, strict: bool) -> tuple[list[Face], list[float]]:
    """The `dice` best faces, none when there are not so many, and the margins of all that was taken or left out."""
    rest = sorted(doubtful, key=lambda face: face_margin(face, strict), reverse=True)
    taken, left = [*sure, *rest][:dice], [*sure, *rest][dice:]
    if len(taken) < dice:
        return [], []
    against = [-face_margin(face, strict) if face in sure else doubt_margin(face, strict) for face in left]
    return taken, [face_margin(face, strict) for face in taken] + against


def _any_number(sure: list[Face], doubtful: Sequence[Face]) -> tuple[list[Face], list[float]]:
    """The sure faces and those doubtful ones that are sooner dice than not, and the margins of all."""
    taken, margins = list(sure), [face_margin(face, strict=True) for face in sure]
    for face in doubtful:
        as_die, as_none = face_margin(face, strict=True), doubt_margin(face, strict=True)
        if as_die > as_none:
            taken.append(face)
        margins.append(max(as_die, as_none))
    return taken, margins


def _logit(chance: float) -> float:
    chance = min(max(chance, 0.001), 0.999)
    return float(np.log(chance / (1 - chance)))
