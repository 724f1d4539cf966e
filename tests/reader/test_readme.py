"""vision/README.md names every file and every reason, and its labelled set is one that `eval` takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from vision.labels import find_cases
from vision.readings import NOT_THROWN_DETAILS, REASONS

VISION = Path(__file__).resolve().parents[2] / "vision"
README = (VISION / "README.md").read_text(encoding="utf-8")


def test_every_file_is_named_and_every_named_file_is_there():
    named = set(re.findall(r"`([a-z_]+\.py)`", README))
    there = {path.name for path in VISION.glob("*.py")} - {"__init__.py"}
    assert there - named == set()
    assert named - there == set()
    for path in re.findall(r"`((?:tests|controller|training|simulate|cameras|weights)/[\w./]*)`", README):
        assert (VISION / path).exists() or (VISION.parent / path).exists(), path


@pytest.mark.parametrize("word", [*REASONS, *NOT_THROWN_DETAILS])
def test_every_reason_stands_in_the_table(word):
    table = README[README.index("## Which file gives which reason") : README.index("## Scores")]
    assert f"`{word}`" in table


def test_the_labelled_set_shown_is_one(tmp_path):
    labels = re.search(r"(\[\{.*\}\]) +labels\.json", README).group(1)
    truth = re.search(r'(\{"pictures".*\}\]\}) +truth\.json', README, re.DOTALL).group(1)
    (tmp_path / "labels.json").write_text(labels)
    (tmp_path / "truth.json").write_text(truth)
    found = {case.path.name: case for case in find_cases(tmp_path)}
    assert found["a.jpg"].values == found["b.jpg"].values == (2, 5)
    assert (found["c.jpg"].values, found["c.jpg"].reason) == (None, "cocked")
    assert json.loads(truth)["pictures"][0]["expect"] == "read"
