"""Commands of the die: dice_out, no_roll, throw."""

from __future__ import annotations

from typing import Any

from controller.games import fields
from controller.games.events import DiceOut, HostCalled, NoRoll, Thrown
from controller.games.poker.state import THROW, TURN, Poker, can_answer
from controller.games.poker.turn import Turn
from controller.games.refusals import Refused

SOURCES = ("camera", "phone", "tapped")
CALL_HOST_AFTER = 3


def dice_out(turn: Turn) -> None:
    """dice_out: nothing else is taken until the die is read. Only where a die is due: another changes nothing."""
    _need_throw(turn.state)
    if not turn.state.dice_out:
        turn.tell(DiceOut())


def no_roll(turn: Turn) -> None:
    """no_roll: the die is thrown again; the third in a row calls the host, unless no die was due.

    "counted": false says that it was no throw at all (only a hand): it counts towards nothing.
    """
    state = turn.state
    reason = fields.text(turn.command, "reason", "called")
    detail = fields.text(turn.command, "detail", None)
    counted = fields.flag(turn.command, "counted", True) and may_throw(state) is None
    in_row = state.no_rolls + counted
    turn.tell(NoRoll(reason, detail, counted, in_row, *_evidence(turn.command)))
    if counted and in_row == CALL_HOST_AFTER:
        turn.tell(HostCalled(in_row))


def throw(turn: Turn) -> None:
    """throw: one die, by the player whose turn it is."""
    command = turn.command
    source = fields.choice(command, "source", SOURCES, "tapped")
    evidence = _evidence(command)
    if command.get("total") is not None or command.get("dice") is None:
        raise Refused("bad_input", 'In poker one die is thrown: "dice": [5].')
    (die,) = fields.dice(command["dice"], 1)
    player = turn.seated() if command.get("player") is not None else None
    state = turn.state
    _need_throw(state)
    if player is not None and player != state.hand.at:
        raise Refused("not_shooter", f"{state.hand.at} has the die.")
    turn.tell(Thrown((die,), die, source, state.hand.number, state.throws + 1, *evidence))


def may_throw(state: Poker) -> Refused | None:
    """Why the die cannot be thrown now, or None. Who could bet against nobody need not say that he checks."""
    hand = state.hand
    if hand is None:
        return Refused("wrong_phase", "No hand is being played, so there is no die to throw.")
    if hand.stage == THROW or (hand.stage == TURN and not can_answer(state, hand.at)):
        return None
    return Refused("wrong_phase", "The die is thrown after the betting of a turn and before the cards are passed.")


def _need_throw(state: Poker) -> None:
    refusal = may_throw(state)
    if refusal is not None:
        raise refusal


def _evidence(command: dict) -> tuple[str | None, dict | None]:
    """(hash of the picture, what the reader saw), as the camera's owner sent them."""
    reading: Any = command.get("reading")
    if reading is not None and not isinstance(reading, dict):
        raise Refused("bad_input", f"A reading is an object, not {fields.shown(reading)}.")
    return fields.text(command, "picture", None), reading
