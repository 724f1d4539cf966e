"""Labelled folders: which pictures and sequences they hold, and what the right answer to each is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Files that hold labels.
LABELS, TRUTH = "labels.json", "truth.json"
#: A table's picture without dice, found beside its pictures.
EMPTY = "empty.jpg"
#: Pips that differ from their face by less (levels of 255) may fairly be refused; they are a kind of their own.
FAINT = 40
#: Why a labelled throw does not count, in the words of the readings.
WHY_NOT = {
    "only_one_die_moved": ("not_thrown", "one_moved"),
    "placed_by_hand": ("not_thrown", "placed"),
    "slid_by_hand": ("not_thrown", "slid"),
}


class NoLabels(Exception):
    """A folder that cannot be scored; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled picture or sequence.

    path: the picture, or the folder of frames. kind: what it shows, for the table of results.
    values: the right answer, ascending; None where the right answer is to refuse, and then `reason` is the
    right reason (None: any will do) and `detail` its detail. empty: picture of the empty table, or None.
    dice: how many dice are asked for, None for any. ready: of a sequence, the first frame of true rest.
    """

    path: Path
    kind: str
    values: tuple[int, ...] | None
    reason: str | None = None
    detail: str | None = None
    empty: Path | None = None
    dice: int | None = 2
    sequence: bool = False
    fps: float = 30.0
    ready: int | None = None


def find_cases(folder: Path) -> list[Case]:
    """All labelled pictures and sequences in the folder and below it. Raises NoLabels."""
    if not folder.is_dir():
        raise NoLabels(f"There is no folder {folder}.")
    files = sorted([*folder.rglob(LABELS), *folder.rglob(TRUTH)])
    cases = [case for file in files for case in _cases_of(file)]
    if not cases:
        raise NoLabels(f"The folder {folder} holds neither labels.json nor truth.json with labelled pictures.")
    return cases


def _cases_of(file: Path) -> Iterator[Case]:
    try:
        labels = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(labels, list | dict):
            raise NoLabels(f"{file} holds neither a list nor an object, so no labels.")
        records = labels if isinstance(labels, list) else labels.get("pictures", [])
        sequences = [] if isinstance(labels, list) else labels.get("sequences", [])
        for record in records:
            yield _photograph(file.parent, record) if file.name == LABELS else _picture(file.parent, record)
        for record in sequences:
            yield _sequence(file.parent, record)
    except (OSError, ValueError) as error:
        raise NoLabels(f"{file} cannot be read as labels: {error}.") from None
    except KeyError as error:
        raise NoLabels(f"{file} has a record without {error.args[0]!r}.") from None
    except (TypeError, AttributeError) as error:
        raise NoLabels(f"{file} has a record that is no label: {error}.") from None


def _photograph(folder: Path, record: dict[str, Any]) -> Case:
    path = folder / record["file"]
    kind = f"{record['quality']} {record['view']}"
    values = tuple(sorted(record["values"]))
    if not record["n_dice"]:
        return Case(path, "no dice", None, "wrong_count", dice=None)
    if record["quality"] == "unreadable" or not values:
        return Case(path, kind, None, dice=None)
    return Case(path, kind, values, dice=None)


def _picture(folder: Path, record: dict[str, Any]) -> Case:
    place = folder / record["table"] if "table" in record else folder
    empty = place / EMPTY
    kind = record.get("situation", "picture")
    if "table" in record:
        kind = f"table: {kind}"
    kept = empty if empty.is_file() else None
    if record["expect"] != "read":
        return Case(place / record["file"], kind, None, record.get("reason"), empty=kept)
    faint = min((die.get("pip_contrast", FAINT) for die in record.get("dice", [])), default=FAINT) < FAINT
    return Case(
        place / record["file"], kind + (" (faint)" if faint else ""), tuple(sorted(record["values"])), empty=kept
    )


def _sequence(folder: Path, record: dict[str, Any]) -> Case:
    throw = record.get("throw", {"valid": True})
    about = {
        "sequence": True,
        "fps": float(record.get("fps", 30.0)),
        "ready": record.get("ready_frame"),
    }
    path, kind = folder / record["folder"], f"sequence: {record['kind']}"
    if not throw["valid"]:
        reason, detail = WHY_NOT.get(throw["why_not"], (throw["why_not"], None))
        return Case(path, kind, None, reason, detail, **about)
    if record["expect"] != "read":
        return Case(path, kind, None, record.get("reason"), **about)
    return Case(path, kind, tuple(sorted(record["values"])), **about)
