"""From spots to faces: every pair of like spots that could be two opposite corner pips proposes a face.

The pair fixes middle, size and rotation of the face; the other seven sites then have to be filled or
plain as one of the layouts wants. A single pip proposes faces of several sizes and rotations, which
only an outline round them can confirm.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import FILLED, HALF_EDGE, LAYOUT_VALUES, LAYOUTS, PLAIN, PLAIN_ONE, SITES
from vision.pips import FACE_EDGE, Level, Spots

#: The layouts a pair on the diagonal 0-8 can belong to.
_PAIRED = np.array([0 in sites and 8 in sites for _, sites in LAYOUTS])
_MIDS = np.abs(SITES).sum(axis=1) == 1
_SIDE_U = np.arange(1.3, 2.41, 0.1, dtype=np.float32)
_SIDE_V = np.array([-0.9, -0.45, 0.0, 0.45, 0.9], np.float32)
_RING = np.stack([np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)], axis=1).astype(np.float32)
#: Lonely spots that are looked at, at one level and polarity.
_MOST_ONES = 80
#: Rays from a single pip, and the squares tried round it: half edge in level pixels and rotation.
_RAY_COUNT = 32
_ANGLES = np.arange(_RAY_COUNT) * 2 * np.pi / _RAY_COUNT
_RAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1).astype(np.float32)
_RADII = np.arange(1.0, 27.0, dtype=np.float32)
_SQUARES = np.array([(half, turn) for half in 4.2 * 1.13 ** np.arange(13) for turn in np.deg2rad(np.arange(0, 90, 10))])


def _crossings() -> np.ndarray:
    """(squares, 4 sides * rays a side): index into rays * distances where each square crosses the rays."""
    angles = np.arange(_RAY_COUNT) * 2 * np.pi / _RAY_COUNT
    per_side = _RAY_COUNT // 4
    out = []
    for half, turn in _SQUARES:
        for side in range(4):
            off = (angles - turn - side * np.pi / 2 + np.pi) % (2 * np.pi) - np.pi
            rays = np.argsort(np.abs(np.round(off, 9)), kind="stable")[: per_side - 1]
            at = half / np.cos(off[rays])
            out.append(rays * (len(_RADII) - 4) + np.clip(np.rint(at - _RADII[2]), 0, len(_RADII) - 5).astype(int))
    return np.array(out).reshape(len(_SQUARES), -1)


_CROSSINGS = _crossings()
_CROSSED_AT = np.array(
    [half / np.cos((_ANGLES - turn + np.pi / 4) % (np.pi / 2) - np.pi / 4) for half, turn in _SQUARES], np.float32
)


@dataclass(frozen=True, eq=False, slots=True)
class Proposals:
    """Faces proposed at one level and polarity.

    frames: (n, 3, 2) float32 middle and the two unit vectors in level pixels. layout: (n,) index into LAYOUTS.
    clear: (n,) how far the sites are from doubtful. sides: (n, 4) smallest to largest edge strength of the four sides.
    half: (n,) half the edge in units where the sides are strongest. contrast: (n,) of pips, levels. plain: (n,)
    spread of the plain points over contrast.
    """

    frames: np.ndarray
    layout: np.ndarray
    clear: np.ndarray
    sides: np.ndarray
    half: np.ndarray
    contrast: np.ndarray
    plain: np.ndarray


def no_proposals() -> Proposals:
    """None at all."""
    none = np.zeros(0, np.float32)
    return Proposals(np.zeros((0, 3, 2), np.float32), np.zeros(0, int), none, np.zeros((0, 4)), none, none, none)


def pair_spots(spots: Spots, least: float, most: float) -> tuple[np.ndarray, np.ndarray]:
    """Indices of all pairs of spots of like strength at a distance between `least` and `most` pixels."""
    order = np.argsort(spots.x, kind="stable")
    x, y, strength = spots.x[order], spots.y[order], spots.strength[order]
    first, second = [], []
    for step in range(1, len(x)):
        dx = x[step:] - x[:-step]
        if not (dx <= most).any():
            break
        dy = y[step:] - y[:-step]
        square = dx * dx + dy * dy
        ratio = strength[step:] / strength[:-step]
        near = (square <= most * most) & (square >= least * least) & (ratio > 0.45) & (ratio < 2.2)
        i = np.nonzero(near)[0]
        first.append(order[i])
        second.append(order[i + step])
    if not first:
        return np.zeros(0, int), np.zeros(0, int)
    return np.concatenate(first), np.concatenate(second)


def sample(planes: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Nearest samples of (..., h, w) at points of any shape, clipped to the picture."""
    height, width = planes.shape[-2:]
    xi = np.clip(np.rint(x).astype(np.intp), 0, width - 1)
    yi = np.clip(np.rint(y).astype(np.intp), 0, height - 1)
    return planes[..., yi, xi]


def _place(frames: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pixels (n, m) x and y of points (m, 2) in units for frames (n, 3, 2)."""
    spot = frames[:, None, 0] + points[None, :, :1] * frames[:, None, 1] + points[None, :, 1:] * frames[:, None, 2]
    return spot[..., 0], spot[..., 1]


def propose_faces(level: Level, polarity: int, spots: Spots | None = None) -> Proposals:
    """All faces of two and more pips that the spots of one polarity allow at one level."""
    answer = level.answer[polarity]
    spots = level.spots[polarity] if spots is None else spots
    diagonal = 2 * np.sqrt(2)
    i, j = pair_spots(spots, 0.25 * diagonal * FACE_EDGE[0], 0.28 * diagonal * FACE_EDGE[1])
    a = np.stack([spots.x[i], spots.y[i]], axis=1)
    b = np.stack([spots.x[j], spots.y[j]], axis=1)
    along = (b - a) / 2
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    frames = np.stack([(a + b) / 2, (along + across) / 2, (along - across) / 2], axis=1).astype(np.float32)
    x, y = _place(frames, SITES)
    strength = (spots.strength[i] + spots.strength[j]) / 2
    height, width = answer.shape
    inside = ((x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)).all(axis=1)
    crest = cv2.dilate(answer, np.ones((3, 3), np.uint8))
    share = sample(crest, x, y).astype(np.float32) / np.maximum(strength, 1)[:, None]
    clears = np.where(FILLED[_PAIRED], share[:, None] - 0.35, 0.4 - share[:, None]).min(axis=2)
    clear = clears.max(axis=1) if len(clears) else np.zeros(0)
    layout = np.nonzero(_PAIRED)[0][clears.argmax(axis=1)] if len(clears) else np.zeros(0, int)
    keep = inside & (clear > -0.08)
    frames = _snap(answer, frames[keep], layout[keep])
    return _sift(level, frames, layout[keep], clear[keep])


def _snap(answer: np.ndarray, frames: np.ndarray, layout: np.ndarray) -> np.ndarray:
    """Moves frames so that their filled sites fall on the nearby crests of the answer map (least squares, affine)."""
    frames = frames.copy()
    steps = np.arange(-3, 4)
    for index in np.unique(layout):
        sites = SITES[list(LAYOUTS[index][1])]
        if len(sites) < 4:
            continue
        rows = np.nonzero(layout == index)[0]
        x, y = _place(frames[rows], sites)
        unit = np.linalg.norm(frames[rows, 1], axis=1)
        reach = np.clip(np.rint(0.36 * unit), 1, 3)[:, None, None]
        dx = np.broadcast_to(steps[None, None, None, :], (1, 1, 7, 7)).reshape(1, 1, 49)
        dy = np.broadcast_to(steps[None, None, :, None], (1, 1, 7, 7)).reshape(1, 1, 49)
        near = sample(answer, x[..., None] + dx, y[..., None] + dy).astype(np.float32)
        near *= (np.abs(dx) <= reach) & (np.abs(dy) <= reach)
        weight = np.maximum(near - 0.6 * near.max(axis=2, keepdims=True), 0)
        total = np.maximum(weight.sum(axis=2), 1e-3)
        x = np.rint(x) + (weight * dx).sum(axis=2) / total
        y = np.rint(y) + (weight * dy).sum(axis=2) / total
        basis = np.concatenate([np.ones((len(sites), 1)), sites], axis=1)
        solve = np.linalg.pinv(basis)
        frames[rows] = np.einsum("km,nmc->nkc", solve, np.stack([x, y], axis=2))
    return frames


def propose_ones(level: Level, polarity: int, spots: Spots | None = None) -> Proposals:
    """Faces of one pip: for each lonely spot the sizes and rotations of the square that its surroundings speak for.

    Each spot is looked at along rays. A square of given size and rotation crosses every ray at a known distance; for
    it speak steps of colour there, against it that the colour of the face ends earlier or goes on.
    """
    spots = level.spots[polarity] if spots is None else spots
    lonely = _lonely(level, spots)
    seeds = np.stack([spots.x, spots.y], axis=1)[lonely].astype(np.float32)
    if not len(seeds):
        return _sift(level, np.zeros((0, 3, 2), np.float32), np.zeros(0, int), np.zeros(0))
    x = seeds[:, :1, None] + _RAYS[None, :, :1] * _RADII
    y = seeds[:, 1:, None] + _RAYS[None, :, 1:] * _RADII
    colours = sample(level.planes, x, y).astype(np.int16)
    step = np.minimum(np.abs(colours[..., 2:] - colours[..., :-2]).max(axis=0), 40) / 40
    step = np.maximum(step[..., 1:-1], np.maximum(step[..., 2:], step[..., :-2]))
    sides = step.reshape(len(seeds), -1)[:, _CROSSINGS].reshape(len(seeds), len(_SQUARES), 4, -1).mean(axis=3)
    speaks = sides.mean(axis=2) + 0.5 * sides.min(axis=2)
    pip, ends = _ends(colours)
    frames = []
    for end in ends:
        astray = np.zeros(speaks.shape)
        for ray in range(_RAY_COUNT):
            off = np.abs(np.log(end[:, ray, None] / _CROSSED_AT[None, :, ray]))
            astray += np.minimum(off, 0.4)
        score = speaks - astray / (0.4 * _RAY_COUNT) - 9 * (_SQUARES[None, :, 0] < 2.2 * pip[:, None])
        size, turn = _SQUARES[score.argmax(axis=1)].T
        u = np.stack([np.cos(turn), np.sin(turn)], axis=1) * size[:, None] / HALF_EDGE
        frames.append(np.stack([seeds, u, np.stack([-u[:, 1], u[:, 0]], axis=1)], axis=1).astype(np.float32))
    again = (np.abs(frames[1] - frames[0]).max(axis=(1, 2)) > 0.01).nonzero()[0]
    both = np.concatenate([frames[0], frames[1][again]])
    return _sift(level, both, np.zeros(len(both), int), np.full(len(both), 0.6))


def _ends(colours: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """Radius of the pip (n,) and where the face ends on each ray, (n, rays) twice: at a faint and at a clear change.

    colours: (3, n, rays, radii) int16. Lengths in level pixels.
    """
    face = np.median(colours[..., 3:6], axis=(2, 3))
    away = np.abs(colours - face[:, :, None, None]).max(axis=0)
    contrast = np.maximum(np.median(away[..., 0], axis=1), 12.0)
    usual = np.median(away, axis=1) / contrast[:, None]
    inside = (usual > 0.4) & (np.cumprod(usual > 0.3, axis=1) > 0)
    pip = _RADII[0] + inside.sum(axis=1)
    beyond = _RADII[None, None, :] > pip[:, None, None] + 1.5
    ends = []
    for share, least in ((0.12, 9.0), (0.35, 20.0)):
        gone = (away > np.maximum(share * contrast, least)[:, None, None]) & beyond
        first = np.where(gone.any(axis=2), gone.argmax(axis=2), len(_RADII) - 1)
        ends.append(_RADII[first])
    return pip, (ends[0], ends[1])


def _lonely(level: Level, spots: Spots) -> np.ndarray:
    """Indices of spots round which the colour is the same on all sides, as round the middle pip of a one."""
    around = np.zeros(len(spots.x), bool)
    for radius in (3.5, 5.0):
        around |= same_around(level, spots, radius)[0]
    lonely = np.nonzero(around)[0]
    if len(lonely) > _MOST_ONES:
        lonely = lonely[np.argsort(-spots.strength[lonely], kind="stable")[:_MOST_ONES]]
    return lonely


def same_around(level: Level, spots: Spots, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Whether the colour all round each spot at `radius` level pixels is one and not the spot's (n,), and it (3, n)."""
    ring = _RING * radius
    x, y = spots.x[:, None] + ring[None, :, 0], spots.y[:, None] + ring[None, :, 1]
    around = sample(level.planes, x, y).astype(np.float32)
    face = np.median(around, axis=2)
    contrast = np.abs(sample(level.planes, spots.x, spots.y) - face).max(axis=0)
    stray = np.sort(np.abs(around - face[:, :, None]).max(axis=0), axis=1)[:, -3]
    return (contrast > 12) & (stray < 0.4 * contrast), face


def _sift(level: Level, frames: np.ndarray, layout: np.ndarray, clear: np.ndarray) -> Proposals:
    """Keeps the frames whose plain points are plain, and measures their sides."""
    u, v = frames[:, 1], frames[:, 2]
    lengths = np.linalg.norm(frames[:, 1:], axis=2)
    cross = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    square = (lengths.min(axis=1) > 0.55 * lengths.max(axis=1)) & (cross > 0.75 * lengths.prod(axis=1))
    single = LAYOUT_VALUES[layout] == 1
    x, y = _place(frames, np.concatenate([SITES, PLAIN, PLAIN_ONE]))
    colours = sample(level.planes, x, y).astype(np.float32)
    points = np.where(single[:, None], colours[:, :, 13:17], colours[:, :, 9:13])
    face = np.median(points, axis=2)
    filled = FILLED[layout]
    pip = (colours[:, :, :9] * filled).sum(axis=2) / np.maximum(filled.sum(axis=1), 1)
    contrast = np.abs(pip - face).max(axis=0)
    spread = np.abs(points - face[:, :, None]).max(axis=0).max(axis=1)
    blank = (np.abs(colours[:, :, :9] - face[:, :, None]).max(axis=0) * ~filled)[:, ~_MIDS].max(axis=1)
    blank = np.where(single, blank, (np.abs(colours[:, :, :9] - face[:, :, None]).max(axis=0) * ~filled).max(axis=1))
    plain = np.maximum(spread, 0.8 * blank) / np.maximum(contrast, 1)
    keep = square & (plain < 0.5) & (contrast > 12)
    frames, layout, clear, contrast, plain = (a[keep] for a in (frames, layout, clear, contrast, plain))
    sides, half = measure_sides(level.planes, frames)
    return Proposals(frames, layout, clear, sides, half, contrast, plain)


def measure_sides(planes: np.ndarray, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Edge strength of the four sides of each frame, (n, 4) ascending, and the half edge in units (n,) where it is.

    A side's colour is the mean along the side; its strength is the step of that colour across the side.
    All four sides are sought at one common distance, give or take a tenth of a unit.
    """
    if not len(frames):
        return np.zeros((0, 4), np.float32), np.zeros(0, np.float32)
    uu, vv = np.meshgrid(_SIDE_U, _SIDE_V, indexing="ij")
    ahead = np.stack([uu.ravel(), vv.ravel()], axis=1)
    turns = [ahead, ahead * (-1, 1), ahead[:, ::-1], ahead[:, ::-1] * (1, -1)]
    x, y = _place(frames, np.concatenate(turns).astype(np.float32))
    colours = sample(planes, x, y).astype(np.float32)
    colours = colours.reshape(3, len(frames), 4, len(_SIDE_U), len(_SIDE_V))
    line = colours.mean(axis=4)
    step = np.abs(line[..., 2:] - line[..., :-2]).max(axis=0)
    loose = step.copy()
    loose[..., 1:] = np.maximum(loose[..., 1:], step[..., :-1])
    loose[..., :-1] = np.maximum(loose[..., :-1], step[..., 1:])
    capped = np.minimum(loose, 40)
    best = capped.sum(axis=1).argmax(axis=1)
    sides = np.sort(loose[np.arange(len(frames)), :, best], axis=1)
    return sides, _SIDE_U[1:-1][best]
