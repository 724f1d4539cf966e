"""Puts the firmware of this program on a board: over its serial port with mpremote, or as a USB drive."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import serial

import firmware
from controller.pad_link import Hello
from controller.pad_ports import SHUT, why_shut
from firmware import link

FIRMWARE = Path(firmware.__file__).resolve().parent
MAIN = "from firmware.main import run\n\nrun()\n"
LISTEN_S = 3.0
RESTART_S = 15.0
COMMAND_S = 120.0
DRIVE_NAME = "RPI-RP2"

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


class FlashFailed(RuntimeError):
    """The board was not given its firmware; the message says why and what to do."""


class MissingTool(FlashFailed):
    """mpremote is not installed."""


def files() -> list[Path]:
    """What lies in /firmware on a board: all but the stand-ins."""
    return sorted(FIRMWARE.glob("*.py"))


def flash(port: str, seats: int | None = None, tell: Callable[[str], None] = print, run: Run | None = None) -> Hello:
    """Copies the firmware to the board on `port`, starts it, and gives what it says of itself.

    A board that runs an older firmware is asked to end at its prompt first; one without any must have
    MicroPython on it. seats: how many are wired (None: left as it is). tell: progress, a sentence each.
    Raises FlashFailed.
    """
    run = run or _mpremote()
    before = ask_to_leave(port, link.LEAVE_TO_PROMPT)
    if before is None:
        tell(f"No pad firmware runs on {port}: looking for MicroPython's prompt there.")
    else:
        tell(f"Firmware {'.'.join(map(str, before.version))} on {port} ends at its prompt.")
        _wait_for_port(port)
    _do(run, port, "exec", "import os\nif 'firmware' not in os.listdir(): os.mkdir('firmware')")
    for file in files():
        tell(f"{file.name}")
        _do(run, port, "cp", str(file), f":firmware/{file.name}")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("main.py", MAIN), ("seats.txt", None if seats is None else f"{seats}\n")):
            if text is not None:
                (Path(folder) / name).write_text(text)
                _do(run, port, "cp", str(Path(folder) / name), f":{name}")
    _do(run, port, "reset")
    _wait_for_port(port)
    after = hello_of(port, RESTART_S)
    if after is None:
        raise FlashFailed(f"The files are on the board, but it does not say hello on {port}. Unplug it and plug it in.")
    return after


def ask_to_leave(port: str, how: int) -> Hello | None:
    """Asks the firmware on `port` to end (link.LEAVE_...). None when none said hello. Raises FlashFailed."""
    try:
        with serial.Serial(port, timeout=0.1, write_timeout=1.0, exclusive=True) as line:
            said = _listen(line, LISTEN_S)
            if said is not None:
                line.write(link.encode(link.LEAVE, 1, link.pack_leave(how)))
                line.flush()
            return said
    except (OSError, serial.SerialException) as error:
        words, advice = SHUT[why_shut(error)]
        raise FlashFailed(f"{port} {words}. {advice}") from error


def listen_on(port: str) -> tuple[Hello | None, str | None]:
    """What the board on a port says of itself, None when it says nothing; and, out of SHUT, why it cannot be opened."""
    try:
        serial.Serial(port, exclusive=True).close()
    except (OSError, serial.SerialException) as error:
        return None, why_shut(error)
    return hello_of(port, LISTEN_S), None


def hello_of(port: str, seconds: float) -> Hello | None:
    """What the board on `port` says of itself, waiting for port and board; None when it says nothing."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            with serial.Serial(port, timeout=0.1, exclusive=True) as line:
                if (said := _listen(line, left)) is not None:
                    return said
        except (OSError, serial.SerialException):
            time.sleep(0.2)
    return None


def copy_to_drive(image: Path, drives: Sequence[Path]) -> Path:
    """Copies a .uf2 (MicroPython, or pad_image.py's) to the board that shows as a USB drive. Raises FlashFailed."""
    there = [drive for drive in drives if (drive / "INFO_UF2.TXT").is_file()]
    if len(there) != 1:
        found = "none is there" if not there else f"there are {len(there)}"
        raise FlashFailed(
            f"One board must show as the drive {DRIVE_NAME} (hold its button BOOTSEL while it is plugged in); {found}."
        )
    if image.suffix.lower() != ".uf2" or not image.is_file():
        raise FlashFailed(f"{image} is no .uf2 (MicroPython's is at micropython.org/download/RPI_PICO).")
    target = there[0] / image.name
    target.write_bytes(image.read_bytes())
    return target


def drives() -> list[Path]:
    """Where desktops mount a board that shows as a USB drive."""
    return [
        path for pattern in (f"media/*/{DRIVE_NAME}", f"run/media/*/{DRIVE_NAME}", f"media/{DRIVE_NAME}")
        for path in Path("/").glob(pattern)
    ]  # fmt: skip


def _listen(line: serial.Serial, seconds: float) -> Hello | None:
    decoder = link.Decoder()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for version, kind, _, payload in decoder.feed(line.read(64)):
            fields = link.unpack(kind, payload)
            if kind == link.HELLO and fields is not None:
                return Hello(fields[4].hex(), fields[5], fields[6], fields[1:4], version, fields[8])
    return None


def _wait_for_port(port: str) -> None:
    """A board that starts anew takes its port away for a moment."""
    end = time.monotonic() + RESTART_S
    time.sleep(0.5)
    while not Path(port).exists():
        if time.monotonic() > end:
            raise FlashFailed(f"{port} did not come back. Unplug the board and plug it in, then try again.")
        time.sleep(0.1)


def _mpremote() -> Run:
    if importlib.util.find_spec("mpremote") is None:
        raise MissingTool("mpremote is not installed: pip install mpremote")

    def run(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mpremote", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=False)

    return run


def _do(run: Run, port: str, *what: str) -> None:
    try:
        done = run(["connect", port, "resume", *what])
    except (OSError, subprocess.SubprocessError) as error:
        raise FlashFailed(f"mpremote {what[0]} on {port} failed: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FlashFailed(f"mpremote {what[0]} on {port} failed: {said[-1] if said else 'it said nothing'}")
