"""The ledger: every command that was carried out and every event it led to, in one SQLite file.

Records are only ever added. A command and its events go in as one transaction that is on the disk
before `append` returns; each record bears a hash over itself and the hash before. One process writes;
others may read (verify.py does) while it does so.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller import ledger_file
from controller.ledger_file import (
    LedgerBroken,
    LedgerBusy,
    LedgerError,
    LedgerTooNew,
    LedgerUnwritable,
)
from controller.ledger_lock import WriterLock
from controller.records import COMMAND, EVENT, canonical, genesis, seal, stamp

__all__ = [
    "Ledger",
    "LedgerBroken",
    "LedgerBusy",
    "LedgerError",
    "LedgerTooNew",
    "LedgerUnwritable",
    "Transaction",
    "read_transactions",
    "stamp",
    "stored_transactions",
]


@dataclass(frozen=True, slots=True)
class Transaction:
    """One command as it was stored: `first_seq` is the command's record, `seq` that of its last event."""

    first_seq: int
    seq: int
    command: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    stamp: dict[str, Any]


class Ledger:
    """The ledger in `path`, opened for writing; made when it is not there.

    Raises LedgerBusy (another process writes it), LedgerTooNew, LedgerBroken (damaged, changed, or no
    ledger), LedgerUnwritable (no such folder, no permission, disk full). Used by one thread at a time.

        with Ledger("evening.db") as ledger:
            ledger.append({"cmd": "for", "player": "Bo"}, [{"type": "line_bet", "player": "Bo"}], stamp())
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).resolve()
        ledger_file.check_place(self.path)
        # SQLite must not be closed under a thread that is writing: that crashes the process.
        self._using = threading.RLock()
        self._lock = WriterLock(self.path)
        try:
            self._db = ledger_file.open_for_writing(self.path)
        except BaseException:
            self._lock.release()
            raise
        try:
            self.id = ledger_file.ledger_id(self._db)
            self.seq, self.head = ledger_file.check_tail(self._db, self.path, genesis(self.id))
            #: A sentence when records that were once written are gone (an older copy was put back), else None.
            self.warning = self._lock.compare(self.id, self.seq)
            self._lock.note(self.id, self.seq, self.head)
        except ledger_file.DAMAGE as error:
            self.close()
            raise ledger_file.told(error, self.path) from error
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file and lets another process write it; may be called twice."""
        with self._using:
            self._db.close()
            self._lock.release()

    def append(self, command: dict[str, Any], events: Sequence[dict[str, Any]], stamp: dict[str, Any]) -> range:
        """Stores a command and its events as one transaction and gives their numbers, the command's first.

        When it returns the records are on the disk. Raises LedgerUnwritable when they could not be put
        there, and then nothing was stored; ValueError for what is not JSON.
        """
        bodies = [(COMMAND, canonical({"command": command, "events": len(events), "stamp": stamp}))]
        bodies += [(EVENT, canonical(event)) for event in events]
        rows, head = [], self.head
        for seq, (kind, body) in enumerate(bodies, start=self.seq + 1):
            head = seal(head, seq, kind, body)
            rows.append((seq, kind, body, head))
        last = rows[-1][0]
        try:
            with self._using:
                self._store(rows, last, head)
        except sqlite3.Error as error:
            if not self._stored_all_the_same(last, head):
                raise LedgerUnwritable(f"The ledger {self.path} could not be written: {error}.") from error
        numbers = range(self.seq + 1, last + 1)
        with self._using:
            self.seq, self.head = last, head
        self._lock.note(self.id, last, head)
        return numbers

    @property
    def sealed(self) -> str:
        """The newest record, "number:hash", as `dicetable verify --head` takes it. From any thread."""
        with self._using:
            return f"{self.seq}:{self.head.hex()}"

    def transactions(self, after: int = 0) -> Iterator[Transaction]:
        """The stored transactions in order, those whose command stands after record `after`.

        The chain of hashes is checked on the way. Raises LedgerBroken at the first record that does not hold.
        """
        yield from read_transactions(self._db, self.path, genesis(self.id), after)

    def _store(self, rows: list[tuple[int, str, str, bytes]], last: int, head: bytes) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany("INSERT INTO records (seq, kind, body, hash) VALUES (?, ?, ?, ?)", rows)
            self._db.execute("UPDATE head SET seq = ?, hash = ?", (last, head))
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _stored_all_the_same(self, last: int, head: bytes) -> bool:
        # A commit can fail after its records are safe. What the file says then is what counts.
        try:
            return self._db.execute("SELECT seq, hash FROM head").fetchone() == (last, head)
        except sqlite3.Error:
            return False


def stored_transactions(path: str | Path) -> Iterator[Transaction]:
    """The transactions of a ledger that is only read and may be in use, as it is now. Raises LedgerError."""
    path = Path(path).resolve()
    with closing(ledger_file.open_for_reading(path)) as db:
        try:
            db.execute("BEGIN")
            name = ledger_file.ledger_id(db)
        except ledger_file.DAMAGE as error:
            raise ledger_file.told(error, path) from error
        yield from read_transactions(db, path, genesis(name))


def copy_ledger(path: str | Path, to: str | Path) -> None:
    """A copy of a ledger that may be in use, as it is now, as one file that `dicetable verify` takes.

    Nobody waits for it. Raises LedgerError; `to` must not be there.
    """
    path = Path(path).resolve()
    with closing(ledger_file.open_for_reading(path)) as db, closing(sqlite3.connect(to, isolation_level=None)) as copy:
        try:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.Error as error:
            raise LedgerUnwritable(f"The ledger {path} could not be copied: {error}.") from error


def read_transactions(db: sqlite3.Connection, path: Path, start: bytes, after: int = 0) -> Iterator[Transaction]:
    """The transactions behind a connection, with the chain checked from record 1 on. Raises LedgerBroken."""
    before, number, wanted = start, 0, 0
    head: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    loads = json.loads
    try:
        for seq, kind, body, digest in db.execute("SELECT seq, kind, body, hash FROM records ORDER BY seq"):
            number += 1
            if seq != number:
                raise LedgerBroken(f"In the ledger {path} record {number} is missing.", number)
            if seal(before, seq, kind, body) != digest:
                raise LedgerBroken(
                    f"In the ledger {path} record {seq} was changed, or does not follow from the one before.", seq
                )
            before = digest
            if kind == COMMAND:
                if len(events) != wanted:
                    raise LedgerBroken(f"In the ledger {path} events are missing before record {seq}.", seq)
                head, events = loads(body), []
                wanted, first = head["events"], seq
            else:
                events.append(loads(body))
            if len(events) == wanted and first > after:
                yield Transaction(first, seq, head["command"], tuple(events), head["stamp"])
    except (sqlite3.Error, MemoryError) as error:  # a damaged length may ask for more memory than there is
        said = str(error) or "it cannot be read"
        raise LedgerBroken(f"The ledger {path} is damaged after record {number}: {said}.", number + 1) from error
    except (TypeError, ValueError, KeyError, AttributeError, UnboundLocalError):
        raise LedgerBroken(f"In the ledger {path} record {number} was changed.", number) from None
    if len(events) != wanted:
        raise LedgerBroken(
            f"The ledger {path} ends at record {number} in the middle of a command: records at its end are gone.",
            number + 1,
        )
