"""Chips that players have asked the host for, until he gives them or says no."""

from __future__ import annotations

import threading
from collections.abc import Iterable


class BuyInRequests:
    """At most one a player. For many threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}

    def ask(self, player: str, amount: int) -> None:
        """A player asks; asking again changes the amount."""
        with self._lock:
            self._amounts[player] = amount

    def take(self, player: str) -> int | None:
        """Ends a request: its amount, or None when there is none."""
        with self._lock:
            return self._amounts.pop(player, None)

    def all(self) -> dict[str, int]:
        """Player -> amount, in the order they asked."""
        with self._lock:
            return dict(self._amounts)

    def keep_only(self, players: Iterable[str]) -> None:
        """Requests of people who left are dropped."""
        stay = set(players)
        with self._lock:
            self._amounts = {player: amount for player, amount in self._amounts.items() if player in stay}
