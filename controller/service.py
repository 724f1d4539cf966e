"""What systemd is told: that the table runs, and again and again that it still does.

The watchdog is told so only while the table answers and every thread that was started is still
there. A camera or a board that is gone is no reason to start anew: the table plays on without it.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Mapping
from concurrent.futures import TimeoutError as TooLate

from controller.table import Table

#: Seconds within which the table has to answer a command, whatever the answer.
ANSWER_S = 5.0
#: Threads that must not end while the table runs, by their names.
PARTS = ("table", "eye", "pads", "pad ports", "pins", "host box")


class Heart:
    """The beat of a running table. Made once everything has been started.

        heart = Heart(table)
        heart.tell_ready()
        while not ended.wait(1.0):
            heart.beat()

    env: where systemd says how to reach it; without it nothing is told.
    """

    def __init__(self, table: Table, env: Mapping[str, str] = os.environ) -> None:
        self._table = table
        self._parts = {thread for thread in threading.enumerate() if thread.name in PARTS}
        self._address = env.get("NOTIFY_SOCKET", "")
        microseconds = env.get("WATCHDOG_USEC", "")
        # Three times as often as it has to be.
        self._every = int(microseconds) / 3e6 if microseconds.isdigit() and int(microseconds) else None
        self._next = 0.0

    def tell_ready(self) -> None:
        """Everything is started."""
        self._tell("READY=1")

    def tell_ending(self) -> None:
        """The table is being closed."""
        self._tell("STOPPING=1")

    def beat(self, now: float | None = None) -> None:
        """Tells the watchdog that all is well, if it is; called about once a second."""
        now = time.monotonic() if now is None else now
        if self._every is None or now < self._next:
            return
        self._next = now + self._every
        trouble = self.trouble()
        self._tell("WATCHDOG=1" if trouble is None else f"STATUS={trouble}")

    def trouble(self) -> str | None:
        """Why the table does not beat; None when it does."""
        for part in self._parts:
            if not part.is_alive():
                return f"The part {part.name!r} of the table has ended."
        try:
            # No game knows this command: it is refused, but by the thread that carries all of them out.
            self._table.submit({"cmd": "beat"}).result(ANSWER_S)
        except TooLate:
            return "The table does not answer."
        return None

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        # An @ stands for the zero byte of an address that is in no folder.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            try:
                line.sendto(words.encode(), address)
            except OSError:
                self._address = ""  # nobody listens: systemd itself would
