"""Bank craps on the wire: the commands and the state as the rules write them, and a night through the real program."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from controller.games.bank.card import layout, shipped
from tests.play.test_evening import Program
from tests.play.test_play import played

OPEN = {"cmd": "open", "game": "bank", "players": ["Alice", "Bo"], "buy_in": 500}


def test_bets_events_and_state():
    status, replies = played(
        OPEN | {"rules": {"card": "trainer", "bank": 1000}},
        {"cmd": "bet", "player": "Alice", "bet": "pass", "amount": 10},
        {"cmd": "bet", "player": "Bo", "bet": "place_6", "amount": 12},
        {"cmd": "working", "player": "Bo", "bet": "place_6", "on": True},
        {"cmd": "throw", "dice": [2, 4]},
        {"cmd": "bet", "player": "Alice", "bet": "odds_pass", "amount": 25},
        {"cmd": "state"},
        {"cmd": "down", "player": "Alice", "bet": "pass"},
        {"cmd": "throw", "total": 6},
        {"cmd": "state"},
        {"cmd": "cash_out"},
    )
    assert status == 0
    assert [reply.get("refused") for reply in replies] == [None] * 7 + ["locked", None, None, None]
    assert [event["type"] for event in replies[0]["events"]] == ["opened", "shooter_chosen", "round_begun"]
    assert [event["type"] for event in replies[4]["events"]] == ["thrown", "bet_won", "point_set"]
    state = replies[6]["state"]
    wanted = {
        "game": "bank",
        "phase": "point",
        "puck": 6,
        "shooter": "Alice",
        "players": ["Alice", "Bo"],
        "stacks": {"Alice": 465, "Bo": 502},
        "bought_in": {"Alice": 500, "Bo": 500},
        "results": {"Alice": 0, "Bo": 14},
        "on_table": 47,
        "bank": 986,
        "bank_bought_in": 1000,
        "bets": {"Alice": {"pass": 10, "odds_pass": 25}, "Bo": {"place_6": 12}},
        "can_throw": True,
        "why_not": None,
    }
    assert {key: state[key] for key in wanted} == wanted
    after = replies[9]["state"]
    assert (after["puck"], after["phase"], after["bank"]) == ("OFF", "come_out", 986 - 10 - 30 - 14)
    assert after["bets"] == {"Alice": {}, "Bo": {"place_6": 12}}
    assert replies[10]["events"][0]["won"] == -68


def test_a_viewer_is_offered_his_bets_and_the_quiet_are_not_told():
    _, replies = played(
        OPEN | {"rules": {"card": "trainer"}},
        {"cmd": "bet", "player": "Bo", "bet": "hard_4", "amount": 1},
        {"cmd": "working", "player": "Bo", "bet": "hard_4", "on": True},
        {"cmd": "state", "as": "Bo"},
        {"cmd": "state", "as": "*"},
        {"cmd": "for", "player": "Bo"},
    )
    assert replies[2] == {"ok": True, "events": []}
    assert replies[3]["state"]["offers"]["hard_4"]["call"] is True
    assert replies[4]["state"]["offers"] == {}
    assert replies[5]["refused"] == "bad_input"


@pytest.mark.parametrize("card", ["evolution", "trainer"])
def test_a_night_with_a_kill_in_the_middle(tmp_path, card):
    db, dice = tmp_path / "night.db", random.Random(card)
    program = Program(db)
    names = ["P1", "P2", "P3"]
    assert program.give(cmd="open", game="bank", players=names, buy_in=500, rules={"card": card, "bank": 2000})["ok"]
    done = bet_until(program, dice, names, list(layout(shipped()[card])), 35)
    before = program.state
    program.kill()
    program = Program(db)
    assert program.state == before, "what was answered before the power went is there after it"
    for cmd, count in bet_until(program, dice, names, list(layout(shipped()[card])), 70).items():
        done[cmd] = done.get(cmd, 0) + count
    assert {"bet", "down", "correct", "void", "buy_in"} <= done.keys(), done
    assert done["bet"] > 80
    counted, cashed = program.give(cmd="cash_out")["events"]
    assert counted["won"] == -sum(cashed["results"].values())
    program.end()
    checked = subprocess.run(
        [sys.executable, "-m", "controller.cli", "verify", str(db), "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert json.loads(checked.stdout)["verify"] == "ok"


def bet_until(program, dice, names, spots, throws):
    """Gives random commands until the game has had so many throws; counts what was carried out."""
    done = {}
    while program.state["throws"] < throws:
        for _ in range(6):
            player, spot = dice.choice(names), dice.choice([*spots, "pass", "come", "odds_pass", "dont_pass"])
            lying = program.state["lying"] or [{"player": player, "bet": "pass"}]
            row = dice.choice(lying)
            command = dice.choices(
                [
                    {"cmd": "bet", "player": player, "bet": spot, "amount": dice.choice([5, 10, 30, 66])},
                    {"cmd": "down", "player": row["player"], "bet": row["bet"]},
                    {"cmd": "working", "player": row["player"], "bet": row["bet"], "on": dice.random() < 0.5},
                    {"cmd": "buy_in", "player": player, "amount": 50},
                    {"cmd": "correct", "dice": [dice.randint(1, 6), dice.randint(1, 6)]},
                    {"cmd": dice.choice(["no_roll", "void", "pass_dice"])},
                ],
                weights=[20, 2, 2, 2, 1, 0.5],
            )[0]
            if program.give(**command)["ok"]:
                done[command["cmd"]] = done.get(command["cmd"], 0) + 1
        program.give(cmd="throw", dice=[dice.randint(1, 6), dice.randint(1, 6)])
    return done
