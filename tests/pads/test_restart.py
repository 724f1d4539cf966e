"""The controller is killed in the middle of taps and started again: each tap is in the ledger once."""

from __future__ import annotations

import os
import random
import select
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
LIMIT_S = 30.0


class Controller:
    """The table with pads as a child process; `until` waits for what Cara's pad takes by its lights."""

    def __init__(self, folder: Path) -> None:
        self._command = [
            sys.executable, str(HERE / "table_child.py"), str(folder / "evening.db"), str(folder / "ports" / "*"),
            str(folder / "pads.json"), "Cara",
        ]  # fmt: skip
        self.start()

    def start(self) -> None:
        self._child = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(FIRMWARE.parent)}
        )

    def until(self, meanings: str) -> None:
        """Returns once the lights say that a tap means one of these words and no other."""
        end, heard = time.monotonic() + LIMIT_S, b""
        while meanings.encode() not in heard.splitlines():
            ready, _, _ = select.select([self._child.stdout], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"the pad took {heard.decode().splitlines()}, never {meanings!r}"
            heard += os.read(self._child.stdout.fileno(), 4096)

    def kill(self) -> None:
        self._child.kill()
        self._child.wait(5)
        self._child.stdout.close()


def test_killed_and_started_again_each_tap_is_stored_once(make_board, tmp_path: Path) -> None:
    board = make_board(3)
    chance = random.Random(4)
    controller = Controller(tmp_path)
    try:
        controller.until("for against")
        for number in range(8):
            board.hold(2, "against")
            finger = threading.Thread(target=board.let_go, args=(2, "against"))
            finger.start()
            time.sleep(chance.uniform(0.0, 0.03))  # the tap is made 10 to 20 ms after the finger is lifted
            controller.kill()
            finger.join()
            controller.start()
            controller.until("for off" if number % 2 == 0 else "for against")
    finally:
        controller.kill()
    with Ledger(tmp_path / "evening.db") as ledger:
        taps = [done for done in ledger.transactions() if done.stamp["source"] == "pad"]
    assert [done.command["cmd"] for done in taps] == ["against", "off"] * 4
    assert len({done.stamp["id"] for done in taps}) == 8
    assert [int(done.stamp["id"].rsplit(".")[-1]) for done in taps] == list(range(1, 9))


def test_decided_and_stored_but_never_acknowledged(make_board, make_pads, tmp_path: Path, until, shown) -> None:
    """The worst moment: the tap is in the ledger, the board does not know, and the controller is another one."""
    deaf, rest = True, b""

    def without_acks(data: bytes) -> list[bytes]:
        nonlocal rest
        *frames, rest = (rest + data).split(b"\0")  # what is read may end in the middle of a frame
        kinds = [(frame + b"\0", [got[1] for got in link.Decoder().feed(frame + b"\0")]) for frame in frames]
        return [frame for frame, kind in kinds if not (deaf and kind == [link.ACK])]

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
