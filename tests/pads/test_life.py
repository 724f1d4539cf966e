"""A life of a board and its controller as hypothesis likes it: presses, bad wire, pulled cables, resets, restarts.

The firmware runs in the real MicroPython, the table and its ledger are the real ones. Whatever happened,
each press made while the light took it is in the ledger once, in order, and no other.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from controller.ledger import Ledger
from controller.pad_board import NoMicroPython, SimulatedBoard, micropython
from controller.pads import Pads
from controller.table import Table

PLAYERS = ["Alice", "Bo", "Cara"]
PRESS = ("press", "press and pull", "press and cut", "press and reset", "press and restart", "press and rename")


class Life:
    """One board, one ledger, and the controllers that come and go."""

    def __init__(self, folder: Path, wires: tuple[Any, Any], felt: Any) -> None:
        self.felt = felt
        self.folder = folder
        self.bad_wire = False
        self.expected: list[str] = []
        self.names = 0
        self.board = SimulatedBoard(
            3, "00000000000000bb", folder / "ports", "board-0",
            to_board=lambda data: wires[0](data) if self.bad_wire else [data],
            to_controller=lambda data: wires[1](data) if self.bad_wire else [data],
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        self.ledger = Ledger(self.folder / "evening.db")
        self.table = Table(self.ledger)
        self.table.start()
        if self.ledger.seq == 0:
            opened = {"cmd": "open", "game": "street", "players": PLAYERS, "buy_in": 500}
            assert self.table.submit(opened).result(5).ok
        self.pads = Pads(self.table, [str(self.folder / "ports" / "*")], find=False, store=self.folder / "pads.json")
        self.pads.start()

    def stop(self) -> None:
        self.pads.stop()
        self.table.stop()
        self.ledger.close()

    def wait(self, true: Any, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"waited in vain after {self.expected}"
            time.sleep(0.005)

    def press(self, then: str) -> None:
        """Cara goes to the other side, and something happens while her finger is down."""
        side = "against" if self.expected[-1:] == ["for"] else "for"
        # Her left light is green on both sides, but not when the board has noticed that it is not connected.
        self.wait(lambda: self.pads.takes("Cara", side) and self.board.lights()[4][1] > 0)
        self.felt(self.board, 2, side)
        made = True
        if then == "press and pull":
            self.board.unplug(keep_power=True)
            self.board.let_go(2, side)
            self.board.plug()
        elif then == "press and rename":
            self.board.unplug(keep_power=True)
            self.board.let_go(2, side)
            self.names += 1
            self.board.plug(f"board-{self.names}")
        elif then == "press and restart":
            self.stop()
            self.board.let_go(2, side)
            self.start()
        elif then in ("press and cut", "press and reset"):
            made = False  # a press that a reset falls into is no tap
            if then == "press and cut":
                self.board.unplug()
                self.board.plug()
            else:
                self.board.reset()
        else:
            self.board.let_go(2, side)
        if made:
            self.expected.append(side)
            self.wait(lambda: self.pads.takes("Cara", "off") and self._stands() == side)

    def _stands(self) -> str | None:
        line = self.table.snapshot().public()["line"]
        return next((side for side in ("for", "against") if ["Cara", 10] in line[side]), None)

    def told(self) -> list[str]:
        return [done.command["cmd"] for done in self.ledger.transactions() if done.stamp["source"] == "pad"]


@settings(
    max_examples=4, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(st.data())
def test_each_press_once_whatever_happens(faults, press_felt, data) -> None:
    try:
        micropython()
    except NoMicroPython as missing:
        pytest.skip(str(missing))
    folder = Path(tempfile.mkdtemp(prefix="dicetable-life-"))
    seed = data.draw(st.integers(0, 10**6))
    life = Life(folder, (faults(0.05, seed), faults(0.05, seed + 1)), press_felt)
    try:
        for act in data.draw(st.lists(st.sampled_from([*PRESS, "wire"]), min_size=6, max_size=9)):
            if act == "wire":
                life.bad_wire = not life.bad_wire
            else:
                life.press(act)
        time.sleep(0.15)
        assert life.told() == life.expected
    finally:
        life.stop()
        life.board.stop()
        shutil.rmtree(folder, ignore_errors=True)
