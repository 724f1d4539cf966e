"""Verify finds whatever was done to a ledger and says where; an honest one is ok, also while it is written."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.ledger import Ledger, LedgerBroken, stamp
from controller.ledger_lock import lock_path
from controller.pictures import Pictures, pictures_folder
from controller.records import genesis, seal
from controller.rulebook import house_rules
from controller.verify import verify
from tests.ledger import evenings
from tests.ledger.evenings import RECORDS, copied


@pytest.fixture(scope="module")
def honest(tmp_path_factory) -> Path:
    """One evening with pictures; copied, never changed."""
    path = tmp_path_factory.mktemp("honest") / "evening.db"
    evenings.write(path, evenings.commands(Pictures(pictures_folder(path))))
    return path


@pytest.fixture
def copy(honest, tmp_path) -> Path:
    return copied(honest, tmp_path)


def test_an_honest_evening_is_ok(honest):
    report = verify(honest)
    assert report.ok, report.fault
    assert report.records == RECORDS and report.commands == len(evenings.commands())
    assert report.pictures == {"ok": len(evenings.THROWS), "expired": 0, "missing": 0, "changed": 0}
    assert report.sentence().startswith("ok: ")
    assert report.to_json()["verify"] == "ok" and report.to_json()["fault"] is None
    json.dumps(report.to_json())
    number, _, digest = report.head.partition(":")
    assert int(number) == report.records and len(digest) == 64
    assert report.notes == ()


def rows(db) -> list[tuple]:
    return db.execute("SELECT seq, kind, body, hash FROM records ORDER BY seq").fetchall()


def rewrite(db, records: list[tuple]) -> None:
    db.execute("DELETE FROM records")
    db.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", records)


def resealed(db, records: list[tuple]) -> list[tuple]:
    """The records with new numbers and a chain that holds; the head is set to match."""
    before = genesis(db.execute("SELECT value FROM about WHERE name = 'id'").fetchone()[0])
    made = []
    for seq, (_, kind, body, _) in enumerate(records, start=1):
        before = seal(before, seq, kind, body)
        made.append((seq, kind, body, before))
    db.execute("UPDATE head SET seq = ?, hash = ?", (len(made), before))
    return made


# ---- one change that its author did not hide: (database, record, chance) -> the records that may be named -------


def change_text(db, seq, chance):
    body = db.execute("SELECT body FROM records WHERE seq = ?", (seq,)).fetchone()[0]
    at = chance.randrange(len(body))
    other = chr((ord(body[at]) - 32 + 1 + chance.randrange(90)) % 94 + 32)
    if other == body[at]:
        other = "~" if body[at] != "~" else "!"
    db.execute("UPDATE records SET body = ? WHERE seq = ?", (body[:at] + other + body[at + 1 :], seq))
    return {seq}


def change_hash(db, seq, chance):
    digest = bytearray(db.execute("SELECT hash FROM records WHERE seq = ?", (seq,)).fetchone()[0])
    digest[chance.randrange(32)] ^= 1 << chance.randrange(8)
    db.execute("UPDATE records SET hash = ? WHERE seq = ?", (bytes(digest), seq))
    return {seq}


def change_kind(db, seq, chance):
    db.execute("UPDATE records SET kind = CASE kind WHEN 'event' THEN 'command' ELSE 'event' END WHERE seq = ?", (seq,))
    return {seq}


def change_type(db, seq, chance):
    db.execute("UPDATE records SET body = CAST(body AS BLOB) WHERE seq = ?", (seq,))
    return {seq}


def change_and_seal_it_alone(db, seq, chance):
    records = rows(db)
    before = records[seq - 2][3] if seq > 1 else genesis(db.execute("SELECT value FROM about").fetchone()[0])
    body = records[seq - 1][2].replace("}", ',"extra":1}', 1)
    digest = seal(before, seq, records[seq - 1][1], body)
    db.execute("UPDATE records SET body = ?, hash = ? WHERE seq = ?", (body, digest, seq))
    return {seq, seq + 1}


def remove(db, seq, chance):
    last = len(rows(db))
    db.execute("DELETE FROM records WHERE seq = ?", (seq,))
    return {seq} if seq < last else {seq, seq - 1}


def remove_and_close_the_gap(db, seq, chance):
    records = rows(db)
    kept = records[: seq - 1] + [(number - 1, *rest) for number, *rest in records[seq:]]
    rewrite(db, kept)
    return {seq, seq - 1}


def insert(db, seq, chance):
    records = rows(db)
    new = (seq, "event", '{"type":"bought_in","player":"Bo","amount":500}', bytes(32))
    rewrite(db, records[: seq - 1] + [new] + [(number + 1, *rest) for number, *rest in records[seq - 1 :]])
    return {seq}


def repeat(db, seq, chance):
    records = rows(db)
    again = (seq + 1, *records[seq - 1][1:])
    rewrite(db, records[:seq] + [again] + [(number + 1, *rest) for number, *rest in records[seq:]])
    return {seq + 1}


def swap(db, seq, chance):
    records = rows(db)
    other = chance.choice([number for number in range(1, len(records) + 1) if number != seq])
    a, b = sorted((seq, other))
    first, second = records[a - 1], records[b - 1]
    db.execute("UPDATE records SET kind = ?, body = ?, hash = ? WHERE seq = ?", (*second[1:], a))
    db.execute("UPDATE records SET kind = ?, body = ?, hash = ? WHERE seq = ?", (*first[1:], b))
    return {a} if first[1:] != second[1:] else None


def cut_the_end(db, seq, chance):
    db.execute("DELETE FROM records WHERE seq >= ?", (seq,))
    return {seq, seq - 1}


HANDS = (
    change_text, change_hash, change_kind, change_type, change_and_seal_it_alone, remove, remove_and_close_the_gap,
    insert, repeat, swap, cut_the_end,
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hand=st.sampled_from(HANDS), seq=st.integers(1, RECORDS), chance=st.randoms(use_true_random=False))
def test_any_change_of_any_record_is_found_and_named(honest, tmp_path_factory, hand, seq, chance):
    path = copied(honest, tmp_path_factory.mktemp("forged"), pictures=False)
    with closing(evenings.forge(path)) as db:
        named = hand(db, seq, chance)
    report = verify(path)
    if named is None:
        return
    assert not report.ok
    assert report.seq in named, report.fault
    assert report.fault and "\n" not in report.fault and report.fault.endswith((".", ")"))
    told = {int(number) for number in re.findall(r"\d+", report.fault.replace(str(path), ""))}
    assert told & {report.seq - 1, report.seq, report.seq + 1}, report.fault


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.__name__)
def test_each_hand_at_the_first_a_middle_and_the_last_record(honest, tmp_path, hand):
    last = verify(honest).records
    for seq in (1, last // 2, last):
        path = copied(honest, tmp_path, pictures=False)
        with closing(evenings.forge(path)) as db:
            named = hand(db, seq, random.Random(3))
        report = verify(path)
        assert named is None or (not report.ok and report.seq in named), (hand.__name__, seq, report.fault)


# ---- changes whose author hid them well -------------------------------------------------------------------------


def test_an_event_rewritten_with_a_whole_new_chain_is_found_by_the_rules(copy):
    with closing(evenings.forge(copy)) as db:
        records = rows(db)
        at = next(seq for seq, kind, body, _ in records if kind == "event" and '"type":"bought_in"' in body)
        seq, kind, body, digest = records[at - 1]
        records[at - 1] = (seq, kind, body.replace('"amount":20', '"amount":90'), digest)
        rewrite(db, resealed(db, records))
    lock_path(copy).unlink()
    report = verify(copy)
    assert (report.ok, report.seq) == (False, at)
    assert "the rules give another event (bought_in)" in report.fault


def test_an_event_left_out_with_a_whole_new_chain_is_found_by_the_rules(copy):
    with closing(evenings.forge(copy)) as db:
        records = rows(db)
        at = next(i for i, row in enumerate(records) if '"type":"round_settled"' in row[2])
        head = max(i for i in range(at) if records[i][1] == "command")
        shorter = json.loads(records[head][2])
        shorter["events"] -= 1
        records[head] = (0, "command", json.dumps(shorter, sort_keys=True, separators=(",", ":")), b"")
        rewrite(db, resealed(db, records[:at] + records[at + 1 :]))
    lock_path(copy).unlink()
    report = verify(copy)
    assert not report.ok and report.seq == at + 1


def test_an_event_left_out_whose_command_still_counts_it_is_found(copy):
    with closing(evenings.forge(copy)) as db:
        records = rows(db)
        at = next(i for i, row in enumerate(records) if '"type":"round_settled"' in row[2])
        rewrite(db, resealed(db, records[:at] + records[at + 1 :]))
        after = next(i for i in range(at, len(records)) if records[i][1] == "command")
    lock_path(copy).unlink()
    report = verify(copy)
    assert (report.ok, report.seq) == (False, after)
    assert "events are missing before" in report.fault


def test_a_head_that_is_not_the_last_records_is_found(copy):
    with closing(evenings.forge(copy)) as db:
        db.execute("UPDATE head SET hash = x'00'")
    report = verify(copy)
    assert (report.ok, report.seq) == (False, RECORDS)
    with pytest.raises(LedgerBroken):
        Ledger(copy)


def test_a_command_the_rules_refuse_is_found(copy):
    with Ledger(copy) as ledger:
        seq = ledger.append({"cmd": "for", "player": "Nobody"}, [], stamp())[0]
    report = verify(copy)
    assert (report.ok, report.seq) == (False, seq)
    assert "the rules refuse this command" in report.fault


def test_an_end_cut_off_together_with_its_head_is_found_by_the_note_beside_it(copy):
    with closing(evenings.forge(copy)) as db:
        commands = [row[0] for row in rows(db) if row[1] == "command"]
        kept = rows(db)[: commands[-2] - 1]
        rewrite(db, resealed(db, kept))
    report = verify(copy)
    assert not report.ok and "records at its end are gone" in report.fault
    assert report.seq == len(kept) + 1


def test_an_older_copy_put_back_is_a_fault_and_stays_a_note_when_the_evening_went_on(copy, tmp_path):
    older = tmp_path / "older.db"
    shutil.copy(copy, older)
    with Ledger(copy) as ledger:
        ledger.append(*a_buy_in())
    shutil.copy(older, copy)
    report = verify(copy)
    assert not report.ok and "records at its end are gone" in report.fault
    with Ledger(copy) as ledger:
        assert ledger.warning
        ledger.append(*a_buy_in())
    report = verify(copy)
    assert report.ok and "An older copy of this ledger was put back once" in report.sentence()


def a_buy_in() -> tuple:
    command = {"cmd": "buy_in", "player": "Bo", "amount": 5}
    return command, [{"type": "bought_in", "player": "Bo", "amount": 5}], stamp()


def test_a_whole_new_history_is_found_by_a_head_that_was_written_down(copy):
    noted = verify(copy).head
    assert verify(copy, head=noted).ok
    with closing(evenings.forge(copy)) as db:
        records = [(s, k, b.replace('"amount":20', '"amount":90'), h) for s, k, b, h in rows(db)]
        rewrite(db, resealed(db, records))
    lock_path(copy).unlink()
    assert verify(copy).ok, "nothing inside the file gives it away"
    report = verify(copy, head=noted)
    assert not report.ok and "not the one that was written" in report.fault
    assert not verify(copy, head="99999:" + "0" * 64).ok
    assert not verify(copy, head="nonsense").ok


def test_another_ledgers_records_under_this_ones_name_are_found(copy, tmp_path):
    with closing(evenings.forge(copy)) as db:
        db.execute("UPDATE about SET value = 'another'")
    report = verify(copy)
    assert (report.ok, report.seq) == (False, 1)


def test_chips_that_do_not_add_up_are_found(copy):
    rules = house_rules()

    def leaking(value, viewer):
        public = rules.public(value, viewer)
        if public.get("throws", 0) >= 3:
            public["stacks"]["Bo"] -= 1
        return public

    report = verify(copy, rules=replace(rules, public=leaking))
    assert not report.ok and "the chips do not add up" in report.fault
    below = replace(rules, public=lambda value, viewer: {"stacks": {"A": -1, "B": 1}, "bought_in": {}, "on_table": 0})
    assert verify(copy, rules=below).seq == 2


def test_locks_taken_off_are_told_though_nothing_was_changed(copy):
    evenings.forge(copy).close()
    report = verify(copy)
    assert report.ok and "locks" in report.sentence()


# ---- pictures ---------------------------------------------------------------------------------------------------


def a_picture(path: Path) -> Path:
    return sorted(pictures_folder(path).glob("*.jpg"))[2]


def test_a_missing_picture_is_told_from_one_that_the_rule_dropped(copy):
    gone = a_picture(copy)
    kept = gone.read_bytes()
    gone.unlink()
    report = verify(copy)
    assert not report.ok and report.pictures["missing"] == 1
    assert "missing" in report.fault and gone.stem[:12] in report.fault
    gone.write_bytes(kept)
    os.utime(gone, (1, 1))
    assert Pictures(gone.parent, days=1).sweep() == 1
    report = verify(copy)
    assert report.ok and report.pictures == {"ok": len(evenings.THROWS) - 1, "expired": 1, "missing": 0, "changed": 0}


def test_a_changed_picture_is_found(copy):
    a_picture(copy).write_bytes(b"another throw")
    report = verify(copy)
    assert not report.ok and report.pictures["changed"] == 1
    assert "changed after it was taken" in report.fault
