"""Who shoots, who comes and goes, the bank's account, the end of the night, corrections."""

from __future__ import annotations

import pytest

from controller import evening as evenings
from tests.games.bank.playing import BankGame

ABC = ["A", "B", "C"]


def test_the_dice_pass_on_a_seven_out_only():
    game = BankGame(players=ABC)
    for total in (7, 11, 2, 3, 12, 6, 6, 5, 4, 2, 12, 5):
        game.throw(total)
        assert game.state["shooter"] == "A"
    game.throw(8)
    told = game.throw(7)
    assert [e["type"] for e in told] == ["thrown", "round_decided", "round_begun"]
    assert (told[1]["why"], told[1]["next"], told[2]["shooter"], told[2]["passed_from"]) == ("seven_out", "B", "B", "A")
    for total in (8, 7, 8, 7):
        game.throw(total)
    assert game.state["shooter"] == "A", "round the table"


def test_nobody_need_bet_nor_have_a_chip():
    game = BankGame(players=ABC, buy_in=10)
    game.bets(("seven", 10), player="B")
    game.throw(6)
    game.throw(7)
    assert (game.state["shooter"], game.stacks["B"]) == ("B", 0)
    assert game.state["can_throw"]
    game.throw(11)


def test_one_player_is_enough():
    game = BankGame(players=["A"])
    game.bets(("pass", 10))
    game.throw(6)
    assert game.won(7) == -10
    assert game.state["shooter"] == "A"
    for players in ([], [f"P{n}" for n in range(13)], ["A", "A"], ["Al", "aL"], "A"):
        game.refused("bad_input", "open", game="bank", players=players, buy_in=5)


def test_who_shoots_first():
    assert BankGame(first_shooter={"named": "B"}).state["shooter"] == "B"
    game = BankGame(first_shooter="high_die")
    assert (game.state["phase"], game.state["shooter"], game.state["can_throw"]) == ("opening", None, True)
    game.refused("wrong_phase", "bet", player="A", bet="pass", amount=5)
    game.refused("wrong_phase", "void")
    game.refused("wrong_phase", "pass_dice")
    game.do("throw", player="A", dice=[3])
    assert game.state["opening"] == {"thrown": {"A": 3}, "to_throw": ["B"], "tie": False}
    game.do("throw", player="B", dice=[3])
    game.do("throw", player="B", dice=[2])
    game.do("throw", player="A", dice=[1])
    assert (game.state["phase"], game.state["shooter"], game.state["round"]) == ("come_out", "B", 1)
    game.bets(("pass", 5))
    game.do("correct", dice=[6])
    assert (game.state["shooter"], game.lying()) == ("A", {"pass": 5})


def test_the_dice_may_be_passed_before_a_come_out():
    game = BankGame(players=ABC)
    game.bets(("pass", 10))
    (told,) = game.do("pass_dice")
    assert told == {"type": "dice_passed", "player": "A", "next": "B", "named": False}
    assert (game.state["shooter"], game.lying(), game.state["round"]) == ("B", {"pass": 10}, 1)
    game.refused("not_shooter", "pass_dice", player="A")
    game.do("pass_dice", player="B")
    game.refused("no_such_player", "pass_dice", player="D")
    game.throw(6)
    game.refused("wrong_phase", "pass_dice")
    game.refused("not_shooter", "throw", dice=[1, 2], player="A")
    game.throw(7)
    assert game.state["shooter"] == "A"
    alone = BankGame(players=["A"])
    alone.refused("not_allowed", "pass_dice")


def test_a_leaver():
    game = BankGame("trainer", players=ABC)
    game.bets(("pass", 10), ("place_5", 5), ("field", 5), ("dont_pass", 5))
    game.throw(6)
    game.bets(("come", 10), ("odds_pass", 20))
    game.throw(8)
    game.bets(("come", 10), ("odds_come_8", 20), ("hard_4", 5))
    told = game.do("leave", player="A")
    home = {e["bet"] for e in told if e["type"] == "bet_returned"}
    assert home == {"place_5", "dont_pass", "odds_pass", "come", "odds_come_8", "hard_4"}
    assert game.lying() == {"pass": 10, "come_8": 10}
    assert (game.state["shooter"], game.state["players"], game.puck) == ("B", ["B", "C"], 6)
    assert game.stacks["A"] == 500 - 5 - 10 - 10, "the field lost; all that may come down came home"
    assert game.won(8) == 10
    assert game.won(7) == -10
    assert game.state["shooter"] == "C", "the dice pass with the seven-out, whoever threw on"
    game.refused("no_such_player", "bet", player="A", bet="pass", amount=5)
    game.do("join", player="A", buy_in=100, after="B")
    assert game.state["players"] == ["B", "A", "C"]
    assert game.state["bought_in"]["A"] == 600


def test_a_leaver_in_the_come_out_takes_his_line_bets_home():
    game = BankGame(players=ABC)
    game.bets(("pass", 10), ("dont_pass", 10), player="B")
    game.do("leave", player="B")
    assert (game.stacks["B"], game.state["shooter"]) == (500, "A")
    game.do("leave", player="A")
    assert game.state["shooter"] == "C"


def test_a_table_that_empties_waits_for_the_next_to_sit_down():
    game = BankGame(players=["A"])
    game.bets(("pass", 10))
    game.throw(6)
    game.do("leave", player="A")
    assert (game.state["shooter"], game.state["can_throw"], game.state["why_not"]) == (None, False, "wrong_phase")
    game.refused("wrong_phase", "throw", dice=[3, 4])
    assert game.do("no_roll")[0]["counted"] is False
    game.refused("no_such_player", "bet", player="A", bet="field", amount=5)
    game.do("join", player="D", buy_in=50)
    assert (game.state["shooter"], game.state["can_throw"]) == ("D", True)
    game.throw(6)
    assert game.results["A"] == 10
    game.do("leave", player="D")
    game.do("void")
    game.do("cash_out")


def test_the_bank_is_an_account_and_what_it_won_is_told():
    game = BankGame(players=ABC, bank=1000)
    game.do("fill_bank", amount=500)
    game.bets(("pass", 100))
    game.bets(("seven", 100), player="B")
    game.throw(7)
    game.bets(("hard_6", 10), player="C")
    assert (game.bank, game.state["bank_bought_in"], game.state["bank_result"]) == (1000, 1500, -500)
    told = game.do("cash_out")
    assert told[0] == {"type": "bank_counted", "chips": 1000, "bought": 1500, "won": -500}
    assert told[1]["returned"] == [["C", 10]]
    assert told[1]["results"] == {"A": 100, "B": 400, "C": 0}
    assert told[1]["winners"] == ["B"]
    state = game.state
    assert (state["phase"], state["puck"], state["on_table"], state["why_not"]) == ("over", "OFF", 0, "game_over")
    game.refused("game_over", "bet", player="A", bet="pass", amount=5)


def test_void_sends_all_stakes_home():
    game = BankGame("trainer", players=ABC)
    game.bets(("pass", 10), ("field", 5))
    game.throw(4)
    game.bets(("come", 10))
    game.bets(("place_6", 6), player="C")
    game.do("working", player="C", bet="place_6", on=True)
    told = game.do("void")
    assert told[0]["returned"] == [["A", 20], ["C", 6]]
    assert (game.puck, game.state["shooter"], game.state["bets"]) == ("OFF", "A", {"A": {}, "B": {}, "C": {}})
    assert game.results == {"A": 5, "B": 0, "C": 0}, "what the dice had decided stays decided"
    game.bets(("place_6", 6), player="C")
    assert game.state["lying"][0]["works"] is False


def test_a_correction_plays_the_bets_since_again():
    game = BankGame("trainer", players=ABC)
    game.bets(("pass", 10), ("field", 10))
    game.throw(6)
    game.bets(("odds_pass", 10), ("come", 5))
    game.bets(("place_8", 6), player="B")
    game.do("working", player="B", bet="place_8", on=True)
    told = game.do("correct", dice=[5, 6])
    refused = [(e["player"], e["refused"]["bet"], e["code"]) for e in told if e["type"] == "refused_again"]
    assert refused == [("A", "odds_pass", "wrong_phase"), ("A", "come", "wrong_phase")]
    assert game.results == {"A": 20, "B": 0, "C": 0}
    assert (game.puck, game.lying("B"), game.lying("A")) == ("OFF", {"place_8": 6}, {})
    assert game.state["lying"][0]["works"] is True


def test_a_call_that_changed_nothing_counts_after_a_correction():
    game = BankGame("trainer")
    game.bets(("place_6", 6))
    game.do("working", player="A", bet="place_6", on=True)
    game.throw(8)
    game.bets(("place_6", 6))
    game.do("working", player="A", bet="place_6", on=True)
    game.do("correct", dice=[3, 4])
    assert game.lying() == {"place_6": 6}
    assert game.state["lying"][0]["works"] is True


def test_disputes_and_no_rolls_are_as_in_every_game():
    game = BankGame(players=ABC)
    game.bets(("pass", 10))
    for in_row in (1, 2, 3):
        told = game.do("no_roll", reason="cocked")
        assert told[0]["in_row"] == in_row
    assert told[1]["type"] == "host_called"
    assert game.lying() == {"pass": 10}
    game.throw(7)
    game.do("dispute", player="B")
    assert game.state["disputes"] == ["B"]
    game.do("confirm")
    assert game.state["disputes"] == []


def test_another_game_may_be_opened_in_the_middle():
    game = BankGame(players=ABC)
    game.bets(("pass", 10))
    game.throw(6)
    told = evenings.decide(game.evening, {"cmd": "open", "game": "street", "players": ["A", "B"], "buy_in": 100})
    assert [event.type for event in told[:3]] == ["bank_counted", "cashed_out", "opened"]
    assert told[1].returned == (("A", 10),)
    evening = evenings.rebuilt((*game.told, *told))
    assert (evening.game, evening.throw, evening.before) == ("street", None, None)


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("bad_input", {"card": "vegas"}), ("bad_input", {"bank": -1}), ("bad_input", {"bank": 1.5}),
        ("bad_input", {"minimum": 0}), ("bad_input", {"maximum": "many"}), ("bad_input", {"fractions": "up"}),
        ("bad_input", {"minimum": 10, "maximum": 5}), ("bad_input", {"layout": {}}), ("bad_input", {"line": "open"}),
        ("no_such_player", {"first_shooter": {"named": "Z"}}), ("bad_input", ["card"]), ("bad_input", {"card": None}),
    ],
)  # fmt: skip
def test_options_that_are_none(code, rules):
    BankGame().refused(code, "open", game="bank", players=["A"], buy_in=5, rules=rules)


def test_options_in_mid_game():
    game = BankGame("trainer")
    for fixed in ({"card": "evolution"}, {"bank": 5}, {"first_shooter": "high_die"}, {"wall": "strict"}):
        game.refused("not_allowed", "rules", rules=fixed)
    for wrong in ({}, None, {"minimum": 2000}, {"odds": {}}, {"card": "vegas"}, {"layout": {}}, "card"):
        game.refused("bad_input", "rules", rules=wrong)
    game.do("rules", rules={"maximum": 50, "field_12": "2:1", "may_throw": {"tapped": "shooter"}})
    assert game.state["rules"]["maximum"] == 1000
    assert game.state["next_rules"]["field_12"] == [2, 1]
    game.bets(("field", 5), ("pass", 60))
    assert game.won(12) == 15 - 60
    assert (game.state["rules"]["maximum"], game.state["next_rules"]) == (50, None)
    game.refused("over_limit", "bet", player="A", bet="pass", amount=60)
    game.bets(("field", 5))
    assert game.won(12) == 10


def test_what_a_tap_on_the_line_means():
    game = BankGame(players=ABC)
    views = [evenings.tap_view(game.evening, "A")]
    game.bets(("place_6", 6), player="B")
    assert evenings.tap_view(game.evening, "A") == views[0], "another's bet changes nothing for him"
    game.bets(("pass", 5))
    views.append(evenings.tap_view(game.evening, "A"))
    game.bets(("pass", 5))
    assert evenings.tap_view(game.evening, "A") == views[1], "more on the same bet means the same"
    for total in (6, 5, 6):
        game.throw(total)
        views.append(evenings.tap_view(game.evening, "A"))
    game.do("void")
    views.append(evenings.tap_view(game.evening, "A"))
    game.do("pass_dice")
    views.append(evenings.tap_view(game.evening, "A"))
    assert len(set(views)) == 7
    assert evenings.tap_view(game.evening, None) is not None


def test_what_the_pages_are_told():
    game = BankGame("trainer")
    game.bets(("field", 5), ("place_6", 12))
    game.throw(6)
    game.bets(("field", 5))
    state = game.state
    assert state["lying"] == [
        {"player": "A", "bet": "place_6", "amount": 12, "works": True, "works_on_come_out": False, "locked": False,
         "wins": 14, "wins_by_total": {}},
        {"player": "A", "bet": "field", "amount": 5, "works": True, "works_on_come_out": True, "locked": False,
         "wins": 15, "wins_by_total": {"2": 10, "3": 5, "4": 5, "9": 5, "10": 5, "11": 5, "12": 15}},
    ]  # fmt: skip
    spots = {spot["bet"]: spot for spot in state["layout"]}
    assert spots["odds_come_6"] == {
        "bet": "odds_come_6", "kind": "number", "number": 6, "pays": [[None, 6, 5]],
        "limit": [[4, 3], [5, 4], [6, 5], [8, 5], [9, 4], [10, 3]], "flat": "come_6", "switch": True, "travels": False,
    }  # fmt: skip
    assert spots["field"]["pays"][-1] == [12, 3, 1]
    assert state["last"] == {"number": 1, "dice": [2, 4], "total": 6, "source": "tapped", "picture": None}
    assert "layout" not in state["rules"]
