"""How a simulated player's wish reaches the table: by word to the host, by phone, or by pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from controller.table import Table

#: Whether a tap has been answered; asked again until it says so.
Answered = Callable[[], bool]


class Hand(Protocol):
    """One way to the table. way: host, phone or pad."""

    way: str

    def tap(self, command: dict[str, Any]) -> Answered:
        """Gives the command and returns at once; the value tells when it was answered."""


class HostHand:
    """The host's own word: opening, buy-ins, cash-out, straight to the table."""

    way = "host"

    def __init__(self, table: Table) -> None:
        self._table = table

    def tap(self, command: dict[str, Any]) -> Answered:
        reply = self._table.submit(command, by="host", source="host")
        return reply.done


class PhoneHand:
    """A player's phone: speaks for that player alone, and says which state it saw."""

    way = "phone"

    def __init__(self, table: Table) -> None:
        self._table = table

    def tap(self, command: dict[str, Any]) -> Answered:
        reply = self._table.submit(command, by=command["player"], seen=self._table.snapshot().seq, source="phone")
        return reply.done
