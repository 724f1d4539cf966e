"""What the tests of the pads use: boards in MicroPython, a wire with faults, a real table, a table that notes."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from controller.ledger import Ledger
from controller.pad_board import SIDES, NoMicroPython, SimulatedBoard
from controller.pads import Pads
from controller.replies import Notice, Published, Reply, Snapshot
from controller.rulebook import Rulebook
from controller.subscriptions import Subscriptions
from controller.table import Table


class Faults:
    """A wire that loses, damages, doubles and swaps frames, each with chance `rate`. By seed."""

    def __init__(self, rate: float, seed: int) -> None:
        self._chance = random.Random(seed)
        self._rate = rate
        self._rest = b""
        self._late: bytes | None = None
        self.counts = {"passed": 0, "lost": 0, "damaged": 0, "doubled": 0, "swapped": 0}

    def __call__(self, data: bytes) -> list[bytes]:
        *frames, self._rest = (self._rest + data).split(b"\0")
        out: list[bytes] = []
        for frame in frames:
            out += self._frame(frame + b"\0")
        return out

    def _happens(self, what: str) -> bool:
        if self._chance.random() >= self._rate:
            return False
        self.counts[what] += 1
        return True

    def _frame(self, frame: bytes) -> list[bytes]:
        self.counts["passed"] += 1
        if self._happens("lost"):
            return []
        if self._happens("damaged"):
            damaged = bytearray(frame)
            damaged[self._chance.randrange(len(frame))] ^= 1 << self._chance.randrange(8)
            frame = bytes(damaged)
        out = [frame, frame] if self._happens("doubled") else [frame]
        if self._late is not None:
            out.append(self._late)
            self._late = None
        elif self._happens("swapped"):
            self._late = out.pop()
        return out


class NotingTable:
    """Stands for the table where only what the pads hand in matters: notes every command, takes every one.

    `wait_s`: how long it takes to decide. Nothing is dropped here: a tap handed in twice is there twice.
    """

    def __init__(self, players: tuple[str, ...], wait_s: float = 0.0) -> None:
        self.commands: list[tuple[str, str, int | None]] = []
        self.notices: list[Notice] = []
        self.refuse: Callable[[dict], str | None] = lambda command: None
        self._players = players
        self._wait_s = wait_s
        self._listeners = Subscriptions()
        self._lock = threading.Lock()
        self._seq = 1
        rules = Rulebook(None, None, None, None, None, lambda evening, viewer: self._public(), None)
        self._rules = rules

    def _public(self) -> dict[str, Any]:
        return {
            "game": "street", "phase": "come_out", "players": list(self._players), "shooter": "nobody",
            "stacks": dict.fromkeys(self._players, 100), "rules": {"minimum": 10},
            "line": {"stake": None, "for": [], "against": []},
        }  # fmt: skip

    def snapshot(self) -> Snapshot:
        return Snapshot(self._seq, None, self._rules)

    def subscribe(self, maxsize: int = 256) -> Any:
        return self._listeners.add(self.snapshot(), maxsize)

    def notice(self, kind: str, **fields: Any) -> None:
        self.notices.append(Notice(kind, fields))
        self._listeners.publish(Notice(kind, fields))

    def submit(self, command: dict, by: str = "host", seen: int | None = None, **_: Any) -> Future[Reply]:
        reply: Future[Reply] = Future()
        with self._lock:
            self.commands.append((by, command["cmd"], seen))
        why = self.refuse(command)

        def decide() -> None:
            if why is not None:
                reply.set_result(Reply(False, refused="not_allowed", why=why))
                return
            with self._lock:
                self._seq += 1
            self._listeners.publish(Published(self._seq, command, (), self.snapshot()))
            reply.set_result(Reply(True, seq=self._seq))

        if self._wait_s:
            threading.Timer(self._wait_s, decide).start()
        else:
            decide()
        return reply


def wait_for(true: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What `true` gives as soon as it gives something; fails the test when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if got := true():
            return got
        time.sleep(0.005)
    raise AssertionError(f"waited {seconds} s in vain")


@pytest.fixture
def until() -> Callable[..., Any]:
    return wait_for


def felt(board: SimulatedBoard, seat: int, button: str, most: int = 10) -> None:
    """Puts a finger on a button until its light says that it was felt, and leaves it there.

    A board that has just missed its controller for a second takes no tap: the finger is lifted and comes again.
    """
    for _ in range(most):
        board.hold(seat, button)
        if board.wait_lights(lambda now: min(now[2 * seat + SIDES[button]]) > 0, 2):
            return
        board.let_go(seat, button)
    raise AssertionError(f"no light of seat {seat} said that a finger was felt")


@pytest.fixture
def press_felt() -> Callable[..., None]:
    return felt


@pytest.fixture
def faults() -> Callable[[float, int], Faults]:
    return Faults


@pytest.fixture
def noting_table() -> Callable[..., NotingTable]:
    return NotingTable


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[Callable[..., SimulatedBoard]]:
    """Boards in `tmp_path/ports`; skipped where MicroPython is not installed."""
    made: list[SimulatedBoard] = []

    def make(seats: int = 2, **options: Any) -> SimulatedBoard:
        options.setdefault("name", f"board-{len(made)}")
        try:
            made.append(SimulatedBoard(seats, folder=tmp_path / "ports", **options))
        except NoMicroPython as missing:
            pytest.skip(str(missing))
        return made[-1]

    yield make
    for board in made:
        board.stop()


@pytest.fixture
def make_pads(tmp_path: Path) -> Iterator[Callable[..., Pads]]:
    """Pads on every port in `tmp_path/ports`, started."""
    made: list[Pads] = []

    def make(table: Any, **options: Any) -> Pads:
        options.setdefault("ports", [str(tmp_path / "ports" / "*")])
        made.append(Pads(table, find=False, **options))
        made[-1].start()
        return made[-1]

    yield make
    for pads in made:
        pads.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A real table with Alice, Bo and Cara at street craps; Alice shoots, Bo is put against."""
    with Ledger(tmp_path / "evening.db") as ledger:
        one = Table(ledger)
        one.start()
        opened = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}
        assert one.submit(opened).result(5).ok
        yield one
        one.stop()


@pytest.fixture
def shown() -> Callable[[Pads, int], bool]:
    """Whether so many boards are there and show the lights of the table's state."""
    return lambda pads, boards=1: (
        len(pads.health.boards) == boards and all(one.alive and one.shown for one in pads.health.boards)
    )
