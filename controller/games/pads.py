"""What a seat's pad says and means in a game: two buttons and two lights, left for the shooter, right against.

Each game's package has a `pads` module with the three functions of `GamePads`. They read the public state and know the
lights by their names in firmware/README.md, not by what they look like; what all games have in common (throw, throw
again, the host is called, refused) is not theirs to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Lights = tuple[str, str]
"""Names of what the left and the right light say."""
CLOSED: Lights = ("closed", "closed")
MAY: Lights = ("may_for", "may_against")
SHOOTER: Lights = ("shooter", "shooter")
"""Whose turn it is to throw."""
HOLD = "pass_dice"
"""What a hold on the shooter's pad means; the other meanings are for, against and off."""


class GamePads(Protocol):
    """A game's module of this name."""

    def lights(self, state: Mapping[str, Any], player: str) -> Lights:
        """What this seated player's lights say."""

    def command(self, state: Mapping[str, Any], player: str, meaning: str) -> dict[str, Any]:
        """The command that a tap of this player is, which meant for, against, off or pass_dice as its light showed."""

    def decided(self, event: Mapping[str, Any]) -> dict[str, bool]:
        """Player -> whether he has won, of those whose bet the event decided."""


def can_pay(state: Mapping[str, Any], player: str) -> bool:
    """Whether the player holds the table's minimum: a tap is one minimum."""
    return state["stacks"].get(player, 0) >= state["rules"]["minimum"]
