"""The deck never runs out: every way that throws and folds can take, at their extremes, counted to the end."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import pytest

from controller.games.poker.cards import DECK
from tests.poker.playing import SIX, Game

FULL = 5


def most_dealt(players, cards, circuits, faces):
    """The most cards that a top-up can need, over all throws of these faces and all folds, the bettor's own among them.

    It knows only how many cards each holds: None is out.
    """

    def next_active(counts, at):
        return next(seat % players for seat in range(at + 1, at + players) if counts[seat % players] is not None)

    @lru_cache(None)
    def turn(counts, at, circuit):
        worst = 0
        others = [seat for seat in range(players) if counts[seat] is not None and seat != at]
        for folds in range(len(others)):
            for gone in combinations(others, folds):
                left = [None if seat in gone else count for seat, count in enumerate(counts)]
                to = next_active(left, at)
                for bettor_folds in (False, True) if folds < len(others) - 1 else (False,):
                    for die in faces:
                        after = list(left)
                        assert after[at] >= die, "always enough to pass"
                        after[at], after[to] = after[at] - die, after[to] + die
                        if bettor_folds:
                            after[at] = None
                        worst = max(worst, onwards(tuple(after), at, circuit))
        return worst

    def onwards(counts, at, circuit):
        later = [seat for seat in range(players) if counts[seat] is not None and seat > at]
        if later:
            return turn(counts, later[0], circuit)
        if circuit < circuits:
            return turn(counts, next(seat for seat in range(players) if counts[seat] is not None), circuit + 1)
        return sum(max(0, FULL - count) for count in counts if count is not None)

    return turn((cards,) * players, 0, 1)


@pytest.mark.parametrize(("players", "cards", "worst"), [
    (3, 7, 3), (4, 7, 6), (5, 7, 6), (6, 7, 9), (3, 11, 4), (4, 11, 8),
])  # fmt: skip
def test_the_worst_that_can_happen_is_still_in_the_deck(players, cards, worst):
    faces = (1, 6) if cards == 11 else (1, 3, 6)
    assert most_dealt(players, cards, 2 if cards == 11 else 1, faces) == worst
    assert worst <= 52 - players * cards


def test_the_worst_case_of_eight_of_eight_is_played():
    game = Game(SIX[:4], cards=11)
    game.deal()
    game.turns(6, 1, 6, 1)
    game.turns(6, 1, 6, 1)
    hand = game.evening.state.hand
    assert len(DECK) - hand.drawn == 0
    assert min(game.state["hands"].values()) == FULL


def test_random_hands_with_leavers_always_come_to_their_end():
    chance = random.Random(4)
    for _ in range(150):
        cards = chance.choice([7, 11])
        game = Game(SIX[: 6 if cards == 7 else 4], cards=cards)
        game.deal()
        while game.phase not in ("deal", "waiting"):
            players = game.state["active"]
            if len(players) > 2 and chance.random() < 0.12:
                game.do("leave", player=chance.choice(players))
            elif game.phase == "last":
                assert all(len(hand) >= FULL for hand in game.held.values() if hand)
                game.do("check")
            else:
                game.turn(chance.choice([1, 6, 6]))
