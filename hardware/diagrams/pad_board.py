"""One Pico with its seats: buttons to ground, lights behind a level shifter and a fuse."""

from __future__ import annotations

import schemdraw
from pins import LIGHT_PIN, PICO_PINS, SEAT_PINS
from schemdraw import elements as elm
from sheet import Sheet

RAIL, LOW, DATA = 3.4, -4.0, 0.0
END = 19.6


def draw() -> schemdraw.Drawing:
    sheet = Sheet()
    (left, right), (last_left, last_right) = SEAT_PINS[0], SEAT_PINS[-1]
    pico = sheet.box(
        (0, 0), (5.2, 9.2), "Raspberry Pi Pico\n\nUSB to the Pi",
        left={_pin(left): 3.4, _pin(right): 1.9, _pin(last_left): -0.6, _pin(last_right): -2.1, "3 GND": -4.0},
        right={"VBUS 40": RAIL, f"GP{LIGHT_PIN} {PICO_PINS[LIGHT_PIN]}": DATA, "GND 38": LOW},
    )  # fmt: skip
    _buttons(sheet, pico, ((left, right), (last_left, last_right)))
    _lights(sheet, pico)
    return sheet.drawing


def _pin(number: int) -> str:
    return f"{PICO_PINS[number]} GP{number}"


def _buttons(sheet: Sheet, pico: dict, seats: tuple) -> None:
    bar = -7.6
    for seat, pins in ((1, seats[0]), (len(SEAT_PINS), seats[1])):
        for side, number in zip(("for", "against"), pins, strict=True):
            x, y = pico[_pin(number)]
            sheet.part(elm.Button, (bar, y), (x, y), f"seat {seat}: {side}")
            sheet.dots((bar, y))
    sheet.words((-5.3, 0.75), "seats 2 to 11 likewise:\nSEAT_PINS in firmware/board.py", "center", 9)
    sheet.wire((bar, pico[_pin(seats[0][0])][1]), (bar, -4.0), pico["3 GND"])
    sheet.ground((bar, -4.0))


def _lights(sheet: Sheet, pico: dict) -> None:
    data = f"GP{LIGHT_PIN} {PICO_PINS[LIGHT_PIN]}"
    sheet.part(elm.Fuse, pico["VBUS 40"], (6.0, RAIL), "F1: 0.5 A,\nself-resetting")
    sheet.wire((6.0, RAIL), (END, RAIL))
    sheet.words((10.2, RAIL + 0.35), "5 V for the lights and the shifter")
    sheet.wire(pico["GND 38"], (END, LOW))
    sheet.words((10.2, LOW - 0.4), "ground, one for all")
    shifter = sheet.box((7.8, -0.5), (2.6, 3.0), "74AHCT\n125", left={"2 1A": 0.5, "1 1OE": -0.7},
                        right={"1Y 3": 0.5}, top={"VCC 14": 0}, bottom={"GND 7": 0})  # fmt: skip
    sheet.wire(pico[data], shifter["2 1A"])
    enable = shifter["1 1OE"]
    sheet.wire(enable, (5.4, enable[1]), (5.4, LOW))
    sheet.wire(shifter["VCC 14"], (7.8, RAIL))
    sheet.wire(shifter["GND 7"], (7.8, LOW))
    sheet.dots((5.4, LOW), (7.8, LOW), (7.8, RAIL))
    sheet.words((2.9, LOW - 0.7), "74AHCT125: 4, 5, 9, 10, 12, 13 to ground too;\n100 nF from 14 to 7, close to it")
    sheet.part(elm.Resistor, shifter["1Y 3"], (11.4, DATA), "330 \u2126")
    came = (11.4, DATA)
    for number, name in enumerate(("WS2812\nleft 1", "WS2812\nright 1")):
        x = 12.9 + number * 3.0
        light = sheet.box((x, DATA), (2.2, 2.2), name, left={"DI": 0.5}, right={"DO": 0.5}, top={"5V": 0},
                          bottom={"GND": 0}, lead=0.4)  # fmt: skip
        came = (came[0], DATA) if number == 0 else came
        sheet.wire(came, (came[0], DATA + 0.5), light["DI"])
        sheet.wire(light["5V"], (x, RAIL))
        sheet.wire(light["GND"], (x, LOW))
        sheet.dots((x, RAIL), (x, LOW))
        came = light["DO"]
    sheet.wire(came, (18.0, came[1]))
    sheet.words((17.5, came[1] - 0.8), "to left 2,\nright 2 ...", "center", 9)
    sheet.part(elm.Capacitor, (END, RAIL), (END, LOW), "1000 \u00b5F\n10 V", "bottom", polar=True)
