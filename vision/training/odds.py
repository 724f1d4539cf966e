"""Fits the boosted trees of `vision/evidence.py` to labelled pictures.

    python -m vision.training.odds FOLDER [FOLDER ...] --made 800

A folder holds pictures with truth.json or labels.json that tells where the dice lie. Every face that the proposals
turn up is a sample: right when it has the value, the place and the size of a die, wrong when it lies elsewhere or
has another value there. Faces that are neither (a side, a square a little misplaced) and prints, which look like dice
and are told by other means, are left out; the faces of one die share one weight. Made-up pictures
(`vision.training.whole`) count half; they show many more kinds of dice, cloth and light than were ever photographed.
Half of the labelled pictures, by the hash of their names, is held out first to print what the fit is worth. Needs
scikit-learn, which nothing else here does.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import candidates
from vision.candidates import Face, find_faces
from vision.evidence import WEIGHTS, features
from vision.finder import together
from vision.pips import pyramid
from vision.training.whole import draw_full

#: Edges of dice in made-up pictures, pixels; what their samples weigh; the half that belongs to neither.
MADE_EDGES, MADE_WEIGHT, NEITHER = (18.0, 60.0), 0.5, 2
#: Largest edge looked for in them, about.
LARGEST = 125.0
#: Seed of the fits, and what one tree may learn.
SEED, RATE, SHARE, COLUMNS = 0, 0.06, 0.6, 0.4
#: Number of trees and samples in a leaf at the least: of the fit to what pips propose in labelled pictures, and of the
#: fit to that and what the finder proposes, and to made-up pictures.
PIPS, ALL = (160, 8), (300, 20)


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """One face of one picture: its features, whether it is right, its weight, and the half it belongs to."""

    row: np.ndarray
    right: bool
    weight: float
    half: int


@dataclass(frozen=True, slots=True)
class Truth:
    """One die of a label: value, middle (x, y), edge, and how far off a right face may be in middle and size."""

    value: int
    middle: tuple[float, float]
    edge: float
    off: float
    sizes: tuple[float, float]


def labelled(folder: Path) -> Iterator[tuple[Path, list[Truth], bool]]:
    """Pictures, their dice, and whether prints may lie on the table."""
    for path in sorted(folder.rglob("truth.json")):
        content = json.loads(path.read_text())
        for record in content if isinstance(content, list) else content["pictures"]:
            home = path.parent / record["table"] if "table" in record else path.parent
            dice = [
                Truth(d["value"], tuple(v - 0.5 for v in d["top_center_px"]), d["edge_px"], 0.1, (0.85, 1.17))
                for d in record["dice"]
            ]
            yield home / record["file"], dice, True
    for path in sorted(folder.rglob("labels.json")):
        for record in json.loads(path.read_text()):
            if record["dice"] and record["view"] != "low":
                boxes = [(d["value"], *d["box"]) for d in record["dice"]]
                dice = [Truth(v, (x + w / 2, y + h / 2), max(w, h), 0.25, (0.55, 1.1)) for v, x, y, w, h in boxes]
                yield path.parent / record["file"], dice, False


def samples(folder: Path, finder: bool) -> Iterator[Sample]:
    """The samples of all pictures in a folder and below it, with the faces that the finder proposes or without."""
    for path, dice, prints in labelled(folder):
        image = cv2.imread(str(path))
        if image is None:
            raise SystemExit(f"{path} cannot be read as a picture.")
        half = zlib.crc32(path.name.encode()) % 2
        faces = find_faces(pyramid(image), None if finder else together([]))
        owners = [owner(face, dice) for face in faces]
        for face, own in zip(faces, owners, strict=True):
            row = features(face.fit, face.outline, face.edge / 2**face.level)
            if own is not None and own >= 0:
                yield Sample(row, True, 1 / owners.count(own), half)
            elif own == -1 or not (prints and looks_printed(face)):
                yield Sample(row, False, 1.0, half)


def made(count: int) -> Iterator[Sample]:
    """The samples of so many made-up pictures. What lies near a face that does not matter there is left out."""
    for number in range(count):
        whole = draw_full(np.random.default_rng([SEED, number, 9]), MADE_EDGES)
        sides = np.linalg.norm(whole.quads - np.roll(whole.quads, 1, axis=1), axis=2).mean(axis=1)
        dice = [
            Truth(int(value), tuple(quad.mean(axis=0)), float(edge), 0.1, (0.85, 1.17))
            for quad, edge, value, wanted in zip(whole.quads, sides, whole.values, whole.wanted, strict=True)
            if wanted and value
        ]
        others = [(quad.mean(axis=0), edge) for quad, edge, wanted in zip(whole.quads, sides, whole.wanted, strict=True)
                  if not wanted]  # fmt: skip
        faces = find_faces(pyramid(whole.picture, LARGEST))
        owners = [owner(face, dice) for face in faces]
        for face, own in zip(faces, owners, strict=True):
            row = features(face.fit, face.outline, face.edge / 2**face.level)
            if own is not None and own >= 0:
                yield Sample(row, True, MADE_WEIGHT / owners.count(own), NEITHER)
            elif any(np.hypot(*(face.middle - middle)) < 0.6 * edge for middle, edge in others):
                continue
            elif own == -1 or not looks_printed(face):
                yield Sample(row, False, MADE_WEIGHT, NEITHER)


def owner(face: Face, dice: Sequence[Truth]) -> int | None:
    """Index of the die whose top this face is; -1 when it plainly reads a die wrongly; None when it is no die's."""
    wrong = None
    for index, die in enumerate(dice):
        off = float(np.hypot(*(face.middle - die.middle))) / die.edge
        if face.value == die.value and off < die.off and die.sizes[0] < face.edge / die.edge < die.sizes[1]:
            return index
        if off < 0.3:
            wrong = -1
    return wrong


def looks_printed(face: Face) -> bool:
    """Whether a face that belongs to no die is as good as a die's: then it is printed on the cloth."""
    return face.value >= 2 and face.fit.match > 0.85 and face.fit.plain < 0.3


def fit(pips: Sequence[Sample], rows: Sequence[Sample]) -> list:
    """Two fitted classifiers of scikit-learn, whose mean errs least: to `pips` alone, and to all `rows`."""
    return [_fit(pips, *PIPS), _fit(rows, *ALL)]


def _fit(rows: Sequence[Sample], trees: int, least: int):
    from sklearn.ensemble import GradientBoostingClassifier

    model = GradientBoostingClassifier(
        n_estimators=trees, max_depth=3, subsample=SHARE, max_features=COLUMNS, learning_rate=RATE,
        min_samples_leaf=least, random_state=SEED,
    )  # fmt: skip
    return model.fit(*(np.array([getattr(s, name) for s in rows]) for name in ("row", "right", "weight")))


def as_arrays(models: Sequence) -> dict[str, np.ndarray]:
    """The trees of several models as `vision.evidence` walks them, so that they give the mean of the models."""
    parts = [_as_arrays(model) for model in models]
    out = {name: np.concatenate([part[name] for part in parts]) for name in ("feature", "threshold")}
    out["leaf"] = np.concatenate([part["leaf"] for part in parts]) / np.float32(len(parts))
    return out | {"start": np.float64(np.mean([part["start"] for part in parts]))}


def _as_arrays(model) -> dict[str, np.ndarray]:
    """Full trees of depth three, missing nodes passed on."""
    count = len(model.estimators_)
    feature = np.zeros((count, 7), np.int16)
    threshold = np.full((count, 7), np.inf, np.float32)
    leaf = np.zeros((count, 8), np.float32)

    def put(tree, number: int, node: int, place: int) -> None:
        if place >= 7:
            leaf[number, place - 7] = tree.value[node, 0, 0] * model.learning_rate
            return
        inner = tree.children_left[node] >= 0
        if inner:
            feature[number, place], threshold[number, place] = tree.feature[node], tree.threshold[node]
        put(tree, number, tree.children_left[node] if inner else node, 2 * place + 1)
        put(tree, number, tree.children_right[node] if inner else node, 2 * place + 2)

    for number, estimator in enumerate(model.estimators_[:, 0]):
        put(estimator.tree_, number, 0, 0)
    row = np.zeros((1, model.n_features_in_), np.float32)
    grown = sum(float(tree.predict(row)[0]) * model.learning_rate for tree in model.estimators_[:, 0])
    start = float(model.decision_function(row)[0]) - grown
    return {"feature": feature, "threshold": threshold, "leaf": leaf, "start": np.float64(start)}


def report(pips: Sequence[Sample], rows: Sequence[Sample]) -> None:
    """Fits each half without the other and prints how many right faces lie above the k-th best wrong one."""
    odds = np.zeros(len(rows))
    half = np.array([s.half for s in rows])
    for side in (0, 1):
        models = fit(*([s for s in some if s.half != side] for some in (pips, rows)))
        held = np.array([s.row for s in rows if s.half == side])
        odds[half == side] = np.mean([model.decision_function(held) for model in models], axis=0)
    odds, rows = odds[half != NEITHER], [s for s in rows if s.half != NEITHER]
    right = np.array([s.right for s in rows])
    weight = np.array([s.weight for s in rows])
    best = np.sort(odds[~right])[::-1]
    for k in (0, 5, 20, 80):
        share = weight[right & (odds > best[k])].sum() / weight[right].sum()
        print(f"above all but {k} of {len(best)} wrong faces: {share:.1%} of the right ones", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--made", type=int, default=800, help="made-up pictures to learn from as well")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    chosen = parser.parse_args()
    candidates.HOPELESS = -np.inf
    pips, rows = ([s for folder in chosen.folders for s in samples(folder, finder)] for finder in (False, True))
    rows += made(chosen.made)
    report(pips, rows)
    np.savez_compressed(chosen.out, **as_arrays(fit(pips, rows)))


if __name__ == "__main__":
    main()
