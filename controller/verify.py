"""Verifies a ledger: is every record as it was written, and does everything follow from the rules?

Reads only, also while a table writes: it sees the ledger as it was when it began. Four questions, in this
order: the chain of hashes (a record changed, removed, put in or moved), its end (records missing there),
the rules (each stored command decided again must give the stored events, and no chip is lost or made),
the pictures (kept, dropped by rule, missing, changed).

Records removed at the end are found by the head, which tells how many there must be, and by the note
beside the ledger (ledger_lock.py), which survives when ledger and head are both put back. Against somebody
who also rewrites the note only a head that was written down elsewhere helps: the report prints it, and
`verify(path, head=...)` checks it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from controller import ledger_file
from controller.games.refusals import Refused
from controller.ledger import LedgerBroken, Transaction, read_transactions
from controller.ledger_lock import read_note
from controller.pictures import PictureError, Pictures, pictures_folder
from controller.records import genesis, plain
from controller.rulebook import Rulebook, chips_agree, house_rules


@dataclass(frozen=True, slots=True)
class Report:
    """What was found. ok: nothing wrong.

    records, commands: how many hold. head: "number:hash" of the last one; worth writing down elsewhere.
    seq: the first record that is wrong, where one can be named; fault: one sentence, None when ok.
    pictures: how many are "ok", "expired" (dropped by rule), "missing", "changed". notes: sentences about
    what is odd and yet no fault.
    """

    ok: bool = True
    records: int = 0
    commands: int = 0
    head: str | None = None
    seq: int | None = None
    fault: str | None = None
    pictures: dict[str, int] = field(default_factory=lambda: {"ok": 0, "expired": 0, "missing": 0, "changed": 0})
    notes: tuple[str, ...] = ()

    def sentence(self) -> str:
        """The report as people read it."""
        if not self.ok:
            return self.fault or "The ledger does not verify."
        kept, expired = self.pictures["ok"], self.pictures["expired"]
        lines = [f"ok: {self.records} records, {self.commands} commands, {kept} pictures kept, {expired} expired."]
        if self.head:
            lines.append(f"Head: {self.head}")
        return "\n".join([*lines, *self.notes])

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "verify": "ok" if self.ok else "fault",
            "records": self.records,
            "commands": self.commands,
            "head": self.head,
            "seq": self.seq,
            "fault": self.fault,
            "pictures": dict(self.pictures),
            "notes": list(self.notes),
        }


class _Fault(Exception):
    def __init__(self, seq: int | None, sentence: str) -> None:
        super().__init__(sentence)
        self.seq = seq


def verify(
    path: str | Path,
    pictures: str | Path | None = None,
    head: str | None = None,
    rules: Rulebook | None = None,
) -> Report:
    """Verifies the ledger in `path`.

    pictures: folder of the throws' pictures; by default the one beside the ledger. head: a "number:hash"
    that was written down before, which must stand in the ledger. rules: the games.
    Raises LedgerBroken for a file that is no ledger, LedgerTooNew for a later version's.
    """
    path = Path(path).resolve()
    # Before the database: a table that writes meanwhile may only be further than its note, never behind it.
    note = read_note(path)
    folder = pictures_folder(path) if pictures is None else Path(pictures)
    with closing(ledger_file.open_for_reading(path)) as db:
        try:
            db.execute("BEGIN")
            return _verify(db, path, folder, head, note, rules or house_rules())
        except ledger_file.DAMAGE as error:
            return Report(ok=False, fault=f"The ledger {path} is damaged: {error}.")


def _verify(db: sqlite3.Connection, path: Path, folder: Path, head: str | None, note: Any, rules: Rulebook) -> Report:
    report = Report()
    try:
        name = ledger_file.ledger_id(db)
        report = _check_chain(db, path, name, report)
        _check_end(db, path, name, head, note)
        evening, named = rules.start, []
        for done in _transactions(db, path, name):
            evening = _play_again(rules, evening, done)
            named += [(done.first_seq, digest) for digest in pictures_in(done)]
        report = _check_pictures(Pictures(folder), named, report)
    except _Fault as fault:
        return replace(report, ok=False, seq=fault.seq, fault=str(fault))
    except LedgerBroken as broken:
        return replace(report, ok=False, seq=broken.seq, fault=str(broken))
    return replace(report, notes=_locks_gone(db) + _once_put_back(path, name))


def _transactions(db: sqlite3.Connection, path: Path, name: str) -> Iterator[Transaction]:
    return read_transactions(db, path, genesis(name))


def _check_chain(db: sqlite3.Connection, path: Path, name: str, report: Report) -> Report:
    for done in _transactions(db, path, name):
        report = replace(report, records=done.seq, commands=report.commands + 1)
    last = db.execute("SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1").fetchone()
    return report if last is None else replace(report, head=f"{last[0]}:{last[1].hex()}")


def _check_end(db: sqlite3.Connection, path: Path, name: str, head: str | None, note: Any) -> None:
    last, _ = ledger_file.check_tail(db, path, genesis(name))
    if note is not None and note.ledger == name and note.seq:
        _must_stand(db, note.seq, note.hash, last, "the note beside it says that there were")
    if head is not None:
        number, _, digest = head.partition(":")
        if not number.isdigit() or not digest:
            raise _Fault(None, f"{head!r} is not a head: it is a number and a hash with a colon between them.")
        _must_stand(db, int(number), digest.lower(), last, "the head that was written down tells of")


def _must_stand(db: sqlite3.Connection, seq: int, digest: str, last: int, who: str) -> None:
    if seq > last:
        raise _Fault(last + 1, f"The ledger ends at record {last}, and {who} {seq}: records at its end are gone.")
    row = db.execute("SELECT hash FROM records WHERE seq = ?", (seq,)).fetchone()
    if row is not None and row[0].hex() != digest:
        raise _Fault(seq, f"Record {seq} is not the one that was written: its hash was another.")


def _play_again(rules: Rulebook, evening: Any, done: Transaction) -> Any:
    """The value after the transaction, which must follow from the one before it. Raises _Fault."""
    first = done.first_seq
    try:
        events = tuple(rules.decide(evening, done.command))
    except Refused as refusal:
        raise _Fault(first, f"Record {first}: the rules refuse this command ({refusal.why})") from None
    except Exception as error:
        raise _Fault(first, f"Record {first}: this command cannot be played ({error}).") from error
    again = tuple(plain(rules.encode(event)) for event in events)
    for number, (stored, due) in enumerate(zip(done.events, again, strict=False), start=first + 1):
        if stored != due:
            raise _Fault(number, f"Record {number}: the rules give another event ({due.get('type')}) than was stored.")
    if len(again) != len(done.events):
        short = first + 1 + min(len(again), len(done.events))
        raise _Fault(short, f"Record {first}: its command gives {len(again)} events, not {len(done.events)}.")
    for number, event in enumerate(events, start=first + 1):
        evening = rules.evolve(evening, event)
        if not chips_agree(rules.public(evening, None)):
            raise _Fault(number, f"Record {number}: after this event the chips do not add up to what was bought in.")
    return evening


def pictures_in(done: Transaction) -> list[str]:
    """The hashes of the pictures that a transaction names, in order, each once."""
    found = [event.get("picture") for event in (done.command, *done.events)]
    return list(dict.fromkeys(digest for digest in found if isinstance(digest, str)))


def _check_pictures(pictures: Pictures, named: list[tuple[int, str]], report: Report) -> Report:
    counts, dropped = dict(report.pictures), pictures.dropped()
    fault: _Fault | None = None
    for seq, digest in named:
        found = _state_of(pictures, digest, dropped)
        counts[found] += 1
        if fault is None and found in ("missing", "changed"):
            fault = _Fault(seq, f"Record {seq}: the picture {digest[:12]}... of this throw {_TOLD[found]}.")
    report = replace(report, pictures=counts)
    return report if fault is None else replace(report, ok=False, seq=fault.seq, fault=str(fault))


_TOLD = {"missing": "is missing, and no rule has dropped it", "changed": "was changed after it was taken"}


def _state_of(pictures: Pictures, digest: str, dropped: frozenset[str]) -> str:
    try:
        if not pictures.path(digest).exists():
            return "expired" if digest in dropped else "missing"
        pictures.load(digest)
    except PictureError:
        return "changed"
    return "ok"


def _locks_gone(db: sqlite3.Connection) -> tuple[str, ...]:
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    if set(ledger_file.LOCKS) <= there:
        return ()
    return ("The locks that keep records from being changed were taken off this file; all records hold all the same.",)


def _once_put_back(path: Path, name: str) -> tuple[str, ...]:
    note = read_note(path)
    if note is None or note.ledger != name or not note.lost:
        return ()
    return (f"An older copy of this ledger was put back once: record {note.lost} had been written and was gone.",)
