"""What the record of an evening keeps of poker, and what verify finds."""

from __future__ import annotations

import pytest

from controller.chance import completed
from controller.evening import START, decide, encode, evolve
from controller.games.codec import shown, shown_command
from controller.ledger import Ledger
from controller.night import round_rows, settlement_rows, tally, throw_rows
from controller.rounds import recorded
from controller.verify import verify
from tests.poker.playing import ABC, Game


def test_throws_with_who_threw_and_what_they_were_taken_for():
    game = Game()
    game.deal()
    game.turn(2)
    game.do("check")
    game.do("throw", dice=[5])
    game.do("correct", dice=[6])
    rows = [(row["by"], row["die_1"], row["die_2"], row["corrected_from"]) for row in throw_rows(recorded(game.told))]
    assert rows == [("Ben", 2, None, None), ("Cas", 6, None, "5")]


def test_hands_are_rounds_and_their_pots_are_settled():
    game = Game(ante=5)
    game.deal()
    game.do("bet", amount=20)
    game.do("fold")
    game.do("fold")
    game.deal()
    game.turn(1)
    game.do("void")
    game.deal()
    game.turn(1)
    game.do("cash_out")
    record = recorded(game.told)
    assert [(row["shooter"], row["outcome"]) for row in round_rows(record)] == [
        ("Ann", "uncalled"), ("Ben", "voided"), ("Ben", "cashed_out"),
    ]  # fmt: skip
    assert [(row["player"], row["put"], row["won"]) for row in settlement_rows(record)] == [
        ("Ann", 5, -5), ("Ben", 5, 10), ("Cas", 5, -5),
    ]  # fmt: skip
    told = tally(record.games[0])
    assert {row["player"]: row["result"] for row in told["players"]} == {"Ann": -5, "Ben": 10, "Cas": -5}
    assert (told["rounds"], told["throws"], told["passes"]["rounds"]) == (1, 2, 0)


def test_what_a_correction_refuses_is_told_without_cards():
    told = {"type": "refused_again", "player": "Ben", "refused": {"cmd": "pass", "player": "Ben", "cards": ["As"]},
            "code": "wrong_count", "why": "No."}  # fmt: skip
    assert shown(told)["refused"] == {"cmd": "pass", "player": "Ben"}
    assert shown_command({"cmd": "deal", "deck": ["As"], "salts": ["00"]}) == {"cmd": "deal"}
    assert shown({"type": "of_tomorrow", "cards": ["As"], "count": 1}) == {"type": "of_tomorrow", "count": 1}


@pytest.mark.parametrize("wrong", ["root", "deck", "salts"])
def test_verify_checks_the_whole_deck_against_its_seal(tmp_path, wrong):
    ledger, evening = Ledger(tmp_path / "a.db"), START
    opened = {"cmd": "open", "game": "poker", "players": ABC, "buy_in": 9}
    for command in (opened, completed({"cmd": "deal"}, "host", "host", None)):
        events = decide(evening, command)
        for event in events:
            evening = evolve(evening, event)
        stored = [encode(event) for event in events]
        if command["cmd"] == "deal":
            value = stored[0][wrong]
            stored[0][wrong] = "00" * 32 if wrong == "root" else [value[1], value[0], *value[2:]]
        ledger.append(command, stored, {})
    ledger.close()
    report = verify(tmp_path / "a.db")
    assert not report.ok
    assert "hand_dealt" in report.fault
