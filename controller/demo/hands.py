"""How a simulated player's wish reaches the table: by word to the host, by phone, or by pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from controller.table import Table

#: Whether a tap has been answered; asked again until it says so.
Answered = Callable[[], bool]


class Hand(Protocol):
    """One way to the table. way: host, phone or pad. taps: how many were answered by the table."""

    way: str
    taps: int

    def tap(self, command: dict[str, Any]) -> Answered:
        """Gives the command and returns at once; the value tells when it was answered."""


class HostHand:
    """The host's own word: opening, buy-ins, cash-out, straight to the table. A refusal is raised (Refused)."""

    way = "host"

    def __init__(self, table: Table) -> None:
        self._table = table
        self.taps = 0

    def tap(self, command: dict[str, Any]) -> Answered:
        reply = self._table.submit(command, by="host", source="host")
        self.taps += 1

        def answered() -> bool:
            if reply.done():
                reply.result().events_or_refusal()
            return reply.done()

        return answered


def taps_by(way: str, hands: dict[str, Hand]) -> int:
    """How many taps went this way and were answered."""
    return sum(hand.taps for hand in hands.values() if hand.way == way)
