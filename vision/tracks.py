"""Who moved: hands, and things the size of a die that moved on their own.

Works on the masks of the gate, in pixels of its planes. Nothing is decided here; `judge.py` asks these
records what happened once the table is at rest again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

#: Pixels by which the smoothing of a plane widens a die.
WIDER = 2.0
#: A hand is more than so many squares of a die as wide as that, and reaches over the border of the picture.
HAND_DICE = 7.0
#: One that does not reach the border is larger, larger still where none was seen a frame ago; what is left of one
#: may be smaller.
LONE_HAND_DICE, SUDDEN_HAND_DICE, REST_OF_HAND_DICE = 12.0, 25.0, 3.2
#: What is nearer to a hand than so many edges of a die is taken to be in it.
BESIDE = 1.0
#: Pixels of a blob that must lie on the border of the plane for it to reach over the border.
BORDER_TOUCH = 2
#: A blob moves when this share of it also differs from the frame before.
MOVING_SHARE = 0.25
#: Smallest blob, in squares of the die's edge.
LEAST = 0.25


@dataclass(frozen=True, eq=False, slots=True)
class Blob:
    """One connected region that differs from the table at rest.

    centre: (x, y). area: pixels. box: x, y, width, height. border: it lies on the border of the picture.
    moving: share of it that differs from the frame before. hand: it is, or belongs to, a hand.
    """

    centre: tuple[float, float]
    area: int
    box: tuple[int, int, int, int]
    border: bool
    moving: float
    hand: bool = False

    @property
    def free(self) -> bool:
        """It moves by itself: no hand, and not on the border, where a hand may hide behind."""
        return self.moving >= MOVING_SHARE and not self.hand and not self.border


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """What one frame showed. hand: (h, w) uint8 mask of the hands, or None without any."""

    index: int
    t: float
    blobs: tuple[Blob, ...]
    hand: np.ndarray | None


def blobs_of(
    changed: np.ndarray,
    moving: np.ndarray,
    edge: float,
    hand_before: np.ndarray | None,
    free_before: Sequence[Blob] = (),
) -> tuple[tuple[Blob, ...], np.ndarray | None]:
    """The blobs of a frame and the mask of the hands in it, or None.

    changed, moving: (h, w) uint8 masks. edge: of a die, in pixels of the plane. hand_before: the hands of
    the frame before, or None. free_before: what moved freely in the frame before.
    """
    joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(joined, connectivity=8)
    least = max(4.0, LEAST * edge * edge)
    kept = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]
    border = _on_border(labels, count)
    before = None if hand_before is None else cv2.dilate(hand_before, _square(edge, 1.0))
    was = 0 if hand_before is None else np.count_nonzero(hand_before)
    stirs = np.bincount(labels[moving > 0], minlength=count)
    hands = [
        i
        for i in kept
        if _is_hand(labels, i, int(stats[i, cv2.CC_STAT_AREA]), border[i], edge, before, was, bool(stirs[i]))
        and not _flew_here(stats[i], edge, free_before)
    ]
    hand = near = None
    if hands:
        hand = _hulls(labels, hands)
        near = cv2.dilate(hand, _square(edge, 2.0 * BESIDE))
    found = []
    for i in kept:
        inside = labels == i
        area = int(stats[i, cv2.CC_STAT_AREA])
        held = i in hands or (near is not None and bool(near[inside].any()))
        if not held and hand_before is not None:
            # What a hand uncovers differs from the frame before, and has not moved for that.
            held = np.count_nonzero(hand_before[inside]) > 0.3 * area and border[i] == 0
        share = float(stirs[i]) / area
        box = tuple(int(v) for v in stats[i, :4])
        found.append(Blob((float(centres[i, 0]), float(centres[i, 1])), area, box, border[i] > 0, share, held))
    return tuple(found), hand


def _on_border(labels: np.ndarray, count: int) -> np.ndarray:
    """Pixels of each label on the border of the picture."""
    rim = np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]])
    return np.bincount(rim, minlength=count)


def _is_hand(
    labels: np.ndarray, i: int, area: int, border: int, edge: float, before: np.ndarray | None, was: int, stirs: bool
) -> bool:
    """Big and over the border; or very big, since a sleeve may look like the felt; or what is left of the hand
    of a frame ago (`before`, `was` pixels)."""
    dice = area / (edge + WIDER) ** 2
    lone = LONE_HAND_DICE if before is not None and before[labels == i].any() else SUDDEN_HAND_DICE
    if dice > (HAND_DICE if border >= BORDER_TOUCH else lone):
        return True
    if before is None or not _may_remain(dice, border >= BORDER_TOUCH, stirs, was / (edge + WIDER) ** 2):
        return False
    return np.count_nonzero(before[labels == i]) > 0.3 * area


def _may_remain(dice: float, border: bool, stirs: bool, was: float) -> bool:
    """Whether a blob of so many dice can be what is left of a hand of so many a frame ago.

    At the border: while it moves, or is more than dice that were set down there. Off the border: while it
    moves, is more than such dice, and the hand was a large one: two blurred dice may have passed for a small one.
    """
    if border:
        return stirs or dice >= REST_OF_HAND_DICE
    return stirs and dice >= REST_OF_HAND_DICE and was > LONE_HAND_DICE


def _flew_here(stat: np.ndarray, edge: float, free_before: Sequence[Blob]) -> bool:
    """Whether it was in the middle of the table a frame ago: two blurred dice with their shadows that reach the
    border make a large blob, and a hand comes from the border."""
    x, y, w, h, area = (int(v) for v in stat)
    if area > LONE_HAND_DICE * (edge + WIDER) ** 2:
        return False
    reach = 2.0 * edge
    for blob in free_before:
        bx, by, bw, bh = blob.box
        apart = max(x - bx - bw, bx - x - w), max(y - by - bh, by - y - h)
        if blob.area >= 0.5 * area and max(apart) <= reach:
            return True
    return False


def _hulls(labels: np.ndarray, hands: list[int]) -> np.ndarray:
    """The hands with all that their outlines enclose: an inside that looks like the felt, gaps between fingers."""
    mask = np.zeros(labels.shape, np.uint8)
    for i in hands:
        outlines, _ = cv2.findContours((labels == i).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.concatenate(outlines)), 255)
    return mask


def _square(edge: float, times: float) -> np.ndarray:
    """A square kernel, `times` the die's edge wide."""
    return np.ones((2 * int(round(0.5 * times * edge)) + 1,) * 2, np.uint8)


@dataclass(eq=False, slots=True)
class Track:
    """The way of one free thing: (position in the records, blob) pairs in order."""

    points: list[tuple[int, Blob]] = field(default_factory=list)

    @property
    def last(self) -> tuple[float, float]:
        return self.points[-1][1].centre

    @property
    def velocity(self) -> np.ndarray:
        """Pixels a frame over the last step, (0, 0) for a single point."""
        if len(self.points) < 2:
            return np.zeros(2)
        (k0, a), (k1, b) = self.points[-2:]
        return (np.array(b.centre) - np.array(a.centre)) / max(1, k1 - k0)

    @property
    def travel(self) -> float:
        """Length of the way in pixels."""
        ways = np.array([blob.centre for _, blob in self.points])
        return float(np.linalg.norm(np.diff(ways, axis=0), axis=1).sum()) if len(ways) > 1 else 0.0

    @property
    def freed(self) -> int:
        """Points at which it moved freely."""
        return sum(blob.free for _, blob in self.points)


class Tracker:
    """Links what moves without a hand from frame to frame, nearest to the place foreseen first."""

    #: Records after which a track that was not continued is over.
    PATIENCE = 3

    def __init__(self, edge: float) -> None:
        self.edge = edge
        self.over: list[Track] = []
        self.live: list[Track] = []

    @property
    def tracks(self) -> list[Track]:
        return self.over + self.live

    def add(self, k: int, seen: Seen) -> None:
        """Takes the k-th record."""
        movers = [b for b in seen.blobs if b.moving >= MOVING_SHARE and not b.hand]
        pairs = [
            (off, i, j)
            for i, track in enumerate(self.live)
            for j, blob in enumerate(movers)
            if (off := self._miss(track, k, blob)) is not None
        ]
        tracks, blobs = set(), set()
        for _, i, j in sorted(pairs):
            if i not in tracks and j not in blobs:
                tracks.add(i)
                blobs.add(j)
                self.live[i].points.append((k, movers[j]))
        self.live += [Track([(k, blob)]) for j, blob in enumerate(movers) if j not in blobs]
        self.over += [t for t in self.live if k - t.points[-1][0] > self.PATIENCE]
        self.live = [t for t in self.live if k - t.points[-1][0] <= self.PATIENCE]

    def fastest(self, k: int) -> float:
        """Pixels a frame of the fastest thing that moved in the k-th record; 0.0 when nothing did."""
        speeds = [float(np.linalg.norm(t.velocity)) for t in self.live if t.points[-1][0] == k and len(t.points) > 1]
        return max(speeds, default=0.0)

    def _miss(self, track: Track, k: int, blob: Blob) -> float | None:
        """Distance of the blob from where the track should be by now; None when it is too far."""
        velocity = track.velocity
        ahead = np.array(track.last) + velocity * (k - track.points[-1][0])
        off = float(np.linalg.norm(ahead - np.array(blob.centre)))
        reach = (8.0 if len(track.points) < 2 else 3.0) * self.edge + 0.7 * float(np.linalg.norm(velocity))
        return off if off <= reach else None
