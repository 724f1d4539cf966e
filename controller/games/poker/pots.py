"""The pots of a hand, from what each has paid: side pots where somebody is all in, and who gets what of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Pot(NamedTuple):
    """amount: chips in it. players: who can win it, from the dealer's left."""

    amount: int
    players: tuple[str, ...]


def pots(paid: Mapping[str, int], active: Sequence[str], all_in: Sequence[str]) -> tuple[Pot, ...]:
    """The main pot first.

    paid: player -> chips in this hand, of all who paid. active: who can still win, from the dealer's left. all_in:
    those of them who cannot pay more. Everybody all in closes a pot at what he paid; above the last such mark lies one
    for those who can still pay. Chips that nobody active reaches up to (their owners left) lie in the last pot.
    """
    made: list[Pot] = []
    below = 0
    for mark in sorted({paid[player] for player in all_in}):
        amount = sum(min(chips, mark) - min(chips, below) for chips in paid.values())
        players = tuple(p for p in active if p not in all_in or paid[p] >= mark)
        made.append(Pot(amount, players))
        below = mark
    rest = sum(max(chips - below, 0) for chips in paid.values())
    able = tuple(player for player in active if player not in all_in)
    if rest and able:
        made.append(Pot(rest, able))
    elif rest:
        amount, players = made.pop()
        made.append(Pot(amount + rest, players))
    return tuple(pot for pot in made if pot.amount)


def shared_out(pot: Pot, worth: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """((winner, chips), ...): the best of the pot's players share alike, the odd chips go to the first of them."""
    best = max(worth[player] for player in pot.players)
    winners = [player for player in pot.players if worth[player] == best]
    each, odd = divmod(pot.amount, len(winners))
    return tuple((player, each + odd if at == 0 else each) for at, player in enumerate(winners))
