"""Disk, power, clock, network, ledger: each fault is simulated and named."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import time
from pathlib import Path

import pytest

from controller.commands.doctor import why_shut
from controller.doctor import machine
from controller.doctor.finding import FAULT, OK, SKIP, WARN
from controller.ledger import Ledger
from controller.records import stamp
from controller.table import Table


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "t.db"
    with Ledger(path) as ledger:
        table = Table(ledger)
        table.start()
        assert table.submit({"cmd": "open", "game": "street", "players": ["Ann", "Bo"], "buy_in": 100}).result(5).ok
        table.stop()
    return path


def test_a_disk_with_room(tmp_path):
    told = machine.disk(tmp_path, 1, lambda _: machine.Space(1, 1, 50_000_000_000))
    assert told.state in (OK, WARN)  # a busy machine may be slow
    assert told.figures["free_megabytes"] == 50_000
    assert told.figures["write_ms"] > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("free", "state"), [(0, FAULT), (99_000_000, FAULT), (1_500_000_000, WARN)])
def test_a_full_disk(tmp_path, free, state):
    told = machine.disk(tmp_path, 2000, lambda _: machine.Space(1, 1, free))
    assert told.state == state
    assert told.advice


def test_a_folder_that_is_not_there_or_cannot_be_written(tmp_path):
    told = machine.disk(tmp_path / "nights" / "new", 1)
    assert (told.state, told.advice) == (WARN, f"mkdir -p {tmp_path / 'nights' / 'new'}")
    shut = tmp_path / "shut"
    shut.mkdir()
    shut.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if os.access(shut, os.W_OK):
        pytest.skip("this user may write everywhere")
    assert machine.disk(shut, 1).state == FAULT


def test_a_disk_that_refuses_the_write(tmp_path, monkeypatch):
    def refuse(_folder):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(machine, "_write_time", refuse)
    told = machine.disk(tmp_path, 1)
    assert (told.state, told.text) == (FAULT, f"The folder {tmp_path} cannot be written: Read-only file system.")
    monkeypatch.setattr(machine, "_write_time", lambda _: 0.4)
    assert machine.disk(tmp_path, 1).text == "The disk is slow: a safe write takes 400 ms."


@pytest.mark.parametrize(
    ("told", "state", "words"),
    [
        (None, SKIP, "no Raspberry Pi"),
        ("throttled=0x0\n", OK, "has been right"),
        ("throttled=0x50005\n", FAULT, "too low now"),
        ("throttled=0x1", FAULT, "too low now"),
        ("throttled=0x50000\n", WARN, "too low at some time"),
        ("throttled=0x80008\n", WARN, "slowed down now"),
        ("throttled=0xe0000\n", WARN, "slowed down at some time"),
        ("", WARN, "did not say"),
        ("VCHI initialization failed", WARN, "did not say"),
    ],
)
def test_what_vcgencmd_says(told, state, words):
    found = machine.power(told)
    assert found.state == state
    assert words in found.text


def test_vcgencmd_is_asked_where_it_is(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.ask_throttled() is None
    fake = tmp_path / "vcgencmd"
    fake.write_text('#!/bin/sh\n[ "$1" = get_throttled ] && echo throttled=0x50005\n')
    fake.chmod(0o755)
    assert machine.power(machine.ask_throttled()).state == FAULT
    fake.write_text("#!/bin/sh\nexit 1\n")
    assert machine.power(machine.ask_throttled()).state == WARN


def test_a_clock_that_was_not_set_or_went_back(evening):
    assert machine.clock(evening, time.time() + 5).state == OK
    told = machine.clock(evening, 0.0)
    assert told.state == WARN
    assert "1970" in told.text
    told = machine.clock(evening, time.time() - 86400)
    assert told.state == WARN
    assert "the ledger's last record is of" in told.text
    assert machine.clock(evening.with_name("none.db"), time.time()).state == OK


def test_a_ledger_that_verifies_and_one_that_does_not(evening, tmp_path):
    told = machine.ledger(evening)
    assert told.state == OK
    assert told.figures["records"] > 0
    assert machine.ledger(tmp_path / "none.db").state == OK
    with sqlite3.connect(evening) as db:
        for name in ("records_are_final", "records_stay"):
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE records SET body = replace(body, '100', '900')")
    db.close()
    told = machine.ledger(evening)
    assert told.state == FAULT
    assert "Put it aside" in told.advice
    (tmp_path / "junk.db").write_bytes(b"no ledger at all" * 200)
    assert machine.ledger(tmp_path / "junk.db").state == FAULT
    # A broken ledger does not keep the clock from being looked at.
    assert machine.clock(tmp_path / "junk.db", time.time()).state == OK
    assert stamp()["wall"] == pytest.approx(time.time(), abs=60)


@pytest.mark.parametrize(
    ("host", "address", "shut", "served", "state"),
    [
        ("0.0.0.0", "192.168.1.20", None, False, OK),
        ("0.0.0.0", "192.168.1.20", "the port is in use", True, OK),
        ("0.0.0.0", "192.168.1.20", "the port is in use", False, FAULT),
        ("0.0.0.0", "127.0.0.1", None, False, WARN),
        ("127.0.0.1", "192.168.1.20", None, False, WARN),
    ],
)
def test_the_network(host, address, shut, served, state):
    told = machine.network(host, address, shut, 8080, served)
    assert told.state == state
    assert (state == FAULT) is ("at 0.0.0.0:8080: the port is in use." in told.text)


def test_an_address_that_is_not_this_machines_is_no_port_in_use():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        assert why_shut("127.0.0.1", other.getsockname()[1]) == "the port is in use by another program"
    assert why_shut("127.0.0.1", 0) is None
    assert "use by another program" not in why_shut("192.0.2.77", 8080)
