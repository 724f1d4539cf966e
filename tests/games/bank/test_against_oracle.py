"""Random games against the second game of oracle.py: the same yes and no, the same chips, after every command."""

from __future__ import annotations

import random

import pytest

from controller import evening as evenings
from controller.games.refusals import Refused
from tests.games.bank.oracle import BETS, Table
from tests.games.bank.playing import check_bank

NAMES = [f"P{number}" for number in range(6)]
STEPS = {"place_4": 5, "place_5": 5, "place_6": 6, "lose_4": 11, "lose_5": 8, "lose_6": 5}


def some_command(dice, state, card):
    player, other = dice.sample(NAMES, 2)
    lying = [(row["player"], row["bet"]) for row in state["lying"]]
    owner, bet = dice.choice(lying) if lying else (player, "pass")
    if dice.random() < 0.1:
        owner = player
    faces = [dice.randint(1, 6), dice.randint(1, 6)]
    name = dice.choice(BETS[card])
    if dice.random() < 0.5:
        name = dice.choice(["come", "dont_come"] if state["point"] else ["pass", "dont_pass"])
    if dice.random() < 0.3 and lying:
        player, name = dice.choice(lying)
        name = f"odds_{name}"
    amount = dice.choice([1, 2, 5, 6, 10, 30, dice.randint(1, 40)])
    return dice.choices(
        [
            {"cmd": "throw", "dice": faces},
            {"cmd": "bet", "player": player, "bet": name, "amount": amount},
            {"cmd": "down", "player": owner, "bet": bet},
            {"cmd": "working", "player": owner, "bet": bet, "on": dice.random() < 0.5},
            {"cmd": "join", "player": player, "buy_in": dice.randint(1, 60), "after": dice.choice([None, other])},
            {"cmd": "leave", "player": dice.choice([player, state["shooter"] or player])},
            {"cmd": "buy_in", "player": player, "amount": dice.randint(1, 60)},
            {"cmd": "correct", "dice": faces},
            {"cmd": dice.choice(["pass_dice", "void", "no_roll"])},
            {"cmd": dice.choice(["dice_out", "no_roll"])},
            {"cmd": "fill_bank", "amount": dice.randint(1, 50)},
        ],
        weights=[24, 40, 6, 8, 3, 1.5, 4, 4, 1, 2, 1],
    )[0]


def same(state, table):
    assert state["stacks"] == table.stack
    assert state["bought_in"] == table.bought
    assert state["bank"] == table.bank
    assert state["players"] == table.seats
    assert state["puck"] == (table.puck or "OFF")
    assert (state["dice_out"], state["phase"] == "over") == (table.out, table.over)
    if not table.over:
        assert state["shooter"] == table.shooter
    assert {(player, bet): chips for player, bets in state["bets"].items() for bet, chips in bets.items()} == table.bets
    assert state["bank_free"] == table.bank - table.worst()
    assert {(row["player"], row["bet"]): row["works"] for row in state["lying"]} == {
        key: table.on(*key) for key in table.bets
    }
    if not table.over:
        assert {(row["player"], row["bet"]): row["locked"] for row in state["lying"]} == {
            key: table.fast(key[1]) for key in table.bets
        }


@pytest.mark.parametrize("seed", range(80))
def test_random_games(seed):
    dice = random.Random(seed)
    card = ("evolution", "trainer")[seed % 2]
    seats, buy_in = NAMES[: dice.randint(1, 5)], dice.choice([20, 100, 1000])
    bank, minimum, maximum = dice.choice([40, 300, 100_000]), dice.choice([1, 1, 5]), dice.choice([25, 1000])
    floor = dice.random() < 0.4
    rules = {"card": card, "bank": bank, "minimum": minimum, "maximum": maximum}
    more = {}
    if floor:
        rules["fractions"] = "floor"
    if card == "trainer" and dice.random() < 0.5:
        rules |= {"field_12": "2:1", "hard_come_out": False}
        more = {"twelve": 2, "hard_works": False}
    table = Table(seats, buy_in, card, bank, minimum, maximum, floor, **more)
    evening = evenings.START
    commands = [{"cmd": "open", "game": "bank", "players": seats, "buy_in": buy_in, "rules": rules}]
    for _ in range(300):
        for command in commands:
            try:
                events, ok = evenings.decide(evening, command), True
            except Refused as refusal:
                events, ok = (), refusal
            for event in events:
                evening = evenings.evolve(evening, event)
                check_bank(evening)
            if command["cmd"] != "open":
                assert (ok is True) == table.give(command), (command, ok)
        same(evenings.public(evening), table)
        commands = [some_command(dice, evenings.public(evening), card)]
    for cmd in ("no_roll", "cash_out"):
        for event in evenings.decide(evening, {"cmd": cmd}):
            evening = evenings.evolve(evening, event)
        assert table.give({"cmd": cmd})
    same(evenings.public(evening), table)
