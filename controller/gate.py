"""The order in which the table carries out what reached it: by moment of arrival, against the camera.

Dice that move close the betting at the capture time of the first frame in which they moved, and that is
understood only some frames later. So a command waits here until the camera's gate has judged its moment
of arrival; then it goes before or after the closing, as it truly came. A camera that falls silent makes
nobody wait longer than `limit` seconds.

A value without threads and without a clock of its own; the table locks it.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field
from typing import Any

#: Seconds that a command waits for the camera at most.
LIMIT_S = 0.5


@dataclass(order=True, slots=True)
class _Waiting:
    at: float
    after: int
    number: int
    gated: bool = field(compare=False)
    since: float = field(compare=False)
    item: Any = field(compare=False)


class Gate:
    """Holds items until it is their turn.

    Two clocks: `at` and `judged` are capture time (the camera's and the table's clock), `now` is real
    monotonic time, by which waiting is limited. Both in seconds.
    """

    def __init__(self, limit: float = LIMIT_S) -> None:
        self._limit = limit
        self._watching = False
        self._judged = float("-inf")
        self._heard = float("-inf")
        self._heap: list[_Waiting] = []
        self._numbers = itertools.count()

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def judged_until(self) -> float:
        """Every frame captured until then has been judged for motion."""
        return self._judged

    def watch(self, watching: bool, now: float) -> None:
        """Whether there is a camera to wait for."""
        if watching and not self._watching:
            self._heard = now
        self._watching = watching

    def judged(self, until: float, now: float) -> None:
        """The camera's gate has judged every frame captured until then."""
        self._judged = max(self._judged, until)
        self._heard = now

    def add(self, item: Any, at: float, now: float) -> None:
        """A command of somebody's that arrived at `at`; it waits for the camera."""
        heapq.heappush(self._heap, _Waiting(at, 0, next(self._numbers), True, now, item))

    def add_seen(self, item: Any, at: float, now: float) -> None:
        """Something that the camera saw at `at`: it goes after everything that had arrived by then."""
        self.judged(at, now)
        heapq.heappush(self._heap, _Waiting(at, 1, next(self._numbers), False, now, item))

    def take(self, now: float) -> Any | None:
        """The next item whose turn it is, or None."""
        if self._heap and self._left(now) <= 0:
            return heapq.heappop(self._heap).item
        return None

    def wait(self, now: float) -> float | None:
        """Seconds after which to ask again if nothing else happens; None when nothing waits."""
        return max(self._left(now), 0.0) if self._heap else None

    def _left(self, now: float) -> float:
        first = self._heap[0]
        if not first.gated or not self._watching or first.at <= self._judged:
            return 0.0
        return min(first.since, self._heard) + self._limit - now
