"""The picture kept with a throw: both dice and nothing else of the table, under 60 KB, whatever the sizes are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.readings import SeenDie
from vision.watch_pictures import crop_dice, encode_picture

#: Colours that no table has, one for each die: blue-green-red.
MARKS = ((0, 0, 255), (0, 255, 0), (255, 0, 0), (0, 255, 255), (255, 0, 255), (255, 255, 0))


def die(x: float, y: float, edge: float) -> SeenDie:
    return SeenDie(3, 0.99, (x + edge / 2, y + edge / 2), (x, y, edge, edge))


def table(width: int, height: int, dice, seed: int = 0) -> np.ndarray:
    """The worst that a camera can give: noise all over, and each die a plate of its own colour."""
    picture = np.random.default_rng(seed).integers(60, 190, (height, width, 3), np.uint8)
    for one, mark in zip(dice, MARKS, strict=False):
        x, y, w, h = (round(v) for v in one.box)
        picture[max(y, 0) : y + h, max(x, 0) : x + w] = mark
    return picture


def shown(jpeg: bytes, mark) -> int:
    """Pixels of a colour in the picture that was kept."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return int((np.abs(picture.astype(int) - mark).max(axis=2) < 60).sum())


@pytest.mark.parametrize(("width", "height"), [(320, 240), (1280, 720), (4056, 3040)])
@pytest.mark.parametrize("share", [0.02, 0.05, 0.15, 0.4])
def test_both_dice_are_on_it_and_it_is_small(width, height, share):
    edge = share * width
    dice = [die(0.05 * width, 0.1 * height, edge), die(0.55 * width, 0.5 * height, 0.8 * edge)]
    kept = crop_dice(table(width, height, dice), dice)
    assert max(kept.shape[:2]) <= 640
    jpeg = encode_picture(kept)
    assert len(jpeg) < 60_000
    for mark in MARKS[:2]:
        assert shown(jpeg, mark) > 0.3 * min(edge * 0.8, 80) ** 2 * 0.5


def test_noise_all_over_is_kept_small_too():
    dice = [die(200 * k, 100, 160) for k in range(6)]
    picture = np.random.default_rng(1).integers(0, 255, (400, 1300, 3), np.uint8)
    assert len(encode_picture(crop_dice(picture, dice))) < 60_000
    large = np.random.default_rng(0).integers(0, 255, (1600, 1600, 3), np.uint8)
    assert len(encode_picture(large)) < 60_000


def test_nothing_but_the_dice_and_a_narrow_margin_is_kept():
    dice = [die(100, 100, 40), die(500, 300, 40)]
    picture = np.full((480, 640, 3), (0, 0, 255), np.uint8)
    for one in dice:
        x, y, w, h = (round(v) for v in one.box)
        picture[y - 16 : y + h + 16, x - 16 : x + w + 16] = (90, 120, 80)
    kept = crop_dice(picture, dice)
    assert not (kept == (0, 0, 255)).all(axis=2).any()
    assert kept.size < 3 * 2 * 80**2


@pytest.mark.parametrize("place", [(-20, -20), (300, 220), (310, 5)])
def test_dice_at_the_border_are_cut_there(place):
    dice = [die(*place, 40), die(150, 100, 40)]
    assert len(encode_picture(crop_dice(table(320, 240, dice), dice))) < 60_000


def test_what_was_seen_outside_the_picture_or_not_at_all_gives_none():
    picture = np.zeros((240, 320, 3), np.uint8)
    assert crop_dice(picture, []) is None
    assert crop_dice(picture, [die(900, 900, 40)]) is None
    with pytest.raises(ValueError):
        encode_picture(picture[:0])
