"""A schemdraw drawing on which everything is put at coordinates, whatever was drawn before."""

from __future__ import annotations

from collections.abc import Mapping

import schemdraw
from schemdraw import elements as elm

Point = tuple[float, float]


class Sheet:
    """A drawing in schemdraw's units, y upwards."""

    def __init__(self) -> None:
        self.drawing = schemdraw.Drawing(show=False, fontsize=11)

    def wire(self, *points: Point, colour: str = "black", dashed: bool = False) -> Point:
        """A line through points; gives the last one."""
        for start, end in zip(points, points[1:], strict=False):
            line = elm.Line().at(start).to(end).color(colour)
            self.drawing += line.linestyle("--") if dashed else line
        return points[-1]

    def dots(self, *points: Point) -> None:
        """Where wires are joined."""
        for point in points:
            self.drawing += elm.Dot().at(point)

    def part(self, kind: type, start: Point, end: Point, words: str = "", side: str = "top", **options) -> None:
        """A part with two ends, between two points."""
        one = kind(**options).at(start).to(end)
        self.drawing += one.label(words, side, fontsize=10) if words else one

    def words(self, at: Point, text: str, halign: str = "left", size: float = 10, colour: str = "black") -> None:
        """Writing; halign: which part of it lies at the point."""
        one = elm.Label().at(at).theta(0).color(colour)
        self.drawing += one.label(text, "center", ofst=(0, 0), halign=halign, valign="center", fontsize=size)

    def ground(self, at: Point) -> None:
        self.drawing += elm.Ground().at(at).theta(0)

    def outline(self, corner: Point, size: Point, dashed: bool = False) -> None:
        """An empty box; corner: its lower left one."""
        (x, y), (wide, high) = corner, size
        self.wire((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y), dashed=dashed)

    def box(
        self,
        centre: Point,
        size: Point,
        name: str,
        left: Mapping[str, float] = {},
        right: Mapping[str, float] = {},
        top: Mapping[str, float] = {},
        bottom: Mapping[str, float] = {},
        lead: float = 0.5,
    ) -> dict[str, Point]:
        """A box with a name and pins; a pin's number is how far from the middle of its side. Gives the pins' ends."""
        (x, y), (wide, high) = centre, size
        self.outline((x - wide / 2, y - high / 2), size)
        self.words(centre, name, "center")
        ends = {}
        for pins, out, align in ((left, -1, "left"), (right, 1, "right")):
            for word, offset in pins.items():
                edge = x + out * wide / 2
                ends[word] = self.wire((edge, y + offset), (edge + out * lead, y + offset))
                self.words((edge - out * 0.12, y + offset), word, align, 9)
        for pins, out in ((top, 1), (bottom, -1)):
            for word, offset in pins.items():
                edge = y + out * high / 2
                ends[word] = self.wire((x + offset, edge), (x + offset, edge + out * lead))
                self.words((x + offset, edge - out * 0.25), word, "center", 9)
        return ends
