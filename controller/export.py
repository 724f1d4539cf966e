"""The evening as files for other programs: rounds, throws and settlements as CSV, and everything as one JSON.

    written(record_in("evening.db"), Path("evening"))   # rounds.csv, throws.csv, settlements.csv, evening.json
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from controller.evening import CodecFault, decode
from controller.ledger import LedgerBroken, stored_transactions
from controller.night import round_rows, settlement_rows, tally, throw_rows
from controller.rounds import EMPTY, Record, after

ROWS: dict[str, tuple[Callable[[Record], Iterator[dict]], tuple[str, ...]]] = {
    "rounds": (
        round_rows,
        ("game", "round", "shooter", "throws", "outcome", "winner", "with", "against", "in_play"),
    ),
    "throws": (
        throw_rows,
        ("game", "round", "throw", "by", "die_1", "die_2", "total", "source", "picture", "corrected_from"),
    ),
    "settlements": (
        settlement_rows,
        ("game", "round", "throw", "player", "what", "side", "bet", "put", "won"),
    ),
}
"""Each list: where its rows come from, and its columns."""
_FORMULA = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet takes for the beginning of a formula, the wide signs of some keyboards too."""


def record_in(path: str | Path) -> Record:
    """The record of the evening in a ledger, which is only read. Raises LedgerBroken, LedgerTooNew."""
    record = EMPTY
    for done in stored_transactions(path):
        try:
            for event in done.events:
                record = after(record, decode(event))
        except CodecFault as fault:
            raise LedgerBroken(f"Record {done.first_seq} of the ledger {path} cannot be read: {fault}.") from fault
    return record


def as_json(record: Record) -> dict:
    """{"rounds": [...], "throws": [...], "settlements": [...], "games": [tally of each game]}."""
    lists = {name: list(rows(record)) for name, (rows, _) in ROWS.items()}
    return lists | {"games": [{"game": game.number} | tally(game) for game in record.games]}


def csv_lines(record: Record, name: str) -> Iterator[str]:
    """One of the lists in ROWS as lines of CSV, the names of its columns first."""
    rows, columns = ROWS[name]
    line = _Line()
    table = csv.DictWriter(line, columns)
    table.writeheader()
    yield line.text
    for row in rows(record):
        table.writerow({column: _cell(value) for column, value in row.items()})
        yield line.text


class _Line:
    """Takes what a CSV writer writes and keeps the last line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def written(record: Record, folder: Path) -> dict[Path, int]:
    """Writes the files into the folder, which is made where it is not there; gives how many rows each has.

    What is there under these names is replaced. Raises OSError where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    told, files = as_json(record), {}
    for name in ROWS:
        path = folder / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(csv_lines(record, name))
        files[path] = len(told[name])
    path = folder / "evening.json"
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return files | {path: sum(files.values())}


def _cell(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is made a text by an apostrophe: guests choose their names."""
    return "'" + value if isinstance(value, str) and value.startswith(_FORMULA) else value
