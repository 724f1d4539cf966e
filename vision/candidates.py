"""From proposals to faces: the best proposals of every place are read site by site in the rectified face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.faces import HALF_EDGE, Proposals, propose_faces, propose_ones
from vision.layout import LAYOUT_VALUES, LAYOUTS, SiteFit, face_patch, fit_sites, frame_corners
from vision.pips import DARK, LIGHT, Level, find_spots

#: How many proposals are read at one place, and at how many places.
PER_PLACE, PLACES = 3, 60


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """A face of a die, or something very like one.

    frame: (3, 2) middle and the two unit vectors, pixels of the picture. half: half the edge in units. value: 1..6.
    fit: the nine sites. sides: (4,) ascending edge strengths in levels of the camera. plain: see Proposals.
    """

    frame: np.ndarray
    half: float
    value: int
    polarity: int
    fit: SiteFit
    sides: np.ndarray
    clear: float

    @property
    def edge(self) -> float:
        """Length of an edge in pixels, mean of both directions."""
        return float(np.linalg.norm(self.frame[1:], axis=1).mean() * 2 * self.half)

    @property
    def unit(self) -> float:
        """Mean length of the two unit vectors, pixels."""
        return float(np.linalg.norm(self.frame[1:], axis=1).mean())

    @property
    def corners(self) -> np.ndarray:
        """(4, 2) corners of the face in pixels."""
        return frame_corners(self.frame, self.half)


def to_picture(frames: np.ndarray, scale: int) -> np.ndarray:
    """Frames (n, 3, 2) in pixels of a level, in pixels of the picture (OpenCV's pixel centres)."""
    out = frames * scale
    out[:, 0] += (scale - 1) / 2
    return out


def _to_level(frame: np.ndarray, scale: int) -> np.ndarray:
    out = frame.copy()
    out[0] -= (scale - 1) / 2
    return out / scale


@dataclass(frozen=True, eq=False, slots=True)
class _Pool:
    """All proposals of a picture in one table, in pixels of the picture."""

    frames: np.ndarray
    layout: np.ndarray
    clear: np.ndarray
    sides: np.ndarray
    half: np.ndarray
    plain: np.ndarray
    contrast: np.ndarray
    polarity: np.ndarray
    depth: np.ndarray

    def rank(self) -> np.ndarray:
        """(n,) how promising each is."""
        pips = LAYOUT_VALUES[self.layout]
        edge = np.minimum(self.sides[:, 1], 24) / 24 + np.minimum(self.sides[:, 0], 16) / 16
        return np.minimum(self.clear, 0.5) + edge - self.plain + 0.15 * pips + np.minimum(self.contrast, 60) / 120


def _pool(levels: list[Level]) -> _Pool:
    parts: list[tuple[Proposals, int, int]] = []
    for depth, level in enumerate(levels):
        for polarity in (DARK, LIGHT):
            spots = find_spots(level.answer[polarity])
            parts.append((propose_faces(level, polarity, spots), polarity, depth))
            parts.append((propose_ones(level, polarity, spots), polarity, depth))
    return _Pool(
        np.concatenate([to_picture(p.frames, levels[depth].scale) for p, _, depth in parts]),
        *(np.concatenate([getattr(p, name) for p, _, _ in parts])
          for name in ("layout", "clear", "sides", "half", "plain", "contrast")),
        np.concatenate([np.full(len(p.layout), polarity) for p, polarity, _ in parts]),
        np.concatenate([np.full(len(p.layout), depth) for p, _, depth in parts]),
    )  # fmt: skip


def _promising(pool: _Pool) -> list[int]:
    """Indices worth reading, best first: few of each place."""
    weak = (pool.sides[:, 1] < 4) | (pool.sides[:, 3] < 8)
    single = LAYOUT_VALUES[pool.layout] == 1
    weak |= single & ((pool.sides[:, 0] < 5) | (pool.sides[:, 1] < 8))
    rank = np.where(weak, -1.0, pool.rank())
    unit = np.linalg.norm(pool.frames[:, 1:], axis=2).mean(axis=1)
    chosen: list[int] = []
    places: list[tuple[np.ndarray, float, int]] = []
    for index in np.argsort(-rank):
        if rank[index] < 0 or len(chosen) >= PER_PLACE * PLACES:
            break
        middle = pool.frames[index, 0]
        for k, (other, size, count) in enumerate(places):
            if np.hypot(*(middle - other)) < 0.8 * max(size, unit[index]):
                if count < PER_PLACE:
                    places[k] = (other, size, count + 1)
                    chosen.append(int(index))
                break
        else:
            if len(places) < PLACES:
                places.append((middle, float(unit[index]), 1))
                chosen.append(int(index))
    return chosen


def find_faces(levels: list[Level]) -> list[Face]:
    """Every face-like thing of a picture that its nine sites confirm, overlapping ones included, best first."""
    pool = _pool(levels)
    faces = []
    for index in _promising(pool):
        layout = int(pool.layout[index])
        source = levels[max(0, int(pool.depth[index]) - 1)]
        patch = face_patch(source.image, _to_level(pool.frames[index], source.scale))
        fit = fit_sites(patch, sites=LAYOUTS[layout][1])
        if fit.layout != layout or fit.margin < 0.05:
            continue
        half = float(np.clip(pool.half[index], 1.6, 2.2)) if pool.sides[index, 0] > 6 else HALF_EDGE
        faces.append(
            Face(pool.frames[index], half, fit.value, int(pool.polarity[index]), fit, pool.sides[index], float(pool.clear[index]))
        )
    return sorted(faces, key=goodness, reverse=True)


def goodness(face: Face) -> float:
    """One number to choose between faces that overlap: more pips that fit well, with sides round them."""
    return (
        2 * face.fit.match
        + face.fit.margin
        + 0.12 * face.value
        - 0.5 * min(face.fit.plain, 1.0)
        + min(float(face.sides[1]), 24) / 24
    )
