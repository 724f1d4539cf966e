"""From proposals to faces: the best proposals of every place are read site by site in the rectified face."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident

import numpy as np

from vision.evidence import log_odds
from vision.facenet import FaceNet, cut_face
from vision.faces import Proposals, no_proposals, propose_faces, propose_ones
from vision.finder import Sights
from vision.layout import HALF_EDGE, LAYOUT_VALUES, LAYOUTS, SiteFit, face_patch, fit_sites, frame_corners
from vision.outline import Outline, find_outline
from vision.pips import DARK, LIGHT, Level
from vision.sighted import LIKELY, MOST, near, propose, reading_depth, see, to_level, to_picture

#: How many proposals are read at one place, how many of one value, and at how many places.
PER_PLACE, PER_VALUE, PLACES = 4, 2, 60
MOST_RANKED = 600
#: Difference of the distances of opposite sides from a single pip, units, from which the farther is not believed.
OFF_CENTRE = 0.22
#: Odds below which a face is not even shown to the network.
HOPELESS = -5.0
#: How far from what the finder sees its pips are searched, in edges: those of faces of several pips, and single ones.
ABOUT, ABOUT_ONE = 0.75, 0.35
#: Least rank of a proposal from pips that are searched near sights alone.
LEAST_RANK = 1.6
#: Odds from which nothing else is tried at the same place; and from which the finder is not asked where pips led to a
#: face: it would only fit more generously what they already fit.
PLAIN_ODDS, POSSIBLE_ODDS = 1.5, -1.0
#: Chance from which the network need not be asked about the same face cut otherwise.
CONVINCED = 0.85


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """A face of a die, or something very like one.

    frame: (3, 2) middle and the two unit vectors, pixels of the picture. corners: (4, 2) of the face, pixels.
    value: 1..6. fit: the nine sites. outline: its four sides. odds: logarithm of the odds that it is what it seems,
    by layout and outline. level: index of the pyramid's level it was read at. seen_as: (7,) chances that the network
    gives: no face, 1..6.
    """

    frame: np.ndarray
    corners: np.ndarray
    value: int
    polarity: int
    fit: SiteFit
    outline: Outline
    odds: float
    level: int
    seen_as: np.ndarray | None = None

    @property
    def score(self) -> float:
        """Both estimators together, a logarithm of odds; the network counts for as much as it is sure."""
        if self.seen_as is None:
            return self.odds
        chance = float(np.clip(self.seen_as[self.value], 0.01, 0.99))
        return self.odds + float(np.log(chance / (1 - chance)))

    @property
    def chance(self) -> float:
        """The network's chance of the value, 0 where it was not asked."""
        return 0.0 if self.seen_as is None else float(self.seen_as[self.value])

    @property
    def edge(self) -> float:
        """Length of an edge in pixels, mean of the four sides."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def middle(self) -> np.ndarray:
        """(2,) middle of the face, pixels."""
        return self.corners.mean(axis=0)


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


def _pool(levels: list[Level], sights: Sights | None) -> _Pool:
    """Proposals from the pips of a picture, of those near the `sights` alone where they are given."""
    parts: list[tuple[Proposals, int, int]] = []
    for depth, level in enumerate(levels):
        if sights is not None and not any(level.shows(edge) for edge in sights.edge):
            continue
        for polarity in (DARK, LIGHT):
            spots = level.spots[polarity]
            of_ones = spots if sights is None else near(level, spots, sights, ABOUT_ONE)
            of_faces = spots if sights is None else near(level, spots, sights, ABOUT)
            parts.append((propose_faces(level, polarity, of_faces), polarity, depth))
            parts.append((propose_ones(level, polarity, of_ones), polarity, depth))
    if not parts:
        parts = [(no_proposals(), DARK, 0)]
    return _Pool(
        np.concatenate([to_picture(p.frames, levels[depth].scale) for p, _, depth in parts]),
        *(np.concatenate([getattr(p, name) for p, _, _ in parts])
          for name in ("layout", "clear", "sides", "half", "plain", "contrast")),
        np.concatenate([np.full(len(p.layout), polarity) for p, polarity, _ in parts]),
        np.concatenate([np.full(len(p.layout), depth) for p, _, depth in parts]),
    )  # fmt: skip


def _promising(pool: _Pool, least: float = 0.0) -> list[int]:
    """Indices worth reading, best first: few of each place, none that rank lower than `least`."""
    weak = (pool.sides[:, 1] < 3) | (pool.sides[:, 3] < 6)
    single = LAYOUT_VALUES[pool.layout] == 1
    weak |= single & ((pool.sides[:, 0] < 3) | (pool.sides[:, 1] < 5))
    rank = np.where(weak, -1.0, pool.rank())
    unit = np.linalg.norm(pool.frames[:, 1:], axis=2).mean(axis=1)
    order = np.argsort(-rank, kind="stable")[:MOST_RANKED]
    order = order[rank[order] >= least]
    left = np.full(len(order), True)
    middles, units = pool.frames[order, 0], unit[order]
    chosen: list[int] = []
    for _ in range(PLACES):
        if not left.any():
            break
        first = int(left.argmax())
        reach = 0.8 * np.maximum(units, units[first])
        here = left & (np.abs(middles - middles[first]).max(axis=1) < reach)
        chosen.extend(_different(pool, order[here], unit))
        left &= ~here
    return chosen


def _different(pool: _Pool, here: np.ndarray, unit: np.ndarray) -> list[int]:
    """The best few of the proposals `here` at one place, without those that say the same once more."""
    kept: list[int] = []
    values = LAYOUT_VALUES[pool.layout]
    for index in here[:30].tolist():
        alike = [other for other in kept if values[other] == values[index]]
        again = any(
            np.abs(pool.frames[index, 0] - pool.frames[other, 0]).max() < 0.2 * unit[other]
            and 0.9 < unit[index] / unit[other] < 1.11
            and pool.depth[index] == pool.depth[other]
            for other in alike
        )
        if not again and len(alike) < PER_VALUE:
            kept.append(index)
            if len(kept) == PER_PLACE:
                break
    return kept


def find_faces(levels: list[Level], sights: Sights | None = None, everywhere: bool = True) -> list[Face]:
    """Every face-like thing of a picture that its nine sites confirm, overlapping ones included, best first.

    sights: where the finder sees something, None for having it look. everywhere: pips are searched in the whole
    picture, and the finder adds what they did not lead to; else this is a quick look at what the finder thinks
    likely, and pips are searched there alone, where no plain face came of it already.
    """
    if not levels:
        return []
    sights = see(levels) if sights is None else sights
    if not everywhere:
        sights = sights.chosen(sights.chance >= LIKELY)
    faces = _from_pips(levels, None) if everywhere else []
    by_pips = list(faces)
    for index in range(min(len(sights.chance), MOST)):
        middle, edge = sights.middle[index], sights.edge[index]
        if not (_settled(middle, edge, by_pips, POSSIBLE_ODDS) or _settled(middle, edge, faces)):
            faces += _read_first(levels, propose(levels, sights, index))
    if not everywhere:
        left = [not _settled(middle, edge, faces) for middle, edge in zip(sights.middle, sights.edge, strict=True)]
        faces += _from_pips(levels, sights.chosen(np.array(left, bool)))
    return sorted(_second_opinion(levels, faces), key=goodness, reverse=True)


def _from_pips(levels: list[Level], sights: Sights | None) -> list[Face]:
    """The faces that pips propose, anywhere or near `sights`, there up to the first plain one of a place."""
    pool = _pool(levels, sights)
    faces: list[Face] = []
    for index in _promising(pool, 0.0 if sights is None else LEAST_RANK):
        frame = pool.frames[index]
        edge = 2 * HALF_EDGE * float(np.linalg.norm(frame[1]))
        if sights is None or not _settled(frame[0], edge, faces):
            face = read_face(
                levels, reading_depth(levels, frame), frame, int(pool.layout[index]), int(pool.polarity[index])
            )
            faces += [] if face is None else [face]
    return faces


def _read_first(levels: list[Level], proposed: list[tuple[np.ndarray, int, int]]) -> list[Face]:
    """The faces that the proposals of one place lead to, up to the first plain one."""
    faces: list[Face] = []
    for frame, layout, polarity in proposed:
        face = read_face(levels, reading_depth(levels, frame), frame, layout, polarity)
        if face is not None:
            faces.append(face)
            if face.odds > PLAIN_ODDS:
                break
    return faces


def _settled(middle: np.ndarray, edge: float, faces: list[Face], least: float = PLAIN_ODDS) -> bool:
    """Whether a face with such odds, a plain one, was read at a place already."""
    return any(face.odds > least and np.abs(face.frame[0] - middle).max() < 0.4 * edge for face in faces)


def read_face(levels: list[Level], depth: int, frame: np.ndarray, layout: int, polarity: int) -> Face | None:
    """Reads the face that a frame (3, 2) in pixels of the picture proposes; None when the sites say another layout.

    A single pip tells nothing of size and rotation: there the frame is first laid on the sides that are found.
    """
    level = levels[depth]
    value = int(LAYOUT_VALUES[layout])
    for last in (False, False, True) if value == 1 else (True,):
        patch = face_patch(level.image, to_level(frame, level.scale))
        fit = fit_sites(patch, sites=LAYOUTS[layout][1])
        if fit.layout != layout or fit.margin < 0.05:
            return None
        outline = find_outline(patch, fit.face)
        if not last:
            frame = _lay_on(frame, outline)
    corners = _corners(frame, outline)
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / level.scale
    return Face(frame, corners, value, polarity, fit, outline, log_odds(fit, outline, edge), depth)


def _lay_on(frame: np.ndarray, outline: Outline) -> np.ndarray:
    """The frame moved, turned and stretched so that its square falls on the sides that were found.

    The pip stands in the middle: where one side lies farther off than its opposite, a side face was taken with it.
    """
    if np.sort(outline.support)[1] < 0.35:
        return frame
    turn = outline.turn
    ends = np.maximum(outline.lines[:, 0].reshape(2, 2), 0.1)
    apart = ends[:, 0] - ends[:, 1]
    beside = np.abs(apart) > OFF_CENTRE
    half = np.where(beside, ends.min(axis=1), ends.mean(axis=1))
    wide = np.clip(half / HALF_EDGE, 0.8, 1.25)
    lengths = np.linalg.norm(frame[1:], axis=1)
    wide = np.minimum(wide, 1.1 * (lengths * wide).min() / lengths)
    shift = np.where(beside, 0.0, apart / 2)
    u, v = frame[1], frame[2]
    cos, sin = np.cos(turn), np.sin(turn)
    middle = frame[0] + shift[0] * u + shift[1] * v
    return np.stack([middle, (cos * u + sin * v) * wide[0], (cos * v - sin * u) * wide[1]])


def _corners(frame: np.ndarray, outline: Outline) -> np.ndarray:
    """Corners (4, 2) in pixels: as wide as the sides lie apart if all are plain to see, else as dice usually are."""
    plain_to_see = outline.support.min() > 0.45 and np.hypot(*outline.shift) < 0.3
    half = float(np.clip(np.mean(outline.widths) / 2, 1.7, 2.5)) if plain_to_see else HALF_EDGE
    return frame_corners(frame, half)


def goodness(face: Face) -> float:
    """One number to choose between faces that overlap: the odds, and a little for more pips explained."""
    return face.score + 0.3 * face.value


@lru_cache(maxsize=1)
def _network(thread: int) -> FaceNet:
    return FaceNet()


def _same_place(middle: np.ndarray, edge: float, other: np.ndarray, other_edge: float) -> bool:
    near = np.hypot(*(other - middle)) < 0.15 * edge
    return bool(near) and 0.8 < other_edge / edge < 1.25


def _other_crops(net: FaceNet, level: Level, face: Face, seen_as: np.ndarray) -> np.ndarray:
    """What the network says to the face cut a little wider or narrower, where it likes it best.

    Where exactly the ideal corners of a rounded die lie, its outline tells only roughly.
    """
    middle = face.corners.mean(axis=0)
    faces = [
        cut_face(level.image, (middle + (face.corners - middle) * scale - (level.scale - 1) / 2) / level.scale)
        for scale in (0.92, 1.09, 1.18)
    ]
    return max([seen_as, *net.classify(np.array(faces))], key=lambda chances: float(chances[face.value]))


def _second_opinion(levels: list[Level], faces: list[Face]) -> list[Face]:
    """The faces that are worth it, with what the network says to them; of equals in one place only the best."""
    net = _network(get_ident())
    out: list[Face] = []
    places: list[tuple[int, np.ndarray, float]] = []
    for face in sorted(faces, key=lambda face: face.odds, reverse=True):
        if face.odds < HOPELESS:
            break
        middle, edge = face.middle, face.edge
        if any(face.value == value and _same_place(middle, edge, *place) for value, *place in places):
            continue
        places.append((face.value, middle, edge))
        level = levels[face.level]
        seen_as = net.classify(cut_face(level.image, (face.corners - (level.scale - 1) / 2) / level.scale)[None])[0]
        if seen_as[face.value] < CONVINCED and face.odds > 0:
            seen_as = _other_crops(net, level, face, seen_as)
        out.append(replace(face, seen_as=seen_as))
    return out
