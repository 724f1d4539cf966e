"""Which games the demo plays, and who plays them."""

from __future__ import annotations

from typing import Any

from controller.demo.bank_players import BankPlayers
from controller.demo.players import Players, StreetPlayers
from controller.demo.poker_players import PokerPlayers

KINDS: dict[str, type[Players]] = {kind.game: kind for kind in (StreetPlayers, BankPlayers, PokerPlayers)}


class Everybody:
    """The six at the table: they open the game that was asked for, and play whatever game the host opens.

    game: one of KINDS.
    """

    def __init__(self, seed: int, game: str) -> None:
        self._kinds = {name: kind(seed) for name, kind in KINDS.items()}
        self._game = game

    def opening(self) -> dict[str, Any]:
        """The command that opens the evening."""
        return self._kinds[self._game].opening()

    def wishes(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """The commands they would give now, in order; none in a game that they do not know."""
        kind = self._kinds.get(state["game"])
        return [] if kind is None else kind.wishes(state)

    def unlock(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """The tap that lets locked dice be thrown, or None."""
        kind = self._kinds.get(state["game"])
        return None if kind is None else kind.unlock(state)

    def dice(self, state: dict[str, Any]) -> int:
        """How many dice are thrown at once."""
        kind = self._kinds.get(state["game"])
        return 2 if kind is None else kind.dice
