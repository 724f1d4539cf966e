"""What hands are worth: the kinds in their order, what decides within one, ties, and a well-kept library's word."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from controller.games.poker.cards import DECK, in_order
from controller.games.poker.ranking import NAMES, best, name, rank
from tests.poker.oracle import strength

LADDER = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Kd Qd Jd Td 9d"),
    ("straight_flush", "5h 4h 3h 2h Ah"),
    ("four_of_a_kind", "2s 2h 2d 2c 9s"),
    ("four_of_a_kind", "2s 2h 2d 2c 8s"),
    ("full_house", "As Ah Ad 9c 9d"),
    ("full_house", "Ks Kh Kd Ac Ad"),
    ("flush", "Ah Jh 9h 4h 2h"),
    ("flush", "Ah Jh 9h 3h 2h"),
    ("straight", "Ac Kd Qh Js Tc"),
    ("straight", "6c 5d 4h 3s 2c"),
    ("straight", "5c 4d 3h 2s Ac"),
    ("three_of_a_kind", "7c 7d 7h As 2c"),
    ("three_of_a_kind", "7c 7d 7h Ks Qc"),
    ("two_pairs", "Ac Ad 2h 2s 4c"),
    ("two_pairs", "Ac Ad 2h 2s 3c"),
    ("two_pairs", "Kc Kd Qh Qs Ac"),
    ("pair", "8c 8d Ah Ks 3c"),
    ("pair", "8c 8d Ah Ks 2c"),
    ("pair", "8c 8d Ah Qs Jc"),
    ("high_card", "Ac Kd Qh Js 9c"),
    ("high_card", "Ac Kd Qh Js 8c"),
    ("high_card", "7c 5d 4h 3s 2c"),
]


def test_each_beats_all_below_it():
    worth = [rank(cards.split()) for _, cards in LADDER]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)
    assert [name(one) for one in worth] == [kind for kind, _ in LADDER]
    assert {kind for kind, _ in LADDER} == set(NAMES)


@pytest.mark.parametrize(("one", "other"), [
    ("Ah Kh Qh Jh Th", "Ac Kc Qc Jc Tc"),
    ("8c 8d Ah Ks 3c", "8h 8s Ad Kc 3d"),
    ("5c 4d 3h 2s Ac", "5d 4h 3s 2c Ad"),
    ("Ac Ad 2h 2s 4c 3c", "As Ah 2d 2c 4d 3s"),
    ("Ah Jh 9h 4h 2h", "As Js 9s 4s 2s"),
    ("7c 7d 7h As Kc 2d", "7c 7d 7h As Kc 3d"),
])  # fmt: skip
def test_suits_and_a_sixth_card_never_break_ties(one, other):
    assert rank(one.split()) == rank(other.split())


@pytest.mark.parametrize(("cards", "five"), [
    ("As Ah Ad 9c 9d 4s 7h 2c Jd 3h", "As Ah Ad 9d 9c"),
    ("Ah 5d 4c 3s 2h 9h", "5d 4c 3s 2h Ah"),
    ("Ah 5h 4h 3h 2h 6d 7c", "5h 4h 3h 2h Ah"),
    ("Ks Kh Kd Qs Qh Qd 2c", "Ks Kh Kd Qs Qh"),
    ("4s 4h 4d 4c Qs Qh Qd", "4s 4h 4d 4c Qs"),
    ("9s 7s 5s 3s 2s 9h 7h 5h 4h 2h", "9h 7h 5h 4h 2h"),
    ("Ts Th 8s 8h 6s 6h 3c", "Ts Th 8s 8h 6s"),
    ("Ac Kd Qh Js 9c 7d", "Ac Kd Qh Js 9c"),
    ("Ac Kd Qh Js 9c 9d", "9d 9c Ac Kd Qh"),
    ("2s 2h 2d Ks Jc 9d", "2s 2h 2d Ks Jc"),
    ("Tc 9c 8c 7c 6c 5c Ac 7d 7h 7s", "Tc 9c 8c 7c 6c"),
])  # fmt: skip
def test_the_five_that_count(cards, five):
    assert best(cards.split()) == tuple(five.split())


def random_hand(chance, count):
    """So many cards: any, or from few ranks or few suits, where the rare kinds are."""
    few = chance.sample("23456789TJQKA", 6)
    pool = chance.choice([DECK, [card for card in DECK if card[0] in few], [card for card in DECK if card[1] in "sh"],
                          [card for card in DECK if card[0] in "A2345" or card[1] == "d"]])  # fmt: skip
    return chance.sample(pool, count)


def test_a_well_kept_library_says_the_same_of_thousands_of_hands():
    pokerkit = pytest.importorskip("pokerkit")
    chance, judged = random.Random(5), []
    for count in range(5, 13):
        for _ in range(520 if count < 10 else 130):
            cards = random_hand(chance, count)
            judged.append((pokerkit.StandardHighHand.from_game("".join(cards)), rank(cards)))
            assert pokerkit.StandardHighHand("".join(best(cards))) == judged[-1][0]
    judged.sort(key=lambda pair: pair[1])
    for (lower, one), (higher, other) in zip(judged, judged[1:], strict=False):
        assert (lower == higher) if one == other else (lower < higher), (lower, higher)


def test_any_number_of_cards_like_the_counting_way():
    chance = random.Random(6)
    for count in range(5, 28):
        for _ in range(60):
            one, other = chance.sample(DECK, count), random_hand(chance, min(count, 18))
            assert (rank(one) < rank(other)) == (strength(one) < strength(other))
            assert (rank(one) == rank(other)) == (strength(one) == strength(other))


def test_the_best_of_all_fives():
    chance = random.Random(7)
    for _ in range(12):
        cards = random_hand(chance, 11)
        assert rank(cards) == max(map(rank, combinations(cards, 5)))


def test_the_order_in_which_cards_come_makes_no_difference():
    chance = random.Random(8)
    for _ in range(200):
        cards = chance.sample(DECK, 9)
        assert rank(cards) == rank(sorted(cards))
        assert set(best(cards)) == set(best(sorted(cards)))
    assert in_order(["2c", "As", "Ah", "2s", "Kd"]) == ("As", "Ah", "Kd", "2s", "2c")
