"""Simulated players of bank craps: the line by pad or phone, and by phone odds, numbers, hard ways and props."""

from __future__ import annotations

from typing import Any, ClassVar

from controller.demo.players import NAMES, Players, minimum, ours

#: Chips that the host puts into a bank that could pay less than so many minimums more.
BANK_BELOW, BANK_FILL = 100, 5000
#: Those who have only a pad: two buttons for the line, one minimum a tap. The others bet by phone.
ON_PADS = NAMES[1::2]
#: What one with a phone may add before a throw, the likelier the oftener it stands here.
EXTRAS = ("place_6", "place_8", "place_6", "place_8", "place_5", "place_9", "place_4", "place_10", "come", "field",
          "hard_6", "hard_8", "seven", "eleven")  # fmt: skip
#: Chance that one with a phone adds a bet before a throw, stands odds behind his line, takes a bet down.
ADDS, TAKES_ODDS, TAKES_DOWN = 0.5, 0.7, 0.06


class BankPlayers(Players):
    """They bet against the bank. What the table would refuse they mostly leave, since its state tells the bounds."""

    game = "bank"
    rules: ClassVar[dict[str, Any]] = {"card": "trainer", "bank": 20_000, "minimum": 5, "maximum": 200}

    def rebuys(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        wanted = super().rebuys(state)
        if state["bank_free"] < BANK_BELOW * minimum(state):
            wanted.append({"cmd": "fill_bank", "amount": BANK_FILL})
        return wanted

    def taps(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        wanted = []
        for name in ours(state):
            left = state["stacks"][name]
            for tap in self._of(state, name):
                left -= tap.get("amount", 0)
                if left >= 0:
                    wanted.append(tap)
        return wanted

    def _of(self, state: dict[str, Any], name: str) -> list[dict[str, Any]]:
        bets = state["bets"].get(name, {})
        wanted = [self._line(state, name, bets)] if state["phase"] == "come_out" else []
        if name not in ON_PADS:
            wanted += [self._odds(state, name, bets), self._extra(state, name, bets), self._down(state, name, bets)]
        return [tap for tap in wanted if tap is not None]

    def _line(self, state: dict[str, Any], name: str, bets: dict[str, int]) -> dict[str, Any] | None:
        if "pass" in bets or "dont_pass" in bets:
            return None
        if name in ON_PADS and name == state["shooter"]:  # a shooter's pad says when to throw, and takes no bets
            return None
        spot = {"for": "pass", "against": "dont_pass"}.get("for" if name == state["shooter"] else self.side(name))
        return spot and _bet(name, spot, minimum(state))

    def _odds(self, state: dict[str, Any], name: str, bets: dict[str, int]) -> dict[str, Any] | None:
        if state["point"] is None or "pass" not in bets or "odds_pass" in bets or self.random.random() > TAKES_ODDS:
            return None
        return _bet(name, "odds_pass", _fitting(state, "odds_pass", 2 * bets["pass"]))

    def _extra(self, state: dict[str, Any], name: str, bets: dict[str, int]) -> dict[str, Any] | None:
        if self.random.random() > ADDS:
            return None
        spot = self.random.choice(EXTRAS)
        if spot in bets or (spot == "come" and state["point"] is None):
            return None
        return _bet(name, spot, _fitting(state, spot, minimum(state)))

    def _down(self, state: dict[str, Any], name: str, bets: dict[str, int]) -> dict[str, Any] | None:
        free = [one["bet"] for one in state["lying"] if one["player"] == name and not one["locked"]]
        if not free or self.random.random() > TAKES_DOWN:
            return None
        return {"cmd": "down", "player": name, "bet": self.random.choice(free)}


def _bet(name: str, spot: str, amount: int) -> dict[str, Any]:
    return {"cmd": "bet", "player": name, "bet": spot, "amount": amount}


def _fitting(state: dict[str, Any], name: str, amount: int) -> int:
    """The next amount that pays whole chips there."""
    spot = next(spot for spot in state["layout"] if spot["bet"] == name)
    step = max(b for key, _a, b in spot["pays"] if key in (None, state["point"]) or spot["kind"] == "next")
    return amount + -amount % step
