"""A table that is killed at any moment loses nothing that was answered and leaves no half of a command."""

from __future__ import annotations

from controller.verify import verify
from tests.bench.kills import run


def test_thirty_kills_lose_nothing(tmp_path):
    count = run(tmp_path / "a.db", kills=30, seed=7)
    assert (count.kills, count.lost, count.torn) == (30, 0, 0)
    assert count.records > 30
    assert verify(tmp_path / "a.db").ok
