"""The board: side bets between two players, and how a throw judges them."""

from __future__ import annotations

from controller.games import fields
from controller.games.refusals import Refused
from controller.games.street.events import (
    BetCalledOff,
    BetSettled,
    BetUndone,
    ChipLifted,
    ChipPut,
    ChipReturned,
    ChipTaken,
    TakeUndone,
)
from controller.games.street.options import PRINTED_ODDS
from controller.games.street.state import Bet, Street, locked
from controller.games.street.turn import Turn

WINS = {
    "seven": frozenset({7}),
    "craps": frozenset({2, 3, 12}),
    "two": frozenset({2}),
    "twelve": frozenset({12}),
    "three": frozenset({3}),
    "eleven": frozenset({11}),
    "field": frozenset({2, 3, 4, 9, 10, 11, 12}),
}
"""Squares that the next throw decides, and the totals that win there."""


def chip(turn: Turn) -> None:
    """chip: a chip of its own, open on its square."""
    turn.named()
    square = turn.command.get("square")
    if not isinstance(square, str):
        given = "is missing" if square is None else f"cannot be {fields.shown(square)}"
        raise Refused("bad_input", f"The square {given}: it is a name like seven.")
    amount = fields.amount(turn.command)
    player = turn.better()
    if square not in PRINTED_ODDS:
        raise Refused("no_such_square", f"The square {fields.shown(square)} is not on the board.")
    turn.afford(player, amount, "the chip")
    lay = turn.state.rules.lay(square, amount)
    if lay < 1:
        raise Refused("below_minimum", f"On {square} nobody could lay anything against {amount}: put more.")
    turn.tell(ChipPut(turn.bet or turn.state.next_bet, player, square, amount, lay))


def lift(turn: Turn) -> None:
    """lift: the owner takes his open chip back."""
    player, bet = _better_and_bet(turn)
    if bet.player != player:
        raise Refused("not_allowed", f"Bet {bet.number} is {bet.player}'s to lift.")
    if bet.taker is not None:
        _need_unlocked(turn.state, bet)
        raise Refused("already_taken", f"{bet.taker} has taken bet {bet.number}: it can be undone, not lifted.")
    turn.tell(ChipLifted(bet.number, player, bet.amount))


def take(turn: Turn) -> None:
    """take: anybody else lays against the whole chip."""
    player, bet = _better_and_bet(turn)
    if bet.player == player:
        raise Refused("own_chip", f"Bet {bet.number} is {player}'s own: somebody else must take it.")
    if bet.taker is not None:
        raise Refused("already_taken", f"{bet.taker} has taken bet {bet.number} already.")
    turn.afford(player, bet.lay, "the lay")
    turn.tell(ChipTaken(bet.number, player, bet.lay))


def undo(turn: Turn) -> None:
    """undo, until a throw has been made on it: the taker lets go, or the bettor calls both home."""
    player, bet = _better_and_bet(turn)
    if player not in (bet.player, bet.taker):
        raise Refused("not_allowed", f"Bet {bet.number} is not {player}'s to undo.")
    if bet.taker is None:
        raise Refused("not_taken", f"Nobody has taken bet {bet.number}: its owner can lift it.")
    _need_unlocked(turn.state, bet)
    if player == bet.taker:
        turn.tell(TakeUndone(bet.number, player, bet.lay))
    else:
        turn.tell(BetUndone(bet.number, player, bet.amount, bet.taker, bet.lay))


def _better_and_bet(turn: Turn) -> tuple[str, Bet]:
    turn.named()
    number = fields.bet_number(turn.command)
    player = turn.better()
    bet = turn.state.board.get(number)
    if bet is None:
        raise Refused("no_such_bet", f"There is no bet {fields.shown(number)} on the board.")
    return player, bet


def _need_unlocked(state: Street, bet: Bet) -> None:
    if locked(state, bet):
        raise Refused("locked", f"A throw has been made on bet {bet.number}: it stands until the dice decide it.")


def in_order(state: Street) -> list[Bet]:
    """The bets on the board by number."""
    return [state.board[number] for number in sorted(state.board)]


def faces_needed(state: Street) -> bool:
    """Whether a total alone could not judge every taken bet: a hard way asks how the number was thrown."""
    return any(bet.taker is not None and bet.square.startswith("hard_") for bet in state.board.values())


def gain(bet: Bet, total: int, pair: bool) -> int | None:
    """What the bettor of a taken bet wins on this throw: his odds, or minus his chip, or None where undecided.

    total: 2..12. pair: whether both dice show the same.
    """
    if bet.square in WINS:
        if total not in WINS[bet.square]:
            return -bet.amount
        if bet.square == "field":
            a, b = bet.odds[str(total)]
            return bet.amount * a // b
        return bet.lay
    kind, number = bet.square.split("_")
    if total == 7:
        return -bet.amount
    if total != int(number):
        return None
    return bet.lay if kind == "num" or pair else -bet.amount


def judge(turn: Turn, total: int, pair: bool) -> None:
    """Settles every taken bet that the throw decides, then sends every open chip home."""
    bets = in_order(turn.state)
    for bet in bets:
        won = gain(bet, total, pair) if bet.taker is not None else None
        if won is not None:
            winner = bet.player if won >= 0 else bet.taker
            turn.tell(
                BetSettled(bet.number, bet.player, bet.square, bet.amount, bet.taker, bet.lay, winner, abs(won))
            )
    for bet in bets:
        if bet.taker is None:
            turn.tell(ChipReturned(bet.number, bet.player, bet.amount, "thrown"))


def clear_of(turn: Turn, player: str) -> None:
    """The player leaves: his open chips go home, taken bets of his are called off."""
    for bet in in_order(turn.state):
        if bet.taker is None:
            if bet.player == player:
                turn.tell(ChipReturned(bet.number, player, bet.amount, "left"))
        elif player in (bet.player, bet.taker):
            turn.tell(BetCalledOff(bet.number, bet.player, bet.amount, bet.taker, bet.lay))
