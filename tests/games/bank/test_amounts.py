"""How much may be bet, when, and what may come down: limits, multiples, locks, the bank's reserve."""

from __future__ import annotations

import pytest

from controller import evening as evenings
from tests.games.bank.playing import BankGame


def bet(game, code, bet, amount, player="A"):
    return game.refused(code, "bet", player=player, bet=bet, amount=amount)


@pytest.mark.parametrize(
    ("name", "step"),
    [("place_4", 5), ("place_10", 5), ("place_5", 5), ("place_9", 5), ("place_6", 6), ("place_8", 6), ("lose_4", 11),
     ("lose_10", 11), ("lose_5", 8), ("lose_9", 8), ("lose_6", 5), ("lose_8", 5)],
)  # fmt: skip
def test_amounts_are_multiples(name, step):
    game = BankGame()
    for amount in (1, step - 1, step + 1, 2 * step + 1):
        why = bet(game, "not_a_multiple", name, amount)
        assert f"multiple of {step}," in why
    game.bets((name, step), (name, 2 * step))
    assert game.lying() == {name: 3 * step}, "amounts add"


@pytest.mark.parametrize(("point", "take", "lay"), [(4, 1, 2), (5, 2, 3), (6, 5, 6), (8, 5, 6), (9, 2, 3), (10, 1, 2)])
def test_odds_are_multiples_too(point, take, lay):
    game = BankGame()
    game.bets(("pass", 10), ("dont_pass", 10))
    game.throw(point)
    game.bets(("come", 10), ("dont_come", 10))
    game.throw(point)
    for name, step in ((f"odds_come_{point}", take), (f"odds_dont_come_{point}", lay)):
        if step > 1:
            bet(game, "not_a_multiple", name, step + 1)
        game.bets((name, step))
    game.do("void")
    game.bets(("pass", 10), ("dont_pass", 10))
    game.throw(point)
    for name, step in (("odds_pass", take), ("odds_dont_pass", lay)):
        if step > 1:
            bet(game, "not_a_multiple", name, step + 1)
        game.bets((name, step))


def test_fractions_rounded_down():
    game = BankGame(fractions="floor")
    for name, amount, total, won in (
        ("place_6", 5, 6, 5), ("place_6", 13, 6, 15), ("place_4", 1, 4, 1), ("place_5", 4, 5, 5), ("place_6", 1, 6, 1),
    ):  # fmt: skip
        game.do("void")
        game.bets((name, amount))
        assert game.won(total) == won
    for name, amount, won in (("lose_4", 1, 0), ("lose_4", 12, 5), ("lose_5", 7, 4), ("lose_6", 4, 3)):
        game.do("void")
        game.bets((name, amount))
        assert game.won(7) == won
    assert game.lying() == {}
    game.bets(("lose_4", 2))
    assert game.won(4) == -2


def test_fractions_may_be_changed_from_the_next_round_on():
    game = BankGame()
    game.do("rules", rules={"fractions": "floor"})
    bet(game, "not_a_multiple", "place_6", 5)
    game.throw(7)
    game.bets(("place_6", 5))
    game.do("rules", rules={"fractions": "refuse"})
    game.throw(11)
    bet(game, "not_a_multiple", "place_6", 6)
    game.bets(("place_6", 1))
    assert game.lying() == {"place_6": 6}


def test_minimum_and_maximum_are_of_what_lies_there():
    game = BankGame(minimum=10, maximum=30)
    bet(game, "below_minimum", "pass", 9)
    bet(game, "over_limit", "pass", 31)
    game.bets(("pass", 10), ("pass", 1), ("pass", 19))
    bet(game, "over_limit", "pass", 1)
    game.throw(6)
    bet(game, "below_minimum", "odds_pass", 5)
    game.bets(("odds_pass", 30))
    bet(game, "over_limit", "odds_pass", 5)


@pytest.mark.parametrize(("point", "times"), [(4, 3), (10, 3), (5, 4), (9, 4), (6, 5), (8, 5)])
def test_the_trainer_limits_odds_by_the_flat_bet(point, times):
    game = BankGame("trainer", buy_in=10_000, maximum=100)
    game.bets(("pass", 100), ("dont_pass", 100))
    game.throw(point)
    bet(game, "over_limit", "odds_pass", times * 100 + 10)
    game.bets(("odds_pass", times * 100 - 10), ("odds_pass", 10))
    bet(game, "over_limit", "odds_pass", 10)
    bet(game, "over_limit", "odds_dont_pass", 606)
    game.bets(("odds_dont_pass", 600))
    bet(game, "over_limit", "odds_dont_pass", 6)
    game.bets(("come", 10), ("dont_come", 10))
    game.throw(point)
    bet(game, "over_limit", f"odds_come_{point}", times * 10 + 10)
    game.bets((f"odds_come_{point}", times * 10))
    bet(game, "over_limit", f"odds_dont_come_{point}", 66)
    game.bets((f"odds_dont_come_{point}", 60))


def test_evolution_limits_odds_by_the_table_alone():
    game = BankGame(buy_in=10_000)
    game.bets(("pass", 1), ("dont_pass", 1))
    game.throw(4)
    game.bets(("odds_pass", 1000), ("odds_dont_pass", 1000))
    bet(game, "over_limit", "odds_pass", 1)
    bet(game, "over_limit", "odds_dont_pass", 2)


def test_where_and_when():
    game = BankGame()
    for name in ("come", "dont_come", "odds_pass", "odds_dont_pass"):
        bet(game, "wrong_phase", name, 10)
    bet(game, "no_such_bet", "odds_come_6", 10)
    bet(game, "not_allowed", "come_6", 10)
    game.bets(("pass", 5), ("pass", 5), ("dont_pass", 5))
    game.throw(6)
    for name in ("pass", "dont_pass"):
        bet(game, "wrong_phase", name, 10)
        bet(game, "wrong_phase", name, 10, player="B")
    bet(game, "no_such_bet", "odds_pass", 10, player="B")
    bet(game, "no_such_bet", "odds_come_6", 10)
    game.bets(("come", 5), ("come", 5), ("dont_come", 5))
    game.throw(4)
    bet(game, "locked", "come_4", 5)
    bet(game, "locked", "dont_come_4", 5)
    assert game.lying() == {"pass": 10, "dont_pass": 5, "come_4": 10, "dont_come_4": 5}


def test_what_comes_down_and_what_is_locked():
    game = BankGame("trainer")
    game.bets(("pass", 10), ("dont_pass", 10), ("hard_6", 5), ("field", 5), ("place_5", 5), ("big_8", 5), ("seven", 1))
    for name in ("pass", "dont_pass", "hard_6", "field", "place_5", "big_8", "seven"):
        game.do("down", player="A", bet=name)
        game.refused("no_such_bet", "down", player="A", bet=name)
    assert (game.lying(), game.stacks["A"]) == ({}, 500)
    game.bets(("pass", 10), ("dont_pass", 10))
    game.throw(6)
    game.bets(("come", 10), ("dont_come", 10))
    game.do("down", player="A", bet="come")
    game.bets(("come", 10))
    game.throw(4)
    game.bets(("odds_pass", 10), ("odds_dont_pass", 12), ("odds_come_4", 10), ("odds_dont_come_4", 12))
    for name in ("pass", "come_4"):
        game.refused("locked", "down", player="A", bet=name)
    game.do("down", player="A", bet="odds_pass")
    told = game.do("down", player="A", bet="dont_pass")
    assert [(e["type"], e["bet"]) for e in told] == [("bet_down", "dont_pass"), ("bet_returned", "odds_dont_pass")]
    game.do("down", player="A", bet="dont_come_4")
    assert game.lying() == {"pass": 10, "come_4": 10, "odds_come_4": 10}
    assert game.stacks["A"] == 470
    game.refused("no_such_bet", "down", player="B", bet="pass")


def test_nobody_bets_what_he_has_not():
    game = BankGame(buy_in=20)
    bet(game, "not_enough_chips", "pass", 21)
    game.bets(("pass", 20))
    bet(game, "not_enough_chips", "seven", 1)
    game.bets(("pass", 20), player="B")


def test_the_bank_takes_no_bet_that_it_could_not_pay():
    game = BankGame(bank=100)
    bet(game, "bank_cannot_cover", "two", 4)
    game.bets(("two", 3))
    assert game.state["bank_free"] == 10
    bet(game, "bank_cannot_cover", "pass", 11, player="B")
    game.bets(("pass", 10), player="B")
    bet(game, "bank_cannot_cover", "field", 1)
    # What is lost is the bank's, and can be paid out again.
    game.throw(7)
    assert (game.bank, game.state["bank_free"]) == (100 + 3 - 10, 93)
    game.do("fill_bank", amount=7)
    game.bets(("pass", 100))
    bet(game, "bank_cannot_cover", "pass", 1)
    game.do("down", player="A", bet="pass")
    game.bets(("field", 50))
    bet(game, "bank_cannot_cover", "seven", 1)
    game.do("down", player="A", bet="field")
    game.bets(("c_e", 14))
    bet(game, "bank_cannot_cover", "seven", 1)
    game.bets(("pass", 2))


def test_an_empty_bank_pays_again_what_it_wins():
    game = BankGame(bank=0)
    bet(game, "bank_cannot_cover", "pass", 1)
    assert game.state["can_throw"], "nobody need bet"
    game.throw(7)
    game.do("fill_bank", amount=5)
    game.bets(("pass", 5))
    game.throw(2)
    assert game.bank == 10
    game.refused("bad_input", "fill_bank", amount=0)
    game.refused("over_limit", "fill_bank", amount=10**10)


def test_a_place_bet_that_stays_comes_down_where_the_bank_could_not_pay_it_again():
    game = BankGame("trainer", bank=20)
    game.throw(5)
    game.bets(("place_6", 12))
    told = game.throw(6)
    assert [e["type"] for e in told] == ["thrown", "bet_won", "bet_returned"]
    assert (told[1]["stays"], told[2]["why"]) == (True, "bank")
    assert (game.bank, game.lying(), game.results["A"]) == (6, {}, 14)
    game.do("fill_bank", amount=15)
    game.bets(("place_6", 6))
    game.throw(6)
    assert (game.bank, game.lying()) == (14, {"place_6": 6})


@pytest.mark.parametrize("fields", [
    {"player": "A", "bet": "pass"}, {"player": "A", "bet": "pass", "amount": 0}, {"player": "A", "amount": 5},
    {"player": "A", "bet": "pass", "amount": -5}, {"player": "A", "bet": "pass", "amount": 1.5},
    {"player": "A", "bet": "pass", "amount": True}, {"player": "A", "bet": ["pass"], "amount": 5},
    {"player": 5, "bet": "pass", "amount": 5}, {"bet": "pass", "amount": 5}, {"player": "A", "bet": None, "amount": 5},
])  # fmt: skip
def test_malformed_bets(fields):
    BankGame().refused("bad_input", "bet", **fields)


def test_strangers_and_closed_bets():
    game = BankGame()
    bet(game, "no_such_player", "pass", 5, player="C")
    game.bets(("field", 5))
    game.do("dice_out")
    bet(game, "dice_out", "pass", 5)
    game.refused("dice_out", "down", player="A", bet="field")
    game.refused("dice_out", "working", player="A", bet="field", on=True)
    game.refused("dice_out", "fill_bank", amount=5)
    game.do("no_roll")
    assert game.lying() == {"field": 5}, "bets ride"
    game.bets(("pass", 5))


def test_what_a_player_is_offered_is_what_he_may_do():
    game = BankGame("trainer", bank=200, buy_in=100, maximum=60)
    game.bets(("pass", 20))
    game.throw(6)
    game.bets(("place_8", 12), ("come", 5))
    offers = evenings.public(game.evening, "A")["offers"]
    assert offers["odds_pass"] == {"least": 5, "most": 60, "step": 5, "down": False, "call": False}
    assert offers["place_8"] == {"least": 6, "most": 48, "step": 6, "down": True, "call": True}
    assert offers["come"] == {"least": 1, "most": 55, "step": 1, "down": True, "call": False}
    assert offers["two"]["most"] == (200 - 20 - 14 - 5) // 30
    assert "pass" not in offers
    assert evenings.public(game.evening, None)["offers"] == {}
    game = BankGame(fractions="floor", bank=7, minimum=4)
    offer = evenings.public(game.evening, "A")["offers"]["place_6"]
    assert offer == {"least": 4, "most": 6, "step": 1, "down": False, "call": False}
    assert evenings.public(game.evening, "Nobody")["offers"] == {}
