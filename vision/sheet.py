"""A contact sheet of what was read wrong or needlessly refused: each with its label, its answer and what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.annotate import DARK, QUIET, annotate, write
from vision.readings import Reading
from vision.scoring import Result

#: Width of a tile and height of the lines under it, pixels; tiles in a row.
WIDE, LINES, A_ROW = 640, 46, 3
#: Highest a picture is shown in its tile, pixels; a JPEG holds no more rows of tiles than this.
HIGH, MOST_ROWS = 700, 80


def shown_on_sheet(results: Sequence[Result]) -> list[Result]:
    """What belongs on the sheet: first what was wrong, then what could have been read and was not, by kind."""
    shown = [result for result in results if result.outcome in ("wrong", "retry")]
    return sorted(shown, key=lambda result: (result.outcome != "wrong", result.case.kind, str(result.case.path)))


def contact_sheet(results: Sequence[Result], folder: Path) -> tuple[np.ndarray, int] | None:
    """The sheet (h, w, 3) uint8 and how many of the results are on it; None when there is nothing to show.

    folder: the names of files are told from here on.
    """
    shown = shown_on_sheet(results)[: MOST_ROWS * A_ROW]
    if not shown:
        return None
    tiles = [_tile(result, folder) for result in shown]
    rows = []
    for first in range(0, len(tiles), A_ROW):
        row = tiles[first : first + A_ROW]
        high = max(len(tile) for tile in row)
        row = [cv2.copyMakeBorder(t, 0, high - len(t), 0, 8, cv2.BORDER_CONSTANT, value=DARK) for t in row]
        row += [np.full_like(row[0], DARK)] * (A_ROW - len(row))
        rows.append(np.hstack(row))
    return np.vstack(rows), len(shown)


def _tile(result: Result, folder: Path) -> np.ndarray:
    drawn = _drawn(result)
    if len(drawn) > HIGH:
        size = (max(1, round(drawn.shape[1] * HIGH / len(drawn))), HIGH)
        drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    beside = WIDE - drawn.shape[1]
    tile = cv2.copyMakeBorder(drawn, 0, LINES, 0, max(beside, 0), cv2.BORDER_CONSTANT, value=DARK)[:, :WIDE]
    for line, text in enumerate(words(result, folder)):
        write(tile, (4, len(tile) - LINES + 16 + 20 * line), text, 11.0, QUIET, WIDE - 8)
    return np.ascontiguousarray(tile)


def words(result: Result, folder: Path) -> tuple[str, str]:
    """File and kind; label and answer."""
    case = result.case
    right = case.reason or "refuse" if case.values is None else " ".join(map(str, case.values))
    given = result.reason or "no verdict" if result.values is None else " ".join(map(str, result.values))
    detail = f", {result.detail}" if result.detail else ""
    return f"{case.path.relative_to(folder)}   {case.kind}", f"{result.outcome}: right {right}, answer {given}{detail}"


def _drawn(result: Result) -> np.ndarray:
    """The picture with what was seen in it; of a sequence the crop that is kept of its throw."""
    reading = result.reading or Reading(None, 0.0, result.reason or "unsure")
    if result.case.sequence:
        picture = result.picture if result.picture is not None else np.full((60, WIDE, 3), DARK, np.uint8)
        return picture[:, :WIDE]
    image = cv2.imread(str(result.case.path), cv2.IMREAD_COLOR)
    return annotate(image, reading, WIDE)
