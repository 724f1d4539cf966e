"""Random games against the second game of oracle.py: the same yes and no, the same chips, after every command."""

from __future__ import annotations

import random

import pytest

from controller import evening as evenings
from controller.games.refusals import Refused
from tests.games.oracle import PAYS, Table

NAMES = [f"P{number}" for number in range(7)]


def some_command(dice, state):
    player, other = dice.sample(NAMES, 2)
    board = state["board"]
    bet = dice.choice(board) if board else {"bet": 1, "player": player, "taker": None}
    owner = dice.choice([bet["player"], bet["taker"] or bet["player"], player])
    faces = [dice.randint(1, 6), dice.randint(1, 6)]
    amount = dice.choice([10, 10, dice.randint(1, 40)])
    return dice.choices(
        [
            {"cmd": "throw", "dice": faces},
            {"cmd": dice.choice(["for", "against"]), "player": player, "amount": amount},
            {"cmd": "off", "player": player},
            {"cmd": "stake", "amount": amount},
            {"cmd": "chip", "player": player, "square": dice.choice(list(PAYS)), "amount": dice.randint(1, 12)},
            {"cmd": "take", "player": player, "bet": bet["bet"]},
            {"cmd": dice.choice(["lift", "undo"]), "player": owner, "bet": bet["bet"]},
            {"cmd": "join", "player": player, "buy_in": dice.randint(1, 60), "after": dice.choice([None, other])},
            {"cmd": "leave", "player": dice.choice([player, state["shooter"] or player])},
            {"cmd": "buy_in", "player": player, "amount": dice.randint(1, 30)},
            {"cmd": "correct", "dice": faces},
            {"cmd": dice.choice(["pass_dice", "void", "no_roll"])},
            {"cmd": dice.choice(["dice_out", "no_roll"])},
            {"cmd": "rules", "rules": dice.choice([{"dice_pass": "seven_out"}, {"late_line": True},
                                                   {"dice_pass": "every_round"}])},
        ],
        weights=[22, 12, 3, 3, 14, 16, 6, 4, 2, 4, 3, 2, 2, 0.5],
    )[0]  # fmt: skip


def same(state, table):
    right, wrong = table.sides()
    in_play, risk = table.risks() if table.line else (0, {})
    assert state["stacks"] == table.stack
    assert state["bought_in"] == table.bought
    assert state["players"] == table.seats
    assert (state["phase"], state["point"], state["dice_out"]) == (table.phase, table.point, table.out)
    if state["phase"] in ("come_out", "point"):
        assert state["shooter"] == table.shooter
    assert state["line"]["stake"] == ([right[0][0], right[0][2]] if right else None)
    assert state["line"]["for"] == [[player, amount] for player, _, amount in right[1:]]
    assert state["line"]["against"] == [[player, amount] for player, _, amount in wrong]
    assert (state["line"]["in_play"], state["line"]["risk"]) == (in_play, risk)
    assert sorted(
        (bet["player"], bet["square"], bet["amount"], bet["lay"], bet["taker"] or "", bet["locked"])
        for bet in state["board"]
    ) == sorted(
        (bet["who"], bet["on"], bet["put"], bet["lay"], bet["taker"] or "", bool(bet["taker"]) and bet["thrown"])
        for bet in table.board.values()
    )


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed):
    dice = random.Random(seed)
    seats = NAMES[: dice.randint(2, 6)]
    buy_in = dice.choice([10, 25, 60, 500])
    rules = {
        "line": dice.choice(["unit", "open"]),
        "late_line": dice.random() < 0.5,
        "dice_pass": dice.choice(["any_losing_round", "seven_out", "every_round"]),
    }
    table = Table(seats, buy_in, 10, rules["dice_pass"], rules["line"], rules["late_line"])
    evening = evenings.START
    commands = [{"cmd": "open", "game": "street", "players": seats, "buy_in": buy_in, "rules": rules}]
    for _ in range(160):
        for command in commands:
            try:
                events = evenings.decide(evening, command)
                ok = True
            except Refused:
                events, ok = (), False
            for event in events:
                evening = evenings.evolve(evening, event)
            if command["cmd"] != "open":
                assert ok == table.give(command), command
        if any(event.type == "refused_again" and event.refused["cmd"] == "chip" for event in events):
            return  # the numbers of later bets differ from here on: this game keeps them, the oracle counts anew
        state = evenings.public(evening)
        same(state, table)
        commands = [some_command(dice, state)]
    for cmd in ("no_roll", "cash_out"):
        for event in evenings.decide(evening, {"cmd": cmd}):
            evening = evenings.evolve(evening, event)
        assert table.give({"cmd": cmd})
    same(evenings.public(evening), table)
