"""What a throw is: of two dice in any craps (totals, faces from a command); in poker too no roll, source, evidence."""

from __future__ import annotations

from typing import Any

from controller.games import fields
from controller.games.events import DiceOut, HostCalled, NoRoll, Thrown
from controller.games.refusals import Refused
from controller.games.turns import Turn

SOURCES = ("camera", "phone", "tapped")
CALL_HOST_AFTER = 3
POINTS = frozenset({4, 5, 6, 8, 9, 10})
NATURALS = frozenset({7, 11})
CRAPS = frozenset({2, 3, 12})


def decided(point: int | None, total: int) -> str | None:
    """What this total decides: natural, craps, point_made, seven_out, or None. point: None in the come-out."""
    if point is None:
        return "natural" if total in NATURALS else "craps" if total in CRAPS else None
    return "point_made" if total == point else "seven_out" if total == 7 else None


def told(thrown: Thrown | None) -> dict | None:
    """A throw as the state shows it: number, dice (None where only the total was said), total, source, picture."""
    if thrown is None:
        return None
    return {
        "number": thrown.number,
        "dice": None if thrown.dice is None else list(thrown.dice),
        "total": thrown.total,
        "source": thrown.source,
        "picture": thrown.picture,
    }


def source(command: dict) -> str:
    """Where the faces come from."""
    return fields.choice(command, "source", SOURCES, "tapped")


def faces(command: dict) -> tuple[tuple[int, ...] | None, int]:
    """(faces, total); the faces are None where only the total was said."""
    if command.get("total") is None:
        if command.get("dice") is None:
            raise Refused("bad_input", "Say what was thrown: the dice like [4, 2], or the total.")
        dice = fields.dice(command["dice"], 2)
        return dice, sum(dice)
    if command.get("dice") is not None:
        raise Refused("bad_input", "Say the dice or the total, not both.")
    total = command["total"]
    if type(total) is not int or not 2 <= total <= 12:
        raise Refused("bad_input", f"Two dice make 2 to 12, not {fields.shown(total)}.")
    return None, total


def evidence(command: dict) -> tuple[str | None, dict | None]:
    """(hash of the picture, what the reader saw), as the camera's owner sent them."""
    reading: Any = command.get("reading")
    if reading is not None and not isinstance(reading, dict):
        raise Refused("bad_input", f"A reading is an object, not {fields.shown(reading)}.")
    return fields.text(command, "picture", None), reading


def throw(turn: Turn, refusal: Refused | None, faces_needed: bool, where: str) -> tuple[int, bool]:
    """throw of both dice: tells it, gives (total, whether a pair was seen).

    refusal: why both cannot be thrown now; faces_needed: a hard way lies `where`. Raises Refused.
    """
    state, command = turn.state, turn.command
    told = (source(command), *evidence(command))
    seen, total = faces(command)
    if refusal is not None:
        raise refusal
    if command.get("player") is not None and turn.seated() != state.shooter:
        raise Refused("not_shooter", f"{state.shooter} has the dice.")
    if seen is None and faces_needed:
        raise Refused("faces_needed", f"A hard way is on the {where}: say both faces, not the total alone.")
    turn.tell(Thrown(seen, total, told[0], state.round, state.throws + 1, *told[1:]))
    return total, seen is not None and seen[0] == seen[1]


def dice_out(turn: Turn) -> None:
    """dice_out: betting closes. Said again, it changes nothing."""
    if not turn.state.dice_out:
        turn.tell(DiceOut())


def no_roll(turn: Turn, counts: bool) -> None:
    """no_roll: betting opens again; the third in a row calls the host.

    counts: False where nothing was to be thrown anyway. "counted": false in the command says that it was no throw at
    all (only a hand): it counts towards nothing.
    """
    reason = fields.text(turn.command, "reason", "called")
    detail = fields.text(turn.command, "detail", None)
    counted = fields.flag(turn.command, "counted", True) and counts
    in_row = turn.state.no_rolls + counted
    turn.tell(NoRoll(reason, detail, counted, in_row, *evidence(turn.command)))
    if counted and in_row == CALL_HOST_AFTER:
        turn.tell(HostCalled(in_row))
