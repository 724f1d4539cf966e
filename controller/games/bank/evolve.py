"""What each event makes of the state. No rule is judged here: an event is what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games import events as shared
from controller.games.bank import events as bank
from controller.games.bank.options import Rules
from controller.games.bank.options import changed as changed_rules
from controller.games.bank.state import BANK, Bank, Bets, standing
from controller.games.chips import Chips
from controller.games.codec import Event
from controller.games.dice_told import CRAPS_DICE
from controller.games.opening import Opening
from controller.games.seats import with_seat
from controller.games.values import changed


def evolve(state: Bank | None, event: Event) -> Bank:
    """The state after the event. Only `opened` may come without a state before it."""
    return _after[event.type](state, event)


def _opened(_: Bank | None, event: shared.Opened) -> Bank:
    rules = Rules(**event.rules)
    chips = Chips.none()
    for player in event.players:
        chips = chips.buy(player, event.buy_in)
    chips = chips.buy(BANK, rules.bank) if rules.bank else chips.account(BANK)
    opening = Opening(event.players, {}) if rules.first_shooter == "high_die" else None
    return Bank(rules, chips, event.players, phase="opening" if opening else "come_out", opening=opening)


# ---- people and the bank --------------------------------------------------------------------------------------


def _joined(state: Bank, event: shared.Joined) -> Bank:
    return changed(
        state,
        players=with_seat(state.players, event.player, event.after),
        chips=state.chips.join(event.player, event.buy_in),
        shooter=state.shooter if state.opening or state.shooter is not None else event.player,
        opening=None if state.opening is None else state.opening.joined(event.player),
    )


def _left(state: Bank, event: shared.Left) -> Bank:
    return changed(
        state,
        players=tuple(player for player in state.players if player != event.player),
        opening=None if state.opening is None else state.opening.left(event.player),
    )


def _bought_in(state: Bank, event: shared.BoughtIn) -> Bank:
    return changed(state, chips=state.chips.buy(event.player, event.amount))


def _bank_filled(state: Bank, event: bank.BankFilled) -> Bank:
    return changed(state, chips=state.chips.buy(BANK, event.amount))


def _rules_changed(state: Bank, event: shared.RulesChanged) -> Bank:
    return changed(state, next_rules=changed_rules(state.next_rules or state.rules, event.rules))


def _voided(state: Bank, event: shared.Voided) -> Bank:
    return changed(_all_home(state, event.returned), phase="come_out", shooter=event.next)


def _cashed_out(state: Bank, event: shared.CashedOut) -> Bank:
    made = _all_home(state, event.returned)
    return changed(made, phase="over", shooter=None, opening=None, winners=event.winners)


def _all_home(state: Bank, returned: tuple[tuple[str, int], ...]) -> Bank:
    chips = state.chips
    if returned:
        chips = chips.home(*((player, amount, 0) for player, amount in returned))
    return changed(state, chips=chips, point=None, bets={}, called={}, dice_out=False, no_rolls=0, host_called=False)


# ---- who shoots -----------------------------------------------------------------------------------------------


def _opening_tied(state: Bank, event: shared.OpeningTied) -> Bank:
    return changed(state, opening=Opening(event.players, {}, tie=True))


def _shooter_chosen(state: Bank, event: shared.ShooterChosen) -> Bank:
    return changed(state, phase="come_out", shooter=event.player, opening=None)


def _shooter_left(state: Bank, event: shared.ShooterLeft) -> Bank:
    return changed(state, shooter=event.shooter)


def _dice_passed(state: Bank, event: bank.DicePassed) -> Bank:
    return changed(state, shooter=event.next)


def _round_begun(state: Bank, event: bank.RoundBegun) -> Bank:
    return changed(
        state,
        rules=state.next_rules or state.rules,
        next_rules=None,
        phase="come_out",
        round=event.round,
        shooter=event.shooter,
    )


# ---- round ----------------------------------------------------------------------------------------------------


def _round_decided(state: Bank, _: bank.RoundDecided) -> Bank:
    return changed(state, phase="come_out", point=None)


# ---- bets -----------------------------------------------------------------------------------------------------


def _bet_put(state: Bank, event: bank.BetPut) -> Bank:
    chips = state.chips.put(event.player, event.amount)
    return changed(state, chips=chips, bets=_with(state.bets, event.player, event.bet, event.total))


def _bet_home(state: Bank, event: bank.BetDown | bank.BetReturned | bank.BetPushed) -> Bank:
    return _gone(state, event, state.chips.home((event.player, event.amount, 0)))


def _bet_won(state: Bank, event: bank.BetWon) -> Bank:
    player, amount, won = event.player, event.amount, event.won
    chips = state.chips
    if won:
        chips = chips.put(BANK, won).home((player, amount, won), (BANK, won, -won))
    else:
        chips = chips.home((player, amount, 0))
    return changed(state, chips=chips.put(player, amount)) if event.stays else _gone(state, event, chips)


def _bet_lost(state: Bank, event: bank.BetLost) -> Bank:
    return _gone(state, event, state.chips.home((event.player, event.amount, -event.amount), (BANK, 0, event.amount)))


def _bet_moved(state: Bank, event: bank.BetMoved) -> Bank:
    made = _gone(state, event, state.chips)
    return changed(made, bets=_with(made.bets, event.player, event.to, event.amount))


def _bet_called(state: Bank, event: bank.BetCalled) -> Bank:
    calls = {**state.called.get(event.player, {}), event.bet: event.on}
    return changed(state, called={**state.called, event.player: calls})


def _with(bets: Bets, player: str, name: str, chips: int) -> Bets:
    return {**bets, player: {**bets.get(player, {}), name: chips}}


def _gone(state: Bank, event: Any, chips: Chips) -> Bank:
    """Without that bet, and without what was called for it."""
    player, name = event.player, event.bet
    assert standing(state, player, name) == event.amount, event
    called = state.called
    if name in called.get(player, ()):
        called = _without(called, player, name)
    return changed(state, chips=chips, bets=_without(state.bets, player, name), called=called)


def _without(table: dict[str, dict], player: str, name: str) -> dict[str, dict]:
    own = {spot: value for spot, value in table[player].items() if spot != name}
    if own:
        return {**table, player: own}
    return {one: values for one, values in table.items() if one != player}


_after: dict[str, Callable[[Any, Any], Bank]] = {
    "opened": _opened,
    "joined": _joined,
    "left": _left,
    "bought_in": _bought_in,
    "bank_filled": _bank_filled,
    "bank_counted": lambda state, _: state,
    "rules_changed": _rules_changed,
    "voided": _voided,
    "cashed_out": _cashed_out,
    "opening_tied": _opening_tied,
    "shooter_chosen": _shooter_chosen,
    "shooter_left": _shooter_left,
    "dice_passed": _dice_passed,
    "round_begun": _round_begun,
    "round_decided": _round_decided,
    **CRAPS_DICE,
    "bet_put": _bet_put,
    "bet_down": _bet_home,
    "bet_returned": _bet_home,
    "bet_pushed": _bet_home,
    "bet_moved": _bet_moved,
    "bet_won": _bet_won,
    "bet_lost": _bet_lost,
    "bet_called": _bet_called,
    "bet_kept": lambda state, _: state,
}
