"""Commands of the dice: no_roll, throw."""

from __future__ import annotations

from controller.games import dice, opening
from controller.games.events import PointSet
from controller.games.refusals import Refused
from controller.games.seats import left_of
from controller.games.street.board import faces_needed, judge
from controller.games.street.coverage import cover
from controller.games.street.events import RoundSettled
from controller.games.street.state import Street
from controller.games.street.turn import Turn, first_round, next_round


def no_roll(turn: Turn) -> None:
    """no_roll: betting opens again; where the dice were locked anyway it does not count."""
    dice.no_roll(turn, counts=turn.state.phase == "opening" or may_throw(turn.state) is None)


def throw(turn: Turn) -> None:
    """throw: both dice; in the opening one die of one player."""
    state = turn.state
    if state.phase == "opening":
        opening.throw_die(turn, first_round)
        return
    total, pair = dice.throw(turn, may_throw(state), faces_needed(state), "board")
    judge(turn, total, pair)
    _decide_round(turn, total)


def may_throw(state: Street) -> Refused | None:
    """Why both dice cannot be thrown now, or None."""
    if state.phase not in ("come_out", "point"):
        return Refused("wrong_phase", "No round is open: two seats must hold the minimum.")
    if not state.againsts:
        return Refused("no_fade", "Nobody is against the shooter, so the dice cannot be thrown.")
    return None


def _decide_round(turn: Turn, total: int) -> None:
    why = dice.decided(turn.state.point, total)
    if why is not None:
        _settle(turn, why, "right" if why in ("natural", "point_made") else "wrong")
    elif turn.state.point is None:
        turn.tell(PointSet(total))


def _settle(turn: Turn, why: str, winner: str) -> None:
    state = turn.state
    in_play, risk = cover(state.stake, state.fors, state.againsts)
    turn.tell(
        RoundSettled(
            state.round, why, winner, state.stake, state.fors, state.againsts, in_play, risk, _due(state, why)
        )
    )
    next_round(turn, state.shooter)


def _due(state: Street, why: str) -> str | None:
    """The seat that the dice go to. Who threw on for a shooter that left has his own turn still to come."""
    if state.stake[0] != state.shooter:
        return state.shooter
    rule = state.rules.dice_pass
    passes = rule == "every_round" or why == "seven_out" or (why == "craps" and rule == "any_losing_round")
    return (left_of(state.players, state.shooter) or state.shooter) if passes else state.shooter
