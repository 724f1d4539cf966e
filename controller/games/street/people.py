"""Commands of people and host: leave, rules, pass_dice, void, cash_out."""

from __future__ import annotations

from controller.games import fields, opening
from controller.games.events import CashedOut, Left, RulesChanged, ShooterLeft, Voided
from controller.games.refusals import Refused
from controller.games.seats import left_of
from controller.games.street.board import clear_of
from controller.games.street.events import LineReturned, RoundDropped, ShooterPassed
from controller.games.street.options import changed as changed_rules
from controller.games.street.state import line_bet, line_shares
from controller.games.street.turn import Turn, first_round, next_round


def leave(turn: Turn) -> None:
    """leave: the seat is free; what is decided later of his is paid to his account."""
    player = turn.better()
    state = turn.state
    next_seat = left_of(state.players, player)
    turn.tell(Left(player))
    clear_of(turn, player)
    if state.phase == "opening":
        opening.settle(turn, first_round)
    elif player == state.shooter and state.phase == "come_out":
        turn.tell(RoundDropped(player, line_shares(state), next_seat))
        next_round(turn, player)
    elif player == state.shooter and state.phase == "point":
        turn.tell(ShooterLeft(player, next_seat))
    elif state.phase == "come_out" and (bet := line_bet(state, player)):
        turn.tell(LineReturned(player, *bet))


def rules(turn: Turn) -> None:
    """rules: options that may change in mid-game, from the next round on."""
    given = turn.command.get("rules")
    changed_rules(turn.state.next_rules or turn.state.rules, given)
    turn.tell(RulesChanged(given))


def pass_dice(turn: Turn) -> None:
    """pass_dice, before the first throw: everything on the line comes home, the next seat's round opens."""
    state = turn.state
    named = turn.command.get("player") is not None
    player = turn.better() if named else state.shooter
    turn.need_betting_open()
    if state.phase != "come_out":
        raise Refused("wrong_phase", "The dice are passed before the first throw of a round, not now.")
    if player != state.shooter:
        raise Refused("not_shooter", f"The dice are not {fields.shown(player)}'s to pass.")
    due = left_of(state.players, state.shooter) or state.shooter
    turn.tell(ShooterPassed(state.shooter, line_shares(state), due, named))
    next_round(turn, state.shooter)


def void(turn: Turn) -> None:
    """void: the host takes the round back; the board stays, the same shooter begins again."""
    state = turn.state
    if state.phase not in ("come_out", "point"):
        raise Refused("wrong_phase", "No round is open, so there is none to void.")
    turn.tell(Voided(line_shares(state), state.shooter))
    next_round(turn, state.shooter)


def cash_out(turn: Turn) -> None:
    """cash_out: everything undecided goes back, the game ends. The highest result wins, ties share."""
    state = turn.state
    results = state.chips.results()
    best = max(results.values())
    winners = tuple(player for player, result in results.items() if result == best)
    returned = tuple((player, chips) for player, chips in state.chips.table.items() if chips)
    turn.tell(CashedOut(returned, results, winners))
