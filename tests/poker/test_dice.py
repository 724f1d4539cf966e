"""The one die: thrown, called no roll, corrected, disputed."""

from __future__ import annotations

import pytest

from tests.poker.playing import ABCD, Game


def due(players=ABCD, **rules):
    game = Game(players, **rules)
    game.deal()
    game.do("check")
    return game


def test_one_die_by_the_player_whose_turn_it_is():
    game = due()
    game.refused("wrong_count", "throw", dice=[4, 2])
    game.refused("bad_input", "throw", dice=[7])
    game.refused("bad_input", "throw")
    game.refused("bad_input", "throw", total=5)
    game.refused("bad_input", "throw", dice=[4], source="guess")
    game.refused("not_shooter", "throw", dice=[4], player="Dan")
    game.refused("no_such_player", "throw", dice=[4], player="Zoe")
    (thrown,) = game.do("throw", dice=[4], source="camera", picture="ab", reading={"a": 1}, player="Ben")
    assert (thrown["dice"], thrown["total"], thrown["source"], thrown["picture"]) == ([4], 4, "camera", "ab")
    assert (game.state["last"]["dice"], game.state["throws"], game.state["die"]) == ([4], 1, 4)
    game.refused("wrong_phase", "throw", dice=[4])


def test_no_die_before_the_betting_is_done_or_between_hands():
    game = Game()
    for _ in range(2):
        game.refused("wrong_phase", "throw", dice=[4])
        game.refused("wrong_phase", "dice_out")
        assert (game.state["can_throw"], game.state["why_not"]) == (False, "wrong_phase")
        if game.phase == "deal":
            game.deal()
    game.do("bet", amount=5)
    game.refused("wrong_phase", "throw", dice=[4])


def test_while_the_die_is_out_nobody_comes_or_goes():
    game = due()
    assert game.types("dice_out") == ["dice_out"]
    assert game.types("dice_out") == []
    for cmd, fields in {
        "join": {"player": "Zoe", "buy_in": 5}, "leave": {"player": "Ann"}, "buy_in": {"player": "Ann", "amount": 5},
        "check": {},
    }.items():  # fmt: skip
        game.refused("dice_out", cmd, **fields)
    game.do("rules", rules={"ante": 6})
    game.do("no_roll")
    assert game.state["dice_out"] is False
    game.do("dice_out")
    game.do("throw", dice=[1])
    assert game.state["dice_out"] is False
    game.pass_()
    game.do("check")
    game.do("dice_out")
    game.do("void")
    assert game.state["dice_out"] is False


def test_three_no_rolls_call_the_host():
    game = due()
    assert game.types("no_roll", reason="cocked") == ["no_roll"]
    assert game.types("no_roll", reason="hand", counted=False) == ["no_roll"]
    assert game.types("no_roll") == ["no_roll"]
    assert game.types("no_roll") == ["no_roll", "host_called"]
    assert (game.state["no_rolls"], game.state["host_called"]) == (3, True)
    game.do("throw", dice=[1])
    assert (game.state["no_rolls"], game.state["host_called"]) == (0, False)
    game.do("no_roll")
    assert game.state["no_rolls"] == 0, "no die was due"
    game.refused("bad_input", "no_roll", reading=5)


def test_the_host_corrects_the_throw_until_the_pass_is_made():
    game = due()
    game.do("throw", dice=[5], source="camera", picture="ab")
    (corrected, thrown) = game.do("correct", dice=[2])
    assert (corrected["was"], corrected["dice"], thrown["dice"], thrown["picture"]) == ([5], [2], [2], "ab")
    assert (game.state["die"], game.state["throws"]) == (2, 1)
    game.refused("wrong_count", "correct", dice=[2, 3])
    game.pass_()
    game.refused("wrong_phase", "correct", dice=[3])
    game.do("check")
    game.refused("wrong_phase", "correct", dice=[3])
    game.do("throw", dice=[1])
    game.do("correct", dice=[6])
    assert game.state["to_pass"] == 6


def test_what_came_since_the_corrected_throw_is_played_again():
    game = due(stacks={"Ann": 500, "Ben": 500, "Cas": 500, "Dan": 7})
    game.do("throw", dice=[5])
    game.do("leave", player="Dan")
    game.do("join", player="Eve", buy_in=40)
    events = game.types("correct", dice=[2])
    assert events == ["corrected", "thrown", "left", "hand_left", "joined"]
    assert game.state["players"] == ["Ann", "Ben", "Cas", "Eve"]
    assert game.state["die"] == 2


def test_no_throw_is_corrected_across_a_deal_or_the_end_of_a_hand():
    game = due()
    game.do("throw", dice=[5])
    game.do("leave", player="Cas")
    game.do("leave", player="Dan")
    game.do("leave", player="Ann")
    assert game.state["ended"]["why"] == "uncalled"
    game.refused("wrong_phase", "correct", dice=[2])
    game = due()
    game.do("throw", dice=[5])
    game.do("void")
    game.deal()
    game.refused("wrong_phase", "correct", dice=[2])


def test_a_correction_goes_back_over_a_void():
    game = due()
    game.do("throw", dice=[5])
    game.do("void")
    assert game.types("correct", dice=[2]) == ["corrected", "thrown", "voided"]


def test_a_throw_is_disputed_and_confirmed():
    game = due()
    game.refused("wrong_phase", "dispute", player="Ann")
    game.do("throw", dice=[5])
    assert game.do("dispute", player="Cas") == [{"type": "disputed", "player": "Cas", "number": 1}]
    assert game.state["disputes"] == ["Cas"]
    game.do("confirm")
    assert game.state["disputes"] == []


@pytest.mark.parametrize("die", range(1, 7))
def test_every_face_is_that_many_cards(die):
    game = due()
    game.do("throw", dice=[die])
    assert game.state["to_pass"] == die
    game.pass_()
    assert game.state["hands"]["Cas"] == 7 + die
