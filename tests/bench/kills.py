"""Kills a table in the middle of its work, again and again, and counts what was lost.

    python -m tests.bench.kills [--kills 1000] [--folder FOLDER]

A child process plays street craps on a ledger as fast as it can and prints the number of each record
once its command was answered. It is killed (SIGKILL) after a random time; then the ledger must verify, must
hold everything that was answered, and the next child goes on from it. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from controller.ledger import Ledger
from controller.table import Table
from controller.verify import verify

#: Kills on one ledger, before the next begins: verifying a long one after each kill would take most of the time.
BATCH = 50

PLAYER = """
import random, sys
from controller.ledger import Ledger
from controller.table import Table

chance = random.Random(int(sys.argv[2]))
table = Table(Ledger(sys.argv[1]))
table.start()
names = ["Alice", "Bo", "Cara", "Dan"]
if table.snapshot().seq == 0:
    table.submit({"cmd": "open", "game": "street", "players": names, "buy_in": 1000}).result()
print(table.snapshot().seq, flush=True)
while True:
    who = chance.choice(names)
    given = chance.choice([
        {"cmd": "for", "player": who}, {"cmd": "against", "player": who}, {"cmd": "off", "player": who},
        {"cmd": "chip", "player": who, "square": "field", "amount": 7},
        {"cmd": "dice_out"}, {"cmd": "throw", "dice": [chance.randint(1, 6), chance.randint(1, 6)]},
        {"cmd": "no_roll", "reason": "cocked"}, {"cmd": "buy_in", "player": who, "amount": 50},
    ])
    reply = table.submit(given).result()
    if reply.ok:
        print(reply.seq, flush=True)
"""


@dataclass(slots=True)
class Kills:
    """kills: done. records: in the ledger at the end. lost: answered commands that were gone. torn: ledgers that
    did not verify. slowest_start_s: longest from the start of a process to its first answer."""

    kills: int = 0
    records: int = 0
    lost: int = 0
    torn: int = 0
    slowest_start_s: float = 0.0

    def and_also(self, other: Kills) -> Kills:
        """Both together."""
        return Kills(
            self.kills + other.kills,
            self.records + other.records,
            self.lost + other.lost,
            self.torn + other.torn,
            max(self.slowest_start_s, other.slowest_start_s),
        )


def run(path: Path, kills: int, seed: int = 1) -> Kills:
    """Kills a playing table so many times; the ledger in `path` is verified after each."""
    chance, count = random.Random(seed), Kills()
    for number in range(kills):
        answered, start_s = _play_and_kill(path, seed * 10_000 + number, chance.random() * 0.08)
        report = verify(path)
        count.kills += 1
        count.records = report.records
        count.torn += not report.ok
        count.lost += report.records < answered
        count.slowest_start_s = max(count.slowest_start_s, round(start_s, 3))
    with Ledger(path) as ledger:
        state = Table(ledger).snapshot().public()
    if sum(state["stacks"].values()) + state["on_table"] != sum(state["bought_in"].values()):
        count.lost += 1
    return count


def _play_and_kill(path: Path, seed: int, seconds: float) -> tuple[int, float]:
    """(the last record that was answered, seconds to the first answer)."""
    started = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), str(seed)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        first = child.stdout.readline()
        start_s = time.monotonic() - started
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        rest, errors = child.communicate()
    finally:
        child.kill()
        child.wait()
    if not first:
        raise RuntimeError(f"the table did not start again: {errors}")
    whole = [int(line) for line in (first + rest).split("\n")[:-1]]
    return whole[-1], start_s


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--folder", type=Path, help="where the ledger is made; a temporary folder by default")
    given = parser.parse_args()

    total = Kills()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for first in range(0, given.kills, BATCH):
            batch = run(Path(folder) / f"{first}.db", min(BATCH, given.kills - first), seed=first + 1)
            total = total.and_also(batch)
            print(f"{total.kills} kills, {total.records} records", file=sys.stderr, flush=True)
    print(json.dumps(asdict(total)))


if __name__ == "__main__":
    main()
