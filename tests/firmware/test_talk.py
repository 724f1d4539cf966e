"""The board's half of the conversation, against a controller that is written out here."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware import VERSION, lights, link
from firmware.talk import FLICKER_MS, HELLO_MS, RESEND_MS, SILENCE_MS, Talk

BOOT = 0xABCD
MAY = bytes([lights.MAY_FOR, lights.MAY_AGAINST] * 2)


class Controller:
    """Feeds one board and reads what it says."""

    def __init__(self, seats: int = 2, down: int = 0) -> None:
        self.board = Talk(b"board-id", BOOT, seats, VERSION, down)
        self.decoder = link.Decoder()
        self.number = 0

    def send(self, now: int, kind: int, payload: bytes = b"") -> None:
        self.number += 1
        self.board.receive(link.encode(kind, self.number, payload), now)

    def greet(self, now: int = 0, session: int = 5, codes: bytes = MAY, lights_no: int = 1, state: int = 30) -> None:
        self.send(now, link.WELCOME, link.pack(link.WELCOME, session))
        self.send(now, link.LIGHTS, link.pack_lights(session, lights_no, state, 96, codes))
        self.hear(now)

    def ping(self, now: int, session: int = 5) -> None:
        self.send(now, link.PING, link.pack(link.PING, session, now))

    def hear(self, now: int) -> list[tuple[int, tuple]]:
        frames = [frame for wire in self.board.due(now) for frame in self.decoder.feed(wire)]
        return [(kind, link.unpack(kind, payload)) for _, kind, _, payload in frames]

    def tap(self, now: int, button: int = 0) -> None:
        self.board.buttons(1 << button, 0, now)
        self.board.buttons(0, 1 << button, now + 80)


def kinds(heard: list) -> list[int]:
    return [kind for kind, _ in heard]


def test_it_says_hello_until_it_is_greeted() -> None:
    one = Controller()
    assert one.hear(0) == [(link.HELLO, (b"dice", *VERSION, b"board-id", BOOT, 2, 2, 1, 64, 32, 60, 1000))]
    assert one.hear(HELLO_MS - 1) == []
    assert kinds(one.hear(HELLO_MS)) == [link.HELLO]
    one.greet(HELLO_MS + 1)
    one.ping(900)
    assert kinds(one.hear(900)) == [link.PONG]
    assert one.hear(1800) == []


def test_before_the_greeting_every_light_says_not_connected() -> None:
    one = Controller()
    assert set(one.board.codes(0)) == {lights.NOT_CONNECTED}
    one.tap(10)
    assert one.board.codes(95)[0] == lights.REFUSED
    assert kinds(one.hear(100)) == [link.HELLO]


def test_lights_are_shown_and_said_to_be_shown() -> None:
    one = Controller()
    one.send(0, link.WELCOME, link.pack(link.WELCOME, 5))
    one.send(0, link.LIGHTS, link.pack_lights(5, 3, 30, 96, MAY))
    assert (link.SHOWN, (5, 3)) in one.hear(0)
    assert bytes(one.board.codes(1)) == MAY


def test_older_lights_that_come_late_are_not_shown() -> None:
    one = Controller()
    one.greet(lights_no=9)
    one.send(1, link.LIGHTS, link.pack_lights(5, 8, 29, 96, bytes(4)))
    assert one.hear(1) == [(link.SHOWN, (5, 9))]
    assert bytes(one.board.codes(1)) == MAY


def test_lights_of_a_controller_never_met_are_answered_by_a_hello() -> None:
    one = Controller()
    one.greet(0)
    one.send(10, link.LIGHTS, link.pack_lights(6, 99, 30, 96, bytes(4)))
    assert kinds(one.hear(10)) == [link.HELLO]
    assert bytes(one.board.codes(10)) == MAY
    one.greet(20, session=6, codes=bytes(4), lights_no=1)
    assert bytes(one.board.codes(20)) == bytes(4)


def test_a_tap_is_sent_until_it_is_acknowledged() -> None:
    one = Controller()
    one.greet(0)
    one.tap(100, button=3)
    tap = (link.TAP, (BOOT, 1, 1, 1, link.TAP_AGAINST, 30))
    assert one.hear(181) == [tap]
    assert one.hear(181 + RESEND_MS - 1) == []
    assert one.hear(181 + RESEND_MS) == [tap]
    one.send(300, link.ACK, link.pack(link.ACK, BOOT + 1, 1))  # for a start before this one
    assert one.hear(181 + 2 * RESEND_MS) == [tap]
    one.send(320, link.ACK, link.pack(link.ACK, BOOT, 1))
    assert one.hear(181 + 3 * RESEND_MS) == []


def test_a_tap_survives_a_silence_and_another_controller() -> None:
    one = Controller()
    one.greet(0)
    one.board.buttons(1, 0, 500)
    late = 500 + SILENCE_MS
    one.board.buttons(0, 1, late)  # the line fell silent while the finger was down
    assert kinds(one.hear(late)) == [link.HELLO]
    assert set(one.board.codes(late)) == {lights.NOT_CONNECTED}
    one.greet(late + 50, session=6, codes=bytes(4))
    heard = [item for now in range(late + 51, late + 120) for item in one.hear(now)]
    assert heard == [(link.TAP, (BOOT, 1, 1, 0, link.TAP_FOR, 30))]


def test_a_tap_while_not_connected_is_none_and_flickers() -> None:
    one = Controller()
    one.greet(0)
    now = SILENCE_MS + 10
    one.tap(now)
    assert one.board.codes(now + 90)[0] == lights.REFUSED
    assert one.board.codes(now + 90 + FLICKER_MS)[0] == lights.NOT_CONNECTED
    one.greet(now + 1000)
    assert link.TAP not in kinds(one.hear(now + 1100))


def test_a_finger_is_felt_at_once() -> None:
    one = Controller()
    one.greet(0)
    one.board.buttons(0b10, 0, 20)
    assert bytes(one.board.codes(21)) == bytes([lights.MAY_FOR, lights.PRESSED]) + MAY[2:]
    one.board.buttons(0, 0b10, 100)
    assert bytes(one.board.codes(101)) == MAY


def test_a_finger_that_will_make_no_tap_is_not_said_to_be_felt_when_the_table_comes_back_beneath_it() -> None:
    one = Controller()
    one.greet(0)
    now = SILENCE_MS + 10
    one.board.buttons(0b10, 0, now)
    one.greet(now + 50)
    assert bytes(one.board.codes(now + 51)) == MAY
    one.board.buttons(0, 0b10, now + 90)
    assert one.board.codes(now + 91)[1] == lights.REFUSED


def test_a_finger_whose_tap_is_under_way_is_felt_whatever_the_light_would_say_meanwhile() -> None:
    one = Controller()
    one.greet(0)
    one.board.buttons(0b10, 0, 20)
    one.greet(50, session=6, codes=bytes([lights.CLOSED] * 4))
    assert one.board.codes(51)[1] == lights.PRESSED


def test_a_button_held_through_a_start_makes_no_tap() -> None:
    one = Controller(down=0b1)
    one.greet(0)
    one.board.buttons(0, 0b1, 300)
    assert one.hear(301) == []
    one.tap(400)
    assert kinds(one.hear(490)) == [link.TAP]


def test_a_frame_of_another_version_is_left_alone() -> None:
    one = Controller()
    one.board.receive(link.encode(link.LEAVE, 1, link.pack_leave(0), version=2), 0)
    assert one.board.leave is None
    one.send(0, link.LEAVE, link.pack_leave(link.LEAVE_TO_LOADER))
    assert one.board.leave == link.LEAVE_TO_LOADER


@given(st.lists(st.binary(max_size=120), max_size=10), st.integers(0, 50))
def test_noise_never_crashes_it_and_never_is_a_tap(noise: list[bytes], gap: int) -> None:
    one = Controller()
    one.greet(0)
    now = 0
    for piece in noise:
        now += gap
        one.board.receive(piece, now)
        assert not {link.TAP} & set(kinds(one.hear(now)))
    one.board.receive(b"\0", now)
    one.greet(now)
    assert one.board.connected(now)


def test_a_flood_of_pings_does_not_grow_without_end() -> None:
    one = Controller()
    one.greet(0)
    for _ in range(1000):
        one.ping(1)
    assert len(one.hear(1)) <= 8
