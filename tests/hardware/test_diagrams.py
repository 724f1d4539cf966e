"""The committed diagrams are what their sources draw today; the numbers in them are the program's."""

from __future__ import annotations

import importlib
import re

import pytest

from controller.config import GpioOptions, HostBoxOptions
from controller.geometry import MODULES, look
from controller.pin_plan import pin_plan
from firmware import lights


def test_each_diagram_is_what_its_source_draws(diagrams):
    pytest.importorskip("schemdraw")
    make = importlib.import_module("make")
    for name in make.NAMES:
        drawn = make.svg(name)
        assert drawn == (diagrams / f"{name}.svg").read_bytes(), f"{name}.svg: run python hardware/diagrams/make.py"


def test_no_diagram_is_without_a_source(diagrams):
    make = importlib.import_module("make")
    assert sorted(make.NAMES) == sorted(path.stem for path in diagrams.glob("*.svg"))
    for name in make.NAMES:
        text = (diagrams / f"{name}.svg").read_text(encoding="utf-8")
        assert "http" not in text.replace("http://www.w3.org/", "")


def test_the_pad_board_is_wired_as_the_firmware_says(diagrams):
    pins = importlib.import_module("pins")
    text = (diagrams / "pad_board.svg").read_text(encoding="utf-8")
    board = (diagrams.parents[1] / "firmware" / "board.py").read_text(encoding="utf-8")
    assert f"LIGHT_PIN = {pins.LIGHT_PIN} " in board
    for number in (*pins.SEAT_PINS[0], *pins.SEAT_PINS[-1]):
        assert f"{pins.PICO_PINS[number]} GP{number}" in text
    assert f"GP{pins.LIGHT_PIN} {pins.PICO_PINS[pins.LIGHT_PIN]}" in text
    used = [pin for seat in pins.SEAT_PINS for pin in seat] + [pins.LIGHT_PIN]
    assert len(set(used)) == len(used)
    assert set(used) <= set(pins.PICO_PINS)


def test_the_host_box_is_wired_as_table_toml_proposes(diagrams):
    pins = importlib.import_module("pins")
    text = (diagrams / "host_box.svg").read_text(encoding="utf-8")
    for pin, part in pin_plan(GpioOptions(seats=4), HostBoxOptions(on=True)).items():
        at = pins.PI_PINS[pin]
        assert (f"{at} GPIO{pin}" if "host box" in part else f"GPIO{pin} {at}") in text, part


def test_the_camera_diagram_shows_what_the_calculator_says(diagrams):
    camera = importlib.import_module("camera")
    view = look(MODULES[0], camera.PICTURE, camera.PLAY, camera.HEIGHT)
    assert view.verdict == "good"
    text = (diagrams / "camera.svg").read_text(encoding="utf-8")
    assert f"seen on the felt {view.field_mm[0]:.0f} mm; a die has {view.die_px:.0f} pixels" in text


def test_the_power_budget_is_the_firmwares(diagrams):
    power = importlib.import_module("power")
    for seats in range(1, 13):
        board = power.Board(seats)
        drawn = lights.draw([lights.PRESSED] * (2 * seats), 0, brightness=255)
        assert lights.current_ma(drawn) <= board.lights_ma <= lights.CURRENT_MA
        assert board.all_ma <= power.USB_MA
        assert board.lights_ma <= power.FUSE_MA
        assert board.uncapped_ma == 2 * seats * (3 * lights.LIGHT_MA + lights.IDLE_MA)
    assert power.Board(12).uncapped_ma > power.USB_MA  # without the cap it would not do
    assert power.boards_on("Pi 5 with its 27 W supply") >= 3  # the twelve-seat table of parts.md
    assert power.PI_LEDS * power.LED_MA + power.BASE_MA <= power.PI_PINS_MA


def test_the_page_on_power_has_the_table_of_today(diagrams, hardware):
    power = importlib.import_module("power")
    text = (hardware / "power.md").read_text(encoding="utf-8")
    assert power.written(text) == text, "run python hardware/diagrams/power.py"
    assert f"lost after\n  {power.Board(12).cable_m():.0f} m" in text
    assert "| 12 seats | 1464 mA | 350 mA |" in text
    all_leds = power.PI_LEDS * power.LED_MA
    assert f"take {all_leds} mA, and with {power.BASE_MA} mA for" in text
    assert f"transistor {all_leds + power.BASE_MA} of the about {power.PI_PINS_MA} mA" in text


def parts(hardware) -> dict[str, tuple[int, int, int]]:
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| ([a-e]) \| [^|]+ \|$",
                      (hardware / "parts.md").read_text(encoding="utf-8"), re.MULTILINE)  # fmt: skip
    return {name: (int(a), int(b), int(c)) for name, a, b, c, _ in rows}


def test_the_counts_of_the_parts_fit_one_another(hardware):
    count = parts(hardware)
    assert len(count) >= 35
    boards, pads = count["Raspberry Pi Pico"], count["printed pad box"]
    assert pads == (4, 8, 12)
    assert count["push button, 16 mm, makes contact"] == tuple(2 * seats for seats in pads)
    assert boards == (0, 2, 3)
    for name in ("74AHCT125 level shifter", "fuse, self-resetting, 0.5 A", "capacitor 1000 µF, 10 V", "USB cable, 2 m"):
        assert count[name] == boards, name
    assert count["WS2812 light, single, on a small board"] == (0, 2 * pads[1], 2 * pads[2])
    boxes = count["self-tapping screw 3 x 12 mm"]
    assert boxes == tuple(4 * seats for seats in pads)
    assert count["capacitor 100 nF"] == boards
    assert count["wood screw 4 x 20 mm, countersunk"] == (20, 20, 20) == (4 + 4 * count["printed rail corner"][0],) * 3
    assert count["screw M4 x 40 with nut"] == (8,) * 3  # two a socket, four sockets
    leds = [sum(column) for column in zip(*(n for name, n in count.items() if "LED" in name), strict=True)]
    assert count["resistor 330 Ω"] == tuple(led + board for led, board in zip(leds, boards, strict=True))
