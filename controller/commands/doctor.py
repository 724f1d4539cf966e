"""`dicetable doctor`: what is well with this table and what is not; and how high its camera has to hang."""

from __future__ import annotations

import errno
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import click

from controller.commands.options import NumberRange, json_option
from controller.commands.printing import MISSING_PART, Stop, emit, say
from controller.config import Config, ConfigError, load
from controller.doctor.finding import FAULT, Finding

#: What stands before a finding. Told apart by the word too, not by a sign alone.
SIGNS = {"ok": "ok   ", "warn": "WARN ", "fault": "FAULT", "skip": "-    "}


class PictureSize(click.ParamType):
    """Width and height in pixels: 1280x720."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        found = re.fullmatch(r"([1-9]\d{2,3})x([1-9]\d{2,3})", str(value), re.ASCII)
        if found is None:
            self.fail(f"{value!r} is no size like 1280x720", param, ctx)
        return int(found[1]), int(found[2])


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="How this table is set up; without it, every default.")
@click.option("--geometry", is_flag=True, help="Only work out how high the camera hangs and how large dice are.")
@click.option("--width", type=NumberRange(100, 5000), help="With --geometry: mm of the play area's far edge.")
@click.option("--depth", type=NumberRange(100, 5000), help="With --geometry: mm of the play area's depth.")
@click.option("--die", type=NumberRange(5, 60), help="With --geometry: mm of a die's edge.")
@click.option("--height", type=NumberRange(50, 10_000), help="With --geometry: mm from the felt to the lens.")
@click.option("--size", type=PictureSize(), help="With --geometry: pixels of the pictures, like 1280x720.")
@json_option
@click.pass_context
def doctor(
    ctx: click.Context, config: Path | None, geometry: bool, width: float | None, depth: float | None,
    die: float | None, height: float | None, size: tuple[int, int] | None, as_json: bool,
) -> None:  # fmt: skip
    """Check every part of the table and say what to do; with --geometry, where to hang the camera.

    Stop a running table first: it holds camera, pads and pins. The table should lie empty. Exit status 3 when
    something does not work.
    """
    try:
        options = load(config) if config is not None else Config()
    except ConfigError as error:
        raise Stop(str(error)) from None
    if geometry:
        from controller.commands.geometry import show
        from controller.geometry import Picture, Play

        surface = options.surface
        play = Play(width or surface.width_mm or 600, depth or surface.depth_mm or 400, die or surface.die_mm)
        show(Picture(*(size or options.camera.size)), play, height, as_json)
        return
    found = []
    for finding in examine(options):
        found.append(finding)
        show_finding(finding, as_json)
    faults = sum(one.state == FAULT for one in found)
    if faults:
        say(f"{faults} of {len(found)} things do not work.")
        ctx.exit(MISSING_PART)


def examine(config: Config) -> Iterator[Finding]:
    """Looks at each part in turn; one that cannot be looked at does not keep the others from it."""
    from controller.doctor import attached, machine

    ledger = config.path(config.table.ledger)
    looks = (
        lambda: _picture(config),
        lambda: attached.pads(_ports(config), config.path(config.pads.seating)) if config.pads.on else [],
        lambda: [attached.pins(config)],
        lambda: [machine.disk(ledger.parent, config.table.pictures_megabytes)],
        lambda: [machine.power(machine.ask_throttled()), machine.temperature(machine.ask_temperature())],
        lambda: [machine.clock(ledger, time.time())],
        lambda: [_network(config)] if config.web.on else [],
        lambda: [machine.ledger(ledger)],
    )
    for look in looks:
        yield from look()


def _picture(config: Config) -> list[Finding]:
    from controller.commands.camera_of import camera_of
    from controller.commands.surface_of import saved_surface, size_of
    from controller.doctor import attached, picture
    from vision.surface import find_mat

    camera, images = attached.camera((lambda: camera_of(config)) if config.camera.source else None)
    if not images:
        return [camera]
    options = config.surface
    saved = saved_surface(config, say)
    if options.find == "picture" and saved is None:
        return [camera]
    image, size = images[0], size_of(config)
    surface = saved or find_mat(image, die_mm=options.die_mm) or find_mat(image, size_mm=size, die_mm=options.die_mm)
    found = [camera, *picture.findings(images, surface)]
    return [*found, picture.still_true(images[0], saved)] if saved is not None else found


def _ports(config: Config) -> list[str]:
    from glob import glob, has_magic

    from controller.pad_ports import usb_ports

    # A port that is named in full is looked for whether it is there or not.
    named = [path for name in config.pads.ports for path in (sorted(glob(name)) if has_magic(name) else [name])]
    return list(dict.fromkeys([*named, *(usb_ports() if config.pads.find else [])]))


def _network(config: Config) -> Finding:
    from controller.doctor import machine
    from web.serve import lan_address

    host, port = config.web.host, config.web.port
    shut = why_shut(host, port)
    return machine.network(host, lan_address(), shut, port, shut is not None and _table_answers(port))


def why_shut(host: str, port: int) -> str | None:
    """Why nothing can be served there, None when it can."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            in_use = error.errno == errno.EADDRINUSE
            return "the port is in use by another program" if in_use else str(error.strerror or error).lower()
    return None


def _table_answers(port: int) -> bool:
    """Whether what listens on the port is a table: its TV page says so."""
    try:
        with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/tv", timeout=3) as page:
            return b"dicetable" in page.read(200_000).lower()
    except (URLError, OSError, ValueError):
        return False


def show_finding(finding: Finding, as_json: bool) -> None:
    """One finding for programs (stdout) or people."""
    if as_json:
        emit(finding.to_json())
        return
    click.echo(f"{SIGNS[finding.state]} {finding.part:12s} {finding.text}")
    if finding.advice:
        click.echo(f"{'':19s}{finding.advice}")
