"""Plays on for a player who is gone, so that a hand does not stand still: he checks or folds, and the table passes his
cards, chosen at random. His die is thrown by the host or rolled on a phone; that is asked for and never done here.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from controller.replies import Notice
from controller.table import Table

log = logging.getLogger(__name__)

#: Seconds between two looks at the table.
LOOK_S = 1.0


class Patience:
    """Looks whose turn it is, and since when.

    table: where the commands go, in the host's name. away: whether a player is gone; by default everybody whose turn
    has lasted for the table's `time_limit` is. clock: seconds. While the host pauses the table no time runs.

        patience = Patience(table)
        patience.start()
        patience.stop()
    """

    def __init__(
        self, table: Table, away: Callable[[str], bool] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._table = table
        self._away = away or (lambda _: True)
        self._clock = clock
        self._waits_for: Any = None
        self._since = 0.0
        self._notices = table.subscribe(maxsize=4096)
        self._paused = False
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Looks in a thread of its own until `stop`."""
        self._thread = threading.Thread(target=self._run, name="patience", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread; may be called twice."""
        self._ended.set()
        self._notices.close()
        if self._thread is not None:
            self._thread.join(timeout=10.0)
            self._thread = None

    def look(self) -> None:
        """One look: plays for the player whose turn has lasted too long, if he is gone."""
        now, snapshot = self._clock(), self._table.snapshot()
        state = snapshot.public()
        player, limit = state.get("turn"), (state.get("rules") or {}).get("time_limit")
        waits_for = (state.get("round"), state.get("throws"), state["phase"], player, state.get("bets"))
        self._hear()
        if self._paused or waits_for != self._waits_for:
            self._waits_for, self._since = waits_for, now
        if not player or not limit or state.get("dice_out") or now - self._since < limit or not self._away(player):
            return
        self._since = now
        command = _for(state)
        if command is None:
            self._table.notice("asleep", player=player)
        else:
            self._table.submit({**command, "player": player}, seen=snapshot.seq)

    def _hear(self) -> None:
        """The host's page pauses by a notice: nobody's tap is taken then, so nobody is gone."""
        while (item := self._notices.get(timeout=0)) is not None:
            if isinstance(item, Notice) and item.kind == "pause":
                self._paused = bool(item.fields.get("on"))

    def _run(self) -> None:
        while not self._ended.wait(LOOK_S):
            try:
                self.look()
            except Exception:
                log.exception("Nobody could be played for.")


def _for(state: dict[str, Any]) -> dict[str, Any] | None:
    """What is done for whoever's turn it is; None for the die."""
    if state["may"]:
        return {"cmd": "check" if state["may"]["check"] else "fold"}
    return {"cmd": "pass", "cards": "random"} if state["to_pass"] is not None else None
