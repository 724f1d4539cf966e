"""Spots that may be pips: small round patches darker or lighter than everything around them.

A picture is halved again and again, and each size is searched with one fixed small window, so that
a pip of any size is found at some level. A spot is kept when the picture falls (or rises) from it in
all of four axes; lines and edges fail along their own axis. The colour channel with the most contrast
counts, so that red pips on orange are found as well as black on white.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

#: Blur before the search and distance of the ring that is compared, pixels of a level. A disc of radius
#: 1.2 to 3.5 pixels answers to it; halving the picture doubles what that means.
BLUR_SIGMA = 1.3
RING = 2
#: Faces looked for at one level, length of an edge in pixels of that level.
FACE_EDGE = (15.0, 36.0)

#: Polarity of pips: darker or lighter than their face.
DARK, LIGHT = 0, 1


@dataclass(frozen=True, eq=False)
class Level:
    """One size of the picture. What is searched in it is worked out when it is asked for.

    scale: pixels of the picture per pixel of this level. image: (h, w, 3) uint8, not blurred.
    """

    scale: int
    image: np.ndarray

    @cached_property
    def planes(self) -> np.ndarray:
        """(3, h, w) uint8 blurred colour."""
        blurred = cv2.GaussianBlur(self.image, (0, 0), BLUR_SIGMA)
        return np.ascontiguousarray(blurred.transpose(2, 0, 1))

    @cached_property
    def answer(self) -> np.ndarray:
        """(2, h, w) uint8, how much darker (0) or lighter (1) a pixel is than all of its ring."""
        return ring_answer(self.planes)

    @cached_property
    def spots(self) -> tuple[Spots, Spots]:
        """The local maxima of both answers."""
        return find_spots(self.answer[DARK]), find_spots(self.answer[LIGHT])

    def shows(self, edge: float) -> bool:
        """Whether a face with edges of so many pixels of the picture is one that is looked for at this level."""
        return FACE_EDGE[0] * 0.9 <= edge / self.scale <= FACE_EDGE[1] * 1.1


@dataclass(frozen=True, eq=False, slots=True)
class Spots:
    """Local maxima of one polarity at one level: positions in level pixels (n,) float32 and strengths (n,) float32."""

    x: np.ndarray
    y: np.ndarray
    strength: np.ndarray


def ring_answer(planes: np.ndarray, distance: int = RING) -> np.ndarray:
    """How far each pixel lies below (index 0) or above (1) all four axes of its ring, best channel.

    planes: (c, h, w) uint8. Returns (2, h, w) uint8; the border of `distance` pixels is zero.
    An axis counts with the mean of its two ends, so that a slope of light does not matter.
    """
    count, height, width = planes.shape
    d, k = distance, max(1, round(distance * 0.7071))
    out = np.zeros((2, height, width), np.uint8)
    if height <= 2 * d or width <= 2 * d:
        return out
    inner = (slice(d, height - d), slice(d, width - d))
    half = planes >> 1
    for channel in range(count):
        low = high = None
        for dx, dy in ((d, 0), (0, d), (k, k), (k, -k)):
            ends = cv2.add(
                half[channel, d + dy : height - d + dy, d + dx : width - d + dx],
                half[channel, d - dy : height - d - dy, d - dx : width - d - dx],
            )
            low = ends if low is None else cv2.min(low, ends)
            high = ends if high is None else cv2.max(high, ends)
        core = planes[channel][inner]
        np.maximum(out[DARK][inner], cv2.subtract(low, core), out=out[DARK][inner])
        np.maximum(out[LIGHT][inner], cv2.subtract(core, high), out=out[LIGHT][inner])
    return out


def pyramid(image: np.ndarray, largest_edge: float = 520.0) -> list[Level]:
    """The levels of a picture (h, w, 3) uint8, largest first, down to where a face of `largest_edge` is found."""
    levels = []
    scale = 1
    while min(image.shape[:2]) >= 24 and FACE_EDGE[0] * scale <= largest_edge:
        levels.append(Level(scale, image))
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        scale *= 2
    return levels


def find_spots(answer: np.ndarray, least: int = 5, most: int = 1000) -> Spots:
    """Local maxima of one answer map (h, w) uint8 that reach `least`, at most the `most` strongest."""
    crest = cv2.dilate(answer, np.ones((3, 3), np.uint8))
    high = cv2.threshold(answer, least - 1, 255, cv2.THRESH_TOZERO)[1]
    at = cv2.findNonZero(cv2.compare(high, crest, cv2.CMP_EQ) & (high > 0).view(np.uint8))
    if at is None:
        nothing = np.zeros(0, np.float32)
        return Spots(nothing, nothing, nothing)
    xs, ys = at.reshape(-1, 2).T
    strength = answer[ys, xs].astype(np.float32)
    if len(xs) > most:
        keep = np.argsort(-strength, kind="stable")[:most]
        xs, ys, strength = xs[keep], ys[keep], strength[keep]
    dx, dy = _vertex(answer, xs, ys)
    return Spots(xs + dx, ys + dy, strength)


def _vertex(answer: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Offset of each peak from its pixel by a parabola through its neighbours, (n,) float32 within half a pixel."""
    wide = answer.astype(np.float32) if len(xs) * 8 > answer.size else answer
    height, width = answer.shape
    centre = wide[ys, xs].astype(np.float32)

    def vertex(before: np.ndarray, after: np.ndarray) -> np.ndarray:
        bend = before + after - 2 * centre
        offset = np.where(bend < -0.5, 0.5 * (before - after) / np.minimum(bend, -0.5), 0.0)
        return np.clip(offset, -0.5, 0.5).astype(np.float32)

    left = wide[ys, np.maximum(xs - 1, 0)].astype(np.float32)
    right = wide[ys, np.minimum(xs + 1, width - 1)].astype(np.float32)
    above = wide[np.maximum(ys - 1, 0), xs].astype(np.float32)
    below = wide[np.minimum(ys + 1, height - 1), xs].astype(np.float32)
    return vertex(left, right), vertex(above, below)
