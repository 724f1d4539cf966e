"""The controller is killed in the middle of taps and started again: each tap is in the ledger once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from controller.ledger import Ledger
from controller.pad_board import FIRMWARE
from controller.table import Table
from firmware import link

HERE = Path(__file__).parent
FULL_GREEN, FULL_RED = (0, 96, 15), (96, 7, 0)


class Controller:
    def __init__(self, folder: Path) -> None:
        self._command = [
            sys.executable, str(HERE / "table_child.py"), str(folder / "evening.db"), str(folder / "ports" / "*"),
            str(folder / "pads.json"),
        ]  # fmt: skip
        self._child: subprocess.Popen | None = None
        self.start()

    def start(self) -> None:
        self._child = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(FIRMWARE.parent)}
        )

    def kill(self) -> None:
        self._child.kill()
        self._child.wait(5)
        self._child.stdout.close()


def cara_is_against(board) -> bool | None:
    """What Cara's lights say, watched for longer than a wink; None when they say neither or change."""
    seen = []
    end = time.monotonic() + 0.35
    while time.monotonic() < end:
        seen.append(board.lights()[4:6])
        time.sleep(0.01)
    if all(left[1] and not left[0] for left, _ in seen):  # her for side may be tapped: she is not for
        full = sum(right == FULL_RED for _, right in seen) / len(seen)
        return full > 0.6
    return None


def test_killed_and_started_again_each_tap_is_stored_once(make_board, tmp_path: Path, until) -> None:
    board = make_board(3)
    chance = random.Random(4)
    controller = Controller(tmp_path)
    try:
        against = False
        until(lambda: cara_is_against(board) is False, 15)
        for _ in range(8):
            board.hold(2, "against")
            finger = threading.Thread(target=board.let_go, args=(2, "against"))
            finger.start()
            time.sleep(chance.uniform(0.0, 0.03))  # the tap is made 10 to 20 ms after the finger is lifted
            controller.kill()
            finger.join()
            controller.start()
            against = not against
            until(lambda against=against: cara_is_against(board) is against, 15)
    finally:
        controller.kill()
    with Ledger(tmp_path / "evening.db") as ledger:
        taps = [done for done in ledger.transactions() if done.stamp["source"] == "pad"]
    assert [done.command["cmd"] for done in taps] == ["against", "off"] * 4
    assert len({done.stamp["id"] for done in taps}) == 8
    assert [int(done.stamp["id"].rsplit(".")[-1]) for done in taps] == list(range(1, 9))


def test_decided_and_stored_but_never_acknowledged(make_board, make_pads, tmp_path: Path, until, shown) -> None:
    """The worst moment: the tap is in the ledger, the board does not know, and the controller is another one."""
    deaf = True

    def without_acks(data: bytes) -> list[bytes]:
        frames = [frame + b"\0" for frame in data.split(b"\0") if frame]
        return [one for one in frames if not (deaf and link.Decoder().feed(one)[0][1] == link.ACK)]

    board = make_board(3, to_board=without_acks)
    store = tmp_path / "pads.json"
    for start in range(3):
        with Ledger(tmp_path / "evening.db") as ledger:
            table = Table(ledger)
            table.start()
            if start == 0:
                opened = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "Cara"], "buy_in": 500}
                assert table.submit(opened).result(5).ok
            deaf = start < 2
            pads = make_pads(table, store=store)
            until(lambda pads=pads: shown(pads))
            if start == 0:
                board.press(2, "against")
            until(lambda pads=pads: pads.accepted == 1)
            time.sleep(0.3)
            assert pads.accepted == 1
            pads.stop()
            table.stop()
    with Ledger(tmp_path / "evening.db") as ledger:
        told = [done.command["cmd"] for done in ledger.transactions() if done.stamp["source"] == "pad"]
    assert told == ["against"]
