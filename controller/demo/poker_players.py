"""Simulated players at Craps Poker: they bet by temper and by the seed; cards they see only on their own phones."""

from __future__ import annotations

from typing import Any, ClassVar

from controller.demo.players import LEANINGS, NAMES, Players, ours


class PokerPlayers(Players):
    """One act after the other, whoever's turn it is. A chair stays free for a guest."""

    game = "poker"
    rules: ClassVar[dict[str, Any]] = {"ante": 5}
    names = NAMES[:5]
    dice = 1

    def rebuys(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        return []  # chips are bought between hands: see unlock

    def taps(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        return []  # in poker one acts at a time: see unlock

    def unlock(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """The next act on the way to the next throw: chips for who has none, the deal, a bet, an answer, a pass."""
        phase = state["phase"]
        if phase in ("deal", "waiting"):
            return self._between_hands(state)
        player = state["turn"]
        if player not in ours(state):
            return None
        if phase == "pass":
            return {"cmd": "pass", "player": player, "count": state["to_pass"]}
        return self._bet(state, player) if state["may"] else None

    def _between_hands(self, state: dict[str, Any]) -> dict[str, Any] | None:
        for name in ours(state):
            if state["stacks"][name] < self.rules["ante"]:
                return {"cmd": "buy_in", "player": name, "amount": self.buy_in}
        if state["phase"] != "deal":
            return None
        # For a guest the host deals: he may have gone home.
        return {"cmd": "deal"} | ({"player": state["dealer"]} if state["dealer"] in ours(state) else {})

    def _bet(self, state: dict[str, Any], player: str) -> dict[str, Any]:
        may, drawn = state["may"], self.random.random()
        brave = LEANINGS[player][0]
        size = may["bet"] or may["raise"]
        if may["check"]:
            if size and drawn < brave / 2:
                return {"cmd": "bet", "player": player, "amount": self._size(size)}
            return {"cmd": "check", "player": player}
        if size and drawn < brave / 5:
            return {"cmd": "raise", "player": player, "amount": self._size(size)}
        fold = 0.08 if may["call"] <= 4 * self.rules["ante"] else 0.3
        return {"cmd": "fold" if drawn > 1 - fold else "call", "player": player}

    def _size(self, size: list[int]) -> int:
        least, most = size
        return min(most, least * self.random.choice((1, 1, 2, 3)))
