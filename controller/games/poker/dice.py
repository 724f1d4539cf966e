"""Commands of the die: dice_out, no_roll, throw."""

from __future__ import annotations

from controller.games import dice, fields
from controller.games.events import DiceOut, Thrown
from controller.games.poker.state import THROW, TURN, Poker, can_answer
from controller.games.poker.turn import Turn
from controller.games.refusals import Refused


def dice_out(turn: Turn) -> None:
    """dice_out: nothing else is taken until the die is read. Only where a die is due: another changes nothing."""
    _need_throw(turn.state)
    if not turn.state.dice_out:
        turn.tell(DiceOut())


def no_roll(turn: Turn) -> None:
    """no_roll: the die is thrown again; one that was not due counts towards nothing."""
    dice.no_roll(turn, counts=may_throw(turn.state) is None)


def throw(turn: Turn) -> None:
    """throw: one die, by the player whose turn it is."""
    command = turn.command
    source, evidence = dice.source(command), dice.evidence(command)
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
