"""Faces and non-faces cut from labelled rendered pictures, by their exact truth.

    python -m vision.training.crops RENDERS FOLDER

RENDERS is a folder with `truth.json` (pictures and sequences), `tables/` and `slight/`. Whole files go to one half:
one in four is held out (`held_*.npz`), the rest trains (`render_*.npz`).
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.facenet import cut_face
from vision.training.generator import Example, jittered
from vision.training.shards import collect

#: Tilts between these, degrees, are neither an upright face nor surely none.
_UPRIGHT, _TILTED = 5.0, 35.0


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with its dice as the truth tells them, and the name that decides which half it goes to."""

    path: Path
    dice: list[dict]
    name: str


def labelled(renders: Path) -> Iterator[Labelled]:
    """Every labelled picture below `renders`, and a settled frame of each sequence."""
    truth = json.loads((renders / "truth.json").read_text())
    for picture in truth["pictures"]:
        yield Labelled(renders / picture["file"], picture["dice"], picture["file"])
    for sequence in truth["sequences"]:
        last = sequence["n_frames"] - 1
        yield Labelled(renders / sequence["folder"] / f"{last:04d}.jpg", sequence["dice"], sequence["folder"])
    tables = renders / "tables" / "truth.json"
    for picture in json.loads(tables.read_text()) if tables.is_file() else ():
        name = f"{picture['table']}/{picture['file']}"
        yield Labelled(renders / "tables" / name, picture["dice"], name)
    slight = renders / "slight" / "truth.json"
    for picture in json.loads(slight.read_text())["pictures"] if slight.is_file() else ():
        yield Labelled(renders / "slight" / picture["file"], picture["dice"], picture["file"])


def held_out(name: str) -> bool:
    """Whether a file is kept from training."""
    return zlib.crc32(name.encode()) % 4 == 0


def quad_of(die: dict) -> np.ndarray:
    """The corners of a die's top face in OpenCV's convention."""
    return np.array(die["top_corners_px"], np.float64) - 0.5


def judge(die: dict) -> int | None:
    """The class of a die cut by its exact corners; None where it can be argued about."""
    if die["visible_top"] < 0.85:
        return 0
    if die["tilt_deg"] > _TILTED:
        return 0
    if (
        die["tilt_deg"] > _UPRIGHT
        or die["visible_top"] < 0.97
        or die.get("pips_hidden")
        or die["pip_contrast"] < 30
        or not die["fully_in_picture"]
    ):
        return None
    return int(die["value"])


def examples_of(rng: np.random.Generator, item: Labelled, copies: int) -> Iterator[Example]:
    """Faces of one picture, `copies` with other jitters a die, and as many things that are none."""
    image = cv2.imread(str(item.path))
    quads = [quad_of(die) for die in item.dice]
    for die, quad in zip(item.dice, quads, strict=True):
        label = judge(die)
        for _ in range(copies):
            if label is not None:
                turned = np.roll(quad, int(rng.integers(4)), axis=0)[:: rng.choice([-1, 1])]
                yield Example(cut_face(image, jittered(rng, turned)), label, "render", die["value"])
            if rng.random() < 0.5:
                yield _astray(rng, image, die, quad)
    for _ in range(copies):
        yield from _elsewhere(rng, image, quads)


def _astray(rng: np.random.Generator, image: np.ndarray, die: dict, quad: np.ndarray) -> Example:
    """A wrong square about a die: a side face, half the top, the whole outline, turned."""
    middle = quad.mean(axis=0)
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    kind = rng.integers(4)
    if kind == 0:
        below = 2 * np.array(die["center_px"]) - 0.5 * 2 - np.roll(quad, 2, axis=0)
        side = int(rng.integers(4))
        after = (side + 1) % 4
        wrong = np.array([quad[side], quad[after], below[after], below[side]])
        if abs(cv2.contourArea(wrong.astype(np.float32))) < 0.06 * edge**2:
            kind = 1
        elif rng.random() < 0.5:
            (x, y), _, angle = cv2.minAreaRect(wrong.astype(np.float32))
            wrong = cv2.boxPoints(((x, y), (edge * rng.uniform(0.6, 1.0),) * 2, angle))
    if kind == 1:
        angle = rng.uniform(0, 2 * np.pi)
        wrong = quad + np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.25, 0.7) * edge
    elif kind == 2:
        wrong = middle + (quad - middle) * (rng.uniform(0.4, 0.68) if rng.random() < 0.6 else rng.uniform(1.45, 1.9))
    elif kind == 3:
        angle = np.radians(rng.uniform(25, 65))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        wrong = middle + (quad - middle) @ turn.T
        if die["value"] == 1:
            wrong = wrong + np.array([0.35, 0.1]) * edge
    return Example(cut_face(image, jittered(rng, wrong)), 0, "render_astray", die["value"])


def _elsewhere(rng: np.random.Generator, image: np.ndarray, quads: list[np.ndarray]) -> Iterator[Example]:
    """A square anywhere away from the dice; where there is something to see rather than bare cloth."""
    height, width = image.shape[:2]
    for _ in range(20):
        edge = float(np.exp(rng.uniform(np.log(14), np.log(80))))
        spot = rng.uniform((0, 0), (width, height))
        if any(np.linalg.norm(spot - quad.mean(axis=0)) < 1.1 * edge + 40 for quad in quads):
            continue
        square = cv2.boxPoints((tuple(map(float, spot)), (edge, edge), rng.uniform(0, 90)))
        face = cut_face(image, square)
        if face.std() > 14 or rng.random() < 0.1:
            yield Example(face, 0, "render_elsewhere", 0)
            return


def main() -> None:
    """Cut both halves and write them."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("renders", type=Path)
    words.add_argument("folder", type=Path)
    words.add_argument("--copies", type=int, default=16)
    given = words.parse_args()
    cv2.setNumThreads(1)
    given.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(4)
    halves: dict[bool, list[Example]] = {True: [], False: []}
    for item in labelled(given.renders):
        held = held_out(item.name)
        halves[held].extend(examples_of(rng, item, max(4, given.copies // 4) if held else given.copies))
    collect(halves[False]).save(given.folder / "render_000.npz")
    collect(halves[True]).save(given.folder / "held_000.npz")


if __name__ == "__main__":
    main()
