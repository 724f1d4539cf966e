"""The same verdicts by every OpenCV at hand: this one, Debian's python3-opencv, and those that are named.

Other interpreters are named in OPENCV_PYTHONS, separated by colons. Debian's is found by itself:
`apt-get install python3-opencv` (4.6 on Debian 12, as on a Raspberry Pi).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from vision.cameras.simulated import SimulatedCamera

SCRIPT = Path(__file__).parent / "verdicts.py"
DEBIAN = "/usr/bin/python3"
#: Each so-many-th of the kept pictures is read: a handful, so that this is quick.
EVERY = 3
#: How far the confidence may differ where both versions read or both refuse.
NEAR = 0.01
#: Frames within which the simulated dice come to rest.
MOST_FRAMES = 300


def has_opencv(python: str) -> bool:
    """Whether an interpreter has OpenCV and numpy; one that is not there has not."""
    try:
        done = subprocess.run([python, "-c", "import cv2, numpy"], capture_output=True, timeout=60, check=False)
    except OSError:
        return False
    return done.returncode == 0


def verdicts_by(python: str, folder: Path) -> dict:
    done = subprocess.run([python, str(SCRIPT), str(folder), str(EVERY)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """A simulated table, empty and with dice, as files: every version reads the same pixels."""
    folder = tmp_path_factory.mktemp("table")
    seen = []
    camera = SimulatedCamera(seed=3, auto=True, sleep=False, truth=seen.append)
    cv2.imwrite(str(folder / "empty.png"), camera.read().image)
    for _ in range(MOST_FRAMES):
        image = camera.read().image
        if seen:
            break
    cv2.imwrite(str(folder / "throw.png"), image)
    mat = {"size_mm": camera.mat_mm, "focal_px": camera.focal_px, "die_mm": 16.0}
    (folder / "mat.json").write_text(json.dumps(mat))
    camera.close()
    return folder


@pytest.fixture(scope="module")
def ours(table) -> dict:
    return verdicts_by(sys.executable, table)


OTHERS = [DEBIAN, *filter(None, os.environ.get("OPENCV_PYTHONS", "").split(":"))]


def test_the_pictures_are_fit_to_compare_by(ours):
    read = [told for told in ours["verdicts"].values() if told["values"] is not None]
    assert len(read) >= 5 and len(ours["verdicts"]) - len(read) >= 5
    assert ours["verdicts"]["simulated, by the surface"]["values"] is not None
    assert len(ours["area"]) >= 4


@pytest.mark.parametrize("python", OTHERS)
def test_another_opencv_gives_the_same_verdicts(python, table, ours):
    if not has_opencv(python):
        pytest.skip(f"{python} has no OpenCV (apt-get install python3-opencv)")
    theirs = verdicts_by(python, table)
    versions = f"OpenCV {ours['opencv']} and {theirs['opencv']}"
    differ = {
        name: (told, theirs["verdicts"][name])
        for name, told in ours["verdicts"].items()
        if (told["values"], told["reason"]) != tuple(theirs["verdicts"][name][key] for key in ("values", "reason"))
        or abs(told["confidence"] - theirs["verdicts"][name]["confidence"]) > NEAR
    }
    assert differ == {}, versions
    assert (theirs["area"], theirs["cut"]) == (ours["area"], ours["cut"]), versions
