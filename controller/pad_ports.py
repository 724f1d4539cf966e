"""Looks for serial ports, gives each a thread of its own, and tries again after a fault, ever more seldom."""

from __future__ import annotations

import errno
import glob
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serial.tools import list_ports

from controller.pad_link import LOST, STRANGER, PadLink

log = logging.getLogger(__name__)

LOOK_S = 0.4  # so often we look which ports there are
AFTER_FAULT_S = (0.2, 0.5, 1.0, 2.0, 5.0)  # a board that was lost, a port that could not be opened
AFTER_STRANGER_S = (10.0, 30.0, 120.0)  # a port without a board


def usb_ports() -> list[str]:
    """The USB serial ports of this machine. A board on another port must be named."""
    return [port.device for port in list_ports.comports() if port.vid is not None]


#: Why a port cannot be opened -> what is said behind its name, and what to do.
SHUT = {
    "held": ("cannot be opened: the table runs, or another program",
             "Look at the host's page, or stop the table first."),
    "forbidden": ("may not be opened by this user",
                  "On the Pi put sudo -u dicetable before it; else: sudo usermod -aG dialout $USER, log in anew."),
    "odd": ("is no serial port of a board",
            "Look at its name ([pads] ports in table.toml) and its cable; dicetable pads list names what is there."),
}  # fmt: skip


def why_shut(error: OSError) -> str:
    """Out of SHUT, by what opening a port raised (pyserial's errors are the system's)."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return "forbidden"
    return "held" if error.errno in (errno.EAGAIN, errno.EBUSY) else "odd"


@dataclass(frozen=True, slots=True)
class PortHealth:
    """One port. state: listening, board, lost, no board, cannot be opened. why: a sentence, or empty."""

    path: str
    state: str
    why: str
    named: bool


@dataclass(slots=True)
class _Tried:
    """How a port ended. identity: which port it was. board: whether a pad board has spoken on that very port."""

    identity: object
    state: str
    why: str
    faults: int
    again: float
    board: bool


class Ports:
    """Keeps a link on every port that may have a board.

    named: paths, or patterns like `/dev/ttyACM*`, that are tried beside the USB ports; find: whether
    USB ports are looked for at all. make: builds a link for a path, not yet started, and is told whether it is to be
    patient: a port that was named in full, and one on which a board has spoken, is listened to without an end, so
    that the board is there again with its next hello.
    """

    def __init__(
        self,
        make: Callable[[str, bool], PadLink],
        named: Sequence[str] = (),
        find: bool = True,
        found: Callable[[], list[str]] = usb_ports,
    ) -> None:
        self._make = make
        self._named = tuple(named)
        self._find = find
        self._found = found
        self._links: dict[str, PadLink] = {}
        self._tried: dict[str, _Tried] = {}
        self._lock = threading.Lock()
        self._over = False
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pad ports", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets every port go and waits until they are closed."""
        self._over = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)
        with self._lock:
            links = list(self._links.values())
        for link in links:
            link.stop()
        for link in links:
            link.join(5)

    def closed(self, link: PadLink) -> None:
        """A link has ended; when its port is tried again depends on why."""
        with self._lock:
            if self._links.get(link.path) is not link:
                return
            del self._links[link.path]
            before = self._tried.get(link.path)
            was_board = link.hello is not None
            faults = 0 if before is None or was_board else before.faults + 1
            waits = AFTER_STRANGER_S if link.end == STRANGER else AFTER_FAULT_S
            wait = 0.0 if link.silent else waits[min(faults, len(waits) - 1)]
            self._tried[link.path] = _Tried(
                _identity(link.path), link.end or LOST, link.why, faults, time.monotonic() + wait,
                was_board or self._spoke(link.path),
            )  # fmt: skip
            self._wake.set()
        if not self._over and (before is None or before.why != link.why):
            log.info("%s", link.why)

    def health(self) -> list[PortHealth]:
        """Every port that is open or was tried, by path."""
        with self._lock:
            known = {}
            for path, one in self._tried.items():
                known[path] = PortHealth(path, one.state, one.why, self._is_named(path))
            for path, link in self._links.items():
                known[path] = PortHealth(path, link.state, link.why, self._is_named(path))
        return [known[path] for path in sorted(known)]

    def _is_named(self, path: str) -> bool:
        return path in self._named or any(path in glob.glob(name) for name in self._named)

    def _run(self) -> None:
        while not self._over:
            self._wake.clear()
            try:
                self._look()
            except Exception:  # looking must go on, whatever a driver does
                log.exception("looking for pad boards")
            self._wake.wait(LOOK_S)

    def _look(self) -> None:
        here = [path for name in self._named for path in sorted(glob.glob(name))]
        here += self._found() if self._find else []
        now = time.monotonic()
        with self._lock:
            for path in [path for path in self._tried if path not in here]:
                if not os.path.exists(path):
                    del self._tried[path]  # pulled out: what comes back is tried at once
            wanted = [path for path in dict.fromkeys(here) if path not in self._links and self._due(path, now)]
            fresh = [self._make(path, path in self._named or self._spoke(path)) for path in wanted]
            self._links.update({link.path: link for link in fresh})
        for link in fresh:
            link.start()

    def _due(self, path: str, now: float) -> bool:
        tried = self._tried.get(path)
        return tried is None or now >= tried.again or tried.identity != _identity(path)

    def _spoke(self, path: str) -> bool:
        """Whether a board has spoken on the very port that is there now."""
        tried = self._tried.get(path)
        return tried is not None and tried.board and tried.identity == _identity(path)


def _identity(path: str) -> object:
    """What tells a port from another one that came in its place."""
    try:
        there = os.stat(path)
    except OSError:
        return None
    return there.st_rdev, there.st_ino, there.st_ctime if os.path.islink(path) else None
