"""A page as SVG at true size."""

from __future__ import annotations

from itertools import count
from xml.sax.saxutils import escape, quoteattr

from controller.printed.drawing import Box, Line, Mark, Page, Part, Shape, Text


def page_svg(page: Page) -> str:
    """The text of an SVG file: its width and height are millimetres, and so is its view box."""
    numbers = count(1)
    body = "\n".join(_mark(one, numbers) for one in page.shapes)
    width, height = _n(page.width), _n(page.height)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _mark(one: Mark, numbers: count) -> str:
    match one:
        case Box():
            return (
                f'<rect x="{_n(one.x)}" y="{_n(one.y)}" width="{_n(one.width)}" height="{_n(one.height)}" '
                f'fill="{one.colour}"/>'
            )
        case Shape():
            points = " ".join(_n(part) for part in one.points)
            return f'<polygon points="{points}" fill="{one.fill or "none"}"{_stroke(one.line, one.wide)}/>'
        case Line():
            dash = f' stroke-dasharray="{_n(one.dash)}"' if one.dash else ""
            return (
                f'<line x1="{_n(one.x0)}" y1="{_n(one.y0)}" x2="{_n(one.x1)}" y2="{_n(one.y1)}"'
                f"{_stroke(one.colour, one.wide)}{dash}/>"
            )
        case Text():
            anchor = ' text-anchor="middle"' if one.middle else ""
            return (
                f'<text x="{_n(one.x)}" y="{_n(one.y)}" font-family="Helvetica, Arial, sans-serif" '
                f"font-size={quoteattr(_n(one.size))} fill={quoteattr(one.colour)}{anchor}>{escape(one.text)}</text>"
            )
        case Part():
            name = f"w{next(numbers)}"
            inside = "\n".join(_mark(part, numbers) for part in one.shapes)
            return (
                f'<clipPath id="{name}"><rect x="{_n(one.left)}" y="{_n(one.top)}" width="{_n(one.width)}" '
                f'height="{_n(one.height)}"/></clipPath>\n'
                f'<g transform="translate({_n(one.x - one.left)} {_n(one.y - one.top)})">'
                f'<g clip-path="url(#{name})">\n{inside}\n</g></g>'
            )


def _stroke(colour: str | None, wide: float) -> str:
    return f' stroke="{colour}" stroke-width="{_n(wide)}"' if colour else ""


def _n(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".")
