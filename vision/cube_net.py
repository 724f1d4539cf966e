"""A tiny network that looks at a die and what surrounds it, and says which way its top face looks.

A face alone does not tell whether its die leans: a leaning die seen from above and an upright one seen from the side
show the same face. What tells is the body under it: the side faces and where they end. The network gives the `lean` of
that body in the picture, how sure it is of it, and whether something covers the face or the die stands on another.
Whether such a lean is that of an upright die at that place is not its business: `vision.cube` asks the camera.

The lean is (top's centre - body's centre) * 2 / edge, all in the picture: (0, 0) for a die seen from straight above,
and about the sine of the angle between the line of sight and the top's normal in general.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.warp import warp

#: Width and height of the patch in pixels, and half its width in edges of the die.
SIZE, REACH = 48, 1.3
#: What the network gives: the lean (2), the logarithm of its spread, log-odds of "covered" and of "on another die".
OUTPUTS = 5
#: Least and most spread of the lean that is believed.
SPREAD = (0.02, 1.0)

WEIGHTS = Path(__file__).parent / "weights" / "cubenet.onnx"


@dataclass(frozen=True, eq=False, slots=True)
class Lean:
    """What was seen of a body.

    lean: (2,) in the picture, in edges. spread: standard deviation of each of its parts. covered, on_die: chances.
    """

    lean: np.ndarray
    spread: float
    covered: float
    on_die: float


def cut_body(image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The square of +-REACH edges round a face, its sides parallel to the face's: (SIZE, SIZE, 3) uint8, and its turn.

    corners: (4, 2) pixels, in order round the face. turn: (2, 2), carries directions of the patch to directions of the
    picture. The square is a square in the picture too: how a face is foreshortened stays to be seen. What lies
    outside the picture repeats its border.
    """
    quad = np.asarray(corners, np.float64)
    sides = np.roll(quad, -1, axis=0) - quad
    if sides[0, 0] * sides[1, 1] - sides[0, 1] * sides[1, 0] < 0:
        quad = quad[::-1]
        sides = np.roll(quad, -1, axis=0) - quad
    edge = float(np.linalg.norm(sides, axis=1).mean())
    along = sides[0] - sides[2] + np.stack([[1, -1]]) * (sides[1] - sides[3])[::-1]
    along = along[0] / np.linalg.norm(along)
    turn = np.array([[along[0], -along[1]], [along[1], along[0]]])
    fine = int(np.clip(round(edge * 2 * REACH / SIZE), 1, 4))
    wide = SIZE * fine
    step = 2 * REACH * edge / wide
    to_picture = np.column_stack([turn * step, quad.mean(axis=0) - turn @ np.full(2, (wide - 1) / 2) * step])
    patch = warp(image, to_picture, (wide, wide))
    return (patch if fine == 1 else cv2.resize(patch, (SIZE, SIZE), interpolation=cv2.INTER_AREA)), turn


def normalise(patches: np.ndarray) -> np.ndarray:
    """The network's input, (n, 3, SIZE, SIZE) float32: colours less the mean of the patch, over their common spread."""
    pixels = patches.astype(np.float32)
    centred = pixels - pixels.mean(axis=(1, 2), keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=(1, 2, 3), keepdims=True)) + 4.0
    return np.ascontiguousarray((centred / spread).transpose(0, 3, 1, 2))


class CubeNet:
    """The network, loaded once. One object serves one thread: OpenCV's networks keep state while they run."""

    def __init__(self, weights: Path | None = None) -> None:
        """weights: an ONNX file; None takes the one that ships.

        Raises FileNotFoundError when it is missing and ValueError when OpenCV cannot use it.
        """
        path = WEIGHTS if weights is None else Path(weights)
        try:
            stored = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise FileNotFoundError(f"the cube network's weights cannot be read: {path}") from error
        try:
            self._net = cv2.dnn.readNetFromONNX(stored)
        except cv2.error as error:
            raise ValueError(f"OpenCV cannot use the cube network's weights in {path}") from error

    def look(self, image: np.ndarray, corners: np.ndarray) -> Lean:
        """What the surroundings of the face `corners` (4, 2) in `image` (h, w, 3) uint8 say.

        Looked at twice, the second time turned by a half: two looks that disagree are less sure.
        """
        patch, turn = cut_body(image, corners)
        first = self.raw(patch)
        second = self.raw(np.ascontiguousarray(patch[::-1, ::-1]))
        means = np.stack([first[:2], -second[:2]])
        spreads = np.exp(np.clip([first[2], second[2]], *np.log(SPREAD)))
        apart = float(np.abs(means[0] - means[1]).max()) / 2
        covered, on_die = 1 / (1 + np.exp(-(first[3:] + second[3:]) / 2))
        return Lean(turn @ means.mean(axis=0), float(np.hypot(spreads.mean(), apart)), float(covered), float(on_die))

    def raw(self, patch: np.ndarray) -> np.ndarray:
        """(OUTPUTS,) what the network says to one patch (SIZE, SIZE, 3) uint8."""
        self._net.setInput(normalise(patch[None]))
        return self._net.forward().reshape(OUTPUTS).astype(np.float64)
