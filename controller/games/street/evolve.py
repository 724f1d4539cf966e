"""What each event makes of the state. No rule is judged here: an event is what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games import events as shared
from controller.games.chips import Chips
from controller.games.codec import Event
from controller.games.dice_told import CRAPS_DICE
from controller.games.opening import Opening
from controller.games.seats import left_of, with_seat
from controller.games.street import events as street
from controller.games.street.options import Rules
from controller.games.street.options import changed as changed_rules
from controller.games.street.state import Bet, Street, line_bet, line_shares
from controller.games.values import changed


def evolve(state: Street | None, event: Event) -> Street:
    """The state after the event. Only `opened` may come without a state before it."""
    return _after[event.type](state, event)


def _opened(_: Street | None, event: shared.Opened) -> Street:
    chips = Chips.none()
    for player in event.players:
        chips = chips.buy(player, event.buy_in)
    rules = Rules(**event.rules)
    opening = Opening(event.players, {}) if rules.first_shooter == "high_die" else None
    return Street(rules, chips, event.players, phase="opening" if opening else "waiting", opening=opening)


# ---- people ---------------------------------------------------------------------------------------------------


def _joined(state: Street, event: shared.Joined) -> Street:
    made = changed(
        state,
        players=with_seat(state.players, event.player, event.after),
        chips=state.chips.join(event.player, event.buy_in),
        late=state.late | {event.player},
    )
    if state.phase == "point" and state.shooter is None:
        return changed(made, shooter=event.player)
    if state.phase == "waiting" and not state.players:
        return changed(made, due=event.player)
    return made if state.opening is None else changed(made, opening=state.opening.joined(event.player))


def _left(state: Street, event: shared.Left) -> Street:
    gone = event.player
    next_seat = left_of(state.players, gone)
    made = changed(
        state,
        players=tuple(player for player in state.players if player != gone),
        late=state.late - {gone},
        due=next_seat if state.due == gone else state.due,
    )
    return made if state.opening is None else changed(made, opening=state.opening.left(gone))


def _shooter_left(state: Street, event: shared.ShooterLeft) -> Street:
    return changed(state, shooter=event.shooter)


def _bought_in(state: Street, event: shared.BoughtIn) -> Street:
    return changed(state, chips=state.chips.buy(event.player, event.amount))


def _rules_changed(state: Street, event: shared.RulesChanged) -> Street:
    return changed(state, next_rules=changed_rules(state.next_rules or state.rules, event.rules))


def _cashed_out(state: Street, event: shared.CashedOut) -> Street:
    chips = state.chips
    if event.returned:
        chips = chips.home(*((player, amount, 0) for player, amount in event.returned))
    return changed(_bare_line(state), phase="over", chips=chips, board={}, opening=None, winners=event.winners)


# ---- who shoots -----------------------------------------------------------------------------------------------


def _opening_tied(state: Street, event: shared.OpeningTied) -> Street:
    return changed(state, opening=Opening(event.players, {}, tie=True))


def _shooter_chosen(state: Street, event: shared.ShooterChosen) -> Street:
    return changed(state, phase="waiting", due=event.player, opening=None)


def _round_opened(state: Street, event: street.RoundOpened) -> Street:
    chips = state.chips.put(event.shooter, event.stake).put(event.fader, event.fade)
    return changed(
        state,
        rules=state.next_rules or state.rules,
        next_rules=None,
        phase="come_out",
        round=event.round,
        shooter=event.shooter,
        due=None,
        stake=(event.shooter, event.stake),
        fors=(),
        againsts=((event.fader, event.fade),),
        auto_fade=event.fader,
        point=None,
        late=frozenset(),
        chips=chips,
    )


def _waiting(state: Street, event: street.Waiting) -> Street:
    return changed(state, phase="waiting", due=event.due, shooter=None)


def _bare_line(state: Street) -> Street:
    return changed(
        state,
        stake=None,
        fors=(),
        againsts=(),
        auto_fade=None,
        point=None,
        shooter=None,
        dice_out=False,
        no_rolls=0,
        host_called=False,
    )


def _line_home(state: Street, event: street.ShooterPassed | street.RoundDropped | shared.Voided) -> Street:
    chips = state.chips.home(*((player, amount, 0) for player, amount in event.returned))
    out = state.dice_out
    return changed(_bare_line(state), phase="waiting", due=event.next, chips=chips, dice_out=out)


# ---- the line -------------------------------------------------------------------------------------------------


def _line_bet(state: Street, event: street.LineBet) -> Street:
    player, amount = event.player, event.amount
    chips, fors, againsts = state.chips, state.fors, state.againsts
    before = line_bet(state, player)
    if before is not None:
        chips = chips.home((player, before[1], 0))
    chips = chips.put(player, amount)
    if before is not None and before[0] == event.side:
        if event.side == "for":
            fors = _same_place(fors, player, amount)
        else:
            againsts = _same_place(againsts, player, amount)
    else:
        fors, againsts = _without(fors, player), _without(againsts, player)
        if event.side == "for":
            fors = (*fors, (player, amount))
        else:
            againsts = (*againsts, (player, amount))
    return changed(state, chips=chips, fors=fors, againsts=againsts, auto_fade=_still_put_there(state, player))


def _still_put_there(state: Street, player: str) -> str | None:
    """Whom the table put against, once this player has done something with his own line bet."""
    return None if player == state.auto_fade else state.auto_fade


def _same_place(bets: tuple, player: str, amount: int) -> tuple:
    return tuple((name, amount if name == player else chips) for name, chips in bets)


def _without(bets: tuple, player: str) -> tuple:
    return tuple(bet for bet in bets if bet[0] != player)


def _line_off(state: Street, event: street.LineOff | street.LineReturned) -> Street:
    player = event.player
    return changed(
        state,
        chips=state.chips.home((player, event.amount, 0)),
        fors=_without(state.fors, player),
        againsts=_without(state.againsts, player),
        auto_fade=_still_put_there(state, player),
    )


def _stake_set(state: Street, event: street.StakeSet) -> Street:
    player, before = state.stake
    chips = state.chips.home((player, before, 0)).put(player, event.amount)
    return changed(state, chips=chips, stake=(player, event.amount))


# ---- round ----------------------------------------------------------------------------------------------------


def _round_settled(state: Street, event: street.RoundSettled) -> Street:
    right = {state.stake[0], *(player for player, _ in state.fors)}
    right_won = event.winner == "right"
    shares = [
        (player, amount, event.risk[player] if (player in right) == right_won else -event.risk[player])
        for player, amount in line_shares(state)
    ]
    return changed(_bare_line(state), phase="waiting", due=event.next, chips=state.chips.home(*shares))


# ---- the board ------------------------------------------------------------------------------------------------


def _chip_put(state: Street, event: street.ChipPut) -> Street:
    bet = Bet(event.bet, event.player, event.square, event.amount, event.lay, state.rules.odds[event.square])
    return changed(
        state,
        chips=state.chips.put(event.player, event.amount),
        board={**state.board, event.bet: bet},
        next_bet=max(state.next_bet, event.bet + 1),
    )


def _chip_home(state: Street, event: street.ChipLifted | street.ChipReturned) -> Street:
    return changed(state, chips=state.chips.home((event.player, event.amount, 0)), board=_board_without(state, event))


def _chip_taken(state: Street, event: street.ChipTaken) -> Street:
    bet = changed(state.board[event.bet], taker=event.player, taken_at=state.throws)
    return changed(state, chips=state.chips.put(event.player, event.lay), board={**state.board, event.bet: bet})


def _take_undone(state: Street, event: street.TakeUndone) -> Street:
    bet = changed(state.board[event.bet], taker=None, taken_at=0)
    chips = state.chips.home((event.player, event.lay, 0))
    return changed(state, chips=chips, board={**state.board, event.bet: bet})


def _both_home(state: Street, event: street.BetUndone | street.BetCalledOff) -> Street:
    chips = state.chips.home((event.player, event.amount, 0), (event.taker, event.lay, 0))
    return changed(state, chips=chips, board=_board_without(state, event))


def _bet_settled(state: Street, event: street.BetSettled) -> Street:
    gain = event.won if event.winner == event.player else -event.won
    chips = state.chips.home((event.player, event.amount, gain), (event.taker, event.lay, -gain))
    return changed(state, chips=chips, board=_board_without(state, event))


def _board_without(state: Street, event: Any) -> dict[int, Bet]:
    board = state.board.copy()
    del board[event.bet]
    return board


_after: dict[str, Callable[[Any, Any], Street]] = {
    "opened": _opened,
    "joined": _joined,
    "left": _left,
    "bought_in": _bought_in,
    "rules_changed": _rules_changed,
    "cashed_out": _cashed_out,
    "voided": _line_home,
    **CRAPS_DICE,
    "opening_tied": _opening_tied,
    "shooter_chosen": _shooter_chosen,
    "round_opened": _round_opened,
    "waiting": _waiting,
    "shooter_passed": _line_home,
    "round_dropped": _line_home,
    "shooter_left": _shooter_left,
    "line_bet": _line_bet,
    "line_kept": lambda state, _: state,
    "line_off": _line_off,
    "line_returned": _line_off,
    "stake_set": _stake_set,
    "round_settled": _round_settled,
    "chip_put": _chip_put,
    "chip_lifted": _chip_home,
    "chip_returned": _chip_home,
    "chip_taken": _chip_taken,
    "take_undone": _take_undone,
    "bet_undone": _both_home,
    "bet_called_off": _both_home,
    "bet_settled": _bet_settled,
}
