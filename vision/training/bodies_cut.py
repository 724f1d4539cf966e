"""Bodies cut from labelled rendered pictures and from the simulated table, for the cube network.

    python -m vision.training.bodies_cut FOLDER --renders RENDERS --simulated 1100

Rendered files go whole to one half: one in four is held out. Simulated tables 1 to 99 are held out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.cube import crossing
from vision.cube_net import cut_body
from vision.simulate.scenes import Still, still
from vision.training.bodies import Body, as_arrays, as_found
from vision.training.crops import held_out, labelled


def of_quad(rng: np.random.Generator, image: np.ndarray, quad: np.ndarray, middle: np.ndarray, **truth) -> Body:
    """An example from a picture: the top's corners (4, 2) and the body's centre (2,), both px."""
    edge = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()
    patch, turn = cut_body(image, as_found(rng, quad))
    return Body(patch, tuple(turn.T @ ((crossing(quad) - middle) * 2 / edge)), **truth)


def rendered(renders: Path, held: bool, copies: int) -> Iterator[Body]:
    """Every die of the labelled pictures of one half, `copies` times, each time with other corners."""
    rng = np.random.default_rng(5)
    for picture in labelled(renders):
        image = cv2.imread(str(picture.path)) if held_out(picture.name) == held else None
        if image is None:
            continue
        flat = [die for die in picture.dice if die["tilt_deg"] < 5]
        for die in picture.dice:
            if die["visible_top"] < 0.35 or die["tilt_deg"] > 50:
                continue
            on_die = die["visible_top"] > 0.9 and any(_below(other, die) for other in flat)
            quad, middle = np.array(die["top_corners_px"]) - 0.5, np.array(die["center_px"]) - 0.5
            for _ in range(copies):
                yield of_quad(rng, image, quad, middle, covered=1 - die["visible_top"], on_die=on_die,
                              tilt_deg=die["tilt_deg"])  # fmt: skip


def _below(other: dict, die: dict) -> bool:
    """Whether the other die lies under this one: hardly seen, and nearer than dice can lie beside each other."""
    apart = np.hypot(*np.subtract(other["center_px"], die["center_px"]))
    return other is not die and other["visible_top"] < 0.5 and bool(apart < die["edge_px"])


def simulated(seed: int, count: int, tables: range) -> Iterator[Body]:
    """Dice of the simulated table: flat, raised at one edge, stacked, under a card, touching."""
    rng = np.random.default_rng(seed)
    table, size = tables.start, None
    for index in range(count):
        if index % 10 == 0:
            table = int(rng.integers(tables.start, tables.stop))
            size = None if rng.random() < 0.5 else float(rng.choice([20, 24, 30, 40, 50]))
        kind = rng.choice(["flat", "tilt_deg", "stacked", "hidden", "contact"], p=[0.3, 0.45, 0.1, 0.05, 0.1])
        how = {
            "flat": None,
            "tilt_deg": float(rng.uniform(2, 45) if rng.random() < 0.5 else rng.uniform(2, 16)),
            "stacked": tuple(rng.uniform(-0.45, 0.45, 2)),
            "hidden": float(rng.uniform(0.15, 0.8)),
            "contact": float(rng.uniform(-0.95, 0.95)),
        }[str(kind)]
        picture = still(
            seed * 10_000 + index, [int(v) for v in rng.integers(1, 7, 2)], table=table, die_px=size,
            jpeg=int(rng.integers(60, 96)) if rng.random() < 0.5 else None,
            exposure=float(rng.choice([0, 0, rng.uniform(-1.5, 0.5)])), **({} if how is None else {str(kind): how}),
        )  # fmt: skip
        yield from _of_still(rng, picture, str(kind), how)


def _of_still(rng: np.random.Generator, picture: Still, kind: str, how) -> Iterator[Body]:
    for index, die in enumerate(picture.truth["dice"]):
        if kind == "stacked" and index == 0:
            continue
        covered = how if kind == "hidden" and index == 0 else 0.0
        for _ in range(2):
            yield of_quad(rng, picture.image, np.array(die["corners"]), np.array(die["body"]), covered=covered,
                          on_die=kind == "stacked", tilt_deg=die["tilt_deg"])  # fmt: skip


def main() -> None:
    """Write the files that `vision.training.leans` learns from, beside those of `vision.training.bodies`."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--renders", type=Path)
    words.add_argument("--simulated", type=int, default=1100)
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.renders:
        np.savez(given.folder / "rend.npz", **as_arrays(list(rendered(given.renders, False, 14))))
        np.savez(given.folder / "held_rend.npz", **as_arrays(list(rendered(given.renders, True, 4))))
    if given.simulated:
        np.savez(given.folder / "sim.npz", **as_arrays(list(simulated(902, given.simulated, range(101, 100_000)))))
        np.savez(given.folder / "held_sim.npz", **as_arrays(list(simulated(900, 150, range(1, 100)))))


if __name__ == "__main__":
    main()
