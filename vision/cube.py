"""Whether a face is the top of an upright cube that lies on the surface.

The body under a face is looked at (`vision.cube_net`) and compared with what an upright die must show at that place
(`vision.cube_view`). A die that leans shows a body where perspective forbids it, or none where it asks for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import get_ident

import cv2
import numpy as np

from vision.cube_net import CubeNet, Lean
from vision.cube_view import Expected, agreed, calibrated
from vision.surface_value import Surface

#: Lean beyond the expected from which a die is cocked, as a multiple of what both may be off together: where the camera
#: is known, and where the dice must tell. At least so much of an edge (0.09 is 5 degrees).
LIMIT_KNOWN, LIMIT, LEAST = 3.0, 2.2, 0.09
#: Degrees beyond the expected from which a die is cocked where the camera is known, however unsure the network is:
#: of 249 flat dice on five tables one was taken for more.
MOST_DEG = 10.0
#: Spread of the lean above which nothing can be said.
TOO_UNSURE = 0.22
#: Chances from which a face counts as covered, and a die as standing on another.
COVERED, ON_DIE = 0.5, 0.5
#: What makes either less likely, a logarithm of odds: the face network takes the face for a whole one with at least so
#: much of a chance; no other top lies within so many edges, and no die is missing that might lie below.
UNLIKELY, WHOLE, APART = 2.2, 0.95, 1.8
#: The verdicts, the worst for a throw last.
VERDICTS = ("upright", "unknown", "at_edge", "occluded", "stacked", "cocked")


@dataclass(frozen=True, eq=False, slots=True)
class Stance:
    """How the die under one face stands.

    verdict: one of VERDICTS. tilt_deg: how far its lean is from an upright die's there, as an angle; None when
    unknown. misfit_px: how far the bottom of its body lies beside where an upright die's must lie. strain: that misfit
    over what it may be off (1 and more is refused). raised: its edge over the expected one less one, None without a
    calibration. sides: (2,) edges, how wide the side faces show in x and y. covered, on_die: chances that something
    hides part of the face, and that the die stands on another. lean, upright: (2,) edges, the lean as it was seen and
    as an upright die there must show it.
    """

    verdict: str
    tilt_deg: float | None
    misfit_px: float
    strain: float
    raised: float | None
    sides: tuple[float, float]
    covered: float
    on_die: float
    lean: np.ndarray = field(default_factory=lambda: np.zeros(2))
    upright: np.ndarray = field(default_factory=lambda: np.zeros(2))


@lru_cache(maxsize=4)
def _network(thread: int) -> CubeNet:
    return CubeNet()


def stances(
    image: np.ndarray,
    faces: Sequence[np.ndarray],
    surface: Surface | None = None,
    whole: Sequence[float] | None = None,
    missing: bool = True,
) -> tuple[Stance, ...]:
    """How each of the `faces` of a picture (h, w, 3) uint8 stands; each is (4, 2) px, corners of the ideal top face.

    All the dice of the picture should be given together: without a calibrated surface they must agree with each other.
    whole: the chance of each that it is a wholly visible face, by the face network. missing: dice are missing, which
    may lie under these.
    """
    if not len(faces):
        return ()
    corners = np.asarray(faces, np.float64)
    looks = leans(image, corners)
    looks = [
        replace(
            look,
            covered=_less_likely(look.covered, whole is not None and whole[k] >= WHOLE),
            on_die=_less_likely(look.on_die, not missing and _apart(corners, k)),
        )
        for k, look in enumerate(looks)
    ]
    return judge(looks, corners, (image.shape[1], image.shape[0]), surface)


def _less_likely(chance: float, is_so: bool) -> float:
    """The chance when something else speaks against it."""
    odds = chance / max(1 - chance, 1e-9) * np.exp(-UNLIKELY)
    return float(odds / (1 + odds)) if is_so else chance


def _apart(corners: np.ndarray, index: int) -> bool:
    """Whether none of the other faces (n, 4, 2) lies so near to that of an index that its die could be under it."""
    middles = corners.mean(axis=1)
    edge = float(np.linalg.norm(corners[index] - np.roll(corners[index], 1, axis=0), axis=1).mean())
    away = np.linalg.norm(middles - middles[index], axis=1)
    return bool((np.delete(away, index) > APART * edge).all())


def leans(image: np.ndarray, faces: Sequence[np.ndarray]) -> list[Lean]:
    """What the surroundings of each of the `faces` (n, 4, 2) px of a picture say of the body under it."""
    net = _network(get_ident())
    return [net.look(image, np.asarray(quad, np.float64)) for quad in faces]


def needed(
    look: Lean,
    quad: np.ndarray,
    dice: Sequence[tuple[Lean, np.ndarray]],
    picture: tuple[int, int],
    surface: Surface | None = None,
) -> tuple[np.ndarray, float]:
    """The lean (2,) that an upright die with the top `quad` (4, 2) px must show, and the spread of each part of it.

    dice: what was seen of the dice that stand upright in the picture, each with the corners of its top.
    picture: (width, height).
    """
    corners = np.array([quad, *(other for _, other in dice)], np.float64)
    seen = [look, *(other for other, _ in dice)]
    places = np.array([crossing(one) for one in corners])
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    exact = None if surface is None else calibrated(surface, places, edges)
    expected = exact or agreed(
        places, np.array([one.lean for one in seen]), np.array([one.spread for one in seen]), edges, picture, 0
    )
    return expected.lean[0], float(expected.spread[0])


def judge(
    looks: Sequence[Lean], corners: np.ndarray, picture: tuple[int, int], surface: Surface | None
) -> tuple[Stance, ...]:
    """The verdict on each die from what was seen of its body. corners: (n, 4, 2) px; picture: (width, height)."""
    places = np.array([crossing(quad) for quad in corners])
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    seen = np.array([look.lean for look in looks])
    spreads = np.array([look.spread for look in looks])
    exact = None if surface is None else calibrated(surface, places, edges)
    expected = exact if exact is not None else _without_the_worst(places, seen, spreads, edges, picture)
    return tuple(
        _stance(look, quad, expected, index, picture, surface)
        for index, (look, quad) in enumerate(zip(looks, corners, strict=True))
    )


def _without_the_worst(places, leans, spreads, edges, picture) -> Expected:
    """What the dice agree on, each one judged by the others: one after the other the worst is left out of it."""
    count = len(places)
    kept = np.full(count, True)
    while True:
        lean, spread = np.zeros((count, 2)), np.zeros(count)
        for index in range(count):
            used = kept.copy()
            used[index] = True
            rows = np.flatnonzero(used)
            left = int(np.flatnonzero(rows == index)[0])
            seen = agreed(places[rows], leans[rows], spreads[rows], edges[rows], picture, left)
            lean[index], spread[index] = seen.lean[left], seen.spread[left]
        off = np.linalg.norm(leans - lean, axis=1) / np.hypot(spread, spreads)
        worst = int(np.where(kept, off, -1).argmax())
        if kept.sum() <= 2 or off[worst] < LIMIT:
            return Expected(lean, spread, None)
        kept[worst] = False


def _stance(look: Lean, quad: np.ndarray, expected: Expected, index: int, picture, surface) -> Stance:
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    off = float(np.linalg.norm(look.lean - expected.lean[index]))
    limit = LIMIT if expected.edge is None else LIMIT_KNOWN
    may_be = max(limit * float(np.hypot(look.spread, expected.spread[index])), LEAST)
    strain = off / may_be
    raised = None if expected.edge is None else edge / float(expected.edge[index]) - 1
    foot = quad - look.lean * edge
    angle = angle_between(look.lean, expected.lean[index])
    if _cut_by_picture(quad, picture, edge):
        verdict = "at_edge"
    elif look.covered > COVERED:
        verdict = "occluded"
    elif look.on_die > ON_DIE:
        verdict = "stacked"
    elif strain > 1 or (raised is not None and angle > MOST_DEG):
        verdict = "cocked"
    elif surface is not None and _outside(foot, surface, edge):
        verdict = "at_edge"
    elif look.spread > TOO_UNSURE:
        verdict = "unknown"
    else:
        verdict = "upright"
    tilt = None if verdict in ("occluded", "at_edge") else angle
    sides = (float(abs(look.lean[0])), float(abs(look.lean[1])))
    return Stance(
        verdict, tilt, off * edge, strain, raised, sides, look.covered, look.on_die, look.lean, expected.lean[index]
    )


def _cut_by_picture(quad: np.ndarray, picture: tuple[int, int], edge: float) -> bool:
    """Whether the border of the picture cuts the top of a die."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool((low < -0.5 - 0.05 * edge).any() or (high > np.array(picture) - 0.5 + 0.05 * edge).any())


def _outside(foot: np.ndarray, surface: Surface, edge: float) -> bool:
    """Whether a die reaches out of the play area by more than a sixth of an edge."""
    area = np.asarray(surface.area, np.float32).reshape(-1, 1, 2)
    inside = min(cv2.pointPolygonTest(area, (float(x), float(y)), True) for x, y in foot)
    return inside < -edge / 6


def angle_between(first: np.ndarray, second: np.ndarray) -> float:
    """Degrees between the normals that two leans (2,) stand for: half a lean is a normal's stereographic projection."""
    normals = [np.array([lean[0], lean[1], 1 - lean @ lean / 4]) / (1 + lean @ lean / 4) for lean in (first, second)]
    return float(np.degrees(np.arccos(np.clip(normals[0] @ normals[1], -1.0, 1.0))))


def crossing(quad: np.ndarray) -> np.ndarray:
    """(2,) where the diagonals of a quadrilateral (4, 2) cross: the middle of the face in any perspective."""
    first, second = quad[2] - quad[0], quad[3] - quad[1]
    det = first[0] * -second[1] + second[0] * first[1]
    if abs(det) < 1e-9:
        return quad.mean(axis=0)
    along = quad[1] - quad[0]
    return quad[0] + first * (along[0] * -second[1] + second[0] * along[1]) / det
