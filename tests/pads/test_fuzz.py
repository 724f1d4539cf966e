"""Any bytes on the wire, both ways: nothing crashes, nothing is a tap, and the link is back with the good frames.

The board is the firmware in the real MicroPython. How fast the link is back is measured by tests/bench/pads_bench.py.
"""

from __future__ import annotations

import time

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from controller.health import of_pads
from firmware import link

TAP = link.pack(link.TAP, 7, 1, 1, 0, link.TAP_FOR, 1)
PAYLOADS = {
    link.HELLO: link.pack_hello((1, 0, 0), b"somebody", 7, 2, 1, 32, 60, 1000),
    link.TAP: TAP,
    link.SHOWN: link.pack(link.SHOWN, 1, 1),
    link.PONG: link.pack(link.PONG, 7, 1, 1, 0, 0),
    link.WELCOME: link.pack(link.WELCOME, 1),
    link.ACK: link.pack(link.ACK, 7, 1),
    link.LIGHTS: link.pack_lights(1, 1, 1, 255, bytes(4)),
    link.LEAVE: link.pack_leave(link.LEAVE_TO_LOADER),
}


def damaged(frame: bytes, at: int, flip: int, cut: int) -> bytes:
    """A frame with a byte changed, or without its first `cut` bytes."""
    out = bytearray(frame)
    out[at % (len(out) - 1)] ^= flip
    return bytes(out[cut % len(out) :])


frames = st.builds(lambda kind: link.encode(kind, 1, PAYLOADS[kind]), st.sampled_from(sorted(PAYLOADS)))
#: A tap in which one bit of the check sum has flipped.
FALSE_TAP = damaged(link.encode(link.TAP, 1, TAP), -1, 1, 0)
noise = st.one_of(
    st.binary(min_size=1, max_size=300),
    st.builds(damaged, frames, st.integers(0, 63), st.integers(1, 255), st.integers(0, 63)),
    st.binary(min_size=1, max_size=80).map(lambda raw: raw + b"\0"),
    st.sampled_from([b"\x03", b"\x04\x04", b"\0" * 100, b"\xff" * 500, b"\x03\x03import os\r\n"]),
)


class Jam:
    """A wire that, while it is jammed, gives noise in the place of what was sent."""

    def __init__(self) -> None:
        self.noise: list[bytes] = []
        self.given = 0

    def __call__(self, data: bytes) -> list[bytes]:
        if not self.noise:
            return [data]
        self.given += 1
        return self.noise


def test_any_bytes_are_borne_at_both_ends_and_are_no_tap(
    make_board, make_pads, noting_table, until, shown, press_felt
) -> None:
    ways = Jam(), Jam()
    board = make_board(2, to_board=ways[0], to_controller=ways[1])
    table = noting_table(("A", "B"))
    pads = make_pads(table)
    until(lambda: shown(pads))
    presses = 0

    @settings(
        max_examples=12, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.lists(noise, min_size=1, max_size=6), st.lists(noise, min_size=1, max_size=6))
    def play(to_board: list[bytes], to_controller: list[bytes]) -> None:
        nonlocal presses
        before = [way.given for way in ways]
        ways[0].noise, ways[1].noise = to_board, [*to_controller, b"\0", FALSE_TAP]
        until(lambda: all(way.given > count for way, count in zip(ways, before, strict=True)))
        ways[0].noise, ways[1].noise = [], []
        assert len(table.commands) == presses
        until(lambda: pads.takes("A", "for") and board.lights()[0][1] > 0)  # green: it knows that it is connected
        press_felt(board, 0, "for")
        board.let_go(0, "for")
        presses += 1
        until(lambda: pads.taps == presses)

    play()
    assert (board.starts, board.errors) == (1, "")
    assert [(by, command) for by, command, _ in table.commands] == [("A", "for")] * presses


def test_however_long_a_known_boards_wire_is_jammed_it_is_back_with_its_next_hello(
    make_board, make_pads, noting_table, until, shown, monkeypatch
) -> None:
    monkeypatch.setattr("controller.pad_link.LISTEN_S", 0.3)
    monkeypatch.setattr("controller.pad_ports.AFTER_STRANGER_S", (1000.0,))
    monkeypatch.setattr("controller.pad_ports.AFTER_FAULT_S", (1000.0,))
    jam = Jam()
    make_board(1, to_controller=jam)
    pads = make_pads(noting_table(("A",)))
    until(lambda: shown(pads))
    jam.noise = [b"\x55" * 40 + b"\0"]
    until(lambda: not pads.health.boards)
    until(lambda: [port for port in pads.health.ports if port.state == "no board"])
    assert "nothing on it said hello" in of_pads(pads.health)[-1].text
    time.sleep(0.4)
    jam.noise = []
    until(lambda: shown(pads))
    assert {found.code for found in of_pads(pads.health)} == {"board"}
