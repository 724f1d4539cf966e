"""Faces on a table whose empty picture is known: only what is new can be a die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.candidates import Face, find_faces
from vision.layout import face_patch
from vision.leftovers import LooseSpots, loose_spots, together
from vision.pips import Level, pyramid
from vision.segment import Change
from vision.sighted import fitting, see

#: Pixels round a patch of change that are looked at too: a face whose rim differs little still fits in.
MARGIN = 12
#: Pixels round a patch that the finder sees beyond it: the rest of the die and its shadow.
SURROUNDINGS = 40
#: Solid pixels from which a patch may hold a die.
LEAST_SOLID = 40
#: What share of a face must be new, and what share of it surely no shadow (the pips of a black die are).
LEAST_NEW, LEAST_SOLID_SHARE = 0.25, 0.03
#: Correlation from which a face shows the very pattern that the empty table has there.
SAME_PATTERN = 0.6


def new_evidence(
    image: np.ndarray, empty: np.ndarray, change: Change, everywhere: bool = True
) -> tuple[list[Face], LooseSpots]:
    """The faces and loose spots in the patches of change of a picture against the `empty` table, (h, w, 3) uint8.

    everywhere: pips are searched in all of each patch, else this is a quick look (`find_faces`).
    """
    found: list[Face] = []
    patches: list[tuple[int, int, list[Level]]] = []
    for x, y, width, height in change.boxes(MARGIN, LEAST_SOLID):
        left, top = max(x - SURROUNDINGS, 0), max(y - SURROUNDINGS, 0)
        about = image[top : y + height + SURROUNDINGS, left : x + width + SURROUNDINGS]
        sights = see(pyramid(about), finest=2).moved(left - x, top - y)
        levels = pyramid(np.ascontiguousarray(image[y : y + height, x : x + width]))
        patches.append((x, y, levels))
        found += [moved(face, x, y) for face in find_faces(levels, sights, everywhere)]
    edges = [face.edge for face in found]
    loose = []
    for x, y, levels in patches:
        spots = loose_spots(fitting(levels, edges))
        loose.append(replace(spots, place=spots.place + (x, y)))
    new = [face for face in found if is_new(face, change) and not same_pattern(image, empty, face.frame)]
    return new, together(loose)


def moved(face: Face, x: int, y: int) -> Face:
    """The face of a patch in pixels of the picture that the patch was cut from, at (x, y)."""
    frame = face.frame.copy()
    frame[0] += (x, y)
    return replace(face, frame=frame, corners=face.corners + (x, y))


def is_new(face: Face, change: Change) -> bool:
    """Whether the face lies where the empty table has none: no print, no chip that always lies there."""
    solid, new = change.shares(face.corners)
    return new >= LEAST_NEW and solid >= LEAST_SOLID_SHARE


def same_pattern(image: np.ndarray, empty: np.ndarray, frame: np.ndarray) -> bool:
    """Whether a face frame (3, 2) shows what the empty table shows there, be it in a shadow: a print."""
    now, then = (face_patch(picture, frame, 24, 1.4).astype(np.float32) for picture in (image, empty))
    now, then = (patch - patch.mean(axis=(0, 1)) for patch in (now, then))
    both = float(np.sqrt((now**2).sum() * (then**2).sum()))
    return both > 0 and float((now * then).sum()) / both > SAME_PATTERN
