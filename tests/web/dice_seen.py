"""Throws as a camera's reading tells them, for tests of the page about the dice."""

from __future__ import annotations

import random
from collections.abc import Sequence

from web.tally import Tally

WHITE, RED, BLUE = (86, -1, 5), (42, 52, 29), (40, 13, -47)
FAIR = (1.0,) * 6


def reading(dice: Sequence[tuple[Sequence[int], int]]) -> dict:
    """What is in the ledger of (colour, value) of each die."""
    return {"dice": [{"value": value, "colour": list(colour)} for colour, value in dice], "looks": 1}


def throws_of(tally: Tally, seed: int, throws: int, colours=(WHITE, RED), weights=(FAIR, FAIR)) -> Tally:
    """The tally after some more throws of two dice, each with its own weights."""
    chance = random.Random(seed)
    for _ in range(throws):
        values = [chance.choices(range(1, 7), each)[0] for each in weights]
        tally = tally.with_throw("Alice", tuple(sorted(values)), reading(list(zip(colours, values, strict=True))))
    return tally
