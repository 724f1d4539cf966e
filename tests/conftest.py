"""What every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """The folder of labelled pictures beside the checkout, or None where there is none."""
    folder = ROOT.parent / "shared"
    return folder if (folder / "renders" / "truth.json").is_file() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The labelled pictures; the test is skipped where they are not beside the checkout."""
    folder = shared_folder()
    if folder is None:
        pytest.skip("the labelled pictures are not beside this checkout")
    return folder
