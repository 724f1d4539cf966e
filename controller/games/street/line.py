"""Commands on the line: for, against, off, stake."""

from __future__ import annotations

from controller.games import fields
from controller.games.refusals import Refused
from controller.games.street.events import LineBet, LineKept, LineOff, StakeSet
from controller.games.street.state import Street, line_bet
from controller.games.street.turn import Turn


def bet(turn: Turn) -> None:
    """for, against: a line bet made, moved to the other side or changed to another total."""
    side = turn.command["cmd"]
    turn.named()
    amount = _amount(turn)
    player = turn.better()
    state = turn.state
    _need_round(state)
    if player == state.shooter:
        raise Refused("not_allowed", f"{player} shoots and has the stake; the line is for the others.")
    before = line_bet(state, player)
    if state.phase == "point":
        _need_late(state, player, before)
    if player in state.late:
        raise Refused("line_closed", f"{player} sat down in this round and joins the line with the next.")
    if before == (side, amount):
        turn.tell(LineKept(player, side, amount))
        return
    _need_minimum(state, amount)
    turn.afford(player, amount, "the bet", back=before[1] if before else 0)
    turn.tell(LineBet(player, side, amount, state.phase == "point"))


def off(turn: Turn) -> None:
    """off: the line bet comes home."""
    player = turn.better()
    state = turn.state
    _need_round(state)
    if player == state.shooter:
        raise Refused("not_allowed", f"{player} shoots: the stake stays, or the dice are passed.")
    if state.phase == "point":
        raise Refused("line_closed", "No line bet is taken off after the first throw.")
    before = line_bet(state, player)
    if before is None:
        raise Refused("no_such_bet", f"{player} has no line bet to take off.")
    turn.tell(LineOff(player, *before))


def stake(turn: Turn) -> None:
    """stake: the shooter's total on himself."""
    named = turn.command.get("player") is not None
    if named:
        turn.named()
    amount = _amount(turn)
    state = turn.state
    turn.need_betting_open()
    _need_round(state)
    if named and turn.seated() != state.shooter:
        raise Refused("not_shooter", f"The stake is {state.shooter}'s to set.")
    if state.phase == "point":
        raise Refused("line_closed", "The stake stands after the first throw.")
    player, before = state.stake
    if amount == before:
        return
    _need_minimum(state, amount)
    turn.afford(player, amount, "the stake", back=before)
    turn.tell(StakeSet(player, amount, named))


def _amount(turn: Turn) -> int:
    """The total of a line bet or stake as the command says it: in a unit line one minimum and nothing else."""
    rules = turn.state.rules
    if rules.line == "unit":
        if turn.command.get("amount") is None:
            return rules.minimum
        amount = fields.amount(turn.command)
        if amount != rules.minimum:
            raise Refused("bad_input", f"Every line bet here is {rules.minimum} chips, not {fields.shown(amount)}.")
        return amount
    return fields.amount(turn.command)


def _need_minimum(state: Street, amount: int) -> None:
    if amount < state.rules.minimum:
        raise Refused("below_minimum", f"The least on the line is {state.rules.minimum} chips.")


def _need_round(state: Street) -> None:
    if state.phase not in ("come_out", "point"):
        raise Refused("wrong_phase", "No round is open, so there is no line to bet on.")


def _need_late(state: Street, player: str, before: tuple[str, int] | None) -> None:
    if not state.rules.late_line:
        raise Refused("line_closed", "The line is closed after the first throw.")
    if before is not None:
        raise Refused("line_closed", f"{player} has a line bet, and after the first throw it stands.")
