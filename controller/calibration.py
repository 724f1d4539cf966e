"""Calibrating the play area: found, measured, checked, its empty picture taken, tried with dice that are known.

No prompts and no files here: pictures come in, findings and the surface to keep come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from controller.doctor import picture
from controller.doctor.finding import FAULT, OK, WARN, Finding
from vision.reader import Reader
from vision.surface import Surface, find_mat, from_corners

#: Frames of which the picture of the empty table is made: the middle value of each pixel has less noise than one.
EMPTY_FRAMES = 7


def look(
    images: Sequence[np.ndarray],
    size_mm: tuple[float, float] | None,
    die_mm: float,
    corners: np.ndarray | None = None,
    focal_px: float | None = None,
) -> tuple[Surface | None, list[Finding]]:
    """The play area in pictures of the empty table, and how good they are.

    images: (h, w, 3) uint8 each. size_mm: width and depth as table.toml says, None when it does not. die_mm: edge
    of the dice. corners: (4, 2) pixels where there is no mat. focal_px: of the lens, for the camera's height.
    The surface is None when it was not found.
    """
    image = images[0]
    if corners is not None:
        picture_size = (image.shape[1], image.shape[0])
        surface = from_corners(corners, size_mm, die_mm=die_mm, focal_px=focal_px, picture=picture_size)
        size = None
    else:
        surface, size = _by_mat(image, size_mm, die_mm, focal_px)
    found = picture.findings(images, surface)
    if surface is None or any(one.part == "light" and "black" in one.text for one in found):
        return None, found
    if size is not None:
        found.append(size)
    empty = np.median(np.stack(images[:EMPTY_FRAMES]), axis=0).astype(np.uint8)
    found.append(lies_empty(empty))
    return replace(surface, empty=empty), found


def _by_mat(
    image: np.ndarray, size_mm: tuple[float, float] | None, die_mm: float, focal_px: float | None
) -> tuple[Surface | None, Finding | None]:
    measured = find_mat(image, die_mm=die_mm)
    if measured is None:
        return None, None
    width, depth, said = picture.size_of_mat(measured, size_mm)
    return find_mat(image, size_mm=(width, depth), die_mm=die_mm, focal_px=focal_px), said


def lies_empty(image: np.ndarray) -> Finding:
    """Whether no dice lie on the table that is taken for empty: they would be a part of it from then on."""
    dice = [die for die in Reader(dice=2).read(image).dice if die.value is not None]
    if not dice:
        return Finding("empty", OK, "The table lies empty.")
    what = "A die lies" if len(dice) == 1 else f"{len(dice)} dice lie"
    return Finding("empty", FAULT, f"{what} on the table.", "Take them away, then calibrate again.")


def try_dice(images: Sequence[np.ndarray], surface: Surface, faces: Sequence[int]) -> Finding:
    """Whether dice that a person names are read as what they are. images: a burst of frames of them at rest."""
    named = tuple(sorted(faces))
    reading = Reader(dice=len(named), surface=surface).read(list(images))
    figures = {"named": list(named), "read": None if reading.values is None else list(reading.values)}
    said = " and ".join(map(str, named))
    if reading.values is None:
        advice = "Throw again, flat and apart; look at the warnings above."
        return Finding("throw", WARN, f"The dice {said} were not read: {reading.reason}.", advice,
                       figures | {"reason": reading.reason})  # fmt: skip
    if tuple(reading.values) != named:
        read = " and ".join(map(str, reading.values))
        return Finding("throw", FAULT, f"The dice {said} were read as {read}.",
                       "If you named them right, do not play with these dice, and keep the picture for who mends it.",
                       figures)  # fmt: skip
    return Finding("throw", OK, f"The dice {said} were read.", "", figures)


def may_be_kept(found: Sequence[Finding]) -> bool:
    """Whether nothing of what was found makes the calibration useless."""
    return not any(one.state == FAULT for one in found)
