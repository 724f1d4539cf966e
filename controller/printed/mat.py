"""The marker mat: four ArUco markers whose outer corners are the corners of the play area.

The same markers that vision/surface_mat.py looks for. As one large sheet, or as four cards that are
glued on the felt.
"""

from __future__ import annotations

from controller.printed.drawing import BLACK, GREY, WHITE, Box, DrawingError, Line, Mark, Page, Shape, Text, ruler
from controller.printed.drawing import ruler_words as words
from vision.surface_mat import IDS, MARKER_MM, draw_marker

#: White border round the play area.
BORDER = 12.0
#: White round each marker: a marker is found by the white round it, one module of its six at the least.
QUIET = 5.0
#: The smallest play area on which four markers and a throw have room.
LEAST = 200.0
MOST = 5000.0
#: What may be printed under the dice. White paper is bad for white dice.
FELTS = {"none": None, "green": "#2e6b3f", "blue": "#2a4f7c", "grey": "#6f6f6f", "black": "#262626"}
NAMES = ("far left", "far right", "near right", "near left")


def mat(width: float, depth: float, felt: str = "none") -> Page:
    """The whole mat as one sheet; the play area lies BORDER inside it.

    width: of the play area along its far edge, depth: across, in mm. felt: a name out of FELTS.
    Raises DrawingError for an area that is too small or too large.
    """
    if not (LEAST <= width <= MOST and LEAST <= depth <= MOST):
        raise DrawingError(f"A play area has sides of {LEAST:g} to {MOST:g} mm, not {width:g} by {depth:g}.")
    shapes: list[Mark] = []
    colour = FELTS[felt]
    if colour is not None:
        shapes.append(Box(BORDER, BORDER, width, depth, colour))
    shapes += _edges(width, depth)
    for number, (x, y) in zip(IDS, _places(width, depth), strict=True):
        shapes += _marker(number, BORDER + x, BORDER + y)
    middle = BORDER + width / 2
    shapes.append(Text(middle, BORDER - 4, "FAR EDGE: a throw has to reach this side", min(5.0, width / 50), True))
    near = BORDER + depth + 2.5
    # Not beside a marker: its corners are measured in the white round it.
    beside = BORDER + MARKER_MM + 2 * QUIET
    shapes += ruler(beside, near)
    if width >= 330:
        shapes.append(Text(beside + 104, near + 4.2, f"{words()} Play area {width:g} x {depth:g} mm.", 3.2))
    return Page(width + 2 * BORDER, depth + 2 * BORDER, tuple(shapes), "mat")


def corner_cards(width: float, depth: float) -> Page:
    """Four cards with a marker each on one A4 sheet, to be cut out and glued on a felt of any size."""
    card = MARKER_MM + 2 * BORDER
    shapes: list[Mark] = [
        Text(15, 18, "Marker cards: cut along the lines, glue them flat on the felt, the printed corner (triangle)", 4),
        Text(15, 23.5, f"on the corner of the play area; between the triangles: {width:g} mm along the far edge, "
             f"{depth:g} mm across.", 4),
        *ruler(15, 30),
        Text(15, 40, words(), 3.2),
    ]  # fmt: skip
    for number in IDS:
        x, y = 25 + (number in (1, 2)) * (card + 30), 55 + (number in (2, 3)) * (card + 30)
        shapes.append(Shape((x, y, x + card, y, x + card, y + card, x, y + card), None, GREY, 0.2))
        shapes += _marker(number, x + BORDER, y + BORDER)
        shapes.append(_corner(number, x + BORDER, y + BORDER))
        shapes.append(Text(x + card / 2, y + card + 6, f"{number}: {NAMES[number]} corner", 4.5, True))
    return Page(210, 297, tuple(shapes), "cards")


def _places(width: float, depth: float) -> tuple[tuple[float, float], ...]:
    """Top left corners of the markers on the play area, by number."""
    right, low = width - MARKER_MM, depth - MARKER_MM
    return (0.0, 0.0), (right, 0.0), (right, low), (0.0, low)


def _edges(width: float, depth: float) -> list[Mark]:
    left, top, right, low = BORDER, BORDER, BORDER + width, BORDER + depth
    sides = ((left, top, left, low), (right, top, right, low), (left, low, right, low))
    return [Line(left, top, right, top, BLACK, 1.0), *(Line(*side, GREY, 0.3) for side in sides)]


def _marker(number: int, x: float, y: float) -> list[Mark]:
    """A marker with its top left corner at (x, y), on white."""
    across = 6
    modules = draw_marker(number, across) < 128
    one = MARKER_MM / across
    marks: list[Mark] = [Box(x - QUIET, y - QUIET, MARKER_MM + 2 * QUIET, MARKER_MM + 2 * QUIET, WHITE)]
    # Black first and the white modules on it: no hair lines of white between black neighbours.
    marks.append(Box(x, y, MARKER_MM, MARKER_MM))
    for row in range(across):
        for column in range(across):
            if not modules[row, column]:
                marks.append(Box(x + column * one, y + row * one, one, one, WHITE))
    return marks


def _corner(number: int, x: float, y: float) -> Shape:
    """A small triangle that points at the marker's outer corner, from outside."""
    right, low = number in (1, 2), number in (2, 3)
    tip_x, tip_y = x + right * MARKER_MM, y + low * MARKER_MM
    out_x, out_y = (1 if right else -1), (1 if low else -1)
    tip = (tip_x + 5.2 * out_x, tip_y + 5.2 * out_y)
    return Shape((*tip, tip[0] + 4 * out_x, tip[1] + 1.5 * out_y, tip[0] + 1.5 * out_x, tip[1] + 4 * out_y), BLACK)
