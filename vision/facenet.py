"""A tiny network that looks at one rectified face: the second estimator beside the layout fit.

It never sees the geometry that the layout fit rests on and it counts no sites; it was trained to tell "an upright,
wholly visible die face that shows v" from everything else, so that it errs in other places than the fit does.
Trained offline (`vision/training/`); OpenCV's DNN runs it, nothing else is needed at run time.

The rectified face
------------------
A face is 32x32 pixels, blue-green-red, of a square that is `1 + 2 * MARGIN` times as wide as the face: the four corners
of the *ideal, unrounded* top face lie at `CORNERS`, so a strip of 12% of the edge is seen on each side (the rim of
the die, and what lies about it). `CORNERS` is in OpenCV's convention (pixel centres at integers) and runs clockwise
from the top left; the corners given may start anywhere and run either way, as pips look the same turned and mirrored.
`cut_face` makes such a face from a picture and four corners and is the one definition of the convention.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.warp import warp

#: Width and height of a rectified face, pixels.
SIZE = 32
#: The strip shown on each side of the face, as a share of the face's edge.
MARGIN = 0.12
#: Class 0: not an upright, wholly visible die face. Classes 1 to 6: that value.
CLASSES = 7

_LOW = SIZE * MARGIN / (1 + 2 * MARGIN) - 0.5
_HIGH = SIZE - 1 - _LOW
#: Where the face's corners lie in a rectified face of SIZE pixels, (4, 2) float32.
CORNERS = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)

WEIGHTS = Path(__file__).parent / "weights" / "facenet.onnx"


def cut_face(image: np.ndarray, corners: Sequence[Sequence[float]] | np.ndarray) -> np.ndarray:
    """The rectified face, (32, 32, 3) uint8, of the quadrilateral `corners` ((4, 2), pixels) of `image`.

    A large face is sampled more finely first and then averaged, so that it does not alias. What lies outside the
    picture repeats its border. Raises ValueError when the image or the corners have another shape.
    """
    quad = np.asarray(corners, np.float32)
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError("a picture is (height, width, 3) of uint8")
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise ValueError("a face has four corners, each x and y in pixels")
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    fine = int(np.clip(np.ceil(edge * (1 + 2 * MARGIN) / SIZE), 1, 4))
    target = (CORNERS + 0.5) * fine - 0.5
    face = warp(image, cv2.getPerspectiveTransform(target.astype(np.float32), quad), (SIZE * fine, SIZE * fine))
    return face if fine == 1 else cv2.resize(face, (SIZE, SIZE), interpolation=cv2.INTER_AREA)


def normalise(faces: np.ndarray) -> np.ndarray:
    """The network's input, (n, 4, 32, 32) float32, from faces (n, 32, 32, 3) uint8.

    Three channels are the colours less their own mean, over the common spread: light and its tint drop out. The
    fourth says how near to white-out each pixel is (0 up to 225, 1 at 255 in every colour), which the first three
    have lost and glare cannot be told without.
    """
    pixels = faces.astype(np.float32)
    centred = pixels - pixels.mean(axis=(1, 2), keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=(1, 2, 3), keepdims=True)) + 4.0
    burnt = np.clip((pixels.min(axis=3, keepdims=True) - 225.0) / 30.0, 0.0, 1.0)
    return np.ascontiguousarray(np.concatenate([centred / spread, burnt], axis=3).transpose(0, 3, 1, 2))


class FaceNet:
    """The network, loaded once. One object serves one thread: OpenCV's networks keep state while they run.

    >>> net = FaceNet()
    >>> net.classify(np.zeros((2, 32, 32, 3), np.uint8)).shape
    (2, 7)
    """

    def __init__(self, weights: Path | None = None) -> None:
        """weights: an ONNX file with the shapes of `vision/training`; None takes the one that ships.

        Raises FileNotFoundError when the file is missing and ValueError when OpenCV cannot use it.
        """
        path = WEIGHTS if weights is None else Path(weights)
        try:
            stored = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise FileNotFoundError(f"the face network's weights cannot be read: {path}") from error
        try:
            self._net = cv2.dnn.readNetFromONNX(stored)
        except cv2.error as error:
            raise ValueError(f"OpenCV cannot use the face network's weights in {path}") from error

    def classify(self, faces: np.ndarray) -> np.ndarray:
        """Probabilities (n, 7) float32, rows summing to 1, for faces (n, 32, 32, 3) uint8; n may be 0.

        Column 0 is "not an upright, wholly visible die face", column v the value v. Raises ValueError on
        another shape or type.
        """
        faces = np.asarray(faces)
        if faces.ndim != 4 or faces.shape[1:] != (SIZE, SIZE, 3) or faces.dtype != np.uint8:
            raise ValueError(
                f"faces are (n, {SIZE}, {SIZE}, 3) of uint8, not {faces.shape} of {faces.dtype}"
            )
        if not len(faces):
            return np.zeros((0, CLASSES), np.float32)
        scores = np.concatenate([self._forward(one[None]) for one in normalise(faces)])
        scores -= scores.max(axis=1, keepdims=True)
        odds = np.exp(scores)
        return odds / odds.sum(axis=1, keepdims=True)

    def _forward(self, blob: np.ndarray) -> np.ndarray:
        """Scores (1, 7) of one normalised face (1, 4, 32, 32): the shape the file is fixed at."""
        self._net.setInput(blob)
        return self._net.forward().reshape(1, CLASSES).astype(np.float32)
