"""What a player's two lights mean, from what the table publishes. Pure; the codes are firmware/lights.py's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller import pad_bank
from firmware import lights

LEFT, RIGHT = 0, 1
FOR_SIDE = {"for": LEFT, "against": RIGHT}
REFUSED_S = 0.5

Codes = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is shown for a while, beside the state of the table.

    cue: the camera says that the dice may be thrown. again: the last throw was no roll. auto_fade: whom the
    table put against, while he has not touched it. results: player -> (won or lost, until when).
    refused: (player, side) -> until when.
    """

    cue: bool = False
    again: bool = False
    auto_fade: str | None = None
    results: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    refused: Mapping[tuple[str, int], float] = field(default_factory=dict)

    def until(self, now: float) -> float | None:
        """When the next thing shown for a while is over; None when there is nothing."""
        ends = [end for _, end in self.results.values()] + list(self.refused.values())
        return min((end for end in ends if end > now), default=None)


def noticed(scene: Scene, kind: str, fields: Mapping[str, Any]) -> Scene:
    """After a notice of the table."""
    if kind == "cue":
        ready = bool(fields.get("throw"))
        return replace(scene, cue=ready, again=scene.again and not ready)
    if kind in ("no_roll", "no_throw"):
        return replace(scene, again=kind == "no_roll")
    return scene


def refused(scene: Scene, player: str, side: int, now: float) -> Scene:
    """After a tap of this player on this side that was not taken."""
    running = {key: end for key, end in scene.refused.items() if end > now}
    return replace(scene, refused={**running, (player, side): now + REFUSED_S})


def happened(scene: Scene, event: Mapping[str, Any], now: float, flash_s: float) -> Scene:
    """After one event of the table. flash_s: how long won and lost are shown."""
    kind = event.get("type")
    if kind == "round_opened":
        return replace(scene, auto_fade=event.get("fader"), again=False)
    if kind in ("line_bet", "line_off", "line_returned"):
        return replace(scene, auto_fade=None) if event.get("player") == scene.auto_fade else scene
    if kind == "no_roll":
        return replace(scene, again=True, cue=False)
    if kind in ("thrown", "dice_out", "opened", "voided", "cashed_out"):
        return replace(scene, again=False, cue=False, auto_fade=None if kind == "opened" else scene.auto_fade)
    if kind == "round_settled":
        return replace(scene, auto_fade=None, results=_results(event, now + flash_s) if flash_s > 0 else {})
    if flash_s > 0 and (decided := pad_bank.settled(event)) is not None:
        player, code = decided
        return replace(scene, results={**scene.results, player: (code, now + flash_s)})
    if kind == "refused_again" and isinstance(event.get("player"), str):
        return refused(refused(scene, event["player"], LEFT, now), event["player"], RIGHT, now)
    return scene


def _results(settled: Mapping[str, Any], until: float) -> dict[str, tuple[int, float]]:
    right = [settled["stake"][0], *(player for player, _ in settled["fors"])]
    wrong = [player for player, _ in settled["againsts"]]
    won = right if settled["winner"] == "right" else wrong
    return {
        player: (lights.WON if player in won else lights.LOST, until)
        for player in (*right, *wrong)
        if settled["risk"].get(player)
    }


def codes(state: Mapping[str, Any], player: str | None, scene: Scene, now: float) -> Codes:
    """The codes of the left and the right light of `player`'s pad; of a pad that is nobody's for None."""
    if player is None or player not in state.get("players", ()):
        return lights.EMPTY, lights.EMPTY
    result, until = scene.results.get(player, (0, 0.0))
    shown = (result, result) if until > now else _standing(state, player, scene)
    if scene.refused:
        left, right = (scene.refused.get((player, side), 0.0) > now for side in (LEFT, RIGHT))
        shown = lights.REFUSED if left else shown[0], lights.REFUSED if right else shown[1]
    return shown


def _standing(state: Mapping[str, Any], player: str, scene: Scene) -> Codes:
    closed = lights.CLOSED, lights.CLOSED
    if state.get("game") == "poker" and player == state.get("shooter"):
        return _shooter(state, scene)
    if state.get("game") == "bank" and state.get("phase") in ("come_out", "point"):
        if player == state["shooter"]:
            return _shooter(state, scene)
        shown = pad_bank.standing(state, player)
        return (lights.CALL_HOST, lights.CALL_HOST) if shown == closed and state.get("host_called") else shown
    if state.get("game") != "street" or state.get("phase") not in ("come_out", "point"):
        return closed
    if player == state["shooter"]:
        return _shooter(state, scene)
    side = line_side(state, player)
    open_now = _line_open(state, player, side)
    if side is None:
        shown = (lights.MAY_FOR, lights.MAY_AGAINST) if open_now and _can_pay(state, player) else closed
    elif side == "for":
        shown = (lights.ON_FOR, lights.MAY_AGAINST) if open_now else (lights.HELD_FOR, lights.CLOSED)
    else:
        faded = state["line"].get("auto_fade", scene.auto_fade)
        mine = lights.AUTO_FADE if faded == player else lights.ON_AGAINST
        shown = (lights.MAY_FOR, mine) if open_now else (lights.CLOSED, lights.HELD_AGAINST)
    if shown == closed and state.get("host_called"):
        return lights.CALL_HOST, lights.CALL_HOST
    return shown


def _shooter(state: Mapping[str, Any], scene: Scene) -> Codes:
    if state.get("dice_out"):
        code = lights.CLOSED
    elif state.get("host_called"):
        code = lights.CALL_HOST
    elif scene.cue and state.get("can_throw"):
        code = lights.THROW
    else:
        code = lights.THROW_AGAIN if scene.again else lights.SHOOTER
    return code, code


def line_side(state: Mapping[str, Any], player: str) -> str | None:
    """Which side of the line this player bets on, the shooter's stake apart; None for neither."""
    for side in FOR_SIDE:
        if any(one == player for one, _ in state["line"][side]):
            return side
    return None


def _line_open(state: Mapping[str, Any], player: str, side: str | None) -> bool:
    if state.get("dice_out") or player in state.get("late", ()):
        return False
    return state["phase"] == "come_out" or (bool(state["rules"].get("late_line")) and side is None)


def _can_pay(state: Mapping[str, Any], player: str) -> bool:
    return state["stacks"].get(player, 0) >= state["rules"]["minimum"]
