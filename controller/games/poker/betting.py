"""Commands of betting: check, bet, call, raise, fold; and what may be bet."""

from __future__ import annotations

from controller.games import fields
from controller.games.poker.circuit import after_betting
from controller.games.poker.events import BetOpened, Called, Checked, Folded, Raised
from controller.games.poker.state import BETTING, LAST, THROW, TURN, Poker, to_call
from controller.games.poker.turn import Turn
from controller.games.refusals import Refused


def check(turn: Turn) -> None:
    """check: nothing is bet. Who is all in may say it too at his turn, and nothing changes."""
    hand, player = turn.playing("check", TURN, BETTING, LAST, THROW)
    state = turn.state
    if hand.stage == THROW:
        if state.chips.hand[player] or player in hand.folded:
            raise Refused("wrong_phase", f"{player} is to throw the die.")
        return
    if to_call(state, player):
        raise Refused("not_allowed", f"{player} has a bet of {to_call(state, player)} to answer: call, raise or fold.")
    turn.tell(Checked(player))
    if hand.stage == LAST:
        after_betting(turn)


def bet(turn: Turn) -> None:
    """bet: the first chips of a round of betting."""
    amount = fields.amount(turn.command)
    hand, player = turn.playing("bet", TURN, BETTING, LAST)
    state = turn.state
    if hand.betting.top:
        raise Refused("not_allowed", f"{hand.betting.top} are bet already: call, raise or fold.")
    _check_size(state, player, amount, "bet")
    turn.tell(BetOpened(player, amount, amount == state.chips.hand[player]))
    after_betting(turn)


def call(turn: Turn) -> None:
    """call: the bet matched, or all he has put in."""
    hand, player = turn.playing("call", TURN, BETTING, LAST)
    state = turn.state
    due, has = to_call(state, player), state.chips.hand[player]
    if not due:
        raise Refused("not_allowed", f"There is no bet for {player} to call: check or bet.")
    turn.tell(Called(player, min(due, has), due >= has))
    after_betting(turn)


def raise_(turn: Turn) -> None:
    """raise: `amount` is what he will have put in this round of betting."""
    to = fields.amount(turn.command)
    hand, player = turn.playing("raise", TURN, BETTING, LAST)
    state, betting = turn.state, hand.betting
    if not betting.top:
        raise Refused("not_allowed", "Nothing has been bet that could be raised: check or bet.")
    if player in betting.closed:
        raise Refused("not_allowed", f"Nobody has fully raised since {player} acted: call or fold.")
    _check_size(state, player, to, "raise")
    amount = to - betting.bets.get(player, 0)
    turn.tell(Raised(player, amount, to, amount == state.chips.hand[player]))
    after_betting(turn)


def fold(turn: Turn) -> None:
    """fold: only where there is a bet to answer. Who opened the betting of this turn still throws and passes."""
    hand, player = turn.playing("fold", TURN, BETTING, LAST)
    if not to_call(turn.state, player):
        raise Refused("not_allowed", f"There is no bet that {player} would have to answer: nobody folds unasked.")
    turn.tell(Folded(player, player == hand.at))
    after_betting(turn)


def sizes(state: Poker, player: str) -> tuple[int, int]:
    """(least, most) that he may bet or raise to now, in chips of this round; the least may be more than he has."""
    betting = state.hand.betting
    least = betting.top + betting.least
    has = state.chips.hand[player] + betting.bets.get(player, 0)
    limit = state.rules.limit
    if limit == "fixed":
        least = most = betting.top + state.rules.ante
    elif limit == "pot":
        most = max(least, betting.top + state.chips.on_table + to_call(state, player))
    else:
        most = has
    return least, min(most, has)


def options(state: Poker, player: str) -> dict:
    """What he may do in this round of betting: {"check", "fold": bool, "call": chips | None, "bet", "raise": [least,
    most] | None}. Where he has less than the least, both are all he has."""
    betting, due = state.hand.betting, to_call(state, player)
    least, most = sizes(state, player)
    has = state.chips.hand[player] + betting.bets.get(player, 0)
    size = [min(least, most), most]
    may_raise = betting.top and has > betting.top and player not in betting.closed
    return {
        "check": not due,
        "fold": bool(due),
        "call": min(due, state.chips.hand[player]) if due else None,
        "bet": None if betting.top else size,
        "raise": size if may_raise else None,
    }


def _check_size(state: Poker, player: str, to: int, what: str) -> None:
    betting = state.hand.betting
    has = state.chips.hand[player] + betting.bets.get(player, 0)
    least, most = sizes(state, player)
    if to > has:
        raise Refused("not_enough_chips", f"{player} has {has} chips for this, not {fields.shown(to)}.")
    if to <= betting.top or to < min(least, has):
        least_words = f"The least raise is to {least}" if what == "raise" else f"The least bet is {least}"
        raise Refused("below_minimum", f"{least_words} chips, or all in.")
    if to > most:
        raise Refused("over_limit", f"The most at this table is {most} chips now.")
