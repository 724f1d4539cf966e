"""The wire between a pad board and the controller; both ends import this very file.

A frame is  COBS(version, kind, number, payload, CRC-32)  and a closing zero, at most 64 bytes in
all. firmware/README.md has every byte. Nothing in a received byte stream can make `Decoder` raise:
what is no frame is counted in `Decoder.bad` and left out.

Runs on MicroPython and CPython alike.
"""

import binascii
import struct

LINK_VERSION = 1
FRAME_MAX = 64  # bytes on the wire, with the closing zero
_HEAD = "<BBH"  # version, kind, number
_HEAD_SIZE = 4
_CRC_SIZE = 4
PAYLOAD_MAX = FRAME_MAX - 2 - _HEAD_SIZE - _CRC_SIZE  # 2: one byte of COBS and the zero
SEATS_MAX = 12

# Kinds of message: below 16 the board speaks, from 16 on the controller.
HELLO = 0x01
TAP = 0x02
SHOWN = 0x03
PONG = 0x04
WHO = 0x10
WELCOME = 0x11
ACK = 0x12
LIGHTS = 0x13
PING = 0x14
LEAVE = 0x15

# What a tap means.
TAP_FOR = 1
TAP_AGAINST = 2
TAP_OFF = 3
TAP_PASS_DICE = 4
TAP_CODE = 5
TAP_HERE = 6
TAP_WORDS = {
    TAP_FOR: "for",
    TAP_AGAINST: "against",
    TAP_OFF: "off",
    TAP_PASS_DICE: "pass_dice",
    TAP_CODE: "code",
    TAP_HERE: "here",
}

# How a board leaves its program (payload of LEAVE).
LEAVE_TO_PROMPT = 0
LEAVE_TO_LOADER = 1
_LEAVE_WORD = b"STOP"

_MAGIC = b"dice"
_LAYOUTS = {
    # magic, firmware major minor patch, board id, boot id, seats, lights a seat, oldest tap kept,
    # frame size, taps kept at most, resend every ms, silence that means "not connected" in ms
    HELLO: "<4sBBB8sIBBIBBHH",
    TAP: "<IIIBBI",  # boot id, tap number, oldest tap kept, seat, meaning, state number its light showed
    SHOWN: "<II",  # session, number of the lights shown
    PONG: "<IIIHH",  # boot id, token of the ping, number of the lights shown, bad frames, taps kept
    WHO: "<",
    WELCOME: "<I",  # session
    ACK: "<II",  # boot id, every tap up to this number is decided
    LIGHTS: "<IIIBBB",  # session, number, state number, brightness, first seat, seats; then 2 bytes a seat
    PING: "<II",  # session, token
    LEAVE: "<4sB",
}
_SIZES = {kind: struct.calcsize(layout) for kind, layout in _LAYOUTS.items()}


def cobs_encode(raw):
    """`raw` (at most 254 bytes) without a zero in it, one byte longer."""
    out = bytearray(1)
    run = 0
    for byte in raw:
        if byte:
            out.append(byte)
        else:
            out[run] = len(out) - run
            run = len(out)
            out.append(0)
    out[run] = len(out) - run
    return bytes(out)


def cobs_decode(coded):
    """What was encoded, or None when these bytes cannot be the work of `cobs_encode`."""
    out = bytearray()
    at = 0
    size = len(coded)
    while at < size:
        code = coded[at]
        end = at + code
        if code == 0 or end > size:
            return None
        for index in range(at + 1, end):
            byte = coded[index]
            if byte == 0:
                return None
            out.append(byte)
        at = end
        if at < size:
            if code == 255:
                return None  # only blocks of 255 leave out a zero, and no frame is that long
            out.append(0)
    return bytes(out)


def encode(kind, number, payload=b"", version=LINK_VERSION):
    """One frame, ready for the wire. `number` counts the frames sent (16 bits, wraps)."""
    if len(payload) > PAYLOAD_MAX:
        raise ValueError(f"a frame holds {PAYLOAD_MAX} bytes, not {len(payload)}")
    raw = struct.pack(_HEAD, version, kind, number & 0xFFFF) + payload
    raw += struct.pack("<I", binascii.crc32(raw) & 0xFFFFFFFF)
    return cobs_encode(raw) + b"\0"


class Decoder:
    """Frames out of a byte stream, a few bytes at a time.

    `feed(b"...")` returns a list of (version, kind, number, payload). `bad` counts stretches
    between two zeros that were no frame.
    """

    def __init__(self):
        self._held = bytearray()
        self._overlong = False
        self.bad = 0

    def feed(self, data):
        frames = []
        for byte in data:
            if byte:
                if len(self._held) < FRAME_MAX - 1:
                    self._held.append(byte)
                else:
                    self._overlong = True
            elif self._held:
                frame = None if self._overlong else _open(self._held)
                if frame is None:
                    self.bad += 1
                else:
                    frames.append(frame)
                self._held = bytearray()
                self._overlong = False
        return frames


def _open(coded):
    raw = cobs_decode(coded)
    if raw is None or len(raw) < _HEAD_SIZE + _CRC_SIZE:
        return None
    body = raw[:-_CRC_SIZE]
    if struct.unpack("<I", raw[-_CRC_SIZE:])[0] != binascii.crc32(body) & 0xFFFFFFFF:
        return None
    version, kind, number = struct.unpack(_HEAD, body[:_HEAD_SIZE])
    return version, kind, number, body[_HEAD_SIZE:]


def pack(kind, *fields):
    """The payload of a message with these fields (LIGHTS: use `pack_lights`)."""
    return struct.pack(_LAYOUTS[kind], *fields)


def unpack(kind, payload):
    """The fields of a message as a tuple, or None when the payload does not fit its kind.

    A HELLO may be longer than this version knows: boards of a later firmware add fields at the end.
    LIGHTS gives its six numbers and then the bytes of the seats.
    """
    layout = _LAYOUTS.get(kind)
    if layout is None:
        return None
    size = _SIZES[kind]
    if len(payload) < size or (len(payload) > size and kind not in (HELLO, LIGHTS)):
        return None
    fields = struct.unpack(layout, payload[:size]) if size else ()
    if kind == LIGHTS:
        rest = payload[size:]
        if len(rest) != 2 * fields[5] or fields[4] + fields[5] > SEATS_MAX:
            return None
        return fields + (rest,)
    if kind == HELLO and fields[0] != _MAGIC:
        return None
    if kind == LEAVE and fields[0] != _LEAVE_WORD:
        return None
    if kind == TAP and (fields[4] not in TAP_WORDS or fields[3] >= SEATS_MAX):
        return None
    return fields


def pack_hello(version, board_id, boot_id, seats, oldest, queue, resend_ms, silence_ms):
    """The payload of HELLO. `board_id` 8 bytes, `boot_id` 32 bits drawn at each start."""
    return pack(
        HELLO, _MAGIC, version[0], version[1], version[2], board_id, boot_id, seats, 2, oldest, FRAME_MAX, queue,
        resend_ms, silence_ms,
    )  # fmt: skip


def pack_lights(session, number, state, brightness, codes, first=0):
    """The payload of LIGHTS. `codes`: two bytes a seat, what its left and right light mean."""
    return pack(LIGHTS, session, number, state, brightness, first, len(codes) // 2) + bytes(codes)


def pack_leave(how):
    return pack(LEAVE, _LEAVE_WORD, how)
