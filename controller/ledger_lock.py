"""The lock beside the ledger: one writer, noticed at once, and a note of the last record it wrote.

The system gives the lock back when the process ends, however it ends. The note is a second witness
outside the ledger: after an older copy of the ledger was put back, or records were cut off its end
together with its head, the note still names a later record.
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.ledger_file import LedgerBusy, LedgerUnwritable

#: Bytes of the note, padded, so that it is overwritten in place.
NOTE_BYTES = 256


@dataclass(frozen=True, slots=True)
class Note:
    """What the last writer noted: its process, the ledger's id, the last record's number and hash (hex).

    lost: a record that had been written and was gone when a later writer came, 0 for none.
    """

    pid: int
    ledger: str
    seq: int
    hash: str
    lost: int = 0


_FIELDS = {"pid": int, "ledger": str, "seq": int, "hash": str, "lost": int}


def lock_path(ledger: Path) -> Path:
    """Where the lock of a ledger lies."""
    return ledger.with_name(ledger.name + ".lock")


def read_note(ledger: Path) -> Note | None:
    """The note beside a ledger; None when there is none or it cannot be read."""
    try:
        found = json.loads(lock_path(ledger).read_bytes()[:NOTE_BYTES])
        return Note(**{name: kind(found[name]) for name, kind in _FIELDS.items()})
    except (OSError, ValueError, KeyError, TypeError):
        return None


class WriterLock:
    """Held from the moment it is made until `release`. Raises LedgerBusy, LedgerUnwritable."""

    def __init__(self, ledger: Path) -> None:
        self._ledger = ledger
        self._found = read_note(ledger)
        self._lost = 0
        self._file: int | None = self._take(lock_path(ledger))

    def _take(self, path: Path) -> int:
        while True:
            try:
                file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                why = error.strerror or error
                raise LedgerUnwritable(f"The ledger {self._ledger} cannot be opened for writing: {why}.") from error
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                who = f" (process {self._found.pid})" if self._found and self._found.pid else ""
                raise LedgerBusy(f"The ledger {self._ledger} is in use by another table{who}.") from None
            # Somebody may have removed the file between opening and locking it: then it guards nothing.
            try:
                if os.stat(path).st_ino == os.fstat(file).st_ino:
                    return file
            except FileNotFoundError:
                pass
            os.close(file)

    def compare(self, ledger_id: str, seq: int) -> str | None:
        """A sentence when the note names a later record of this ledger than `seq`, else None."""
        note = self._found
        if note is None or note.ledger != ledger_id:
            return None
        self._lost = note.lost
        if note.seq <= seq:
            return None
        self._lost = max(note.lost, note.seq)
        return (
            f"The ledger {self._ledger} ends at record {seq}, but record {note.seq} had been written: "
            "records at its end are gone, or an older copy was put back."
        )

    def note(self, ledger_id: str, seq: int, head: bytes) -> None:
        """Notes the last record. Never fails: the note is a witness, the ledger is what counts."""
        if self._file is None:
            return
        text = json.dumps(asdict(Note(os.getpid(), ledger_id, seq, head.hex(), self._lost)))
        try:
            os.pwrite(self._file, text.ljust(NOTE_BYTES - 1).encode() + b"\n", 0)
        except OSError:
            return

    def release(self) -> None:
        """Lets another process write; may be called twice. A lock without a note leaves nothing behind."""
        if self._file is None:
            return
        if os.fstat(self._file).st_size == 0:
            lock_path(self._ledger).unlink(missing_ok=True)
        os.close(self._file)
        self._file = None
