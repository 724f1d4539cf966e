"""The wheel, installed outside the checkout, is the whole program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(command, folder, **more):
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        **more,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A virtual environment with the wheel in it; its dependencies are borrowed from the one that runs the tests.

    A path file is not followed inside a path file, so the editable checkout of the borrowed one stays out.
    """
    folder = tmp_path_factory.mktemp("wheel")
    built = run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], folder)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    place = folder / "environment"
    venv.create(place, with_pip=False)
    (site,) = place.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    put = run(
        [
            place / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--no-index",
            "--ignore-installed",
            "--disable-pip-version-check",
            wheel,
        ],
        folder,
    )
    assert put.returncode == 0, put.stderr
    return place


def test_the_program_comes_from_the_wheel(installed, tmp_path):
    ask = "import controller, vision; print(controller.__file__, vision.__file__)"
    where = run([installed / "bin" / "python", "-c", ask], tmp_path)
    assert all(part.startswith(str(installed)) for part in where.stdout.split()), where.stdout + where.stderr


def test_the_demo_runs_from_the_wheel(installed, tmp_path):
    done = run([installed / "bin" / "dicetable", "demo", "--throws", "3", "--fast", "--json", "--seed", "5"], tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["throws"] == 3
    assert told["read_right"] == 3
    assert told["verify"] == "ok"
