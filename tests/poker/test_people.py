"""Seats, chips, options and the ends of a game."""

from __future__ import annotations

import pytest

from tests.poker.playing import ABC, ABCD, SIX, Game


@pytest.mark.parametrize(("players", "rules"), [(SIX[:2], {}), ([*SIX, "Gus"], {}), (SIX[:5], {"cards": 11})])
def test_three_to_six_players_and_four_with_eleven_cards(players, rules):
    game = Game()
    game.refused("bad_input", "open", game="poker", players=players, buy_in=5, rules=rules)


@pytest.mark.parametrize("players", [
    None, "Ann", ["Ann", "Ann", "Ben"], ["Ann", "ann", "Ben"], ["Ann", "", "Ben"], ["Ann", "*", "Ben"],
])  # fmt: skip
def test_players_that_are_none(players):
    Game().refused("bad_input", "open", game="poker", players=players, buy_in=5)


@pytest.mark.parametrize("rules", [
    {"ante": 0}, {"ante": True}, {"ante": 10_000_000}, {"cards": 8}, {"cards": True}, {"limit": "big"}, {"limit": []},
    {"x": 1}, [], {"may_throw": {"x": "y"}}, {"may_throw": 5}, {"time_limit": -1},
])  # fmt: skip
def test_options_that_are_none(rules):
    game = Game()
    game.refused("bad_input", "open", game="poker", players=ABC, buy_in=5, rules=rules)
    game.refused("bad_input", "rules", rules=rules)


def test_options_change_with_the_next_hand():
    game = Game(ante=5)
    game.deal()
    game.do("rules", rules={"ante": 20, "cards": 11})
    assert game.state["rules"]["ante"] == 5
    assert game.state["next_rules"]["ante"] == 20
    game.refused("below_minimum", "bet", amount=4)
    game.do("void")
    game.deal()
    assert game.stacks["Ann"] == 480
    assert (game.state["rules"]["cards"], game.state["circuit"]["of"]) == (11, 2)
    assert game.state["next_rules"] is None
    game.refused("bad_input", "rules", rules={})


def test_eleven_cards_are_refused_while_too_many_are_seated():
    game = Game(SIX[:5])
    game.refused("not_allowed", "rules", rules={"cards": 11})
    game.do("leave", player="Eve")
    game.do("rules", rules={"cards": 11})
    game.refused("seat_taken", "join", player="Eve", buy_in=100)


def test_six_seats_and_newcomers_are_dealt_in_with_the_next_hand():
    game = Game(SIX[:5])
    game.deal()
    game.do("join", player="Fay", buy_in=100, after="Ann")
    assert game.state["players"] == ["Ann", "Fay", "Ben", "Cas", "Dan", "Eve"]
    assert "Fay" not in game.state["hands"]
    game.refused("seat_taken", "join", player="Gus", buy_in=100)
    game.refused("seat_taken", "join", player="Ann", buy_in=100)
    game.do("leave", player="Eve")
    game.refused("seat_taken", "join", player="eve", buy_in=100)
    game.do("void")
    game.deal()
    assert game.state["hands"]["Fay"] == 7


def test_chips_are_bought_between_hands():
    game = Game()
    game.do("buy_in", player="Ann", amount=50)
    game.deal()
    game.refused("wrong_phase", "buy_in", player="Ben", amount=50)
    game.do("bet", amount=10)
    game.do("fold")
    game.do("buy_in", player="Cas", amount=50)
    game.do("fold")
    game.do("buy_in", player="Ben", amount=50)
    game.refused("bad_input", "buy_in", player="Ben", amount=0)
    game.refused("no_such_player", "buy_in", player="Zoe", amount=10)
    assert game.state["bought_in"] == {"Ann": 550, "Ben": 550, "Cas": 550}


def test_a_leaver_folds_and_what_he_put_stays_in_the_pot():
    game = Game(ABCD, ante=5)
    game.deal()
    game.turn(1)
    game.do("bet", amount=20)
    assert game.types("leave", player="Ben") == ["left", "hand_left"]
    assert game.state["turn"] == "Dan"
    game.do("call")
    game.do("fold")
    game.turn(1)
    game.turn(1)
    game.do("check")
    game.do("check")
    assert sum(game.stacks.values()) == 2000
    assert game.stacks["Ben"] == 495
    assert game.state["results"]["Ben"] == -5
    assert game.state["players"] == ["Ann", "Cas", "Dan"]


def test_a_leaver_whose_turn_it_is_neither_throws_nor_passes():
    for steps in ((), ("check",), ("check", "throw")):
        game = Game(ABCD)
        game.deal()
        for step in steps:
            game.do(step, **({"dice": [2]} if step == "throw" else {}))
        game.do("leave", player="Ben")
        assert (game.phase, game.state["turn"]) == ("turn", "Cas")
        assert game.state["hands"] == {"Ben": 0, "Cas": 7, "Dan": 7, "Ann": 7}


def test_a_bettor_who_leaves_is_answered_and_then_the_turn_goes_on():
    game = Game(ABCD, ante=5)
    game.deal()
    game.do("bet", amount=20)
    game.do("leave", player="Ben")
    game.do("call")
    game.do("fold")
    assert game.types("call") == ["called", "betting_closed", "turn_came"]
    assert (game.phase, game.state["turn"]) == ("turn", "Cas")
    assert game.stacks["Ben"] == 475


def test_a_folded_bettor_who_leaves_before_his_throw_is_gone():
    game = Game(ABCD)
    game.deal()
    game.do("bet", amount=10)
    game.do("raise", amount=40)
    game.do("call")
    game.do("fold")
    game.do("fold")
    game.do("leave", player="Ben")
    assert (game.phase, game.state["turn"], game.state["hands"]["Cas"]) == ("turn", "Cas", 7)


def test_the_last_one_left_takes_the_pot_and_a_bet_that_nobody_matched_goes_back_to_the_leaver():
    game = Game(ante=5)
    game.deal()
    game.do("bet", amount=100)
    game.do("leave", player="Ben")
    game.do("fold")
    assert game.stacks == {"Ann": 510, "Ben": 495, "Cas": 495}
    assert game.state["ended"]["why"] == "uncalled"


def test_a_leaver_in_the_last_betting_is_asked_no_more():
    game = Game(ABCD)
    game.deal()
    game.turns(1, 1, 1, 1)
    game.do("check")
    game.do("leave", player="Cas")
    assert game.state["turn"] == "Dan"
    game.do("check")
    assert game.types("leave", player="Ann") == ["left", "hand_left", "betting_closed", "hands_shown", "hand_ended"]


def test_a_dealer_who_leaves_and_who_deals_next():
    game = Game(ABCD)
    game.deal()
    game.do("leave", player="Ann")
    game.do("bet", amount=5)
    game.do("fold")
    game.do("fold")
    assert game.state["dealer"] == "Ben"
    game = Game(ABCD)
    game.do("leave", player="Ann")
    assert game.state["dealer"] == "Ben"


def test_a_leaver_who_comes_back_goes_on_with_his_account():
    game = Game(ABCD)
    game.deal()
    game.do("leave", player="Cas")
    game.do("join", player="Cas", buy_in=10)
    assert game.stacks["Cas"] == 505
    assert game.state["hands"]["Cas"] == 0
    game.do("leave", player="Cas")
    assert game.phase == "turn"
    game.refused("no_such_player", "leave", player="Cas")


def test_when_everybody_has_left_a_newcomer_is_due_to_deal():
    game = Game()
    for player in ABC:
        game.do("leave", player=player)
    assert (game.phase, game.state["dealer"]) == ("waiting", None)
    for player in ("Dan", "Eve", "Fay"):
        game.do("join", player=player, buy_in=50)
    assert game.state["dealer"] == "Dan"
    game.deal()


def test_the_deck_that_runs_out_by_leavers_is_filled_up_from_the_cards_out_of_play():
    game = Game(SIX)
    game.deal()
    for gone in ("Cas", "Eve", "Ann"):
        game.turn(6)
        game.do("leave", player=gone)
    assert game.phase == "last"
    assert game.state["hands"] == {"Ben": 5, "Cas": 0, "Dan": 5, "Eve": 0, "Fay": 5, "Ann": 0}


def test_void_brings_everything_home_and_the_same_seat_deals_again():
    game = Game()
    game.refused("wrong_phase", "void")
    game.deal()
    game.do("bet", amount=100)
    game.do("call")
    (voided,) = game.do("void")
    assert dict(voided["returned"]) == {"Ann": 5, "Ben": 105, "Cas": 105}
    assert set(game.stacks.values()) == {500}
    assert (game.phase, game.state["dealer"], game.state["ended"]) == ("deal", "Ann", None)
    assert game.state["hands"] == {}


def test_cash_out_in_mid_hand_gives_back_what_is_undecided():
    game = Game()
    game.deal()
    game.do("bet", amount=100)
    (out,) = game.do("cash_out")
    assert out["results"] == {"Ann": 0, "Ben": 0, "Cas": 0}
    assert out["winners"] == ["Ann", "Ben", "Cas"]
    assert (game.phase, game.state["hands"], game.state["on_table"], game.state["turn"]) == ("over", {}, 0, None)
    for cmd in ("deal", "check", "void", "cash_out"):
        game.refused("game_over", cmd)
    game.do("open", game="poker", players=ABC, buy_in=9)
    assert game.stacks["Ann"] == 9


def test_opening_another_game_cashes_out():
    game = Game()
    game.deal()
    assert game.types("open", game="street", players=["A", "B"], buy_in=50)[:2] == ["cashed_out", "opened"]


def test_a_command_that_is_none():
    game = Game()
    game.refused("bad_input", "chip", player="Ann")
    game.refused("bad_input", "join", player="Zoe", buy_in=0)
    game.refused("no_such_player", "join", player="Zoe", buy_in=5, after="Gus")
    game.refused("over_limit", "buy_in", player="Ann", amount=10**12)
