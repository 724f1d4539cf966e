"""What each event makes of the state. No rule is judged here: an event is what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games import events as shared
from controller.games.chips import Chips
from controller.games.codec import Event
from controller.games.dice_told import ANY_DICE
from controller.games.poker import events as poker
from controller.games.poker.cards import in_order
from controller.games.poker.options import Rules
from controller.games.poker.options import changed as changed_rules
from controller.games.poker.state import BETTING, LAST, PASS, THROW, TURN, Betting, Done, Hand, Poker, due_after
from controller.games.seats import with_seat
from controller.games.values import changed


def evolve(state: Poker | None, event: Event) -> Poker:
    """The state after the event. Only `opened` may come without a state before it."""
    return _after[event.type](state, event)


def _opened(_: Poker | None, event: shared.Opened) -> Poker:
    chips = Chips.none()
    for player in event.players:
        chips = chips.buy(player, event.buy_in)
    return Poker(Rules(**event.rules), chips, event.players, event.players[0])


# ---- people ---------------------------------------------------------------------------------------------------


def _joined(state: Poker, event: shared.Joined) -> Poker:
    return changed(
        state,
        players=with_seat(state.players, event.player, event.after),
        chips=state.chips.join(event.player, event.buy_in),
        due=event.player if state.due is None else state.due,
    )


def _left(state: Poker, event: shared.Left) -> Poker:
    gone = event.player
    players = tuple(player for player in state.players if player != gone)
    due = due_after(state.players, gone) if state.due == gone else state.due
    return changed(state, players=players, due=due if players else None)


def _bought_in(state: Poker, event: shared.BoughtIn) -> Poker:
    return changed(state, chips=state.chips.buy(event.player, event.amount))


def _rules_changed(state: Poker, event: shared.RulesChanged) -> Poker:
    return changed(state, next_rules=changed_rules(state.next_rules or state.rules, event.rules))


def _calm(state: Poker, **changes: Any) -> Poker:
    return changed(state, dice_out=False, no_rolls=0, host_called=False, **changes)


def _voided(state: Poker, event: shared.Voided) -> Poker:
    return _calm(state, hand=None, chips=_home(state.chips, event.returned), due=event.next)


def _cashed_out(state: Poker, event: shared.CashedOut) -> Poker:
    return _calm(state, hand=None, chips=_home(state.chips, event.returned), over=True, winners=event.winners)


def _home(chips: Chips, returned: shared.Pairs) -> Chips:
    return chips.home(*((player, amount, 0) for player, amount in returned))


# ---- the deal and the turns -----------------------------------------------------------------------------------


def _hand_dealt(state: Poker, event: poker.HandDealt) -> Poker:
    rules = state.next_rules or state.rules
    chips = state.chips
    for player, amount in event.antes:
        chips = chips.put(player, amount)
    players, deck = event.players, event.deck
    drawn = len(players) * event.cards
    held = {player: in_order(deck[at : drawn : len(players)]) for at, player in enumerate(players)}
    hand = Hand(event.hand, event.dealer, players, deck, event.salts, event.root, drawn, held, rules.circuits)
    return _calm(
        state, rules=rules, next_rules=None, chips=chips, hand=hand, hands=event.hand, due=event.dealer, done=None
    )


def _turn_came(state: Poker, event: poker.TurnCame) -> Poker:
    all_in = not state.chips.hand[event.player]
    return _in_hand(
        state,
        at=event.player,
        circuit=event.circuit,
        stage=THROW if all_in else TURN,
        die=None,
        betting=None if all_in else Betting(state.rules.ante),
    )


def _in_hand(state: Poker, **changes: Any) -> Poker:
    return changed(state, hand=changed(state.hand, **changes))


# ---- betting --------------------------------------------------------------------------------------------------


def _checked(state: Poker, event: poker.Checked) -> Poker:
    if state.hand.stage == TURN:
        return _in_hand(state, stage=THROW, betting=None)
    return _in_hand(state, betting=_spoken(state.hand.betting, event.player))


def _spoken(betting: Betting, player: str, **changes: Any) -> Betting:
    changes.setdefault("closed", betting.closed | {player})
    return changed(betting, spoken=betting.spoken | {player}, last=player, **changes)


def _put(state: Poker, player: str, amount: int) -> Poker:
    """A bet, call or raise of so many chips. Only a full bet or raise opens the betting again to those who acted."""
    hand, betting = state.hand, state.hand.betting
    total = betting.bets.get(player, 0) + amount
    more = total - betting.top
    changes: dict[str, Any] = {"bets": {**betting.bets, player: total}, "top": max(betting.top, total)}
    if more >= betting.least:
        changes |= {"least": more, "closed": frozenset({player})}
    return changed(
        state,
        chips=state.chips.put(player, amount),
        hand=changed(
            hand,
            stage=BETTING if hand.stage == TURN else hand.stage,
            betting=_spoken(betting, player, **changes),
        ),
    )


def _folded(state: Poker, event: poker.Folded) -> Poker:
    hand = state.hand
    out = changed(hand, folded=hand.folded | {event.player}, betting=_spoken(hand.betting, event.player))
    return changed(state, hand=out if event.stays else _cards_away(out, event.player))


def _hand_left(state: Poker, event: poker.HandLeft) -> Poker:
    hand = state.hand
    return changed(state, hand=_cards_away(changed(hand, folded=hand.folded | {event.player}), event.player))


def _cards_away(hand: Hand, player: str) -> Hand:
    held = {name: cards for name, cards in hand.held.items() if name != player}
    received = {name: taken for name, taken in hand.received.items() if name != player}
    return changed(hand, held=held, received=received, muck=hand.muck + hand.held.get(player, ()))


def _betting_closed(state: Poker, event: poker.BettingClosed) -> Poker:
    hand = state.hand
    stage = THROW if hand.stage in (TURN, BETTING) else hand.stage
    return changed(state, chips=_home(state.chips, event.returned), hand=changed(hand, stage=stage, betting=None))


# ---- the die --------------------------------------------------------------------------------------------------


def _thrown(state: Poker, event: shared.Thrown) -> Poker:
    made = _calm(state, throws=event.number, last=event)
    return _in_hand(made, stage=PASS, die=event.total, betting=None)


# ---- cards ----------------------------------------------------------------------------------------------------


def _cards_passed(state: Poker, event: poker.CardsPassed) -> Poker:
    hand, gone = state.hand, frozenset(event.cards)
    kept = tuple(card for card in hand.held[event.player] if card not in gone)
    taken = in_order(hand.held[event.to] + event.cards)
    received = {name: cards for name, cards in hand.received.items() if name != event.player}
    made = changed(
        hand,
        held={**hand.held, event.player: kept, event.to: taken},
        received={**received, event.to: (event.player, in_order(event.cards))},
        die=None,
    )
    return changed(state, hand=_cards_away(made, event.player) if event.player in hand.folded else made)


def _topped_up(state: Poker, event: poker.ToppedUp) -> Poker:
    hand = state.hand
    return _in_hand(
        state,
        held={**hand.held, event.player: in_order(hand.held[event.player] + event.cards)},
        drawn=min(hand.drawn + event.count, len(hand.deck)),
        muck=tuple(card for card in hand.muck if card not in event.cards),
    )


def _last_betting(state: Poker, _: poker.LastBetting) -> Poker:
    return _in_hand(state, stage=LAST, at=None, die=None, betting=Betting(state.rules.ante))


# ---- the end --------------------------------------------------------------------------------------------------


def _hands_shown(state: Poker, event: poker.HandsShown) -> Poker:
    return changed(state, shown=event.hands)


def _hand_ended(state: Poker, event: poker.HandEnded) -> Poker:
    won = event.won
    chips = state.chips.home(*((player, paid, won.get(player, 0) - paid) for player, paid in event.paid))
    done = Done(state.hand, state.shown if event.why == "showdown" else (), event)
    return _calm(state, chips=chips, hand=None, done=done, shown=(), due=event.next)


_after: dict[str, Callable[[Any, Any], Poker]] = {
    "opened": _opened,
    "joined": _joined,
    "left": _left,
    "bought_in": _bought_in,
    "rules_changed": _rules_changed,
    "voided": _voided,
    "cashed_out": _cashed_out,
    "hand_dealt": _hand_dealt,
    "turn_came": _turn_came,
    "checked": _checked,
    "bet_opened": lambda state, event: _put(state, event.player, event.amount),
    "called": lambda state, event: _put(state, event.player, event.amount),
    "raised": lambda state, event: _put(state, event.player, event.amount),
    "folded": _folded,
    "hand_left": _hand_left,
    "betting_closed": _betting_closed,
    **ANY_DICE,
    "thrown": _thrown,
    "cards_passed": _cards_passed,
    "topped_up": _topped_up,
    "last_betting": _last_betting,
    "hands_shown": _hands_shown,
    "hand_ended": _hand_ended,
}
