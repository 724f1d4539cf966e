"""`dicetable pads`: which boards are there, and new firmware for one, over its port or as a file to drop."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from controller import pad_image
from controller.commands.options import json_option
from controller.commands.printing import MISSING_PART, Stop, emit, say
from controller.pad_flash import FlashFailed, MissingTool, ask_to_leave, copy_to_drive, drives, flash, listen_on
from controller.pad_link import Hello
from controller.pad_ports import SHUT, usb_ports
from firmware import VERSION, link


@click.group()
def pads() -> None:
    """The seats' pad boards: find them, give them firmware."""


@pads.command(name="list")
@click.argument("ports", nargs=-1)
@json_option
def list_boards(ports: tuple[str, ...], as_json: bool) -> None:
    """Listen on PORTS (all USB serial ports by default) and say which have a board. A running table holds its ports."""
    paths = list(ports) or usb_ports()
    with ThreadPoolExecutor(max_workers=max(1, len(paths))) as listeners:
        said = list(listeners.map(listen_on, paths))
    for path, (hello, shut) in zip(paths, said, strict=True):
        version = None if hello is None else ".".join(map(str, hello.version))
        if as_json:
            emit({
                "port": path, "board": None if hello is None else hello.board, "version": version,
                "seats": None if hello is None else hello.seats, "old": hello is not None and hello.old,
                "new": hello is not None and hello.new, "speaks": hello is not None and hello.speaks, "shut": shut,
            })  # fmt: skip
        elif shut is not None:
            words, advice = SHUT[shut]
            click.echo(f"{path} {words}. {advice}")
        elif hello is None:
            click.echo(f"{path}: no board said hello")
        else:
            click.echo(f"{path}: board {hello.board}, {hello.size}, firmware {version}{_compared(hello)}")
    if not paths:
        say("No USB serial port is there.")


def _compared(hello: Hello) -> str:
    ours = ".".join(map(str, VERSION))
    age = f"older than this program's {ours}" if hello.old else f"newer than this program's {ours}" if hello.new else ""
    told = ", ".join(filter(None, (age, "" if hello.speaks else "speaks another version of the wire: it cannot play")))
    return f" ({told})" if told else ""


@pads.command(name="flash")
@click.argument("port", required=False)
@click.option("--seats", type=click.IntRange(1, link.SEATS_MAX), help="How many seats are wired on this board.")
@click.option("--image", type=click.Path(path_type=Path), help="Copy this .uf2 on the board that shows as a drive.")
def flash_board(port: str | None, seats: int | None, image: Path | None) -> None:
    """Give the board on PORT the firmware of this program (needs mpremote).

    A board fresh from the shop has no MicroPython yet: hold its button BOOTSEL while plugging it in, and call
    this with --image and MicroPython's .uf2 alone. Stop a running table first: it holds the port.
    """
    if (port is None) == (image is None):
        raise click.UsageError("Name the port of a board with MicroPython, or an --image for one that is a drive.")
    try:
        if image is not None:
            say(f"Copied to {copy_to_drive(image, drives())}. The board starts anew with it.")
            return
        hello = flash(port, seats, say)
    except MissingTool as error:
        raise Stop(str(error), MISSING_PART) from None
    except FlashFailed as error:
        raise Stop(str(error)) from None
    click.echo(f"Board {hello.board} runs firmware {'.'.join(map(str, hello.version))} with {hello.size}.")


@pads.command(name="image")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--seats", type=click.IntRange(1, link.SEATS_MAX), required=True, help="How many seats are wired on this board."
)
def write_image(file: Path, seats: int) -> None:
    """Write the firmware as FILE.uf2, for drag and drop on a Raspberry Pi Pico that has MicroPython.

    Hold its button BOOTSEL while plugging it in (or call `loader`), and drop the file on the drive RPI-RP2. It takes
    the place of all files on the board.
    """
    try:
        file.write_bytes(pad_image.image(seats))
    except MissingTool as error:
        raise Stop(str(error), MISSING_PART) from None
    except OSError as error:
        raise Stop(f"{file} cannot be written: {error.strerror}.") from None
    click.echo(f"{file} is written, for {seats} seats.")


@pads.command()
@click.argument("port")
def loader(port: str) -> None:
    """Let the board on PORT start as a USB drive, for a new .uf2 by drag and drop."""
    try:
        said = ask_to_leave(port, link.LEAVE_TO_LOADER)
    except FlashFailed as error:
        raise Stop(str(error)) from None
    if said is None:
        raise Stop(f"No board said hello on {port}. Hold its button BOOTSEL while plugging it in instead.")
    click.echo("The board shows as the drive RPI-RP2 in a moment: drop a .uf2 on it.")
