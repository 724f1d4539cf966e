"""Poker at a real table: the die read by the camera, a player who is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.pad_lights import Scene, codes
from controller.patience import Patience
from controller.verify import verify
from firmware import lights
from tests.table.playing import Seat
from tests.table.test_one_die import FIRST, SECOND, Seen

OPEN = {"cmd": "open", "game": "poker", "players": ["Ann", "Ben", "Cas"], "buy_in": 500, "rules": {"time_limit": 60}}


def pass_random(seat):
    assert seat.do("pass", cards="random", arrived=seat.clock.t).ok


@pytest.fixture
def seen(tmp_path):
    made = Seen(tmp_path)
    assert made.table.submit(OPEN).result(10).ok
    assert made.do("deal").ok
    yield made
    made.close()
    assert verify(made.path).ok, verify(made.path).fault


def test_one_die_read_by_the_camera_says_how_many_cards(seen):
    assert seen.judge.dice == 1
    assert seen.do("check", arrived=seen.clock.t).ok
    seen.show(replace(FIRST, value=3))
    assert (seen.public["die"], seen.public["to_pass"], seen.public["phase"]) == (3, 3, "pass")
    assert seen.public["last"]["source"] == "camera"
    assert seen.public["last"]["picture"]
    pass_random(seen)
    seen.do("check", arrived=seen.clock.t)
    seen.show(replace(FIRST, value=6))
    assert seen.public["to_pass"] == 6


def test_two_dice_are_no_roll_and_the_die_is_thrown_again(seen):
    seen.do("check", arrived=seen.clock.t)
    seen.show(FIRST, SECOND)
    assert (seen.public["phase"], seen.public["no_rolls"], seen.public["dice_out"]) == ("throw", 1, False)
    calls = [event for done in seen.ledger.transactions() for event in done.events if event["type"] == "no_roll"]
    assert [event["reason"] for event in calls] == ["wrong_count"]
    seen.show(FIRST, SECOND)
    seen.show(FIRST, SECOND)
    assert seen.public["host_called"] is True
    seen.show(FIRST)
    assert seen.public["die"] == 2


def test_a_die_that_nobody_was_to_throw_changes_nothing(seen):
    before = seen.table.snapshot().seq
    seen.show(FIRST)
    assert seen.table.snapshot().seq == before
    assert (seen.public["phase"], seen.public["no_rolls"]) == ("turn", 0)


def test_only_whose_turn_it_is_throws_and_the_camera_goes_before_the_phone(tmp_path):
    seat = Seat(tmp_path / "b.db")
    assert seat.table.submit(OPEN).result(10).ok
    assert seat.do("deal", by="Ann").ok
    assert seat.do("check", by="Ben").ok
    assert seat.do("throw", by="Cas").refused == "not_shooter"
    assert seat.do("dice_out", by="Cas").refused == "not_shooter"
    assert seat.do("throw", by="Ben", dice=[6]).refused == "not_allowed", "only the host names the face"
    assert seat.do("throw", by="Ben").ok
    thrown = seat.public["last"]
    assert (len(thrown["dice"]), thrown["source"]) == (1, "phone")
    assert seat.do("pass", by="Cas", cards=[]).refused == "not_your_turn"
    seat.close()


@pytest.fixture
def seat(tmp_path):
    made = Seat(tmp_path / "c.db")
    assert made.table.submit(OPEN).result(10).ok
    assert made.do("deal").ok
    yield made
    made.close()


def look(seat, patience, seconds=0.0):
    seat.clock.t += seconds
    patience.look()
    seat.do("dispute", player="Nobody")  # waits until what was handed in has been carried out


def test_a_player_who_is_gone_checks_or_folds_and_the_table_passes_at_random(seat):
    patience, told = Patience(seat.table, clock=seat.clock), seat.table.subscribe()
    look(seat, patience)
    look(seat, patience, 59.0)
    assert seat.public["phase"] == "turn"
    look(seat, patience, 1.0)
    assert (seat.public["phase"], seat.public["turn"]) == ("throw", "Ben")
    look(seat, patience)
    look(seat, patience, 60.0)
    assert seat.public["phase"] == "throw", "the host throws for him, or a phone"
    asked_for = [item.fields for item in iter(lambda: told.get(0), None) if getattr(item, "kind", "") == "asleep"]
    assert asked_for == [{"player": "Ben"}]
    seat.do("throw", dice=[4])
    look(seat, patience)
    look(seat, patience, 60.0)
    assert seat.public["hands"] == {"Ben": 3, "Cas": 11, "Ann": 7}
    seat.do("bet", amount=20)
    look(seat, patience)
    look(seat, patience, 60.0)
    assert seat.public["active"] == ["Ben", "Cas"]


def test_nobody_is_played_for_without_a_limit_or_while_he_is_there(seat):
    patience = Patience(seat.table, away=lambda player: player != "Ben", clock=seat.clock)
    look(seat, patience)
    look(seat, patience, 600.0)
    assert seat.public["phase"] == "turn"
    seat.do("void")
    seat.do("rules", rules={"time_limit": 0})
    seat.do("deal")
    patience = Patience(seat.table, clock=seat.clock)
    look(seat, patience)
    look(seat, patience, 6000.0)
    assert seat.public["phase"] == "turn"


def test_each_turn_has_its_own_time_and_a_die_in_the_air_waits(seat):
    patience = Patience(seat.table, clock=seat.clock)
    look(seat, patience)
    look(seat, patience, 59.0)
    seat.do("bet", amount=5)
    look(seat, patience, 2.0)
    assert seat.public["turn"] == "Cas"
    seat.do("call")
    seat.do("call")
    seat.do("dice_out")
    look(seat, patience)
    told = seat.table.subscribe()
    look(seat, patience, 600.0)
    assert seat.public["dice_out"] is True
    assert told.get(0) is None, "nobody sleeps whose die is rolling"


def test_no_time_runs_while_the_host_has_paused_the_table(seat):
    patience = Patience(seat.table, clock=seat.clock)
    look(seat, patience)
    look(seat, patience, 59.0)
    seat.table.notice("pause", on=True)
    look(seat, patience, 600.0)
    assert seat.public["phase"] == "turn", "no phone could have tapped"
    seat.table.notice("pause", on=False)
    look(seat, patience, 59.0)
    assert seat.public["phase"] == "turn", "his time begins anew"
    look(seat, patience, 1.0)
    assert seat.public["phase"] == "throw"


def test_patience_runs_in_a_thread_and_ends(seat):
    patience = Patience(seat.table)
    patience.start()
    patience.stop()
    patience.stop()


def test_a_tap_that_saw_another_turn_is_refused(seat):
    then = seat.table.snapshot().seq
    seat.do("bet", amount=5)
    assert seat.do("check", by="Ben", seen=then).refused == "changed"
    now = seat.table.snapshot().seq
    seat.do("dispute", player="Nobody")
    assert seat.do("call", by="Cas", seen=now).ok


def test_the_pad_of_whose_die_is_due_says_throw(seat):
    dark = (lights.CLOSED, lights.CLOSED)
    assert codes(seat.public, "Ben", Scene(cue=True), 0.0) == dark
    seat.do("check")
    assert codes(seat.public, "Ben", Scene(cue=True), 0.0) == (lights.THROW, lights.THROW)
    assert codes(seat.public, "Cas", Scene(cue=True), 0.0) == dark
    seat.do("throw", dice=[1])
    assert codes(seat.public, "Ben", Scene(cue=True), 0.0) == (lights.SHOOTER, lights.SHOOTER)
