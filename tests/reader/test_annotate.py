"""What is drawn into a picture: the dice where they are, the sites, the verdict; and the contact sheet made of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.annotate import READ, REFUSED, annotate, verdict_words
from vision.labels import Case
from vision.reader import Reader
from vision.readings import Reading, SeenDie
from vision.scoring import Result, score_picture
from vision.sheet import contact_sheet, shown_on_sheet, words

SIZE = (420, 320)


@pytest.fixture
def image(drawn):
    return drawn.draw([drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (290, 200), turn=70)], size=SIZE)


def coloured(picture, colour):
    return (np.abs(picture.astype(int) - colour).max(axis=2) < 30).sum()


@pytest.mark.parametrize("width", [None, 840])
def test_each_die_is_framed_where_it_is(image, width):
    reading = Reader().read(image)
    made = annotate(image, reading, width, faces=False)
    scale = made.shape[1] / image.shape[1]
    picture = made[-round(image.shape[0] * scale) :]
    for die in reading.dice:
        frame = np.zeros(picture.shape[:2], np.uint8)
        corners = (np.array(die.corners) + 0.5) * scale - 0.5
        cv2.polylines(frame, [np.round(corners).astype(np.int32)], True, 1, 1)
        on_line = picture[frame > 0]
        assert (np.abs(on_line.astype(int) - READ).max(axis=1) < 60).mean() > 0.25
    assert coloured(made[: -len(picture)], READ) > 20, "the banner says the verdict"
    assert coloured(made, REFUSED) == 0


def test_the_faces_below_tell_every_site(image):
    reading = Reader().read(image)
    made = annotate(image, reading)
    below = annotate(image, reading, faces=False).shape[0]
    for k, die in enumerate(sorted(reading.dice, key=lambda die: die.confidence)):
        tile = made[below:, 4 + 140 * k : 136 + 140 * k]
        plates = cv2.connectedComponents((np.abs(tile[22:114].astype(int) - READ).max(axis=2) < 12).astype(np.uint8))[1]
        large = [n for n in range(1, plates.max() + 1) if (plates[:, 16:116] == n).sum() > 25]
        assert len(large) == die.value, "a plate for each pip that was found"


def test_a_refusal_says_why_and_shows_what_was_seen(drawn):
    image = drawn.draw([drawn.Die(3, (120, 120), turn=25)], size=SIZE)
    reading = Reader().read(image)
    made = annotate(image, reading)
    assert coloured(made, REFUSED) > 100 and coloured(made, READ) == 0
    assert verdict_words(reading)[0].startswith("not read: wrong_count")
    unsure = Reading(None, 0.71, "unsure", guess=(2, 5), detail="x")
    assert verdict_words(unsure)[0] == "not read: unsure, x   best guess 2 5, confidence 0.710"


def test_what_stands_against_a_reading_is_ringed(drawn):
    image = drawn.draw([drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (290, 200), turn=70)], size=SIZE)
    cv2.rectangle(image, (330, 40), (420, 110), drawn.WHITE, -1)
    cv2.circle(image, (375, 75), 4, drawn.BLACK, -1, cv2.LINE_AA)
    reading = Reader(dice=None).read(cv2.GaussianBlur(image, (0, 0), 0.6))
    assert reading.reason == "unsure" and "doubts" not in reading.to_json()
    (place,) = reading.doubts
    assert np.abs(np.array(place) - (375, 75)).max() < 4
    for width in (None, 840):
        made = annotate(image, reading, width, faces=False)
        scale = made.shape[1] / image.shape[1]
        x, y = (round(v * scale) for v in place)
        y += len(made) - round(image.shape[0] * scale)
        assert coloured(made[y - 24 : y + 24, x - 24 : x + 24], REFUSED) > 40


def test_dice_without_corners_or_at_the_border_are_drawn_all_the_same():
    image = np.zeros((60, 80, 3), np.uint8)
    edge = SeenDie(None, 0.4, (2.0, 2.0), (-8.0, -8.0, 20.0, 20.0), pips=((2.0, 2.0),))
    assert annotate(image, Reading(None, 0.0, "unsure", (edge,))).shape[1] == 80
    corners = ((1, 2), (10, 2), (10, 11), (1, 11))
    many = (SeenDie(4, 1.0, (5.0, 9.0), (1.0, 2.0, 9.0, 9.0), corners),) * 20
    assert annotate(image, Reading((4,) * 20, 1.0, None, many)).shape[0] > 60


def test_the_sheet_shows_what_was_wrong_or_needlessly_refused(drawn, image, tmp_path):
    paths = [tmp_path / name for name in ("right.png", "wrong.png", "retry.png")]
    one = drawn.draw([drawn.Die(3, (120, 120), turn=25)], size=SIZE)
    for path, picture in zip(paths, (image, image, one), strict=True):
        cv2.imwrite(str(path), picture)
    labels = ((3, 5), (3, 6), (3, 4))
    results = [score_picture(Case(path, "flat", right), 2) for path, right in zip(paths, labels, strict=True)]
    assert [r.outcome for r in results] == ["right", "wrong", "retry"]
    assert [r.case.path.name for r in shown_on_sheet(results)] == ["wrong.png", "retry.png"]
    picture, shown = contact_sheet(results, tmp_path)
    assert shown == 2 and coloured(picture, READ) > 100 and coloured(picture, REFUSED) > 100
    assert words(results[2], tmp_path) == ("retry.png   flat", "retry: right 3 4, answer wrong_count")
    assert contact_sheet(results[:1], tmp_path) is None


def test_a_sequence_is_shown_by_the_crop_of_its_throw(tmp_path):
    case = Case(tmp_path / "seq0", "sequence: throw", (1, 6), sequence=True)
    crop = np.full((50, 90, 3), (200, 30, 30), np.uint8)
    picture, _ = contact_sheet([Result(case, None, "moving", 0.0, 0.0, picture=crop)], tmp_path)
    assert coloured(picture, (200, 30, 30)) == 50 * 90
    assert contact_sheet([Result(case, None, None, 0.0, 0.0, verdicts=0)], Path(tmp_path))[1] == 1
