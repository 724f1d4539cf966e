"""Nothing moves: judged on the gate's planes first, and on the full pictures before it is believed.

A die that creeps or rocks by a third of a pixel shows in the full picture and not in the plane.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.frames import Frame

#: Pixels of a plane, in a square of nine, that differ together when something has moved; fewer are noise.
LEAST_STIRRED = 4
#: Frames between the two that the last look compares.
SPAN = 3
#: Times the noise, and least step in grey levels, by which a pixel of the full picture must differ.
TIMES, LEAST_STEP = 5.5, 8.0
#: Pixels of the full picture beyond that for a movement.
LEAST_CREPT = 6
#: Grey levels a pixel that make an edge, the same in times the noise, and pixels of edge that a tremor is told from.
STEEP, NOISE_SLOPE, LEAST_EDGES = 4.0, 2.5, 40
#: Rows over which the light of a row is smoothed.
BAND = 9
#: Pixels by which edges seem to go when nothing moves: noise, and the blocks of a compressed film.
STEADY = 0.14


class Stillness:
    """Counts the frames since something last moved.

    frames: frames in a row that were like the one before each, in the plane and in full.
    coarse: the same for the plane alone.
    """

    def __init__(self) -> None:
        self.frames = 0
        self.coarse = 0
        self._kept: deque[Frame] = deque(maxlen=SPAN + 1)
        self._where: np.ndarray | None = None
        self._around: deque[float] = deque(maxlen=8)

    def take(self, frame: Frame, moving: np.ndarray, where: np.ndarray | None) -> None:
        """moving: mask of what differs from the frame before. where: mask of what differs from the table at
        rest, None to look everywhere."""
        self._kept.append(frame)
        self._where = where
        self.coarse = 0 if stirred(moving) else self.coarse + 1
        self.frames = 0 if self.coarse == 0 or self._moved(1) else self.frames + 1

    def creeping(self) -> bool:
        """Whether the frame differs from the one a few frames ago: movement too slow to show from one to the next."""
        return self._moved(SPAN)

    def _moved(self, span: int) -> bool:
        if len(self._kept) <= span:
            return False
        now, before = self._kept[-1].image, self._kept[-1 - span].image
        if now.shape != before.shape:
            return True
        if not crept(now, before, self._where):
            return False
        return self._where is None or not self._trembles(now, before)

    def _trembles(self, now: np.ndarray, before: np.ndarray) -> bool:
        """Whether edges differ no more than noise makes them, or no more than those of the table, which trembles."""
        assert self._where is not None
        inside, around = tremors(now, before, self._where)
        if around is not None:
            self._around.append(around)
        if inside is None:
            return False
        usual = max(self._around, default=0.0)
        return inside <= max(STEADY, 1.35 * usual + 0.05)


def tremors(now: np.ndarray, before: np.ndarray, where: np.ndarray) -> tuple[float | None, float | None]:
    """How far edges have gone, in pixels, inside a small mask of the view and outside it; None without edges there."""
    height, width = now.shape[:2]
    a, b = _greys(now, before)
    slope = cv2.magnitude(cv2.Sobel(b, cv2.CV_32F, 1, 0), cv2.Sobel(b, cv2.CV_32F, 0, 1)) * 0.125
    step = cv2.absdiff(a, b)
    wide = cv2.resize(cv2.dilate(where, np.ones((3, 3), np.uint8)), (width, height), interpolation=cv2.INTER_NEAREST)
    noise = float(np.median(step[::3, ::3])) / 0.6745
    steep = slope > max(STEEP, NOISE_SLOPE * noise)
    return _gone(step, slope, steep & (wide > 0)), _gone(step, slope, steep & (wide == 0))


def _gone(step: np.ndarray, slope: np.ndarray, at: np.ndarray) -> float | None:
    """Pixels that the edges at some places have gone: least squares of the step over the slope."""
    if np.count_nonzero(at) < LEAST_EDGES:
        return None
    steps, slopes = step[at], slope[at]
    return float((steps * slopes).sum() / (slopes * slopes).sum())


def stirred(moving: np.ndarray) -> bool:
    """Whether a mask of what differs from the frame before shows more than single pixels of noise."""
    if not moving.any():
        return False
    together = cv2.filter2D((moving > 0).astype(np.uint8), -1, np.ones((3, 3), np.float32))
    return bool((together >= LEAST_STIRRED).any())


def crept(now: np.ndarray, before: np.ndarray, where: np.ndarray | None) -> bool:
    """Whether two full pictures differ inside `where`, a small mask of the same view (None: everywhere)."""
    height, width = now.shape[:2]
    cut = (slice(0, height), slice(0, width))
    inside = None
    if where is not None:
        rows, columns = np.nonzero(where)
        if not rows.size:
            return False
        factor = width / where.shape[1]
        cut = (_stretch(rows, factor, height), _stretch(columns, factor, width))
        wide = cv2.dilate(where, np.ones((3, 3), np.uint8))
        inside = cv2.resize(wide, (width, height), interpolation=cv2.INTER_NEAREST)[cut]
    step = _step(now, before, *cut)
    noise = float(np.median(step[::2, ::2])) / 0.6745
    beyond = step > max(LEAST_STEP, TIMES * noise)
    if inside is not None:
        beyond &= inside > 0
    return int(np.count_nonzero(beyond)) >= LEAST_CREPT


def _stretch(places: np.ndarray, factor: float, limit: int) -> slice:
    """The places of a plane, with a margin that shows the noise too, as a slice of the full picture."""
    return slice(max(0, int((places.min() - 6) * factor)), min(limit, int((places.max() + 7) * factor)))


def _step(now: np.ndarray, before: np.ndarray, rows: slice, columns: slice) -> np.ndarray:
    """Difference of brightness of two pictures in a cutting, the light made equal row by row: (h, w) float32."""
    a, b = _greys(now[rows], before[rows])
    return cv2.absdiff(a[:, columns], b[:, columns])


def _greys(now: np.ndarray, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two pictures as smoothed grey, (h, w) float32, the second with the light of the first in each row.

    Lamps that flicker make bands under a rolling shutter; what moves within a row hardly changes its mean.
    """
    a, b = (cv2.blur(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (3, 3)).astype(np.float32) for p in (now, before))
    means = [cv2.blur(cv2.reduce(p, 1, cv2.REDUCE_AVG), (1, BAND)) + 1.0 for p in (a, b)]
    return a, b * (means[0] / means[1])
