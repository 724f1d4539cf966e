"""Why a die that must be there was not read: what lies where it might be gives the reason.

Against the empty table the things that are new are looked at one by one: cut by the border, covered, glaring, leaning.
Without one, faces that were nearly read and scraps of a die's colour tell the same, less surely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.candidates import Face
from vision.cube import Stance, crossing, leans, stances
from vision.lookalikes import scrap_of_a_die
from vision.pips import pyramid
from vision.sharpness import out_of_focus, too_dark
from vision.sighted import see
from vision.surface_value import Surface
from vision.verdict import Chosen, overlap

#: Chance of standing on another die that is believed where a die is missing, and strain up to which it is.
MAYBE_ON_DIE, NOT_LEANING = 0.2, 1.3
#: Chance from which a thing counts as a covered die.
COVERED = 0.7
#: Least area of a new thing, squares of an edge, and areas and extent (edges) up to which it may be one die.
LEAST_AREA, DIE_AREA, DIE_EXTENT = 0.06, (0.3, 2.6), 2.3
#: How much the outlines of the known dice are widened before the rest is looked at, edges.
AROUND = 0.25
#: Level from which a pixel is burnt out, and the share of a face so burnt that it may hide pips.
BURNT, GLARING = 250, 0.12
#: What a face that was nearly read must have: odds of the layout, or the network's chance; and strain to be leaning.
NEARLY_ODDS, NEARLY_CHANCE, LEANING = -1.0, 0.5, 1.2


#: The finder's chance from which a die at the border is believed, and from which a thing so many edges wide is.
AT_BORDER, LARGE_CHANCE, LARGE = 0.55, 0.45, 1.6


@dataclass(frozen=True, eq=False, slots=True)
class NewThing:
    """A patch of what differs from the empty table and belongs to no die that was read.

    area: squares of an edge. extent: its longer side, edges. cut: by the border of the picture or the play area.
    quad: (4, 2) px, a square of a die's size on it.
    """

    area: float
    extent: float
    cut: bool
    quad: np.ndarray


def why_missing(
    image: np.ndarray,
    chosen: Chosen,
    found: Sequence[Face],
    standing: Sequence[Stance],
    surface: Surface | None = None,
    new: np.ndarray | None = None,
) -> str | None:
    """The reason why fewer dice were read than must be there, None when nothing speaks for one.

    image: (h, w, 3) uint8. standing: of chosen.sure. new: (h, w) 0 or 1, what differs from the empty table, or None.
    """
    if too_dark(image):
        return "too_dark"
    if out_of_focus(image):
        return "blurred"
    edge = _edge_of(chosen, surface, image)
    if new is not None and edge is not None:
        things = list(new_things(new, chosen.sure, standing, edge, surface))
        reason = _of_things(image, things, found, surface)
        if reason is not None:
            return reason
    reason = _nearly_read(image, chosen, found, surface)
    if reason is None and any(one.on_die > MAYBE_ON_DIE and one.strain < NOT_LEANING for one in standing):
        return "stacked"
    if reason is None and new is None and edge is not None:
        reason = _of_sights(image, chosen, edge)
    return reason or scrap_of_a_die(image, chosen.sure, chosen.prints, new)


def _of_sights(image: np.ndarray, chosen: Chosen, edge: float) -> str | None:
    """The reason that the finder's sights give: a die at the border of the picture, or something larger than a die.

    The finder takes a stack of chips or a cup for a die of its size; where a die is missing, it may lie beneath it.
    """
    sights = see(pyramid(image, 4 * edge))
    known = np.array([face.middle for face in [*chosen.sure, *chosen.doubtful, *chosen.prints]]).reshape(-1, 2)
    away = np.hypot(*(sights.middle[:, None] - known[None]).transpose(2, 0, 1))
    apart = (away > 0.8 * edge).all(axis=1)
    size = sights.edge / edge
    border = np.minimum(sights.middle, np.array(image.shape[1::-1]) - 1 - sights.middle).min(axis=1)
    if (apart & (sights.chance > AT_BORDER) & (size > 0.45) & (size < 1.4) & (border < 0.75 * edge)).any():
        return "at_edge"
    if not chosen.sure:
        return None
    return "occluded" if (apart & (sights.chance > LARGE_CHANCE) & (size > LARGE)).any() else None


def _edge_of(chosen: Chosen, surface: Surface | None, image: np.ndarray) -> float | None:
    """A die's edge in the middle of the picture, pixels; None when nothing tells it."""
    if chosen.sure or chosen.doubtful:
        return float(np.median([face.edge for face in chosen.sure or chosen.doubtful]))
    if surface is None or surface.homography is None or surface.die_mm is None:
        return None
    height = np.inf if surface.camera_mm is None else surface.camera_mm[2]
    middle = surface.to_mm(np.array([[image.shape[1] / 2, image.shape[0] / 2]]))[0]
    nearer = 1.0 if not np.isfinite(height) else height / (height - surface.die_mm)
    return float(surface.pixels_per_mm(*middle) * surface.die_mm * nearer)


def new_things(
    new: np.ndarray, dice: Sequence[Face], standing: Sequence[Stance], edge: float, surface: Surface | None = None
) -> Iterator[NewThing]:
    """The patches of what is `new` (h, w) apart from the `dice` and their bodies."""
    rest = np.ascontiguousarray(new, np.uint8).copy()
    for die, stance in zip(dice, standing, strict=True):
        outline = cv2.convexHull(np.vstack([die.corners, die.corners - stance.lean * edge]).astype(np.float32))[:, 0]
        middle = outline.mean(axis=0)
        cv2.fillConvexPoly(rest, np.int32(np.rint(middle + (outline - middle) * (1 + 2 * AROUND))), 0)
    size = 2 * round(0.06 * edge) + 1
    rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    rest = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    for k in range(1, count):
        area = stats[k, cv2.CC_STAT_AREA] / edge**2
        if area >= LEAST_AREA:
            points = cv2.findNonZero((labels == k).view(np.uint8)).reshape(-1, 2).astype(np.float32)
            (middle, sides, turn) = cv2.minAreaRect(points)
            quad = cv2.boxPoints((middle, (edge, edge), turn)).astype(np.float64)
            yield NewThing(float(area), max(sides) / edge, _cut(points, new.shape, surface), quad)


def _cut(points: np.ndarray, shape: tuple[int, ...], surface: Surface | None) -> bool:
    """Whether the border of the picture or of the play area runs along or through the points (n, 2)."""
    low, high = points.min(axis=0), points.max(axis=0)
    if (low <= 1).any() or (high >= np.array(shape[1::-1]) - 2).any():
        return True
    if surface is None:
        return False
    area = np.asarray(surface.area, np.float32).reshape(-1, 1, 2)
    return any(cv2.pointPolygonTest(area, (float(x), float(y)), False) < 0 for x, y in points[:: len(points) // 60 + 1])


def _of_things(
    image: np.ndarray, things: Sequence[NewThing], found: Sequence[Face], surface: Surface | None
) -> str | None:
    """The reason that new things give: those of a die's size for themselves, larger ones for what they may cover."""
    small = [thing for thing in things if thing.area <= DIE_AREA[1] and thing.extent <= DIE_EXTENT]
    if any(thing.cut for thing in small):
        return "at_edge"
    for thing in sorted(small, key=lambda thing: -thing.area):
        if thing.area >= DIE_AREA[0]:
            reason = _at(image, _best_quad(thing, found), surface)
            if reason is not None:
                return reason
    return "occluded" if len(small) < len(things) else None


def _best_quad(thing: NewThing, found: Sequence[Face]) -> np.ndarray:
    """The corners of the best face that was nearly read on a thing, else its own square."""
    middle = thing.quad.mean(axis=0)
    edge = float(np.linalg.norm(thing.quad[1] - thing.quad[0]))
    on_it = [
        face for face in found if np.hypot(*(face.middle - middle)) < 0.6 * edge and 0.75 < face.edge / edge < 1.33
    ]
    return max(on_it, key=lambda face: face.score).corners if on_it else thing.quad


def _at(image: np.ndarray, quad: np.ndarray, surface: Surface | None) -> str | None:
    """What keeps a die with the top `quad` (4, 2) px, if there is one, from being read."""
    if glare_on(image, quad):
        return "glare"
    (look,) = leans(image, [quad])
    if look.covered > COVERED:
        return "occluded"
    (stance,) = stances(image, [quad], surface)
    if stance.on_die > MAYBE_ON_DIE:
        return "stacked"
    return "cocked" if stance.strain > LEANING else None


def glare_on(image: np.ndarray, quad: np.ndarray) -> bool:
    """Whether so much of a face (4, 2) px is burnt out that pips may be lost in it."""
    inside = np.zeros(image.shape[:2], np.uint8)
    shrunk = crossing(quad) + (quad - crossing(quad)) * 0.9
    cv2.fillConvexPoly(inside, np.int32(np.rint(shrunk)), 1)
    pixels = image[inside > 0]
    return bool(len(pixels)) and float((pixels.min(axis=1) >= BURNT).mean()) > GLARING


def _nearly_read(
    image: np.ndarray, chosen: Chosen, found: Sequence[Face], surface: Surface | None
) -> str | None:
    """The reason that the best of the faces gives that were nearly read, and are none of the sure ones nor prints.

    How it must look the sure dice tell; without any there is nothing to say.
    """
    if not chosen.sure:
        return None
    known = [*chosen.sure, *chosen.prints]
    edges = [face.edge for face in chosen.sure]
    for face in sorted(found, key=lambda face: -face.score):
        if face.odds < NEARLY_ODDS and face.chance < NEARLY_CHANCE:
            continue
        if any(overlap(face, other) for other in known) or not 0.7 < face.edge / np.median(edges) < 1.4:
            continue
        standing = stances(image, [face.corners, *(die.corners for die in chosen.sure)], surface)
        if standing[0].strain > LEANING:
            return "cocked"
        if standing[0].verdict in ("occluded", "stacked", "at_edge"):
            return standing[0].verdict
        return "glare" if glare_on(image, face.corners) else None
    return None
