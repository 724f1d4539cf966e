"""Seat labels with a QR code, and a card that says what the pads' lights mean."""

from __future__ import annotations

import segno

from controller.printed.drawing import GREY, PALE, Box, DrawingError, Line, Mark, Page, Shape, Text
from controller.printed.pdf import text_width
from firmware import lights

CARD = (90.0, 55.0)
COLUMNS, ROWS = 2, 5
LEFT, TOP = 15.0, 11.0
MOST_SEATS = 12


def labels(seats: int, address: str, word: str = "Seat") -> list[Page]:
    """A4 sheets with a card a seat. address: what the QR code opens. word: before the number.

    Raises DrawingError when the address makes no QR code that fits a card.
    """
    if not 1 <= seats <= MOST_SEATS:
        raise DrawingError(f"A table has 1 to {MOST_SEATS} seats, not {seats}.")
    code = qr(address, 36.0)
    pages = []
    for first in range(1, seats + 1, COLUMNS * ROWS):
        marks: list[Mark] = []
        for at, seat in enumerate(range(first, min(seats + 1, first + COLUMNS * ROWS))):
            marks += _card(LEFT + at % COLUMNS * CARD[0], TOP + at // COLUMNS * CARD[1], seat, address, word, code)
        pages.append(Page(210, 297, tuple(marks), f"labels {len(pages) + 1}"))
    return pages


def qr(text: str, size: float) -> tuple[Box, ...]:
    """A QR code as black boxes inside (0, 0) to (size, size), the white border that readers need around it included."""
    try:
        made = segno.make(text, error="m", micro=False)
    except (segno.DataOverflowError, ValueError):
        raise DrawingError("The address is too long for a QR code.") from None
    rows = [list(row) for row in made.matrix_iter(border=4)]
    if len(rows) > 65:
        raise DrawingError("The address is too long for a label: its QR code could not be read by a phone.")
    one = size / len(rows)
    boxes = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                boxes.append(Box(x * one, y * one, (run - x) * one, one))
            x = max(run, x + 1)
    return tuple(boxes)


def _card(x: float, y: float, seat: int, address: str, word: str, code: tuple[Box, ...]) -> list[Mark]:
    wide, high = CARD
    marks: list[Mark] = [Shape((x, y, x + wide, y, x + wide, y + high, x, y + high), None, PALE, 0.2)]
    marks += [Box(x + 50 + box.x, y + 4 + box.y, box.width, box.height) for box in code]
    marks.append(Text(x + 27, y + 15, word, 9, True))
    marks.append(Text(x + 27, y + 39, str(seat), 28, True))
    marks.append(Text(x + 68, y + 43.5, "scan, then type", 3.2, True))
    marks.append(Text(x + 68, y + 47, "the code from the TV", 3.2, True))
    size = min(3.6, 3.6 * 84 / max(84.0, text_width(address, 3.6)))
    marks.append(Text(x + wide / 2, y + high - 2.5, address, size, True, GREY))
    return marks


def legend() -> Page:
    """One A4 sheet with what the lights of a pad mean, from the table that the firmware uses."""
    marks: list[Mark] = [
        Text(15, 20, "What the two lights of a pad say", 7),
        Text(15, 27, "Left: for the shooter. Right: against. Read the shape; the colour only repeats it.", 4),
        Text(15, 36, "left", 3.4, colour=GREY), Text(50, 36, "right", 3.4, colour=GREY),
    ]  # fmt: skip
    y = 41.0
    for _, name, _, _, colour, left, right, _, meaning in lights.ROWS:
        if name in ("empty", "pressed"):
            continue
        for x, shape in ((15.0, left), (50.0, right)):
            marks += _blink(x, y, shape, colour)
        marks.append(Text(86, y + 4.2, meaning, 3.4))
        marks.append(Line(15, y + 8.5, 195, y + 8.5, PALE, 0.1))
        y += 11.5
    return Page(210, 297, tuple(marks), "lights")


def _blink(x: float, y: float, shape: str, colour: tuple[int, int, int]) -> list[Mark]:
    """A shape as it goes on in time, from left to right: tall where the light is full, low where it is faint."""
    if not shape:
        return []
    ink = "#{:02x}{:02x}{:02x}".format(*(min(part, 170) for part in colour))
    one = 1.9
    marks: list[Mark] = [Line(x, y + 6, x + one * len(shape), y + 6, PALE, 0.15)]
    for at, step in enumerate(shape):
        tall = {"#": 6.0, "-": 1.2}.get(step, 0.0)
        if tall:
            marks.append(Box(x + at * one, y + 6 - tall, one, tall, ink))
    return marks
