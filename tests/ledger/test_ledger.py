"""The ledger: what is stored is there, whole, in order, and nobody changes it; each fault is one sentence."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller import ledger_file
from controller.ledger import (
    Ledger,
    LedgerBroken,
    LedgerBusy,
    LedgerError,
    LedgerTooNew,
    LedgerUnwritable,
    stamp,
)
from controller.ledger_lock import read_note
from controller.records import COMMAND, EVENT, canonical, genesis, seal
from tests.ledger.evenings import forge

TAP = {"cmd": "for", "player": "Bo"}
EVENT_OF_IT = {"type": "line_bet", "player": "Bo", "amount": 10}


def fill(path: Path, commands: int, events: int = 2) -> None:
    with Ledger(path) as ledger:
        for number in range(commands):
            ledger.append({**TAP, "n": number}, [{**EVENT_OF_IT, "n": n} for n in range(events)], stamp())


def test_stores_commands_with_their_events_and_gives_them_back(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        assert ledger.append(TAP, [EVENT_OF_IT, {"type": "b"}], {"by": "Bo"}) == range(1, 4)
        assert ledger.append({"cmd": "off"}, [], {}) == range(4, 5)
        assert ledger.seq == 4
    with Ledger(tmp_path / "a.db") as ledger:
        first, second = ledger.transactions()
        assert (first.first_seq, first.seq, first.command, first.events) == (1, 3, TAP, (EVENT_OF_IT, {"type": "b"}))
        assert first.stamp == {"by": "Bo"}
        assert (second.first_seq, second.seq, second.events) == (4, 4, ())
        assert list(ledger.transactions(after=1)) == [second]
        assert ledger.append(TAP, [EVENT_OF_IT], {}) == range(5, 7)


def test_nobody_else_on_the_machine_reads_it(tmp_path):
    """Cards that are in play are in it."""
    fill(tmp_path / "l.db", 1)
    with Ledger(tmp_path / "l.db"):
        for file in tmp_path.glob("l.db*"):
            if not file.name.endswith(".lock"):
                assert file.stat().st_mode & 0o077 == 0, file.name


def test_each_record_bears_the_hash_over_itself_and_the_one_before(tmp_path):
    fill(tmp_path / "a.db", 2, events=1)
    db = sqlite3.connect(tmp_path / "a.db")
    before = genesis(db.execute("SELECT value FROM about WHERE name = 'id'").fetchone()[0])
    rows = db.execute("SELECT seq, kind, body, hash FROM records ORDER BY seq").fetchall()
    assert [row[1] for row in rows] == [COMMAND, EVENT, COMMAND, EVENT]
    for seq, kind, body, digest in rows:
        assert digest == seal(before, seq, kind, body)
        before = digest
    assert db.execute("SELECT seq, hash FROM head").fetchall() == [(4, before)]
    db.close()


def test_two_ledgers_with_the_same_records_have_different_hashes(tmp_path):
    heads = set()
    for name in ("a.db", "b.db"):
        with Ledger(tmp_path / name) as ledger:
            ledger.append(TAP, [EVENT_OF_IT], {})
            heads.add(ledger.head)
    assert len(heads) == 2


def test_canonical_json_is_one_text_whatever_the_order():
    assert canonical({"b": 1, "a": [True, None, "å"]}) == canonical({"a": [True, None, "å"], "b": 1})
    assert canonical({"a": "å"}) == '{"a":"\\u00e5"}'
    for impossible in (float("nan"), float("inf"), {1, 2}, b"x", object()):
        with pytest.raises(ValueError):
            canonical({"a": impossible})


@pytest.mark.parametrize(
    "order",
    [
        "DELETE FROM records",
        "DELETE FROM records WHERE seq = 3",
        "UPDATE records SET body = '{}' WHERE seq = 2",
        "UPDATE records SET seq = 9 WHERE seq = 2",
        "INSERT INTO records VALUES (99, 'event', '{}', x'00')",
        "INSERT OR REPLACE INTO records VALUES (2, 'event', '{}', x'00')",
        "DELETE FROM head",
        "UPDATE head SET seq = 1",
        "INSERT OR REPLACE INTO head VALUES (1, 1, x'00')",
        "UPDATE about SET value = 'other'",
        "DELETE FROM about",
        "INSERT OR REPLACE INTO about VALUES ('id', 'other')",
    ],
)
def test_honest_sql_cannot_change_or_remove_anything(tmp_path, order):
    fill(tmp_path / "a.db", 2, events=1)
    db = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(order)
    db.close()


def test_the_locks_come_back_when_the_table_starts(tmp_path):
    fill(tmp_path / "a.db", 1)
    forge(tmp_path / "a.db").close()
    Ledger(tmp_path / "a.db").close()
    db = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError, match="never removed"):
        db.execute("DELETE FROM records")
    db.close()


def test_is_on_the_disk_when_append_returns(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        assert ledger._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ledger._db.execute("PRAGMA synchronous").fetchone() == (2,)
        ledger.append(TAP, [EVENT_OF_IT], {})
        other = sqlite3.connect(tmp_path / "a.db")
        assert other.execute("SELECT count(*) FROM records").fetchone() == (2,)
        other.close()


SECOND = """
import sys
from controller.ledger import Ledger, LedgerError
try:
    Ledger(sys.argv[1])
except LedgerError as error:
    print(type(error).__name__, error)
else:
    print("opened")
"""


def opened_by_another_process(path: Path) -> tuple[str, float]:
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-c", SECOND, str(path)], capture_output=True, text=True, timeout=30)
    return done.stdout.strip() + done.stderr, time.monotonic() - started


def test_a_second_process_is_told_at_once(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        ledger.append(TAP, [EVENT_OF_IT], {})
        answer, seconds = opened_by_another_process(tmp_path / "a.db")
        assert answer.startswith("LedgerBusy The ledger")
        assert f"in use by another table (process {os.getpid()})" in answer
        assert seconds < 5
        link = tmp_path / "link.db"
        link.symlink_to(tmp_path / "a.db")
        assert opened_by_another_process(link)[0].startswith("LedgerBusy")
        with pytest.raises(LedgerBusy):
            Ledger(tmp_path / "a.db")
        ledger.append(TAP, [EVENT_OF_IT], {})
    assert opened_by_another_process(tmp_path / "a.db")[0] == "opened"


def test_somebody_elses_write_makes_the_command_fail_and_not_the_ledger(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger_file, "BUSY_S", 0.05)
    with Ledger(tmp_path / "a.db") as ledger:
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerUnwritable, match="locked"):
            ledger.append(TAP, [EVENT_OF_IT], {})
        other.execute("ROLLBACK")
        other.close()
        assert ledger.append(TAP, [EVENT_OF_IT], {}) == range(1, 3)


def test_a_newer_ledger_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "a.db"
    fill(path, 1)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {ledger_file.SCHEMA + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(LedgerTooNew, match="later version") as told:
        Ledger(path)
    assert "Traceback" not in str(told.value)
    assert path.read_bytes() == before


def test_an_older_ledger_is_migrated_with_all_its_records(tmp_path, monkeypatch):
    path = tmp_path / "a.db"
    fill(path, 3)
    monkeypatch.setattr(ledger_file, "SCHEMA", ledger_file.SCHEMA + 1)
    monkeypatch.setitem(
        ledger_file.MIGRATIONS, ledger_file.SCHEMA - 1, lambda db: db.execute("CREATE TABLE extra (x INTEGER)")
    )
    with Ledger(path) as ledger:
        assert ledger.seq == 9
        assert len(list(ledger.transactions())) == 3
        assert ledger_file.version(ledger._db) == ledger_file.SCHEMA
        ledger._db.execute("SELECT x FROM extra")


def test_a_migration_that_fails_leaves_the_older_ledger(tmp_path, monkeypatch):
    path = tmp_path / "a.db"
    fill(path, 3)
    older = ledger_file.SCHEMA
    monkeypatch.setattr(ledger_file, "SCHEMA", older + 1)

    def half(db):
        db.execute("CREATE TABLE extra (x INTEGER)")
        db.execute("SELECT * FROM nowhere")

    monkeypatch.setitem(ledger_file.MIGRATIONS, older, half)
    with pytest.raises(LedgerError):
        Ledger(path)
    monkeypatch.setattr(ledger_file, "SCHEMA", older)
    with Ledger(path) as ledger:
        assert ledger.seq == 9
        assert ledger._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'extra'").fetchone() == (0,)


def another_program(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE songs (name TEXT)")
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda path: path.write_text("Dear diary, " * 400), LedgerBroken, "not a ledger"),
        (lambda path: path.write_bytes(bytes(range(256)) * 64), LedgerBroken, "not a ledger"),
        (another_program, LedgerBroken, "not a ledger"),
        (lambda path: path.mkdir(), LedgerBroken, "folder"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left_alone(tmp_path, make, kind, words):
    path = tmp_path / "a.db"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind, match=words) as told:
        Ledger(path)
    assert "\n" not in str(told.value) and str(told.value).endswith(".")
    assert (path.read_bytes() if path.is_file() else None) == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.db"]


def test_no_folder_and_no_permission_are_told(tmp_path):
    with pytest.raises(LedgerUnwritable, match="no folder"):
        Ledger(tmp_path / "nowhere" / "a.db")
    if os.geteuid() != 0:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        with pytest.raises(LedgerUnwritable):
            Ledger(closed / "a.db")


@pytest.mark.parametrize("cut", [100, 4096, 5000, 9000])
def test_a_file_cut_short_is_refused(tmp_path, cut):
    path = tmp_path / "a.db"
    fill(path, 40)
    with path.open("r+b") as file:
        file.truncate(cut)
    with pytest.raises(LedgerBroken), Ledger(path) as ledger:
        list(ledger.transactions())


def test_an_empty_file_becomes_a_ledger(tmp_path):
    (tmp_path / "a.db").touch()
    with Ledger(tmp_path / "a.db") as ledger:
        assert ledger.append(TAP, [], {}) == range(1, 2)


def test_reading_stops_at_a_record_that_was_changed(tmp_path):
    fill(tmp_path / "a.db", 4)
    db = forge(tmp_path / "a.db")
    db.execute("UPDATE records SET body = replace(body, 'Bo', 'Al') WHERE seq = 5")
    db.close()
    with Ledger(tmp_path / "a.db") as ledger:
        stored = ledger.transactions()
        assert next(stored).seq == 3
        with pytest.raises(LedgerBroken, match="record 5 was changed") as told:
            next(stored)
        assert told.value.seq == 5


def test_records_missing_at_the_end_are_noticed_at_the_start(tmp_path):
    fill(tmp_path / "a.db", 4)
    db = forge(tmp_path / "a.db")
    db.execute("DELETE FROM records WHERE seq > 9")
    db.close()
    with pytest.raises(LedgerBroken, match="has 12 records, and its last one is 9"):
        Ledger(tmp_path / "a.db")


def test_an_older_copy_put_back_is_noticed(tmp_path):
    path = tmp_path / "a.db"
    fill(path, 2)
    shutil.copy(path, tmp_path / "copy.db")
    fill(path, 2)
    shutil.copy(tmp_path / "copy.db", path)
    with Ledger(path) as ledger:
        assert ledger.seq == 6
        assert ledger.warning is not None and "record 12 had been written" in ledger.warning
    with Ledger(path) as ledger:
        assert ledger.warning is None, "told once"
    note = read_note(path)
    assert (note.seq, note.lost) == (6, 12), "and kept for who verifies it later"
    path.unlink()
    with Ledger(path) as another:
        assert another.warning is None


@pytest.mark.parametrize("what", [{"cmd": float("nan")}, {"cmd": b"x"}, {"cmd": {1}}])
def test_what_is_not_json_is_refused_and_nothing_stored(tmp_path, what):
    with Ledger(tmp_path / "a.db") as ledger:
        with pytest.raises(ValueError):
            ledger.append(what, [], {})
        with pytest.raises(ValueError):
            ledger.append(TAP, [EVENT_OF_IT, what], {})
        assert ledger.seq == 0
        assert ledger.append(TAP, [], {}) == range(1, 2)


def test_a_disk_that_takes_no_more_stores_nothing_and_recovers(tmp_path):
    """The limit is the system's own on the size of a file, so SQLite meets a real failed write."""
    with Ledger(tmp_path / "a.db") as ledger:
        ledger.append(TAP, [EVENT_OF_IT], {})
        head = ledger.head
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
        try:
            with pytest.raises(LedgerUnwritable, match="could not be written"):
                ledger.append({"cmd": "x" * 20_000}, [EVENT_OF_IT], {})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (ledger.seq, ledger.head) == (2, head)
        assert ledger.append(TAP, [EVENT_OF_IT], {}) == range(3, 5)
    with Ledger(tmp_path / "a.db") as ledger:
        assert [done.seq for done in ledger.transactions()] == [2, 4]


def test_a_full_database_stores_nothing_and_recovers(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        pages = ledger._db.execute("PRAGMA page_count").fetchone()[0]
        ledger._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LedgerUnwritable, match="full"):
            ledger.append({"cmd": "x" * 50_000}, [], {})
        ledger._db.execute("PRAGMA max_page_count = 100000")
        assert ledger.append(TAP, [], {}) == range(1, 2)


def test_order_is_by_number_whatever_the_clocks_say(tmp_path):
    with Ledger(tmp_path / "a.db") as ledger:
        for wall in (300.0, 100.0, 200.0):
            ledger.append({"cmd": str(wall)}, [], {"wall": wall, "mono": -wall})
        assert [done.stamp["wall"] for done in ledger.transactions()] == [300.0, 100.0, 200.0]


def test_a_stamp_tells_boot_monotonic_and_wall_time():
    made = stamp(by="Bo")
    assert made.keys() == {"boot", "mono", "wall", "by"}
    assert abs(made["wall"] - time.time()) < 5 and abs(made["mono"] - time.monotonic()) < 5
    assert made["boot"] == stamp()["boot"] != ""
