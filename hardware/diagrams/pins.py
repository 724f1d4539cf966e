"""The pins that the diagrams name, read from the program itself: firmware/board.py and the defaults of table.toml."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Physical pin on the Pico for each of its GP numbers (Raspberry Pi Pico datasheet, pinout).
PICO_PINS = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
    16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
#: Physical pin on the Pi's header for each BCM number.
PI_PINS = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11,
    18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


def of_firmware(name: str):
    """A constant of firmware/board.py, which itself can only be imported where there is a `machine`."""
    tree = ast.parse((ROOT / "firmware" / "board.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"firmware/board.py has no {name}")


SEAT_PINS: tuple[tuple[int, int], ...] = of_firmware("SEAT_PINS")
LIGHT_PIN: int = of_firmware("LIGHT_PIN")
