"""What systemd is told: ready, and well only while the table answers and its threads are there."""

from __future__ import annotations

import socket
import threading
from concurrent.futures import Future

import pytest

from controller import service
from controller.ledger import Ledger
from controller.service import Heart
from controller.table import Table


@pytest.fixture
def systemd(tmp_path):
    """A socket as systemd listens on; gives what it was told so far."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.setblocking(False)

    def told() -> list[str]:
        words = []
        while True:
            try:
                words.append(line.recv(1000).decode())
            except BlockingIOError:
                return words

    told.env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000000"}
    yield told
    line.close()


@pytest.fixture
def table(tmp_path):
    with Ledger(tmp_path / "t.db") as ledger:
        one = Table(ledger)
        one.start()
        yield one
        one.stop()


def test_a_table_that_runs_beats_three_times_as_often_as_it_has_to(table, systemd):
    heart = Heart(table, systemd.env)
    heart.tell_ready()
    for second in range(100, 131):
        heart.beat(second)
    heart.tell_ending()
    assert systemd() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]
    assert table.snapshot().seq == 0  # nothing was stored for it


def test_a_table_that_hangs_does_not_beat(table, systemd, monkeypatch):
    monkeypatch.setattr(service, "ANSWER_S", 0.05)
    heart = Heart(table, systemd.env)
    monkeypatch.setattr(table, "submit", lambda command: Future())
    heart.beat(100)
    assert systemd() == ["STATUS=The table does not answer."]


def test_a_part_that_ended_stops_the_beat(table, systemd):
    over = threading.Event()
    eye = threading.Thread(target=over.wait, name="eye")
    eye.start()
    heart = Heart(table, systemd.env)
    heart.beat(100)
    over.set()
    eye.join()
    heart.beat(200)
    assert systemd() == ["WATCHDOG=1", "STATUS=The part 'eye' of the table has ended."]


def test_without_systemd_nothing_is_told(table):
    heart = Heart(table, {})
    heart.tell_ready()
    heart.beat(100)
    gone = Heart(table, {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "30000000"})
    gone.tell_ready()
    gone.beat(100)
    assert gone.trouble() is None
