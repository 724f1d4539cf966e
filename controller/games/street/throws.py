"""Commands of the dice: dice_out, no_roll, throw; the opening for the first shot."""

from __future__ import annotations

from typing import Any

from controller.games import fields
from controller.games.events import DiceOut, DieThrown, HostCalled, NoRoll, Thrown
from controller.games.refusals import Refused
from controller.games.street.board import faces_needed, judge
from controller.games.street.coverage import cover
from controller.games.street.events import OpeningTied, PointSet, RoundSettled, ShooterChosen
from controller.games.street.state import Street, left_of
from controller.games.street.turn import Turn, next_round

SOURCES = ("camera", "phone", "tapped")
CALL_HOST_AFTER = 3
POINTS = frozenset({4, 5, 6, 8, 9, 10})
NATURALS = frozenset({7, 11})


def dice_out(turn: Turn) -> None:
    """dice_out: betting closes. Said again, it changes nothing."""
    if not turn.state.dice_out:
        turn.tell(DiceOut())


def no_roll(turn: Turn) -> None:
    """no_roll: betting opens again; the third in a row calls the host, unless the dice were locked anyway.

    "counted": false says that it was no throw at all (only a hand): it counts towards nothing.
    """
    state = turn.state
    reason = fields.text(turn.command, "reason", "called")
    detail = fields.text(turn.command, "detail", None)
    thrown = fields.flag(turn.command, "counted", True)
    counted = thrown and (state.phase == "opening" or may_throw(state) is None)
    in_row = state.no_rolls + counted
    turn.tell(NoRoll(reason, detail, counted, in_row, *_evidence(turn.command)))
    if counted and in_row == CALL_HOST_AFTER:
        turn.tell(HostCalled(in_row))


def throw(turn: Turn) -> None:
    """throw: both dice; in the opening one die of one player."""
    state, command = turn.state, turn.command
    source = fields.choice(command, "source", SOURCES, "tapped")
    evidence = _evidence(command)
    if state.phase == "opening":
        _throw_die(turn, source, evidence)
        return
    dice, total = _faces(command)
    refusal = may_throw(state)
    if refusal is not None:
        raise refusal
    if command.get("player") is not None and turn.seated() != state.shooter:
        raise Refused("not_shooter", f"{state.shooter} has the dice.")
    if dice is None and faces_needed(state):
        raise Refused("faces_needed", "A hard way is on the board: say both faces, not the total alone.")
    turn.tell(Thrown(dice, total, source, state.round, state.throws + 1, *evidence))
    judge(turn, total, dice is not None and dice[0] == dice[1])
    _decide_round(turn, total)


def may_throw(state: Street) -> Refused | None:
    """Why both dice cannot be thrown now, or None."""
    if state.phase not in ("come_out", "point"):
        return Refused("wrong_phase", "No round is open: two seats must hold the minimum.")
    if not state.againsts:
        return Refused("no_fade", "Nobody is against the shooter, so the dice cannot be thrown.")
    return None


def _faces(command: dict) -> tuple[tuple[int, ...] | None, int]:
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


def _evidence(command: dict) -> tuple[str | None, dict | None]:
    """(hash of the picture, what the reader saw), as the camera's owner sent them."""
    reading: Any = command.get("reading")
    if reading is not None and not isinstance(reading, dict):
        raise Refused("bad_input", f"A reading is an object, not {fields.shown(reading)}.")
    return fields.text(command, "picture", None), reading


def _decide_round(turn: Turn, total: int) -> None:
    state = turn.state
    if state.phase == "come_out":
        if total in POINTS:
            turn.tell(PointSet(total))
        elif total in NATURALS:
            _settle(turn, "natural", "right")
        else:
            _settle(turn, "craps", "wrong")
    elif total == state.point:
        _settle(turn, "point_made", "right")
    elif total == 7:
        _settle(turn, "seven_out", "wrong")


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


# ---- the opening ----------------------------------------------------------------------------------------------


def _throw_die(turn: Turn, source: str, evidence: tuple[str | None, dict | None]) -> None:
    opening = turn.state.opening
    if turn.command.get("dice") is None:
        raise Refused("bad_input", 'For the first shot each player throws one die: "dice": [5] and the player.')
    (die,) = fields.dice(turn.command["dice"], 1)
    player = turn.seated()
    if player not in opening.among or player in opening.thrown:
        raise Refused("not_your_turn", f"{player} has no die to throw for the first shot now.")
    turn.tell(DieThrown(player, die, source, *evidence))
    settle_opening(turn)


def settle_opening(turn: Turn) -> None:
    """When all have thrown: the highest shoots first, those who tie throw again. Of the tied the last one left wins."""
    opening = turn.state.opening
    if not opening.among:
        turn.tell(OpeningTied(turn.state.players))
        return
    highest = opening.among
    if not (opening.tie and len(highest) == 1):
        if any(player not in opening.thrown for player in highest):
            return
        best = max(opening.thrown.values())
        highest = tuple(player for player in highest if opening.thrown[player] == best)
    if len(highest) > 1:
        turn.tell(OpeningTied(highest))
        return
    turn.tell(ShooterChosen(highest[0], "high_die"))
    next_round(turn, None)
