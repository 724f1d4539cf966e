"""Camera, pad boards and pins: each fault is simulated and named."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace

import pytest
import serial

import firmware
from controller.config import Config, GpioOptions, HostBoxOptions
from controller.doctor import attached
from controller.doctor.finding import FAULT, OK, SKIP, WARN
from controller.pad_flash import listen_on
from controller.pad_link import Hello
from controller.pins import PinsError, button
from vision.cameras.base import CameraBusy, CameraMissing, CameraStalled

BOARD = Hello("aa01", 7, 4, firmware.VERSION, 1, 1)


def test_a_camera_that_gives_pictures(shown, empty):
    camera = shown(empty)
    told, images = attached.camera(lambda: camera)
    assert (told.state, len(images)) == (OK, attached.FRAMES)
    assert camera.closed


@pytest.mark.parametrize("error", [CameraMissing("There is no camera 0."), CameraStalled("No picture came."),
                                   CameraBusy("The camera is in use by another program.")])  # fmt: skip
def test_a_camera_that_gives_none(shown, empty, error):
    camera = shown(empty, error=error)
    told, images = attached.camera(lambda: camera)
    assert (told.state, told.text, images) == (FAULT, str(error), [])
    assert ("Stop the running table" in told.advice) is isinstance(error, CameraBusy)
    assert camera.closed
    assert attached.camera(None)[0].state == SKIP


def test_boards_that_are_there_old_or_missing(tmp_path):
    seating = tmp_path / "pads.json"
    seating.write_text(json.dumps({"order": ["aa01:0", "aa01:1", "bb02:0"], "players": {}}))
    boards = {"/dev/a": BOARD, "/dev/b": None, "/dev/c": replace(BOARD, board="cc03", version=(0, 9, 0))}
    told = attached.pads(list(boards), seating, lambda path: (boards[path], None))
    assert [(one.state, one.figures["board"]) for one in told] == [(OK, "aa01"), (WARN, "cc03"), (FAULT, "bb02")]
    assert told[1].advice == "dicetable pads flash /dev/c"


def test_ports_that_a_running_table_holds_are_no_missing_boards(tmp_path):
    seating = tmp_path / "pads.json"
    seating.write_text(json.dumps({"order": ["aa01:0"], "players": {}}))

    def shut(why: str):
        return attached.pads(["/dev/a", "/dev/b"], seating, lambda _path: (None, why))

    (told,) = shut("held")
    assert (told.state, told.text.split(":")[0]) == (WARN, "/dev/a, /dev/b cannot be opened")
    (told,) = shut("forbidden")
    assert (told.state, told.text) == (WARN, "/dev/a, /dev/b may not be opened by this user.")
    assert "dialout" in told.advice
    odd, missing = shut("odd")
    assert (odd.text, missing.state) == ("/dev/a, /dev/b is no serial port of a board.", FAULT)


def test_boards_that_are_newer_or_of_another_wire_say_what_to_renew(tmp_path):
    newer = replace(BOARD, version=(9, 0, 0))
    boards = {"/dev/a": newer, "/dev/b": replace(newer, link_version=2), "/dev/c": replace(BOARD, link_version=0)}
    told = attached.pads(list(boards), tmp_path / "pads.json", lambda path: (boards[path], None))
    assert [one.state for one in told] == [WARN, FAULT, FAULT]
    assert told[1].text == "The board on /dev/b does not understand this program, so its pads do nothing."
    assert [one.advice for one in told] == [
        "Renew this program; until then the board plays.", "Renew this program.", "dicetable pads flash /dev/c",
    ]  # fmt: skip


def test_no_boards_at_all_is_no_fault(tmp_path):
    (told,) = attached.pads([], tmp_path / "pads.json")
    assert told.state == OK
    (tmp_path / "pads.json").write_text("not json")
    (told,) = attached.pads([], tmp_path / "pads.json")
    assert (told.state, "does not say whose pad is which" in told.text) == (WARN, True)


def test_a_real_port_that_cannot_be_opened_says_why(tmp_path, monkeypatch):
    def why(path: str) -> str | None:
        return listen_on(path)[1]

    assert why(str(tmp_path / "ttyACM0")) == "odd"
    assert why("/dev/null") == "odd"
    wire, port = os.openpty()
    try:
        with serial.Serial(os.ttyname(port), exclusive=True):
            assert why(os.ttyname(port)) == "held"
        # Root may open everything, so the refusal is made up.
        monkeypatch.setattr(os, "open", lambda *_, **__: (_ for _ in ()).throw(PermissionError(errno.EACCES, "no")))
        assert why(os.ttyname(port)) == "forbidden"
    finally:
        os.close(wire)
        os.close(port)


def test_pins(monkeypatch):
    assert attached.pins(Config()).state == SKIP
    config = Config(gpio=GpioOptions(factory="mock", seats=2), host_box=HostBoxOptions(on=True))
    told = attached.pins(config)
    assert (told.state, told.figures) == (OK, {"pins": 14})

    def missing(name):
        raise PinsError(f"The pin factory {name} is not installed.")

    told = attached.pins(config, missing)
    assert (told.state, "Install it" in told.advice) == (FAULT, True)

    def stuck(pin, part, factory):
        one = button(pin, part, factory)
        if pin == 17:
            factory.pin(17).drive_low()
        return one

    monkeypatch.setattr(attached, "button", stuck)
    told = attached.pins(config)
    assert told.state == WARN
    assert "Somebody presses seat 1's against button, or" in told.text
