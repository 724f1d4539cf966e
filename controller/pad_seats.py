"""Whose pad is which: pads have an order round the table, players keep the pad they have.

A pad is named `BOARD:SEAT`. Kept in a small JSON file, so that after a restart each pad is the same
player's as before.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import threading
from collections.abc import Sequence
from pathlib import Path

log = logging.getLogger(__name__)


def pad_name(board: str, seat: int) -> str:
    return f"{board}:{seat}"


class Seating:
    """Pads in table order and the player at each.

    Players get the free pads in that order, the first player the first pad; who has one keeps it until he
    leaves. path: where it is kept; None: nowhere. A file that cannot be read is set aside and said so in
    `warning`.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._path = Path(path) if path is not None else None
        self._lock = threading.RLock()
        self._order: list[str] = []
        self._players: dict[str, str] = {}
        self.warning: str | None = None
        self._load()

    @property
    def order(self) -> list[str]:
        """All pads known, round the table."""
        with self._lock:
            return list(self._order)

    def player_of(self, pad: str) -> str | None:
        with self._lock:
            return self._players.get(pad)

    def pad_of(self, player: str) -> str | None:
        with self._lock:
            return next((pad for pad, one in self._players.items() if one == player), None)

    def before(self, pad: str) -> str | None:
        """The player at the nearest pad before this one round the table, None where nobody has one."""
        with self._lock:
            at = self._order.index(pad) if pad in self._order else 0
            round_back = [*self._order[:at][::-1], *self._order[at + 1 :][::-1]]
            return next((self._players[one] for one in round_back if one in self._players), None)

    def met(self, board: str, seats: int) -> None:
        """A board is there: its pads that are not known yet come last."""
        with self._lock:
            known = set(self._order)
            new = [pad for seat in range(seats) if (pad := pad_name(board, seat)) not in known]
            if new:
                self._order += new
                self._save()

    def seat(self, players: Sequence[str]) -> None:
        """These players are at the table, clockwise: who has no pad gets the next free one."""
        with self._lock:
            kept = {pad: player for pad, player in self._players.items() if player in players}
            without = [player for player in players if player not in kept.values()]
            free = [pad for pad in self._order if pad not in kept]
            kept.update(zip(free, without, strict=False))
            if kept != self._players:
                self._players = kept
                self._save()

    def assign(self, pad: str, player: str) -> None:
        """This pad is this player's; whoever had it gets the pad that he had, if any."""
        with self._lock:
            before, other = self.pad_of(player), self._players.get(pad)
            if before == pad:
                return
            if before is not None:
                del self._players[before]
                if other is not None:
                    self._players[before] = other
            self._players[pad] = player
            if pad not in self._order:
                self._order.append(pad)
            self._save()

    def arrange(self, pads: Sequence[str]) -> None:
        """These pads come first, in this order: somebody walked round and pressed them."""
        with self._lock:
            self._order = list(dict.fromkeys(pads)) + [pad for pad in self._order if pad not in pads]
            self._save()

    def forget(self, board: str) -> None:
        """This board will not come back: its players get other pads."""
        with self._lock:
            self._order = [pad for pad in self._order if not pad.startswith(board + ":")]
            self._players = {pad: one for pad, one in self._players.items() if not pad.startswith(board + ":")}
            self._save()

    def _load(self) -> None:
        if self._path is None or not self._path.exists():
            return
        try:
            stored = json.loads(self._path.read_text())
            order, players = stored["order"], stored["players"]
            if not all(isinstance(pad, str) for pad in order) or not all(
                isinstance(pad, str) and isinstance(player, str) for pad, player in players.items()
            ):
                raise ValueError("not names")
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.warning = f"{self._path} does not say whose pad is which ({error}): pads are given out by order anew."
            log.warning("%s", self.warning)
            return
        self._order, self._players = list(order), dict(players)

    def _save(self) -> None:
        if self._path is None:
            return
        text = json.dumps({"order": self._order, "players": self._players}, indent=1)
        beside = self._path.with_name(self._path.name + ".new")
        try:
            with open(beside, "w") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            os.replace(beside, self._path)
        except OSError as error:
            self.warning = f"{self._path} cannot be written ({error}): after a restart pads are given out by order."
            log.warning("%s", self.warning)
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
