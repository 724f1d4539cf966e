"""What others see of a bank game."""

from __future__ import annotations

from collections.abc import Hashable

from controller.games.bank.bets import offers
from controller.games.bank.spots import ALWAYS, Spot
from controller.games.bank.state import BANK, Bank, free, standing, works, works_on_come_out
from controller.games.bank.throws import lying, may_throw
from controller.games.dice import told


def public(state: Bank, viewer: str | None = None) -> dict:
    """The state as JSON-ready dict. Everything on this table is open; a seated viewer finds what he may do in `offers`.

    stacks: chips in hand; results count chips on the table too. bank: chips in the bank; bank_free: what they are
    beyond the most that the bets could win. bets: by player. layout: every spot of the card. lying: a row a bet.
    why_not: the code of what keeps the dice.
    """
    chips = state.chips
    results = chips.results()
    bank_result = results.pop(BANK)
    refusal = None if state.phase == "opening" else may_throw(state)
    why_not = "game_over" if state.phase == "over" else refusal.code if refusal else None
    return {
        "game": "bank",
        "phase": state.phase,
        "puck": state.point or "OFF",
        "point": state.point,
        "shooter": state.shooter,
        "players": list(state.players),
        "stacks": _players(chips.hand),
        "bought_in": _players(chips.bought),
        "results": results,
        "on_table": chips.on_table,
        "bank": chips.hand[BANK],
        "bank_bought_in": chips.bought[BANK],
        "bank_result": bank_result,
        "bank_free": free(state),
        "bets": {player: dict(state.bets.get(player, {})) for player in chips.hand if player != BANK},
        "lying": [_lying(state, *one) for one in lying(state)],
        "layout": [_spot(spot) for spot in state.rules.spots.values()],
        "offers": {} if viewer is None else offers(state, viewer),
        "can_throw": why_not is None,
        "why_not": why_not,
        "round": state.round,
        "throws": state.throws,
        "dice_out": state.dice_out,
        "no_rolls": state.no_rolls,
        "host_called": state.host_called,
        "opening": None if state.opening is None else state.opening.to_json(),
        "last": told(state.last),
        "winners": list(state.winners),
        "rules": state.rules.told(),
        "next_rules": None if state.next_rules is None else state.next_rules.told(),
    }


def _players(account: dict[str, int]) -> dict[str, int]:
    return {player: chips for player, chips in account.items() if player != BANK}


def _lying(state: Bank, player: str, spot: Spot, chips: int) -> dict:
    """A bet: whether it works on the next throw and on come-outs, whether it is locked, and what it would win, by
    total where a bet on the next throw pays differently; `wins` is the most."""
    by_total = {str(total): chips * a // b for total, (a, b) in spot.pays.items()} if spot.kind == "next" else {}
    return {
        "player": player,
        "bet": spot.name,
        "amount": chips,
        "works": works(state, player, spot),
        "works_on_come_out": works_on_come_out(state, player, spot),
        "locked": spot.locked(state.point),
        "wins": spot.most_won(state.point, chips),
        "wins_by_total": by_total,
    }


def _spot(spot: Spot) -> dict:
    """A spot: pays [[number or total or None, a, b], ...]; limit [[number, times the flat bet], ...] or None for the
    table's maximum; switch: whether players call it on and off for come-outs."""
    return {
        "bet": spot.name,
        "kind": spot.kind,
        "number": spot.number,
        "pays": [[key or None, a, b] for key, (a, b) in spot.pays.items()],
        "limit": None if spot.limit is None else [list(pair) for pair in spot.limit.items()],
        "flat": spot.flat,
        "switch": spot.come_out != ALWAYS,
        "travels": spot.travels,
    }


def tap_view(state: Bank, player: str) -> Hashable:
    """What this player's light or page shows for a tap on the line: where two of these are equal, a tap means the same.

    (phase, round, throws, point, whether he shoots, whether he is on pass, on don't pass, whether he may bet there).
    A bet tapped before a throw is not one for the throw after it.
    """
    may_bet = state.phase == "come_out" and player in state.players
    line = standing(state, player, "pass") > 0, standing(state, player, "dont_pass") > 0
    return state.phase, state.round, state.throws, state.point, player == state.shooter, *line, may_bet
