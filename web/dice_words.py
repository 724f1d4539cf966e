"""Plain names for two dice of different colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flask_babel import gettext as _

from web.pairs import Colour

#: In the language of the page.
NAMES: dict[str, Callable[[], str]] = {
    "white": lambda: _("the white die"),
    "grey": lambda: _("the grey die"),
    "black": lambda: _("the black die"),
    "ivory": lambda: _("the ivory die"),
    "brown": lambda: _("the brown die"),
    "yellow": lambda: _("the yellow die"),
    "orange": lambda: _("the orange die"),
    "red": lambda: _("the red die"),
    "pink": lambda: _("the pink die"),
    "purple": lambda: _("the purple die"),
    "blue": lambda: _("the blue die"),
    "green": lambda: _("the green die"),
}
#: Hue angles (degrees, of CIE Lab's a and b) up to which a coloured body bears a name.
HUES = ((-45.0, "blue"), (-15.0, "purple"), (46.0, "red"), (68.0, "orange"), (108.0, "yellow"), (205.0, "green"))
#: Chroma below which a body is white, grey or black; of the yellowish ones, which a warm lamp makes of white, more.
PLAIN, PLAIN_YELLOW, IVORY = 12.0, 17.0, 36.0
#: Lightness up to which a plain body is black, and from which it is white.
BLACK, WHITE = 42.0, 55.0


def name_of(colour: Colour) -> str:
    """The key in NAMES that fits a colour (CIE Lab) best."""
    lightness, a, b = colour
    chroma = math.hypot(a, b)
    hue = math.degrees(math.atan2(b, a))
    hue = hue + 360 if hue < -155 else hue
    named = next((name for most, name in HUES if hue < most), "blue")
    if chroma < (PLAIN_YELLOW if named == "yellow" and lightness >= WHITE else PLAIN):
        return "black" if lightness < BLACK else "white" if lightness >= WHITE else "grey"
    if named in ("yellow", "orange") and lightness < BLACK:
        return "brown"
    if named == "yellow" and chroma < IVORY:
        return "ivory"
    return "pink" if named == "red" and lightness > 62 else named


def die_words(colours: Sequence[Colour]) -> list[str]:
    """A name for each of two dice, never the same: of two that bear one name, the lighter and the darker."""
    names = [name_of(colour) for colour in colours]
    if names[0] != names[1]:
        return [NAMES[name]() for name in names]
    told = [_("the lighter die"), _("the darker die")]
    return told if colours[0][0] >= colours[1][0] else told[::-1]
