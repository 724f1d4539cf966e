"""Cuts a large sheet into pages that a printer at home takes, with marks to join them."""

from __future__ import annotations

import math

from controller.printed.drawing import GREY, PALE, DrawingError, Line, Mark, Page, Part, Shape, Text, ruler, ruler_words

#: Papers by name: short and long side in mm.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "a2": (420.0, 594.0), "letter": (215.9, 279.4)}
#: What printers leave white round the page, the strip below for ruler and words, and how far sheets overlap.
PRINTER = 8.0
STRIP = 13.0
OVERLAP = 10.0
DIAMOND = 4.0


def tiles(sheet: Page, paper: str) -> list[Page]:
    """The pages that make up `sheet`; one when it fits. paper: a name out of PAPERS.

    The cuts are spread evenly, so none goes through a corner of the sheet.
    """
    if paper not in PAPERS:
        raise DrawingError(f"There is no paper {paper}; there are {', '.join(PAPERS)}.")
    short, tall = PAPERS[paper]
    plans = [_plan(sheet, size) for size in ((short, tall), (tall, short))]
    columns, rows, size = min(plans, key=lambda plan: plan[0] * plan[1])
    across, down = _step(sheet.width, columns), _step(sheet.height, rows)
    shapes = sheet.shapes + _joins(sheet, columns, rows, across, down)
    return [_tile(sheet, shapes, size, (column, row), (columns, rows), (across, down))
            for row in range(rows) for column in range(columns)]  # fmt: skip


def _plan(sheet: Page, size: tuple[float, float]) -> tuple[int, int, tuple[float, float]]:
    """Columns and rows of pages of this size."""
    wide, high = size[0] - 2 * PRINTER, size[1] - 2 * PRINTER - STRIP
    return _count(sheet.width, wide), _count(sheet.height, high), size


def _count(length: float, window: float) -> int:
    return 1 if length <= window else math.ceil((length - OVERLAP) / (window - OVERLAP))


def _step(length: float, count: int) -> float:
    """From the beginning of a page to the next one's."""
    return (length - OVERLAP) / count if count > 1 else length


def _joins(sheet: Page, columns: int, rows: int, across: float, down: float) -> tuple[Mark, ...]:
    """Where the next page's edge comes: a dashed line, and diamonds that become whole when it lies right."""
    marks: list[Mark] = []
    for column in range(1, columns):
        x = column * across
        marks.append(Line(x, 0, x, sheet.height, PALE, 0.2, 2.0))
        marks += [_diamond(x, (row + share) * down) for row in range(rows) for share in (0.3, 0.7)]
    for row in range(1, rows):
        y = row * down
        marks.append(Line(0, y, sheet.width, y, PALE, 0.2, 2.0))
        marks += [_diamond((column + share) * across, y) for column in range(columns) for share in (0.3, 0.7)]
    return tuple(marks)


def _diamond(x: float, y: float) -> Shape:
    half = DIAMOND / 2
    return Shape((x - half, y, x, y - half, x + half, y, x, y + half), None, PALE, 0.25)


def _tile(
    sheet: Page,
    shapes: tuple[Mark, ...],
    size: tuple[float, float],
    place: tuple[int, int],
    counts: tuple[int, int],
    step: tuple[float, float],
) -> Page:
    (column, row), (columns, rows) = place, counts
    left, top = column * step[0], row * step[1]
    wide = step[0] + (OVERLAP if columns > 1 else 0)
    high = step[1] + (OVERLAP if rows > 1 else 0)
    name = f"{chr(ord('A') + row) if row < 26 else row}{column + 1}"
    marks: list[Mark] = [Part(PRINTER, PRINTER, left, top, wide, high, shapes)]
    marks.append(_frame(PRINTER, PRINTER, wide, high))
    foot = size[1] - PRINTER - STRIP + 3
    marks += ruler(PRINTER, foot)
    marks.append(Text(PRINTER + 104, foot + 3, f"Sheet {name} of {columns} x {rows}. {_advice(column, row)}", 2.6))
    marks.append(Text(PRINTER, foot + 9, ruler_words(), 3.0))
    return Page(*size, tuple(marks), f"{sheet.name} {name}")


def _frame(x: float, y: float, wide: float, high: float) -> Shape:
    return Shape((x, y, x + wide, y, x + wide, y + high, x, y + high), None, GREY, 0.1)


def _advice(column: int, row: int) -> str:
    edges = [edge for edge, joined in (("left", column), ("top", row)) if joined]
    if not edges:
        return "Leave all edges."
    return f"Cut its {' and '.join(edges)} edge, glue it on the dashed line."
