"""Findings on what is attached: camera, pad boards, the Pi's pins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from controller.config import Config
from controller.doctor.finding import FAULT, OK, SKIP, WARN, Finding
from controller.pad_flash import listen_on
from controller.pad_link import Hello
from controller.pad_ports import SHUT
from controller.pad_seats import Seating
from controller.pin_board import BOARD_ID
from controller.pin_plan import pin_plan, seat_pins
from controller.pins import PinsError, button, lamp, open_factory
from vision.cameras.base import Camera, CameraError

#: Frames that are looked at, and for how long one is waited for.
FRAMES, WAIT_S = 12, 6.0


def camera(make: Callable[[], Camera] | None) -> tuple[Finding, list[np.ndarray]]:
    """Whether the camera gives pictures, and the ones it gave. make: gives the camera, None where there is none."""
    if make is None:
        return Finding("camera", SKIP, "table.toml names no camera."), []
    images: list[np.ndarray] = []
    try:
        one = make()
        try:
            one.open()
            while len(images) < FRAMES and (frame := one.read(WAIT_S)) is not None:
                images.append(frame.image)
        finally:
            one.close()
    except CameraError as error:
        if not images:
            return Finding("camera", FAULT, str(error), _camera_advice(str(error))), []
    if not images:
        return Finding("camera", FAULT, "The camera gave no picture."), []
    height, width = images[0].shape[:2]
    figures = {"frames": len(images), "size": [width, height]}
    return Finding("camera", OK, f"{one.name} gives pictures of {width} x {height} pixels.", "", figures), images


def _camera_advice(said: str) -> str:
    if "in use" in said:
        return "Stop the running table first (sudo systemctl stop dicetable), or the other program."
    return "Check the cable and [camera] source; rpicam-hello --list-cameras and v4l2-ctl --list-devices name cameras."


def pads(
    ports: Sequence[str], seating: Path, ask: Callable[[str], tuple[Hello | None, str | None]] = listen_on
) -> list[Finding]:
    """Which pad boards say hello on these ports, and which of those that the table knows are missing.

    ask: listens on one port, as pad_flash.listen_on does.
    """
    with ThreadPoolExecutor(max_workers=max(1, len(ports))) as listeners:
        heard = [(path, *told) for path, told in zip(ports, listeners.map(ask, ports), strict=True)]
    found = [_board(path, hello) for path, hello, _ in heard if hello is not None]
    for why, (words, advice) in SHUT.items():
        if shut := [path for path, _, its in heard if its == why]:
            found.append(Finding("pads", WARN, f"{', '.join(shut)} {words}.", advice, {"ports": shut}))
    there = {hello.board for _, hello, _ in heard if hello is not None}
    behind = any(why in ("held", "forbidden") for _, _, why in heard)  # where known boards may be
    known = Seating(seating)
    if known.warning is not None:
        found.append(Finding("pads", WARN, known.warning, "Walk round the pads once, so that each has its seat."))
    missing = [] if behind else [board for board, _ in known.away(there) if board != BOARD_ID.hex()]
    found += [Finding("pads", FAULT, f"The pad board {board} is known to the table and does not say hello.",
                      "Check its cable and its power; `dicetable pads list` names what is there.", {"board": board})
              for board in missing]  # fmt: skip
    return found or [Finding("pads", OK, "No pad board is there, and none is known: people tap on their phones.")]


def _board(path: str, hello: Hello) -> Finding:
    version = ".".join(map(str, hello.version))
    figures = {"board": hello.board, "port": path, "seats": hello.seats, "version": version}
    if not hello.speaks:
        return Finding("pads", FAULT, f"The board on {path} does not understand this program, so its pads do nothing.",
                       "Renew this program." if hello.new else f"dicetable pads flash {path}", figures)  # fmt: skip
    if hello.old:
        return Finding("pads", WARN, f"The board on {path} has firmware {version}: older than this program's.",
                       f"dicetable pads flash {path}", figures)  # fmt: skip
    if hello.new:
        return Finding("pads", WARN, f"The board on {path} has firmware {version}: newer than this program's.",
                       "Renew this program; until then the board plays.", figures)  # fmt: skip
    return Finding("pads", OK, f"The board on {path} has {hello.size}, firmware {version}.", "", figures)


def pins(config: Config, factory: Callable[[str], Any] = open_factory) -> Finding:
    """Whether the pins of table.toml can be had."""
    plan = pin_plan(config.gpio, config.host_box)
    if not plan:
        return Finding("gpio", SKIP, "Nothing hangs on the Pi's own pins.")
    held = []
    try:
        made = factory(config.gpio.factory)
    except PinsError as error:
        return Finding("gpio", FAULT, str(error), "Install it, or name another in [gpio] factory.")
    try:
        try:
            buttons = {pin for seat in seat_pins(config.gpio) for pin in (seat.for_button, seat.against_button)}
            buttons |= {config.host_box.accept, config.host_box.again} if config.host_box.on else set()
            for pin, part in plan.items():
                held.append((button if pin in buttons else lamp)(pin, part, made))
            down = [
                part for (pin, part), one in zip(plan.items(), held, strict=True) if pin in buttons and one.is_active
            ]
        finally:
            for one in held:
                one.close()
            made.close()
    except PinsError as error:
        return Finding("gpio", FAULT, str(error), "Stop the running table first, if it is one that holds them.")
    if down:
        return Finding("gpio", WARN, f"Somebody presses {', '.join(down)}, or its wire touches ground.",
                       "Let go and try again; else look at the wires.", {"pins": len(plan)})  # fmt: skip
    return Finding(
        "gpio", OK, f"All {len(plan)} pins can be had through {config.gpio.factory}.", "", {"pins": len(plan)}
    )
