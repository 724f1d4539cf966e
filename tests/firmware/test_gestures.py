"""Fingers on bouncing buttons, through debounce and gestures, to the taps that a board sends. Modelled contacts."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import VERSION, lights, link
from firmware.pads import BOTH_MS, HOLD_MS, TAP_MS, Debounce
from firmware.talk import Talk
from tests.firmware.contacts import bouncing

STEP_MS = 2  # a turn of the board's program
MAY = (lights.MAY_FOR, lights.MAY_AGAINST)
SHOOTER = (lights.SHOOTER, lights.SHOOTER)
PAUSE_MS = 60


@dataclass(frozen=True)
class Gesture:
    """Which buttons go down when and come up when, in ms from its start, and what it means where taps are taken."""

    downs: tuple[tuple[int, int, int], ...]  # (button, down, up)
    may: tuple[int, ...]
    shooter: tuple[int, ...]

    @property
    def length(self) -> int:
        return max(up for _, _, up in self.downs)


def tap(button: int, held: int) -> Gesture:
    return Gesture(((button, 0, held),), ((link.TAP_FOR, link.TAP_AGAINST)[button],), ())


def hold(button: int, longer: int) -> Gesture:
    """A tap for who is not the shooter: it is let go within TAP_MS."""
    meaning = (link.TAP_FOR, link.TAP_AGAINST)[button]
    return Gesture(((button, 0, HOLD_MS + longer),), (meaning,), (link.TAP_PASS_DICE,))


def lean(button: int, longer: int) -> Gesture:
    return Gesture(((button, 0, TAP_MS + longer),), (), (link.TAP_PASS_DICE,))


def both(first: int, skew: int, longer: int, apart: int) -> Gesture:
    up = skew + BOTH_MS + longer
    return Gesture(((first, 0, up), (1 - first, skew, up + apart)), (link.TAP_CODE,), (link.TAP_CODE,))


def brush(first: int, skew: int, held: int, apart: int) -> Gesture:
    """Both, but not for long: nothing."""
    return Gesture(((first, 0, skew + held), (1 - first, skew, skew + held + apart)), (), ())


button = st.integers(0, 1)
gestures = st.one_of(
    st.builds(tap, button, st.integers(40, 900)),
    st.builds(hold, button, st.integers(60, 500)),
    st.builds(lean, button, st.integers(60, 300)),
    st.builds(both, button, st.integers(0, 120), st.integers(60, 300), st.integers(0, 200)),
    st.builds(brush, button, st.integers(0, 120), st.integers(40, 400), st.integers(0, 200)),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(gestures, min_size=1, max_size=4), st.sampled_from([MAY, SHOOTER]), st.integers(1, 8), st.integers(1, 8),
    st.integers(0, 10**6),
)  # fmt: skip
def test_each_gesture_is_the_one_tap_that_it_means(
    made: list[Gesture], codes: tuple[int, int], make: int, break_: int, seed: int
) -> None:
    edges: list[list[tuple[int, int, int]]] = [[], []]
    wanted: list[int] = []
    at = 10
    for gesture in made:
        for which, down, up in gesture.downs:
            edges[which] += [(at + down, make, 1), (at + up, break_, 0)]
        wanted += gesture.shooter if codes is SHOOTER else gesture.may
        at += gesture.length + PAUSE_MS
    left, right = (bouncing(edges[which], seed + which, at + PAUSE_MS) for which in (0, 1))

    board = Talk(b"board-id", 7, 1, VERSION)
    board.receive(link.encode(link.WELCOME, 1, link.pack(link.WELCOME, 5)), 0)
    board.receive(link.encode(link.LIGHTS, 2, link.pack_lights(5, 1, 30, 96, bytes(codes))), 0)
    debounce, decoder, got = Debounce(0, 0), link.Decoder(), {}
    for now in range(0, len(left), STEP_MS):
        if now % 500 == 0:
            board.receive(link.encode(link.PING, 3, link.pack(link.PING, 5, 0)), now)
        board.buttons(*debounce.update(left[now] | right[now] << 1, now), now)
        for _, kind, _, payload in (frame for wire in board.due(now) for frame in decoder.feed(wire)):
            if kind == link.TAP:
                _, number, _, _, meaning, state = link.unpack(kind, payload)
                got[number] = meaning
                assert state == 30
                board.receive(link.encode(link.ACK, 4, link.pack(link.ACK, 7, number)), now)
    assert [got[number] for number in sorted(got)] == wanted
