"""The nine sites in the rectified face."""

import cv2
import numpy as np
import pytest

from vision.layout import FILLED, LAYOUT_VALUES, LAYOUTS, face_patch, fit_sites, frame_corners, rectify


def fit(drawn, die, image=None):
    image = drawn.draw([die]) if image is None else image
    patch = face_patch(image, die.frame)
    return max((fit_sites(patch, sites=sites) for _, sites in LAYOUTS), key=lambda found: found.match)


@pytest.mark.parametrize("turn", range(0, 360, 15))
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_every_value_at_every_rotation(drawn, value, turn):
    found = fit(drawn, drawn.Die(value, (160.3, 120.7), turn=turn))
    assert found.value == value
    assert found.match > 0.85
    assert found.margin > 0.3


@pytest.mark.parametrize("edge", [18, 24, 36, 70])
@pytest.mark.parametrize(
    ("face", "pip"),
    [
        ((225, 228, 230), (25, 25, 28)),
        ((30, 30, 32), (230, 230, 230)),
        ((40, 40, 190), (235, 235, 240)),
        ((228, 228, 230), (50, 50, 190)),
    ],
)
def test_both_polarities_and_red_pips_from_18_pixels_up(drawn, edge, face, pip):
    for value in range(1, 7):
        found = fit(drawn, drawn.Die(value, (160, 120), edge=edge, turn=33, face=face, pip=pip))
        assert found.value == value, value


def test_a_six_turned_by_a_quarter_is_never_a_four(drawn):
    for turn in range(0, 180, 5):
        assert fit(drawn, drawn.Die(6, (160, 120), edge=22, turn=turn)).value == 6


@pytest.mark.parametrize(("value", "hidden"), [(5, 4), (3, 2)])
def test_glare_on_the_middle_pip_leaves_dirt_on_that_site(drawn, value, hidden):
    """A five whose middle pip is washed out has four corners, and a middle that is not plain face."""
    die = drawn.Die(value, (160, 120), edge=44, face=(190, 190, 190))
    image = drawn.draw([die], noise=0)
    spoilt = cv2.circle(image.copy(), (160, 120), 6, (255, 255, 255), -1, cv2.LINE_AA)
    patch = face_patch(spoilt, die.frame)
    sites = next(sites for v, sites in LAYOUTS if v == hidden and 0 in sites)
    found = fit_sites(patch, sites=sites)
    honest = drawn.draw([drawn.Die(hidden, (160, 120), edge=44, face=(190, 190, 190))], noise=0)
    clean = fit_sites(face_patch(honest, die.frame), sites=sites)
    assert found.dirt[4] > 0.3
    assert clean.dirt[4] < 0.15


def test_layouts_are_closed_under_quarter_turns():
    for value, sites in LAYOUTS:
        turned = tuple(sorted((site % 3) * 3 + 2 - site // 3 for site in sites))
        assert (value, turned) in LAYOUTS
    assert FILLED.sum(axis=1).tolist() == LAYOUT_VALUES.tolist()


def test_rectify_puts_the_corners_on_the_corners_and_averages_large_faces(drawn):
    image = np.zeros((200, 200, 3), np.uint8)
    image[40:160, 40:160] = 200
    square = np.array([(39.5, 39.5), (159.5, 39.5), (159.5, 159.5), (39.5, 159.5)])
    patch = rectify(image, square, 32)
    assert patch.shape == (32, 32, 3)
    assert patch.min() > 150
    chess = (np.indices((200, 200)).sum(axis=0) % 2 * 255).astype(np.uint8)
    grey = rectify(np.repeat(chess[..., None], 3, axis=2), square, 32)
    assert np.abs(grey.astype(int) - 127).max() < 40


def test_frame_corners_go_round_the_face():
    frame = np.array([(10, 20), (2, 0), (0, 3)], float)
    assert frame_corners(frame, 2).tolist() == [[6, 14], [14, 14], [14, 26], [6, 26]]
