"""What the network makes of examples it never saw: accuracy, confusion, reliability, washed-out pips, time.

    python -m vision.training.report SHARD.npz [...] [--weights FILE.onnx]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

from vision.facenet import FaceNet
from vision.training import generator, shards

THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


def confusion(labels: np.ndarray, chances: np.ndarray) -> str:
    """Rows: class, columns: the likeliest one."""
    said = chances.argmax(axis=1)
    lines = ["class      " + "".join(f"{c:6}" for c in range(7))]
    for label in range(7):
        row = [int(((labels == label) & (said == c)).sum()) for c in range(7)]
        lines.append(f"{label:5}      " + "".join(f"{n:6}" for n in row))
    return "\n".join(lines)


def coverage(labels: np.ndarray, chances: np.ndarray) -> str:
    """At each threshold on the chance of the best number: shares of faces taken, of others taken, wrong numbers."""
    value, sure = chances[:, 1:].argmax(axis=1) + 1, chances[:, 1:].max(axis=1)
    face = labels > 0
    lines = ["threshold   right%   wrong number   class 0 taken for a number"]
    for limit in THRESHOLDS:
        taken = sure >= limit
        right = (taken & face & (value == labels)).sum() / max(face.sum(), 1)
        wrong, stray = int((taken & face & (value != labels)).sum()), int((taken & ~face).sum())
        lines.append(f"{limit:9}  {right:7.2%}   {wrong:5} of {face.sum():<6} {stray:5} of {(~face).sum()}")
    return "\n".join(lines)


def reliability(labels: np.ndarray, chances: np.ndarray) -> str:
    """In bands of the chance of the likeliest class: how often it was right, and the calibration error."""
    said, sure = chances.argmax(axis=1), chances.max(axis=1)
    right = said == labels
    edges = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001]
    lines, error = ["chance        n    mean chance   right"], 0.0
    for low, high in zip(edges, edges[1:], strict=False):
        band = (sure >= low) & (sure < high)
        if band.any():
            claimed, found = sure[band].mean(), right[band].mean()
            lines.append(f"{low:.2f}-{min(high, 1):.2f} {band.sum():6}   {claimed:9.3f}   {found:.3f}")
            error += abs(claimed - found) * band.mean()
    return "\n".join([*lines, f"calibration error {error:.4f}"])


def tell(name: str, net: FaceNet, shard: shards.Shard) -> None:
    """Print all of it for one set."""
    chances = net.classify(shard.faces)
    print(f"\n== {name}: {len(shard.labels)} examples, {(chances.argmax(axis=1) == shard.labels).mean():.2%} right")
    print(confusion(shard.labels, chances))
    print(coverage(shard.labels, chances))
    print(reliability(shard.labels, chances))
    sure = chances[:, 1:].max(axis=1)
    for kind in sorted(set(shard.kinds.tolist())):
        none = (shard.kinds == kind) & (shard.labels == 0)
        if none.any():
            print(f"class 0 by kind: {kind:18} {none.sum():6}  over 0.9: {int((sure[none] >= 0.9).sum())}")


def washed_out(net: FaceNet, count: int, seed: int = 77) -> None:
    """Print how often a face without its middle pip is taken for the smaller number."""
    rng = np.random.default_rng(seed)
    drawn = [generator.draw(rng, "washed") for _ in range(count)]
    chances = net.classify(np.stack([example.face for example in drawn]))
    for kind in ("washed_glare", "washed_scrap"):
        for value in (1, 3, 5):
            chosen = np.array([example.kind == kind and example.value == value for example in drawn])
            smaller = chances[chosen, value - 1] if value > 1 else chances[chosen, 1:].max(axis=1)
            shares = "  ".join(f"{limit}: {int((smaller >= limit).sum())}" for limit in THRESHOLDS)
            print(f"{kind}  {value} -> {value - 1}  of {chosen.sum()}, at or over  {shares}")


def main() -> None:
    """Report on shards, on washed-out faces, and on time."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("shards", type=Path, nargs="*")
    words.add_argument("--weights", type=Path)
    words.add_argument("--fresh", type=int, default=6000, help="made-up examples of a seed that no training run used")
    given = words.parse_args()
    cv2.setNumThreads(1)
    net = FaceNet(given.weights)
    tell("made up", net, shards.make(9999, given.fresh))
    for path in given.shards:
        tell(path.name, net, shards.load([path]))
    washed_out(net, 4000)
    rng = np.random.default_rng(0)
    for count in (2, 18):
        faces = np.stack([generator.draw(rng, "plain").face for _ in range(count)])
        times = []
        for _ in range(60):
            start = time.perf_counter()
            net.classify(faces)
            times.append(time.perf_counter() - start)
        print(f"{count} faces: {np.median(times) * 1000:.2f} ms")


if __name__ == "__main__":
    main()
