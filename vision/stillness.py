"""Nothing moves: counted on the gate's planes, and looked at closely before it is believed."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.frames import Frame

#: Pixels of a plane that must differ from the frame before for something to have moved.
LEAST_STIRRED = 4
#: Frames between the two that the close look compares.
SPAN = 3
#: Times the noise that the close look allows, and the least step in grey levels.
TIMES, LEAST_STEP = 7.0, 10.0
#: Pixels of the full picture beyond that for a creep.
LEAST_CREPT = 6


class Stillness:
    """Counts the frames since something last moved.

    frames: how many in a row were like the one before each.
    """

    def __init__(self) -> None:
        self.frames = 0
        self._kept: deque[Frame] = deque(maxlen=SPAN + 1)
        self._where: np.ndarray | None = None

    def take(self, frame: Frame, moving: np.ndarray, where: np.ndarray | None) -> None:
        """moving: mask of what differs from the frame before. where: mask of what differs from the empty table."""
        # Single pixels are noise: what moves is wider than that at this resolution.
        solid = cv2.filter2D((moving > 0).astype(np.uint8), -1, np.ones((3, 3), np.float32))
        stirred = int(np.count_nonzero(solid >= LEAST_STIRRED))
        self.frames = 0 if stirred else self.frames + 1
        self._kept.append(frame)
        self._where = where

    def creeping(self) -> bool:
        """Whether the full pictures still show a movement too small for the planes, such as a die on its corner."""
        if len(self._kept) <= SPAN or self._where is None:
            return False
        now, before = self._kept[-1].image, self._kept[0].image
        if now.shape != before.shape:
            return True
        rows, columns = np.nonzero(self._where)
        if not rows.size:
            return False
        factor = now.shape[1] / self._where.shape[1]
        y0, y1 = (int(v * factor) for v in (max(0, rows.min() - 1), rows.max() + 2))
        x0, x1 = (int(v * factor) for v in (max(0, columns.min() - 1), columns.max() + 2))
        step = _step(now[y0:y1, x0:x1], before[y0:y1, x0:x1])
        size = (step.shape[1], step.shape[0])
        inside = cv2.dilate(self._where, np.ones((3, 3), np.uint8))
        inside = cv2.resize(inside, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_NEAREST)[y0:y1, x0:x1]
        noise = float(np.median(step)) / 0.6745
        crept = (step > max(LEAST_STEP, TIMES * noise)) & (inside[: size[1], : size[0]] > 0)
        return int(np.count_nonzero(crept)) >= LEAST_CREPT


def _step(now: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Difference of brightness of two cuttings, their mean levels made equal: (h, w) float32."""
    a, b = (cv2.blur(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3)) for p in (now, before))
    gain = (float(np.median(a)) + 1.0) / (float(np.median(b)) + 1.0)
    return cv2.absdiff(a, b * gain)
