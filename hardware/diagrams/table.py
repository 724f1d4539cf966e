"""The whole table: what is plugged into what, and what feeds it."""

from __future__ import annotations

import schemdraw
from power import FUSE_MA, PI_USB_MA, USB_MA, Board
from sheet import Sheet


def draw() -> schemdraw.Drawing:
    sheet = Sheet()
    pi = "Pi 5 with its 27 W supply"
    most = Board(12).all_ma
    sheet.box((0, 0), (4.2, 7.2), "Raspberry Pi 5\n4 GB\n\nthe table's\nprogram")
    _joined(sheet, -2.1, 2.4, -6.0, "27 W supply", "5.1 V, 5 A\nUSB-C")
    _joined(sheet, -2.1, 0.0, -6.0, "camera over\nthe felt", "ribbon, 22 to 15\ncontacts, 50 cm")
    _joined(sheet, -2.1, -2.4, -6.0, "host box\n(optional)", "header, 8 wires,\none with a fuse")
    _joined(sheet, 2.1, 2.8, 6.4, "TV", "micro HDMI")
    _joined(sheet, 2.1, 0.9, 6.4, "pad board 1", "USB cable")
    _joined(sheet, 2.1, -1.0, 6.4, "pad board 2 ...", "USB cable")
    sheet.words((9.0, 0.0), f"each at most {most} mA\n(a port gives {USB_MA} mA;\nfuse {FUSE_MA} mA on its lights);\n"
                f"all ports of this Pi\ntogether {PI_USB_MA[pi]} mA", size=9)  # fmt: skip
    _joined(sheet, 2.1, -2.9, 6.4, "phones", "Wi-Fi", True)
    return sheet.drawing


def _joined(sheet: Sheet, start: float, y: float, at: float, name: str, words: str, air: bool = False) -> None:
    """A part at the end of a cable; air: there is none."""
    near = at + (1.6 if at < start else -1.6)
    far = min(at, near) if at < start else max(at, near)
    sheet.wire((start, y), (near, y), dashed=air)
    sheet.words(((start + near) / 2, y + 0.45), words, "center", 8)
    sheet.outline((near if at > start else far - 1.6, y - 0.7), (3.2 if at > start else near - far + 1.6, 1.4))
    sheet.words((at if at < start else near + 1.6, y), name, "center", 9)
