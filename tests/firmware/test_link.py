"""The wire format: what goes in comes out, and nothing else ever does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import link

frames = st.tuples(
    st.integers(0, 255), st.integers(0, 65535), st.binary(max_size=link.PAYLOAD_MAX), st.integers(0, 255)
)


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in zip(edges, edges[1:], strict=False)]


@given(st.binary(max_size=254))
def test_cobs_gives_back_what_it_took_without_a_zero_in_between(raw: bytes) -> None:
    coded = link.cobs_encode(raw)
    assert 0 not in coded
    assert len(coded) == len(raw) + 1 + (len(raw) == 254 and 0 not in raw)
    assert link.cobs_decode(coded) == raw or len(raw) == 254


@given(frames)
def test_a_frame_fits_64_bytes_and_comes_back(frame: tuple[int, int, bytes, int]) -> None:
    kind, number, payload, version = frame
    wire = link.encode(kind, number, payload, version)
    assert len(wire) <= link.FRAME_MAX
    assert wire.index(0) == len(wire) - 1
    assert link.Decoder().feed(wire) == [(version, kind, number, payload)]


def test_a_payload_too_long_is_refused_when_written() -> None:
    with pytest.raises(ValueError, match="a frame holds 54 bytes, not 55"):
        link.encode(link.TAP, 1, bytes(55))


@given(st.lists(frames, max_size=6), st.lists(st.integers(0, 1000), max_size=12))
def test_frames_come_out_however_the_stream_is_cut(sent: list, cuts: list[int]) -> None:
    stream = b"".join(link.encode(kind, number, payload, version) for kind, number, payload, version in sent)
    decoder = link.Decoder()
    got = [frame for piece in chunks(stream, cuts) for frame in decoder.feed(piece)]
    assert got == [(version, kind, number, payload) for kind, number, payload, version in sent]
    assert decoder.bad == 0


@given(st.lists(st.binary(max_size=200), max_size=8))
def test_any_bytes_are_borne_and_the_next_frame_is_heard(noise: list[bytes]) -> None:
    decoder = link.Decoder()
    for piece in noise:
        decoder.feed(piece)
    decoder.feed(b"\0")
    assert decoder.feed(link.encode(link.PING, 7, link.pack(link.PING, 1, 2)))[-1][1:3] == (link.PING, 7)


@given(st.integers(0, 255), st.binary(max_size=70))
def test_any_payload_is_borne(kind: int, payload: bytes) -> None:
    fields = link.unpack(kind, payload)
    assert fields is None or isinstance(fields, tuple)


@given(frames, st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_never_taken_for_the_frame(frame: tuple, at: int, flip: int) -> None:
    kind, number, payload, version = frame
    wire = bytearray(link.encode(kind, number, payload, version))
    wire[at % len(wire)] ^= flip
    assert (version, kind, number, payload) not in link.Decoder().feed(bytes(wire) + b"\0")


def test_an_endless_stream_without_a_zero_does_not_grow() -> None:
    decoder = link.Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\x55" * 100) == []
    assert len(decoder._held) < link.FRAME_MAX
    decoder.feed(b"\0")
    assert decoder.bad == 1


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (link.TAP, (2**32 - 1, 1, 1, 11, link.TAP_OFF, 55)),
        (link.SHOWN, (1, 2)),
        (link.PONG, (1, 2, 3, 4, 5)),
        (link.WHO, ()),
        (link.WELCOME, (9,)),
        (link.ACK, (1, 2)),
        (link.PING, (1, 2)),
    ],
)
def test_messages_come_back(kind: int, fields: tuple) -> None:
    payload = link.pack(kind, *fields)
    assert link.unpack(kind, payload) == fields
    assert link.unpack(kind, payload + b"x") is None
    assert link.unpack(kind, payload[:-1]) is None or not payload


def test_the_lights_of_twelve_seats_fit_one_frame() -> None:
    codes = bytes(range(24))
    payload = link.pack_lights(1, 2, 3, 96, codes)
    assert len(link.encode(link.LIGHTS, 1, payload)) <= 64
    assert link.unpack(link.LIGHTS, payload) == (1, 2, 3, 96, 0, 12, codes)
    assert link.unpack(link.LIGHTS, payload[:-1]) is None


def test_a_hello_of_a_later_firmware_may_be_longer() -> None:
    payload = link.pack_hello((1, 2, 3), b"12345678", 77, 8, 5, 32, 60, 1000)
    assert link.unpack(link.HELLO, payload + b"more")[:9] == (b"dice", 1, 2, 3, b"12345678", 77, 8, 2, 5)
    assert link.unpack(link.HELLO, b"DICE" + payload[4:]) is None


def test_a_tap_of_no_meaning_or_seat_is_none() -> None:
    assert link.unpack(link.TAP, link.pack(link.TAP, 1, 1, 1, 0, 99, 1)) is None
    assert link.unpack(link.TAP, link.pack(link.TAP, 1, 1, 1, 12, 1, 1)) is None


def test_only_the_right_word_ends_the_program() -> None:
    assert link.unpack(link.LEAVE, link.pack_leave(1)) == (b"STOP", 1)
    assert link.unpack(link.LEAVE, b"PLAY\x01") is None
