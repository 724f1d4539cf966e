"""What a poker table is at one moment: frozen values, never changed in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from controller.games.chips import Chips
from controller.games.poker.options import FEWEST, Rules
from controller.games.seats import left_of, seats_from

Cards = tuple[str, ...]
TURN, BETTING, THROW, PASS, LAST = "turn", "betting", "throw", "pass", "last"
"""Stages of a hand: check or bet; answer the bet; throw the die; pass so many cards; the last round of betting."""


@dataclass(frozen=True)
class Betting:
    """A round of betting. bets: player -> chips put in it. top: the largest of them. least: the least raise.

    spoken: who has acted in it. closed: who has acted since the last full bet or raise and may not raise now.
    last: who acted last; None before the first.
    """

    least: int
    top: int = 0
    bets: dict[str, int] = field(default_factory=dict)
    spoken: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    last: str | None = None


@dataclass(frozen=True)
class Hand:
    """A hand being played. players: who was dealt in, from the dealer's left; their order stays whoever comes or goes.

    deck, salts: all 52, the top first. drawn: how many of them are dealt. held: player -> cards, of those who have any.
    muck: cards that are out of play. folded: who cannot win any more. circuit: which time round. at: whose turn it is
    to bet, throw and pass; None when all have. die: what he threw, until he has passed. received: player -> (from whom,
    cards) last taken up, until he passes.
    """

    number: int
    dealer: str
    players: tuple[str, ...]
    deck: Cards
    salts: tuple[str, ...] | None
    root: str | None
    drawn: int
    held: dict[str, Cards]
    circuits: int
    muck: Cards = ()
    folded: frozenset[str] = frozenset()
    stage: str = TURN
    circuit: int = 1
    at: str | None = None
    die: int | None = None
    betting: Betting | None = None
    received: dict[str, tuple[str, Cards]] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """The hand before: the hand as it was at its end, what was shown (as in hands_shown), its last event."""

    hand: Hand
    shown: tuple
    ended: Any


@dataclass(frozen=True)
class Poker:
    """A poker game. players: seated, clockwise. due: the seat that deals, in a hand the one that has dealt.

    hands, throws: how many so far. hand: the one being played or None. done: the one before it, until the next deal.
    next_rules: what `rules` become with the next deal. no_rolls: counted ones in a row. last: the last throw's event.
    The chips on the table are those of the hand, in their owners' names.
    """

    rules: Rules
    chips: Chips
    players: tuple[str, ...]
    due: str | None
    next_rules: Rules | None = None
    hands: int = 0
    throws: int = 0
    hand: Hand | None = None
    done: Done | None = None
    shown: tuple = ()
    dice_out: bool = False
    no_rolls: int = 0
    host_called: bool = False
    last: Any = None
    over: bool = False
    winners: tuple[str, ...] = ()

    @property
    def phase(self) -> str:
        """over; in a hand its stage; between hands deal, or waiting while fewer than three have chips."""
        if self.over:
            return "over"
        if self.hand is not None:
            return self.hand.stage
        return "deal" if len(with_chips(self)) >= FEWEST else "waiting"


def due_after(players: tuple[str, ...], player: str | None) -> str | None:
    """Who deals after this player: the next seat on the left, himself where nobody else is seated; None: nobody is."""
    return left_of(players, player) or (player if player in players else None)


def with_chips(state: Poker) -> tuple[str, ...]:
    """The seats that have any chip in hand, from the one that is due to deal."""
    hand = state.chips.hand
    return tuple(player for player in seats_from(state.players, state.due) if hand[player])


def active(hand: Hand) -> tuple[str, ...]:
    """Who can still win the hand, from the dealer's left."""
    return tuple(player for player in hand.players if player not in hand.folded)


def all_in(state: Poker) -> tuple[str, ...]:
    """The active players without a chip left to bet."""
    return tuple(player for player in active(state.hand) if not state.chips.hand[player])


def to_call(state: Poker, player: str) -> int:
    """Chips that he would have to put to match the largest bet of this round."""
    betting = state.hand.betting if state.hand else None
    return betting.top - betting.bets.get(player, 0) if betting else 0


def can_answer(state: Poker, player: str) -> bool:
    """Whether anybody else is left with chips, so that a bet of his could be called."""
    return any(other != player and state.chips.hand[other] for other in active(state.hand))


def to_bet(state: Poker) -> str | None:
    """Who is to act in a round of betting: who has not matched the largest bet or was not asked. None: it is over.

    Nobody is asked who has nothing to match and nobody to bet against.
    """
    hand, betting = state.hand, state.hand.betting
    for player in seats_from(hand.players, betting.last):
        if player in hand.folded or not state.chips.hand[player]:
            continue
        if betting.bets.get(player, 0) < betting.top:
            return player
        if player not in betting.spoken and can_answer(state, player):
            return player
    return None


def turn_of(state: Poker) -> str | None:
    """The player who is to act now, or None between hands."""
    hand = state.hand
    if hand is None or state.over:
        return None
    if hand.stage in (BETTING, LAST):
        return to_bet(state) if hand.betting else None
    return hand.at


def to_pass(hand: Hand | None) -> int | None:
    """How many cards are to be passed now, None when none are."""
    if hand is None or hand.die is None or hand.at not in hand.held:
        return None
    return min(hand.die, len(hand.held[hand.at]))
