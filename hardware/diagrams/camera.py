"""Camera and light over the table, to scale: 1 unit is 100 mm. The numbers come from the height calculator."""

from __future__ import annotations

import schemdraw
from sheet import Sheet

from controller.geometry import MODULES, Picture, Play, look

PLAY, PICTURE, HEIGHT = Play(600, 400, 16), Picture(1920, 1080), 700
RAIL = 0.4


def draw() -> schemdraw.Drawing:
    sheet = Sheet()
    view = look(MODULES[0], PICTURE, PLAY, HEIGHT)
    half, seen, high = PLAY.width / 200, view.field_mm[0] / 200, HEIGHT / 100
    sheet.wire((-9.2, 0), (8.0, 0))
    sheet.words((-9.0, -0.35), "table top")
    for side in (-1, 1):
        sheet.outline((side * (half + 0.1) - 0.1, 0.02), (0.2, RAIL))
        sheet.wire((0, high), (side * seen, 0), dashed=True, colour="grey")
        _lamp(sheet, side)
    sheet.wire((-half, 0.06), (half, 0.06), colour="green")
    sheet.outline((-0.4, high), (0.8, 0.35))
    sheet.words((0.6, high + 0.18), f"{view.module.name}, {PICTURE.width} x {PICTURE.height} pixels, focus fixed")
    sheet.wire((-0.2, high + 0.35), (-0.2, high + 0.9), (-8.8, high + 0.9), (-8.8, 0))
    sheet.words((-8.6, high + 1.2), "arm: stiff, on the table itself, so that both move together")
    _measure(sheet, (-half, -0.9), (half, -0.9), f"play area {PLAY.width:g} mm")
    words = f"seen on the felt {view.field_mm[0]:.0f} mm; a die has {view.die_px:.0f} pixels"
    _measure(sheet, (-seen, -1.7), (seen, -1.7), words)
    sheet.wire((-0.0, 0.2), (-0.0, high - 0.1), colour="grey")
    sheet.words((0.12, 2.6), f"{HEIGHT} mm\n({view.lowest_mm:.0f} at least,\n{view.good_mm:.0f} for good)", size=9)
    sheet.words((4.9, 0.45), "rail 40 mm, dull, soft inside", size=9)
    return sheet.drawing


def _lamp(sheet: Sheet, side: int) -> None:
    """A flat lamp beside the table, low enough that its mirror image is not seen by the camera."""
    near, far = (side * 5.0, 3.4), (side * 6.2, 4.6)
    sheet.wire(near, far, (far[0] + side * 0.2, far[1] - 0.2), (near[0] + side * 0.2, near[1] - 0.2), near)
    sheet.wire((near[0] - side * 0.1, near[1] + 0.6), (side * 3.6, 2.2), colour="orange", dashed=True)
    words = "lamp with a diffuser, 4000 K,\nflicker-free driver (DC),\nout of the picture"
    sheet.words((side * 5.9, 5.3), words, "center", 9)


def _measure(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
    sheet.wire(start, end)
    for x, y in (start, end):
        sheet.wire((x, y - 0.15), (x, y + 0.15))
    sheet.words((0, start[1] + 0.3), words, "center", 9)
