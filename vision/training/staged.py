"""Faces cut from this project's own simulated table, by its exact truth, in good and in bad light.

    python -m vision.training.staged FOLDER --count 1500

Tables 101 and up train (`staged_000.npz`), tables 1 to 99 are held out (`held_staged.npz`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.facenet import cut_face
from vision.simulate.scenes import Still, still
from vision.training.generator import Example, jittered
from vision.training.shards import collect


def examples(seed: int, count: int, tables: range) -> Iterator[Example]:
    """`count` pictures of two dice, each die twice; the first one has now and then glare, dirt or a card on it."""
    rng = np.random.default_rng([77, seed])
    table = tables.start
    for index in range(count):
        if index % 8 == 0:
            table = int(rng.integers(tables.start, tables.stop))
        yield from _of_one(rng, seed * 100_000 + index, table)


def _of_one(rng: np.random.Generator, seed: int, table: int) -> Iterator[Example]:
    values = [int(v) for v in rng.integers(1, 7, 2)]
    options = dict(
        table=table,
        exposure=float(rng.choice([0.0, 0.0, rng.uniform(-1.5, 1.0)])),
        jpeg=None if rng.random() < 0.5 else int(rng.integers(60, 96)),
        contact=float(rng.uniform(-0.9, 0.9)) if rng.random() < 0.2 else None,
    )
    trouble = rng.choice(["none", "glare", "dirt", "hidden"], p=[0.45, 0.25, 0.15, 0.15])
    clean = still(seed, values, **options)
    if trouble == "none":
        for die in clean.truth["dice"]:
            yield from _copies(rng, clean.image, die, die["value"], "staged")
        return
    if trouble == "hidden":
        seen = still(seed, values, hidden=float(rng.uniform(0.2, 0.7)), **options)
        yield from _copies(rng, seen.image, seen.truth["dice"][0], 0, "staged_hidden")
        return
    at = (0.0, 0.0) if rng.random() < 0.6 else tuple(float(v) for v in rng.integers(-1, 2, 2))
    spread = float(rng.uniform(0.06, 0.2))
    spoilt = (
        still(seed, values, glare_at=at, glare_spread=spread, **options)
        if trouble == "glare"
        else still(seed, values, dirt_at=at, **options)
    )
    label = _still_told(clean, spoilt, values[0], trouble)
    if label is not None:
        yield from _copies(rng, spoilt.image, spoilt.truth["dice"][0], label, f"staged_{trouble}")


def _still_told(clean: Still, spoilt: Still, value: int, trouble: str) -> int | None:
    """The first die's value if all its pips still stand out and its middle is as it was, 0 if not, None between."""
    die = clean.truth["dice"][0]
    before, after = (_contrasts(picture.image, die) for picture in (clean, spoilt))
    left = float((after / np.maximum(before, 1)).min())
    if before.min() < 20:
        return None
    if value in (2, 4):
        middle, reach = np.array(die["center"]), max(1, round(0.06 * die["edge_px"]))
        change = np.abs(_spot(spoilt.image, middle, reach) - _spot(clean.image, middle, reach)).max()
        if change > 25:
            return 0
        if change > 10:
            return None
    if left < 0.2:
        return 0
    return value if left > 0.45 and trouble != "dirt" else None


def _spot(image: np.ndarray, at: np.ndarray, reach: int) -> np.ndarray:
    """Mean colour of the square of +-reach pixels."""
    x, y = (round(float(c)) for c in at)
    return image[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1].reshape(-1, 3).mean(axis=0)


def _contrasts(image: np.ndarray, die: dict) -> np.ndarray:
    """Of each pip: grey levels by which it differs from the face half way between it and the next site."""
    across = (np.array(die["corners"][1]) - np.array(die["corners"][0])) * 0.135
    reach = max(0, round(0.03 * die["edge_px"]))
    out = []
    for pip in np.array(die["pips"]):
        inside = _spot(image, pip, reach)
        beside = np.mean([_spot(image, pip + across, reach), _spot(image, pip - across, reach)], axis=0)
        out.append(np.abs(inside - beside).max())
    return np.array(out)


def _copies(rng: np.random.Generator, image: np.ndarray, die: dict, label: int, kind: str) -> Iterator[Example]:
    quad = np.array(die["corners"], np.float64)
    for _ in range(2):
        turned = np.roll(quad, int(rng.integers(4)), axis=0)
        yield Example(cut_face(image, jittered(rng, turned)), label, kind, die["value"])


def main() -> None:
    """Write both halves."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=1500)
    given = words.parse_args()
    cv2.setNumThreads(1)
    collect(list(examples(2, given.count // 4, range(1, 100)))).save(given.folder / "held_staged.npz")
    collect(list(examples(1, given.count, range(101, 300)))).save(given.folder / "staged_000.npz")


if __name__ == "__main__":
    main()
