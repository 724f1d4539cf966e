"""All that happened on the table between two rests, kept so that it can be looked at again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.tracks import Blob, Seen, Tracker, blobs_of

#: Records that are kept; an evening of fiddling at the table must not fill the memory.
LONGEST = 600
#: A free thing that has gone so many edges of a die, over so many free frames, is in flight.
FLIGHT_EDGES, FLIGHT_FRAMES = 1.0, 3
#: Records after which a hand that does not stir is looked at more closely.
GHOST_FRAMES = 3


class Episode:
    """The frames from the first change to the next rest.

    edge: edge of a die in pixels of a plane, as far as it is known.
    """

    def __init__(self, edge: float) -> None:
        self.edge = edge
        self.records: list[Seen] = []
        self._masks: list[tuple[np.ndarray, np.ndarray, tuple[int, int]]] = []
        self._tracker = Tracker(edge)
        self._hand: np.ndarray | None = None
        #: A hand that lay there at the rest before has left.
        self.hand_left = False
        #: Records for which nothing has moved in the hand.
        self.hand_still = 0

    def add(self, index: int, t: float, changed: np.ndarray, moving: np.ndarray) -> Seen:
        """Takes one frame's masks (uint8, of the same shape)."""
        if len(self.records) >= LONGEST:
            self._forget(LONGEST // 2)
        self._masks.append((np.packbits(changed > 0), np.packbits(moving > 0), changed.shape))
        return self._add(index, t, changed, moving)

    def _add(self, index: int, t: float, changed: np.ndarray, moving: np.ndarray) -> Seen:
        free = [blob for blob in self.records[-1].blobs if blob.free] if self.records else []
        blobs, self._hand = blobs_of(changed, moving, self.edge, self._hand, free)
        seen = Seen(index, t, blobs, self._hand)
        calm = self._hand is not None and float((moving[self._hand > 0] > 0).mean()) <= 0.01
        self.hand_still = self.hand_still + 1 if calm else 0
        self._tracker.add(len(self.records), seen)
        self.records.append(seen)
        return seen

    def sized(self, edge: float) -> Episode:
        """The same episode seen anew, now that the dice's size is known better."""
        if abs(edge - self.edge) <= 0.2 * self.edge:
            return self
        again = Episode(edge)
        again.hand_left = self.hand_left
        for seen, (changed, moving, shape) in zip(self.records, self._masks, strict=True):
            again._masks.append((changed, moving, shape))
            again._add(seen.index, seen.t, _unpacked(changed, shape), _unpacked(moving, shape))
        return again

    def _forget(self, count: int) -> None:
        """Drops the oldest records; the tracks begin anew."""
        kept, masks = self.records[count:], self._masks[count:]
        self.records, self._tracker = [], Tracker(self.edge)
        for seen in kept:
            self._tracker.add(len(self.records), seen)
            self.records.append(seen)
        self._masks = masks

    @property
    def flights(self) -> list:
        """The tracks of things that flew or rolled by themselves."""
        return [
            t for t in self._tracker.tracks if t.freed >= FLIGHT_FRAMES and t.travel >= FLIGHT_EDGES * self.edge
        ]

    @property
    def tracks(self) -> list:
        return self._tracker.tracks

    @property
    def speed(self) -> float:
        """Pixels a frame of the fastest thing that moves freely now."""
        return self._tracker.fastest(len(self.records) - 1)

    @property
    def hand_now(self) -> bool:
        return self._hand is not None

    @property
    def still_hand(self) -> np.ndarray | None:
        """The mask of a hand in which nothing has moved for some frames, or None. It may be none (see `disown`)."""
        return self._hand if self.hand_still >= GHOST_FRAMES else None

    def disown(self) -> None:
        """The still hand was none: a hand lay there at the rest before, and what shows is that it has gone."""
        for k in range(max(0, len(self.records) - self.hand_still), len(self.records)):
            seen = self.records[k]
            self.records[k] = replace(seen, hand=None, blobs=tuple(b for b in seen.blobs if not b.hand))
        self._hand, self.hand_still, self.hand_left = None, 0, True

    def hand_runs(self) -> list[tuple[int, int]]:
        """The stretches of records with a hand in view, (first, last), at least three records long."""
        runs: list[list[int]] = []
        for k, seen in enumerate(self.records):
            if seen.hand is None:
                continue
            if runs and k - runs[-1][1] <= 2:
                runs[-1][1] = k
            else:
                runs.append([k, k])
        return [(first, last) for first, last in runs if last > first + 1]

    def covered(self, x: float, y: float) -> int | None:
        """The last record in which a hand lay over or beside the place."""
        reach = max(1, round(0.6 * self.edge))
        for k in range(len(self.records) - 1, -1, -1):
            hand = self.records[k].hand
            if hand is not None and hand[
                max(0, round(y) - reach) : round(y) + reach + 1, max(0, round(x) - reach) : round(x) + reach + 1
            ].any():
                return k
        return None

    def moved_freely(self, x: float, y: float) -> int | None:
        """The last record in which something free moved at the place."""
        for k in range(len(self.records) - 1, -1, -1):
            if any(blob.free and _near(blob, x, y, self.edge) for blob in self.records[k].blobs):
                return k
        return None


def _near(blob: Blob, x: float, y: float, margin: float) -> bool:
    left, top, width, height = blob.box
    return left - margin <= x <= left + width + margin and top - margin <= y <= top + height + margin


def _unpacked(bits: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    count = shape[0] * shape[1]
    return np.unpackbits(bits, count=count).reshape(shape) * np.uint8(255)
