"""What hangs on the Pi's own pins: the host's box, and one seat as on a small table. Pins: table.toml's defaults."""

from __future__ import annotations

import schemdraw
from pins import PI_PINS
from schemdraw import elements as elm
from sheet import Sheet

from controller.config import GpioOptions, HostBoxOptions

BOX, GPIO = HostBoxOptions(), GpioOptions()
GROUND = -9.0


def draw() -> schemdraw.Drawing:
    sheet = Sheet()
    seat = GPIO.seat_1
    left = {_pin(BOX.puck_off): 7.4, _pin(BOX.puck_on): 5.6, _pin(BOX.betting): 3.8, "2 5V": 2.0,
            _pin(BOX.buzzer): -2.2, _pin(BOX.accept): -5.2, _pin(BOX.again): -6.8, "39 GND": GROUND}  # fmt: skip
    right = {_seat(seat[0]): 5.6, _seat(seat[1]): 4.0, _seat(seat[2]): 1.0, _seat(seat[3]): -0.8, "GND 14": GROUND}
    pi = sheet.box((0, -0.6), (4.4, 18.0), "Raspberry Pi\nheader", left={k: v + 0.6 for k, v in left.items()},
                   right={k: v + 0.6 for k, v in right.items()})  # fmt: skip
    _box(sheet, pi)
    _seat_of_one(sheet, pi, seat)
    return sheet.drawing


def _pin(number: int) -> str:
    return f"{PI_PINS[number]} GPIO{number}"


def _seat(number: int) -> str:
    return f"GPIO{number} {PI_PINS[number]}"


def _box(sheet: Sheet, pi: dict) -> None:
    bar = -10.4
    sheet.words((-7.0, 9.0), "host box", "center", 12)
    lamps = (
        (BOX.puck_off, "puck OFF, red"),
        (BOX.puck_on, "puck ON, green"),
        (BOX.betting, "betting, yellow"),
    )
    for number, name in lamps:
        _led(sheet, pi[_pin(number)], bar, name)
    x, y = pi["2 5V"]
    sheet.part(elm.Fuse, (x, y), (-5.4, y), "F2 0.1 A")
    low = pi[_pin(BOX.buzzer)]
    sheet.part(elm.Resistor, low, (-5.6, low[1]), "1 k\u2126")
    transistor = elm.BjtNpn(circle=True).theta(0).reverse().anchor("base").at((-5.6, low[1]))
    sheet.drawing += transistor
    sheet.words((transistor.collector[0] - 0.7, low[1]), "BC337", "right", 9)
    across = transistor.collector[0]
    sheet.outline((across - 1.1, y - 2.2), (2.2, 1.4))
    sheet.words((across, y - 1.5), "piezo buzzer,\nactive, 5 V", "center", 8)
    sheet.wire((-5.4, y), (across, y), (across, y - 0.8))
    sheet.wire((across, y - 2.2), (across, transistor.collector[1]))
    down = (across, low[1] - 1.6)
    sheet.wire((across, transistor.emitter[1]), down, (bar, down[1]))
    for number, name in ((BOX.accept, "accept"), (BOX.again, "throw again")):
        x, y = pi[_pin(number)]
        sheet.part(elm.Button, (bar, y), (x, y), name)
        sheet.dots((bar, y))
    sheet.wire((bar, pi[_pin(BOX.puck_off)][1]), (bar, GROUND), pi["39 GND"])
    sheet.dots((bar, down[1]))
    sheet.ground((bar, GROUND))


def _led(sheet: Sheet, start, bar: float, name: str) -> None:
    x, y = start
    direction = 1 if bar > x else -1
    sheet.part(elm.Resistor, (x, y), (x + direction * 2.4, y), "330 \u2126")
    sheet.part(elm.LED, (x + direction * 2.4, y), (x + direction * 4.6, y), name, "bottom" if direction < 0 else "top")
    sheet.wire((x + direction * 4.6, y), (bar, y))
    sheet.dots((bar, y))


def _seat_of_one(sheet: Sheet, pi: dict, seat: tuple[int, ...]) -> None:
    bar = 9.4
    sheet.words((6.2, 9.0), "seat 1 of up to four", "center", 12)
    for number, name in ((seat[0], "for"), (seat[1], "against")):
        x, y = pi[_seat(number)]
        sheet.part(elm.Button, (x, y), (bar, y), name)
        sheet.dots((bar, y))
    for number, name in ((seat[2], "for, green"), (seat[3], "against, red")):
        _led(sheet, pi[_seat(number)], bar, name)
    sheet.wire((bar, pi[_seat(seat[0])][1]), (bar, GROUND), pi["GND 14"])
    sheet.ground((bar, GROUND))
    rows = [f"seat {n}: {', '.join(_seat(pin) for pin in getattr(GPIO, f'seat_{n}'))}" for n in (2, 3, 4)]
    title = "GPIO number and pin of\nfor, against, light for, light against:"
    sheet.words((2.9, -4.6), "\n".join([title, *rows]), size=9)
