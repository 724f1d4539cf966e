"""Simulated players: what they want to tap, from what everybody can see and a seed; a kind of them for each game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any, ClassVar

NAMES = ("Alice", "Bo", "Cara", "Dan", "Elin", "Minh")

#: How each player leans: the chance to bet with the shooter, against, or to sit this round out.
LEANINGS = {
    "Alice": (0.5, 0.4),
    "Bo": (0.2, 0.7),
    "Cara": (0.4, 0.4),
    "Dan": (0.7, 0.2),
    "Elin": (0.3, 0.5),
    "Minh": (0.5, 0.3),
}

#: A player with less than so many minimums asks for chips before the next round.
POOR_BELOW = 2


class Players(ABC):
    """Decides taps and buy-ins; everything by seed and by the public state, so that an evening can be played again."""

    game: ClassVar[str]
    rules: ClassVar[dict[str, Any]]
    #: Who sits down, and how many dice are thrown at once.
    names: ClassVar[tuple[str, ...]] = NAMES
    dice: ClassVar[int] = 2

    def __init__(self, seed: int, buy_in: int = 500) -> None:
        self.random = random.Random(f"players {seed}")
        self.buy_in = buy_in

    def opening(self) -> dict[str, Any]:
        """The command that opens the evening."""
        return {
            "cmd": "open",
            "game": self.game,
            "players": list(self.names),
            "buy_in": self.buy_in,
            "rules": dict(self.rules),
        }

    def wishes(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """The commands they would give now, in order; the host's first."""
        return self.rebuys(state) + self.taps(state)

    def rebuys(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """Chips from the host for those who have too few to go on."""
        poor = [name for name in ours(state) if state["stacks"][name] < POOR_BELOW * minimum(state)]
        return [{"cmd": "buy_in", "player": name, "amount": self.buy_in} for name in poor]

    @abstractmethod
    def taps(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """What they tap now."""

    def unlock(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """The tap that lets dice be thrown which nobody may throw as the table stands; None where there is none."""
        return None

    def side(self, name: str) -> str:
        """for, against or off: what the player wishes for this round."""
        with_shooter, against = LEANINGS.get(name, (0.4, 0.4))
        drawn = self.random.random()
        return "for" if drawn < with_shooter else "against" if drawn < with_shooter + against else "off"


class StreetPlayers(Players):
    """They bet on the line of street craps."""

    game = "street"
    rules: ClassVar[dict[str, Any]] = {"minimum": 10, "dice_pass": "any_losing_round"}

    def taps(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        if state["phase"] != "come_out":
            return []
        return [tap for name in ours(state) if (tap := self._line_tap(state, name))]

    def unlock(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Against, where nobody fades: by the first on the left who can."""
        if state["why_not"] != "no_fade":
            return None
        for name in after(state["players"], state["shooter"]):
            if name in NAMES and state["stacks"][name] + _staked(state["line"]["for"], name) >= minimum(state):
                return {"cmd": "against", "player": name}
        return None

    def _line_tap(self, state: dict[str, Any], name: str) -> dict[str, Any] | None:
        if name == state["shooter"]:
            return None
        line = state["line"]
        stands = "for" if _staked(line["for"], name) else "against" if _staked(line["against"], name) else "off"
        wants = self.side(name)
        if wants == stands or (wants != "off" and stands == "off" and state["stacks"][name] < minimum(state)):
            return None
        return {"cmd": wants, "player": name}


def after(seats: list[str], name: str) -> list[str]:
    """The other seats in clockwise order, the next on the left first."""
    at = seats.index(name)
    return seats[at + 1 :] + seats[:at]


def ours(state: dict[str, Any]) -> list[str]:
    """The simulated players at the table; people who joined tap for themselves."""
    return [name for name in state["players"] if name in NAMES]


def minimum(state: dict[str, Any]) -> int:
    """The least bet, as the rules in the state say."""
    return state["rules"]["minimum"]


def _staked(side: list[list[Any]], name: str) -> int:
    return sum(amount for who, amount in side if who == name)
