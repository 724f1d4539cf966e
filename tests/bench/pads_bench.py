"""From a finger that lets go to the light that follows: buttons, firmware, serial, table, disk, and back.

    python tests/bench/pads_bench.py [--presses 300] [--only board|boards|pins|link] [--busy]

Four rows, each a JSON line with the machine's load before and after it:

- `board`: one board of twelve seats; `boards`: twelve boards of one seat each. The board is the real firmware in
  MicroPython on a pseudo-terminal.
- `pins`: four seats on the Pi's own pins (gpiozero's mock pins) side by side with a board of eight: measured on a seat
  of each, in turn.
- `link`: from the first good byte after a wire that gave noise both ways, for half a second to six, to the lights
  that the board shows again.

The table is the real one with its ledger on the disk, without a camera (with one, a command waits for the frame that
judges its moment); other players press all the while. --busy: a thread of the same process computes without a pause,
as a reader of pictures does at its worst. Not measured on a Pico or a Pi: the wire of a real board adds about 1 ms
each way.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from controller.config import GpioOptions
from controller.ledger import Ledger
from controller.pad_board import SIDES, SimulatedBoard
from controller.pads import Pads
from controller.pin_board import FAINT, PinBoard
from controller.pin_plan import seat_pins
from controller.pins import open_factory
from controller.table import Table
from controller.threads import hand_over_soon

FAINT_GREEN, FAINT_RED, FULL_GREEN, FULL_RED = (0, 3, 0), (3, 0, 0), (0, 96, 15), (96, 7, 0)
PLAYERS = ["Alice", "Bo", "Cara", "Dan", "Elin", "Minh", "Nils", "Oda", "Per", "Qi", "Rut", "Siv"]
#: The lights of who is on one side are steady there; on the other they wink in the first 0.4 of 2 seconds.
CYCLE_S, WINKS_S = 2.0, 0.4
LIMIT_S = 2.0
#: Which side is tapped, and whose light goes faint then; as many as fit between two winks.
PAIRS = (("against", "for"), ("for", "against")) * 20
JAMS_S = (0.5, 1.5, 3.0, 6.0)


class Seat(Protocol):
    """A pad under a finger."""

    def hold(self, side: str) -> None: ...

    def let_go(self, side: str) -> None: ...

    def wait(self, side: str, full: bool, seconds: float) -> float | None:
        """When the light of this side was full, or faint; None when it did not come so."""


class BoardSeat:
    """A seat of a board in MicroPython. Its light tells when it changes."""

    def __init__(self, board: SimulatedBoard, seat: int) -> None:
        self._board, self._seat = board, seat

    def hold(self, side: str) -> None:
        self._board.hold(self._seat, side)

    def let_go(self, side: str) -> None:
        self._board.let_go(self._seat, side)

    def wait(self, side: str, full: bool, seconds: float) -> float | None:
        light = 2 * self._seat + SIDES[side]
        wanted = (FULL_GREEN, FULL_RED)[SIDES[side]] if full else (FAINT_GREEN, FAINT_RED)[SIDES[side]]
        return self._board.wait_lights(lambda now: now[light] == wanted, seconds)


class PinSeat:
    """A seat on mock pins. Its LED is looked at every half a millisecond."""

    def __init__(self, factory: Any, pins: Sequence[int]) -> None:
        self._pins = [factory.pin(pin) for pin in pins]

    def hold(self, side: str) -> None:
        self._pins[SIDES[side]].drive_low()
        time.sleep(0.05)
        self.wait(side, True, LIMIT_S)  # it is felt: the light is full under the finger

    def let_go(self, side: str) -> None:
        self._pins[SIDES[side]].drive_high()

    def wait(self, side: str, full: bool, seconds: float) -> float | None:
        led, end = self._pins[2 + SIDES[side]], time.monotonic() + seconds
        wanted = 1.0 if full else FAINT
        while abs(led.state - wanted) >= 0.02:
            if time.monotonic() > end:
                return None
            time.sleep(0.0005)
        return time.monotonic()


def lift(seat: Seat, side: str, watched: str, full: bool) -> float | None:
    """Press and let go; seconds from there until the light of side `watched` is full or faint, None after LIMIT_S."""
    seat.hold(side)
    start = time.monotonic()
    finger = threading.Thread(target=seat.let_go, args=(side,))
    finger.start()
    end = seat.wait(watched, full, LIMIT_S)
    finger.join()
    return None if end is None else end - start


def measure(seat: Seat, presses: int) -> tuple[list[float], int]:
    """Moves a bet from side to side; each time the light of the side that was left goes faint.

    Seconds of each, and how many fingers were not felt or answered within LIMIT_S: more than a few on pins, where a
    wink can be taken for the light under the finger when the machine is late, and the measurement is worth nothing.
    """
    took: list[float] = []
    missed = 0
    while len(took) < presses:
        if seat.wait("for", False, 0):
            lift(seat, "for", "for", True)
        seat.wait("against", True, 3)  # the wink of the side that may be tapped
        begun = time.monotonic()
        time.sleep(WINKS_S)
        for side, left in PAIRS:
            if time.monotonic() - begun > CYCLE_S - 0.3 or len(took) == presses:
                break
            one = lift(seat, side, left, False)
            if one is None:
                missed += 1
                break
            took.append(one)
        if missed > presses / 20:
            raise SystemExit(f"{missed} lights did not follow their taps, {len(took)} did")
    return took, missed


def press_on(seat: Seat, over: threading.Event) -> None:
    """Somebody else who changes sides three times a second."""
    while not over.is_set():
        for side in ("for", "against"):
            seat.hold(side)
            over.wait(0.1)
            seat.let_go(side)
            over.wait(0.2)


@contextmanager
def evening(
    boards: int, seats: int, pins: int, chatter_ms: int, **wires: Any
) -> Iterator[tuple[Pads, list[Seat], list[SimulatedBoard]]]:
    """A table with twelve players, `boards` boards of `seats` seats and `pins` seats on pins: pads, seats, boards."""
    with ExitStack() as parts:
        folder = parts.enter_context(tempfile.TemporaryDirectory())
        ledger = parts.enter_context(Ledger(Path(folder) / "evening.db"))
        table = Table(ledger)
        table.start()
        parts.callback(table.stop)
        table.submit({"cmd": "open", "game": "street", "players": PLAYERS, "buy_in": 500}).result()
        made = [
            parts.enter_context(SimulatedBoard(seats, f"{number:016x}", Path(folder) / "ports", f"board-{number}",
                                               chatter_ms=chatter_ms, **wires))
            for number in range(boards)
        ]  # fmt: skip
        places: list[Seat] = [BoardSeat(board, seat) for board in made for seat in range(seats)]
        ports = [f"{folder}/ports/*"]
        if pins:
            gpio, factory = GpioOptions(factory="mock", seats=pins), open_factory("mock")
            on_pins = PinBoard(seat_pins(gpio), factory)
            on_pins.start()
            parts.callback(on_pins.stop)
            ports.append(on_pins.path)
            places += [PinSeat(factory, getattr(gpio, f"seat_{number}")) for number in range(1, pins + 1)]
        pads = Pads(table, ports=ports, find=False)
        pads.start()
        parts.callback(pads.stop)
        while len(pads.health.boards) < boards + bool(pins):
            time.sleep(0.05)
        for place, player in enumerate(PLAYERS):  # however the boards came, each player has the pad of his number
            board, seat = divmod(place, seats) if place < boards * seats else (None, place - boards * seats)
            pads.assign(f"{made[board].board_id if board is not None else PINS}:{seat}", player)
        while not all(one.shown for one in pads.health.boards):
            time.sleep(0.05)
        yield pads, places, made


PINS = b"pi-pins\0".hex()


def taps(what: str, boards: int, seats: int, pins: int, measured: dict[str, int], chosen: argparse.Namespace) -> None:
    load = os.getloadavg()[0]
    with evening(boards, seats, pins, chosen.chatter_ms) as (_, places, _), others(places, measured.values()):
        for name, place in measured.items():
            took, missed = measure(places[place], chosen.presses)
            millis = sorted(1000 * one for one in took)
            say(what, load, measured=name, presses=len(millis), missed=missed, debounce=10, busy=chosen.busy,
                **spread(millis))  # fmt: skip


@contextmanager
def others(places: Sequence[Seat], measured: Sequence[int]) -> Iterator[None]:
    """Four players press all the while; never the shooter, whose pad takes no tap."""
    over = threading.Event()
    fingers = [
        threading.Thread(target=press_on, args=(places[at], over)) for at in (3, 6, 8, 10) if at not in measured
    ]  # fmt: skip
    for finger in fingers:
        finger.start()
    try:
        yield
    finally:
        over.set()
        for finger in fingers:
            finger.join()


def link_back(rounds: int) -> None:
    """How long a board is away after noise on its wire, from the first good byte on."""
    load, chance = os.getloadavg()[0], random.Random(5)
    jammed = threading.Event()

    def wire(data: bytes) -> list[bytes]:
        return [chance.randbytes(60)] if jammed.is_set() else [data]

    millis = []
    with evening(1, 12, 0, 0, to_board=wire, to_controller=wire) as (pads, _, boards):
        for number in range(rounds):
            jammed.set()
            time.sleep(JAMS_S[number % len(JAMS_S)] + chance.random() / 2)
            start = time.monotonic()
            jammed.clear()
            while not (pads.attached and pads.takes("Cara", "for") and boards[0].lights()[4][1]):
                time.sleep(0.001)
            millis.append(1000 * (time.monotonic() - start))
    say("link", load, measured="good bytes to lights that are true, ms", rounds=rounds, **spread(sorted(millis)))


def spread(millis: Sequence[float]) -> dict[str, float]:
    shares = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    return {name: round(millis[int(share * len(millis))], 1) for name, share in shares.items()} | {
        "max": round(millis[-1], 1)
    }


def say(what: str, load: float, **more: Any) -> None:
    loads = {"load_before": round(load, 1), "load_after": round(os.getloadavg()[0], 1)}
    print(json.dumps({"what": what, **more, **loads, "python": platform.python_version()}), flush=True)


def compute(over: threading.Event) -> None:
    while not over.is_set():
        sum(range(20_000))


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--presses", type=int, default=300)
    options.add_argument("--chatter-ms", type=int, default=0)
    options.add_argument("--only", choices=("board", "boards", "pins", "link"))
    options.add_argument("--busy", action="store_true")
    chosen = options.parse_args()
    hand_over_soon()
    over = threading.Event()
    if chosen.busy:
        threading.Thread(target=compute, args=(over,), daemon=True).start()
    if chosen.only in (None, "board"):
        taps("board", 1, 12, 0, {"finger lifted to light changed, ms": 2}, chosen)
    if chosen.only in (None, "boards"):
        taps("boards", 12, 1, 0, {"finger lifted to light changed, ms": 2}, chosen)
    if chosen.only in (None, "pins"):
        taps("pins", 1, 8, 4, {"board, finger to light, ms": 2, "pins, finger to light, ms": 9}, chosen)
    if chosen.only in (None, "link"):
        link_back(12)
    over.set()


if __name__ == "__main__":
    main()
