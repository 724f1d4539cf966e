"""Faces cut from labelled photographs, to judge the network by; photographs train nothing.

    python -m vision.training.photos PHOTOS held.npz

PHOTOS is a folder with `labels.json`, whose dice have boxes. Within each box the face is found by the simplest means
(the threshold whose region fills the box best, and the smallest rectangle round it), so a good part of the squares is
off: what the network makes of those tells how it takes bad rectification.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.facenet import cut_face
from vision.training.generator import Example
from vision.training.shards import collect


def face_in_box(image: np.ndarray, box: list[float]) -> np.ndarray | None:
    """Corners (4, 2) of the square region that fills `box` (x, y, w, h) best, or None when nothing square does."""
    x, y, w, h = box
    pad = round(0.12 * max(w, h))
    left, top = max(0, round(x) - pad), max(0, round(y) - pad)
    part = image[top : round(y + h) + pad, left : round(x + w) + pad]
    best, best_score = None, 0.0
    colours = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    for channel in (*cv2.split(part), *cv2.split(colours)[1:]):
        channel = cv2.medianBlur(channel, 3)
        for mode in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
            _, mask = cv2.threshold(channel, 0, 255, mode | cv2.THRESH_OTSU)
            for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
                score, corners = _squareness(cv2.convexHull(contour), (x - left, y - top, w, h))
                if score > best_score:
                    best, best_score = corners, score
    return None if best is None or best_score < 0.6 else best + np.array([left, top])


def _squareness(hull: np.ndarray, box: tuple[float, float, float, float]) -> tuple[float, np.ndarray | None]:
    """How well a region is a square that fills the box, 0..1, and its corners."""
    (_, _), (a, b), _ = rectangle = cv2.minAreaRect(hull)
    if min(a, b) < 6:
        return 0.0, None
    x, y, w, h = cv2.boundingRect(hull)
    wide = min(x + w, box[0] + box[2]) - max(x, box[0])
    tall = min(y + h, box[1] + box[3]) - max(y, box[1])
    common = max(wide, 0) * max(tall, 0)
    overlap = common / (w * h + box[2] * box[3] - common)
    return overlap * cv2.contourArea(hull) / (a * b) * min(a, b) / max(a, b), cv2.boxPoints(rectangle)


def photographed(photos: Path) -> Iterator[tuple[Example, str, str]]:
    """(example, quality and view, file) for each die with a box in which a square was found."""
    for record in json.loads((photos / "labels.json").read_text()):
        image = cv2.imread(str(photos / record["file"])) if record["dice"] else None
        for die in record["dice"]:
            corners = face_in_box(image, die["box"])
            if corners is not None and die["value"]:
                example = Example(cut_face(image, corners), int(die["value"]), "photo", int(die["value"]))
                yield example, f"{record['quality']} {record['view']}", record["file"]


def main() -> None:
    """Cut the faces and write them."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("photos", type=Path)
    words.add_argument("out", type=Path)
    given = words.parse_args()
    collect([example for example, _, _ in photographed(given.photos)]).save(given.out)


if __name__ == "__main__":
    main()
