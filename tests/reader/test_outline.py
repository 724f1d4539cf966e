"""The four sides of a face."""

import numpy as np
import pytest

from vision.layout import HALF_EDGE, face_patch
from vision.outline import find_outline


def outline(drawn, die, frame=None):
    patch = face_patch(drawn.draw([die], noise=1), die.frame if frame is None else frame)
    return find_outline(patch, np.array(die.face, np.float32))


def test_the_sides_are_found_where_they_are(drawn):
    found = outline(drawn, drawn.Die(1, (160, 120), edge=44, body=(0, 0)))
    assert found.widths == pytest.approx((1 / 0.27, 1 / 0.27), rel=0.06)
    assert np.hypot(*found.shift) < 0.12
    assert abs(found.turn) < 0.04
    assert found.support.min() > 0.7


def test_a_frame_that_is_turned_and_shifted_is_told_so(drawn):
    die = drawn.Die(1, (160, 120), edge=44, body=(0, 0))
    frame = die.frame
    turned = np.radians(8)
    turn = np.array([(np.cos(turned), np.sin(turned)), (-np.sin(turned), np.cos(turned))])
    found = outline(drawn, die, np.stack([frame[0], *(turn @ frame[1:])]))
    assert found.turn == pytest.approx(-turned, abs=0.05)
    moved = outline(drawn, die, np.stack([frame[0] - 0.2 * frame[1], frame[1], frame[2]]))
    assert moved.shift[0] == pytest.approx(0.2, abs=0.08)


def test_a_narrow_face_is_narrow(drawn):
    die = drawn.Die(1, (160, 120), edge=44, body=(0, 0))
    frame = np.stack([die.frame[0], die.frame[1] * 1.2, die.frame[2]])
    wide, high = outline(drawn, die, frame).widths
    assert wide / high == pytest.approx(1 / 1.2, rel=0.08)


def test_a_face_without_a_border_has_no_support():
    patch = np.full((60, 60, 3), 120, np.uint8)
    found = find_outline(patch, np.full(3, 120, np.float32))
    assert found.support.max() == 0
    assert found.steps.max() == 0
    assert found.half > 0.8 * HALF_EDGE - 0.2
