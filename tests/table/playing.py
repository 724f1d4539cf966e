"""A table for tests: a real ledger in a temporary folder, a clock that the test turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.ledger import Ledger
from controller.replies import Reply
from controller.table import Table

OPEN = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}
ANSWER_S = 10.0


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        return self.t


class Seat:
    """A table, its ledger and its clock."""

    def __init__(self, path: Path, **options) -> None:
        self.path = path
        self.clock = Clock()
        self.ledger = Ledger(path)
        self.table = Table(self.ledger, None, self.clock, **options)
        self.table.start()

    def do(self, cmd: str, by: str = "host", **fields) -> Reply:
        """Hands a command in and waits for its reply."""
        how = {name: fields.pop(name) for name in ("seen", "arrived", "source", "tap", "dice_out_at") if name in fields}
        return self.table.submit({"cmd": cmd, **fields}, by=by, **how).result(ANSWER_S)

    def open(self, **rules) -> Reply:
        return self.table.submit({**OPEN, "rules": rules}).result(ANSWER_S)

    @property
    def public(self) -> dict:
        return self.table.snapshot().public()

    def close(self) -> None:
        self.table.stop()
        self.ledger.close()


@contextmanager
def seated(path: Path, opened: bool = True, **options) -> Iterator[Seat]:
    """A table with a game of three, closed at the end."""
    seat = Seat(path, **options)
    try:
        if opened:
            assert seat.open().ok
        yield seat
    finally:
        seat.close()
