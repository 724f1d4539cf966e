"""Faces as the reader proposes them in labelled pictures: the squares that the network will really be asked about.

    python -m vision.training.mined RENDERS FOLDER [--photos PHOTOS]

Every proposal of the reader on a rendered picture is compared with the truth: one that lies on a top face takes its
value, one that lies on anything else is class 0; so it is on pictures of the simulated table. Photographs, whose labels
are boxes, give a set to judge by only (`photo_mined.npz`): a proposal in the middle of a box is that die's face, one
that touches no box is none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.candidates import find_faces
from vision.facenet import cut_face
from vision.pips import pyramid
from vision.simulate.scenes import settled
from vision.training.crops import held_out, judge, labelled, quad_of
from vision.training.generator import Example, jittered
from vision.training.shards import collect

#: Largest distance of a corner from the true one, in edges, at which a square still lies on the face, and the least
#: at which it surely does not.
_ON, _OFF = 0.14, 0.3


def misfit(corners: np.ndarray, quad: np.ndarray) -> float:
    """Largest distance of corresponding corners in edges, however the two are numbered."""
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    orders = [np.roll(corners[::way], turn, axis=0) for way in (1, -1) for turn in range(4)]
    return min(float(np.linalg.norm(order - quad, axis=1).max()) for order in orders) / edge


def proposals(image: np.ndarray) -> list[np.ndarray]:
    """Corners (4, 2) of every face that the reader proposes, the likely and the unlikely."""
    return [np.asarray(face.corners, np.float64) for face in find_faces(pyramid(image))]


def class_of(corners: np.ndarray, dice: list[dict]) -> int | None:
    """The class of a proposed square among the dice of a rendered picture; None where it can be argued about."""
    nearest = 9.0
    for die in dice:
        quad = quad_of(die)
        off = misfit(corners, quad)
        if off < _ON:
            return judge(die)
        if die["value"] == 1 and np.linalg.norm(corners.mean(axis=0) - quad.mean(axis=0)) < 0.2 * die["edge_px"]:
            return None
        nearest = min(nearest, off)
    return 0 if nearest > _OFF else None


def from_renders(renders: Path) -> Iterator[tuple[Example, bool]]:
    """(example, whether it is held out) of every proposal, each as proposed and slightly shaken twice."""
    rng = np.random.default_rng(5)
    for item in labelled(renders):
        image = cv2.imread(str(item.path))
        for corners in proposals(image):
            label = class_of(corners, item.dice)
            if label is None:
                continue
            held = held_out(item.name)
            for strength in (0.0,) if held else (0.0, 0.4, 0.4):
                square = jittered(rng, corners, strength) if strength else corners
                yield Example(cut_face(image, square), label, "mined", label), held


def from_scenes(tables: range, each: int) -> Iterator[Example]:
    """Proposals on pictures of the simulated table: its letters, chips and markers look like ones."""
    for table in tables:
        for scene in settled(table, each, table=table, frames=1, touching=0.3):
            dice = [_as_rendered(die) for die in scene.truth["dice"]]
            for corners in proposals(scene.image):
                label = class_of(corners, dice)
                if label is not None:
                    yield Example(cut_face(scene.image, corners), label, "mined", label)


def _as_rendered(die: dict) -> dict:
    """A die of the simulation's truth with the names that the rendered pictures' truth has."""
    return {
        "value": die["value"], "tilt_deg": die["tilt_deg"], "edge_px": die["edge_px"], "visible_top": 1.0,
        "pip_contrast": 99, "fully_in_picture": True, "top_corners_px": (np.array(die["corners"]) + 0.5).tolist(),
    }  # fmt: skip


def from_photos(photos: Path) -> Iterator[Example]:
    """Proposals on the photographs whose dice all have boxes."""
    for record in json.loads((photos / "labels.json").read_text()):
        if len(record["dice"]) != record["n_dice"] or record["quality"] == "unreadable":
            continue
        image = cv2.imread(str(photos / record["file"]))
        for corners in proposals(image):
            label = _class_in_boxes(corners, record["dice"])
            if label is not None:
                yield Example(cut_face(image, corners), label, "photo", label)


def _class_in_boxes(corners: np.ndarray, dice: list[dict]) -> int | None:
    middle, low, high = corners.mean(axis=0), corners.min(axis=0), corners.max(axis=0)
    touched = False
    for die in dice:
        x, y, w, h = die["box"]
        off = np.abs(middle - (x + w / 2, y + h / 2)) / (w, h)
        size = max(high - low) / max(w, h)
        if off.max() < 0.12 and 0.8 < size < 1.2:
            return int(die["value"])
        touched |= bool(low[0] < x + w and high[0] > x and low[1] < y + h and high[1] > y)
    return None if touched else 0


def main() -> None:
    """Write the sets."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("renders", type=Path)
    words.add_argument("folder", type=Path)
    words.add_argument("--photos", type=Path)
    given = words.parse_args()
    cv2.setNumThreads(1)
    found = list(from_renders(given.renders))
    for held, name in ((False, "mined_000.npz"), (True, "held_mined.npz")):
        collect([example for example, kept in found if kept == held]).save(given.folder / name)
    collect(list(from_scenes(range(301, 401), 2))).save(given.folder / "mined_001.npz")
    collect(list(from_scenes(range(1, 21), 2))).save(given.folder / "held_mined_staged.npz")
    if given.photos:
        collect(list(from_photos(given.photos))).save(given.folder / "photo_mined.npz")


if __name__ == "__main__":
    main()
