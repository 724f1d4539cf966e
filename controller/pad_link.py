"""One serial port and the thread that owns it: listens for a board's hello, then talks with the board.

Nothing is written to a port before a board has said hello on it, so a port that is no board is left
alone. The thread ends when the port fails or is let go; who looks after ports (pad_ports.py) tries again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import serial

import firmware
from controller.pad_taps import Boots, Tap
from firmware import link

log = logging.getLogger(__name__)

LISTEN_S = 3.0  # a port without a hello for so long is no board
PING_S = 0.25
SILENCE_S = 2.0  # a board that answers nothing for so long is given up
LIGHTS_AGAIN_S = 0.06  # lights are sent again until the board says that it shows them
WRITE_LIMIT_S = 0.5
BAUD = 115200  # USB does not care

#: State number, brightness, two codes a seat.
Lights = tuple[int, int, bytes]
FREE, BOARD, LOST, STRANGER, UNOPENED = "listening", "board", "lost", "no board", "cannot be opened"


@dataclass(frozen=True, slots=True)
class Hello:
    """What a board said of itself. version: of its firmware; link_version: of the wire format."""

    board: str
    boot: int
    seats: int
    version: tuple[int, int, int]
    link_version: int
    oldest: int

    @property
    def size(self) -> str:
        """How many seats, for people."""
        return "1 seat" if self.seats == 1 else f"{self.seats} seats"

    @property
    def old(self) -> bool:
        """Whether this program brings a newer firmware."""
        return self.version < firmware.VERSION

    @property
    def new(self) -> bool:
        """Whether the board's firmware is newer than this program's."""
        return self.version > firmware.VERSION

    @property
    def speaks(self) -> bool:
        """Whether the board and this program understand each other."""
        return self.link_version == link.LINK_VERSION


class Owner(Protocol):
    """Who is told; called in the port's thread."""

    def met(self, port: PadLink, hello: Hello) -> None:
        """A board said hello; its lights are asked for next."""

    def tapped(self, port: PadLink, tap: Tap) -> None:
        """A tap that was not seen before, in order; `port.decided(tap)` once it is."""

    def closed(self, port: PadLink) -> None:
        """The port is closed; its thread ends."""


class PadLink:
    """Owns the serial port `path` from `start` until it fails or `stop`.

    boots: which taps of which board were taken in; shared, so that they are known on another port too.
    patient: listens for a hello however long it takes; else a port without one is let go after LISTEN_S.
    After its end `end` says why: lost, no board, cannot be opened; `why` is a sentence for people. silent: it ended
    because the board said nothing any more, not because the port failed.
    """

    def __init__(self, path: str, owner: Owner, boots: Boots, patient: bool = False) -> None:
        self.path = path
        self.silent = False
        self._patient = patient
        self.end: str | None = None
        self.why = ""
        self.hello: Hello | None = None
        self.bad_at_board = 0
        self._owner = owner
        self._boots = boots
        # Of this link alone: the numbers of its lights begin anew, and the board must not think them old.
        self._session = secrets.randbelow(2**32 - 1) + 1
        self._decoder = link.Decoder()
        self._sent = 0
        self._heard = 0.0
        self._lights_no = 0
        self._shown_no = 0
        self._wanted: Lights | None = None  # asked for last, by any thread
        self._lights: Lights | None = None  # sent last
        self._lights_sent = 0.0
        self._next_ping = 0.0
        self._todo: deque[Callable[[], None]] = deque()
        self._stopping = False
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        self._pipe_lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"pads {path}", daemon=True)

    @property
    def bad_frames(self) -> int:
        """Stretches of bytes that were no frame."""
        return self._decoder.bad

    @property
    def alive(self) -> bool:
        """Whether a board is at the other end and answers."""
        return self.end is None and self.hello is not None and time.monotonic() - self._heard < SILENCE_S

    @property
    def state(self) -> str:
        """What is on the port, as its owner may tell people."""
        if self.hello is not None:
            return BOARD
        return STRANGER if self.why else FREE

    @property
    def shown(self) -> bool:
        """Whether the board shows the lights that were asked for last."""
        return self._wanted is not None and self._wanted == self._lights and self._are_shown()

    def shows(self, state: int, seat: int) -> tuple[int, ...]:
        """The codes of the two lights of a seat, once the board shows those of this state number; () before."""
        lights = self._wanted
        if not self.alive or not self.shown or lights is None or lights[0] != state & 0xFFFFFFFF:
            return ()
        return tuple(lights[2][2 * seat : 2 * seat + 2])

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets the port go; returns at once."""
        self._stopping = True
        self._wake()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    # -- from any thread --------------------------------------------------------------------------

    def show(self, state: int, codes: Sequence[int], brightness: int) -> None:
        """Set all lights of the board: two codes a seat, as of state number `state`."""
        self._wanted = wanted = (state & 0xFFFFFFFF, brightness, bytes(codes))
        self._do(lambda: self._set_lights(wanted))

    def decided(self, tap: Tap) -> None:
        """The table has accepted or refused this tap: it may be acknowledged."""
        self._do(lambda: self._acknowledge(tap))

    def _do(self, act: Callable[[], None]) -> None:
        self._todo.append(act)
        self._wake()

    def _wake(self) -> None:
        with self._pipe_lock, contextlib.suppress(OSError):
            os.write(self._wake_in, b"x")

    # -- the port's own thread ----------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with serial.Serial(self.path, BAUD, timeout=0, write_timeout=WRITE_LIMIT_S, exclusive=True) as self._port:
                self._talk()
        except (OSError, serial.SerialException) as error:
            known = self.hello is not None
            self.end = LOST if known else UNOPENED
            self.why = f"{self.path} {'was lost' if known else 'cannot be opened'}: {error}"
        except Exception as error:  # a fault of ours must not take the other boards along
            log.exception("%s", self.path)
            self.end, self.why = LOST, f"{self.path} failed: {error}"
        finally:
            with self._pipe_lock:
                os.close(self._wake_in)
                os.close(self._wake_out)
                self._wake_in = self._wake_out = -1
            self._owner.closed(self)

    def _talk(self) -> None:
        opened = self._heard = time.monotonic()
        while not self._stopping:
            self._wait()
            while self._todo:
                self._todo.popleft()()
            now = time.monotonic()
            waiting = self._port.in_waiting
            if waiting:
                for frame in self._decoder.feed(self._port.read(waiting)):
                    self._take(*frame)
            if self.hello is None:
                if now - opened > LISTEN_S and not self.why:
                    self.why = f"{self.path} is no pad board: nothing on it said hello"
                if self.why and not self._patient:
                    self.end = STRANGER
                    return
                continue
            if now - self._heard > SILENCE_S:
                self.end, self.why, self.silent = LOST, f"{self.path}: the board fell silent", True
                return
            self._keep_up(now)
        self.end, self.why = LOST, f"{self.path} was let go"

    def _wait(self) -> None:
        limit = 0.5 if self.hello is None else (LIGHTS_AGAIN_S if not self._are_shown() else PING_S) / 2
        ready, _, _ = select.select([self._port.fileno(), self._wake_out], [], [], limit)
        if self._wake_out in ready:
            os.read(self._wake_out, 4096)

    def _keep_up(self, now: float) -> None:
        if self._lights is not None and not self._are_shown() and now - self._lights_sent >= LIGHTS_AGAIN_S:
            self._send_lights(now)
        if now >= self._next_ping:
            self._next_ping = now + PING_S
            self._send(link.PING, link.pack(link.PING, self._session, secrets.randbits(32)))

    def _send(self, kind: int, payload: bytes = b"") -> None:
        if self.hello is None or not self.hello.speaks:
            return
        self._sent = (self._sent + 1) & 0xFFFF
        self._port.write(link.encode(kind, self._sent, payload))

    # -- lights ---------------------------------------------------------------------------------------

    def _are_shown(self) -> bool:
        return self._shown_no == self._lights_no

    def _set_lights(self, wanted: Lights) -> None:
        if wanted != self._lights:
            self._lights_no += 1  # first: whoever asks meanwhile must not hear that these are shown
            self._lights = wanted
            self._send_lights(time.monotonic())

    def _send_lights(self, now: float) -> None:
        if self.hello is None or self._lights is None:
            return
        state, brightness, codes = self._lights
        codes = codes[: 2 * self.hello.seats]
        self._lights_sent = now
        self._send(link.LIGHTS, link.pack_lights(self._session, self._lights_no, state, brightness, codes))

    # -- what comes in --------------------------------------------------------------------------------

    def _take(self, version: int, kind: int, _number: int, payload: bytes) -> None:
        fields = link.unpack(kind, payload)
        if fields is None or kind >= link.WHO or (version != link.LINK_VERSION and kind != link.HELLO):
            return
        if self.hello is None and kind != link.HELLO:
            return  # a board from before we came: it will say hello when it misses its controller
        self._heard = time.monotonic()
        if kind == link.HELLO:
            self._meet(version, fields)
        elif kind == link.TAP:
            self._tap(fields)
        elif kind == link.SHOWN and fields[0] == self._session:
            self._shown_no = fields[1]
        elif kind == link.PONG:
            self._pong(fields)

    def _meet(self, version: int, fields: tuple) -> None:
        _magic, major, minor, patch, board, boot, seats, _lights, oldest = fields[:9]
        if not 1 <= seats <= link.SEATS_MAX:
            return
        self.hello = Hello(board.hex(), boot, seats, (major, minor, patch), version, oldest)
        self.why = ""
        if not self.hello.speaks:
            self._owner.met(self, self.hello)
            return  # it would not understand us
        self._boots.kept_from(board.hex(), boot, oldest)
        self._send(link.WELCOME, link.pack(link.WELCOME, self._session))
        self._shown_no = 0
        self._lights_no += 1
        self._send_lights(time.monotonic())
        self._owner.met(self, self.hello)

    def _pong(self, fields: tuple) -> None:
        boot, _token, shown, bad, _kept = fields
        if boot != self.hello.boot:
            self._send(link.WHO)  # it was started anew meanwhile
            return
        self._shown_no = shown
        self.bad_at_board = bad

    def _tap(self, fields: tuple) -> None:
        boot, number, oldest, seat, meaning, state = fields
        if seat >= self.hello.seats:
            return
        tap = Tap(self.hello.board, boot, number, seat, link.TAP_WORDS[meaning], state, time.monotonic())
        self._boots.kept_from(tap.board, boot, oldest)
        if self._boots.take(tap):
            self._owner.tapped(self, tap)
        else:
            self._say_decided(tap)

    def _acknowledge(self, tap: Tap) -> None:
        self._boots.decided(tap)
        self._say_decided(tap)

    def _say_decided(self, tap: Tap) -> None:
        decided = self._boots.decided_until(tap.board, tap.boot)
        if decided:
            self._send(link.ACK, link.pack(link.ACK, tap.boot, decided))
