"""How the contacts of a button make and break."""

from __future__ import annotations

import random


def bouncing(edges: list[tuple[int, int, int]], seed: int, until: int) -> list[int]:
    """The level (1: down) of one contact, each millisecond. edges: (at ms, chatter ms, level after).

    A contact that closes or opens makes and breaks for 1 to 8 ms, each state for a fraction of a
    millisecond to a few, before it stays: what oscilloscope traces of tactile switches show.
    """
    chance = random.Random(seed)
    trace, level = [], 0
    for now in range(until):
        current = next(((at, chatter, after) for at, chatter, after in reversed(edges) if now >= at), None)
        if current is not None:
            at, chatter, after = current
            level = after if now - at >= chatter else chance.getrandbits(1)
        trace.append(level)
    return trace
