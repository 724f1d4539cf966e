"""The record of rounds and the end of the night, from events alone."""

from __future__ import annotations

import random

import pytest

from controller.games.refusals import Refused
from controller.games.street.options import SQUARES
from controller.night import gains, luck, round_rows, settlement_rows, tally, throw_rows
from controller.rounds import recorded
from tests.games.playing import Game


def evening():
    game = Game(line="open")
    game.do("stake", amount=40)
    game.do("against", player="Bo", amount=30)
    game.do("against", player="Cara", amount=10)
    game.do("for", player="Dan", amount=20)
    game.bet("Cara", "Dan", "num_5", 10)
    game.throw(6)
    game.do("throw", dice=[4, 1], source="camera", picture="ab12")
    game.throw(6)
    return game


def test_rounds_throws_and_settlements():
    record = recorded(evening().told)
    assert list(round_rows(record)) == [
        {"game": 1, "round": 1, "shooter": "Alice", "throws": 3, "outcome": "point_made", "winner": "right", "with": 60,
         "against": 40, "in_play": 40},
    ]  # fmt: skip
    throws = list(throw_rows(record))
    assert [(row["throw"], row["total"], row["source"], row["picture"], row["by"]) for row in throws] == [
        (1, 6, "tapped", None, "Alice"), (2, 5, "camera", "ab12", "Alice"), (3, 6, "tapped", None, "Alice"),
    ]  # fmt: skip
    settled = [(row["what"], row["side"], row["player"], row["put"], row["won"], row["throw"])
               for row in settlement_rows(record)]  # fmt: skip
    assert settled == [
        ("num_5", "bettor", "Cara", 10, 15, 2), ("num_5", "taker", "Dan", 15, -15, 2),
        ("line", "stake", "Alice", 40, 27, 3), ("line", "for", "Dan", 20, 13, 3),
        ("line", "against", "Bo", 30, -30, 3), ("line", "against", "Cara", 10, -10, 3),
    ]  # fmt: skip


def test_a_correction_takes_the_record_back_and_says_what_it_was():
    game = evening()
    game.do("correct", dice=[3, 4])
    record = recorded(game.told)
    (played,) = record.games[0].rounds
    assert played.outcome == "seven_out"
    assert [throw.was for throw in played.throws] == [None, None, (2, 4)]
    assert list(throw_rows(record))[2]["corrected_from"] == "2+4"
    assert gains(record.games[0])["Alice"]["all"] == -27


def test_tally():
    game = evening()
    game.do("buy_in", player="Alice", amount=100)
    for total in (7, 4, 7, 11):
        game.throw(total)
    game.do("cash_out")
    told = tally(recorded(game.told).games[0])
    assert told["over"] is True
    assert told["winners"] == ["Alice"]
    assert (told["throws"], told["rounds"]) == (7, 4)
    assert told["passes"] == {"passes": 3, "rounds": 4, "fraction": [244, 495], "expected": 2.0, "word": "warm"}
    assert told["hottest"] == {"player": "Alice", "passes": 2, "rounds": 3}
    assert told["longest_hand"] == {"player": "Alice", "throws": 6}
    assert told["players"][0] == {"player": "Alice", "bought": 600, "line": 27, "board": 0, "result": 27}


def test_a_hand_ends_with_the_dice_and_with_the_shooter_who_leaves():
    game = Game()
    for total in (6, 9, 7, 6, 9):
        game.throw(total)
    game.do("leave", player="Bo")
    game.throw(6)
    record = recorded(game.told)
    assert tally(record.games[0])["longest_hand"] == {"player": "Alice", "throws": 3}
    assert [throw.by for throw in record.games[0].rounds[1].throws] == ["Bo", "Bo", "Cara"]


def test_a_hand_that_comes_back_untouched_is_a_new_one():
    game = Game(["A", "B"])
    for total in (6, 9, 7):
        game.throw(total)
    game.do("pass_dice")
    game.throw(6)
    assert game.state["shooter"] == "A"
    assert tally(recorded(game.told).games[0])["longest_hand"] == {"player": "A", "throws": 3}


def test_the_hottest_shooter_passed_most_often_and_in_the_fewest_rounds():
    game = Game(["A", "B", "C"])
    for total in (7, 2, 7, 7, 2, 2, 7, 2):
        game.throw(total)
    # A: pass, miss, pass, miss; B: pass, pass, miss; C: miss.
    assert tally(recorded(game.told).games[0])["hottest"] == {"player": "B", "passes": 2, "rounds": 3}


@pytest.mark.parametrize(
    ("passes", "rounds", "word"),
    [(0, 0, "none"), (49, 100, "usual"), (56, 100, "warm"), (42, 100, "cool"), (70, 100, "hot"), (30, 100, "cold")],
)
def test_luck_in_a_word(passes, rounds, word):
    assert luck(passes, rounds)["word"] == word


def test_nothing_yet():
    record = recorded(Game().told)
    assert list(round_rows(record)) == []
    assert tally(record.games[0])["hottest"] is None
    assert tally(record.games[0])["longest_hand"] is None


@pytest.mark.parametrize("seed", range(6))
def test_what_was_settled_is_what_everybody_won(seed):
    """Over random evenings: the settlements of the record add up to the results that the game itself counts."""
    dice = random.Random(seed)
    game = Game(["A", "B", "C", "D", "E"], buy_in=200, line="open", late_line=True)
    for _ in range(250):
        player, other = dice.sample("ABCDE", 2)
        command = dice.choice([
            {"cmd": dice.choice(["for", "against"]), "player": player, "amount": dice.randint(10, 60)},
            {"cmd": "chip", "player": player, "square": dice.choice(SQUARES), "amount": dice.randint(1, 9)},
            {"cmd": "take", "player": other, "bet": game.evening.state.next_bet - 1},
            {"cmd": "throw", "dice": [dice.randint(1, 6), dice.randint(1, 6)]},
            {"cmd": "throw", "dice": [dice.randint(1, 6), dice.randint(1, 6)]},
            {"cmd": dice.choice(["correct"] * 3 + ["void"]), "dice": [dice.randint(1, 6), dice.randint(1, 6)]},
            {"cmd": dice.choice(["buy_in", "leave", "join"]), "player": player, "amount": 50, "buy_in": 50},
        ])  # fmt: skip
        try:
            game.do(**command)
        except Refused:
            continue
    record = recorded(game.told)
    assert {player: one["all"] for player, one in gains(record.games[0]).items()} == game.results
    assert sum(row["won"] for row in settlement_rows(record)) == 0
    assert record.games[0].bought == game.state["bought_in"]
    game.do("cash_out")
    assert recorded(game.told).games[0].results == game.results
