"""The reader on rendered pictures: a few that are kept here, and the labelled ones beside the checkout."""

import json
from pathlib import Path

import cv2
import pytest

from vision.reader import Reader

PICTURES = Path(__file__).parent / "pictures"


def kept():
    for record in json.loads((PICTURES / "truth.json").read_text())["pictures"]:
        yield pytest.param(PICTURES / record["file"], None, record, id=f"{record['situation']}-{record['file']}")
    for record in json.loads((PICTURES / "tables" / "truth.json").read_text()):
        home = PICTURES / "tables" / record["table"]
        yield pytest.param(home / record["file"], home / "empty.jpg", record, id=f"table-{record['file']}")


def read(path, empty, dice=2):
    reference = None if empty is None else cv2.imread(str(empty))
    return Reader(dice=dice, empty=reference).read(cv2.imread(str(path)))


@pytest.mark.parametrize(("path", "empty", "record"), [case for case in kept() if case.values[2]["expect"] != "read"])
def test_what_cannot_be_read_is_refused(path, empty, record):
    reading = read(path, empty)
    assert reading.values is None
    assert reading.reason is not None


def test_what_can_be_read_is_never_read_wrong_and_seldom_refused():
    cases = [case.values for case in kept() if case.values[2]["expect"] == "read"]
    found = [(read(path, empty).values, tuple(record["values"]), path.name) for path, empty, record in cases]
    assert [one for one in found if one[0] not in (None, one[1])] == []
    assert sum(one[0] == one[1] for one in found) >= 0.75 * len(found), found


def share_and_wrong(cases, kinds=None):
    """Share of the readable pictures that are read right, and how many are read wrong; every second picture."""
    right = readable = wrong = 0
    for case in cases:
        if case.sequence or (kinds and not any(kind in case.kind for kind in kinds)):
            continue
        empty = None if case.empty is None else cv2.imread(str(case.empty))
        values = Reader(dice=case.dice, empty=empty).read(cv2.imread(str(case.path))).values
        readable += case.values is not None
        right += values is not None and values == case.values
        wrong += values is not None and values != case.values
    return right / max(readable, 1), wrong


def test_labelled_renders(shared):
    from vision.labels import find_cases

    cases = [case for case in find_cases(shared / "renders") if case.path.parent.name == "renders"]
    share, wrong = share_and_wrong(cases[::4])
    assert share >= 0.7
    assert wrong == 0


def test_labelled_photographs(shared):
    from vision.labels import find_cases

    share, wrong = share_and_wrong(find_cases(shared / "photos")[::4])
    assert share >= 0.6
    assert wrong == 0
