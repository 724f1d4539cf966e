"""The 52 cards as people write them: rank and suit, "As", "Td", "9c"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.games.fields import shown
from controller.games.refusals import Refused

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All cards, in an order of their own."""
_PLACE = {card: (-RANKS.index(card[0]), -SUITS.index(card[1])) for card in DECK}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as one holds them: aces first, twos last, within a rank spades first."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def checked(value: Any, field: str) -> tuple[str, ...]:
    """Cards that came from outside, each once, or Refused. The sentence names none: others may read it."""
    if not isinstance(value, list | tuple):
        raise Refused("bad_input", f'The {field} are a list like ["As", "Td"].')
    for card in value:
        if not isinstance(card, str) or card not in _PLACE:
            raise Refused("bad_input", f'A card is a rank and a suit like "As" or "Td"; one of the {field} is not.')
    if len(set(value)) < len(value):
        raise Refused("bad_input", f"One of the {field} is named twice.")
    return tuple(value)


def whole_deck(value: Any) -> tuple[str, ...]:
    """A deck from outside, the top card first, or Refused."""
    deck = checked(value, "cards of the deck")
    if len(deck) != len(DECK):
        raise Refused("bad_input", f"A deck has {len(DECK)} cards, not {shown(len(deck))}.")
    return deck
