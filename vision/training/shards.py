"""Examples in files: made once, read by every training run.

    python -m vision.training.shards FOLDER --count 20000 --seed 1
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training import generator


@dataclass(frozen=True, slots=True)
class Shard:
    """faces (n, 32, 32, 3) uint8, labels (n,) 0..6, kinds (n,) words, values (n,) what lay on the die, 0 = none."""

    faces: np.ndarray
    labels: np.ndarray
    kinds: np.ndarray
    values: np.ndarray

    def save(self, path: Path) -> None:
        """Write the shard to an .npz file."""
        np.savez(path, faces=self.faces, labels=self.labels, kinds=self.kinds, values=self.values)


def load(paths: list[Path]) -> Shard:
    """All shards of `paths` in one; raises ValueError when there is none."""
    if not paths:
        raise ValueError("no shard of examples was given")
    parts = [np.load(path) for path in paths]
    return Shard(*(np.concatenate([part[name] for part in parts]) for name in ("faces", "labels", "kinds", "values")))


def collect(examples: list[generator.Example]) -> Shard:
    """Examples as one shard."""
    return Shard(
        np.stack([example.face for example in examples]),
        np.array([example.label for example in examples], np.int64),
        np.array([example.kind for example in examples]),
        np.array([example.value for example in examples], np.int64),
    )


def make(seed: int, count: int, kind: str | None = None) -> Shard:
    """`count` made-up examples, of one kind or of all; the same seed gives the same ones."""
    rng = np.random.default_rng([20261129, seed])
    return collect([generator.draw(rng, kind) for _ in range(count)])


def main() -> None:
    """Write one shard."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=20000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--kind", choices=sorted(generator.KINDS), help="only this kind")
    given = words.parse_args()
    cv2.setNumThreads(1)
    given.folder.mkdir(parents=True, exist_ok=True)
    make(given.seed, given.count, given.kind).save(given.folder / f"made_{given.seed:03d}.npz")


if __name__ == "__main__":
    main()
