"""Pads on the Pi's own pins: the board's program of firmware/, run here, on a pseudo-terminal of this machine.

What is above the driver is the same as for a board on USB: pad_link.py talks to it over the wire format,
pads.py knows no difference. So taps are numbered, kept, acknowledged and carried out once here as well.
The buttons are read, not listened to: no callback of gpiozero does any work.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import threading
import time
import tty
from collections.abc import Sequence
from typing import Any

import firmware
from controller.pin_plan import SEAT_PARTS, SeatPins
from controller.pins import PinsError, button, lamp
from firmware import lights
from firmware.pads import Debounce
from firmware.talk import Talk

log = logging.getLogger(__name__)

#: The board's id for life; a table has one set of pins.
BOARD_ID = b"pi-pins\0"
TURN_S = 0.004  # so often the buttons are read
DRAW_MS = 25
MOST_WAITING = 16
#: What is faint on a chain of coloured lights is seen on a single LED from this share of its full light on.
FAINT = 0.05


class PinBoard:
    """Up to four seats on pins. path: the port on which it speaks, for `Pads(ports=[board.path])`.

    seats: their pins. factory: from pins.open_factory. Raises PinsError when a pin cannot be had.

        board = PinBoard(seat_pins(config.gpio), open_factory("lgpio"))
        board.start()
    """

    def __init__(self, seats: Sequence[SeatPins], factory: Any) -> None:
        self._seats = len(seats)
        self._buttons: list[Any] = []
        self._lamps: list[Any] = []
        try:
            for number, seat in enumerate(seats, 1):
                names = [f"seat {number}'s {part}" for part in SEAT_PARTS]
                self._buttons.append(button(seat.for_button, names[0], factory))
                self._buttons.append(button(seat.against_button, names[1], factory))
                self._lamps.append(lamp(seat.for_light, names[2], factory))
                self._lamps.append(lamp(seat.against_light, names[3], factory))
        except PinsError:
            self._close_pins()
            raise
        self._wire, self._far_end = os.openpty()
        tty.setraw(self._far_end)  # held open: while nobody listens the wire is silent, not broken
        os.set_blocking(self._wire, False)
        self.path = os.ttyname(self._far_end)
        self._over = threading.Event()
        self._shown: list[float] | None = None
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Puts the lights out and gives the pins back; may be called twice."""
        if self._over.is_set():
            return
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(2)
        self._close_pins()
        os.close(self._wire)
        os.close(self._far_end)

    def _close_pins(self) -> None:
        for device in (*self._buttons, *self._lamps):
            with contextlib.suppress(Exception):
                device.close()

    # -- the board's program ----------------------------------------------------------------------------

    def _run(self) -> None:
        boot = int.from_bytes(os.urandom(4), "little")
        while not self._over.is_set():
            try:
                self._turns(boot)
            except Exception:  # a pin that fails once must not end the evening of four seats
                log.exception("the pads on the Pi's pins stumbled; they start anew")
                boot = int.from_bytes(os.urandom(4), "little")
                self._over.wait(1.0)

    def _turns(self, boot: int) -> None:
        """As firmware/main.py on a board; ends when it is stopped or the controller asks the board to leave."""
        down, now = self._down(), _now()
        debounce = Debounce(down, now)
        talk = Talk(BOARD_ID, boot, self._seats, firmware.VERSION, down)
        waiting: list[bytes] = []
        drawn = now - DRAW_MS
        while not self._over.is_set():
            data = self._read()
            now = _now()
            if data:
                talk.receive(data, now)
            pressed, released = debounce.update(self._down(), now)
            talk.buttons(pressed, released, now)
            if len(waiting) < MOST_WAITING:
                waiting += talk.due(now)
            while waiting and self._write(waiting[0]):
                waiting.pop(0)
            if pressed or released or data or now - drawn >= DRAW_MS:
                drawn = now
                self._show(talk.colours(now))
            talk.leave = None  # there is no prompt to go to, and no firmware to bring

    def _down(self) -> int:
        return sum(1 << bit for bit, one in enumerate(self._buttons) if one.is_active)

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._wire], [], [], TURN_S)
        return os.read(self._wire, 256) if ready else b""

    def _write(self, frame: bytes) -> bool:
        """False when nobody fetches; a frame that went out in part is one that is lost, and is sent again."""
        try:
            os.write(self._wire, frame)
        except BlockingIOError:
            return False
        return True

    def _show(self, colours: Sequence[tuple[int, int, int]]) -> None:
        levels = [level(colour) for colour in colours]
        if levels == self._shown:
            return
        for one, now, before in zip(self._lamps, levels, self._shown or [None] * len(levels), strict=True):
            if now != before:
                one.value = now
        self._shown = levels


def level(colour: tuple[int, int, int]) -> float:
    """How bright an LED of one colour is for what a WS2812 would show, 0 to 1: its shape stays, its colour goes."""
    most = max(colour)
    return 0.0 if most == 0 else min(1.0, max(FAINT, most / lights.BRIGHTNESS))


def _now() -> int:
    return int(time.monotonic() * 1000)
