"""The silhouette's word on dice near the limit of the lean."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.cube import Stance
from vision.silhouette import fit, second_word

EDGE, LEAN = 40.0, np.array([0.3, -0.1])
QUAD = np.array([[100, 100], [140, 100], [140, 140], [100, 140]], float)


def covered(*dice, size=(300, 240)):
    """(h, w) 0 or 1: what dice with these (top, lean) cover."""
    mask = np.zeros(size[::-1], np.uint8)
    for quad, lean in dice:
        hull = cv2.convexHull(np.vstack([quad, quad - np.asarray(lean) * EDGE]).astype(np.float32))[:, 0]
        cv2.fillConvexPoly(mask, np.int32(np.rint(hull)), 1)
    return mask


def stance(verdict, strain, off, upright=LEAN):
    return Stance(verdict, 5.0, 4.0, strain, 0.0, (0.3, 0.1), 0.0, 0.0, upright + off, upright)


def test_an_upright_die_covers_what_it_must():
    seen = fit(covered((QUAD, LEAN)), QUAD, LEAN, [])
    assert seen.upright > 0.97
    assert np.abs(seen.off).max() < 0.05


@pytest.mark.parametrize("off", [(0.2, 0.0), (-0.15, 0.15)])
def test_a_leaning_die_covers_something_else(off):
    seen = fit(covered((QUAD, LEAN + off)), QUAD, LEAN, [])
    assert seen.upright < 0.93 < seen.best
    assert np.abs(seen.off - off).max() < 0.07


def test_a_line_of_the_cloth_in_a_dies_colour_is_closed():
    mask = covered((QUAD, LEAN))
    mask[118:122] = 0
    assert fit(mask, QUAD, LEAN, []).upright > 0.95


def test_a_flat_die_is_cleared_and_a_leaning_one_is_not():
    off = np.array([0.12, 0.0])
    (cleared,) = second_word([stance("cocked", 1.2, off)], [QUAD], covered((QUAD, LEAN)))
    assert (cleared.verdict, cleared.strain) == ("upright", 0.9)
    (kept,) = second_word([stance("cocked", 1.2, off)], [QUAD], covered((QUAD, LEAN + off)))
    assert kept.verdict == "cocked"
    (far,) = second_word([stance("cocked", 2.5, off)], [QUAD], covered((QUAD, LEAN)))
    assert far.verdict == "cocked"


def test_a_die_near_the_limit_that_leans_the_same_way_is_cocked():
    off = np.array([0.12, 0.05])
    (caught,) = second_word([stance("upright", 0.95, off)], [QUAD], covered((QUAD, LEAN + off)))
    assert caught.verdict == "cocked" and caught.strain > 1
    (flat,) = second_word([stance("upright", 0.95, off)], [QUAD], covered((QUAD, LEAN - off / 2)))
    assert flat.verdict == "upright"


def test_a_die_that_hides_its_neighbours_side_does_not_make_it_lean():
    other = QUAD + (-EDGE, 0.0)
    off = np.array([-0.2, 0.0])
    mask = covered((QUAD, LEAN), (other, LEAN))
    words = second_word([stance("cocked", 1.5, off), stance("upright", 0.2, off * 0)], [QUAD, other], mask)
    assert [one.verdict for one in words] == ["upright", "upright"]
    words = second_word([stance("cocked", 1.5, off), stance("cocked", 2.5, off)], [QUAD, other], mask)
    assert [one.verdict for one in words] == ["cocked", "cocked"]


def test_without_a_calibration_nothing_is_said():
    one = Stance("cocked", 5.0, 4.0, 1.2, None, (0.3, 0.1), 0.0, 0.0)
    assert second_word([one], [QUAD], covered((QUAD, LEAN))) == (one,)


def test_a_die_that_leans_on_another_is_found_below_the_limit():
    """Both say plainly the same: a smaller strain is enough, even where the other die hides a side."""
    off, other = np.array([0.21, 0.04]), QUAD + (1.25 * EDGE, 0.0)
    doubtful = replace(stance("upright", 0.6, off * 0.7), tilt_deg=9.0)
    flat = stance("upright", 0.1, off * 0)
    mask = covered((QUAD, LEAN + off), (other, LEAN))
    assert second_word([doubtful, flat], [QUAD, other], mask)[0].verdict == "cocked"
    upright = covered((QUAD, LEAN), (other, LEAN))
    assert second_word([doubtful, flat], [QUAD, other], upright)[0].verdict == "upright"
    slight = replace(doubtful, tilt_deg=4.0)
    assert second_word([slight, flat], [QUAD, other], mask)[0].verdict == "upright"


def test_a_top_that_is_too_small_is_not_cleared():
    off, other = np.array([-0.2, 0.0]), QUAD + (-EDGE, 0.0)
    flat = stance("upright", 0.2, off * 0)
    for raised, verdict in ((0.0, "upright"), (-0.13, "cocked")):
        mask = covered((QUAD, LEAN + off / 3), (other, LEAN))
        words = second_word([replace(stance("cocked", 1.5, off), raised=raised), flat], [QUAD, other], mask)
        assert words[0].verdict == verdict
