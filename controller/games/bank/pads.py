"""A pad at bank craps: the pass line on the left, don't pass on the right.

One tap is one minimum; more, and every other bet, is for the phone. Who is on both sides finds both lights held: a tap
could not say which of them it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.pads import CLOSED, HOLD, MAY, SHOOTER, Lights, can_pay

SPOTS = {"for": "pass", "against": "dont_pass"}
"""The bet that a button makes, by its meaning."""


def lights(state: Mapping[str, Any], player: str) -> Lights:
    """What this player's lights say."""
    if state["phase"] not in ("come_out", "point"):
        return CLOSED
    if player == state["shooter"]:
        return SHOOTER
    bets = state["bets"].get(player, {})
    on_pass, on_dont = "pass" in bets, "dont_pass" in bets
    open_now, come_out = not state["dice_out"], state["phase"] == "come_out"
    if not (on_pass or on_dont):
        return MAY if open_now and come_out and can_pay(state, player) else CLOSED
    single = on_pass != on_dont
    left = "on_for" if open_now and come_out and single else "held_for"
    # Don't pass may come down also when it has its point.
    right = "on_against" if open_now and single else "held_against"
    return left if on_pass else "closed", right if on_dont else "closed"


def command(state: Mapping[str, Any], player: str, meaning: str) -> dict[str, Any]:
    """The command of a tap."""
    if meaning == HOLD:
        return {"cmd": "pass_dice"}
    if meaning in SPOTS:
        return {"cmd": "bet", "player": player, "bet": SPOTS[meaning], "amount": state["rules"]["minimum"]}
    bets = state["bets"].get(player, {})
    return {"cmd": "down", "player": player, "bet": "dont_pass" if "dont_pass" in bets else "pass"}


def decided(event: Mapping[str, Any]) -> dict[str, bool]:
    """Whose bet on the line won or lost; the other bets are for the TV and the phones."""
    if event.get("bet") not in SPOTS.values() or event.get("type") not in ("bet_won", "bet_lost"):
        return {}
    return {event["player"]: event["type"] == "bet_won"}
