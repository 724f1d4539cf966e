"""Labelled folders and their score: what is found, what counts as right, and what a fault in the labels says."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.events import NoRoll
from vision.labels import Case, NoLabels, find_cases
from vision.readings import Reading
from vision.scoring import Result, Score, of_verdicts, score_folder


def case(values=None, reason=None, detail=None, kind="flat") -> Case:
    return Case(Path("labelled/p.jpg"), kind, values, reason, detail)


def result(of: Case, values=None, reason=None, detail=None, verdicts=1) -> Result:
    return Result(of, values, reason, 0.9, 10.0, detail, verdicts)


@pytest.mark.parametrize(
    ("made", "outcome", "right_reason"),
    [
        (result(case((2, 5)), (2, 5)), "right", False),
        (result(case((2, 5)), (2, 4)), "wrong", False),
        (result(case((2, 5)), None, "unsure"), "retry", False),
        (result(case(None, "cocked"), (2, 5)), "wrong", False),
        (result(case(None, "cocked"), None, "cocked"), "refused", True),
        (result(case(None, "cocked"), None, "stacked"), "refused", False),
        (result(case(None, None), None, "stacked"), "refused", True),
        (result(case(None, "not_thrown", "placed"), None, "not_thrown", "one_moved"), "refused", False),
        (result(case(None, "not_thrown", "placed"), None, "not_thrown", "placed"), "refused", True),
        (result(case((2, 5)), (2, 5), verdicts=2), "wrong", False),
        (result(case((2, 5)), verdicts=0), "retry", False),
    ],
)
def test_outcomes(made, outcome, right_reason):
    assert (made.outcome, made.right_reason) == (outcome, right_reason)


def test_a_score_counts_by_kind_and_names_what_is_wrong():
    results = (
        result(case((2, 5)), (2, 5)),
        result(case((2, 5)), (2, 6)),
        result(case(None, "cocked", kind="cocked"), None, "cocked"),
    )
    score = Score(Path("labelled"), results)
    told = score.to_json()
    assert (told["pictures"], told["right"], told["wrong"], told["retry"], told["refused"]) == (3, 1, 1, 0, 1)
    assert told["kinds"]["cocked"]["right_reason"] == 1
    assert told["wrong_answers"] == [{"file": "p.jpg", "values": [2, 6], "right": [2, 5], "confidence": 0.9}]
    assert "wrong: p.jpg: [2, 6], right: [2, 5]" in score.table()


def test_the_curve_of_a_score_has_what_was_given_out_and_what_would_have_been():
    def refused(of: Case, guess, confidence) -> Result:
        reading = Reading(None, confidence, "unsure", guess=guess)
        return Result(of, None, "unsure", confidence, 10.0, reading=reading)

    results = (
        result(case((2, 5)), (2, 5)),
        refused(case((2, 5)), (2, 5), 0.8),
        refused(case((2, 5)), (2, 6), 0.7),
        refused(case(None, "cocked"), (3, 3), 0.6),
        refused(case((2, 5)), None, 0.0),
        result(case(None, "cocked"), None, "cocked"),
        result(case((2, 5)), (2, 5), verdicts=2),
    )
    curve = Score(Path("labelled"), results).curve()
    assert curve.readable == 5
    counted = [(p.threshold, p.right, p.wrong) for p in curve.points]
    assert counted == [(0.9, 1, 1), (0.8, 2, 1), (0.7, 2, 2), (0.6, 2, 3)]


def test_what_the_watch_refuses_no_threshold_lets_through():
    read = Reading((2, 5), 0.99, None)
    unread = Reading(None, 0.7, "unsure", guess=(2, 5))
    slid = of_verdicts(case((2, 5)), [NoRoll("not_thrown", 9, 0.3, "slid", reading=read)])
    unsure = of_verdicts(case((2, 5)), [NoRoll("unsure", 9, 0.3, reading=unread)])
    assert (slid.guess, slid.confidence) == (None, 0.0)
    assert (unsure.guess, unsure.confidence) == ((2, 5), 0.7)
    assert (slid.detail, unsure.outcome) == ("slid", "retry")


@pytest.fixture
def labelled(tmp_path):
    """A folder with photographs, rendered pictures, a fixed table and a sequence, all of an empty felt."""
    felt = np.full((90, 120, 3), (60, 110, 40), np.uint8)
    for place in ("photos", "renders", "renders/table0", "renders/seq0"):
        (tmp_path / place).mkdir()
    for name in (
        "photos/a.jpg",
        "renders/p.jpg",
        "renders/table0/t.jpg",
        "renders/table0/empty.jpg",
        "renders/seq0/0000.jpg",
    ):
        cv2.imwrite(str(tmp_path / name), felt)
    photograph = {"file": "a.jpg", "values": [], "n_dice": 0, "view": "overhead", "quality": "good"}
    (tmp_path / "photos/labels.json").write_text(json.dumps([photograph]))
    picture = {"file": "p.jpg", "situation": "empty", "expect": "retry", "reason": "wrong_count"}
    sequence = {
        "folder": "seq0",
        "kind": "throw",
        "expect": "read",
        "values": [6, 1],
        "throw": {"valid": True},
        "fps": 30,
    }
    (tmp_path / "renders/truth.json").write_text(json.dumps({"pictures": [picture], "sequences": [sequence]}))
    (tmp_path / "renders/table0/truth.json").write_text(
        json.dumps([{"table": ".", "file": "t.jpg", "situation": "flat", "expect": "read", "values": [6, 5]}])
    )
    return tmp_path


def test_every_form_of_labels_is_found_below_a_folder(labelled):
    found = {one.path.name: one for one in find_cases(labelled)}
    assert found["a.jpg"].dice is None
    assert found["a.jpg"].reason == "wrong_count"
    assert found["t.jpg"].values == (5, 6)
    assert found["t.jpg"].empty is not None, "a table's empty picture is its reference"
    assert found["p.jpg"].empty is None
    assert found["seq0"].sequence
    assert found["seq0"].values == (1, 6)


def test_the_folder_is_read_and_scored(labelled):
    told = score_folder(labelled).to_json()
    assert (told["pictures"], told["wrong"], told["retry"], told["refused"]) == (4, 0, 2, 2)
    assert told["right_reason"] == 2


def test_faults_in_the_labels_are_one_sentence(labelled, tmp_path):
    wrong = (("{", "labels"), ('{"pictures": [{"file": "p.jpg"}]}', "expect"), ("[3]", "record"), ("null", "neither"))
    for text, word in wrong:
        (labelled / "renders/truth.json").write_text(text)
        with pytest.raises(NoLabels, match=word) as told:
            find_cases(labelled)
        assert "\n" not in str(told.value)
    (labelled / "renders/truth.json").unlink()
    (labelled / "photos/a.jpg").unlink()
    with pytest.raises(NoLabels, match=r"a\.jpg"):
        score_folder(labelled)
    with pytest.raises(NoLabels, match="gone"):
        find_cases(tmp_path / "gone")


def test_a_reference_of_another_size_and_a_sequence_without_frames_are_one_sentence(tmp_path):
    cv2.imwrite(str(tmp_path / "p.png"), np.full((60, 80, 3), 90, np.uint8))
    cv2.imwrite(str(tmp_path / "empty.jpg"), np.full((30, 40, 3), 90, np.uint8))
    (tmp_path / "frames").mkdir()
    picture = {"file": "p.png", "expect": "retry", "table": "."}
    sequence = {"folder": "frames", "kind": "throw", "expect": "read", "values": [1, 2]}
    for labels, word in (({"pictures": [picture]}, "differ in size"), ({"sequences": [sequence]}, "no numbered")):
        (tmp_path / "truth.json").write_text(json.dumps(labels))
        with pytest.raises(NoLabels, match=word):
            score_folder(tmp_path)
