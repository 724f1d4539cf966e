"""The record of rounds, the lists and the end of the night of a bank game."""

from __future__ import annotations

import random

import pytest

from controller.export import as_json, written
from controller.games.bank.card import layout, shipped
from controller.games.refusals import Refused
from controller.night import gains, round_rows, settlement_rows, tally, throw_rows
from controller.rounds import recorded
from tests.games.bank.playing import BankGame


def night():
    game = BankGame("trainer", players=["A", "B"], bank=1000)
    game.bets(("pass", 10), ("field", 5))
    game.bets(("dont_pass", 10), player="B")
    game.do("throw", dice=[2, 4], source="camera", picture="ab12")
    game.bets(("odds_pass", 10))
    game.bets(("odds_dont_pass", 12), player="B")
    game.throw(6)
    game.throw(12)
    return game


def test_rounds_throws_and_settlements():
    record = recorded(night().told)
    rounds = [(row["shooter"], row["throws"], row["outcome"], row["winner"]) for row in round_rows(record)]
    assert rounds == [("A", 2, "point_made", "right"), ("A", 1, "craps", "wrong")]
    assert [(row["throw"], row["by"], row["total"], row["picture"]) for row in throw_rows(record)] == [
        (1, "A", 6, "ab12"), (2, "A", 6, None), (3, "A", 12, None),
    ]  # fmt: skip
    settled = [(row["what"], row["side"], row["player"], row["put"], row["won"], row["throw"])
               for row in settlement_rows(record)]  # fmt: skip
    assert settled[:4] == [
        ("field", "bettor", "A", 5, -5, 1), ("field", "bank", None, None, 5, 1),
        ("pass", "bettor", "A", 10, 10, 2), ("pass", "bank", None, None, -10, 2),
    ]  # fmt: skip
    assert sum(won for *_, won, _ in settled) == 0


def test_what_the_bank_won_stands_in_the_tally():
    game = night()
    game.do("fill_bank", amount=500)
    game.do("cash_out")
    told = tally(recorded(game.told).games[0])
    assert told["bank"] == {"bought": 1500, "result": 5}
    assert told["players"] == [
        {"player": "A", "bought": 500, "line": 22, "board": -5, "result": 17},
        {"player": "B", "bought": 500, "line": -22, "board": 0, "result": -22},
    ]  # fmt: skip
    assert (told["rounds"], told["passes"]["passes"], told["winners"]) == (2, 1, ["A"])
    assert told["longest_hand"] == {"player": "A", "throws": 3}


def test_a_push_is_settled_with_nothing():
    game = BankGame()
    game.bets(("dont_pass", 10))
    game.throw(12)
    rows = [(row["what"], row["side"], row["won"]) for row in settlement_rows(recorded(game.told))]
    assert rows == [("dont_pass", "bettor", 0), ("dont_pass", "bank", 0)]


def test_a_correction_takes_the_record_back():
    game = night()
    game.do("correct", dice=[5, 6])
    (_, second) = recorded(game.told).games[0].rounds
    assert (second.outcome, second.throws[0].was) == ("natural", (6, 6))


def test_dice_handed_on_are_the_next_shooters_round():
    game = BankGame(players=["A", "B", "C"])
    game.throw(7)
    game.do("pass_dice")
    game.throw(7)
    game.throw(6)
    game.do("leave", player="B")
    game.throw(6)
    rounds = recorded(game.told).games[0].rounds
    assert [(one.shooter, one.first_of_hand, [throw.by for throw in one.throws]) for one in rounds] == [
        ("A", True, ["A"]), ("B", True, ["B"]), ("B", False, ["B", "C"]),
    ]  # fmt: skip


def test_a_void_keeps_what_the_dice_had_decided():
    game = BankGame()
    game.bets(("field", 5), ("pass", 10))
    game.throw(4)
    game.do("void")
    game.throw(7)
    game.do("cash_out")
    record = recorded(game.told)
    assert [one.outcome for one in record.games[0].rounds] == ["voided", "natural"]
    assert gains(record.games[0])["A"]["all"] == 5


@pytest.mark.parametrize("seed", range(6))
def test_what_was_settled_is_what_everybody_won(seed, tmp_path):
    """Over random nights: the settlements of the record add up to the results that the game itself counts."""
    dice, card = random.Random(seed), ("evolution", "trainer")[seed % 2]
    game = BankGame(card, players=["A", "B", "C"], buy_in=500)
    spots = list(layout(shipped()[card]))
    for _ in range(400):
        people = ["buy_in", "join", "down", *["leave"] * (len(game.state["players"]) > 2)]
        player, faces = dice.choice("ABC"), [dice.randint(1, 6), dice.randint(1, 6)]
        command = dice.choices([
            {"cmd": "bet", "player": player, "bet": dice.choice(spots), "amount": dice.choice([10, 30, 66])},
            {"cmd": "bet", "player": player, "bet": dice.choice(["pass", "come", "dont_come"]), "amount": 10},
            {"cmd": "throw", "dice": faces},
            {"cmd": "throw", "dice": faces},
            {"cmd": dice.choice(["correct", "correct", "void"]), "dice": faces},
            {"cmd": dice.choice(people), "player": player, "amount": 50, "buy_in": 50, "bet": dice.choice(spots)},
        ], weights=[3, 3, 2, 2, 0.5, 0.5])[0]  # fmt: skip
        try:
            game.do(**command)
        except Refused:
            continue
    record = recorded(game.told)
    assert {player: one["all"] for player, one in gains(record.games[0]).items()} == game.results
    assert tally(record.games[0])["bank"]["result"] == game.state["bank_result"]
    assert sum(row["won"] for row in settlement_rows(record)) == 0
    assert len(as_json(record)["settlements"]) > 50
    assert all(path.exists() for path in written(record, tmp_path))
