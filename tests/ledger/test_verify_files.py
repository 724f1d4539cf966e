"""Verify on files that are in use, are damaged or are no ledger: an answer or one sentence, and nothing is written."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.ledger import Ledger, LedgerBroken, LedgerError, LedgerTooNew, read_transactions, stamp
from controller.ledger_file import DAMAGE
from controller.pictures import Pictures, pictures_folder
from controller.table import Table
from controller.verify import verify
from tests.ledger import evenings
from tests.ledger.evenings import RECORDS, copied


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """One evening with pictures; copied, never changed."""
    path = tmp_path_factory.mktemp("honest") / "evening.db"
    evenings.write(path, evenings.commands(Pictures(pictures_folder(path))))
    return path


@pytest.fixture
def copy(honest, tmp_path):
    return copied(honest, tmp_path)


def test_a_ledger_in_use_verifies_and_the_table_goes_on(tmp_path):
    path = tmp_path / "a.db"
    with Ledger(path) as ledger:
        table = Table(ledger)
        table.start()
        table.submit(evenings.OPEN).result(5)
        reports = []
        for amount in range(1, 400):
            table.submit({"cmd": "buy_in", "player": "Bo", "amount": amount})
            if amount % 10 == 0:
                reports.append(verify(path))
        table.stop()
        assert [report.fault for report in reports if not report.ok] == []
        assert verify(path).commands == 400


def test_after_a_kill_the_log_beside_the_file_counts_too(tmp_path):
    path = tmp_path / "a.db"
    with Ledger(path) as ledger:
        ledger.append(evenings.OPEN, [], stamp())
        for end in ("", "-wal", "-shm"):
            shutil.copy(f"{path}{end}", f"{tmp_path / 'killed.db'}{end}")
    report = verify(tmp_path / "killed.db")
    assert (report.records, report.seq) == (1, 2), "the record is seen, and the rules give events for it"
    with Ledger(tmp_path / "killed.db") as ledger:
        assert ledger.seq == 1


def test_verify_writes_nothing(copy):
    before = {entry.name: entry.read_bytes() for entry in copy.parent.iterdir() if entry.is_file()}
    assert verify(copy).ok
    after = {entry.name: entry.read_bytes() for entry in copy.parent.iterdir() if entry.is_file()}
    assert {name: after[name] for name in before} == before


def test_what_is_no_ledger_or_a_newer_one_is_one_sentence(tmp_path):
    with pytest.raises(LedgerBroken, match="There is no ledger"):
        verify(tmp_path / "nowhere.db")
    (tmp_path / "text.db").write_text("hello " * 1000)
    with pytest.raises(LedgerBroken, match="not a ledger"):
        verify(tmp_path / "text.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(LedgerBroken, match="not a ledger"):
        verify(tmp_path / "empty.db")
    Ledger(tmp_path / "new.db").close()
    db = sqlite3.connect(tmp_path / "new.db")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LedgerTooNew):
        verify(tmp_path / "new.db")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.floats(0, 1, exclude_max=True), count=st.integers(1, 600), byte=st.integers(0, 255))
def test_bytes_overwritten_anywhere_never_pass_for_another_evening(honest, tmp_path_factory, at, count, byte):
    """Damage is found, refused, or lies where nothing is kept: never another history, never a traceback."""
    path = copied(honest, tmp_path_factory.mktemp("damaged"))
    whole = bytearray(path.read_bytes())
    start = int(at * len(whole))
    whole[start : start + count] = bytes([byte]) * len(whole[start : start + count])
    path.write_bytes(whole)
    with contextlib.suppress(LedgerBroken, LedgerTooNew):
        report = verify(path)
        assert not report.ok or report.head == verify(honest).head
    with contextlib.suppress(LedgerError), Ledger(path) as ledger:
        assert Table(ledger).snapshot().seq == RECORDS


def test_a_damaged_length_that_asks_for_more_memory_than_there_is_is_damage(honest):
    """SQLite then says that memory is short, which is no sentence for a person; overwritten bytes did that once."""

    class Short:
        def execute(self, *_):
            raise MemoryError

    with pytest.raises(LedgerBroken, match="is damaged after record 0: it cannot be read"):
        list(read_transactions(Short(), honest, b""))
    assert issubclass(MemoryError, DAMAGE)
