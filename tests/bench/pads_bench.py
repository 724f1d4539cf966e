"""From a finger that lets go to the light that follows: buttons, MicroPython, serial, table, disk, and back.

    python tests/bench/pads_bench.py [--presses 300] [--boards 1]

The board is the real firmware in MicroPython on a pseudo-terminal, the table the real one with its
ledger on the disk, without a camera (with one, a command waits for the frame that judges its moment).
Not measured on a Pico or a Pi: the wire of a real board adds about 1 ms each way.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import tempfile
import threading
import time
from pathlib import Path

from controller.ledger import Ledger
from controller.pad_board import SimulatedBoard
from controller.pads import Pads
from controller.table import Table

FAINT_GREEN, FAINT_RED, FULL_GREEN, FULL_RED = (0, 3, 0), (3, 0, 0), (0, 96, 15), (96, 7, 0)
PLAYERS = ["Alice", "Bo", "Cara", "Dan", "Elin", "Minh", "Nils", "Oda", "Per", "Qi", "Rut", "Siv"]
CYCLE_S, WINKS_S = 2.0, 0.4  # lights that may be tapped wink in the first 0.4 of 2 seconds: no pressing then


def lift(board: SimulatedBoard, seat: int, button: str, done) -> float | None:
    """Press a button and let go; seconds from there until `done(lights)`, None when that took over 2 s."""
    board.hold(seat, button)
    start = time.monotonic()
    finger = threading.Thread(target=board.let_go, args=(seat, button))
    finger.start()
    end = board.wait_lights(done, 2.0)
    finger.join()
    return None if end is None else end - start


def measure(board: SimulatedBoard, seat: int, presses: int) -> list[float]:
    """Moves a bet from side to side; each time the light of the side that was left goes faint."""
    left, right = 2 * seat, 2 * seat + 1
    took: list[float] = []
    lift(board, seat, "for", lambda now: now[left] == FULL_GREEN)
    while len(took) < presses:
        board.wait_lights(lambda now: now[right] == FULL_RED, 3)  # the wink of the side that may be tapped
        begun = time.monotonic()
        time.sleep(WINKS_S)
        while time.monotonic() - begun < CYCLE_S - 0.15 and len(took) < presses:
            for button, done in (
                ("against", lambda now: now[left] == FAINT_GREEN),
                ("for", lambda now: now[right] == FAINT_RED),
            ):
                one = lift(board, seat, button, done)
                if one is None:
                    raise SystemExit("a light did not follow its tap")
                took.append(one)
    return took


def press_on(board: SimulatedBoard, seat: int, over: threading.Event) -> None:
    """Somebody else who changes sides three times a second."""
    while not over.is_set():
        for button in ("for", "against"):
            board.press(seat, button, 0.1)
            over.wait(0.2)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--presses", type=int, default=300)
    options.add_argument("--boards", type=int, default=1, help="boards of 12 seats in all, pressed at the same time")
    options.add_argument("--chatter-ms", type=int, default=0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "evening.db") as ledger:
        table = Table(ledger)
        table.start()
        table.submit({"cmd": "open", "game": "street", "players": PLAYERS, "buy_in": 500}).result()
        seats = 12 // chosen.boards
        boards = [
            SimulatedBoard(seats, f"{number:016x}", Path(folder) / "ports", f"board-{number}",
                           chatter_ms=chosen.chatter_ms)
            for number in range(chosen.boards)
        ]  # fmt: skip
        over = threading.Event()
        pads = Pads(table, ports=[f"{folder}/ports/*"], find=False)
        pads.start()
        while len(pads.health.boards) < len(boards) or not all(one.shown for one in pads.health.boards):
            time.sleep(0.05)
        try:
            for at in range(3, 12, 3):  # others press too, all the while
                other = threading.Thread(target=press_on, args=(boards[at // seats], at % seats, over), daemon=True)
                other.start()
            took = sorted(measure(boards[2 // seats], 2 % seats, chosen.presses))
        finally:
            over.set()
            time.sleep(0.5)
            pads.stop()
            for board in boards:
                board.stop()
            table.stop()
    millis = [1000 * one for one in took]
    print(json.dumps({
        "what": "finger lifted to light changed, ms", "presses": len(took), "seats": 12, "boards": chosen.boards,
        "of which debounce": 10, "median": round(statistics.median(millis), 1),
        "p95": round(millis[int(0.95 * len(millis))], 1), "p99": round(millis[int(0.99 * len(millis))], 1),
        "max": round(millis[-1], 1), "python": platform.python_version(),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
