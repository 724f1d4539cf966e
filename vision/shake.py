"""A camera that shakes or drifts: the whole picture shifts and nothing on the table moves.

A film from the hand is never still. Where all that has an edge shifts by the same few pixels, the dice
lie at rest; a die that rolls or turns does not shift alone without changing, and what stands still
beside it would not shift with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.motion import edges as edges_of_plane
from vision.tracks import MOVING_SHARE, Blob

#: Width to which the pictures are brought for this.
WIDTH = 240
#: Longest shift from frame to frame, as a share of the width.
FARTHEST = 0.015
#: Sharpness of the peak of the phase correlation, 1 for a pure shift.
PURE = 0.9
#: Difference that is left after the shift is undone: as a share of the one before, or of the steepest edge.
LEFT, STEEPEST = 0.7, 0.45
#: Grey levels by which the picture changes at an edge that goes away.
WENT = 6.0
#: Share of a thing that differs from the frame before, up to which it stands still.
STANDS = 0.02
#: Pixels along the border that the shift brings in and that are not compared.
RIM = 8


def outline(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The grey picture at low resolution and the strength of its edges, each (h, w) float32."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDTH / width)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    grey = cv2.blur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3)).astype(np.float32)
    return grey, cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))


def pure_shift(now: np.ndarray, before: np.ndarray) -> tuple[float, float] | None:
    """The shift, if that is all by which two pictures differ; None when they differ by more.

    Returns its length in pixels of a picture WIDTH wide, and the share of the strong edges that went with it.
    """
    if now.shape != before.shape:
        return None
    grey, edges = outline(now)
    grey_before, edges_before = outline(before)
    height, width = grey.shape
    shift, pure = cv2.phaseCorrelate(edges_before, edges, _window(width, height))
    length = float(np.hypot(*shift))
    if pure < PURE or length > FARTHEST * width:
        return None
    undone = cv2.warpAffine(
        grey_before,
        np.float32([[1, 0, shift[0]], [0, 1, shift[1]]]),
        (width, height),
        borderMode=cv2.BORDER_REPLICATE,
    )
    inner = (slice(RIM, height - RIM), slice(RIM, width - RIM))
    left = _sixth(cv2.absdiff(undone, grey)[inner])
    allowed = max(LEFT * _sixth(cv2.absdiff(grey_before, grey)[inner]), STEEPEST * float(edges.max()) / 4)
    if left > allowed:
        return None
    strong = edges_before[inner] > 0.35 * float(edges_before.max())
    went = cv2.absdiff(grey_before, grey)[inner][strong] > WENT
    return length, float(went.mean()) if went.size else 0.0


def uneven(blobs: Sequence[Blob], now: np.ndarray) -> bool:
    """Whether one thing on the table moves while another stands still: then it is not the camera.

    Places that a thing has left stand still under any camera; they show no edges in the plane `now`.
    """
    strength = edges_of_plane(now)
    shown = [(blob, _strongest(strength, blob)) for blob in blobs if not blob.border]
    least = 0.4 * max((strong for _, strong in shown), default=0.0)
    things = [blob.moving for blob, strong in shown if strong >= least]
    return bool(things) and max(things) >= MOVING_SHARE and min(things) <= STANDS


def _strongest(strength: np.ndarray, blob: Blob) -> float:
    x, y, w, h = blob.box
    return float(strength[y : y + h, x : x + w].max())


class Shake:
    """Tells a shaking camera over a table at rest from things that move.

    resting: of the last six frames all, or all but one, were the one before shifted as a whole.
    """

    #: Frames that are weighed together, how many of them may be more than shifts, their least mean shift, and the
    #: least share of the edges that goes with it: where some edges stand still it is no shake.
    SPAN, MOST_ODD, LEAST_SHIFT, LEAST_WENT = 6, 1, 0.15, 0.55

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._shifts: deque[tuple[float, float] | None] = deque(maxlen=self.SPAN)
        self.resting = False

    def take(self, image: np.ndarray, moves: bool = False) -> None:
        """The next frame. moves: something in it is known to move, so that it need not be looked at."""
        if self._before is not None:
            self._shifts.append(None if moves else pure_shift(image, self._before))
        self._before = image
        pure = [shift for shift in self._shifts if shift is not None]
        self.resting = (
            len(self._shifts) == self.SPAN
            and self._shifts[-1] is not None
            and len(pure) >= self.SPAN - self.MOST_ODD
            and all(np.mean(pure, axis=0) >= (self.LEAST_SHIFT, self.LEAST_WENT))
        )


def _sixth(step: np.ndarray) -> float:
    """The sixth largest value: a few pixels may do as they like."""
    flat = step.ravel()
    return float(np.partition(flat, flat.size - 6)[flat.size - 6])


@lru_cache(maxsize=4)
def _window(width: int, height: int) -> np.ndarray:
    return cv2.createHanningWindow((width, height), cv2.CV_32F)
