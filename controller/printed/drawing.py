"""A printed page as a value: shapes in millimetres, y downwards, the origin at the page's top left corner."""

from __future__ import annotations

from dataclasses import dataclass

BLACK, WHITE, GREY, PALE = "#000000", "#ffffff", "#777777", "#bbbbbb"


class DrawingError(Exception):
    """A page that cannot be drawn or written; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon; `fill` or `line` may be None. points: x and y in turn. wide: of its line."""

    points: tuple[float, ...]
    fill: str | None = None
    line: str | None = BLACK
    wide: float = 0.2


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line. dash: length of strokes and gaps, 0 for none."""

    x0: float
    y0: float
    x1: float
    y1: float
    colour: str = BLACK
    wide: float = 0.2
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of writing on its base line. size: of the letters' body in mm. middle: x is its middle, not its start."""

    x: float
    y: float
    text: str
    size: float
    middle: bool = False
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class Part:
    """A window of another drawing. (x, y): where it lies on the page; left, top: where it begins in the other one."""

    x: float
    y: float
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Mark, ...]


Mark = Box | Shape | Line | Text | Part


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet. width, height: in mm. name: for people and for file names."""

    width: float
    height: float
    shapes: tuple[Mark, ...]
    name: str = ""


def ruler(x: float, y: float, length: int = 100) -> tuple[Mark, ...]:
    """A ruler from (x, y) to the right, 5 mm high, with a stroke for each millimetre."""
    strokes = [Line(x, y, x + length, y, wide=0.25)]
    for mm in range(length + 1):
        tall = 5.0 if mm % 50 == 0 else 4.0 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.6
        strokes.append(Line(x + mm, y, x + mm, y + tall, wide=0.15))
    return tuple(strokes)


def ruler_words(length: int = 100) -> str:
    """What stands beside a ruler."""
    return f"{length} mm. Measure it: if it is not, print again at 100 %, without 'fit to page'."
