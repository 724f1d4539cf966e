"""Running the real command in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess]


@pytest.fixture
def dicetable() -> Run:
    """Runs `dicetable` with arguments; text in and out, two minutes at most."""

    def run(*arguments: object, text_in: str = "", seconds: float = 120) -> subprocess.CompletedProcess:
        command = [sys.executable, "-m", "controller.cli", *map(str, arguments)]
        return subprocess.run(command, input=text_in, capture_output=True, text=True, timeout=seconds, check=False)

    return run
