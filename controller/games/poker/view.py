"""What others see of a poker game: everything but the cards, and to each his own."""

from __future__ import annotations

from collections.abc import Hashable

from controller.games.dice import told
from controller.games.poker import seal
from controller.games.poker.betting import options
from controller.games.poker.circuit import table_pots
from controller.games.poker.dice import may_throw
from controller.games.poker.state import (
    PASS,
    Poker,
    active,
    all_in,
    to_call,
    to_pass,
    turn_of,
    with_chips,
)

EVERYTHING = "*"
"""The viewer to whom every card is shown: the typist of `play`, no page and no player."""


def public(state: Poker, viewer: str | None = None) -> dict:
    """The state as JSON-ready dict, as `viewer` may see it (None: what everybody may see).

    hands: of those dealt in, how many cards each holds; a list only of his own for the viewer, and of those shown at
    a showdown until the next deal. `stacks` are chips in hand, `pots` have what is bet in this round in them, `may` is
    what `turn` may do in the betting, `shooter` throws the die, `seal` is the root over the deck and what was opened.
    `own`, for a viewer with cards: the cards and what he took up last, with whom it came from.
    """
    chips, hand, turn = state.chips, state.hand, turn_of(state)
    betting = hand.betting if hand else None
    why_not = _why_not(state)
    return {
        "game": "poker",
        "phase": state.phase,
        "dealer": _dealer(state),
        "turn": turn,
        "to_call": to_call(state, turn) if turn else 0,
        "pots": [{"amount": pot.amount, "players": list(pot.players)} for pot in table_pots(state)] if hand else [],
        "hands": _hands(state, viewer),
        "players": list(state.players),
        "stacks": dict(chips.hand),
        "bought_in": dict(chips.bought),
        "results": chips.results(),
        "on_table": chips.on_table,
        "bets": dict(betting.bets) if betting else {},
        "may": options(state, turn) if betting and turn else None,
        "dealt_in": list(hand.players) if hand else [],
        "active": list(active(hand)) if hand else [],
        "all_in": list(all_in(state)) if hand else [],
        "circuit": {"number": hand.circuit, "of": hand.circuits, "player": hand.at} if hand else None,
        "shooter": hand.at if hand and (hand.stage == PASS or why_not is None) else None,
        "can_throw": why_not is None,
        "why_not": why_not,
        "die": hand.die if hand else None,
        "to_pass": to_pass(hand),
        "own": _own(state, viewer),
        "showdown": _showdown(state),
        "ended": _ended(state),
        "seal": _seal(state),
        "round": state.hands,
        "throws": state.throws,
        "dice_out": state.dice_out,
        "no_rolls": state.no_rolls,
        "host_called": state.host_called,
        "last": told(state.last),
        "winners": list(state.winners),
        "rules": state.rules.to_json(),
        "next_rules": None if state.next_rules is None else state.next_rules.to_json(),
    }


def _why_not(state: Poker) -> str | None:
    if state.over:
        return "game_over"
    refusal = may_throw(state)
    return None if refusal is None else refusal.code


def _dealer(state: Poker) -> str | None:
    """Who has dealt, between hands who is to deal."""
    if state.hand is not None:
        return state.hand.dealer
    return next(iter(with_chips(state)), state.due)


def _hands(state: Poker, viewer: str | None) -> dict:
    hand = state.hand
    if hand is not None:
        return {
            player: list(hand.held[player])
            if player in hand.held and viewer in (player, EVERYTHING)
            else len(hand.held.get(player, ()))
            for player in hand.players
        }
    if state.done is None:
        return {}
    shown = {player: list(cards) for player, cards, _, _ in state.done.shown}
    return {player: shown.get(player, 0) for player in state.done.hand.players}


def _own(state: Poker, viewer: str | None) -> dict | None:
    hand = state.hand
    if hand is None or viewer not in hand.held:
        return None
    giver, cards = hand.received.get(viewer, (None, ()))
    return {"cards": list(hand.held[viewer]), "received": list(cards), "from": giver}


def _showdown(state: Poker) -> list[dict]:
    if state.done is None:
        return []
    return [
        {"player": player, "cards": list(cards), "best": list(five), "name": name}
        for player, cards, five, name in state.done.shown
    ]


def _ended(state: Poker) -> dict | None:
    """How the hand before ended, until the next deal."""
    if state.done is None:
        return None
    ended = state.done.ended
    return {
        "hand": ended.hand,
        "why": ended.why,
        "pots": [
            {"amount": amount, "players": list(players), "winners": [list(winner) for winner in winners]}
            for amount, players, winners in ended.pots
        ],
        "won": dict(ended.won),
    }


def _seal(state: Poker) -> dict | None:
    hand = state.hand or (state.done.hand if state.done else None)
    if hand is None or hand.root is None:
        return None
    shown = () if state.done is None else [card for _, cards, _, _ in state.done.shown for card in cards]
    return {"root": hand.root, "opened": seal.opened(hand.deck, hand.salts, shown) if shown else []}


def tap_view(state: Poker, player: str | None) -> Hashable:
    """What this player's page shows to tap on: where two of these are equal, a tap means the same."""
    hand = state.hand
    if hand is None:
        return state.phase, state.hands, _dealer(state)
    betting = hand.betting
    stakes = (betting.top, tuple(betting.bets.items())) if betting else None
    return hand.number, hand.stage, hand.circuit, hand.at, turn_of(state) == player, stakes, hand.die
