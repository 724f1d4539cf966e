"""The SQLite file behind the ledger: its tables, their locks, opening it, older and newer ones."""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Callable
from pathlib import Path

from controller.records import seal

#: Marks the file as ours ("dice" in ASCII).
APPLICATION_ID = 0x64696365
#: The version of the tables below; a file with a higher one is refused.
SCHEMA = 1
#: Seconds that a write waits for somebody else's write (a person with an SQLite shell) before it is refused.
BUSY_S = 2.0
#: What SQLite raises on a damaged file: its own errors, text that is none, and want of memory for an absurd length.
DAMAGE = (sqlite3.Error, UnicodeError, MemoryError)


class LedgerError(Exception):
    """The ledger cannot be used; the message is one sentence for a person. `seq`: the record, where known."""

    def __init__(self, sentence: str, seq: int | None = None) -> None:
        super().__init__(sentence)
        self.seq = seq


class LedgerBusy(LedgerError):
    """Another process writes this ledger."""


class LedgerTooNew(LedgerError):
    """A later version of this program made this ledger."""


class LedgerBroken(LedgerError):
    """The file is damaged, was changed by somebody else, or is no ledger."""


class LedgerUnwritable(LedgerError):
    """The disk does not take it: full, read-only, no such folder, no permission."""


TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE records (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL);
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash BLOB NOT NULL);
"""

# The head tells how many records there must be, so that some missing at the end are noticed.
LOCKS = {
    "records_only_grow": """BEFORE INSERT ON records
        WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM records)
        BEGIN SELECT raise(ABORT, 'records are only ever added at the end'); END""",
    "records_stay": """BEFORE DELETE ON records
        BEGIN SELECT raise(ABORT, 'a record is never removed'); END""",
    "records_are_final": """BEFORE UPDATE ON records
        BEGIN SELECT raise(ABORT, 'a record is never changed'); END""",
    "head_stays": """BEFORE DELETE ON head
        BEGIN SELECT raise(ABORT, 'the head is never removed'); END""",
    "head_only_rises": """BEFORE UPDATE ON head WHEN NEW.seq <= OLD.seq OR NEW.one <> OLD.one
        BEGIN SELECT raise(ABORT, 'the head only rises'); END""",
    "head_is_one": """BEFORE INSERT ON head WHEN EXISTS (SELECT 1 FROM head)
        BEGIN SELECT raise(ABORT, 'there is one head'); END""",
    "about_is_told_once": """BEFORE INSERT ON about WHEN EXISTS (SELECT 1 FROM about WHERE name = NEW.name)
        BEGIN SELECT raise(ABORT, 'what the ledger is never changes'); END""",
    "about_stays": """BEFORE DELETE ON about
        BEGIN SELECT raise(ABORT, 'what the ledger is never changes'); END""",
    "about_is_final": """BEFORE UPDATE ON about
        BEGIN SELECT raise(ABORT, 'what the ledger is never changes'); END""",
}

#: For each older version the step that makes the next one of it. There is no older version yet.
MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {}


def check_place(path: Path) -> None:
    """Raises LedgerBroken for a folder, LedgerUnwritable where there is no folder for the file."""
    if path.is_dir():
        raise LedgerBroken(f"{path} is a folder, not a ledger.")
    if not path.parent.is_dir():
        raise LedgerUnwritable(f"The ledger {path} cannot be made: there is no folder {path.parent}.")


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection to the ledger in `path`, made or migrated as needed. Raises LedgerError.

    A file that is not ours is left exactly as it was found.
    """
    try:
        # Cards that are in play are in it: other users of the machine do not read it. SQLite's files beside it follow.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise LedgerUnwritable(f"The ledger {path} cannot be opened: {error}.") from error
    try:
        if _prepare(db, path):
            _sync_folder(path.parent)
    except DAMAGE as error:
        db.close()
        raise told(error, path) from error
    except BaseException:
        db.close()
        raise
    return db


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a ledger that may be in use. Raises LedgerBroken, LedgerTooNew."""
    if not path.is_file():
        raise LedgerBroken(f"There is no ledger {path}.")
    uri = path.resolve().as_uri()
    # On a read-only disk SQLite cannot make its shared-memory file; when no log is waiting, it needs none.
    ways = [f"{uri}?mode=ro"]
    if not path.with_name(path.name + "-wal").exists():
        ways.append(f"{uri}?mode=ro&immutable=1")
    for way in ways:
        db = sqlite3.connect(way, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            check_ours(db, path, version(db))
        except DAMAGE as error:
            db.close()
            if way is ways[-1] or not isinstance(error, sqlite3.OperationalError):
                raise told(error, path) from error
        except BaseException:
            db.close()
            raise
        else:
            return db
    raise AssertionError("unreachable")


def version(db: sqlite3.Connection) -> int:
    """The version of the tables, 0 for an empty file."""
    return db.execute("PRAGMA user_version").fetchone()[0]


def check_ours(db: sqlite3.Connection, path: Path, found: int) -> None:
    """Raises LedgerBroken for another program's file or an empty one, LedgerTooNew for a later version's."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise LedgerBroken(f"{path} is not a ledger of dicetable.")
    if found > SCHEMA:
        raise LedgerTooNew(
            f"The ledger {path} was made by a later version of dicetable "
            f"(its tables are version {found}, this one knows {SCHEMA}): install that version to use it."
        )


def ledger_id(db: sqlite3.Connection) -> str:
    """The name that this ledger was given when it was made. Raises LedgerBroken."""
    row = db.execute("SELECT value FROM about WHERE name = 'id'").fetchone()
    if row is None or not isinstance(row[0], str):
        raise LedgerBroken("The ledger has lost its own name: it was changed.")
    return row[0]


def check_tail(db: sqlite3.Connection, path: Path, start: bytes) -> tuple[int, bytes]:
    """Number and hash of the last record, checked against the head. Raises LedgerBroken.

    The records before it are checked when they are read.
    """
    head = db.execute("SELECT seq, hash FROM head").fetchone()
    tail = db.execute("SELECT seq, kind, body, hash FROM records ORDER BY seq DESC LIMIT 2").fetchall()
    if head is None:
        raise LedgerBroken(f"The ledger {path} has lost its head: it was changed.")
    last = tail[0][0] if tail else 0
    if head[0] != last:
        raise LedgerBroken(f"The ledger {path} says that it has {head[0]} records, and its last one is {last}.", last)
    if not tail:
        return 0, start
    seq, kind, body, digest = tail[0]
    before = tail[1][3] if len(tail) == 2 else start
    try:
        sound = digest == head[1] and seal(before, seq, kind, body) == digest
    except TypeError:
        sound = False
    if not sound:
        raise LedgerBroken(f"In the ledger {path} the last record, {seq}, was changed.", seq)
    return seq, digest


def told(error: Exception, path: Path) -> LedgerError:
    """One of DAMAGE as a sentence, in the family that says what to do about it."""
    words = str(error)
    if "not a database" in words:
        return LedgerBroken(f"{path} is not a ledger of dicetable.")
    if "locked" in words:
        return LedgerBusy(f"The ledger {path} is locked by another program.")
    if any(word in words for word in ("readonly", "unable to open", "full", "I/O")):
        return LedgerUnwritable(f"The ledger {path} cannot be used: {words}.")
    return LedgerBroken(f"The ledger {path} is damaged: {words}.")


def _prepare(db: sqlite3.Connection, path: Path) -> bool:
    """Makes, migrates or only checks the tables; whether they were made."""
    found = version(db)
    empty = found == 0 and db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not empty:
        check_ours(db, path, found)
        faults = [row[0] for row in db.execute("PRAGMA quick_check(1)")]
        if faults != ["ok"]:
            raise LedgerBroken(f"The ledger {path} is damaged: {faults[0]}.")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    try:
        if empty:
            _make(db)
        else:
            _migrate(db, found)
        _lock_tables(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return empty


def _sync_folder(folder: Path) -> None:
    """So that a new ledger is still in its folder after a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make(db: sqlite3.Connection) -> None:
    for statement in TABLES.split(";"):
        if statement.strip():
            db.execute(statement)
    name = str(uuid.uuid4())
    db.execute("INSERT INTO about VALUES ('id', ?)", (name,))
    db.execute("INSERT INTO head VALUES (1, 0, x'')")
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def _migrate(db: sqlite3.Connection, found: int) -> None:
    for older in range(found, SCHEMA):
        MIGRATIONS[older](db)
        db.execute(f"PRAGMA user_version = {older + 1}")


def _lock_tables(db: sqlite3.Connection) -> None:
    for name, rule in LOCKS.items():
        db.execute(f"CREATE TRIGGER IF NOT EXISTS {name} {rule}")
