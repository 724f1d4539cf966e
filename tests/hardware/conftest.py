"""The folder hardware/, and what in it is code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"


@pytest.fixture
def hardware() -> Path:
    return HARDWARE


@pytest.fixture
def diagrams(monkeypatch):
    """The modules of hardware/diagrams, by the names that they use among themselves."""
    folder = HARDWARE / "diagrams"
    names = {path.stem for path in folder.glob("*.py")}
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in names:
        sys.modules.pop(name, None)
