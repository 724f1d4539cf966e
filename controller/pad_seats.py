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
from collections.abc import Collection, Sequence
from pathlib import Path

log = logging.getLogger(__name__)


def pad_name(board: str, seat: int) -> str:
    return f"{board}:{seat}"


class Seating:
    """Pads in table order and the player at each.

    Players get the free pads in that order, the first player the first pad; who has one keeps it until he
    leaves. A muted pad is nobody's new one, and who was passed over gets none. path: where it is kept; None:
    nowhere. A file that cannot be read is set aside and said so in `warning`.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._path = Path(path) if path is not None else None
        self._lock = threading.RLock()
        self._order: list[str] = []
        self._players: dict[str, str] = {}
        self._muted: set[str] = set()
        self._since: dict[str, int] = {}
        self._without: set[str] = set()
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

    def away(self, there: Collection[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The boards that are known and not among those that are there: (board, the players of its pads)."""
        with self._lock:
            boards = dict.fromkeys(pad.rpartition(":")[0] for pad in self._order)
            return tuple(
                (board, tuple(one for pad, one in self._players.items() if pad.startswith(board + ":")))
                for board in boards
                if board not in there
            )

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

    def was_another(self, pad: str, seq: int) -> bool:
        """Whether the pad was another player's in the state of this number: what was tapped on it then was his."""
        with self._lock:
            return seq < self._since.get(pad, 0)

    def seat(self, players: Sequence[str], seq: int = 0) -> None:
        """These players are at the table, clockwise, in state `seq`: who has no pad gets the next free one."""
        with self._lock:
            kept = {pad: player for pad, player in self._players.items() if player in players}
            self._without &= set(players)
            without = [player for player in players if player not in kept.values() and player not in self._without]
            free = [pad for pad in self._order if pad not in kept and pad not in self._muted]
            kept.update(zip(free, without, strict=False))
            if kept != self._players:
                self._hand_out(kept, seq)
                self._save()

    def assign(self, pad: str, player: str, seq: int = 0) -> None:
        """This pad is this player's from state `seq` on; whoever had it gets the pad that he had, if any."""
        with self._lock:
            before, other = self.pad_of(player), self._players.get(pad)
            if before == pad:
                return
            players = {one: whose for one, whose in self._players.items() if one != before}
            if before is not None and other is not None:
                players[before] = other
            self._without.discard(player)
            self._hand_out({**players, pad: player}, seq)
            if pad not in self._order:
                self._order.append(pad)
            self._save()

    def pass_over(self, player: str, seq: int = 0) -> None:
        """This player has no pad before him, from state `seq` on: he gets none until one is assigned to him."""
        with self._lock:
            self._without.add(player)
            self._hand_out({pad: one for pad, one in self._players.items() if one != player}, seq)
            self._save()

    def _hand_out(self, players: dict[str, str], seq: int) -> None:
        for pad, player in self._players.items():
            if players.get(pad) != player:
                self._since[pad] = seq
        self._players = players

    def arrange(self, pads: Sequence[str]) -> None:
        """These pads come first, in this order: somebody walked round and pressed them."""
        with self._lock:
            self._order = list(dict.fromkeys(pads)) + [pad for pad in self._order if pad not in pads]
            self._save()

    def is_muted(self, pad: str) -> bool:
        """Whether the host has muted this pad: its taps count for nothing."""
        with self._lock:
            return pad in self._muted

    def mute(self, pad: str, on: bool) -> None:
        """A pad whose button sticks or chatters is muted until it is mended; it stays its player's."""
        with self._lock:
            muted = self._muted | {pad} if on else self._muted - {pad}
            if muted != self._muted:
                self._muted = muted
                self._save()

    def forget(self, board: str) -> None:
        """This board will not come back: its players get other pads."""
        with self._lock:
            self._order = [pad for pad in self._order if not pad.startswith(board + ":")]
            self._players = {pad: one for pad, one in self._players.items() if not pad.startswith(board + ":")}
            self._muted = {pad for pad in self._muted if not pad.startswith(board + ":")}
            self._save()

    def _load(self) -> None:
        if self._path is None or not self._path.exists():
            return
        try:
            stored = json.loads(self._path.read_text())
            order, players = stored["order"], stored["players"]
            muted, without = stored.get("muted", []), stored.get("without", [])
            if not all(isinstance(name, str) for name in (*order, *muted, *without)) or not all(
                isinstance(pad, str) and isinstance(player, str) for pad, player in players.items()
            ):
                raise ValueError("not names")
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.warning = f"{self._path} does not say whose pad is which ({error}): pads are given out by order anew."
            log.warning("%s", self.warning)
            return
        self._order, self._players = list(order), dict(players)
        self._muted, self._without = set(muted), set(without)

    def _save(self) -> None:
        if self._path is None:
            return
        kept = {
            "order": self._order, "players": self._players, "muted": sorted(self._muted),
            "without": sorted(self._without),
        }  # fmt: skip
        text = json.dumps(kept, indent=1)
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
