"""Who may give which command: the host all, a player what concerns his own chips, and the dice when he shoots."""

from __future__ import annotations

import secrets
from typing import Any

from controller.games.refusals import Refused

HOST = "host"

#: What a player may say for himself.
OWN = frozenset({
    "against", "bet", "call", "check", "chip", "deal", "dispute", "down", "fold", "for", "leave", "lift", "off",
    "pass", "raise", "take", "undo", "working",
})  # fmt: skip
#: What only the shooter may say, or the host for him.
SHOOTERS = frozenset({"dice_out", "pass_dice", "stake", "throw"})


def settle_speaker(
    command: dict[str, Any], by: str, public: dict[str, Any], camera: bool = False, in_the_air: bool = False
) -> dict[str, Any]:
    """The command as this speaker may give it, with his name where it was left out. Raises Refused.

    by: "host", or a player's name. public: the state now. camera: the camera speaks, in the host's name.
    in_the_air: the camera saw the dice go out and has not read them yet.
    """
    if camera and command.get("cmd") == "throw" and _may_throw(public, "camera") == "no":
        raise Refused("not_allowed", "The camera's word is not taken at this table: name the faces.")
    if by == HOST:
        return command
    name = command.get("cmd")
    if name in OWN:
        return _for_himself(command, by)
    if name in SHOOTERS:
        shooter = public.get("shooter")
        if shooter is not None and shooter != by:
            raise Refused("not_shooter", f"Only the shooter, {shooter}, or the host may do that.")
        if name == "throw" and in_the_air and _may_throw(public, "camera") != "no":
            # Or a shooter who sees his dice fall badly would be quicker than the camera.
            raise Refused("dice_out", "The dice are out: the camera reads them.")
        if name == "throw":
            return _own_throw(command, by, public)
        # With his name in it a correction cannot turn his stake or pass into another shooter's.
        return _for_himself(command, by) if name in ("stake", "pass_dice") else command
    raise Refused("not_allowed", "Only the host may do that.")


def _for_himself(command: dict[str, Any], by: str) -> dict[str, Any]:
    if command.get("player", by) != by:
        raise Refused("not_allowed", "Nobody may do that in another player's name but the host.")
    return {**command, "player": by}


def _own_throw(command: dict[str, Any], by: str, public: dict[str, Any]) -> dict[str, Any]:
    """A throw that a player makes: faces that he names are tapped; without faces his phone rolls.

    The faces of a roll are drawn here, by the system's random source, and never come from the phone.
    """
    opening = public.get("phase") == "opening"
    kept = {key: command[key] for key in ("cmd", "dice", "total") if key in command}
    if opening:
        kept["player"] = by
    if "dice" in kept or "total" in kept:
        if _may_throw(public, "tapped") != "shooter":
            raise Refused("not_allowed", "At this table only the host names the faces.")
        return {**kept, "source": "tapped"}
    if _may_throw(public, "phone") == "nobody":
        raise Refused("not_allowed", "At this table nobody rolls on a phone.")
    return {**kept, "dice": [secrets.randbelow(6) + 1 for _ in range(public.get("dice_needed", 2))], "source": "phone"}


def _may_throw(public: dict[str, Any], source: str) -> str | None:
    return ((public.get("rules") or {}).get("may_throw") or {}).get(source)
