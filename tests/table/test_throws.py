"""The adjudicator between watch and table: pictures before records, closings, verdicts, the host, the cue."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.pictures import PictureError, Pictures
from controller.replies import Notice, Published
from controller.throws import LOOKS, Adjudicator
from controller.verify import verify
from tests.table.playing import Seat
from vision.events import Empty, Hand, Motion, NoRoll, Throw
from vision.readings import Reading, SeenDie

DICE = (
    SeenDie(2, 0.999, (10, 10), (5, 5, 10, 10)),
    SeenDie(5, 0.999, (40, 10), (35, 5, 10, 10)),
)
PICTURE = np.full((40, 60, 3), 90, np.uint8)
READ = Throw((2, 5), 0.998, 45, 48, 2.0, ("wall",), 2, Reading((2, 5), 0.998, None, DICE, ms=11.8), PICTURE)
COCKED = NoRoll("cocked", 48, 2.0, None, (), 3, Reading(None, 0.4, "cocked", DICE[:1]), PICTURE)


class Watched(Seat):
    """A table with an adjudicator, and what it published."""

    def __init__(self, folder, host_wait: float = 0.0, **rules) -> None:
        super().__init__(folder / "a.db", gate_limit=30.0)
        self.pictures = Pictures(folder / "a-pictures")
        self.heard = self.table.subscribe(maxsize=1000)
        assert self.open(**rules).ok
        self.judge = Adjudicator(self.table, self.pictures, host_wait)
        self.see(0.0, clear=True)

    def see(self, t: float, *events, clear: bool = False) -> None:
        """A frame at `t` with what the watch said of it."""
        self.clock.t = t
        for event in events:
            self.judge.on(event, None)
        self.judge.judged(t, clear)

    def throw(self, t: float, verdict) -> None:
        """Dice move at `t` and their verdict comes a second later."""
        self.see(t, Motion(int(t * 30), t))
        self.see(t + 1.0, replace(verdict, t=t + 1.0))

    def told(self, kind=Published) -> list:
        items = [item for item in iter(lambda: self.heard.get(0), None)]
        return [item for item in items if isinstance(item, kind)]

    def commands(self) -> list[dict]:
        return [dict(item.command) for item in self.told()]


@pytest.fixture
def seat(tmp_path):
    made = Watched(tmp_path)
    yield made
    made.close()
    assert verify(made.path).ok, verify(made.path).fault


@pytest.fixture
def patient(tmp_path):
    """The host has fifteen seconds."""
    made = Watched(tmp_path, host_wait=15.0)
    yield made
    made.close()
    assert verify(made.path).ok


def test_a_throw_is_stored_with_its_source_its_reading_and_its_picture(seat):
    seat.told()
    seat.throw(1.0, READ)
    out, thrown = seat.told()
    assert (out.command, out.source) == ({"cmd": "dice_out"}, "camera")
    event = thrown.events[0]
    assert (event["type"], event["dice"], event["source"]) == ("thrown", [2, 5], "camera")
    jpeg = seat.pictures.load(event["picture"])
    assert hashlib.sha256(jpeg).hexdigest() == event["picture"]
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), 1).shape == PICTURE.shape
    reading = event["reading"]
    assert [die["value"] for die in reading["dice"]] == [2, 5] and "ms" not in reading
    assert (reading["confidence"], reading["looks"], reading["warnings"]) == (0.998, 2, ["wall"])
    assert (reading["frame"], reading["settle_frame"], reading["t"]) == (48, 45, 2.0)
    assert seat.public["point"] is None and seat.public["throws"] == 1


def test_a_picture_that_would_be_large_is_stored_under_60_kb(seat):
    noise = np.random.default_rng(2).integers(0, 255, (320, 640, 3), np.uint8)
    seat.told()
    seat.throw(1.0, replace(READ, picture=noise))
    event = seat.told()[-1].events[0]
    assert 20_000 < len(seat.pictures.load(event["picture"])) < 60_000


def test_the_picture_is_on_the_disk_before_the_record_that_names_it(seat, monkeypatch):
    order = []
    keep, append = seat.pictures.keep, seat.ledger.append
    monkeypatch.setattr(seat.pictures, "keep", lambda jpeg: order.append("picture") or keep(jpeg))
    monkeypatch.setattr(seat.ledger, "append", lambda c, e, s: order.append(c["cmd"]) or append(c, e, s))
    seat.throw(1.0, READ)
    assert order == ["dice_out", "picture", "throw"]


def test_a_picture_that_cannot_be_kept_is_told_and_the_throw_counts(seat, monkeypatch):
    def full(jpeg):
        raise PictureError("The picture of the throw could not be kept: the disk is full.")

    monkeypatch.setattr(seat.pictures, "keep", full)
    seat.throw(1.0, READ)
    assert seat.public["throws"] == 1 and seat.public["last"]["picture"] is None
    assert [notice.kind for notice in seat.told(Notice) if notice.kind == "picture_lost"] == ["picture_lost"]


def test_a_no_roll_is_stored_with_reason_detail_and_picture_and_bets_ride(seat):
    before = seat.public
    seat.throw(1.0, replace(COCKED, reason="not_thrown", detail="slid"))
    event = seat.told()[-1].events[0]
    assert (event["type"], event["reason"], event["detail"]) == ("no_roll", "not_thrown", "slid")
    assert event["counted"]
    assert seat.pictures.load(event["picture"]) and event["reading"]["looks"] == 3
    after = seat.public
    assert (after["stacks"], after["line"], after["dice_out"]) == (before["stacks"], before["line"], False)


def test_the_host_is_called_after_three_in_a_row_and_a_throw_between_begins_anew(seat):
    for t, verdict in ((1, COCKED), (3, COCKED), (5, READ), (7, COCKED), (9, COCKED)):
        seat.throw(float(t), verdict)
    assert not seat.public["host_called"]
    seat.throw(11.0, COCKED)
    assert seat.public["host_called"]
    seat.see(14.0)
    assert seat.do("throw", dice=[2, 2]).ok, "the host names the faces"


def test_nobody_against_is_no_roll_that_moves_nothing_and_counts_nothing(seat):
    seat.do("off", by="Bo")
    before = seat.public["stacks"]
    for t in (1.0, 3.0, 5.0, 7.0):
        seat.throw(t, READ)
    assert (seat.public["stacks"], seat.public["throws"], seat.public["no_rolls"]) == (before, 0, 0)
    assert not seat.public["host_called"] and not seat.public["dice_out"]
    reasons = [c["reason"] for c in seat.commands() if c["cmd"] == "no_roll"]
    assert reasons == ["no_fade"] * 4


def test_nobody_slips_in_against_dice_that_already_move(seat):
    seat.do("off", by="Bo")
    seat.see(1.0, Motion(30, 1.0))
    seat.clock.t = 1.1
    against = seat.table.submit({"cmd": "against", "player": "Bo"}, by="Bo", arrived=1.001)
    seat.see(1.5)
    assert against.result(5).refused == "dice_out"
    seat.see(2.0, READ)
    assert seat.public["throws"] == 0


def test_only_a_hand_opens_the_betting_again_and_counts_nothing(seat):
    for t in (1.0, 5.0, 9.0, 13.0):
        seat.see(t, Motion(30, t), Hand(31, t))
        seat.see(t + 0.5, Empty(45, t + 0.5))
        assert seat.public["dice_out"]
        seat.see(t + 2.0, clear=True)
        assert not seat.public["dice_out"]
    assert (seat.public["no_rolls"], seat.public["host_called"]) == (0, False)
    assert seat.do("for", by="Cara").ok


def test_the_host_settles_a_throw_before_the_verdict_and_it_counts_once(seat):
    seat.see(1.0, Motion(30, 1.0))
    seat.see(1.5)
    assert seat.do("throw", dice=[4, 4], arrived=1.4).ok
    seat.see(2.0, READ)
    assert seat.public["throws"] == 1 and seat.public["last"]["dice"] == [4, 4]
    shown = [n for n in seat.told(Notice) if n.kind == "no_roll"]
    assert [(n.fields["code"], n.fields["values"]) for n in shown] == [("changed", [2, 5])]


def test_a_shooter_who_sees_his_dice_fall_badly_cannot_roll_on_the_phone_instead(seat):
    seat.see(1.0, Motion(30, 1.0))
    seat.see(1.5)
    assert seat.do("throw", by="Alice", source="phone", arrived=1.4).refused == "dice_out"
    seat.see(2.0, READ)
    assert seat.public["last"]["dice"] == [2, 5]
    assert seat.do("dice_out", by="Alice", source="phone", arrived=1.9).ok, "his own key closes the betting too"
    assert seat.do("throw", by="Alice", source="phone", arrived=1.9).ok


def test_a_host_who_is_quicker_by_a_hair_than_the_verdict_has_settled_it(seat, monkeypatch):
    """He names the faces while the picture of the verdict is being written."""
    keep = seat.pictures.keep

    def slow(jpeg):
        assert seat.do("throw", dice=[4, 4], arrived=1.9).ok
        return keep(jpeg)

    seat.see(1.0, Motion(30, 1.0))
    seat.see(2.0)
    monkeypatch.setattr(seat.pictures, "keep", slow)
    seat.see(2.1, READ)
    assert seat.public["throws"] == 1 and seat.public["last"]["dice"] == [4, 4]


def test_throws_in_the_pause_are_shown_and_move_nothing(seat):
    seat.table.notice("pause", on=True)
    seat.throw(1.0, READ)
    assert seat.judge.paused and seat.public["throws"] == 0 and not seat.public["dice_out"]
    assert [n.fields["code"] for n in seat.told(Notice) if n.kind == "no_roll"] == ["paused"]
    seat.judge.pause(False)
    seat.throw(3.0, READ)
    assert seat.public["throws"] == 1


def test_before_any_game_dice_move_nothing(tmp_path):
    seat = Watched(tmp_path)
    seat.do("cash_out")
    seat.told()
    seat.throw(1.0, READ)
    heard = [item for item in iter(lambda: seat.heard.get(0), None)]
    assert not [item for item in heard if isinstance(item, Published)]
    shown = [item.fields["code"] for item in heard if isinstance(item, Notice) and item.kind == "no_roll"]
    assert shown == ["game_over"]
    seat.close()


def test_the_wrong_number_of_dice_never_settles(seat):
    seat.throw(1.0, replace(READ, values=(2, 3, 5)))
    assert seat.public["throws"] == 0 and not seat.public["dice_out"]


def test_strict_wall_and_leaning_are_the_games_options(tmp_path):
    leaning = replace(DICE[1], value=None, tilt_deg=20.0, candidates=((5, 0.97), (4, 0.03)))
    leans = replace(COCKED, reading=Reading(None, 0.5, "cocked", (DICE[0], leaning)))
    for number, (rules, verdict, expected) in enumerate((
        ({"wall": "strict"}, READ, "no_roll"),
        ({"wall": "lenient"}, READ, "throw"),
        ({"leaning": "counts"}, leans, "throw"),
        ({"leaning": "host"}, leans, "no_roll"),
        ({"leaning": "rethrow"}, leans, "no_roll"),
    )):  # fmt: skip
        (tmp_path / str(number)).mkdir()
        seat = Watched(tmp_path / str(number), **rules)
        seat.throw(1.0, verdict)
        given = seat.commands()[-1]
        assert given["cmd"] == expected, rules
        if rules == {"wall": "strict"}:
            assert given["reason"] == "wall_missed"
        if expected == "throw" and verdict is leans:
            assert given["dice"] == [2, 5] and given["reading"]["leaning"] == "counts"
        seat.close()


def test_a_table_that_does_not_take_the_cameras_word_waits_for_faces(tmp_path):
    seat = Watched(tmp_path, may_throw={"camera": "no"})
    seat.throw(1.0, READ)
    assert seat.public["throws"] == 0 and seat.public["dice_out"]
    assert [n.fields["values"] for n in seat.told(Notice) if n.kind == "ask_host"] == [[2, 5]]
    assert seat.do("throw", dice=[2, 5], arrived=1.9).ok
    seat.close()


# ---- the host is asked ----------------------------------------------------------------------------------------------


def test_the_host_names_the_faces_of_a_leaning_die_while_betting_is_closed(patient):
    patient.throw(1.0, COCKED)
    assert patient.judge.asking and patient.public["dice_out"]
    (asked,) = [n for n in patient.told(Notice) if n.kind == "ask_host"]
    assert asked.fields["reason"] == "cocked" and patient.pictures.load(asked.fields["picture"])
    patient.see(3.0)
    assert patient.do("for", by="Cara", arrived=2.9).refused == "dice_out"
    assert patient.do("throw", dice=[2, 5], arrived=2.9).ok
    patient.see(3.1)
    assert not patient.judge.asking and patient.public["throws"] == 1
    patient.see(30.0)
    assert patient.public["no_rolls"] == 0


def test_the_host_sends_it_back_or_does_not_answer(patient):
    patient.throw(1.0, COCKED)
    patient.see(3.0)
    assert patient.do("no_roll", reason="cocked", arrived=2.9).ok
    patient.see(3.1)
    assert not patient.judge.asking and patient.public["no_rolls"] == 1
    patient.throw(5.0, COCKED)
    patient.see(20.9)
    assert patient.judge.asking
    patient.see(21.1)
    assert not patient.judge.asking and patient.public["no_rolls"] == 2 and not patient.public["dice_out"]


def test_a_new_throw_answers_for_the_host(patient):
    patient.throw(1.0, COCKED)
    patient.throw(4.0, READ)
    assert patient.public["throws"] == 1
    assert [c["cmd"] for c in patient.commands()][-4:] == ["dice_out", "no_roll", "dice_out", "throw"]


# ---- the camera comes and goes --------------------------------------------------------------------------------------


def test_a_camera_lost_in_mid_throw_is_told_and_betting_opens_again(seat):
    seat.see(1.0, Motion(30, 1.0))
    seat.judge.camera(False, "The camera was unplugged.")
    assert not seat.public["dice_out"] and seat.public["no_rolls"] == 0
    notices = seat.told(Notice)
    assert {"camera", "no_throw"} <= {notice.kind for notice in notices}
    seat.clock.t = 99.0
    assert seat.do("for", by="Cara").ok, "nobody waits for a camera that is gone"
    seat.judge.camera(True, "The camera sees the table.")
    seat.see(100.0)
    seat.throw(101.0, READ)
    assert seat.public["throws"] == 1


def test_a_tap_shortly_after_a_judged_frame_need_not_wait_for_the_next(seat):
    """At thirty frames a second the next frame cannot come within 80% of their distance."""
    for number in range(10):
        seat.see(1.0 + number / 30)
    last = 1.0 + 9 / 30
    seat.clock.t = last + 0.0333
    assert seat.do("buy_in", player="Bo", amount=1, arrived=last + 0.026).ok
    waits = seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": 1}, arrived=last + 0.028)
    moved = seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": 1}, arrived=last + 0.0333)
    seat.judge.on(Motion(40, last + 0.03), None)
    assert waits.result(5).ok
    seat.see(last + 0.0334)
    assert moved.result(5).refused == "dice_out"


def test_the_pace_is_the_shortest_of_late_and_a_hitch_is_none(seat):
    for t in (1.0, 1.5, 2.5):
        seat.see(t)
    seat.clock.t = 2.6
    waits = seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": 1}, arrived=2.501)
    with pytest.raises(TimeoutError):
        waits.result(0.1)
    seat.see(2.6)
    assert waits.result(5).ok


def cues(seat) -> list[tuple]:
    return [(n.fields["throw"], n.fields["why"]) for n in seat.told(Notice) if n.kind == "cue"]


def test_the_cue_is_given_when_the_surface_is_clear_and_somebody_against(seat):
    assert cues(seat) == [(True, None)]
    seat.see(1.0, clear=True)
    assert cues(seat) == [], "told once"
    seat.see(1.5, clear=False)
    assert cues(seat) == [(False, "surface")]
    seat.do("off", by="Bo", arrived=1.4)
    seat.see(2.0, clear=True)
    assert cues(seat) == [(False, "no_fade")]
    seat.do("against", by="Bo", arrived=1.9)
    seat.see(2.5, clear=True)
    seat.see(3.0, Motion(9, 3.0))
    assert cues(seat) == [(True, None), (False, "dice_out")]
    seat.judge.pause(True)
    seat.see(3.5, READ, clear=True)
    assert cues(seat)[-1] == (False, "paused")


def test_the_watch_looks_again_first_as_it_is_then_with_less_and_more_light():
    assert LOOKS.looks == 1 + len(LOOKS.exposures)
    assert LOOKS.exposures[0] == 0.0 and LOOKS.exposures[1] < 0 < LOOKS.exposures[2]
    assert "glare" in LOOKS.curable and "cocked" not in LOOKS.curable
