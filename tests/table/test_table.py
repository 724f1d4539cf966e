"""The table: decides, stores, then tells; what is refused or cannot be stored changes nothing; it never hangs."""

from __future__ import annotations

import logging
import resource
import threading
import time
from dataclasses import FrozenInstanceError, replace

import pytest

from controller.games.refusals import Refused
from controller.ledger import Ledger, LedgerBroken
from controller.replies import Published, Unavailable
from controller.rulebook import house_rules
from controller.table import Table
from controller.verify import verify
from tests.table.playing import OPEN, Seat, seated


@pytest.fixture
def seat(tmp_path):
    with seated(tmp_path / "a.db") as made:
        yield made


def rows(seat: Seat) -> int:
    return seat.ledger._db.execute("SELECT count(*) FROM records").fetchone()[0]


def test_a_command_is_stored_before_anybody_hears_of_it(seat):
    heard = seat.table.subscribe()
    reply = seat.do("buy_in", player="Bo", amount=40)
    assert reply.ok and [event["type"] for event in reply.events] == ["bought_in"]
    item = heard.get(1)
    assert isinstance(item, Published)
    assert item.command == {"cmd": "buy_in", "player": "Bo", "amount": 40}
    assert item.seq == reply.seq == seat.ledger.seq == item.snapshot.seq == rows(seat)
    assert item.first_seq == item.seq - 1
    assert item.events == reply.events


def test_a_refusal_changes_nothing_and_is_told_to_nobody(seat):
    heard, before = seat.table.subscribe(), (seat.table.snapshot(), rows(seat))
    reply = seat.do("for", player="Nobody")
    assert (reply.ok, reply.refused) == (False, "no_such_player")
    assert reply.why and reply.snapshot is before[0]
    assert (seat.table.snapshot(), rows(seat)) == before
    assert heard.get(0) is None
    with pytest.raises(Refused) as told:
        reply.events_or_refusal()
    assert told.value.code == "no_such_player"


def test_a_command_without_effect_is_ok_and_stores_nothing(seat):
    seat.do("dice_out")
    before = rows(seat)
    reply = seat.do("dice_out")
    assert reply.ok and reply.events == () and reply.seq == seat.ledger.seq
    assert rows(seat) == before


@pytest.mark.parametrize(
    "what", [None, 7, "for", [], {"cmd": float("nan")}, {"cmd": b"x"}, {}, {"cmd": None}, {"cmd": {}}]
)
def test_what_is_no_command_is_bad_input(seat, what):
    reply = seat.table.submit(what).result(5)
    assert (reply.ok, reply.refused) == (False, "bad_input")


def test_the_evening_is_there_again_after_a_restart(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        seat.do("throw", dice=[4, 2])
        seat.do("dice_out")
        before = seat.table.snapshot()
    with seated(tmp_path / "a.db", opened=False) as seat:
        assert seat.table.snapshot() == before
        assert seat.do("throw", dice=[3, 4]).ok
    assert verify(tmp_path / "a.db").ok


def test_an_event_that_no_game_knows_keeps_the_table_from_starting(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        ledger.append(OPEN, [{"type": "from the future"}], {})
        with pytest.raises(LedgerBroken, match="cannot be played again from record 1"):
            Table(ledger)


def test_snapshots_never_change(seat):
    snapshot = seat.table.snapshot()
    public = snapshot.public()
    seat.do("throw", dice=[4, 2])
    seat.do("buy_in", player="Bo", amount=7)
    assert snapshot.public() == public
    with pytest.raises(FrozenInstanceError):
        snapshot.seq = 3
    snapshot.public()["stacks"]["Bo"] = 10**6
    assert snapshot.public() == public


def test_who_hands_in_a_dict_and_changes_it_later_changes_nothing(seat):
    command = {"cmd": "buy_in", "player": "Bo", "amount": 5}
    seat.table.watch_camera(True)
    future = seat.table.submit(command)
    command["amount"] = 5000
    seat.table.watch_camera(False)
    assert future.result(5).events[0]["amount"] == 5


# ---- who may ------------------------------------------------------------------------------------------------------


def test_a_player_speaks_for_himself_alone(seat):
    assert seat.do("for", by="Cara").ok
    assert seat.public["line"]["for"] == [["Cara", 10]]
    assert seat.do("off", by="Cara", player="Bo").refused == "not_allowed"
    for cmd in ("buy_in", "void", "correct", "no_roll", "cash_out", "open", "rules", "join", "confirm", "unheard_of"):
        assert seat.do(cmd, by="Cara", player="Cara").refused == "not_allowed", cmd
    assert seat.do("pass_dice", by="Cara").refused == "not_shooter"
    assert seat.do("pass_dice", by="Alice").ok


def test_a_phones_roll_is_drawn_by_the_table_and_the_shooters_alone(seat):
    assert seat.do("throw", by="Bo", source="phone").refused == "not_shooter"
    drawn = set()
    for _ in range(60):
        shooter = seat.public["shooter"]
        reply = seat.do("throw", by=shooter, source="phone")
        assert reply.ok, reply
        drawn.add(tuple(reply.events[0]["dice"]))
        assert reply.events[0]["source"] == "phone"
    assert len(drawn) > 10 and all(1 <= face <= 6 for dice in drawn for face in dice)


def test_a_player_names_faces_only_where_the_rules_let_him_and_never_with_evidence(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        assert seat.do("throw", by="Alice", dice=[6, 6]).refused == "not_allowed"
        seat.do("rules", rules={"may_throw": {"tapped": "shooter", "phone": "nobody"}})
        seat.do("throw", dice=[3, 4])
        shooter = seat.public["shooter"]
        assert seat.do("throw", by=shooter).refused == "not_allowed"
        reply = seat.do("throw", by=shooter, dice=[6, 5], source="camera", picture="f" * 64, reading={"a": 1})
        assert reply.ok and reply.events[0]["source"] == "tapped"
        assert reply.events[0]["picture"] is None and reply.events[0]["reading"] is None


# ---- stale taps -----------------------------------------------------------------------------------------------------


def test_a_tap_on_a_state_that_means_the_same_is_carried_out(seat):
    seen = seat.table.snapshot().seq
    seat.do("buy_in", player="Bo", amount=5)
    assert seat.do("for", by="Cara", seen=seen).ok


def test_a_tap_on_a_state_that_has_changed_is_refused_with_the_new_one(seat):
    seen = seat.table.snapshot().seq
    seat.do("throw", dice=[3, 4])
    reply = seat.do("for", by="Cara", seen=seen)
    assert (reply.ok, reply.refused) == (False, "changed")
    assert reply.snapshot is seat.table.snapshot() and reply.seq == reply.snapshot.seq
    assert seat.do("for", by="Cara", seen=reply.seq).ok


def test_an_auto_fade_that_came_in_between_makes_a_tap_stale(seat):
    """Bo's page shows him without a bet; the new round has put him against; his tap must not move him."""
    seat.do("throw", dice=[1, 1])
    assert seat.public["shooter"] == "Bo"
    seen = seat.table.snapshot().seq
    seat.do("throw", dice=[1, 1])
    assert seat.public["line"]["against"] == [["Alice", 10]]
    assert seat.do("for", by="Alice", seen=seen).refused == "changed"
    assert seat.public["line"]["against"] == [["Alice", 10]]


def test_a_host_who_names_faces_of_a_throw_that_was_settled_is_refused(seat):
    """Also where the throw decided nothing, so that every tap on the line still means the same."""
    seat.do("throw", dice=[5, 1])
    seat.do("dice_out")
    seen = seat.table.snapshot().seq
    seat.do("throw", dice=[2, 2], source="camera")
    assert seat.do("throw", dice=[2, 2], seen=seen).refused == "changed"
    assert seat.public["throws"] == 2
    assert seat.do("buy_in", player="Bo", amount=5, seen=seen).ok


def test_a_number_from_the_future_or_long_ago_is_stale(seat):
    assert seat.do("for", by="Cara", seen=10**6).refused == "changed"
    for _ in range(520):
        seat.do("buy_in", player="Bo", amount=1)
    assert seat.do("for", by="Cara", seen=3).refused == "changed"


def test_stale_is_known_after_a_restart_too(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        seen = seat.table.snapshot().seq
        seat.do("throw", dice=[3, 4])
        after = seat.table.snapshot().seq
    with seated(tmp_path / "a.db", opened=False) as seat:
        assert seat.do("for", by="Cara", seen=seen).refused == "changed"
        assert seat.do("for", by="Cara", seen=after).ok


# ---- the same tap twice ---------------------------------------------------------------------------------------------


def test_a_tap_sent_twice_is_carried_out_once_and_answered_alike(seat):
    first = seat.do("chip", by="Cara", square="field", amount=5, tap="c-17")
    again = seat.do("chip", by="Cara", square="field", amount=5, tap="c-17")
    assert first.ok and again is first
    assert len(seat.public["board"]) == 1
    other = seat.do("chip", by="Bo", square="field", amount=5, tap="c-17")
    assert other.ok and len(seat.public["board"]) == 2, "another player's taps have names of their own"
    refused = seat.do("off", by="Cara", tap="c-18")
    seat.do("for", by="Cara")
    assert seat.do("off", by="Cara", tap="c-18") is refused


def test_a_tap_sent_again_after_a_restart_is_not_carried_out_again(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        first = seat.do("chip", by="Cara", square="field", amount=5, tap="c-17")
    with seated(tmp_path / "a.db", opened=False) as seat:
        again = seat.do("chip", by="Cara", square="field", amount=5, tap="c-17")
        assert again == first and len(seat.public["board"]) == 1


def test_the_memory_for_taps_is_bounded(seat, monkeypatch):
    monkeypatch.setattr("controller.table.REMEMBERED_TAPS", 10)
    for number in range(50):
        seat.do("buy_in", player="Bo", amount=1, tap=str(number))
    assert len(seat.table._taps) == 10
    assert seat.do("buy_in", player="Bo", amount=1, tap="49").seq == seat.ledger.seq


def test_a_tap_in_two_threads_at_once_is_carried_out_once(seat):
    replies = []
    given = {"cmd": "chip", "square": "field", "amount": 5}
    threads = [
        threading.Thread(target=lambda: replies.append(seat.table.submit(given, by="Cara", tap="x").result(5)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({reply.seq for reply in replies}) == 1 and len(seat.public["board"]) == 1


# ---- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.fixture
def full_disk():
    """While `full()` was called and not `empty()`, the system lets no file of this process grow."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    class Disk:
        def full(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))

        def empty(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    disk = Disk()
    yield disk
    disk.empty()


def test_a_full_disk_refuses_the_command_and_the_table_lives_on(seat, full_disk):
    heard, before = seat.table.subscribe(), seat.table.snapshot()
    full_disk.full()
    try:
        reply = seat.do("buy_in", by="host", player="Bo", amount=40, tap="t1")
        seen_meanwhile = seat.public
    finally:
        full_disk.empty()
    assert (reply.ok, reply.refused) == (False, "unavailable")
    assert "could not be written" in reply.why and reply.why.endswith("Nothing was changed.")
    with pytest.raises(Unavailable):
        reply.events_or_refusal()
    assert seat.table.snapshot() is before and seen_meanwhile == before.public()
    assert heard.get(0) is None
    again = seat.do("buy_in", by="host", player="Bo", amount=40, tap="t1")
    assert again.ok and again.seq == before.seq + 2, "the same tap may be tried again"
    seat.close()
    assert verify(seat.path).ok


def test_a_game_that_fails_refuses_the_command_and_the_table_lives_on(tmp_path, caplog):
    rules = house_rules()

    def decide(value, command):
        if command["cmd"] == "boom":
            raise ZeroDivisionError("boom")
        return rules.decide(value, command)

    caplog.set_level(logging.CRITICAL, "controller.table")
    with seated(tmp_path / "a.db", rules=replace(rules, decide=decide)) as seat:
        before = seat.table.snapshot()
        reply = seat.do("boom")
        assert (reply.refused, seat.table.snapshot()) == ("unavailable", before)
        assert seat.do("for", player="Cara").ok


def test_events_that_would_lose_chips_or_not_come_back_are_never_stored(tmp_path, caplog):
    rules = house_rules()
    caplog.set_level(logging.CRITICAL, "controller.table")

    def leaking(value, viewer):
        public = rules.public(value, viewer)
        if public.get("throws"):
            public["stacks"]["Bo"] += 1
        return public

    with seated(tmp_path / "a.db", rules=replace(rules, public=leaking)) as seat:
        before = rows(seat)
        assert seat.do("throw", dice=[4, 2]).refused == "unavailable"
        assert rows(seat) == before

    def lossy(event):
        return rules.encode(event) | ({"amount": 1} if event.type == "bought_in" else {})

    with seated(tmp_path / "b.db", rules=replace(rules, encode=lossy)) as seat:
        assert seat.do("buy_in", player="Bo", amount=40).refused == "unavailable"
        assert seat.do("for", player="Cara").ok


def test_submit_never_blocks_and_a_closed_table_says_so(tmp_path):
    with seated(tmp_path / "a.db") as seat:
        pass
    started = time.monotonic()
    reply = seat.table.submit({"cmd": "for", "player": "Bo"}).result(1)
    assert (reply.refused, time.monotonic() - started < 0.5) == ("unavailable", True)
    seat.table.stop()


def test_stop_carries_out_what_waits_even_for_the_camera(tmp_path):
    seat = Seat(tmp_path / "a.db", gate_limit=60.0)
    seat.open()
    seat.table.watch_camera(True)
    seat.table.judged(0.0)
    seat.clock.t = 5.0
    waiting = [seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": n}) for n in range(1, 30)]
    assert not waiting[0].done()
    seat.close()
    assert all(future.result(0).ok for future in waiting)
    assert verify(seat.path).commands == 30


def test_a_table_never_started_answers_when_it_is_stopped(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        table = Table(ledger)
        future = table.submit(OPEN)
        table.stop()
        assert future.result(0).refused == "unavailable"


def test_too_much_at_once_is_refused_and_not_kept(seat, monkeypatch):
    monkeypatch.setattr("controller.table.MOST_WAITING", 5)
    seat.table.watch_camera(True)
    seat.table.judged(-1.0)
    futures = [seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": 1}) for _ in range(8)]
    assert [future.result(0).refused for future in futures[5:]] == ["unavailable"] * 3
    seat.table.judged(0.0)
    assert all(future.result(5).ok for future in futures[:5])


def test_a_reply_nobody_waits_for_any_more_does_not_hurt(seat):
    seat.table.watch_camera(True)
    seat.table.judged(-1.0)
    future = seat.table.submit({"cmd": "buy_in", "player": "Bo", "amount": 1})
    assert future.cancel()
    seat.table.watch_camera(False)
    assert seat.do("buy_in", player="Bo", amount=2).ok
    assert seat.public["bought_in"]["Bo"] == 502
