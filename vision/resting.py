"""The table at rest, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.background import background
from vision.frames import Frame
from vision.motion import Gate
from vision.readings import Reading, SeenDie


@dataclass(frozen=True, eq=False, slots=True)
class Rest:
    """The table at rest: the picture, and the dice that lie there."""

    image: np.ndarray
    dice: tuple[SeenDie, ...]


def read_frames(reader, frames: Sequence[Frame], reference: np.ndarray | None = None) -> Reading:
    """A reading of a burst; with `reference` of what is not in that picture, unless the reader has one of its own."""
    if reference is not None and getattr(reader, "empty", reference) is None:
        reader = type(reader)(reader.dice, reader.surface, reference)
    return reader.read([frame.image for frame in frames])


def reference_for(gate: Gate, rest: Rest, image: np.ndarray) -> np.ndarray | None:
    """The table without the dice of the throw that has just come to rest; None when it is not known.

    The reference of the gate must still be that of `rest`.
    """
    if gate.now is None or gate.reference is None:
        return None
    return background(rest.image, image, rest.dice, (gate.reference, gate.now), gate.changed().mask)
