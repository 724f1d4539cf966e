"""Rules, section 2: the board."""

from __future__ import annotations

import pytest

from controller.games.street.options import PRINTED_ODDS
from tests.games.playing import Game

ALL = [[a, b] for a in range(1, 7) for b in range(1, 7)]
"""Every throw of two dice."""
LAYS = {
    "seven": 40, "craps": 70, "two": 290, "twelve": 290, "three": 140, "eleven": 140, "field": 20, "hard_4": 70,
    "hard_10": 70, "hard_6": 90, "hard_8": 90, "num_4": 20, "num_10": 20, "num_5": 15, "num_9": 15, "num_6": 12,
    "num_8": 12,
}  # fmt: skip


def wanted(square, dice):
    """What 10 chips on the square win (or lose) by the table of the rules; None where they stay."""
    total, pair = sum(dice), dice[0] == dice[1]
    if square == "field":
        return {2: 20, 12: 20, 3: 10, 4: 10, 9: 10, 10: 10, 11: 10}.get(total, -10)
    once = {"seven": (7,), "craps": (2, 3, 12), "two": (2,), "twelve": (12,), "three": (3,), "eleven": (11,)}
    if square in once:
        return LAYS[square] if total in once[square] else -10
    number = int(square.split("_")[1])
    if total == 7 or (square.startswith("hard") and total == number and not pair):
        return -10
    return LAYS[square] if total == number else None


def test_there_are_seventeen_squares():
    assert set(LAYS) == set(PRINTED_ODDS)
    assert len(LAYS) == 17


@pytest.mark.parametrize("square", LAYS)
def test_a_square_on_every_throw(square):
    base = Game(["Alice", "Bo", "Cara", "Dan"], buy_in=1000)
    put, = base.do("chip", player="Cara", square=square, amount=10)
    assert put["lay"] == LAYS[square], "the lay is shown before the take"
    base.do("take", player="Dan", bet=1)
    assert base.stacks["Dan"] == 1000 - LAYS[square]
    for dice in ALL:
        game = Game.__new__(Game)
        game.evening, game.told = base.evening, []
        game.do("throw", dice=dice)
        win = wanted(square, dice)
        # Bo or Alice may hold a stake: Cara and Dan have nothing but the bet, and the auto-fade of a new round.
        line = {player: amount for player, amount in game.line["against"]}
        if win is None:
            assert [bet["locked"] for bet in game.state["board"]] == [True]
            assert game.results["Cara"] == 0
        else:
            assert game.state["board"] == []
            assert game.stacks["Cara"] == 1000 + win - line.get("Cara", 0), dice
            assert game.stacks["Dan"] == 1000 - win, dice


def test_a_lay_is_rounded_down():
    game = Game()
    for amount, lay in ((5, 7), (1, 1), (3, 4)):
        assert game.do("chip", player="Cara", square="num_5", amount=amount)[0]["lay"] == lay
    assert game.do("chip", player="Cara", square="num_6", amount=4)[0]["lay"] == 4


def test_a_chip_whose_lay_would_be_nothing_is_refused_when_put():
    game = Game(odds={"num_6": [1, 5]})
    game.refused("below_minimum", "chip", player="Cara", square="num_6", amount=4)
    game.do("chip", player="Cara", square="num_6", amount=5)


def test_the_minimum_binds_the_line_only():
    game = Game(minimum=100)
    game.do("chip", player="Cara", square="seven", amount=1)


def test_each_put_is_a_chip_of_its_own_and_leaves_its_stack():
    game = Game()
    for _ in range(2):
        game.do("chip", player="Cara", square="seven", amount=10)
    assert [(bet["bet"], bet["amount"], bet["taker"]) for bet in game.state["board"]] == [(1, 10, None), (2, 10, None)]
    assert game.stacks["Cara"] == 480
    game.refused("not_enough_chips", "chip", player="Cara", square="seven", amount=481)
    game.refused("no_such_square", "chip", player="Cara", square="eight", amount=1)


def test_its_owner_lifts_it_while_it_is_open():
    game = Game()
    game.do("chip", player="Cara", square="seven", amount=10)
    game.refused("not_allowed", "lift", player="Dan", bet=1)
    game.refused("no_such_bet", "lift", player="Cara", bet=2)
    game.do("lift", player="Cara", bet=1)
    assert game.stacks["Cara"] == 500
    game.refused("no_such_bet", "lift", player="Cara", bet=1)
    game.bet("Cara", "Dan", "seven", 10)
    game.refused("already_taken", "lift", player="Cara", bet=2)
    game.refused("not_allowed", "lift", player="Dan", bet=2)


def test_anyone_else_who_has_the_lay_takes_the_whole_chip():
    game = Game(["Alice", "Bo", "Cara"], buy_in=100)
    game.do("chip", player="Cara", square="hard_6", amount=10)
    game.refused("own_chip", "take", player="Cara", bet=1)
    game.refused("no_such_player", "take", player="Dan", bet=1)
    game.do("take", player="Bo", bet=1)
    assert game.stacks["Bo"] == 0
    game.refused("already_taken", "take", player="Alice", bet=1)
    game.do("chip", player="Cara", square="hard_6", amount=11)
    game.refused("not_enough_chips", "take", player="Alice", bet=2)


def test_the_shooter_may_take_too():
    game = Game()
    game.bet("Cara", "Alice", "field", 10)


def test_undo_until_a_throw_has_been_made_on_it():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    game.refused("not_allowed", "undo", player="Bo", bet=1)
    (undone,) = game.do("undo", player="Dan", bet=1)
    assert undone["type"] == "take_undone"
    assert (game.stacks["Cara"], game.stacks["Dan"]) == (490, 500)
    game.refused("not_taken", "undo", player="Cara", bet=1)
    game.do("take", player="Bo", bet=1)
    (undone,) = game.do("undo", player="Cara", bet=1)
    assert undone["type"] == "bet_undone"
    assert (game.stacks["Cara"], game.stacks["Bo"]) == (500, 490)
    assert game.state["board"] == []


def test_locked_once_a_throw_has_been_made_on_it():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    assert game.state["board"][0]["locked"] is False
    game.throw(6)
    assert game.state["board"][0]["locked"] is True
    game.refused("locked", "undo", player="Dan", bet=1)
    game.refused("locked", "undo", player="Cara", bet=1)
    game.refused("not_allowed", "undo", player="Bo", bet=1)
    game.bet("Bo", "Dan", "num_5", 10)
    assert [bet["locked"] for bet in game.state["board"]] == [True, False]
    game.do("undo", player="Dan", bet=2)


def test_an_open_chip_goes_home_at_a_throw_and_stays_through_a_no_roll():
    game = Game()
    game.do("chip", player="Cara", square="num_4", amount=10)
    game.do("no_roll", reason="cocked")
    assert len(game.state["board"]) == 1
    assert [event["type"] for event in game.throw(4)] == ["thrown", "chip_returned", "point_set"]
    assert game.stacks["Cara"] == 500


def test_the_throws_count_from_the_take_on():
    game = Game()
    game.throw(4)
    game.bet("Cara", "Dan", "num_4", 10)
    assert game.results["Cara"] == 0
    game.throw(7)
    assert game.results["Cara"] == -10


def test_undecided_bets_stay_across_rounds_and_shooters_and_a_seven_clears_them():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    game.bet("Dan", "Cara", "hard_8", 1)
    for total in (6, 6, 2, 5, 5, 11):
        game.throw(total)
    board = game.state["board"]
    assert [(bet["bet"], bet["player"], bet["taker"], bet["locked"]) for bet in board] == [
        (1, "Cara", "Dan", True),
        (2, "Dan", "Cara", True),
    ]
    assert game.state["shooter"] == "Bo"
    game.throw(7)
    assert game.state["board"] == []


def test_the_board_works_on_the_come_out_too():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    game.throw(4)
    assert game.results["Cara"] == 20


def test_half_of_the_field_lay_comes_back_on_an_even_win():
    game = Game()
    game.bet("Cara", "Dan", "field", 10)
    game.throw(9)
    assert (game.stacks["Cara"], game.stacks["Dan"]) == (510, 490)


def test_order_board_line_dice():
    game = Game()
    game.bet("Cara", "Dan", "seven", 10)
    game.do("chip", player="Bo", square="seven", amount=10)
    types = [event["type"] for event in game.throw(7)]
    assert types == ["thrown", "bet_settled", "chip_returned", "round_settled", "round_opened"]


def test_board_money_of_this_throw_opens_the_next_round():
    game = Game(["A", "B"], buy_in=20)
    game.do("chip", player="B", square="craps", amount=1)
    game.do("take", player="A", bet=1)
    # A: 3 in hand. Craps: A loses the stake and the lay; B 20 + 10 + 7. Bo alone can stake.
    game.throw(2)
    assert game.stacks == {"A": 3, "B": 37}
    assert game.state["phase"] == "waiting"


def test_printed_odds_are_an_option():
    game = Game(odds={"seven": [9, 2], "field": {"2": [3, 1]}})
    assert game.do("chip", player="Cara", square="seven", amount=5)[0]["lay"] == 22
    assert game.do("chip", player="Cara", square="field", amount=5)[0]["lay"] == 15
    game.do("take", player="Dan", bet=2)
    game.throw(12)
    assert game.results["Cara"] == 10


@pytest.mark.parametrize(
    ("odds", "named"),
    [
        ({"eight": [1, 1]}, "'eight'"),
        ({"seven": [0, 1]}, "seven"),
        ({"seven": [4, 0]}, "seven"),
        ({"seven": [-4, 1]}, "seven"),
        ({"seven": 4}, "seven"),
        ({"seven": [4]}, "seven"),
        ({"seven": [4.5, 1]}, "seven"),
        ({"seven": [True, 1]}, "seven"),
        ({"field": [1, 1]}, "field"),
        ({"field": {"5": [1, 1]}}, "'5'"),
        ({"field": {"2": [0, 1]}}, "field on 2"),
        ([], "odds"),
        ({"num_4": [10**30, 1]}, "num_4"),
    ],
)
def test_odds_are_checked_and_the_wrong_one_is_named(odds, named):
    game = Game()
    opening = {"game": "street", "players": ["A", "B"], "buy_in": 10, "rules": {"odds": odds}}
    assert named in game.refused("bad_input", "open", **opening)
    assert named in game.refused("bad_input", "rules", rules={"odds": odds})


def test_bet_numbers_begin_again_with_each_game():
    game = Game()
    game.bet("Cara", "Dan", "seven", 1)
    game.do("open", game="street", players=["Cara", "Dan"], buy_in=50)
    game.refused("no_such_bet", "take", player="Dan", bet=1)
    assert game.do("chip", player="Cara", square="seven", amount=1)[0]["bet"] == 1
