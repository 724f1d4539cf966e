"""The evening as files for other programs: rounds, throws and settlements as CSV, and everything as one JSON.

    written(recorded(events), Path("evening"))   # evening/rounds.csv, throws.csv, settlements.csv, evening.json
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from controller.night import round_rows, settlement_rows, tally, throw_rows
from controller.rounds import Record

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
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_json(record: Record) -> dict:
    """{"rounds": [...], "throws": [...], "settlements": [...], "games": [tally of each game]}."""
    lists = {name: list(rows(record)) for name, (rows, _) in ROWS.items()}
    return lists | {"games": [{"game": game.number} | tally(game) for game in record.games]}


def written(record: Record, folder: Path) -> list[Path]:
    """Writes the files into the folder, which is made where it is not there, and gives their paths.

    What is there under these names is replaced. Raises OSError where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, (rows, columns) in ROWS.items():
        paths.append(folder / f"{name}.csv")
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, columns)
            table.writeheader()
            table.writerows({column: _cell(value) for column, value in row.items()} for row in rows(record))
    paths.append(folder / "evening.json")
    paths[-1].write_text(json.dumps(as_json(record), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return paths


def _cell(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is made a text by an apostrophe: guests choose their names."""
    return "'" + value if isinstance(value, str) and value.startswith(_FORMULA) else value
