"""Who wants to hear what the table publishes: each has a bounded queue of its own and fetches at its own pace."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator

from controller.replies import Gap, Notice, Published, Snapshot

Item = Published | Notice | Gap


class Subscription:
    """One listener's queue. When it is full it is emptied and a Gap stands in its place.

    start: the table's state when the subscription began; what is published after it comes through here.
    """

    def __init__(self, start: Snapshot, maxsize: int) -> None:
        if maxsize < 1:
            raise ValueError("a subscription holds at least one item")
        self.start = start
        self._maxsize = maxsize
        self._items: deque[Item] = deque()
        self._lost = 0
        self._closed = False
        self._news = threading.Condition()

    def get(self, timeout: float | None = None) -> Item | None:
        """The next item; None after `timeout` seconds without one, or when it was closed and is empty."""
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._news:
            while not (self._items or self._lost or self._closed):
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    return None
                self._news.wait(left)
            if self._lost:
                lost, self._lost = self._lost, 0
                return Gap(lost)
            return self._items.popleft() if self._items else None

    def __iter__(self) -> Iterator[Item]:
        """Every item until it is closed."""
        while (item := self.get()) is not None:
            yield item

    @property
    def closed(self) -> bool:
        """Whether nothing more will be put in."""
        return self._closed

    def close(self) -> None:
        """Ends it, from either side; what is still in it can be fetched."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def put(self, item: Item) -> None:
        """For the table: adds an item and returns at once, whatever the listener does."""
        with self._news:
            if self._closed:
                return
            if len(self._items) >= self._maxsize:
                self._lost += len(self._items)
                self._items.clear()
            self._items.append(item)
            self._news.notify()


class Subscriptions:
    """All listeners of one table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: list[Subscription] = []

    def add(self, start: Snapshot, maxsize: int) -> Subscription:
        """A new listener."""
        new = Subscription(start, maxsize)
        with self._lock:
            self._all = [one for one in self._all if not one.closed] + [new]
        return new

    def publish(self, item: Item) -> None:
        """Gives the item to all."""
        with self._lock:
            listeners = self._all
        for one in listeners:
            one.put(item)

    def close(self) -> None:
        """Ends all."""
        with self._lock:
            listeners, self._all = self._all, []
        for one in listeners:
            one.close()
