"""The host's box on the Pi's pins: puck lamp, betting lamp, buzzer, two keys.

What the lamps show and what a key means is worked out by pure functions of the table's state; one
thread reads the keys, moves the lamps, and gives the table its commands.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from controller.pin_plan import BOX_PARTS
from controller.pins import PinsError, button, lamp, switch
from controller.replies import Gap, Notice, Published, Reply
from controller.table import Table
from firmware.pads import Debounce

log = logging.getLogger(__name__)

TURN_S = 0.008  # so often the keys are read
BLINK_S = 0.25  # the betting lamp while the dice are out
#: What the buzzer does: seconds on, off, on, off ...
ONCE, THREE_TIMES, LOW = (0.25,), (0.2, 0.15, 0.2, 0.15, 0.4), (0.04, 0.04, 0.04)
KEYS = ("accept", "again")
BOTH = 0b11
BOTH_MS = 1500  # both keys held: walk round and press the pads, or enough of that
LAMPS = ("puck_off", "puck_on", "betting")
PUCK_GAMES = ("street", "bank")


class Pins(Protocol):
    """Section [host_box] of table.toml: a pin a part, 0 for none."""

    puck_off: int
    puck_on: int
    betting: int
    buzzer: int
    accept: int
    again: int


@dataclass(frozen=True, slots=True)
class Lamps:
    """What is lit. betting: off, steady (bets are taken), blink (the dice are out)."""

    puck_off: bool = False
    puck_on: bool = False
    betting: str = "off"

    def lit(self, name: str, now: float) -> bool:
        """Whether this lamp is lit at a moment."""
        if name != "betting":
            return getattr(self, name)
        return self.betting == "steady" or (self.betting == "blink" and int(now / BLINK_S) % 2 == 0)


def lamps(state: Mapping[str, Any], paused: bool = False) -> Lamps:
    """The lamps for a state of the table: the puck in craps, street and bank; poker has none.

    Bets are taken in craps before each throw, in poker while it is a player's turn to bet; while the host has paused
    the table (paused) none are.
    """
    phase = state.get("phase")
    craps = state.get("game") in PUCK_GAMES and phase in ("come_out", "point")
    taken = craps or state.get("may") is not None
    betting = "blink" if state.get("dice_out") else "steady" if taken and not paused else "off"
    return Lamps(puck_off=craps and phase == "come_out", puck_on=craps and phase == "point", betting=betting)


@dataclass(frozen=True, slots=True)
class Asked:
    """The host is asked to judge a throw. values: the faces that the camera is sure of, or None. seq: of that state."""

    values: tuple[int, ...] | None
    seq: int


def heard(item: Published | Notice | Gap, asked: Asked | None, seq: int) -> tuple[Asked | None, tuple[float, ...]]:
    """What the host is asked after something was published, and what the buzzer does. seq: of the state now."""
    if isinstance(item, Notice) and item.kind == "ask_host":
        values = item.fields.get("values")
        return Asked(None if values is None else tuple(values), seq), THREE_TIMES
    if not isinstance(item, Published):
        return asked, ()
    kinds = [event.get("type") for event in item.events]
    if "host_called" in kinds:
        return None, THREE_TIMES
    # A motion that was no throw at all is told as a no-roll that is not counted: no beep for a sleeve.
    if "no_roll" in kinds and item.command.get("counted", True):
        return None, ONCE
    return (asked if item.snapshot.public().get("dice_out") else None), ()


def meant(key: str, state: Mapping[str, Any], asked: Asked | None) -> dict[str, Any] | None:
    """The command that a key means now; None when it means nothing.

    accept never names faces that the camera was not sure of: those are named on the host's page.
    """
    if key == "again":
        return {"cmd": "no_roll", "reason": "host"} if state.get("dice_out") else None
    if asked is not None and asked.values is not None and state.get("dice_out"):
        return {"cmd": "throw", "dice": list(asked.values), "source": "tapped"}
    return {"cmd": "confirm"} if state.get("disputes") else None


class Keys:
    """What two keys mean: one let go alone, or both held. Time comes in as whole milliseconds."""

    def __init__(self, down: int, now: int) -> None:
        self._debounce = Debounce(down, now)
        self._spent = down  # keys that mean nothing more until they are up
        self._both_since: int | None = None

    def update(self, down: int, now: int) -> str | None:
        """The key (out of KEYS) that was pressed alone and let go, `both` when both were held, or None."""
        pressed, released = self._debounce.update(down, now)
        held = self._debounce.down
        if pressed and held == BOTH:
            self._both_since = now
        if self._both_since is not None:
            self._spent |= BOTH
            if held != BOTH:
                self._both_since = None
            elif now - self._both_since >= BOTH_MS:
                self._both_since = None
                return "both"
        meant_ = [key for bit, key in enumerate(KEYS) if released & ~self._spent & 1 << bit]
        self._spent &= held
        return meant_[0] if meant_ else None


class HostBox:
    """The box. pins: section [host_box]; factory: from pins.open_factory. Raises PinsError when a pin cannot be had.

        box = HostBox(table, config.host_box, open_factory("lgpio"))
        box.start()
    """

    def __init__(self, table: Table, pins: Pins, factory: Any) -> None:
        self._table = table
        self._devices: dict[str, Any] = {}
        makers = {"buzzer": switch} | dict.fromkeys(KEYS, button) | dict.fromkeys(LAMPS, lamp)
        try:
            for name, make in makers.items():
                if pin := getattr(pins, name):
                    self._devices[name] = make(pin, f"the host box's {BOX_PARTS[name]}", factory)
        except PinsError:
            self._close()
            raise
        #: The last key pressed and what came of it, for the host's page; None before the first.
        self.last: str | None = None
        self._asked: Asked | None = None
        self._learning = self._hopes = False  # a walk round the pads goes on; the box has asked for one
        self._paused = False
        self._lamps = Lamps()
        self._sound: tuple[float, ...] = ()
        self._sound_at = 0.0
        self._subscription = table.subscribe(256)
        self._thread = threading.Thread(target=self._run, name="host box", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Puts the lamps out and gives the pins back; may be called twice."""
        self._subscription.close()
        if self._thread.is_alive():
            self._thread.join(2)
        self._close()

    def _close(self) -> None:
        for device in self._devices.values():
            with contextlib.suppress(Exception):
                device.close()
        self._devices = {}

    # -- its thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        keys = Keys(self._down(), _ms())
        self._follow(None)
        while not self._subscription.closed:
            item = self._subscription.get(TURN_S)
            try:
                if item is not None:
                    self._follow(item)
                key = keys.update(self._down(), _ms())
                if key == "both":
                    self._hopes = not self._learning
                    self._table.notice("learn_pads", on=self._hopes)
                elif key is not None:
                    self._press(key)
                self._show(time.monotonic())
            except Exception:  # one odd event or pin must not end the box
                log.exception("the host box could not follow %r", item)

    def _down(self) -> int:
        return sum(1 << bit for bit, key in enumerate(KEYS) if key in self._devices and self._devices[key].is_active)

    def _follow(self, item: Published | Notice | Gap | None) -> None:
        snapshot = self._table.snapshot()
        if isinstance(item, Notice) and item.kind == "pads_learn":
            self._learning = item.fields.get("asking") is not None
            if self._hopes and not self._learning:
                self._buzz(LOW)
            self._hopes = False
        if item is not None:
            self._asked, sound = heard(item, self._asked, snapshot.seq)
            if sound:
                self._buzz(sound)
        if isinstance(item, Notice) and item.kind == "pause":
            self._paused = bool(item.fields.get("on"))
        elif isinstance(item, Notice):
            return
        self._lamps = lamps(snapshot.public(), self._paused)

    def _press(self, key: str) -> None:
        snapshot = self._table.snapshot()
        command = meant(key, snapshot.public(), self._asked)
        if command is None:
            self.last = f"{BOX_PARTS[key]}: there is nothing that it could mean now"
            self._buzz(LOW)
            return
        # Faces are for the throw that the host was asked about; anything else for what is on the table now.
        out_at = self._asked.seq if command["cmd"] == "throw" and self._asked is not None else None
        reply = self._table.submit(command, seen=snapshot.seq, dice_out_at=out_at, source="host")
        reply.add_done_callback(lambda done: self._answered(key, None if done.cancelled() else done.result()))

    def _answered(self, key: str, reply: Reply | None) -> None:
        """In the table's thread: only noted."""
        if reply is not None and reply.ok:
            self.last = f"{BOX_PARTS[key]}: done"
            return
        self.last = f"{BOX_PARTS[key]}: {reply.why if reply is not None else 'the table is closed'}"
        self._buzz(LOW)

    def _buzz(self, sound: tuple[float, ...]) -> None:
        self._sound, self._sound_at = sound, time.monotonic()

    def _show(self, now: float) -> None:
        for name in LAMPS:
            if name in self._devices:
                _set(self._devices[name], self._lamps.lit(name, now))
        if "buzzer" in self._devices:
            _set(self._devices["buzzer"], sounding(self._sound, now - self._sound_at))


def sounding(sound: tuple[float, ...], since: float) -> bool:
    """Whether the buzzer sounds `since` seconds after a sound began."""
    for number, length in enumerate(sound):
        if since < length:
            return number % 2 == 0
        since -= length
    return False


def _set(device: Any, on: bool) -> None:
    if bool(device.value) != on:
        device.value = 1 if on else 0


def _ms() -> int:
    return int(time.monotonic() * 1000)
