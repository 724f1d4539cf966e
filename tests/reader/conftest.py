"""Drawn dice for the tests of the reader's steps."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

LAYOUTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
WHITE, BLACK, RED, GREEN = (225, 228, 230), (25, 25, 28), (40, 40, 190), (70, 120, 50)


@dataclass(frozen=True)
class Die:
    """One drawn die: value, middle of the top face (x, y), edge and rotation in pixels and degrees, colours.

    body: how far its foot lies beside its top in the picture; None as a camera above the middle sees an upright die.
    """

    value: int
    at: tuple[float, float]
    edge: float = 40.0
    turn: float = 20.0
    face: tuple[int, int, int] = WHITE
    pip: tuple[int, int, int] = BLACK
    pitch: float = 0.27
    radius: float = 0.1
    body: tuple[float, float] | None = None

    def place(self, u: float, v: float) -> np.ndarray:
        """Pixels of a point in edges from the middle of the face."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return np.array(self.at) + self.edge * np.array([c * u - s * v, s * u + c * v])

    @property
    def corners(self) -> np.ndarray:
        return np.array([self.place(u, v) for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])

    @property
    def frame(self) -> np.ndarray:
        """Middle and the two unit vectors, as the reader has them."""
        middle = self.place(0, 0)
        return np.stack([middle, self.place(self.pitch, 0) - middle, self.place(0, self.pitch) - middle])


OVER = 4


def draw(dice, size=(320, 240), ground=GREEN, noise=2.0, blur=0.7, seed=0) -> np.ndarray:
    """A picture of dice, drawn four times too large and shrunk."""
    width, height = size
    big = np.empty((height * OVER, width * OVER, 3), np.uint8)
    big[:] = ground

    def poly(points, colour):
        cv2.fillPoly(big, [np.rint((np.asarray(points) + 0.5) * OVER * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    for die in dice:
        seen = (np.array(size) / 2 - die.at) * die.edge / max(size) if die.body is None else die.body
        foot = die.corners + np.array(seen)
        for reach, colour in ((4, [int(c * 0.55) for c in ground]), (0, [int(c * 0.6) for c in die.face])):
            both = np.concatenate([foot + reach, die.corners]).astype(np.float32)
            poly(cv2.convexHull(both)[:, 0], colour)
        poly(die.corners, die.face)
        for u, v in LAYOUTS[die.value]:
            x, y = (die.place(u * die.pitch, v * die.pitch) + 0.5) * OVER
            radius = round(die.radius * die.edge * OVER * 16)
            cv2.circle(big, (round(x * 16), round(y * 16)), radius, die.pip, -1, cv2.LINE_AA, 4)
    image = cv2.resize(big, size, interpolation=cv2.INTER_AREA)
    image = cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32)
    image += np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


@pytest.fixture(scope="session")
def drawn():
    """The module's drawing tools: drawn.Die, drawn.draw and the colours."""
    from types import SimpleNamespace

    return SimpleNamespace(Die=Die, draw=draw, LAYOUTS=LAYOUTS, WHITE=WHITE, BLACK=BLACK, RED=RED, GREEN=GREEN)
