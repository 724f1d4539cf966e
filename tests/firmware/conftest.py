"""What the tests of the firmware use."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.pad_board import FIRMWARE, NoMicroPython, micropython


@pytest.fixture(scope="session")
def run_micropython() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a file in MicroPython, with this program's firmware on its path; skipped where there is none."""
    try:
        command = micropython()
    except NoMicroPython as missing:
        pytest.skip(str(missing))

    def run(*arguments: str | Path, heap: str = "16M") -> subprocess.CompletedProcess[str]:
        path = f"{FIRMWARE.parent}:.frozen"
        return subprocess.run(
            [*command, "-X", f"heapsize={heap}", *map(str, arguments)],
            env={**os.environ, "MICROPYPATH": path}, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    return run
