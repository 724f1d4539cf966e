"""Labelled pictures and throws on disk: what a folder's labels.json or truth.json says about its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class NoLabels(Exception):
    """A folder without labels, or with labels that cannot be used; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture (a file) or one throw (a folder of numbered frames) and what is right about it.

    group: name of the set it belongs to. kind: its situation. values: ascending, or None when it must be refused;
    reasons: the right reasons for a refusal, () when any will do. dice: how many the label is made for, None for any.
    empty: picture of the empty table, or None. sequence: whether it is a throw; fps: its frames a second.
    """

    path: Path
    group: str
    kind: str
    values: tuple[int, ...] | None
    reasons: tuple[str, ...]
    dice: int | None
    empty: Path | None = None
    sequence: bool = False
    fps: float = 30.0


#: The reasons that are right for what a throw's label calls `why_not`.
_NO_THROW = {
    "only_one_die_moved": ("not_thrown",),
    "placed_by_hand": ("not_thrown",),
    "off_surface": ("off_surface", "wrong_count"),
}


def find_labelled(folder: Path) -> list[Labelled]:
    """Everything labelled in a folder and the folders below it, in order of their names.

    Raises NoLabels when there is no such folder, no labels, or labels that are not what they should be.
    """
    if not folder.is_dir():
        raise NoLabels(f"{folder} is not a folder.")
    found: list[Labelled] = []
    for path in sorted([*folder.rglob("labels.json"), *folder.rglob("truth.json")]):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            found += _photographs(path, content) if path.name == "labels.json" else _renders(path, content)
        except (OSError, UnicodeDecodeError) as error:
            raise NoLabels(f"{path} cannot be read: {error}.") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NoLabels(f"{path} holds no labels as they should be ({type(error).__name__}: {error}).") from error
    if not found:
        raise NoLabels(f"{folder} holds neither labels.json nor truth.json.")
    return found


def _values(values: list) -> tuple[int, ...]:
    return tuple(sorted(int(value) for value in values))


def _photographs(path: Path, content: list) -> Iterator[Labelled]:
    for record in content:
        readable = record["quality"] != "unreadable" and record["n_dice"] > 0
        values = _values(record["values"]) if readable else None
        reasons = ("wrong_count",) if record["n_dice"] == 0 else ()
        kind = f"{record['quality']} {record['view']}"
        yield Labelled(path.parent / record["file"], path.parent.name, kind, values, reasons, None)


def _renders(path: Path, content: list | dict) -> Iterator[Labelled]:
    pictures = content if isinstance(content, list) else content.get("pictures", [])
    for record in pictures:
        home = path.parent / record["table"] if "table" in record else path.parent
        empty = home / "empty.jpg"
        read = record["expect"] == "read"
        yield Labelled(
            home / record["file"],
            path.parent.name,
            record["situation"],
            _values(record["values"]) if read else None,
            () if read else (record["reason"],),
            2,
            empty if empty.is_file() else None,
        )
    for record in [] if isinstance(content, list) else content.get("sequences", []):
        throw = record.get("throw", {"valid": True, "why_not": None})
        read = record["expect"] == "read" and throw["valid"]
        reasons = () if read else _NO_THROW.get(throw["why_not"], (record.get("reason") or throw["why_not"],))
        yield Labelled(
            path.parent / record["folder"],
            path.parent.name,
            f"throw {record['kind']}",
            _values(record["values"]) if read else None,
            reasons,
            2,
            sequence=True,
            fps=float(record.get("fps", 30)),
        )
