"""The seal on the shuffle."""

from __future__ import annotations

import random

import pytest

from controller.games.poker import seal
from controller.games.poker.cards import DECK
from controller.games.refusals import Refused
from tests.poker.playing import Game

SALTS = [f"{number:032x}" for number in range(52)]


def test_every_card_opens_by_itself_and_no_other_does():
    deck = random.Random(1).sample(DECK, 52)
    root = seal.root(deck, SALTS)
    assert len(root) == 64
    openings = seal.opened(deck, SALTS, deck)
    assert [opening["card"] for opening in openings] == deck
    for at, opening in enumerate(openings):
        assert seal.holds(root, opening)
        for wrong in (
            {"card": deck[at - 1]}, {"place": at ^ 1}, {"salt": SALTS[at - 1]}, {"path": opening["path"][1:]},
            {"path": [[side, "00" * 32] for side, _ in opening["path"]]},
        ):  # fmt: skip
            assert not seal.holds(root, opening | wrong)


def test_another_order_or_other_salts_have_another_root():
    other = [DECK[1], DECK[0], *DECK[2:]]
    roots = {seal.root(DECK, SALTS), seal.root(other, SALTS), seal.root(DECK, [SALTS[1], SALTS[0], *SALTS[2:]])}
    assert len(roots) == 3


def test_the_root_is_written_down_so_that_another_program_can_check_it():
    assert seal.root(DECK, SALTS) == (
        "a8e9e77eee3015ff3e174e2443faf1af57ac5c98a0b94b6ce834f2a8dcda989c"
    )  # worked out apart


def test_only_what_was_shown_is_opened():
    game = Game()
    game.deal(salts=SALTS)
    root = game.state["seal"]["root"]
    assert game.state["seal"]["opened"] == []
    folded = game.held["Cas"]
    game.do("bet", amount=5)
    game.do("fold")
    game.do("call")
    game.do("throw", dice=[2])
    game.pass_()
    game.turn(1)
    assert game.state["seal"]["opened"] == []
    game.do("check")
    game.do("check")
    assert game.phase == "deal"
    opened = game.state["seal"]["opened"]
    shown = [card for row in game.state["showdown"] for card in row["cards"]]
    assert sorted(opening["card"] for opening in opened) == sorted(shown)
    assert not set(folded) & set(shown)
    assert game.state["seal"]["root"] == root
    assert all(seal.holds(root, opening) for opening in opened)
    game.deal(salts=SALTS)
    assert game.state["seal"]["opened"] == []


def test_nothing_is_opened_of_a_hand_that_nobody_called():
    game = Game()
    game.deal(salts=SALTS)
    game.do("bet", amount=5)
    game.do("fold")
    game.do("fold")
    assert game.phase == "deal"
    assert game.state["seal"]["opened"] == game.state["showdown"] == []
    assert game.state["hands"] == {"Ben": 0, "Cas": 0, "Ann": 0}


@pytest.mark.parametrize("salts", [SALTS[:51], [*SALTS[:51], "xy" * 16], [*SALTS[:51], "00"], "salt", [*SALTS[:51], 5]])
def test_salts_that_are_none(salts):
    with pytest.raises(Refused) as caught:
        Game().deal(salts=salts)
    assert caught.value.code == "bad_input"
