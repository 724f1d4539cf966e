"""What keeping an evening costs, beside what one would take instead.

    python -m tests.bench.ledger_bench [--commands 3000] [--events 20000] [--folder FOLDER]

Prints one JSON object. `commit`: milliseconds to put one command with two events on the disk, median and 99th
percentile, and of the processor's time on average, by this ledger, by a plain JSON Lines file with fsync, and by
SQLite without hashes (WAL, FULL).
`command`: the same for a whole command of street craps through the table (queue, rules, ledger, publishing).
`replay`: events a second, by the clock and by the processor's time, from the file to the state. `open`: seconds
until a table with that many events is there.
Run it on the disk that is meant: a memory disk tells nothing about fsync.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from controller.ledger import Ledger, stamp
from controller.table import Table
from controller.verify import verify

COMMAND = {"cmd": "throw", "dice": [4, 2], "source": "camera", "picture": "ab" * 32}
EVENTS = [
    {"type": "thrown", "dice": [4, 2], "total": 6, "source": "camera", "round": 3, "number": 9, "picture": "ab" * 32},
    {"type": "point_set", "point": 6},
]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=3000)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--folder", type=Path, help="where the files are made; a temporary folder by default")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        folder = Path(name)
        result = {
            "commit": {
                "ledger": _spread(_ledger(folder / "a.db"), given.commands),
                "json_lines_fsync": _spread(_json_lines(folder / "a.jsonl"), given.commands),
                "sqlite_without_hash": _spread(_plain_sqlite(folder / "plain.db"), given.commands),
            },
            **_evening(folder / "evening.db", given.events),
        }
    print(json.dumps(result, indent=1))


def _spread(store: Callable[[], None], commands: int) -> dict[str, float]:
    taken, cpu = [], time.process_time()
    for _ in range(commands):
        started = time.perf_counter()
        store()
        taken.append((time.perf_counter() - started) * 1e3)
    return _told(taken) | {"cpu_ms": round((time.process_time() - cpu) * 1e3 / commands, 3)}


def _told(taken: list[float]) -> dict[str, float]:
    return {"median_ms": round(statistics.median(taken), 3), "p99_ms": round(sorted(taken)[int(len(taken) * 0.99)], 3)}


def _ledger(path: Path) -> Callable[[], None]:
    ledger = Ledger(path)
    return lambda: ledger.append(COMMAND, EVENTS, stamp(by="host", source="camera"))


def _json_lines(path: Path) -> Callable[[], None]:
    file = path.open("a")

    def store() -> None:
        for record in (COMMAND, *EVENTS):
            file.write(json.dumps(record) + "\n")
        file.flush()
        os.fsync(file.fileno())

    return store


def _plain_sqlite(path: Path) -> Callable[[], None]:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE records (seq INTEGER PRIMARY KEY, body TEXT)")

    def store() -> None:
        db.execute("BEGIN")
        db.executemany("INSERT INTO records (body) VALUES (?)", [(json.dumps(r),) for r in (COMMAND, *EVENTS)])
        db.execute("COMMIT")

    return store


def _evening(path: Path, events: int) -> dict[str, object]:
    """Plays an evening of so many events through the table, then opens and verifies it."""
    chance, taken, stored = random.Random(1), [], 0
    names = [f"Player {n}" for n in range(1, 13)]
    with Ledger(path) as ledger:
        table = Table(ledger)
        table.start()
        opening = {"cmd": "open", "game": "street", "players": names, "buy_in": 10_000}
        stored += len(table.submit(opening).result().events)
        while stored < events:
            command = _anything(chance, names)
            started = time.perf_counter()
            reply = table.submit(command).result()
            if reply.events:
                taken.append((time.perf_counter() - started) * 1e3)
                stored += len(reply.events)
        table.stop()
    started = time.perf_counter()
    with Ledger(path) as ledger:
        checked, cpu = time.perf_counter(), time.process_time()
        Table(ledger)
        opened, cpu = time.perf_counter(), time.process_time() - cpu
    report = verify(path)
    verified = time.perf_counter() - opened
    return {
        "command": _told(taken),
        "events": stored,
        "records": report.records,
        "replay_events_per_s": round(stored / (opened - checked)),
        "replay_events_per_cpu_s": round(stored / cpu),
        "open_s": round(opened - started, 3),
        "verify_s": round(verified, 3),
        "verify": "ok" if report.ok else report.fault,
    }


def _anything(chance: random.Random, names: list[str]) -> dict:
    who = chance.choice(names)
    square = chance.choice(("field", "seven", "hard_6", "num_8", "eleven"))
    return chance.choice(
        (
            {"cmd": "for", "player": who},
            {"cmd": "against", "player": who},
            {"cmd": "chip", "player": who, "square": square, "amount": chance.randint(1, 20)},
            {"cmd": "buy_in", "player": who, "amount": 100},
            {"cmd": "dice_out"},
            {"cmd": "throw", "dice": [chance.randint(1, 6), chance.randint(1, 6)]},
            {"cmd": "no_roll", "reason": "cocked"},
        )
    )


if __name__ == "__main__":
    main()
