"""Of several reasons against a command the same one is always told first."""

from __future__ import annotations

import pytest

from tests.games.playing import Game

OUT = {
    "for": {"player": "Nobody", "amount": 1},
    "against": {"player": "Alice", "amount": 1},
    "off": {"player": "Nobody"},
    "stake": {"amount": 10_000},
    "pass_dice": {"player": "Cara"},
    "chip": {"player": "Cara", "square": "?", "amount": 1},
    "lift": {"player": "Cara", "bet": 99},
    "take": {"player": "Nobody", "bet": 1},
    "undo": {"player": "Cara", "bet": 99},
    "join": {"player": "Bo", "buy_in": 1},
    "leave": {"player": "Nobody"},
    "buy_in": {"player": "Nobody", "amount": 1},
}


@pytest.mark.parametrize("cmd", OUT)
def test_while_the_dice_are_out_that_is_the_reason(cmd):
    game = Game(line="open")
    game.do("dice_out")
    game.refused("dice_out", cmd, **OUT[cmd])
    for field in OUT[cmd]:
        game.refused("bad_input", cmd, **(OUT[cmd] | {field: ["not this"]}))


def test_the_shooters_right_comes_before_the_closed_line():
    game = Game(line="open")
    game.throw(6)
    for cmd in ("for", "against", "off"):
        game.refused("not_allowed", cmd, player="Alice", amount=10)
        game.refused("line_closed", cmd, player="Bo", amount=10)
    game.refused("line_closed", "off", player="Cara")
    game.refused("line_closed", "for", player="Cara", amount=5)
    game.refused("line_closed", "stake", amount=5)


def test_whose_chip_it_is_comes_before_what_became_of_it():
    game = Game()
    number = game.bet("Bo", "Cara", "num_6", 10)
    game.refused("not_allowed", "lift", player="Dan", bet=number)
    game.refused("already_taken", "lift", player="Bo", bet=number)
    game.refused("own_chip", "take", player="Bo", bet=number)
    game.throw(5)
    game.refused("not_allowed", "lift", player="Cara", bet=number)
    game.refused("locked", "lift", player="Bo", bet=number)
    game.refused("not_allowed", "undo", player="Dan", bet=number)
    game.refused("locked", "undo", player="Cara", bet=number)


def test_while_the_table_waits_that_is_the_reason():
    game = Game(["A", "B"], buy_in=10)
    game.throw(2)
    game.refused("wrong_phase", "for", player="B", amount=10)
    game.refused("wrong_phase", "pass_dice", player="A")
    game.refused("wrong_phase", "stake", amount=10, player="A")
    game.refused("no_such_player", "for", player="C")
    game.refused("bad_input", "for", player="B", amount=0)
    game.do("cash_out")
    game.refused("game_over", "for", player="B", amount=0)
