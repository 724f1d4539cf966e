"""What is not the empty surface: a picture compared with the reference of the same camera.

The comparison stands a shift of the whole picture by a pixel (a table that is leaned on), a light that
drifts by some percent, noise, and shadows: a shadow takes the same share of every colour of the cloth.
A black die takes it too, so shade is kept apart and not thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

#: Pixels by which the picture may lie beside its reference.
SHIFT = 1
#: Levels (of 255) of difference that are believed at the least, and as a multiple of the noise.
STEP, STEP_NOISE = 14.0, 4.5
#: A shadow leaves at least this share of the light, and takes it from all colours alike to within so much.
SHADOW_LEAST, SHADOW_SPREAD = 0.25, 0.10
#: Levels by which noise may make a shadow's colour look wrong.
SHADOW_NOISE = 5.0
#: Ground darker than this (mean of the colours, of 255) has no colour that could tell a shadow.
DARK_GROUND = 24


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """Where a picture differs from its reference.

    solid: (h, w) uint8 0 or 1, something lies there. shade: the same for darker ground, which may be a
    shadow or a dark thing. gain: (3,) by how much the light has changed since the reference.
    """

    solid: np.ndarray
    shade: np.ndarray
    gain: np.ndarray

    def shares(self, corners: np.ndarray) -> tuple[float, float]:
        """Which part of the polygon (n, 2) in pixels is solid, and which is solid or shade, 0..1 each."""
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.ceil(corners.max(axis=0)).astype(int) + 1
        solid = self.solid[low[1] : high[1], low[0] : high[0]]
        if solid.size == 0:
            return 0.0, 0.0
        inside = np.zeros(solid.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(corners - low).astype(np.int32), 1)
        inside = inside > 0
        if not inside.any():
            return 0.0, 0.0
        shade = self.shade[low[1] : high[1], low[0] : high[0]]
        return float(solid[inside].mean()), float((solid | shade)[inside].mean())

    def boxes(self, margin: int, least: int) -> list[tuple[int, int, int, int]]:
        """(x, y, width, height) of each patch of change with at least so many solid pixels, grown by a margin.

        Patches that are nearer to each other than twice the margin come as one.
        """
        reach = np.ones((2 * margin + 1, 2 * margin + 1), np.uint8)
        grown = cv2.dilate(self.solid, reach)
        # Grown patches are far fewer than 65,536, and labels of 16 bits take a third of the time.
        count, labels, stats, _ = cv2.connectedComponentsWithStats(grown, ltype=cv2.CV_16U)
        solid = np.bincount(labels[self.solid > 0], minlength=count)
        left, top, width, height = (
            stats[:, i] for i in (cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)
        )
        return [
            (int(left[i]), int(top[i]), int(width[i]), int(height[i])) for i in range(1, count) if solid[i] >= least
        ]


class Reference:
    """The empty table, prepared for comparing. empty: (h, w, 3) uint8."""

    def __init__(self, empty: np.ndarray) -> None:
        self.empty = empty
        smooth = cv2.blur(empty, (3, 3))
        near = np.ones((2 * SHIFT + 1, 2 * SHIFT + 1), np.uint8)
        self._smooth = smooth
        self._low = cv2.erode(smooth, near)
        self._high = cv2.dilate(smooth, near)

    def compare(self, image: np.ndarray) -> Change:
        """Where `image` (h, w, 3) uint8 shows something new. Raises ValueError when the sizes differ."""
        if image.shape != self.empty.shape:
            (h, w), (eh, ew) = image.shape[:2], self.empty.shape[:2]
            raise ValueError(f"the picture of the empty table has {ew}x{eh} pixels, this one {w}x{h}")
        seen = cv2.blur(image, (3, 3))
        gain = self._gain(seen)
        if np.abs(gain - 1).max() > 0.008:
            table = np.clip(np.arange(256)[:, None] / gain, 0, 255).round().astype(np.uint8).reshape(256, 1, 3)
            seen = cv2.LUT(seen, table)
        over = cv2.max(cv2.subtract(seen, self._high), cv2.subtract(self._low, seen))
        most = cv2.max(cv2.max(*cv2.split(over)[:2]), cv2.split(over)[2])
        differs = cv2.threshold(most, self._step(seen), 1, cv2.THRESH_BINARY)[1]
        shade = self._shade(seen, differs)
        solid = cv2.morphologyEx(differs - shade, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return Change(solid, shade, gain)

    def _gain(self, seen: np.ndarray) -> np.ndarray:
        """(3,) the light now over the light then; the median over the picture does not see dice."""
        now, then = seen[::8, ::8].reshape(-1, 3).astype(np.float32), self._smooth[::8, ::8].reshape(-1, 3)
        gains = np.ones(3, np.float32)
        for colour in range(3):
            usable = (then[:, colour] > 30) & (then[:, colour] < 245) & (now[:, colour] < 250)
            if usable.sum() > 100:
                gains[colour] = np.median(now[usable, colour] / then[usable, colour])
        return np.clip(gains, 0.5, 2.0)

    def _step(self, seen: np.ndarray) -> float:
        """Levels of difference that are believed: above the noise that the two pictures show between them."""
        apart = np.abs(seen[::6, ::6].astype(np.int16) - self._smooth[::6, ::6])
        return max(STEP, STEP_NOISE * 1.48 * float(np.median(apart.max(axis=2))))

    def _shade(self, seen: np.ndarray, differs: np.ndarray) -> np.ndarray:
        """(h, w) uint8: the ground with less light. Each colour's share lies between those of the near pixels."""
        shade = np.zeros(differs.shape, np.uint8)
        at = np.flatnonzero(differs)
        now = seen.reshape(-1, 3)[at].astype(np.float32)
        low, high = (ground.reshape(-1, 3)[at].astype(np.float32) for ground in (self._low, self._high))
        most = (now + SHADOW_NOISE) / np.maximum(low, 1.0)
        least = np.maximum(now - SHADOW_NOISE, 0.0) / np.maximum(high, 1.0)
        together = least.max(axis=1) <= most.min(axis=1) + SHADOW_SPREAD
        darker = (least.max(axis=1) < 1.0) & (most.max(axis=1) > SHADOW_LEAST)
        coloured = high.mean(axis=1) > DARK_GROUND
        shade.reshape(-1)[at[together & darker & coloured]] = 1
        return shade
