"""One thing changed step by step: what the reader reads, what it refuses, and that it is never wrong.

Each test's result is a table (`-s` shows it, a failure bears it). Of every sweep a fixed part is read, so that all of
them take less than a minute; `DICETABLE_SWEEPS=all` reads every step on four tables, which takes some ten minutes.
The same tables: `python tests/bench/simulated_reading_bench.py --sweeps all`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from vision.reader import Reader
from vision.readings import Reading
from vision.simulate.outcomes import outcome
from vision.simulate.scenes import Still
from vision.simulate.sweeps import SWEEPS, TABLES, Case, cases

WHOLE = os.environ.get("DICETABLE_SWEEPS") == "all"


@dataclass(frozen=True)
class Part:
    """What is read of a sweep, and what is asked of the reader beside never being wrong.

    thin: every so manyth step. read: least share read of what must be read. either: the same of what may be refused.
    right: least share of the best reason among the refusals of what must be refused. tables: seeds of tables.
    """

    thin: int
    read: float = 0.0
    either: float = 0.0
    right: float = 0.0
    tables: tuple[int, ...] = (13, 20)


CALIBRATED = {
    "tilt": Part(4, read=0.6, right=0.85),
    "cocked": Part(5, right=0.85),
    "stacked": Part(4, right=0.55),
    "contact": Part(6, read=0.85),
    "rotation": Part(23, read=0.93),
    "blur": Part(4, read=0.75, either=0.2),
    "exposure": Part(4, read=0.6, either=0.2),
    "jpeg": Part(5, read=0.8, either=0.6),
    "glare": Part(5, either=0.05),
    "dirt": Part(4, either=0.8),
    "hidden": Part(7, either=0.05, right=0.8),
    "scale": Part(5, read=0.8, tables=(20,)),
    "flicker": Part(4, read=0.8, either=0.7),
}
#: One picture and nothing else: no surface, no picture of the empty table.
PLAIN = {
    "tilt": Part(5, right=0.8, tables=(20,)),
    "cocked": Part(7, right=0.6, tables=(13,)),
    "stacked": Part(4, right=0.45, tables=(20,)),
    "contact": Part(6, read=0.6, tables=(20,)),
    "rotation": Part(31, read=0.75, tables=(20,)),
    "blur": Part(5, read=0.5, either=0.1, tables=(20,)),
    "exposure": Part(5, read=0.9, either=0.5, tables=(20,)),
    "glare": Part(5, tables=(13,)),
    "dirt": Part(4, either=0.6, tables=(20,)),
    "hidden": Part(9, right=0.4, tables=(13,)),
    "scale": Part(7, read=0.4, tables=(20,)),
}


#: Known to be wrong, and to be cured: a die on a chip, 16 degrees, clear red on black, is read in a plain picture.
STILL_WRONG = pytest.mark.xfail(reason="a lean of 16 degrees is overlooked in one plain picture", strict=False)


def picked(name: str, part: Part) -> Iterator[Case]:
    """The steps that are read: on each table others, so that together they are nearer to all."""
    for k, table in enumerate(TABLES if WHOLE else part.tables):
        yield from cases(name, table, 1 if WHOLE else part.thin, 0 if WHOLE else k * (part.thin // 2))


class Calibrated:
    """Reads with the surface of each still, keeping the reader while the surface is the same."""

    def __init__(self) -> None:
        self._reader = Reader(dice=2)

    def __call__(self, still: Still) -> Reading:
        if self._reader.surface is not still.surface:
            self._reader = Reader(dice=2, surface=still.surface)
        return self._reader.read(still.image)


def check(name: str, part: Part, how: str, read) -> None:
    table = outcome(f"{name}, {how}", picked(name, part), read)
    told = "\n".join(["", table.text(), *(f"  needless {line}" for line in table.missed)])
    print(told)
    assert not table.wrong, told
    for expect, least in (("read", part.read), ("either", part.either)):
        share = table.share_read(expect)
        assert share is None or share >= least, f"{expect}: {share:.3f} of at least {least}{told}"
    share = table.share_right()
    assert share is None or share >= part.right, f"right reason: {share:.3f} of at least {part.right}{told}"


def test_every_sweep_is_read():
    assert set(CALIBRATED) == set(SWEEPS)


@pytest.mark.parametrize("name", CALIBRATED)
def test_on_a_calibrated_table(name):
    check(name, CALIBRATED[name], "calibrated", Calibrated())


@pytest.mark.parametrize("name", [pytest.param(n, marks=STILL_WRONG) if n == "cocked" else n for n in PLAIN])
def test_in_a_plain_picture(name):
    reader = Reader(dice=2)
    check(name, PLAIN[name], "plain picture", lambda still: reader.read(still.image))

