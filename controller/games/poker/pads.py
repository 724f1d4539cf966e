"""A pad at poker: it shows whose die it is, and who won the hand. Cards and chips are for the phones.

No button bets or folds: what is at stake is seen on the phone alone, and a fold by a slip of the hand is lost chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.pads import CLOSED, SHOOTER, Lights


def lights(state: Mapping[str, Any], player: str) -> Lights:
    """What this player's lights say: nothing but whether the die, and then the pass of cards, is his."""
    return SHOOTER if player == state.get("shooter") else CLOSED


def command(state: Mapping[str, Any], player: str, meaning: str) -> dict[str, Any]:
    """The command of a tap, which the game refuses whatever it is."""
    del state
    return {"cmd": meaning, "player": player}


def decided(event: Mapping[str, Any]) -> dict[str, bool]:
    """Who has more than he put in, and who less, when the pots are paid."""
    if event.get("type") != "hand_ended":
        return {}
    gained = {player: event["won"].get(player, 0) - paid for player, paid in event["paid"]}
    return {player: chips > 0 for player, chips in gained.items() if chips}
