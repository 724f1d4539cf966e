"""How rare the hands are: exact counts over all sevens of cards, and what the die says."""

from __future__ import annotations

from math import comb

from flask_babel import format_decimal
from flask_babel import gettext as _

from web import words
from web.games.poker_words import SEVEN, hand_words

#: Of all ways to hold seven cards out of 52, in how many the best five are this; the best hand first.
SEVENS = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pairs": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}


def sheet() -> list[dict]:
    """The hands, the best first: {"name", "chance" in percent, "one_in"}."""
    total = comb(52, 7)
    return [
        {
            "name": hand_words(name),
            "chance": words.percentage(float(f"{100 * count / total:.3g}")),
            "one_in": format_decimal(round(total / count, 1 if total / count < 100 else None)),
        }
        for name, count in SEVENS.items()
    ]


def slides(cards: int) -> list[tuple[str, str]]:
    """(title, text) of the slides about the odds. cards: how many each is dealt; figures are for seven."""
    hands = [_("%(hand)s: one in %(n)s", hand=one["name"], n=one["one_in"]) for one in sheet()]
    if cards != SEVEN:
        hands = [hand_words(name) for name in SEVENS]
    die = _("The die says how many cards are passed: each number from 1 to 6 in one throw out of six.")
    pots = _("Nobody but the players wins or loses: what goes into the pots comes out of them.")
    return [
        (_("The odds, honestly"), pots),
        (_("The die"), die),
        (_("The hands, the best first"), " · ".join(hands)),
    ]
