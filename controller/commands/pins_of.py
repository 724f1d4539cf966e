"""What hangs on the Pi's own pins, started as table.toml says: pads of small tables, the host's box."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from controller.commands.printing import say
from controller.config import Config
from controller.doctor.finding import FAULT, OK, Finding
from controller.hostbox import HostBox
from controller.pin_board import PinBoard
from controller.pin_plan import seat_pins
from controller.pins import PinsError, open_factory
from controller.table import Table


@dataclass(slots=True)
class OnPins:
    """What was started. port: where the pads speak, for `Pads`; troubles: why something was not, a sentence each."""

    port: str | None = None
    box: HostBox | None = None
    troubles: list[str] = field(default_factory=list)

    def health(self) -> list[Finding]:
        """Host box and troubles for the host's page; the pads tell of themselves."""
        found = [Finding("pins", FAULT, sentence, code="pins") for sentence in self.troubles]
        if self.box is not None:
            found.append(Finding("host box", OK, self.box.last or "Lamps, buzzer, keys.", code="box"))
        return found


def start_pins(config: Config, table: Table, parts: ExitStack) -> OnPins:
    """Starts pads and host box; `parts` ends them again. What cannot be had is said, and the rest runs."""
    started = OnPins()
    if not (config.gpio.seats or config.host_box.on):
        return started
    try:
        factory = open_factory(config.gpio.factory)
    except PinsError as error:
        _without(started, error, "what is on the Pi's pins")
        return started
    parts.callback(factory.close)
    if config.gpio.seats:
        _start_board(config, factory, started, parts)
    if config.host_box.on:
        _start_box(config, table, factory, started, parts)
    return started


def _start_board(config: Config, factory: Any, started: OnPins, parts: ExitStack) -> None:
    try:
        board = PinBoard(seat_pins(config.gpio), factory)
    except PinsError as error:
        _without(started, error, "the pads on its own pins")
        return
    board.start()
    parts.callback(board.stop)
    started.port = board.path


def _start_box(config: Config, table: Table, factory: Any, started: OnPins, parts: ExitStack) -> None:
    try:
        started.box = HostBox(table, config.host_box, factory)
    except PinsError as error:
        _without(started, error, "the host's box")
        return
    started.box.start()
    parts.callback(started.box.stop)


def _without(started: OnPins, error: PinsError, what: str) -> None:
    started.troubles.append(str(error))
    say(f"{error} The table runs without {what}.")
