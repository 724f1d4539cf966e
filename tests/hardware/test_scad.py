"""The printed parts: OpenSCAD makes a solid of each, of the size that its parameters say, and a picture of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"

#: File -> (solids in it, size of all together in mm along x, y, z).
PARTS = {
    "pad_box": (2, (80, 123.4, 40)),
    "camera_arm": (3, (235.2, 175, 85.4)),
    "rail_corner": (1, (48.5, 48.5, 32)),
}


@pytest.fixture(scope="module")
def openscad() -> str:
    path = shutil.which("openscad")
    if path is None:
        pytest.skip("openscad is not installed (apt install openscad)")
    return path


def made(openscad: str, source: Path, out: Path, *more: str) -> str:
    """Runs OpenSCAD; what it says. Anything it warns of is a fault."""
    command = [openscad, "-o", out, *more, source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr, done.stderr
    return done.stderr


def corners(stl: Path) -> np.ndarray:
    """(n, 3) corners of the triangles of a text STL, mm."""
    found = re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text())
    return np.array(found, float)


def volume(points: np.ndarray) -> float:
    """What the triangles enclose, mm3."""
    a, b, c = points.reshape(-1, 3, 3).transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def test_there_is_no_part_that_is_not_tested(hardware):
    assert sorted(path.stem for path in (hardware / "scad").glob("*.scad")) == sorted(PARTS)


@pytest.fixture(scope="module", params=list(PARTS))
def part(request, openscad, tmp_path_factory) -> tuple[str, Path, str]:
    """(name, its STL, what OpenSCAD said), made once for all tests."""
    stl = tmp_path_factory.mktemp("part") / f"{request.param}.stl"
    return request.param, stl, made(openscad, HARDWARE / "scad" / f"{request.param}.scad", stl)


def test_each_part_is_a_solid_of_its_size(part):
    name, stl, told = part
    solids, size = PARTS[name]
    assert re.search(r"Simple:\s+yes", told), told
    assert re.search(rf"Volumes:\s+{solids + 1}\b", told), told  # the air around counts as one
    points = corners(stl)
    assert np.ptp(points, axis=0) == pytest.approx(size, abs=1.0)
    assert volume(points) > 5000


def test_a_parameter_changes_the_part(openscad, hardware, tmp_path):
    source = hardware / "scad" / "rail_corner.scad"
    made(openscad, source, tmp_path / "thin.stl")
    made(openscad, source, tmp_path / "thick.stl", "-D", "board=18")
    thin, thick = (np.ptp(corners(tmp_path / name), axis=0) for name in ("thin.stl", "thick.stl"))
    assert thick[2] == thin[2]
    assert volume(corners(tmp_path / "thick.stl")) > volume(corners(tmp_path / "thin.stl"))


def test_a_picture_shows_each_part(part, openscad, tmp_path):
    if shutil.which("xvfb-run") is None:
        pytest.skip("pictures of parts need a screen; xvfb-run is not installed (apt install xvfb)")
    out, scene = tmp_path / "part.png", tmp_path / "show.scad"
    scene.write_text(f'import("{part[1]}");\n')
    command = ["xvfb-run", "-a", openscad, "-o", out, "--imgsize", "400,300", "--viewall", "--autocenter", scene]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False)
    if done.returncode != 0:
        pytest.skip(f"no picture can be drawn here: {done.stderr.strip().splitlines()[-1:]}")
    image = cv2.imread(str(out))
    shown = np.any(np.abs(image.astype(int) - image[0, 0]) > 20, axis=2)
    assert 0.03 < shown.mean() < 0.8
