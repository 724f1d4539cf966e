"""The best five of any number of cards, found from which ranks and suits are there and never by trying fives.

Each suit is a number of 13 bits, a bit a rank; pairs, threes and straights fall out of a few operations on the four.

    >>> rank(["As", "Ah", "Ad", "9c", "9d", "4s", "7h", "2c", "Jd", "3h"])
    (6, (12, 7))
    >>> best(["Ah", "5d", "4c", "3s", "2h", "9h"])
    ('5d', '4c', '3s', '2h', 'Ah')
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.poker.cards import DECK, RANKS, SUITS

Rank = tuple[int, tuple[int, ...]]
"""(kind of hand, the ranks that decide within it, the weightiest first): the larger wins, equal ones tie."""

NAMES = (
    "high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
(HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH) = range(9)
ACE = 12
_MASKS = {card: 1 << 16 * SUITS.index(card[1]) + RANKS.index(card[0]) for card in DECK}
"""Four suits of 16 bits side by side in one number: the cards of a hand are added up at one go."""
_SUIT = 0x1FFF


def _tops() -> list[tuple[int, ...]]:
    """For each number of 13 bits its bits, the highest first."""
    return [tuple(place for place in range(ACE, -1, -1) if bits >> place & 1) for bits in range(1 << 13)]


_TOPS = _tops()


def _straights() -> bytes:
    """For each number of 13 bits one more than the highest card of its best straight, 0 where it has none."""
    made = bytearray(1 << 13)
    for bits in range(1 << 13):
        run = bits << 1 | bits >> ACE
        run &= run >> 1
        run &= run >> 2 & run >> 3
        made[bits] = (run.bit_length() + 4 - 1) if run else 0
    return bytes(made)


_STRAIGHTS = _straights()


def rank(cards: Sequence[str]) -> Rank:
    """What the best five of these cards are worth. Five cards or more, each once, as in cards.DECK."""
    held = sum(map(_MASKS.__getitem__, cards))
    clubs, diamonds, hearts, spades = held & _SUIT, held >> 16 & _SUIT, held >> 32 & _SUIT, held >> 48
    straights, tops = _STRAIGHTS, _TOPS
    flush = run = 0
    for suit in (clubs, diamonds, hearts, spades):
        if suit.bit_count() >= 5:
            run = max(run, straights[suit])
            flush = suit if tops[suit][:5] > tops[flush][:5] else flush
    if run:
        return STRAIGHT_FLUSH, (run - 1,)
    any_, red, black = clubs | diamonds | hearts | spades, clubs | diamonds, hearts | spades
    both_red, both_black = clubs & diamonds, hearts & spades
    fours = both_red & both_black
    if fours:
        four = fours.bit_length() - 1
        return FOUR, (four, (any_ ^ 1 << four).bit_length() - 1)
    threes = both_red & black | both_black & red
    pairs = both_red | both_black | red & black
    if threes:
        three = threes.bit_length() - 1
        under = pairs ^ 1 << three
        if under:
            return FULL_HOUSE, (three, under.bit_length() - 1)
    if flush:
        return FLUSH, tops[flush][:5]
    run = straights[any_]
    if run:
        return STRAIGHT, (run - 1,)
    if threes:
        return THREE, (three, *tops[any_ ^ 1 << three][:2])
    if pairs:
        high = pairs.bit_length() - 1
        under = pairs ^ 1 << high
        if under:
            low = under.bit_length() - 1
            return TWO_PAIRS, (high, low, (any_ ^ 1 << high ^ 1 << low).bit_length() - 1)
        return PAIR, (high, *tops[any_ ^ 1 << high][:3])
    return HIGH_CARD, tops[any_][:5]


def name(worth: Rank) -> str:
    """The word for the kind of hand: one of NAMES."""
    return NAMES[9 if worth == (STRAIGHT_FLUSH, (ACE,)) else worth[0]]


def best(cards: Sequence[str]) -> tuple[str, ...]:
    """The five cards that `rank` judged, what makes the hand first, then the kickers."""
    kind, ranks = worth = rank(cards)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        wanted = [ranks[0] - step if ranks[0] >= step else ACE for step in range(5)]
    elif kind == FULL_HOUSE:
        wanted = [ranks[0]] * 3 + [ranks[1]] * 2
    else:
        often = {FOUR: (4,), THREE: (3,), TWO_PAIRS: (2, 2), PAIR: (2,)}.get(kind, ())
        wanted = [place for at, place in enumerate(ranks) for _ in range(often[at] if at < len(often) else 1)]
    of = [cards]
    if kind in (FLUSH, STRAIGHT_FLUSH):
        suits = ([card for card in cards if card[1] == suit] for suit in SUITS)
        of = [suited for suited in suits if len(suited) >= 5 and rank(suited) == worth]
    left = sorted(of[0], key=lambda card: SUITS.index(card[1]), reverse=True)
    chosen = []
    for place in wanted:
        card = next(card for card in left if card[0] == RANKS[place])
        left.remove(card)
        chosen.append(card)
    return tuple(chosen)
