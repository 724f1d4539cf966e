"""Commands of people and host: leave, fill_bank, rules, pass_dice, void, cash_out."""

from __future__ import annotations

from controller.games import fields, opening
from controller.games.bank.events import BankCounted, BankFilled, BetReturned, DicePassed
from controller.games.bank.options import changed as changed_rules
from controller.games.bank.state import BANK
from controller.games.bank.turn import Turn, first_round, next_round
from controller.games.events import CashedOut, Left, RulesChanged, ShooterLeft, Voided
from controller.games.refusals import Refused
from controller.games.seats import left_of


def leave(turn: Turn) -> None:
    """leave: what may come down comes home; locked bets, and what the dice bring them, are his account's."""
    player = turn.better()
    state = turn.state
    next_seat = left_of(state.players, player)
    turn.tell(Left(player))
    for name, chips in state.bets.get(player, {}).items():
        if not state.rules.spots[name].locked(state.point):
            turn.tell(BetReturned(player, name, chips, "left"))
    if state.phase == "opening":
        opening.settle(turn, first_round)
    elif player == state.shooter:
        turn.tell(ShooterLeft(player, next_seat))


def fill_bank(turn: Turn) -> None:
    """fill_bank: the host puts chips into the bank, any time between throws."""
    chips = fields.bought(turn.command, "amount")
    turn.need_betting_open()
    turn.tell(BankFilled(chips))


def rules(turn: Turn) -> None:
    """rules: options that may change in mid-game, from the next round on."""
    given = turn.command.get("rules")
    changed_rules(turn.state.next_rules or turn.state.rules, given)
    turn.tell(RulesChanged(given))


def pass_dice(turn: Turn) -> None:
    """pass_dice, before a come-out: the next seat shoots; the bets are on the dice and stay."""
    state = turn.state
    named = turn.command.get("player") is not None
    player = turn.better() if named else state.shooter
    turn.need_betting_open()
    if state.phase != "come_out" or state.shooter is None:
        raise Refused("wrong_phase", "The dice are passed before a come-out, not now.")
    if player != state.shooter:
        raise Refused("not_shooter", f"The dice are not {fields.shown(player)}'s to pass.")
    next_seat = left_of(state.players, player)
    if next_seat is None:
        raise Refused("not_allowed", "Nobody else is seated to whom the dice could go.")
    turn.tell(DicePassed(player, next_seat, named))


def void(turn: Turn) -> None:
    """void: the host takes all back: every stake goes home, and the same shooter begins a round."""
    state = turn.state
    if state.phase not in ("come_out", "point"):
        raise Refused("wrong_phase", "No round is open, so there is none to void.")
    turn.tell(Voided(_on_table(turn), state.shooter))
    next_round(turn, state.shooter, None)


def cash_out(turn: Turn) -> None:
    """cash_out: everything undecided goes back, the bank is counted, the game ends. The highest wins, ties share."""
    chips = turn.state.chips
    results = chips.results()
    won = results.pop(BANK)
    best = max(results.values())
    winners = tuple(player for player, result in results.items() if result == best)
    turn.tell(BankCounted(chips.hand[BANK], chips.bought[BANK], won))
    turn.tell(CashedOut(_on_table(turn), results, winners))


def _on_table(turn: Turn) -> tuple[tuple[str, int], ...]:
    return tuple((player, chips) for player, chips in turn.state.chips.table.items() if chips)
