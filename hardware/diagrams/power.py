"""The power budget: what a pad board and the whole table take, from the firmware's own limits.

    python hardware/diagrams/power.py      writes the table into hardware/power.md
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from firmware import lights, link  # noqa: E402

#: A Pico with both USB and its program running; the firmware leaves it this much of the 500 mA.
PICO_MA = 100
#: The level shifter and its pull of the data wire, rounded up.
SHIFTER_MA = 10
#: What a USB 2.0 port has to give.
USB_MA = 500
#: The fuse holds this for ever (it opens at about twice as much).
FUSE_MA = 500
#: What all USB ports of a Pi give together (Raspberry Pi documentation, power supplies): with which supply.
PI_USB_MA = {"Pi 5 with its 27 W supply": 1600, "Pi 5 with a 15 W supply": 600, "Pi 4 with its 15 W supply": 1200}
#: Ohm of a metre of 0.5 mm2 copper wire, and how far a WS2812 may be below 5 V and still show its colours.
OHM_A_METRE, DROP_V = 0.036, 0.5
#: A light emitting diode of 2 V (red, yellow, yellowish green) on a Pi's pin behind 330 ohm: (3.3 V - 2 V) / 330 ohm.
LED_MA = 4
#: The base of the buzzer's transistor: (3.3 V - 0.7 V) / 1000 ohm.
BASE_MA = 3
#: What a Pi's 3.3 V pins should give together; how many LEDs there are at the most: four seats, three in the host box.
PI_PINS_MA, PI_LEDS = 50, 11


@dataclass(frozen=True, slots=True)
class Board:
    """One pad board. Currents in mA."""

    seats: int

    @property
    def uncapped_ma(self) -> int:
        """All lights white at full: what the firmware never lets happen."""
        return lights.current_ma([(255, 255, 255)] * (2 * self.seats))

    @property
    def lights_ma(self) -> int:
        """The most that the lights take under the firmware's cap."""
        return min(self.uncapped_ma, lights.CURRENT_MA)

    @property
    def all_ma(self) -> int:
        return self.lights_ma + PICO_MA + SHIFTER_MA

    @property
    def spare_ma(self) -> int:
        """What a USB port has left."""
        return USB_MA - self.all_ma

    def cable_m(self) -> float:
        """How far the last light may be from the board, there and back through 0.5 mm2, all current to the end."""
        return DROP_V / (self.lights_ma / 1000 * OHM_A_METRE * 2)


def boards_on(pi: str) -> int:
    """How many boards at their most a Pi can feed without a hub of its own supply."""
    return PI_USB_MA[pi] // Board(link.SEATS_MAX).all_ma


def table() -> str:
    """The budget in Markdown."""
    rows = ["| pad board with | lights at full, uncapped | lights, capped | Pico | shifter | in all | left of 500 mA |",
            "| --- | --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    for seats in (1, 2, 4, 8, 12):
        one = Board(seats)
        name = f"{seats} seat{'s' if seats > 1 else ''}"
        rows.append(f"| {name} | {one.uncapped_ma} mA | {one.lights_ma} mA | {PICO_MA} mA | {SHIFTER_MA} mA | "
                    f"**{one.all_ma} mA** | {one.spare_ma} mA |")  # fmt: skip
    rows += ["", "| the Pi | its USB ports together | boards of any size that it feeds |", "| --- | --- | --- |"]
    rows += [f"| {pi} | {given} mA | {boards_on(pi)} |" for pi, given in PI_USB_MA.items()]
    return "\n".join(rows) + "\n"


BEGIN, END = "<!-- made by diagrams/power.py -->\n", "<!-- end -->"


def written(text: str) -> str:
    """hardware/power.md with the table of today in it."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


if __name__ == "__main__":
    file = Path(__file__).resolve().parents[1] / "power.md"
    file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
