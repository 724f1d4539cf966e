"""Antes, bets, raises, all-in: who may put how much, and when."""

from __future__ import annotations

import pytest

from tests.poker.playing import ABCD, Game


def test_everybody_antes_and_a_short_stack_what_it_has():
    game = Game(stacks={"Ann": 500, "Ben": 3, "Cas": 500}, ante=5)
    (dealt, _) = game.deal()
    assert dealt["antes"] == [["Ben", 3], ["Cas", 5], ["Ann", 5]]
    assert game.stacks == {"Ann": 495, "Ben": 0, "Cas": 495}
    assert game.state["pots"] == [
        {"amount": 9, "players": ["Ben", "Cas", "Ann"]}, {"amount": 4, "players": ["Cas", "Ann"]},
    ]  # fmt: skip


def test_in_turn_from_the_dealers_left_check_or_bet_and_no_fold_unasked():
    game = Game()
    game.deal()
    assert (game.phase, game.state["turn"], game.state["dealer"]) == ("turn", "Ben", "Ann")
    for word in ("fold", "call"):
        game.refused("not_allowed", word)
    game.refused("not_allowed", "raise", amount=20)
    game.refused("not_your_turn", "check", player="Cas")
    assert game.state["may"] == {"check": True, "fold": False, "call": None, "bet": [5, 495], "raise": None}
    assert game.types("check") == ["checked"]
    assert game.phase == "throw"


def test_a_check_opens_no_betting_for_the_others():
    game = Game()
    game.deal()
    game.turn(2)
    assert (game.phase, game.state["turn"]) == ("turn", "Cas")


def test_a_bet_is_answered_from_the_bettors_left_until_all_stakes_match():
    game = Game(ABCD)
    game.deal()
    game.turn(1)
    game.do("bet", amount=10)
    assert (game.phase, game.state["turn"], game.state["to_call"]) == ("betting", "Dan", 10)
    game.refused("not_allowed", "check")
    game.refused("not_allowed", "bet", amount=10)
    game.do("call")
    assert game.state["turn"] == "Ann"
    game.do("raise", amount=30)
    assert (game.state["turn"], game.state["to_call"]) == ("Ben", 30)
    game.do("fold")
    assert (game.state["turn"], game.state["to_call"]) == ("Cas", 20)
    game.do("call")
    assert game.state["turn"] == "Dan"
    assert game.types("call") == ["called", "betting_closed"]
    assert (game.phase, game.state["turn"]) == ("throw", "Cas")
    assert game.stacks == {"Ann": 465, "Ben": 495, "Cas": 465, "Dan": 465}


def test_the_least_bet_is_the_ante_and_the_least_raise_the_last_raise():
    game = Game(ABCD, ante=5)
    game.deal()
    game.refused("below_minimum", "bet", amount=4)
    game.do("bet", amount=20)
    game.refused("below_minimum", "raise", amount=39)
    game.refused("below_minimum", "raise", amount=20)
    game.do("raise", amount=40)
    game.do("raise", amount=90)
    game.refused("below_minimum", "raise", amount=139)
    assert game.state["may"]["raise"] == [140, 495]
    game.do("raise", amount=140)


def test_one_may_go_all_in_for_less_and_nobody_for_more_than_he_has():
    game = Game(stacks={"Ann": 500, "Ben": 8, "Cas": 37}, ante=5)
    game.deal()
    game.refused("not_enough_chips", "bet", amount=4)
    game.do("bet", amount=3)
    assert game.stacks["Ben"] == 0
    game.refused("below_minimum", "raise", amount=7)
    assert game.state["may"]["raise"] == [8, 32]
    game.do("raise", amount=30)
    game.refused("not_enough_chips", "raise", amount=496)
    game.do("raise", amount=57)
    assert game.state["may"] == {"check": False, "fold": True, "call": 2, "bet": None, "raise": None}
    game.refused("not_enough_chips", "raise", amount=57)
    game.refused("below_minimum", "raise", amount=32)
    (called, closed) = game.do("call")
    assert (called["amount"], called["all_in"]) == (2, True)
    assert closed["returned"] == [["Ann", 25]]
    assert game.stacks == {"Ann": 463, "Ben": 0, "Cas": 0}


def test_a_short_all_in_does_not_reopen_the_betting():
    game = Game(ABCD, stacks={"Ann": 500, "Ben": 500, "Cas": 500, "Dan": 30}, ante=5)
    game.deal()
    game.do("bet", amount=20)
    game.do("call")
    game.do("raise", amount=25)
    game.do("call")
    assert game.state["turn"] == "Ben"
    game.refused("not_allowed", "raise", amount=100)
    assert game.state["may"]["raise"] is None
    game.do("call")
    game.refused("not_allowed", "raise", amount=100)
    game.do("call")
    assert game.phase == "throw"


def test_who_has_not_acted_may_raise_over_a_short_all_in_and_that_reopens():
    game = Game(ABCD, stacks={"Ann": 500, "Ben": 500, "Cas": 500, "Dan": 30}, ante=5)
    game.deal()
    game.do("bet", amount=20)
    game.do("call")
    game.do("raise", amount=25)
    game.refused("below_minimum", "raise", amount=44)
    game.do("raise", amount=45)
    game.do("raise", amount=65)
    assert game.state["turn"] == "Cas"


def test_a_short_all_in_bet_does_not_let_those_who_checked_raise():
    game = Game(stacks={"Ann": 500, "Ben": 500, "Cas": 8}, ante=5)
    game.deal()
    game.turns(1, 1, 1)
    game.do("check")
    game.do("bet", amount=3)
    assert game.state["turn"] == "Ann"
    game.do("call")
    game.refused("not_allowed", "raise", amount=50)


@pytest.mark.parametrize(("limit", "most"), [("no", 495), ("pot", 15), ("fixed", 5)])
def test_limits_of_a_bet(limit, most):
    game = Game(limit=limit, ante=5)
    game.deal()
    assert game.state["may"]["bet"] == [5, most]
    game.refused("over_limit" if limit != "no" else "not_enough_chips", "bet", amount=most + 1)
    game.do("bet", amount=most)


def test_a_pot_limit_raise_counts_the_call_first():
    game = Game(limit="pot", ante=5)
    game.deal()
    game.do("bet", amount=10)
    game.refused("over_limit", "raise", amount=46)
    game.do("raise", amount=45)
    assert game.state["may"]["raise"] == [80, 160]


def test_a_fixed_raise_is_one_ante():
    game = Game(limit="fixed", ante=5)
    game.deal()
    game.do("bet", amount=5)
    game.refused("below_minimum", "raise", amount=9)
    game.refused("over_limit", "raise", amount=11)
    game.do("raise", amount=10)
    game.do("raise", amount=15)


def test_what_nobody_matched_comes_back_when_the_round_closes():
    game = Game(stacks={"Ann": 500, "Ben": 500, "Cas": 45}, ante=5)
    game.deal()
    game.do("bet", amount=100)
    game.do("call")
    assert game.stacks["Cas"] == 0
    (_, closed) = game.do("fold")
    assert closed["returned"] == [["Ben", 60]]
    assert game.stacks == {"Ann": 495, "Ben": 455, "Cas": 0}
    assert game.state["pots"] == [{"amount": 95, "players": ["Ben", "Cas"]}]


def test_who_is_all_in_stays_and_throws_without_a_word():
    game = Game(stacks={"Ann": 500, "Ben": 500, "Cas": 5}, ante=5)
    game.deal()
    game.turn(3)
    assert (game.phase, game.state["turn"], game.state["can_throw"]) == ("throw", "Cas", True)
    assert game.types("check") == []
    game.refused("wrong_phase", "bet", amount=5)
    game.turn(2)
    assert game.state["turn"] == "Ann"


def test_who_could_only_bet_against_all_ins_may_throw_at_once():
    game = Game(stacks={"Ann": 5, "Ben": 500, "Cas": 5}, ante=5)
    game.deal()
    assert (game.phase, game.state["can_throw"], game.state["shooter"]) == ("turn", True, "Ben")
    game.do("throw", dice=[4])
    game.pass_()
    game.turns(1, 1)
    assert game.phase == "waiting", "no last betting where nobody could answer"


def test_a_bet_that_nobody_can_answer_comes_back_at_once():
    game = Game(stacks={"Ann": 5, "Ben": 500, "Cas": 5}, ante=5)
    game.deal()
    assert game.types("bet", amount=50) == ["bet_opened", "betting_closed"]
    assert (game.stacks["Ben"], game.phase) == (495, "throw")


def test_the_last_betting_goes_from_the_dealers_left_and_ends_in_the_showdown():
    game = Game()
    game.deal()
    game.turns(1, 1, 1)
    assert (game.phase, game.state["turn"]) == ("last", "Ben")
    game.do("check")
    game.do("bet", amount=10)
    assert game.state["turn"] == "Ann"
    game.do("call")
    assert game.state["turn"] == "Ben"
    game.do("raise", amount=40)
    game.do("fold")
    assert game.types("call") == ["called", "betting_closed", "hands_shown", "hand_ended"]
    assert game.phase == "deal"


def test_nobody_bets_between_hands_or_while_a_die_is_due():
    game = Game()
    for word in ("check", "call", "fold"):
        game.refused("wrong_phase", word)
    game.deal()
    game.do("check")
    game.refused("wrong_phase", "check")
    game.refused("wrong_phase", "bet", amount=5)
    game.do("throw", dice=[1])
    game.refused("wrong_phase", "check")
    game.refused("bad_input", "bet", amount=0)
    game.refused("bad_input", "raise")
    game.refused("no_such_player", "check", player="Zoe")
    game.refused("bad_input", "check", player=["Ben"])
