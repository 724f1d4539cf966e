"""`dicetable eval`: its table, its JSON, the curve and the contact sheet."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import pytest

from vision.reader import Reader

PICTURES = Path(__file__).resolve().parents[1] / "reader" / "pictures"


@pytest.fixture
def labelled(tmp_path):
    """Three kept pictures, one of them with a label that no reader can agree with."""
    folder = tmp_path / "labelled"
    folder.mkdir()
    records = json.loads((PICTURES / "truth.json").read_text())["pictures"]
    reader = Reader(dice=2)
    sure = (r for r in records if r["expect"] == "read" and reader.read(cv2.imread(str(PICTURES / r["file"]))).values)
    read = [next(sure), next(sure)]
    refuse = next(record for record in records if record["expect"] != "read")
    read[1] = {**read[1], "values": [1, 1] if read[1]["values"] != [1, 1] else [2, 2]}
    for record in [*read, refuse]:
        shutil.copy(PICTURES / record["file"], folder)
    (folder / "truth.json").write_text(json.dumps({"pictures": [*read, refuse]}))
    return folder


def test_the_curve_is_drawn_written_and_told(dicetable, labelled, tmp_path):
    drawing, numbers = tmp_path / "curve.png", tmp_path / "curve.json"
    done = dicetable("eval", labelled, "--json", "--curve", drawing, "--curve", numbers)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    told = json.loads(line)
    assert told["pictures"] == 3
    assert told["curve"] == json.loads(numbers.read_text())
    curve = told["curve"]
    assert (curve["readable"], curve["right"], curve["wrong"]) == (2, told["right"], told["wrong"])
    assert curve["wrong"] == 1 and curve["first_wrong"] > curve["threshold"] and curve["margin_log_odds"] < 0
    assert cv2.imread(str(drawing)).shape == (720, 1100, 3)


def test_the_sheet_shows_what_is_wrong_and_the_table_says_it(dicetable, labelled, tmp_path):
    sheet = tmp_path / "sheet.jpg"
    done = dicetable("eval", labelled, "--sheet", sheet, "--curve", tmp_path / "c.json")
    assert done.returncode == 0, done.stderr
    assert "wrong: p" in done.stdout and "Threshold in use" in done.stdout and "ABOVE" in done.stdout
    assert "1 picture" in done.stderr
    assert cv2.imread(str(sheet)) is not None


def test_files_of_another_kind_or_place_are_one_sentence(dicetable, labelled, tmp_path):
    assert dicetable("eval", labelled, "--curve", tmp_path / "curve.svg").returncode == 2
    assert dicetable("eval", labelled, "--sheet", tmp_path / "sheet.json").returncode == 2
    done = dicetable("eval", labelled, "--curve", tmp_path / "gone" / "curve.json")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr and "Traceback" not in done.stderr
    assert dicetable("eval", tmp_path / "nothing").returncode == 1
