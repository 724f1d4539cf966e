"""What a pad's two buttons and lights mean at bank craps: the pass line on the left, don't pass on the right. Pure.

One tap is one minimum; more, and every other bet, is for the phone. Who is on both sides finds both lights held: a tap
could not say which of them it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware import lights

SPOTS = {"for": "pass", "against": "dont_pass"}


def command(meaning: str, state: Mapping[str, Any], player: str) -> dict[str, Any]:
    """The command of a tap that means for, against or off, as the light said."""
    if meaning in SPOTS:
        amount = state["rules"]["minimum"]
        return {"cmd": "bet", "player": player, "bet": SPOTS[meaning], "amount": amount}
    bets = state["bets"].get(player, {})
    return {"cmd": "down", "player": player, "bet": "dont_pass" if "dont_pass" in bets else "pass"}


def standing(state: Mapping[str, Any], player: str) -> tuple[int, int]:
    """The codes of the left and the right light, nothing being shown for a while."""
    bets = state["bets"].get(player, {})
    on_pass, on_dont = "pass" in bets, "dont_pass" in bets
    open_now, come_out = not state["dice_out"], state["phase"] == "come_out"
    if not (on_pass or on_dont):
        can_pay = state["stacks"].get(player, 0) >= state["rules"]["minimum"]
        may = open_now and come_out and can_pay
        return (lights.MAY_FOR, lights.MAY_AGAINST) if may else (lights.CLOSED, lights.CLOSED)
    single = on_pass != on_dont
    left = lights.ON_FOR if open_now and come_out and single else lights.HELD_FOR
    # Don't pass may come down also when it has its point.
    right = lights.ON_AGAINST if open_now and single else lights.HELD_AGAINST
    return left if on_pass else lights.CLOSED, right if on_dont else lights.CLOSED


def settled(event: Mapping[str, Any]) -> tuple[str, int] | None:
    """(player, WON or LOST) where the event decides a bet on the line, else None."""
    if event.get("bet") not in SPOTS.values():
        return None
    code = {"bet_won": lights.WON, "bet_lost": lights.LOST}.get(event.get("type", ""))
    return None if code is None else (event["player"], code)
