"""Spots that may be pips."""

import cv2
import numpy as np
import pytest

from vision.pips import DARK, LIGHT, find_spots, pyramid, ring_answer


def blank(colour=120):
    return np.full((120, 160, 3), colour, np.uint8)


@pytest.mark.parametrize(("inside", "polarity"), [(30, DARK), (220, LIGHT)])
@pytest.mark.parametrize("radius", [2, 4, 8])
def test_a_disc_of_any_size_is_found_in_its_middle(inside, polarity, radius):
    image = cv2.circle(blank(), (80, 60), radius, (inside,) * 3, -1, cv2.LINE_AA)
    best = max(
        (
            (float(spots.strength.max(initial=0)), level.scale, spots)
            for level in pyramid(image)
            for spots in [find_spots(level.answer[polarity])]
        ),
        key=lambda found: found[0],
    )
    strength, scale, spots = best
    top = int(np.argmax(spots.strength))
    assert strength > 11
    assert abs(spots.x[top] * scale + (scale - 1) / 2 - 80) < 1.0 * scale
    assert abs(spots.y[top] * scale + (scale - 1) / 2 - 60) < 1.0 * scale


def test_a_disc_of_the_other_polarity_is_not_found():
    image = cv2.circle(blank(), (50, 40), 3, (30, 30, 30), -1, cv2.LINE_AA)
    assert len(find_spots(pyramid(image)[0].answer[LIGHT], least=12).x) == 0


def test_lines_and_edges_are_no_spots():
    line = cv2.line(blank(), (10, 10), (90, 60), (30, 30, 30), 4, cv2.LINE_AA)
    edge = blank()
    edge[:, 50:] = 30
    for image in (line, edge):
        answer = pyramid(image)[0].answer[DARK]
        assert answer[20:50, 30:70].max() < 15


def test_a_slope_of_light_is_no_spot():
    image = np.repeat(np.linspace(20, 220, 100, dtype=np.uint8)[None, :, None], 80, axis=0).repeat(3, axis=2)
    assert ring_answer(np.ascontiguousarray(image.transpose(2, 0, 1)))[:, 5:-5, 5:-5].max() <= 2


def test_red_on_orange_is_found_by_its_best_channel():
    image = np.empty((80, 100, 3), np.uint8)
    image[:] = (30, 150, 240)
    image = cv2.circle(image, (50, 40), 2, (30, 30, 240), -1, cv2.LINE_AA)
    assert find_spots(pyramid(image)[0].answer[DARK]).strength.max() > 11


def test_a_picture_too_small_has_no_levels():
    assert pyramid(np.zeros((20, 20, 3), np.uint8)) == []
    assert not ring_answer(np.zeros((3, 3, 3), np.uint8)).any()
