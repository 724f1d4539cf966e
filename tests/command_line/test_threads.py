"""A table's threads hand over to one another soon: a tap goes through five of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.threads import HAND_OVER_S


@pytest.fixture
def interval() -> Iterator[float]:
    before = sys.getswitchinterval()
    yield before
    sys.setswitchinterval(before)


def test_running_a_table_makes_threads_hand_over_soon(interval: float, tmp_path: Path) -> None:
    assert interval > HAND_OVER_S
    assert CliRunner().invoke(main, ["run", "--example", str(tmp_path / "table.toml")]).exit_code == 0
    assert sys.getswitchinterval() == pytest.approx(HAND_OVER_S)
