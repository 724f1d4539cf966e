"""Buttons: bouncing contacts give one press, gestures give one tap with the meaning that was seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import lights, link
from firmware.pads import BOTH_MS, DEBOUNCE_MS, HOLD_MS, TAP_MS, Debounce, SeatButtons, Taps
from tests.firmware.contacts import bouncing

STATE = 41
MAY = (lights.MAY_FOR, lights.MAY_AGAINST)


def run(trace: list[int], step: int = 1) -> tuple[int, int, list[int]]:
    debounce = Debounce(trace[0], 0)
    pressed = released = 0
    at = []
    for now in range(0, len(trace), step):
        down, up = debounce.update(trace[now], now)
        pressed += down
        released += up
        if down or up:
            at.append(now)
    return pressed, released, at


@given(st.integers(1, 8), st.integers(1, 8), st.integers(25, 300), st.integers(0, 10**6), st.sampled_from([1, 2, 3]))
def test_one_press_and_one_release_through_chatter_on_both_edges(
    make: int, break_: int, held: int, seed: int, step: int
) -> None:
    trace = bouncing([(20, make, 1), (20 + held, break_, 0)], seed, 20 + held + 60)
    pressed, released, at = run(trace, step)
    assert (pressed, released) == (1, 1)
    assert at[0] <= 20 + make + DEBOUNCE_MS + 2 * step
    assert at[1] <= 20 + held + break_ + DEBOUNCE_MS + 2 * step


@given(st.lists(st.integers(1, 8), min_size=1, max_size=6), st.integers(0, 100))
def test_spikes_shorter_than_the_debounce_are_no_press(spikes: list[int], seed: int) -> None:
    trace = [0] * 10
    for spike in spikes:
        trace += [1] * spike + [0] * (DEBOUNCE_MS + seed % 7)
    assert run(trace)[:2] == (0, 0)


@given(st.lists(st.tuples(st.integers(0, 23), st.integers(30, 80)), min_size=1, max_size=8))
def test_buttons_do_not_disturb_each_other(presses: list[tuple[int, int]]) -> None:
    debounce = Debounce(0, 0)
    seen: list[int] = []
    now = 0
    for button, held in presses:
        for raw, duration in ((1 << button, held), (0, 40)):
            for _ in range(duration):
                now += 1
                pressed, _ = debounce.update(raw, now)
                if pressed:
                    seen.append(pressed)
    assert seen == [1 << button for button, _ in presses]


def test_two_buttons_at_once_are_both_seen() -> None:
    debounce = Debounce(0, 0)
    assert [debounce.update(0b11, now) for now in (1, 6, 11)][-1] == (0b11, 0)
    assert [debounce.update(0b01, now) for now in (12, 22)][-1] == (0, 0b10)


def test_a_button_down_at_the_start_is_no_press() -> None:
    debounce = Debounce(0b1, 0)
    assert all(debounce.update(0b1, now) == (0, 0) for now in range(50))
    assert [debounce.update(0, now) for now in range(50, 62)][-2:] == [(0, 1), (0, 0)]


def tap(seat: SeatButtons, side: int, codes: tuple[int, int], at: int = 0, held: int = 80) -> object:
    seat.press(side, codes, STATE, at)
    assert seat.tick(at + held) is None
    return seat.release(side, at + held)


@pytest.mark.parametrize(
    ("side", "codes", "meaning"),
    [
        (0, MAY, link.TAP_FOR),
        (1, MAY, link.TAP_AGAINST),
        (0, (lights.ON_FOR, lights.MAY_AGAINST), link.TAP_OFF),
        (1, (lights.ON_FOR, lights.MAY_AGAINST), link.TAP_AGAINST),
        (1, (lights.MAY_FOR, lights.ON_AGAINST), link.TAP_OFF),
        (1, (lights.MAY_FOR, lights.AUTO_FADE), link.TAP_OFF),
        (0, (lights.PRESS_HERE, lights.PRESS_HERE), link.TAP_HERE),
        (0, (lights.CLOSED, lights.CLOSED), 0),
        (0, (lights.HELD_FOR, lights.CLOSED), 0),
        (0, (lights.NOT_CONNECTED, lights.NOT_CONNECTED), 0),
        (0, (lights.SHOOTER, lights.SHOOTER), 0),
        (0, (250, 250), 0),
    ],
)
def test_a_tap_means_what_its_light_showed(side: int, codes: tuple[int, int], meaning: int) -> None:
    assert tap(SeatButtons(), side, codes) == (meaning, STATE)


def test_the_light_at_the_press_counts_not_the_one_at_the_release() -> None:
    seat = SeatButtons()
    seat.press(0, MAY, STATE, 0)
    assert seat.release(0, 100) == (link.TAP_FOR, STATE)
    seat.press(0, (lights.ON_FOR, lights.MAY_AGAINST), STATE + 1, 200)
    assert seat.release(0, 300) == (link.TAP_OFF, STATE + 1)


def test_leaning_on_a_button_is_no_tap() -> None:
    seat = SeatButtons()
    seat.press(0, MAY, STATE, 0)
    assert seat.release(0, TAP_MS + 1) is None
    assert tap(seat, 0, MAY, 10_000) == (link.TAP_FOR, STATE)


@pytest.mark.parametrize("code", [lights.SHOOTER, lights.THROW, lights.THROW_AGAIN])
def test_the_shooters_hold_passes_the_dice_once(code: int) -> None:
    seat = SeatButtons()
    seat.press(1, (code, code), STATE, 0)
    assert seat.tick(HOLD_MS - 1) is None
    assert seat.tick(HOLD_MS) == (link.TAP_PASS_DICE, STATE)
    assert seat.tick(HOLD_MS + 500) is None
    assert seat.release(1, HOLD_MS + 600) is None


def test_others_cannot_pass_the_dice() -> None:
    seat = SeatButtons()
    seat.press(1, MAY, STATE, 0)
    assert seat.tick(HOLD_MS + 1) is None


def test_both_held_is_the_seat_code_and_never_a_tap() -> None:
    seat = SeatButtons()
    seat.press(0, MAY, STATE, 0)
    seat.press(1, MAY, STATE, 30)
    assert seat.tick(BOTH_MS) is None
    assert seat.tick(30 + BOTH_MS) == (link.TAP_CODE, STATE)
    assert seat.tick(30 + BOTH_MS + 1) is None
    assert seat.release(0, 2000) is None
    assert seat.release(1, 2100) is None
    assert tap(seat, 1, MAY, 3000) == (link.TAP_AGAINST, STATE)


def test_both_pressed_shortly_is_nothing() -> None:
    seat = SeatButtons()
    seat.press(0, MAY, STATE, 0)
    seat.press(1, MAY, STATE, 20)
    assert seat.release(1, 100) is None
    assert seat.tick(2000) is None
    assert seat.release(0, 2100) is None
    assert tap(seat, 0, MAY, 3000) == (link.TAP_FOR, STATE)


def test_buttons_held_at_power_up_mean_nothing_until_both_are_up() -> None:
    seat = SeatButtons(left_down=True)
    seat.press(1, MAY, STATE, 10)
    assert seat.tick(5000) is None
    assert seat.release(1, 60) is None
    assert seat.release(0, 80) is None
    assert tap(seat, 0, MAY, 200) == (link.TAP_FOR, STATE)


def test_taps_are_numbered_and_kept_until_acknowledged() -> None:
    taps = Taps(60)
    assert taps.oldest() == 1
    assert taps.add(3, link.TAP_FOR, 9)
    assert taps.add(4, link.TAP_OFF, 10)
    assert taps.due(0) == [(1, 1, 3, link.TAP_FOR, 9), (2, 1, 4, link.TAP_OFF, 10)]
    assert taps.due(59) == []
    assert len(taps.due(60)) == 2
    taps.acknowledged(1)
    assert taps.due(200) == [(2, 2, 4, link.TAP_OFF, 10)]
    taps.acknowledged(99)  # nobody can have decided what was never sent
    assert len(taps) == 1
    taps.acknowledged(2)
    assert (len(taps), taps.oldest()) == (0, 3)


def test_a_full_queue_refuses_and_loses_nothing() -> None:
    taps = Taps(60, kept=2)
    assert taps.add(0, 1, 1)
    assert taps.add(0, 1, 1)
    assert not taps.add(0, 1, 1)
    assert taps.last == 2
