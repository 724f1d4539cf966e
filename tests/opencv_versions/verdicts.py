"""Prints what this interpreter's OpenCV makes of some pictures: one JSON object, for comparing versions.

    PYTHONPATH=. /usr/bin/python3 tests/opencv_versions/verdicts.py FOLDER [EVERY]

FOLDER: a simulated table: empty.png, throw.png and mat.json with what `find_mat` is to be told. EVERY: only each
so-many-th of the reader's kept pictures. Needs numpy and cv2 alone.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from vision.labels import find_cases  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.readings import Reading  # noqa: E402
from vision.surface import find_mat  # noqa: E402
from vision.warp import warp  # noqa: E402

PICTURES = ROOT / "tests" / "reader" / "pictures"


def main(folder: Path, every: int) -> None:
    cv2.setNumThreads(1)
    verdicts = {str(case.path.relative_to(PICTURES)): told(read(case)) for case in find_cases(PICTURES)[::every]}
    empty, throw = (cv2.imread(str(folder / name)) for name in ("empty.png", "throw.png"))
    surface = find_mat(empty, **json.loads((folder / "mat.json").read_text()), keep_empty=True)
    verdicts["simulated, by the surface"] = told(Reader(surface=surface).read(throw))
    verdicts["simulated, without"] = told(Reader().read([throw] * 3))
    # Cut at odd places out of a picture full of edges: to the same bits, not only nearly so.
    cut = warp(throw, np.array([[0.31, 0.12, 40.7], [-0.09, 0.43, 60.2], [1e-4, 2e-4, 1.0]]), (64, 48))
    area = None if surface is None else np.round(surface.area, 1).tolist()
    print(json.dumps({"opencv": cv2.__version__, "numpy": np.__version__, "verdicts": verdicts, "area": area,
                      "cut": sha256(cut.tobytes()).hexdigest()}))  # fmt: skip


def read(case) -> Reading:
    empty = None if case.empty is None else cv2.imread(str(case.empty))
    return Reader(dice=case.dice, empty=empty).read(cv2.imread(str(case.path)))


def told(reading: Reading) -> dict:
    values = None if reading.values is None else list(reading.values)
    return {"values": values, "reason": reading.reason, "confidence": round(reading.confidence, 4)}


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
