"""On and off on the come-out."""

from __future__ import annotations

import pytest

from controller import evening as evenings
from tests.games.bank.playing import BankGame


def test_evolution_always_works():
    game = BankGame()
    game.bets(("place_6", 6), ("hard_6", 1))
    assert game.won(6) == 7 - 1
    game.throw(7)
    game.bets(("place_6", 6))
    assert game.won(7) == -6
    game.bets(("place_6", 6), ("hard_6", 1), ("pass", 1))
    for name in ("place_6", "hard_6", "pass"):
        for on in (True, False):
            game.refused("not_allowed", "working", player="A", bet=name, on=on)


def test_evolutions_odds_work_on_the_come_out():
    for last, won in ((8, 10 + 12), (7, -10 - 10)):
        game = BankGame()
        game.throw(6)
        game.bets(("come", 10))
        game.throw(8)
        game.bets(("odds_come_8", 10))
        game.throw(6)
        assert game.puck == "OFF"
        assert game.won(last) == won


def test_the_trainers_place_bets_are_off_on_the_come_out():
    game = BankGame("trainer")
    game.bets(("place_6", 6), ("place_8", 6))
    assert game.won(7) == 0
    assert game.won(6) == 0
    assert game.lying() == {"place_6": 6, "place_8": 6}
    assert game.won(8) == 7, "with the puck on they work"
    assert game.won(7) == -12


def test_place_bets_called_on():
    game = BankGame("trainer")
    game.bets(("place_6", 6), ("place_8", 6))
    (told,) = game.do("working", player="A", bet="place_6", on=True)
    assert told == {"type": "bet_called", "player": "A", "bet": "place_6", "on": True}
    assert {row["bet"]: row["works"] for row in game.state["lying"]} == {"place_6": True, "place_8": False}
    assert game.won(6) == 7
    game.throw(6)
    assert game.puck == "OFF"
    assert game.won(7) == -6, "the call holds until the bet comes down"
    game.bets(("place_6", 6))
    assert game.won(7) == 0, "and not for another bet there"
    game.do("working", player="A", bet="place_6", on=True)
    game.do("working", player="A", bet="place_6", on=False)
    assert game.won(7) == 0


def test_a_call_is_about_come_outs_alone():
    game = BankGame("trainer")
    game.throw(4)
    game.bets(("place_6", 6), ("hard_8", 1))
    game.do("working", player="A", bet="place_6", on=False)
    game.do("working", player="A", bet="hard_8", on=False)
    assert game.won(6) == 7
    assert game.won(8) == -1


@pytest.mark.parametrize(("called", "last", "won"), [
    (None, 8, 10), (None, 7, -10), (True, 8, 10 + 12), (True, 7, -20), (False, 8, 10), (False, 7, -10),
])  # fmt: skip
def test_the_trainers_come_odds(called, last, won):
    game = BankGame("trainer")
    game.throw(6)
    game.bets(("come", 10))
    game.throw(8)
    game.bets(("odds_come_8", 10))
    if called is not None:
        game.do("working", player="A", bet="odds_come_8", on=called)
    game.throw(6)
    assert game.won(4) == 0
    game.throw(4)
    assert game.puck == "OFF"
    before = game.stacks["A"]
    assert game.won(last) == won
    assert game.lying() == {}, "odds that are off are returned with their flat bet"
    assert game.stacks["A"] == before + 20 + won
    returned = [event.why for event in game.told if event.type == "bet_returned"]
    assert returned == ([] if called else ["off"])


def test_come_odds_work_with_the_puck_on():
    for last, won in ((8, 22), (7, -20)):
        game = BankGame("trainer")
        game.throw(6)
        game.bets(("come", 10))
        game.throw(8)
        game.bets(("odds_come_8", 10))
        assert game.won(last) == won


def test_laid_odds_are_always_on():
    for card in ("evolution", "trainer"):
        for last, won in ((8, -10 - 12), (7, 10 + 10)):
            game = BankGame(card)
            game.throw(6)
            game.bets(("dont_come", 10))
            game.throw(8)
            game.bets(("odds_dont_come_8", 12))
            game.refused("not_allowed", "working", player="A", bet="odds_dont_come_8", on=False)
            game.throw(6)
            assert game.won(last) == won


def test_the_trainers_hard_ways_switch():
    game = BankGame("trainer")
    game.bets(("hard_6", 1), ("hard_4", 1))
    game.do("working", player="A", bet="hard_6", on=False)
    assert game.won(7) == -1
    assert game.lying() == {"hard_6": 1}
    assert game.won(6, hard=True) == 0
    assert game.won(6) == -1
    game = BankGame("trainer", hard_come_out=False)
    game.bets(("hard_6", 1), ("hard_4", 1))
    game.do("working", player="A", bet="hard_4", on=True)
    assert game.won(7) == -1
    assert game.lying() == {"hard_6": 1}
    game.do("rules", rules={"hard_come_out": True})
    assert game.won(11) == 0
    assert game.won(7) == -1, "from the next round on they work"
    game.refused("bad_input", "open", game="bank", players=["A"], buy_in=5, rules={"hard_come_out": True})


def test_called_as_it_is_already_changes_nothing():
    game = BankGame("trainer")
    game.bets(("hard_6", 1))
    (told,) = game.do("working", player="A", bet="hard_6", on=True)
    assert told["type"] == "bet_kept"
    assert evenings.types()["bet_kept"].quiet
    assert not evenings.types()["bet_called"].quiet


def test_malformed_calls():
    game = BankGame("trainer")
    game.bets(("place_6", 6))
    game.refused("bad_input", "working", player="A", bet="place_6")
    game.refused("bad_input", "working", player="A", bet="place_6", on=1)
    game.refused("no_such_bet", "working", player="B", bet="place_6", on=True)
    game.refused("no_such_bet", "working", player="A", bet="place_8", on=True)
    game.bets(("pass", 6))
    game.refused("not_allowed", "working", player="A", bet="pass", on=True)


def test_a_total_alone_is_taken_where_no_working_bet_needs_the_faces():
    game = BankGame("trainer")
    game.bets(("hard_6", 1), ("pass", 5))
    game.refused("faces_needed", "throw", total=7)
    game.do("working", player="A", bet="hard_6", on=False)
    game.do("throw", total=9)
    game.refused("faces_needed", "throw", total=9)
    game.do("down", player="A", bet="hard_6")
    game.do("throw", total=9)
    assert game.results["A"] == 5
