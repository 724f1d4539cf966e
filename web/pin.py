"""The host's PIN: kept hashed, compared in constant time, slower and slower when it is guessed."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from web.codes import make_pin

#: Wrong PINs from one address before each further try must wait, and the longest wait in seconds.
FREE_TRIES = 5
LONGEST_WAIT_S = 60.0
#: The same for all addresses together: a guesser with many addresses meets this one. The wait is
#: short, so that guests cannot lock the host out.
FREE_TRIES_TOGETHER = 30
LONGEST_WAIT_TOGETHER_S = 4.0
ADDRESSES_KEPT = 512


def keep_secret(path: Path, text: str) -> None:
    """Writes a file that only its owner may read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, path)


class Pin:
    """One PIN in one file. `first` is the PIN in clear when it was made just now, else None."""

    def __init__(self, path: Path, wanted: str | None = None) -> None:
        self.first: str | None = None
        kept = path.read_text(encoding="utf-8").strip() if path.is_file() else ""
        if wanted is not None and not (kept and check_password_hash(kept, wanted)):
            kept = ""
        if not kept:
            pin = wanted or make_pin()
            self.first = pin
            kept = generate_password_hash(pin)
            keep_secret(path, kept + "\n")
        self._hash = kept

    @property
    def mark(self) -> str:
        """Changes with the PIN: a host's cookie that bears an older mark is worth nothing."""
        return self._hash[-12:]

    def fits(self, typed: object) -> bool:
        """Whether this is the PIN; takes the same time whatever is wrong with it."""
        text = typed if isinstance(typed, str) and len(typed) <= 32 else ""
        return check_password_hash(self._hash, text.strip()) and bool(text)


class Throttle:
    """Counts wrong PINs and says how long the next try must wait. For many threads at once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._together = (0, 0.0)

    def admit(self, address: str) -> float:
        """Seconds until the next try from this address is looked at; 0.0: this one is.

        A try that is looked at counts as wrong until `right` says otherwise, so that many sent at once are
        not all looked at while the first is still being checked.
        """
        with self._lock:
            now = self._clock()
            seconds = self._seconds(address, now)
            if seconds == 0.0:
                self._count(address, now)
            return seconds

    def left(self, address: str) -> float:
        """Seconds that a try from this address would have to wait now."""
        with self._lock:
            return self._seconds(address, self._clock())

    def _seconds(self, address: str, now: float) -> float:
        own = self._left(self._wrong.get(address, (0, 0.0)), now, FREE_TRIES, LONGEST_WAIT_S)
        return max(own, self._left(self._together, now, FREE_TRIES_TOGETHER, LONGEST_WAIT_TOGETHER_S))

    def _count(self, address: str, now: float) -> None:
        count, _ = self._wrong.pop(address, (0, 0.0))
        self._wrong[address] = (count + 1, now)
        while len(self._wrong) > ADDRESSES_KEPT:
            self._wrong.popitem(last=False)
        self._together = (self._together[0] + 1, now)

    def right(self, address: str) -> None:
        """The right PIN came from this address."""
        with self._lock:
            self._wrong.pop(address, None)
            self._together = (0, 0.0)

    @staticmethod
    def _left(record: tuple[int, float], now: float, free: int, longest: float) -> float:
        count, last = record
        if count < free:
            return 0.0
        pause = min(longest, 2.0 ** min(count - free + 1, 10))
        return max(0.0, last + pause - now)
