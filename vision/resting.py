"""The table at rest: what lies there, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.background import background
from vision.bare import lies_bare
from vision.frames import Frame
from vision.motion import Gate
from vision.readings import Reading, SeenDie
from vision.surface_value import Surface
from vision.thrown import all_lying

#: How much larger one die may look than another of the same throw.
ALIKE = 1.3


@dataclass(frozen=True, eq=False, slots=True)
class Rest:
    """The table at rest: the picture, the dice that lie there, old ones too, and the reading of it."""

    image: np.ndarray
    dice: tuple[SeenDie, ...]
    reading: Reading | None = None


def read_frames(reader, frames: Sequence[Frame], reference: np.ndarray | None = None) -> Reading:
    """A reading of a burst; with `reference` of what is not in that picture, unless the reader has one of its own."""
    if reference is not None and getattr(reader, "empty", reference) is None:
        reader = type(reader)(reader.dice, reader.surface, reference)
    return reader.read([frame.image for frame in frames])


def first_look(reader, frames: Sequence[Frame]) -> Reading:
    """The reading of the first rest of a stream. Any number of dice may lie there, and where no picture of the bare
    table tells what is none, a table is called empty only if no die is seen by that either."""
    reading = read_frames(reader, frames)
    if reading.dice or getattr(reader, "empty", frames) is not None or reader.dice is None:
        return reading
    seen = read_frames(type(reader)(None, reader.surface), frames)
    return reading if seen.values is None else replace(reading, dice=seen.dice)


def edge_of(reading: Reading, expected: int | None, surface: Surface | None) -> float | None:
    """The edge of the dice in pixels, as the surface tells it; else as seen; None when what was seen may be no dice.

    What was seen is believed when it was read, or when there are as many as there must be, all of one size.
    """
    if surface is not None and surface.homography is not None and surface.die_mm:
        x, y = np.asarray(surface.area, float).mean(axis=0)
        return surface.die_mm * surface.pixels_per_mm(float(x), float(y))
    sides = [float(np.sqrt(die.box[2] * die.box[3])) for die in reading.dice]
    alike = len(sides) == expected and max(sides) <= ALIKE * min(sides)
    return float(np.median(sides)) if sides and (reading.values is not None or alike) else None


def reference_for(gate: Gate, rest: Rest, image: np.ndarray) -> np.ndarray | None:
    """The table without the dice of the throw that has just come to rest; None when it is not known.

    The reference of the gate must still be that of `rest`.
    """
    if gate.now is None or gate.reference is None:
        return None
    return background(rest.image, image, rest.dice, (gate.reference, gate.now), gate.changed().mask)


def patched(rest: Rest, mask: np.ndarray, image: np.ndarray) -> Rest:
    """The rest with `image` taken into its picture inside a mask of the gate's plane."""
    if rest.image.shape != image.shape:
        return rest
    wide = cv2.dilate(mask, np.ones((5, 5), np.uint8))
    wide = cv2.resize(wide, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_NEAREST)
    made = rest.image.copy()
    cv2.copyTo(image, wide, made)
    return Rest(made, rest.dice, rest.reading)


class Lying:
    """What lies on the table at rest, kept from rest to rest.

    rest: the last one, None before the first. empty: nothing lay there then. edge: of the dice in pixels, None until
    the surface or a reading tells it.
    """

    def __init__(self, surface: Surface | None) -> None:
        self._surface = surface
        self.rest: Rest | None = None
        self.empty = False
        self.edge: float | None = None
        # The table as it was last seen to be bare.
        self._bare: np.ndarray | None = None if surface is None else surface.empty

    def learn_edge(self, reading: Reading, expected: int | None) -> None:
        """The dice's size in pixels: from the surface, or from what was read."""
        edge = edge_of(reading, expected, self._surface)
        self.edge = self.edge if edge is None else edge

    def dice(self, image: np.ndarray, reading: Reading) -> tuple[SeenDie, ...]:
        """The dice of the reading, and those of the rest before that still lie there and are not in it."""
        if self.rest is None:
            return reading.dice
        bare = self._bare if self._known_bare(image) else None
        return all_lying(reading.dice, self.rest.dice, image, self.rest.image, bare)

    def come(self, image: np.ndarray, last: np.ndarray, reading: Reading, noise: float) -> None:
        """A new rest. image: (h, w, 3) of it, without noise; last: its last frame; noise: of the planes."""
        dice = self.dice(last, reading)
        self.rest = Rest(image, dice, reading)
        bare = not self._known_bare(image) or lies_bare(image, self._bare, self.edge, noise)
        self.empty = not dice and reading.reason == "wrong_count" and bare
        self._bare = image if self.empty else self._bare

    def _known_bare(self, image: np.ndarray) -> bool:
        return self._bare is not None and self._bare.shape == image.shape
