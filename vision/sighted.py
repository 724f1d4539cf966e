"""From what the finder sees to frames that the nine sites can be read in.

The finder tells middle, edge and rotation to within a tenth of an edge; how far apart the pips of this die stand it
does not tell. So each place is tried with frames shifted, stretched and turned a little, every layout in each of them,
and the best frame of the best layouts is proposed.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.finder import Sights, look_over
from vision.layout import (
    FILLED,
    HALF_EDGE,
    LAYOUT_VALUES,
    LAYOUTS,
    PATCH,
    PLAIN,
    PLAIN_ONE,
    REACH,
    SITES,
    face_patch,
)
from vision.pips import DARK, LIGHT, Level, Spots

#: Chance from which a place is tried at all, and from which it is in a quick look; how many are at the most.
WEAK, LIKELY, MOST = 0.1, 0.2, 40
#: The finder looks at half the picture's size and less; at its own size too where that has no more pixels a side.
SMALL_PICTURE = 400
#: Values tried at one place, and the least score of a layout: the margin of its doubtful site, less for uneven ground.
PER_SIGHT, LEAST_SCORE = 3, 0.05
#: Least contrast of pip and face, levels.
LEAST_CONTRAST = 9.0
#: Least length of an edge in pixels of the level at which a face is read.
READ_EDGE = 28.0
#: How far a pip may lie beside its site to draw the frame to it, units.
DRAWN = 0.42

_TRIED = np.array(
    [
        (dx, dy, scale, turn)
        for scale in (0.78, 0.92, 1.08, 1.27)
        for turn in np.radians((-40.0, -30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0, 40.0))
        for dx in (-0.25, 0.0, 0.25)
        for dy in (-0.25, 0.0, 0.25)
    ],
    np.float32,
)
#: Of those the ones that only shift: a single pip tells neither size nor rotation.
_SHIFTED = np.flatnonzero((_TRIED[:, 2] == np.float32(0.92)) & (_TRIED[:, 3] == 0.0))


def _in_patch(points: np.ndarray) -> np.ndarray:
    """Units in the frame of a patch, in its pixels."""
    return (points + REACH) * PATCH / (2 * REACH) - 0.5


def _tried_at() -> np.ndarray:
    """(17, tries) index into the pixels of a patch: of the nine sites, the plain points, and those of a one."""
    points = np.concatenate([SITES, PLAIN, PLAIN_ONE])
    turned = np.exp(1j * _TRIED[:, 3:]) * _TRIED[:, 2:3] * (points[:, 0] + 1j * points[:, 1])
    turned += _TRIED[:, :1] + 1j * _TRIED[:, 1:2]
    column, row = (np.clip(np.rint(_in_patch(c)), 0, PATCH - 1).astype(int) for c in (turned.real, turned.imag))
    return np.ascontiguousarray((row * PATCH + column).T)


_AT = _tried_at()
_EMPTY = [np.flatnonzero(~filled) for filled in FILLED]
_STEPS = (np.arange(PATCH, dtype=np.float32) + 0.5) / PATCH * 2 * REACH - REACH
_WINDOW = np.stack(np.meshgrid(np.arange(-5, 6), np.arange(-5, 6)), axis=2).reshape(-1, 2)


def to_picture(frames: np.ndarray, scale: int) -> np.ndarray:
    """Frames (n, 3, 2) in pixels of a level, in pixels of the picture (OpenCV's pixel centres)."""
    out = frames * scale
    out[:, 0] += (scale - 1) / 2
    return out


def to_level(frame: np.ndarray, scale: int) -> np.ndarray:
    """A frame (3, 2) in pixels of the picture, in those of a level."""
    out = frame.copy()
    out[0] -= (scale - 1) / 2
    return out / scale


def reading_depth(levels: list[Level], frame: np.ndarray) -> int:
    """Index of the level at which a face is read: the smallest picture in which its edge still has READ_EDGE pixels."""
    edge = float(np.linalg.norm(frame[1:], axis=1).mean()) * 2 * HALF_EDGE
    return int(np.clip(np.floor(np.log2(edge / READ_EDGE)), 0, len(levels) - 1))


def see(levels: Sequence[Level], finest: int | None = None) -> Sights:
    """What the finder sees in a picture, weakly or well, in its pixels.

    finest: scale of the largest of the levels that is looked at; None: 2, and 1 for a small picture.
    """
    if finest is None:
        finest = 1 if levels and max(levels[0].image.shape[:2]) <= SMALL_PICTURE else 2
    return look_over([(level.scale, level.image) for level in levels if level.scale >= finest], WEAK)


def fitting(levels: Sequence[Level], edges: Sequence[float]) -> list[Level]:
    """The levels at which faces with such edges (pixels of the picture) show their pips."""
    return [level for level in levels if any(level.shows(edge) for edge in edges)]


def near(level: Level, spots: Spots, sights: Sights, reach: float) -> Spots:
    """The spots within `reach` edges of what was seen and is of the size that is looked for at this level."""
    fits = np.array([level.shows(edge) for edge in sights.edge], bool)
    middles, edges = sights.middle[fits], sights.edge[fits]
    places = np.stack([spots.x, spots.y], axis=1) * level.scale + (level.scale - 1) / 2
    away = np.linalg.norm(places[:, None] - middles[None], axis=2)
    keep = (away < reach * edges).any(axis=1)
    return Spots(spots.x[keep], spots.y[keep], spots.strength[keep])


def propose(levels: list[Level], sights: Sights, index: int) -> list[tuple[np.ndarray, int, int]]:
    """Frame (3, 2) in pixels of the picture, layout and polarity of what the sight `index` may be, best first."""
    turn, unit = sights.turn[index], sights.edge[index] / (2 * HALF_EDGE)
    u = np.array([np.cos(turn), np.sin(turn)]) * unit
    frame = np.array([sights.middle[index], u, (-u[1], u[0])])
    level = levels[reading_depth(levels, frame)]
    patch = cv2.blur(face_patch(level.image, to_level(frame, level.scale)), (5, 5)).astype(np.float32)
    return [(_moved(frame, inner), layout, polarity) for inner, layout, polarity in _best(patch)]


def _moved(frame: np.ndarray, inner: np.ndarray) -> np.ndarray:
    """The frame that is `inner` (3, 2) as seen in a `frame` (3, 2)."""
    out = inner @ frame[1:]
    out[0] += frame[0]
    return out


def _best(patch: np.ndarray) -> list[tuple[np.ndarray, int, int]]:
    """Frame in units of a blurred patch, layout and polarity, of the layouts that fit best."""
    colours = np.ascontiguousarray(patch.reshape(-1, 3).T[:, _AT])
    found: dict[int, tuple] = {}
    for layout, (value, sites) in enumerate(LAYOUTS):
        tries = colours[:, :, _SHIFTED] if value == 1 else colours
        cores, plain = tries[:, :9], tries[:, 13:] if value == 1 else tries[:, 9:13]
        face = plain.mean(axis=1)
        axis = cores[:, list(sites)].mean(axis=1) - face
        contrast = np.abs(axis).max(axis=0)
        share = ((cores - face[:, None]) * (axis / np.maximum((axis**2).sum(axis=0), 1.0))[:, None]).sum(axis=0)
        least = share[list(sites)].min(axis=0) - 0.5
        margin = np.minimum(least, 0.5 - share[_EMPTY[layout]].max(axis=0))
        uneven = np.abs(plain - face[:, None]).max(axis=(0, 1)) / np.maximum(contrast, 1.0)
        score = np.where(contrast < LEAST_CONTRAST, -1.0, margin - 0.3 * uneven)
        at = int(score.argmax())
        if score[at] > LEAST_SCORE:
            tried = _TRIED[_SHIFTED[at] if value == 1 else at]
            better = found.get(value)
            if better is None or better[0] < score[at]:
                found[value] = (float(score[at]), layout, tried, face[:, at], axis[:, at])
    out = []
    for _, layout, (dx, dy, scale, turn), face, axis in sorted(found.values(), key=_promise)[:PER_SIGHT]:
        if LAYOUT_VALUES[layout] == 1:
            scale = 1.0
        u = scale * np.array([np.cos(turn), np.sin(turn)])
        inner = np.array([(dx, dy), u, (-u[1], u[0])])
        share = np.clip((patch - face) @ axis / max(float(axis @ axis), 1.0), 0, 1)
        for _ in range(2):
            inner = _drawn_to_pips(share, inner, layout)
        out.append((inner, layout, DARK if axis.sum() < 0 else LIGHT))
    return out


def _promise(found: tuple) -> float:
    """The smaller the more promising: the score, and a little for more pips explained."""
    return -found[0] - 0.02 * LAYOUT_VALUES[found[1]]


def _drawn_to_pips(share: np.ndarray, inner: np.ndarray, layout: int) -> np.ndarray:
    """A frame (3, 2) in units of the patch laid on the pips near its filled sites.

    share: (PATCH, PATCH) how much each pixel looks like a pip. Two or three pips in a row fix a square, more any frame.
    """
    sites = SITES[list(LAYOUTS[layout][1])]
    places = inner[0] + sites @ inner[1:]
    size = float(np.sqrt(abs(inner[1, 0] * inner[2, 1] - inner[1, 1] * inner[2, 0])))
    near = np.rint(_in_patch(places)).astype(int)
    columns, rows = (np.clip(near[:, None, c] + _WINDOW[None, :, c], 0, PATCH - 1) for c in (0, 1))
    offsets = np.stack([_STEPS[columns], _STEPS[rows]], axis=2) - places[:, None]
    weight = np.maximum(share[rows, columns] - 0.4, 0) * ((offsets**2).sum(axis=2) < (DRAWN * size) ** 2)
    total = weight.sum(axis=1)
    if (total < 1e-3).any():
        return inner
    pips = places + (weight[..., None] * offsets).sum(axis=1) / total[:, None]
    if len(sites) == 1:
        return np.array([pips[0], inner[1], inner[2]])
    if len(sites) >= 4:
        basis = np.column_stack([np.ones(len(sites)), sites])
        return np.linalg.lstsq(basis, pips, rcond=None)[0]
    flat, onto = sites @ (1, 1j), pips @ (1, 1j)
    middle = onto.mean()
    unit = (np.conj(flat) * (onto - middle)).sum() / (np.abs(flat) ** 2).sum()
    return np.array([(middle.real, middle.imag), (unit.real, unit.imag), (-unit.imag, unit.real)])
