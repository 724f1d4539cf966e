"""Poker through `play`: the protocol of the rules, line by line."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys

from controller.games.poker.cards import DECK
from controller.play import InMemory, play
from tests.poker.playing import laid_out

OPEN = {"cmd": "open", "game": "poker", "players": ["Ann", "Ben", "Cas"], "buy_in": 500,
        "rules": {"ante": 5, "cards": 7, "limit": "no"}}  # fmt: skip
DECK_OF_HANDS = laid_out(["Ben", "Cas", "Ann"], {"Ben": "As Ah Ad 9c 9d 2c 3d", "Cas": "Ks Kh 4s 4h 7h 8h 2d"})


def played(*commands, session=None):
    """The replies to these commands."""
    out = io.StringIO()
    assert play([json.dumps(command) for command in commands], out, session or InMemory()) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_hand_from_deal_to_showdown():
    replies = played(
        OPEN,
        {"cmd": "deal", "deck": DECK_OF_HANDS},
        {"cmd": "bet", "amount": 20},
        {"cmd": "raise", "amount": 60},
        {"cmd": "fold"},
        {"cmd": "call"},
        {"cmd": "throw", "dice": [1]},
        {"cmd": "pass", "player": "Ben", "cards": ["3d"]},
        {"cmd": "check", "player": "Cas"},
        {"cmd": "throw", "dice": [2]},
        {"cmd": "pass", "player": "Cas", "cards": ["2d", "3d"]},
        {"cmd": "check"},
        {"cmd": "check"},
        {"cmd": "state"},
    )
    assert all(reply["ok"] for reply in replies), replies
    state = replies[-1]["state"]
    assert state["stacks"] == {"Ann": 495, "Ben": 570, "Cas": 435}
    assert state["hands"]["Ben"] == ["As", "Ah", "Ad", "9d", "9c", "3d", "2d", "2c"]
    assert [event["type"] for event in replies[-2]["events"]] == [
        "checked", "betting_closed", "hands_shown", "hand_ended",
    ]  # fmt: skip


def test_state_has_the_fields_of_the_rules_and_shows_cards_to_whom_they_belong():
    _, dealt, everybody, ben, all_, stranger = played(
        OPEN,
        {"cmd": "deal", "deck": DECK_OF_HANDS},
        {"cmd": "state"},
        {"cmd": "state", "as": "Ben"},
        {"cmd": "state", "as": "*"},
        {"cmd": "state", "as": "Zoe"},
    )
    assert "As" not in json.dumps(dealt)
    wanted = {
        "game": "poker",
        "phase": "turn",
        "dealer": "Ann",
        "turn": "Ben",
        "to_call": 0,
        "pots": [{"amount": 15, "players": ["Ben", "Cas", "Ann"]}],
        "hands": {"Ben": 7, "Cas": 7, "Ann": 7},
        "stacks": {"Ann": 495, "Ben": 495, "Cas": 495},
        "bought_in": {"Ann": 500, "Ben": 500, "Cas": 500},
    }
    assert {key: everybody["state"][key] for key in wanted} == wanted
    own = ["As", "Ah", "Ad", "9d", "9c", "3d", "2c"]
    assert ben["state"]["hands"] == {"Ben": own, "Cas": 7, "Ann": 7}
    assert {player: len(cards) for player, cards in all_["state"]["hands"].items()} == {"Ben": 7, "Cas": 7, "Ann": 7}
    assert all_["state"]["hands"]["Ben"] == own
    assert stranger["refused"] == "no_such_player"


def test_without_a_deck_the_table_shuffles():
    seen = set()
    for _ in range(3):
        _, dealt, state = played(OPEN, {"cmd": "deal"}, {"cmd": "state", "as": "*"})
        assert len(dealt["events"][0]["root"]) == 64
        seen.add(json.dumps(state["state"]["hands"]))
    assert len(seen) == 3


def test_the_cards_of_one_who_is_gone_are_drawn():
    replies = played(OPEN, {"cmd": "deal"}, {"cmd": "check"}, {"cmd": "throw", "dice": [3]},
                     {"cmd": "pass", "player": "Ben", "cards": "random"}, {"cmd": "state"},
                     {"cmd": "pass", "player": "Cas", "cards": "random"})  # fmt: skip
    assert replies[4]["events"][0] | {"at_random": True, "count": 3} == replies[4]["events"][0]
    assert replies[5]["state"]["hands"] == {"Ben": 4, "Cas": 10, "Ann": 7}
    assert replies[6]["refused"] == "wrong_phase"


def test_refusals_have_their_codes():
    replies = played(
        OPEN,
        {"cmd": "check"},
        {"cmd": "deal", "deck": DECK_OF_HANDS[:51]},
        {"cmd": "deal", "deck": DECK_OF_HANDS},
        {"cmd": "fold"},
        {"cmd": "check", "player": "Cas"},
        {"cmd": "bet", "amount": 4},
        {"cmd": "bet", "amount": 1000},
        {"cmd": "throw", "dice": [3]},
        {"cmd": "check"},
        {"cmd": "throw", "dice": [3, 4]},
        {"cmd": "throw", "dice": [3]},
        {"cmd": "pass", "player": "Ben", "cards": ["As"]},
        {"cmd": "pass", "player": "Cas", "cards": ["As", "Ah", "Ad"]},
        {"cmd": "pass", "player": "Ben", "cards": ["As", "Ah", "Ks"]},
        {"cmd": "for", "player": "Ben"},
        {"cmd": "cash_out"},
        {"cmd": "check"},
    )
    assert [reply.get("refused") for reply in replies] == [
        None, "wrong_phase", "bad_input", None, "not_allowed", "not_your_turn", "below_minimum", "not_enough_chips",
        "wrong_phase", None, "wrong_count", None, "wrong_count", "not_your_turn", "not_allowed", "bad_input", None,
        "game_over",
    ]  # fmt: skip


def test_with_a_ledger_a_second_call_goes_on(tmp_path):
    def call(*commands):
        done = subprocess.run(
            [sys.executable, "-m", "controller.cli", "play", "--db", str(tmp_path / "a.db")],
            input="\n".join(map(json.dumps, commands)).encode(), capture_output=True, timeout=60, check=True,
        )  # fmt: skip
        return [json.loads(line) for line in done.stdout.splitlines()]

    first = call(OPEN, {"cmd": "deal", "deck": DECK_OF_HANDS}, {"cmd": "check"}, {"cmd": "throw", "dice": [2]})
    assert all(reply["ok"] for reply in first)
    assert "As" not in json.dumps(first)
    passed, state = call(
        {"cmd": "pass", "player": "Ben", "cards": ["2c", "3d"]}, {"cmd": "state", "as": "Cas"}
    )  # fmt: skip
    assert passed["ok"]
    assert state["state"]["own"]["received"] == ["3d", "2c"]


def test_whole_evenings():
    chance = random.Random(11)
    for cards in (7, 11):
        session = InMemory()
        players = ["Ann", "Ben", "Cas", "Dan"]
        (opened,) = played({**OPEN, "players": players, "rules": {"cards": cards}}, session=session)
        assert opened["ok"]
        for _ in range(4):
            assert played({"cmd": "deal", "deck": chance.sample(DECK, 52)}, session=session)[0]["ok"]
            while (state := session.public("*"))["phase"] != "deal":
                command = {"cmd": "check"}
                if state["phase"] == "throw":
                    command = {"cmd": "throw", "dice": [chance.randint(1, 6)]}
                elif state["phase"] == "pass":
                    hand = state["hands"][state["turn"]]
                    command = {"cmd": "pass", "player": state["turn"], "cards": chance.sample(hand, state["to_pass"])}
                assert played(command, session=session)[0]["ok"]
        (out,) = played({"cmd": "cash_out"}, session=session)
        assert sum(out["events"][-1]["results"].values()) == 0
