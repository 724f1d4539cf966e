"""Who listens to the table: everything in order, a slow one loses and is told, nobody holds the table up."""

from __future__ import annotations

import threading

import pytest

from controller.replies import Gap, Notice
from tests.table.playing import Seat, seated


@pytest.fixture
def seat(tmp_path):
    with seated(tmp_path / "a.db") as made:
        yield made


def rows(seat: Seat) -> int:
    return seat.ledger._db.execute("SELECT count(*) FROM records").fetchone()[0]


def test_a_slow_subscriber_loses_and_is_told_and_hurts_nobody(seat):
    slow, quick = seat.table.subscribe(maxsize=4), seat.table.subscribe(maxsize=1000)
    for amount in range(1, 31):
        assert seat.do("buy_in", player="Bo", amount=amount).ok
    first = slow.get(0)
    assert isinstance(first, Gap) and first.lost == 28
    assert [slow.get(0).seq, slow.get(0).seq, slow.get(0)] == [seat.ledger.seq - 2, seat.ledger.seq, None]
    assert len([item for item in iter(lambda: quick.get(0), None)]) == 30


def test_a_subscription_starts_from_a_state_and_misses_nothing_after_it(seat):
    stop = threading.Event()

    def play():
        while not stop.is_set():
            seat.do("buy_in", player="Bo", amount=1)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for _ in range(20):
            listener = seat.table.subscribe()
            assert listener.get(5).first_seq == listener.start.seq + 1
            listener.close()
    finally:
        stop.set()
        thread.join()


def test_a_closed_subscription_gets_nothing_and_ends(seat):
    listener = seat.table.subscribe()
    seat.do("buy_in", player="Bo", amount=1)
    listener.close()
    seat.do("buy_in", player="Bo", amount=2)
    assert [item.command["amount"] for item in listener] == [1]


def test_stop_ends_every_subscription(tmp_path):
    seat = Seat(tmp_path / "a.db")
    listener = seat.table.subscribe()
    ended = threading.Event()
    thread = threading.Thread(target=lambda: (list(listener), ended.set()))
    thread.start()
    seat.open()
    seat.close()
    assert ended.wait(5)
    thread.join()


def test_notices_are_told_and_not_stored(seat):
    listener, before = seat.table.subscribe(), rows(seat)
    seat.table.notice("cue", throw=True)
    assert listener.get(1) == Notice("cue", {"throw": True})
    assert rows(seat) == before


def test_many_threads_one_order(seat):
    listener = seat.table.subscribe(maxsize=1000)
    threads = [
        threading.Thread(target=lambda: [seat.do("buy_in", player="Bo", amount=1) for _ in range(25)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seqs = [item.seq for item in iter(lambda: listener.get(0), None)]
    assert len(seqs) == 200 and seqs == sorted(seqs)
    assert seat.public["bought_in"]["Bo"] == 700
