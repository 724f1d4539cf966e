"""`dicetable run`: the real table."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import ExitStack
from pathlib import Path

import click

from controller.commands.camera_of import camera_of
from controller.commands.pins_of import start_pins
from controller.commands.printing import Stop, say
from controller.commands.screens import Attached, open_screens
from controller.commands.surface_of import area_of, watcher_for
from controller.config import Config, ConfigError, load, write_example
from controller.eye import Eye
from controller.ledger import Ledger, LedgerError
from controller.pads import Pads
from controller.patience import Patience
from controller.pictures import Pictures, pictures_folder
from controller.service import Heart
from controller.table import Table
from controller.threads import hand_over_soon
from controller.throws import Adjudicator
from vision.cameras.base import CameraError


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="How this table is set up; without it, every default.")
@click.option("--example", type=click.Path(path_type=Path), help="Only write a table.toml with every option explained.")
def run(config: Path | None, example: Path | None) -> None:
    """Run the real table: camera, pads, pages, ledger.

    A part that is missing is named, and the rest runs. Chips are chips; no money is moved.
    """
    logging.basicConfig(level=logging.WARNING, format="dicetable: %(message)s")
    hand_over_soon()
    try:
        if example is not None:
            write_example(example)
            say(f"{example} is written.")
            return
        options = load(config) if config is not None else Config()
    except ConfigError as error:
        raise Stop(str(error)) from None
    try:
        with ExitStack() as parts:
            table = start(options, parts)
            _wait_for_the_end(Heart(table))
    except LedgerError as error:
        raise Stop(str(error)) from None
    say("The table is closed; the ledger keeps the evening.")


def start(config: Config, parts: ExitStack) -> Table:
    """Starts everything that table.toml names; `parts` ends it again. Raises LedgerError, Stop."""
    ledger_path = config.path(config.table.ledger)
    ledger = Ledger(ledger_path)
    parts.callback(ledger.close)
    if ledger.warning:
        say(ledger.warning)
    pictures = Pictures(pictures_folder(ledger_path), config.table.pictures_days, config.table.pictures_megabytes)
    table = Table(ledger, pictures)
    table.start()
    parts.callback(table.stop)
    patience = Patience(table)
    patience.start()
    parts.callback(patience.stop)
    adjudicator = Adjudicator(table, pictures, host_wait=config.table.host_wait)
    eye = _start_eye(config, adjudicator, parts)
    area = None if eye is None else area_of(config, eye, say)
    on_pins = start_pins(config, table, parts)
    pads = _start_pads(config, table, on_pins.port, parts)
    if config.web.on:
        screens = parts.enter_context(open_screens(config, table, Attached(eye, area, pads, on_pins.health)))
        say(f"Open {screens.url}/tv on the TV, {screens.join_url} on a phone, {screens.url}/host for the host.")
        if screens.first_pin is not None:
            say(f"The host's PIN is {screens.first_pin}; it is told this once.")
    say(f"The ledger is {ledger_path}. End with Ctrl-C.")
    return table


def _start_eye(config: Config, adjudicator: Adjudicator, parts: ExitStack) -> Eye | None:
    if not config.camera.source:
        say("No camera: throws are rolled on the phone or named by the host.")
        return None
    try:
        camera = camera_of(config, lambda: adjudicator.dice)
    except CameraError as error:
        say(f"{error} The table runs without it.")
        return None
    eye = Eye(camera, watcher_for(config, say), adjudicator)
    eye.start()
    parts.callback(eye.stop)
    return eye


def _start_pads(config: Config, table: Table, own: str | None, parts: ExitStack) -> Pads | None:
    """The pads. own: the port of those on the Pi's own pins, None when there are none."""
    options = config.pads
    ports = (list(options.ports) if options.on else []) + ([own] if own is not None else [])
    if not (options.on or ports):
        return None
    pads = Pads(table, ports, options.on and options.find, store=config.path(options.seating))
    pads.start()
    parts.callback(pads.stop)
    return pads


def _wait_for_the_end(heart: Heart) -> None:
    """Until Ctrl-C or a polite kill; a service manager that watches is told that the table beats."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    heart.tell_ready()
    while not ended.wait(1.0):
        heart.beat()
    heart.tell_ending()
