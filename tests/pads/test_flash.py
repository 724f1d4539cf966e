"""New firmware for a board, with the real mpremote against the real MicroPython where both are installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import firmware
from controller import pad_flash
from controller.cli import main
from controller.pad_flash import MAIN, FlashFailed, ask_to_leave, copy_to_drive, files, flash
from controller.pad_link import Hello

VERSION = ".".join(map(str, firmware.VERSION))


def fake_mpremote(calls: list[list[str]], fails: str = ""):
    def run(arguments):
        calls.append(list(arguments))
        failed = arguments[3] == fails
        return subprocess.CompletedProcess(arguments, int(failed), "", "Traceback\nOSError: [Errno 28] ENOSPC\n")

    return run


def test_the_real_mpremote_gives_a_board_its_firmware(make_board) -> None:
    if importlib.util.find_spec("mpremote") is None:
        pytest.skip("mpremote is not installed")
    board = make_board(3)
    told: list[str] = []
    hello = flash(board.port, 2, told.append)
    assert (hello.board, hello.seats) == (board.board_id, 2)
    assert told[0] == f"Firmware {VERSION} on {board.port} ends at its prompt."
    assert {file.name: file.read_bytes() for file in (board.files / "firmware").iterdir()} == {
        file.name: file.read_bytes() for file in files()
    }
    assert (board.files / "main.py").read_text() == MAIN
    assert board.starts == 3


def test_what_lies_on_the_board_is_the_firmware_without_the_stand_ins() -> None:
    names = {file.name for file in files()}
    assert {"__init__.py", "board.py", "link.py", "lights.py", "main.py", "pads.py", "talk.py"} == names


def test_a_step_that_fails_is_said_in_one_sentence(make_board) -> None:
    board = make_board(1)
    calls: list[list[str]] = []
    with pytest.raises(FlashFailed, match=r"mpremote cp on .* failed: OSError: \[Errno 28\] ENOSPC"):
        flash(board.port, tell=lambda sentence: None, run=fake_mpremote(calls, "cp"))
    assert [call[3] for call in calls] == ["exec", "cp"]


def test_a_port_that_is_not_there() -> None:
    done = CliRunner().invoke(main, ["pads", "flash", "/dev/none-there"])
    assert done.exit_code in (1, 3)
    assert done.output == (
        "dicetable: /dev/none-there is no serial port of a board. Look at its name ([pads] ports in table.toml) "
        "and its cable; dicetable pads list names what is there.\n"
    )
    with pytest.raises(FlashFailed, match="^/dev/null is no serial port of a board"):
        ask_to_leave("/dev/null", 1)


def test_without_mpremote_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad_flash.importlib.util, "find_spec", lambda name: None)
    done = CliRunner().invoke(main, ["pads", "flash", "/dev/none-there"])
    assert done.exit_code == 3
    assert "pip install mpremote" in done.output


def test_the_drive_of_a_fresh_board_takes_an_image(tmp_path: Path) -> None:
    drive, image = tmp_path / "RPI-RP2", tmp_path / "micropython.uf2"
    image.write_bytes(b"UF2\n" * 128)
    with pytest.raises(FlashFailed, match="hold its button BOOTSEL.*none is there"):
        copy_to_drive(image, [drive])
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader")
    with pytest.raises(FlashFailed, match="is no .uf2"):
        copy_to_drive(tmp_path / "other.bin", [drive])
    assert copy_to_drive(image, [drive]).read_bytes() == image.read_bytes()


def test_the_command_lists_the_boards(make_board) -> None:
    board = make_board(3, board_id="00000000000000cc")
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "pads", "list", board.port, "--json"],
        capture_output=True, text=True, check=False, cwd=Path(pad_flash.__file__).parent.parent,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = f'"board": "00000000000000cc", "version": "{VERSION}", "seats": 3, "old": false, "new": false'
    assert told in done.stdout and '"speaks": true, "shut": null' in done.stdout


def test_the_command_says_of_each_port_why_it_heard_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "/dev/a": (None, None),
        "/dev/b": (None, "held"),
        "/dev/c": (Hello("aa01", 7, 4, (0, 9, 0), 0, 1), None),
        "/dev/d": (Hello("aa02", 7, 1, (9, 0, 0), 1, 1), None),
    }
    monkeypatch.setattr("controller.commands.pads.listen_on", told.__getitem__)
    assert CliRunner().invoke(main, ["pads", "list", *told]).output == (
        "/dev/a: no board said hello\n"
        "/dev/b cannot be opened: the table runs, or another program. "
        "Look at the host's page, or stop the table first.\n"
        f"/dev/c: board aa01, 4 seats, firmware 0.9.0 (older than this program's {VERSION}, "
        "speaks another version of the wire: it cannot play)\n"
        f"/dev/d: board aa02, 1 seat, firmware 9.0.0 (newer than this program's {VERSION})\n"
    )


def test_port_or_image_but_not_both() -> None:
    assert CliRunner().invoke(main, ["pads", "flash"]).exit_code == 2
    assert CliRunner().invoke(main, ["pads", "flash", "/dev/x", "--image", "y.uf2"]).exit_code == 2
