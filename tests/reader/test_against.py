"""Faces against the picture of the empty table."""

import numpy as np
import pytest

from vision.against import same_pattern
from vision.reader import Reader
from vision.segment import Reference

SIZE = (420, 320)


def table(drawn, seed=1, light=1.0, dice=()):
    flat = {"body": (0.0, 0.0), "edge": 34.0, "radius": 0.08}
    marks = [drawn.Die(6, (150, 250), turn=8.0, **flat), drawn.Die(4, (330, 70), turn=50.0, **flat)]
    image = drawn.draw([*marks, *dice], size=SIZE, seed=seed).astype(np.float32) * light
    return np.clip(image, 0, 255).astype(np.uint8)


def dice(drawn):
    return [drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (290, 200), turn=70)]


@pytest.mark.parametrize("light", [0.97, 1.0, 1.03])
def test_what_always_lies_there_is_no_die(drawn, light):
    reading = Reader(empty=table(drawn)).read(table(drawn, 2, light, dice(drawn)))
    assert reading.values == (3, 5)


def test_the_empty_table_has_no_dice(drawn):
    assert Reader(empty=table(drawn)).read(table(drawn, 3, 1.02)).reason == "wrong_count"


def test_a_shift_of_half_a_pixel_is_not_new(drawn):
    empty = table(drawn)
    shifted = np.rint((empty[:, 1:].astype(np.float32) + empty[:, :-1]) / 2).astype(np.uint8)
    shifted = np.pad(shifted, ((0, 0), (0, 1), (0, 0)), mode="edge")
    assert Reader(empty=empty).read(shifted).dice == ()


def test_a_print_in_a_shadow_shows_the_tables_pattern(drawn):
    empty = table(drawn)
    mark = drawn.Die(6, (150, 250), turn=8.0, edge=34.0)
    assert same_pattern((empty * 0.6).astype(np.uint8), empty, mark.frame)
    covered = table(drawn, 2, 1.0, [drawn.Die(3, (150, 250), turn=40.0)])
    assert not same_pattern(covered, empty, mark.frame)


def test_another_size_is_said(drawn):
    with pytest.raises(ValueError, match="420x320"):
        Reference(table(drawn)).compare(np.zeros((10, 10, 3), np.uint8))
