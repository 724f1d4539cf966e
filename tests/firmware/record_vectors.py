"""Makes vectors.json: byte streams and evenings of a board, and what CPython made of them.

    python tests/firmware/record_vectors.py

Look at the difference before it is committed: a vector that changes is a wire format that changed.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE)]

from play_vectors import hexed, play  # noqa: E402

from firmware import link  # noqa: E402


def streams(chance: random.Random) -> list[dict]:
    """Good frames, damaged, doubled, cut, overlong and plain noise."""
    made = [
        [hexed(link.encode(link.WHO, 1))],
        [hexed(link.encode(kind, 9, bytes(size))) for kind, size in ((0, 0), (255, 54), (link.ACK, 8))],
        ["00" * 40, "ff" * 300, "00", "03", "00", hexed(link.encode(link.PING, 65535, link.pack(link.PING, 1, 2)))],
        [hexed(link.encode(link.HELLO, 3, b"", version=9)), hexed(link.encode(link.LEAVE, 4, link.pack_leave(0)))],
    ]
    for _ in range(40):
        wire = bytearray()
        for _ in range(chance.randrange(1, 6)):
            kind = chance.choice([*range(1, 5), *range(16, 22)])
            payload = chance.randbytes(chance.choice([0, 1, 4, 5, 8, 15, 18, 19, 20, 54]))
            frame = bytearray(link.encode(kind, chance.randrange(65536), payload))
            if chance.random() < 0.4:
                frame[chance.randrange(len(frame))] = chance.randrange(256)
            wire += frame * chance.choice([1, 1, 1, 2])
            if chance.random() < 0.3:
                wire += chance.randbytes(chance.randrange(90))
        cuts = sorted(chance.randrange(len(wire) + 1) for _ in range(chance.randrange(5)))
        made.append([hexed(wire[start:end]) for start, end in zip([0, *cuts], [*cuts, len(wire)], strict=True)])
    return [{"chunks": chunks} for chunks in made]


def board(chance: random.Random, seats: int) -> dict:
    """Some seconds of a board: a controller that greets, lights, noise, silence, and fingers that press."""
    steps, raw, session, lights_no, boot = [], 0, 77, 0, 0x1234ABCD
    down: dict[int, int] = {}
    acked = 0
    for now in range(0, 9000, 3):
        data = b""
        if now == 600:
            data = link.encode(link.WELCOME, 1, link.pack(link.WELCOME, session))
        silent = 4000 < now < 5600
        if now > 600 and not silent:
            if now % 240 == 0:
                data += link.encode(link.PING, now, link.pack(link.PING, session, now))
            if chance.random() < 0.01:
                lights_no += 1
                codes = bytes(chance.randrange(20) for _ in range(2 * seats))
                data += link.encode(link.LIGHTS, now, link.pack_lights(session, lights_no, 1000 + now, 96, codes))
            if chance.random() < 0.01:
                acked += chance.randrange(2)
                data += link.encode(link.ACK, now, link.pack(link.ACK, boot, acked))
            if chance.random() < 0.01:
                data += chance.randbytes(chance.randrange(1, 80)) + b"\0"
            if chance.random() < 0.002:
                data += link.encode(link.WHO, now)
        if chance.random() < 0.02:
            button = chance.randrange(2 * seats)
            down.setdefault(button, now + chance.choice([40, 80, 150, 1300, 1700]))
        raw = sum(1 << button for button, until in down.items() if now < until)
        down = {button: until for button, until in down.items() if now < until + 30}
        steps.append([now, hexed(data), raw])
    return {"seats": seats, "steps": [step for at, step in enumerate(steps) if step[1] or at % 2 == 0]}


def main() -> None:
    chance = random.Random(20)
    vectors = {"streams": streams(chance), "boards": [board(chance, seats) for seats in (1, 4)]}
    vectors["results"] = play(vectors)
    (HERE / "vectors.json").write_text(json.dumps(vectors, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
