"""Whole pictures for the finder cut from rendered pictures and from the simulated table, by their exact truth.

    python -m vision.training.whole_cut FOLDER --renders RENDERS --simulated 600

One in four rendered files and the simulated tables 1 to 199 are held out (`held_*.npz`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.simulate.scenes import still
from vision.training.crops import held_out, labelled, quad_of
from vision.training.whole import FOUND_SHARE, FOUND_TILT, Whole, save, tile

#: Parts cut from one rendered picture to train and to judge by, and the scales at which it may be seen.
PARTS, PARTS_HELD = 8, 3
SCALES = (0.3, 0.85)


def shrunk(rng: np.random.Generator, image: np.ndarray, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A picture at half its size or thereabouts, and its faces (n, 4, 2)."""
    scale = 0.5 if rng.random() < 0.5 else float(np.exp(rng.uniform(*np.log(SCALES))))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small, (quads + 0.5) * scale - 0.5


def rendered(rng: np.random.Generator, renders: Path, held: bool) -> Iterator[Whole]:
    """Parts of the rendered pictures of one half."""
    for item in labelled(renders):
        if held_out(item.name) != held:
            continue
        image = cv2.imread(str(item.path))
        quads = np.array([quad_of(die) for die in item.dice]).reshape(-1, 4, 2)
        values = np.array([die["value"] for die in item.dice], int)
        wanted = np.array(
            [die["tilt_deg"] < FOUND_TILT and die["visible_top"] > FOUND_SHARE for die in item.dice], bool
        )
        for _ in range(PARTS_HELD if held else PARTS):
            yield _part_with_dice(rng, *shrunk(rng, image, quads), values, wanted)


def _part_with_dice(
    rng: np.random.Generator, image: np.ndarray, quads: np.ndarray, values: np.ndarray, wanted: np.ndarray
) -> Whole:
    """A part that has a face in it more often than chance would."""
    part = tile(rng, image, quads, values, wanted)
    for _ in range(6):
        if part.wanted.any() or rng.random() < 0.2:
            break
        part = tile(rng, image, quads, values, wanted)
    return part


def simulated(rng: np.random.Generator, count: int, tables: range) -> Iterator[Whole]:
    """Parts of `count` pictures of the simulated table."""
    table = tables.start
    for index in range(count):
        if index % 6 == 0:
            table = int(rng.integers(tables.start, tables.stop))
        values = [int(v) for v in rng.integers(1, 7, int(rng.integers(1, 5)))]
        touching = float(rng.uniform(-0.9, 0.9)) if len(values) == 2 and rng.random() < 0.3 else None
        seen = still(
            int(rng.integers(1 << 30)), values, table=table, exposure=float(rng.choice([0.0, rng.uniform(-1.5, 1.0)])),
            contact=touching, jpeg=int(rng.integers(60, 96)),
        )  # fmt: skip
        quads = np.array([die["corners"] for die in seen.truth["dice"]])
        shown = np.array([die["value"] for die in seen.truth["dice"]], int)
        small, quads = shrunk(rng, seen.image, quads)
        for _ in range(2):
            yield _part_with_dice(rng, small, quads, shown, np.ones(len(shown), bool))


def main() -> None:
    """Write both halves of both."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--renders", type=Path)
    words.add_argument("--simulated", type=int, default=600)
    given = words.parse_args()
    cv2.setNumThreads(1)
    given.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(45)
    if given.renders:
        save(given.folder / "rend_0.npz", rendered(rng, given.renders, held=False))
        save(given.folder / "held_rend.npz", rendered(rng, given.renders, held=True))
    if given.simulated:
        save(given.folder / "sim_0.npz", simulated(rng, given.simulated, range(200, 600)))
        save(given.folder / "held_sim.npz", simulated(rng, given.simulated // 8, range(100, 200)))


if __name__ == "__main__":
    main()
