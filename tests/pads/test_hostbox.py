"""The host's box: what its lamps, buzzer and keys do at a real table, by gpiozero's mock pins."""

from __future__ import annotations

import contextlib
import time

import pytest

from controller.config import HostBoxOptions
from controller.hostbox import LOW, ONCE, THREE_TIMES, Asked, HostBox, Keys, Lamps, heard, lamps, meant, sounding
from controller.pins import PinsError, open_factory
from controller.replies import Gap, Notice

PINS = HostBoxOptions(on=True)


@pytest.fixture
def factory():
    made = open_factory("mock")
    yield made
    made.close()


@pytest.fixture
def box(table, factory):
    one = HostBox(table, PINS, factory)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def lit(factory, box):
    """Which lamps are lit now."""
    return lambda: {name for name in ("puck_off", "puck_on", "betting") if factory.pin(getattr(PINS, name)).state}


@pytest.fixture
def press(factory, box):
    def push(key: str) -> None:
        pin = factory.pin(getattr(PINS, key))
        pin.drive_low()
        time.sleep(0.15)
        pin.drive_high()
        time.sleep(0.1)

    return push


@pytest.fixture
def beeps(factory, box, until):
    """Waits for so many times that the buzzer goes on within a second and a half."""

    def count(wanted: int) -> None:
        pin, heard_, was, end = factory.pin(PINS.buzzer), 0, False, time.monotonic() + 1.5
        while time.monotonic() < end:
            now = bool(pin.state)
            heard_ += now and not was
            was = now
            time.sleep(0.002)
        assert heard_ == wanted

    return count


def does(table, **command) -> None:
    assert table.submit(command).result(5).ok


def test_the_puck_and_the_betting_lamp_follow_the_round(table, lit, until) -> None:
    until(lambda: lit() == {"puck_off", "betting"})
    does(table, cmd="dice_out")
    until(lambda: lit() == {"puck_off"})  # the betting lamp blinks
    until(lambda: lit() == {"puck_off", "betting"})
    does(table, cmd="throw", dice=[4, 4], source="tapped")
    until(lambda: lit() == {"puck_on", "betting"})
    does(table, cmd="throw", dice=[3, 4], source="tapped")
    until(lambda: lit() == {"puck_off", "betting"})


def test_the_puck_follows_a_bank_too(table, lit, until) -> None:
    does(table, cmd="open", game="bank", players=["Alice", "Bo"], buy_in=500)
    does(table, cmd="bet", player="Alice", bet="pass", amount=10)
    until(lambda: lit() == {"puck_off", "betting"})
    does(table, cmd="throw", dice=[4, 4], source="tapped")
    until(lambda: lit() == {"puck_on", "betting"})
    does(table, cmd="throw", dice=[3, 4], source="tapped")
    until(lambda: lit() == {"puck_off", "betting"})


def test_in_poker_the_betting_lamp_is_lit_while_somebody_may_bet(table, lit, until, press, box) -> None:
    does(table, cmd="open", game="poker", players=["Alice", "Bo", "Cara"], buy_in=500)
    does(table, cmd="deal")
    until(lambda: lit() == {"betting"})
    does(table, cmd="check", player=table.snapshot().public()["turn"])
    until(lambda: lit() == set())  # he throws
    does(table, cmd="dice_out")
    until(lambda: lit() == {"betting"})
    until(lambda: lit() == set())  # it blinks
    press("again")
    until(lambda: not table.snapshot().public()["dice_out"])
    assert box.last == "throw-again key: done"
    does(table, cmd="dice_out")
    table.notice("ask_host", third=False, values=[3], why="This table takes no throws from the camera.")
    time.sleep(0.1)
    press("accept")
    until(lambda: table.snapshot().public()["die"] == 3)


def test_no_bets_are_taken_while_the_host_has_paused_the_table(table, lit, until) -> None:
    until(lambda: lit() == {"puck_off", "betting"})
    table.notice("pause", on=True)
    until(lambda: lit() == {"puck_off"})
    table.notice("pause", on=False)
    until(lambda: lit() == {"puck_off", "betting"})


def test_throw_again_sends_the_dice_back_once(table, box, press, until, lit) -> None:
    does(table, cmd="dice_out")
    press("again")
    until(lambda: not table.snapshot().public()["dice_out"])
    assert table.snapshot().public()["no_rolls"] == 1
    until(lambda: box.last == "throw-again key: done")
    before = table.snapshot().seq
    press("again")  # no dice are out any more
    until(lambda: box.last == "throw-again key: there is nothing that it could mean now")
    assert table.snapshot().seq == before


def test_accept_lets_a_disputed_throw_stand(table, box, press, until) -> None:
    does(table, cmd="throw", dice=[4, 4], source="tapped")
    does(table, cmd="dispute", player="Bo")
    press("accept")
    until(lambda: table.snapshot().public()["disputes"] == [])


def test_accept_takes_the_faces_that_the_camera_was_sure_of(table, box, press, until) -> None:
    does(table, cmd="dice_out")
    table.notice("ask_host", third=False, values=[2, 3], why="This table takes no throws from the camera.")
    time.sleep(0.1)
    press("accept")
    until(lambda: (table.snapshot().public()["last"] or {}).get("dice") == [2, 3])
    before = table.snapshot().seq
    press("accept")
    until(lambda: box.last == "accept key: there is nothing that it could mean now")
    assert table.snapshot().seq == before


def test_accept_names_no_faces_that_the_camera_was_not_sure_of(table, box, press, until) -> None:
    does(table, cmd="dice_out")
    table.notice("ask_host", third=True, reason="cocked", reading={"dice": [{"value": 3}, {"value": None}]})
    time.sleep(0.1)
    press("accept")
    until(lambda: box.last == "accept key: there is nothing that it could mean now")
    assert table.snapshot().public()["last"] is None


def test_faces_are_not_taken_for_a_later_throw(table, box, press, until) -> None:
    does(table, cmd="dice_out")
    table.notice("ask_host", third=False, values=[2, 3], why="...")
    time.sleep(0.1)
    does(table, cmd="no_roll", reason="host")
    does(table, cmd="dice_out")  # other dice
    time.sleep(0.1)
    press("accept")
    until(lambda: box.last is not None)
    assert table.snapshot().public()["last"] is None


def test_the_buzzer_tells_no_roll_and_the_third_one(table, beeps, until) -> None:
    does(table, cmd="dice_out")
    does(table, cmd="no_roll", reason="cocked")
    beeps(1)
    does(table, cmd="dice_out")
    does(table, cmd="no_roll", reason="hand", counted=False)
    beeps(0)
    table.notice("ask_host", third=True, reason="cocked")
    beeps(3)


def test_a_key_that_chatters_is_pressed_once(table, box, factory, until) -> None:
    does(table, cmd="dice_out")
    pin = factory.pin(PINS.again)
    end = time.monotonic() + 0.006
    while time.monotonic() < end:
        pin.drive_low()
        pin.drive_high()
    pin.drive_low()
    time.sleep(0.15)
    does(table, cmd="dice_out")
    pin.drive_high()
    time.sleep(0.15)
    assert table.snapshot().public()["no_rolls"] == 1


def test_both_keys_held_start_the_walk_round_the_pads_and_end_it(
    table, box, factory, until, make_board, make_pads, shown
) -> None:
    pads = make_pads(table)
    pins = [factory.pin(PINS.accept), factory.pin(PINS.again)]
    before = table.snapshot().seq

    def hold(seconds: float) -> None:
        for pin in pins:
            pin.drive_low()
        time.sleep(seconds)
        for pin in pins:
            pin.drive_high()
        time.sleep(0.1)

    hold(1.8)
    until(lambda: box._sound == LOW)  # no pad is there
    assert pads.health.asking is None
    make_board(2)
    until(lambda: shown(pads))
    hold(1.8)
    until(lambda: pads.health.asking == "Alice")
    hold(0.3)  # too short: nothing, and no key's own meaning either
    assert pads.health.asking == "Alice"
    hold(1.8)
    until(lambda: pads.health.asking is None)
    assert (table.snapshot().seq, box.last) == (before, None)


def test_keys_mean_what_is_let_go_alone() -> None:
    keys = Keys(0, 0)

    def at(now: int, down: int) -> str | None:
        return keys.update(down, now) or keys.update(down, now + 15)

    assert at(0, 0b01) is None
    assert at(100, 0b00) == "accept"
    assert at(200, 0b10) is None
    assert at(300, 0b11) is None
    assert at(400, 0b01) is None
    assert at(500, 0b00) is None
    assert at(600, 0b10) is None
    assert at(700, 0b00) == "again"
    assert at(800, 0b11) is None
    assert at(2400, 0b11) == "both"
    assert at(2500, 0b11) is None
    assert at(2600, 0b00) is None
    assert Keys(0b01, 0).update(0b00, 50) is None  # held from before the start


def test_what_is_lit_for_each_state() -> None:
    street = {"game": "street", "phase": "come_out", "dice_out": False}
    assert lamps({}) == Lamps()
    assert lamps({"game": None, "phase": None}) == Lamps()
    assert lamps(street) == Lamps(puck_off=True, betting="steady")
    assert lamps(street | {"phase": "point", "dice_out": True}) == Lamps(puck_on=True, betting="blink")
    for phase in ("waiting", "opening", "over"):
        assert lamps(street | {"phase": phase}) == Lamps()
    assert lamps(street | {"phase": "opening", "dice_out": True}) == Lamps(betting="blink")
    assert lamps(street | {"dice_out": True}, paused=True) == Lamps(puck_off=True, betting="blink")
    assert lamps(street | {"game": "bank", "phase": "point"}) == Lamps(puck_on=True, betting="steady")
    poker = {"game": "poker", "phase": "circuit", "dice_out": False, "may": None}
    assert lamps(poker) == Lamps()
    assert lamps(poker | {"may": {"check": True}}) == Lamps(betting="steady")


def test_what_a_key_means() -> None:
    out = {"dice_out": True}
    assert meant("again", out, None) == {"cmd": "no_roll", "reason": "host"}
    assert meant("again", {}, None) is None
    assert meant("accept", out, Asked((2, 5), 7)) == {"cmd": "throw", "dice": [2, 5], "source": "tapped"}
    assert meant("accept", out, Asked(None, 7)) is None
    assert meant("accept", {}, Asked((2, 5), 7)) is None
    assert meant("accept", {"disputes": ["Bo"]}, None) == {"cmd": "confirm"}


def test_what_is_heard() -> None:
    assert heard(Notice("ask_host", {"values": [1, 2]}), None, 5) == (Asked((1, 2), 5), THREE_TIMES)
    assert heard(Notice("cue", {"throw": True}), Asked(None, 3), 5) == (Asked(None, 3), ())
    assert heard(Gap(3), Asked(None, 3), 5) == (Asked(None, 3), ())
    for sound in (ONCE, THREE_TIMES, LOW):
        assert sounding(sound, 0.0)
        assert not sounding(sound, sum(sound) + 0.001)
    assert not sounding((), 0.0)


def test_a_box_without_some_parts_works(table, factory, until) -> None:
    only_puck = HostBoxOptions(on=True, betting=0, buzzer=0, accept=0, again=0)
    one = HostBox(table, only_puck, factory)
    one.start()
    until(lambda: factory.pin(only_puck.puck_off).state)
    one.stop()
    one.stop()
    with contextlib.suppress(PinsError):
        HostBox(table, only_puck, factory).stop()  # its pins are free again
