"""Plays recorded vectors through the firmware and says what came of them.

Runs on MicroPython and CPython alike: `play_vectors.py VECTORS.json` prints the results as JSON.
`record_vectors.py` makes the file.
"""

import binascii
import json
import sys


def hexed(data):
    return binascii.hexlify(bytes(data)).decode()


def plain(fields):
    return None if fields is None else [hexed(one) if isinstance(one, (bytes, bytearray)) else one for one in fields]


def play_stream(chunks):
    """Chunks of bytes (hex) -> the frames in them with their fields, and how much was no frame."""
    from firmware import link

    decoder = link.Decoder()
    frames = []
    for chunk in chunks:
        for version, kind, number, payload in decoder.feed(binascii.unhexlify(chunk)):
            frames.append([version, kind, number, hexed(payload), plain(link.unpack(kind, payload))])
    return {"frames": frames, "bad": decoder.bad}


def play_board(board):
    """Steps [now, bytes in hex, raw buttons] -> what the board sends and shows at each step."""
    from firmware.pads import Debounce
    from firmware.talk import Talk

    seats = board["seats"]
    steps = board["steps"]
    debounce = Debounce(steps[0][2], steps[0][0])
    talk = Talk(b"vectors!", 0x1234ABCD, seats, (1, 0, 0), steps[0][2])
    out = []
    last = None
    for now, data, raw in steps:
        talk.receive(binascii.unhexlify(data), now)
        pressed, released = debounce.update(raw, now)
        talk.buttons(pressed, released, now)
        frames = [hexed(frame) for frame in talk.due(now)]
        codes = hexed(talk.codes(now))
        lights = hexed([part for one in talk.colours(now) for part in one])
        if frames or codes != last:
            out.append([now, frames, codes, lights])
        last = codes
    return out


def play(vectors):
    return {
        "streams": [play_stream(one["chunks"]) for one in vectors["streams"]],
        "boards": [play_board(one) for one in vectors["boards"]],
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        print(json.dumps(play(json.load(file))))
