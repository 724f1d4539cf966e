"""`dicetable read`: its lines, its order, and what it does with files that are no pictures."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest


@pytest.fixture
def felt(tmp_path):
    """A picture of an empty felt."""
    path = tmp_path / "felt.png"
    rng = np.random.default_rng(3)
    image = np.full((240, 320, 3), (60, 110, 40), np.uint8) + rng.integers(0, 8, (240, 320, 3), dtype=np.uint8)
    cv2.imwrite(str(path), image)
    return path


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_empty_felt_is_a_wrong_count_even_with_any(dicetable, felt):
    for dice in ("2", "any"):
        done = dicetable("read", "--json", "--dice", dice, felt)
        assert done.returncode == 0, done.stderr
        (line,) = lines(done)
        assert line["file"] == str(felt)
        assert (line["verdict"], line["values"], line["reason"]) == ("retry", None, "wrong_count")
        assert set(line) >= {"file", "verdict", "values", "confidence", "reason", "dice", "ms"}


def test_files_that_are_no_pictures_are_named_and_the_rest_go_on(dicetable, felt, tmp_path):
    text = tmp_path / "text.jpg"
    text.write_text("not a picture")
    nothing = tmp_path / "nothing.png"
    nothing.write_bytes(b"")
    half = tmp_path / "half.png"
    half.write_bytes(felt.read_bytes()[:40])
    folder = tmp_path / "hollow"
    folder.mkdir()
    given = [text, felt, nothing, tmp_path / "gone.jpg", half, folder, felt]
    done = dicetable("read", "--json", *given)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    got = lines(done)
    assert [line["file"] for line in got] == [str(path) for path in given]
    assert ["error" in line for line in got] == [True, False, True, True, True, True, False]


def test_a_folder_gives_its_pictures_by_name_and_skips_other_files(dicetable, felt, tmp_path):
    (tmp_path / "notes.txt").write_text("skipped")
    (tmp_path / "a.png").write_bytes(felt.read_bytes())
    done = dicetable("read", "--json", tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line["file"] for line in lines(done)] == [str(tmp_path / "a.png"), str(felt)]


def test_an_empty_picture_that_is_none_is_refused_in_one_sentence(dicetable, felt, tmp_path):
    bad = tmp_path / "bad.jpg"
    bad.write_text("x")
    done = dicetable("read", "--json", "--empty", bad, felt)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "bad.jpg" in done.stderr


def test_an_empty_picture_of_another_size_is_an_error_of_that_picture(dicetable, felt, tmp_path):
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.zeros((100, 100, 3), np.uint8))
    done = dicetable("read", "--json", "--empty", other, felt)
    assert done.returncode == 1
    (line,) = lines(done)
    assert "100" in line["error"]


def test_annotate_draws_one_picture_each(dicetable, felt, tmp_path):
    drawn = tmp_path / "drawn"
    done = dicetable("read", "--json", "--annotate", drawn, felt)
    assert done.returncode == 0, done.stderr
    (picture,) = drawn.iterdir()
    assert cv2.imread(str(picture)) is not None
