"""The table of lights: complete, told apart without colour, never more current than USB gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from firmware import lights, link


def test_the_table_is_whole() -> None:
    for index, row in enumerate(lights.ROWS):
        code, name, tap, hold, colour, left, right, step_ms, words = row
        assert code == index
        assert getattr(lights, name.upper()) == code
        assert tap in (0, *link.TAP_WORDS)
        assert hold in (0, link.TAP_PASS_DICE)
        assert len(colour) == 3
        assert left or right
        assert all(len(shape) == lights.STEPS and set(shape) <= set("#-.") for shape in (left, right) if shape)
        assert 40 <= step_ms <= 200
        assert words


def test_for_is_shown_on_the_left_only_and_against_on_the_right_only() -> None:
    for row in lights.ROWS:
        if "for" in row[1].split("_"):
            assert row[5] and not row[6]
        if "against" in row[1].split("_"):
            assert row[6] and not row[5]


def test_no_two_meanings_look_alike_without_colour() -> None:
    """By place, shape and speed alone; what a finger shows under itself (pressed) apart."""
    looks = {}
    for row in lights.ROWS:
        if row[1] in ("pressed", "empty"):
            continue
        look = (row[5], row[6], row[7])
        assert look not in looks, f"{row[1]} looks like {looks.get(look)}"
        looks[look] = row[1]


@given(
    st.lists(st.integers(0, 255), min_size=2, max_size=24), st.integers(0, 10**7), st.integers(1, 255),
    st.integers(30, 500),
)  # fmt: skip
def test_brightness_and_current_are_capped(codes: list[int], now: int, brightness: int, limit: int) -> None:
    drawn = lights.draw(codes, now, brightness, limit)
    assert len(drawn) == len(codes)
    assert all(0 <= part <= brightness for one in drawn for part in one)
    assert lights.current_ma(drawn) <= max(limit, lights.IDLE_MA * len(codes))


def test_twenty_four_white_lights_stay_under_what_usb_gives() -> None:
    drawn = lights.draw([lights.PRESSED] * 24, 0, 255)
    assert 300 <= lights.current_ma(drawn) <= lights.CURRENT_MA


def test_dimming_keeps_the_colour() -> None:
    assert lights.capped([(200, 100, 0)], 9) == [(66, 33, 0)]
    assert lights.capped([(200, 100, 0)], 50) == [(200, 100, 0)]


def test_a_code_of_a_newer_controller_shows_as_closed_and_takes_no_tap() -> None:
    assert lights.row(200) == lights.ROWS[lights.CLOSED]
    assert lights.tap_of(200) == 0


def test_the_table_prints_itself() -> None:
    told = subprocess.run([sys.executable, "-m", "firmware.lights"], capture_output=True, text=True, check=True)
    assert len(told.stdout.splitlines()) == len(lights.ROWS)
    assert "auto-fade" in told.stdout


def test_the_readme_has_the_same_table() -> None:
    told = (Path(lights.__file__).parent / "README.md").read_text()
    for row in lights.ROWS:
        line = next(line for line in told.splitlines() if line.startswith(f"| {row[1]} |"))
        assert all(shape in line for shape in (row[5], row[6], row[8]))
