"""Scores the reader on labelled pictures, and the watch on labelled throws.

right: the whole list of values. wrong: other values, or any values where the picture must be refused. retry: a picture
that can be read was refused. refused: one that must be refused was, for another reason; reason: for the right one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.events import NoRoll, Throw
from vision.frames import Frame
from vision.labels import Labelled, NoLabels, find_labelled
from vision.reader import Reader
from vision.watch import Watcher

__all__ = ["NoLabels", "Score", "Scored", "score_folder"]

OUTCOMES = ("right", "wrong", "retry", "reason", "refused", "unusable")


@dataclass(frozen=True, slots=True)
class Scored:
    """One labelled thing and what came of it. ms: of one picture; of a whole throw divided by its frames."""

    label: Labelled
    outcome: str
    values: tuple[int, ...] | None
    reason: str | None
    confidence: float
    ms: float

    def to_json(self) -> dict:
        return {
            "file": str(self.label.path),
            "kind": self.label.kind,
            "expect": None if self.label.values is None else list(self.label.values),
            "expect_reason": list(self.label.reasons),
            "outcome": self.outcome,
            "values": None if self.values is None else list(self.values),
            "reason": self.reason,
            "confidence": round(self.confidence, 4),
            "ms": round(self.ms, 1),
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a folder."""

    folder: Path
    scored: tuple[Scored, ...]

    def groups(self) -> dict[tuple[str, str], list[Scored]]:
        """Everything by group and kind, in order."""
        out: dict[tuple[str, str], list[Scored]] = {}
        for one in self.scored:
            out.setdefault((one.label.group, one.label.kind), []).append(one)
        return dict(sorted(out.items()))

    def to_json(self) -> dict:
        """Counts over all and by kind, times, and every file that was not right."""
        return {
            "folder": str(self.folder),
            **_counts(self.scored),
            "kinds": {f"{group}: {kind}": _counts(rows) for (group, kind), rows in self.groups().items()},
            "ms": _times([one.ms for one in self.scored]),
            "missed": [one.to_json() for one in self.scored if one.outcome not in ("right", "reason")],
        }

    def table(self) -> str:
        """The same for a person, a line a kind."""
        head = ("", "n", "right", "wrong", "retry", "refused", "reason", "ms")
        rows = [head]
        for (group, kind), some in self.groups().items():
            rows.append((f"{group}: {kind}", *_cells(some)))
        rows.append(("all", *_cells(self.scored)))
        widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
        lines = ["  ".join(c.ljust(w) if k == 0 else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths, strict=True)))
                 for row in rows]  # fmt: skip
        wrong = [f"wrong: {one.label.path}: {one.values}, expected {one.label.values or one.label.reasons}"
                 for one in self.scored if one.outcome == "wrong"]  # fmt: skip
        return "\n".join([*lines, *wrong])


def _counts(rows: Sequence[Scored]) -> dict:
    counts = Counter(one.outcome for one in rows)
    to_read = [one for one in rows if one.label.values is not None]
    to_refuse = [one for one in rows if one.label.values is None]
    read_wrong = sum(one.outcome == "wrong" for one in to_read)
    refused = counts["reason"] + counts["refused"]
    return {
        "n": len(rows),
        "readable": len(to_read),
        "right": counts["right"],
        "wrong": counts["wrong"],
        "wrong_readable": read_wrong,
        "retry": counts["retry"],
        "to_refuse": len(to_refuse),
        "refused": refused,
        "right_reason": counts["reason"],
        "unusable": counts["unusable"],
        "right_share": round(counts["right"] / len(to_read), 4) if to_read else None,
        "wrong_share": round(counts["wrong"] / len(rows), 4) if rows else None,
    }


def _times(ms: Sequence[float]) -> dict:
    if not ms:
        return {}
    return {"mean": round(float(np.mean(ms)), 1), "median": round(float(np.median(ms)), 1),
            "p90": round(float(np.percentile(ms, 90)), 1), "max": round(float(max(ms)), 1)}  # fmt: skip


def _cells(rows: Sequence[Scored]) -> tuple[str, ...]:
    c = _counts(rows)
    right = f"{c['right']} ({c['right'] / c['readable']:.0%})" if c["readable"] else "-"
    refused = f"{c['refused']} ({c['refused'] / c['to_refuse']:.0%})" if c["to_refuse"] else "-"
    reason = str(c["right_reason"]) if c["to_refuse"] else "-"
    return (str(c["n"]), right, str(c["wrong"]), str(c["retry"]), refused, reason,
            f"{np.median([one.ms for one in rows]):.0f}")  # fmt: skip


def score_folder(path: Path, dice: int | None = None) -> Score:
    """Reads everything labelled in a folder and below it.

    dice: how many dice there must be; None takes what each label is made for. Raises NoLabels.
    """
    scored = []
    for label in find_labelled(Path(path)):
        count = label.dice if dice is None else dice
        scored.append(_watch(label, count) if label.sequence else _read(label, count))
    return Score(Path(path), tuple(scored))


def outcome(label: Labelled, values: tuple[int, ...] | None, reason: str | None) -> str:
    """What a verdict is worth against its label: one of OUTCOMES."""
    if label.values is not None:
        return "retry" if values is None else "right" if values == label.values else "wrong"
    if values is not None:
        return "wrong"
    return "reason" if not label.reasons or reason in label.reasons else "refused"


def _read(label: Labelled, dice: int | None) -> Scored:
    image = cv2.imread(str(label.path))
    empty = None if label.empty is None else cv2.imread(str(label.empty))
    if image is None:
        return Scored(label, "unusable", None, None, 0.0, 0.0)
    reader = Reader(dice=dice, empty=empty)
    reading = reader.read(image)
    verdict = outcome(label, reading.values, reading.reason)
    return Scored(label, verdict, reading.values, reading.reason, reading.confidence, reading.ms)


def _frames(folder: Path, fps: float) -> Iterable[Frame]:
    for index, path in enumerate(sorted(folder.glob("*.jpg"))):
        image = cv2.imread(str(path))
        if image is not None:
            yield Frame(image, index / fps, index)


def _watch(label: Labelled, dice: int | None) -> Scored:
    """A throw is right when exactly one verdict comes, and it is the right one."""
    watcher = Watcher(Reader(dice=dice), dice=dice)
    verdicts: list[Throw | NoRoll] = []
    count, start = 0, time.perf_counter()
    for frame in _frames(label.path, label.fps):
        verdicts += [event for event in watcher.feed(frame) if isinstance(event, Throw | NoRoll)]
        count += 1
    verdicts += [event for event in watcher.finish() if isinstance(event, Throw | NoRoll)]
    ms = (time.perf_counter() - start) * 1000 / max(count, 1)
    if not count:
        return Scored(label, "unusable", None, None, 0.0, 0.0)
    throws = [event for event in verdicts if isinstance(event, Throw)]
    if len(verdicts) != 1:
        values = throws[0].values if throws else None
        missed = "wrong" if throws and values != label.values else "retry" if label.values is not None else "refused"
        return Scored(label, missed, values, f"{len(verdicts)} verdicts", 0.0, ms)
    event = verdicts[0]
    if isinstance(event, Throw):
        return Scored(label, outcome(label, event.values, None), event.values, None, event.confidence, ms)
    return Scored(label, outcome(label, None, event.reason), None, event.reason, 0.0, ms)
