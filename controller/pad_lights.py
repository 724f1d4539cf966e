"""What a player's two lights mean, from what the table publishes. Pure; the codes are firmware/lights.py's.

What a light says in a game, that game's own module answers (controller/games/pads.py); here is what all have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.evening import GAMES
from controller.games.pads import CLOSED, SHOOTER, GamePads
from firmware import lights

LEFT, RIGHT = 0, 1
CODES = {name: code for code, name in enumerate(lights.NAMES)}
REFUSED_S = 0.5
#: Events after which nobody throws again, and the camera's cue is over.
SETTLES_DICE = frozenset({"thrown", "die_thrown", "dice_out", "opened", "voided", "cashed_out", "round_opened"})

#: What is shown while the host has paused the table, in the place of what takes a tap or a hold.
PAUSED = {
    lights.MAY_FOR: lights.CLOSED, lights.ON_FOR: lights.HELD_FOR,
    lights.MAY_AGAINST: lights.CLOSED, lights.ON_AGAINST: lights.HELD_AGAINST, lights.AUTO_FADE: lights.HELD_AGAINST,
    lights.SHOOTER: lights.CLOSED, lights.THROW: lights.CLOSED, lights.THROW_AGAIN: lights.CLOSED,
}  # fmt: skip

Codes = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is shown for a while, beside the state of the table.

    cue: the camera says that the dice may be thrown. again: the last throw was no roll. paused: by the host.
    results: player -> (won or lost, until when). refused: (player, side) -> until when.
    """

    cue: bool = False
    again: bool = False
    paused: bool = False
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
    if kind == "pause":
        return replace(scene, paused=bool(fields.get("on")))
    if kind in ("no_roll", "no_throw"):
        return replace(scene, again=kind == "no_roll")
    return scene


def refused(scene: Scene, player: str, side: int, now: float) -> Scene:
    """After a tap of this player on this side that was not taken."""
    running = {key: end for key, end in scene.refused.items() if end > now}
    return replace(scene, refused={**running, (player, side): now + REFUSED_S})


def happened(scene: Scene, game: str | None, event: Mapping[str, Any], now: float, flash_s: float) -> Scene:
    """After one event of the table, in this game. flash_s: how long won and lost are shown."""
    kind = event.get("type")
    if kind == "no_roll":
        return replace(scene, again=True, cue=False)
    if kind in SETTLES_DICE:
        scene = replace(scene, again=False, cue=False)
    pads = pads_of(game)
    decided = pads.decided(event) if pads is not None and flash_s > 0 else {}
    if decided:
        fresh = {player: (lights.WON if won else lights.LOST, now + flash_s) for player, won in decided.items()}
        return replace(scene, results={**scene.results, **fresh})
    if kind == "refused_again" and isinstance(event.get("player"), str):
        return refused(refused(scene, event["player"], LEFT, now), event["player"], RIGHT, now)
    return scene


def pads_of(game: str | None) -> GamePads | None:
    """What pads mean in the game of this name; None while none is open."""
    return GAMES[game].pads if game in GAMES else None


def codes(state: Mapping[str, Any], player: str | None, scene: Scene, now: float) -> Codes:
    """The codes of the left and the right light of `player`'s pad; of a pad that is nobody's for None."""
    if player is None or player not in state.get("players", ()):
        return lights.EMPTY, lights.EMPTY
    result, until = scene.results.get(player, (0, 0.0))
    shown = (result, result) if until > now else _standing(state, player, scene)
    if scene.paused:
        shown = PAUSED.get(shown[LEFT], shown[LEFT]), PAUSED.get(shown[RIGHT], shown[RIGHT])
    if scene.refused:
        left, right = (scene.refused.get((player, side), 0.0) > now for side in (LEFT, RIGHT))
        shown = lights.REFUSED if left else shown[0], lights.REFUSED if right else shown[1]
    return shown


def _standing(state: Mapping[str, Any], player: str, scene: Scene) -> Codes:
    pads = pads_of(state.get("game"))
    said = CLOSED if pads is None else pads.lights(state, player)
    if said == SHOOTER:
        return _shooter(state, scene)
    if said == CLOSED and state.get("host_called") and state.get("phase") != "over":
        return lights.CALL_HOST, lights.CALL_HOST
    return CODES[said[LEFT]], CODES[said[RIGHT]]


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
