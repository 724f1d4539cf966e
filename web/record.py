"""The list under the table: what it keeps of each round. Pure functions from events and throws to records.

A record: round, shooter, why, with, against, in_play (chips), risk (player -> chips won or lost), throws (the faces of
each, or its total alone) and bets (the side bets that its throws settled).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

#: What the dice decided, as screens name it.
DECIDED = {"natural": "natural", "craps": "craps", "point_made": "made", "seven_out": "seven_out"}


def risks(event: dict) -> dict[str, int]:
    """Player -> chips won (+) or lost (-) on the line, from the event of a settled round."""
    sign = 1 if event["winner"] == "right" else -1
    right = {event["stake"][0], *(name for name, _ in event["fors"])}
    return {name: (sign if name in right else -sign) * chips for name, chips in event["risk"].items()}


def settled(event: dict, throws: Iterable[Any]) -> dict:
    """The record of a round that the dice decided."""
    return {
        "round": event["round"],
        "shooter": event["stake"][0],
        "why": DECIDED.get(event["why"], event["why"]),
        "with": event["stake"][1] + sum(chips for _, chips in event["fors"]),
        "against": sum(chips for _, chips in event["againsts"]),
        "in_play": event["in_play"],
        "risk": risks(event),
        **_played_in(throws, event["round"]),
    }


def broken_off(why: str, throws: tuple) -> dict:
    """The record of a round that the host took back or the cash-out ended after its first throw; `throws` not empty."""
    last = throws[-1]
    nothing = {"with": 0, "against": 0, "in_play": 0, "risk": {}}
    return {"round": last.round, "shooter": last.shooter, "why": why, **nothing, **_played_in(throws, last.round)}


def _played_in(throws: Iterable[Any], number: int) -> dict:
    played = [throw for throw in throws if throw.round == number]
    return {
        "throws": [list(throw.dice) or [throw.total] for throw in played],
        "bets": [bet for throw in played for bet in throw.bets],
    }
