"""Pads on the Pi's own pins: the same taps, lights and seats as on a board, by gpiozero's mock pins."""

from __future__ import annotations

import time

import pytest

from controller.config import GpioOptions, HostBoxOptions
from controller.health import of_pads
from controller.pin_board import BOARD_ID, FAINT, PinBoard, level
from controller.pin_plan import PinsWrong, pin_plan, seat_pins
from controller.pins import PinsError, open_factory
from firmware import lights

GPIO = GpioOptions(factory="mock", seats=4)


class Fingers:
    """What is done to the pins: press, let go; and what the LEDs show."""

    def __init__(self, factory) -> None:
        self._factory = factory

    def press(self, seat: int, side: int) -> None:
        self._factory.pin(getattr(GPIO, f"seat_{seat + 1}")[side]).drive_low()

    def let_go(self, seat: int, side: int) -> None:
        self._factory.pin(getattr(GPIO, f"seat_{seat + 1}")[side]).drive_high()

    def tap(self, seat: int, side: int, chatter_ms: int = 0, down_s: float = 0.15) -> None:
        self._chatter(seat, side, chatter_ms)
        self.press(seat, side)
        time.sleep(down_s)
        self._chatter(seat, side, chatter_ms)
        self.let_go(seat, side)

    def _chatter(self, seat: int, side: int, ms: int) -> None:
        end = time.monotonic() + ms / 1000
        while time.monotonic() < end:
            self.press(seat, side)
            self.let_go(seat, side)

    def level(self, seat: int, side: int) -> float:
        return self._factory.pin(getattr(GPIO, f"seat_{seat + 1}")[2 + side]).state


@pytest.fixture
def factory():
    made = open_factory("mock")
    yield made
    made.close()


@pytest.fixture
def board(factory):
    one = PinBoard(seat_pins(GPIO), factory)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def fingers(factory):
    return Fingers(factory)


def line(table) -> dict:
    return table.snapshot().public()["line"]


def test_taps_move_bets_and_lights_follow(table, board, fingers, make_pads, until, shown) -> None:
    pads = make_pads(table, ports=[board.path])
    until(lambda: shown(pads))
    assert [one.seats for one in pads.health.boards] == [4]
    assert [found.state for found in of_pads(pads.health)] == ["ok"]
    fingers.tap(2, 0, chatter_ms=6)
    until(lambda: line(table)["for"] == [["Cara", 10]])
    until(lambda: pads.codes_of("Cara") == (lights.ON_FOR, lights.MAY_AGAINST))
    until(lambda: fingers.level(2, 0) == 1.0)  # steady: you are for
    fingers.tap(2, 1, chatter_ms=6)
    until(lambda: ["Cara", 10] in line(table)["against"])
    until(lambda: pads.takes("Cara", "off"))
    fingers.tap(2, 1, chatter_ms=6)
    until(lambda: ["Cara", 10] not in line(table)["against"])
    assert (pads.taps, pads.accepted, pads.refused) == (3, 3, 0)


def test_the_shooters_hold_passes_the_dice(table, board, fingers, make_pads, until, shown) -> None:
    pads = make_pads(table, ports=[board.path])
    until(lambda: shown(pads))
    fingers.tap(0, 0, down_s=1.3)
    until(lambda: table.snapshot().public()["shooter"] == "Bo")


def test_a_tap_where_none_is_taken_does_nothing(table, board, fingers, make_pads, until, shown) -> None:
    pads = make_pads(table, ports=[board.path])
    until(lambda: shown(pads))
    before = table.snapshot().seq
    fingers.tap(0, 1)  # the shooter
    time.sleep(0.3)
    assert (table.snapshot().seq, pads.taps) == (before, 0)


def test_without_a_controller_the_leds_say_so_and_taps_are_not_kept(board, fingers, until) -> None:
    seen = set()

    def both_blipped() -> bool:
        seen.add((fingers.level(0, 0), fingers.level(0, 1)))
        return {(FAINT, 0.0), (0.0, FAINT), (0.0, 0.0)} <= seen

    until(both_blipped)
    fingers.tap(0, 0)
    assert (1.0, 1.0) not in seen


def test_a_new_controller_takes_over_and_every_tap_counts_once(table, board, fingers, make_pads, until, shown) -> None:
    first = make_pads(table, ports=[board.path])
    until(lambda: shown(first))
    fingers.tap(2, 0)
    until(lambda: line(table)["for"] == [["Cara", 10]])
    first.stop()
    second = make_pads(table, ports=[board.path])
    until(lambda: shown(second), 8)
    assert line(table)["for"] == [["Cara", 10]]
    until(lambda: second.takes("Cara", "off"))
    fingers.tap(2, 0)
    until(lambda: line(table)["for"] == [])
    assert [one.board for one in second.health.boards] == [BOARD_ID.hex()]


def test_stopping_puts_the_leds_out_and_gives_the_pins_back(factory, fingers) -> None:
    one = PinBoard(seat_pins(GPIO), factory)
    one.start()
    time.sleep(0.1)
    one.stop()
    one.stop()
    again = PinBoard(seat_pins(GPIO), factory)  # the pins are free
    assert {fingers.level(seat, side) for seat in range(4) for side in (0, 1)} == {0.0}
    again.stop()


def test_a_pin_that_somebody_holds_is_named(factory) -> None:
    one = PinBoard(seat_pins(GpioOptions(seats=1)), factory)
    with pytest.raises(PinsError, match=r"^Pin 4 cannot be used for seat 1's for button \(.+\)\.$"):
        PinBoard(seat_pins(GpioOptions(seats=1)), factory)
    one.stop()


def test_an_led_shows_each_shape_of_the_table_of_lights() -> None:
    for code, name, *_, left, right, step_ms, _words in lights.ROWS:
        for side, shape in enumerate((left, right)):
            for step, sign in enumerate(shape):
                got = level(lights.colour(code, side, step * step_ms))
                wanted = 0.0 if sign == "." or name == "empty" else 1.0 if sign == "#" else FAINT
                assert got == pytest.approx(wanted, abs=0.02), (name, step)


def test_a_factory_that_cannot_be_had_is_named_and_no_other_is_taken() -> None:
    with pytest.raises(PinsError, match=r"^The pin factory (lgpio|pigpio|rpigpio) "):
        for name in ("pigpio", "rpigpio", "lgpio"):
            open_factory(name)


@pytest.mark.parametrize(
    ("gpio", "box", "words"),
    [
        (GpioOptions(seats=1, seat_1=(4, 17, 4, 22)), HostBoxOptions(),
         "Pin 4 is named twice: for seat 1's for button and for seat 1's for light."),
        (GpioOptions(seats=2, seat_2=(10, 17, 11, 5)), HostBoxOptions(),
         "Pin 17 is named twice: for seat 1's against button and for seat 2's against button."),
        (GpioOptions(seats=1), HostBoxOptions(on=True, buzzer=22),
         "Pin 22 is named twice: for seat 1's against light and for the host box's buzzer."),
        (GpioOptions(), HostBoxOptions(on=True, accept=21),
         "Pin 21 is named twice: for the host box's accept key and for the host box's throw-again key."),
    ],
)  # fmt: skip
def test_a_pin_named_twice_is_refused_by_name(gpio, box, words) -> None:
    with pytest.raises(PinsWrong) as told:
        pin_plan(gpio, box)
    assert str(told.value) == words


def test_the_pins_that_are_proposed_can_all_be_there_together() -> None:
    plan = pin_plan(GpioOptions(seats=4), HostBoxOptions(on=True))
    assert len(plan) == 4 * 4 + 6
    assert pin_plan(GpioOptions(), HostBoxOptions()) == {}
    # What is not there takes no pin, and 0 is no pin.
    assert pin_plan(GpioOptions(seats=1, seat_2=(4, 4, 4, 4)), HostBoxOptions(on=True, buzzer=0, accept=0)).keys() == {
        4, 17, 27, 22, 8, 7, 12, 21,
    }  # fmt: skip
