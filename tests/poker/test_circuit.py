"""Deal, turns, passing, top-up: who holds what, and whose turn comes next."""

from __future__ import annotations

import random

import pytest

from controller.games.poker.cards import DECK
from tests.poker.playing import ABCD, SIX, Game

SHUFFLED = random.Random(3).sample(DECK, 52)


def test_seven_cards_one_at_a_time_from_the_dealers_left():
    game = Game()
    game.do("deal", deck=SHUFFLED)
    assert {seat: set(cards) for seat, cards in game.held.items()} == {
        "Ben": set(SHUFFLED[0:21:3]), "Cas": set(SHUFFLED[1:21:3]), "Ann": set(SHUFFLED[2:21:3]),
    }  # fmt: skip
    assert all(len(cards) == 7 for cards in game.held.values())


def test_exactly_as_many_cards_as_the_die_shows_go_to_the_next_on_the_left():
    game = Game()
    game.deal({"Ben": "As Ks Qs Js Ts 9s 8s"})
    game.do("check")
    game.do("throw", dice=[3])
    assert (game.phase, game.state["die"], game.state["to_pass"]) == ("pass", 3, 3)
    game.refused("wrong_count", "pass", player="Ben", cards=["8s", "9s"])
    game.refused("wrong_count", "pass", player="Ben", cards=["8s", "9s", "Ts", "Js"])
    game.refused("not_allowed", "pass", player="Ben", cards=["8s", "9s", "Ah"])
    game.refused("bad_input", "pass", player="Ben", cards=["8s", "8s", "9s"])
    game.refused("bad_input", "pass", player="Ben", cards=["8s", "9s", "1s"])
    game.refused("bad_input", "pass", player="Ben")
    game.refused("not_your_turn", "pass", player="Cas", cards=["8s", "9s", "Ts"])
    game.do("pass", player="Ben", cards=["8s", "As", "9s"])
    assert game.held["Ben"] == ["Ks", "Qs", "Js", "Ts"]
    assert {"As", "9s", "8s"} <= set(game.held["Cas"])
    assert (len(game.held["Cas"]), game.state["turn"], game.phase) == (10, "Cas", "turn")


def test_the_receiver_takes_the_cards_up_before_his_own_turn():
    game = Game()
    game.deal({"Ben": "As Ks Qs Js Ts 9s 8s"})
    game.turn(2, "9s 8s")
    own = game.as_("Cas")["own"]
    assert own["received"] == ["9s", "8s"]
    assert own["from"] == "Ben"
    assert len(own["cards"]) == 9
    game.do("check")
    game.do("throw", dice=[1])
    game.do("pass", player="Cas", cards=["9s"])
    assert game.as_("Cas")["own"]["received"] == []
    assert "9s" in game.held["Ann"]


def test_a_full_house_kept_out_of_ten():
    game = Game(["Ann", "Abe", "Ben"])
    game.deal({"Abe": "As Ah Ad 2h 2d 2s 3c", "Ben": "9c 9d 4s 7h 2c Jd 3h"})
    game.turn(3, "As Ah Ad")
    assert len(game.held["Ben"]) == 10
    game.turn(5, "4s 7h 2c Jd 3h")
    assert game.held["Ben"] == ["As", "Ah", "Ad", "9d", "9c"]
    game.turn(6)
    assert "As" in game.held["Ben"]


def test_the_last_passes_to_the_first_and_the_last_betting_begins():
    game = Game()
    game.deal()
    game.turns(1, 2, 3)
    assert {seat: len(cards) for seat, cards in game.held.items()} == {"Ben": 9, "Cas": 6, "Ann": 6}
    assert game.phase == "last"
    assert game.state["circuit"]["player"] is None


def test_folded_players_are_skipped_by_turns_and_cards():
    game = Game(ABCD)
    game.deal()
    game.do("bet", amount=10)
    game.do("fold")
    game.do("call")
    game.do("call")
    assert game.state["hands"]["Cas"] == 0
    assert game.state["active"] == ["Ben", "Dan", "Ann"]
    game.turn(2)
    assert (game.state["turn"], game.state["hands"]["Dan"]) == ("Dan", 9)
    game.turn(1)
    game.turn(4)
    assert game.state["hands"] == {"Ben": 9, "Cas": 0, "Dan": 8, "Ann": 5}


def test_a_bettor_who_was_raised_and_folds_still_throws_and_passes_and_then_is_out():
    game = Game(ABCD)
    game.deal()
    game.do("bet", amount=10)
    game.do("raise", amount=40)
    game.do("call")
    game.do("fold")
    (folded, closed) = game.do("fold")
    assert folded["stays"] is True
    assert closed["type"] == "betting_closed"
    assert (game.phase, game.state["turn"], game.state["active"]) == ("throw", "Ben", ["Cas", "Dan"])
    assert game.state["hands"]["Ben"] == 7
    game.turn(6)
    assert game.state["hands"] == {"Ben": 0, "Cas": 13, "Dan": 7, "Ann": 0}
    game.turns(1, 1)
    assert game.phase == "last"
    assert game.state["pots"] == [{"amount": 110, "players": ["Cas", "Dan"]}]


def test_the_last_bettor_who_folds_passes_to_the_first_active():
    game = Game()
    game.deal()
    game.turns(1, 1)
    game.do("bet", amount=10)
    game.do("raise", amount=40)
    game.do("call")
    game.do("fold")
    assert game.state["turn"] == "Ann"
    game.turn(3)
    assert game.state["hands"] == {"Ben": 9, "Cas": 7, "Ann": 0}
    assert game.phase == "last"


def test_one_left_ends_the_hand_there():
    game = Game()
    game.deal()
    game.do("bet", amount=10)
    game.do("raise", amount=40)
    game.do("fold")
    assert game.types("fold") == ["folded", "betting_closed", "hand_ended"]
    assert game.phase == "deal"
    assert game.stacks == {"Ann": 495, "Ben": 485, "Cas": 520}
    assert game.state["ended"]["why"] == "uncalled"


def test_after_the_circuit_the_short_are_dealt_up_to_five_left_of_the_dealer_first():
    game = Game()
    game.deal({"Ann": "As Ah Ad Ac Kd Kh Ks"}, then="Qs Qh Qd Qc Js Jh Jd")
    game.turn(6)
    assert len(game.held["Cas"]) == 13
    game.turn(1)
    assert len(game.held["Ann"]) == 8
    events = game.turn(6)
    topped = [(event["player"], event["count"], event["cards"]) for event in events if event["type"] == "topped_up"]
    assert topped == [("Ann", 3, ["Qs", "Qh", "Qd"])]
    game = Game()
    game.deal(then="Qs Qh Qd Qc Js Jh Jd")
    game.turns(6, 6)
    events = game.turn(6)
    assert not [event for event in events if event["type"] == "topped_up"]


def test_two_short_hands_are_filled_one_after_the_other():
    game = Game(ABCD)
    game.deal(then="Qs Qh Qd Qc Js Jh Jd")
    game.turns(6, 3, 6)
    events = game.turn(1)
    topped = [(event["player"], event["cards"]) for event in events if event["type"] == "topped_up"]
    assert topped == [("Ben", ["Qs", "Qh", "Qd"]), ("Dan", ["Qc"])]
    assert {"Qs", "Qh", "Qd"} <= set(game.held["Ben"])
    assert "Qc" in game.held["Dan"]


def test_eleven_cards_go_round_twice_without_a_top_up_between():
    game = Game(ABCD, cards=11)
    game.deal()
    assert set(game.state["hands"].values()) == {11}
    assert game.state["circuit"] == {"number": 1, "of": 2, "player": "Ben"}
    game.turns(6, 6, 6)
    game.do("check")
    game.do("throw", dice=[1])
    (_, came) = game.pass_()
    assert came == {"type": "turn_came", "player": "Ben", "circuit": 2}
    assert game.state["hands"] == {"Ben": 6, "Cas": 11, "Dan": 11, "Ann": 16}
    game.turns(6, 6, 6)
    events = game.turn(1)
    assert [event["count"] for event in events if event["type"] == "topped_up"] == [4]
    assert game.phase == "last"


def test_the_second_circuit_skips_who_has_folded_since():
    game = Game(ABCD, cards=11)
    game.deal()
    game.turns(1, 1, 1)
    game.do("bet", amount=5)
    game.do("fold")
    game.do("call")
    game.do("call")
    game.turn(2)
    assert (game.state["turn"], game.state["circuit"]["number"]) == ("Cas", 2)
    game.turns(1, 1)
    game.turn(3)
    assert game.phase == "last"


@pytest.mark.parametrize(("players", "cards"), [(SIX, 7), (ABCD, 11)])
def test_the_extreme_throws_and_the_deck_suffices(players, cards):
    for first in (6, 1):
        game = Game(players, cards=cards)
        game.deal()
        count = len(players) * (2 if cards == 11 else 1)
        game.turns(*[(first, 7 - first)[at % 2] for at in range(count)])
        assert game.phase == "last"
        assert min(len(hand) for hand in game.held.values()) >= 5


def test_the_dealer_moves_left_and_a_seat_without_chips_is_passed_over():
    game = Game(ABCD, stacks={"Ann": 500, "Ben": 5, "Cas": 500, "Dan": 500}, ante=5)
    game.deal({"Ben": "2s 3h 4d 7c 8s 9h Tc", "Cas": "As Ah Ad Kc Ks Kd Qs"})
    assert game.state["dealer"] == "Ann"
    for seat in ("Ben", "Cas", "Dan", "Ann"):
        hand = game.held[seat]
        game.turn(1, [hand[-1]])
    for _ in range(3):
        game.do("check")
    assert game.stacks["Ben"] == 0
    assert game.state["dealer"] == "Cas"
    game.refused("not_your_turn", "deal", deck=SHUFFLED, player="Ben")
    (dealt, _) = game.deal(player="Cas")
    assert (dealt["dealer"], dealt["players"]) == ("Cas", ["Dan", "Ann", "Cas"])


def test_a_broke_seat_that_buys_in_before_the_deal_deals():
    game = Game(ABCD, stacks={"Ann": 500, "Ben": 5, "Cas": 500, "Dan": 500}, ante=5)
    game.deal({"Ben": "2s 3h 4d 7c 8s 9h Tc", "Cas": "As Ah Ad Kc Ks Kd Qs"})
    for seat in ("Ben", "Cas", "Dan", "Ann"):
        game.turn(1, [game.held[seat][-1]])
    for _ in range(3):
        game.do("check")
    game.do("buy_in", player="Ben", amount=100)
    assert game.state["dealer"] == "Ben"


def test_a_hand_needs_three_with_chips():
    game = Game(stacks={"Ann": 500, "Ben": 5, "Cas": 500}, ante=5)
    game.deal({"Ben": "2s 3h 4d 7c 8s 9h Tc", "Cas": "As Ah Ad Kc Ks Kd Qs"})
    for seat in ("Ben", "Cas", "Ann"):
        game.turn(1, [game.held[seat][-1]])
    game.do("check")
    game.do("check")
    assert game.phase == "waiting"
    game.refused("wrong_phase", "deal", deck=SHUFFLED)
    game.do("buy_in", player="Ben", amount=5)
    assert game.phase == "deal"
    game.do("deal", deck=SHUFFLED)


@pytest.mark.parametrize("deck", [
    None, "As", [5] * 52, SHUFFLED[1:], [*SHUFFLED[1:], SHUFFLED[1]], [*SHUFFLED[1:], "1s"], [*SHUFFLED, "As"],
    [*SHUFFLED[1:], ["As"]],
])  # fmt: skip
def test_a_deck_that_is_none(deck):
    game = Game()
    game.refused("bad_input", "deal", deck=deck)
    game.do("deal", deck=SHUFFLED)
    game.refused("wrong_phase", "deal", deck=SHUFFLED)
