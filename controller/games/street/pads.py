"""A pad at street craps: for and against on the line. Chips on the board are for the phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.pads import CLOSED, HOLD, MAY, SHOOTER, Lights, can_pay
from controller.games.street.state import SIDES


def lights(state: Mapping[str, Any], player: str) -> Lights:
    """What this player's lights say."""
    if state["phase"] not in ("come_out", "point"):
        return CLOSED
    if player == state["shooter"]:
        return SHOOTER
    side = side_of(state, player)
    may_bet = _open(state, player, side)
    if side is None:
        return MAY if may_bet and can_pay(state, player) else CLOSED
    if side == "for":
        return ("on_for", "may_against") if may_bet else ("held_for", "closed")
    mine = "auto_fade" if state.get("auto_fade") == player else "on_against"
    return ("may_for", mine) if may_bet else ("closed", "held_against")


def command(state: Mapping[str, Any], player: str, meaning: str) -> dict[str, Any]:
    """The command of a tap. A pad has no figures: where a line bet may be any amount it is the minimum."""
    if meaning == HOLD:
        return {"cmd": "pass_dice"}
    told = {"cmd": meaning, "player": player}
    if meaning in SIDES and state["rules"].get("line") == "open":
        told["amount"] = state["rules"]["minimum"]
    return told


def decided(event: Mapping[str, Any]) -> dict[str, bool]:
    """Who won and who lost chips on the line when the round is settled."""
    if event.get("type") != "round_settled":
        return {}
    right = [event["stake"][0], *(player for player, _ in event["fors"])]
    wrong = [player for player, _ in event["againsts"]]
    won = right if event["winner"] == "right" else wrong
    return {player: player in won for player in (*right, *wrong) if event["risk"].get(player)}


def side_of(state: Mapping[str, Any], player: str) -> str | None:
    """Which side of the line this player bets on, the shooter's stake apart; None for neither."""
    return next((side for side in SIDES if any(one == player for one, _ in state["line"][side])), None)


def _open(state: Mapping[str, Any], player: str, side: str | None) -> bool:
    if state.get("dice_out") or player in state.get("late", ()):
        return False
    return state["phase"] == "come_out" or (bool(state["rules"].get("late_line")) and side is None)
