"""Which faces have a body under them: a print, a coin or a card lies flat where a die must show its sides.

A camera over the table sees sides of every die that does not lie plumb under it. How much, the dice that are sure
tell (`vision.cube.needed`), or the calibration. Only what shows nothing at all where much must be seen is flat: a die
that leans shows too much, or on the wrong side, and stays a die.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from vision.candidates import Face
from vision.cube import COVERED, ON_DIE, leans, needed
from vision.cube_net import Lean
from vision.surface_value import Surface

#: Lean, in edges and in spreads of it, from which the sides of a body are plain to see.
BODY, BODY_SPREADS = 0.2, 3.0
#: Largest lean of a thing without a body, in edges and as a share of what a die must show there; and by how many
#: spreads it must miss that.
FLAT, FLAT_SHARE, FLAT_SPREADS = 0.13, 0.4, 2.5
#: Spread of the lean, and spreads by which it may miss what it must be, up to which a body is that of an upright die.
CLEAR, UPRIGHT_SPREADS = 0.1, 1.1
#: Ratio of edges from which a thing is no die of the same throw.
OTHER_SIZE = 1.8
#: Faces among which the dice are sought.
MOST_FACES = 8


def has_body(look: Lean) -> bool:
    """Whether sides are plain to see under a face."""
    return float(np.hypot(*look.lean)) > max(BODY, BODY_SPREADS * look.spread)


def with_bodies(image: np.ndarray, faces: Sequence[Face]) -> list[bool]:
    """For each of some faces of a picture (h, w, 3) uint8 whether sides are plain to see under it."""
    return [has_body(look) for look in leans(image, [face.corners for face in faces])]


def flat(
    image: np.ndarray, things: Sequence[Face], dice: Sequence[Face], surface: Surface | None = None
) -> list[bool]:
    """For each of some `things` whether no body shows where one of the upright `dice` would show its sides."""
    return _each(_flat, image, things, dice, surface)


def upright(
    image: np.ndarray, things: Sequence[Face], dice: Sequence[Face], surface: Surface | None = None
) -> list[bool]:
    """For each of some `things` whether under it a body shows plainly the sides of one more upright die."""
    return _each(_upright, image, things, dice, surface)


def _each(holds: Callable[..., bool], image, things: Sequence[Face], dice: Sequence[Face], surface) -> list[bool]:
    if not things or not dice:
        return [False] * len(things)
    looks = leans(image, [face.corners for face in [*things, *dice]])
    known = [(look, die.corners) for look, die in zip(looks[len(things) :], dice, strict=True)]
    picture = (image.shape[1], image.shape[0])
    return [
        holds(look, thing.corners, known, picture, surface)
        for look, thing in zip(looks[: len(things)], things, strict=True)
    ]


def _upright(look: Lean, quad: np.ndarray, dice: Sequence[tuple[Lean, np.ndarray]], picture, surface) -> bool:
    must, spread = needed(look, quad, dice, picture, surface)
    missed = float(np.hypot(*(look.lean - must)))
    return (
        has_body(look)
        and look.spread < CLEAR
        and look.on_die < ON_DIE
        and look.covered < COVERED
        and missed < UPRIGHT_SPREADS * float(np.hypot(look.spread, spread))
    )


def _flat(look: Lean, quad: np.ndarray, dice: Sequence[tuple[Lean, np.ndarray]], picture, surface) -> bool:
    must, spread = needed(look, quad, dice, picture, surface)
    lean = float(np.hypot(*look.lean))
    missed = float(np.hypot(*(look.lean - must)))
    return (
        lean < min(FLAT, FLAT_SHARE * float(np.hypot(*must)))
        and missed > FLAT_SPREADS * float(np.hypot(look.spread, spread))
    )  # fmt: skip


def the_dice(
    image: np.ndarray, faces: Sequence[Face], count: int, surface: Surface | None = None
) -> list[Face] | None:
    """Those `count` of the faces beside which all the others are flat or of quite another size; None unless one choice
    alone will do."""
    if not count < len(faces) <= MOST_FACES:
        return None
    looks = leans(image, [face.corners for face in faces])
    picture = (image.shape[1], image.shape[0])
    fitting = []
    for chosen in combinations(range(len(faces)), count):
        edges = [faces[k].edge for k in chosen]
        known = [(looks[k], faces[k].corners) for k in chosen]
        others = [k for k in range(len(faces)) if k not in chosen]
        if max(edges) < 1.35 * min(edges) and all(
            _other_size(faces[k], edges) or _flat(looks[k], faces[k].corners, known, picture, surface) for k in others
        ):
            fitting.append(chosen)
    return [faces[k] for k in fitting[0]] if len(fitting) == 1 else None


def _other_size(face: Face, edges: Sequence[float]) -> bool:
    return face.edge > OTHER_SIZE * max(edges) or face.edge * OTHER_SIZE < min(edges)
