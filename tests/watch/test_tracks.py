"""Hands and free things in the masks of a frame, and how they are linked from frame to frame."""

from __future__ import annotations

import numpy as np
import pytest

from vision.episode import Episode
from vision.tracks import blobs_of

EDGE = 8.0
SHAPE = (120, 160)


def mask(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    """A mask with boxes of x, y, width, height filled."""
    made = np.zeros(SHAPE, np.uint8)
    for x, y, w, h in boxes:
        made[y : y + h, x : x + w] = 255
    return made


DIE, HAND = (60, 50, 8, 8), (80, 70, 40, 50)


def test_a_die_that_moves_is_free_and_a_still_one_is_not():
    (blob,), hand = blobs_of(mask(DIE), mask(DIE), EDGE, None)
    assert blob.free and hand is None
    (blob,), _ = blobs_of(mask(DIE), mask(), EDGE, None)
    assert not blob.free and blob.moving == 0


def test_a_die_on_the_border_is_not_yet_free():
    (blob,), hand = blobs_of(mask((0, 50, 8, 8)), mask((0, 50, 8, 8)), EDGE, None)
    assert blob.border and not blob.free and hand is None


def test_a_hand_reaches_over_the_border_and_holds_what_is_beside_it():
    near = (67, 80, 8, 8)
    blobs, hand = blobs_of(mask(HAND, DIE, near), mask(HAND, DIE, near), EDGE, None)
    assert hand is not None and hand[100, 100] == 255
    assert sorted(blob.hand for blob in blobs) == [False, True, True]
    assert [blob.free for blob in blobs if blob.centre[0] < 65] == [True]


def test_blurred_dice_that_reach_the_border_are_no_hand():
    pair = (60, 20, 28, 28)
    (flying,), _ = blobs_of(mask(pair), mask(pair), EDGE, None)
    at_border = mask((60, 0, 28, 28))
    _, hand = blobs_of(at_border, at_border, EDGE, None, [flying])
    assert hand is None
    _, hand = blobs_of(at_border, at_border, EDGE, None)
    assert hand is not None


def test_an_arm_whose_sleeve_looks_like_the_felt_is_a_hand_all_the_same():
    lone = (60, 30, 40, 36)
    _, hand = blobs_of(mask(lone), mask(lone), EDGE, mask((70, 50, 40, 70)))
    assert hand is not None
    _, hand = blobs_of(mask(lone), mask(lone), EDGE, None)
    assert hand is None, "no hand comes out of the middle of the table"


def test_what_a_hand_uncovers_is_not_free():
    (blob,), hand = blobs_of(mask((90, 80, 8, 8)), mask((90, 80, 8, 8)), EDGE, mask(HAND))
    assert hand is None and not blob.free


@pytest.mark.parametrize(("moving", "there"), [(True, True), (False, False)])
def test_what_is_left_of_a_hand_at_the_border_is_a_hand_while_it_moves(moving, there):
    rest = (90, 112, 20, 8)
    _, hand = blobs_of(mask(rest), mask(rest) if moving else mask(), EDGE, mask(HAND))
    assert (hand is not None) == there


def test_two_dice_set_down_side_by_side_are_not_the_hand_that_was_there():
    pair = (90, 80, 18, 17)
    _, hand = blobs_of(mask(pair), mask(), EDGE, mask(HAND))
    assert hand is None


def test_dice_are_followed_and_fly():
    episode = Episode(EDGE)
    for k in range(8):
        boxes = [(10 + 14 * k, 20 + 4 * k, 9, 9), (12 + 12 * k, 90 - 3 * k, 9, 9)]
        episode.add(k, k / 30, mask(*boxes), mask(*boxes))
    ends = sorted(track.points[-1][1].centre[1] for track in episode.flights)
    assert len(ends) == 2 and ends == pytest.approx([52, 73], abs=1)
    assert episode.speed == pytest.approx(14.6, abs=1)


def test_a_thing_that_jitters_on_the_spot_does_not_fly():
    episode = Episode(EDGE)
    for k in range(6):
        box = (60 + k % 2, 50, 8, 8)
        episode.add(k, k / 30, mask(box), mask(box))
    assert episode.flights == []


def test_an_episode_is_seen_anew_with_the_right_size_of_die():
    """With the usual size a pair of large dice is taken for a hand; once the size is known it is not."""
    episode = Episode(4.0)
    for k in range(6):
        box = (10 + 16 * k, 40, 32, 32)
        episode.add(k, k / 30, mask(box), mask(box))
    assert episode.flights == []
    again = episode.sized(18.0)
    assert len(again.flights) == 1 and len(again.records) == 6
    assert again.sized(18.5) is again


def test_a_still_hand_that_was_none_is_disowned():
    episode = Episode(EDGE)
    for k in range(5):
        episode.add(k, k / 30, mask(HAND), mask(HAND) if k == 0 else mask())
    assert episode.hand_now and episode.still_hand is not None
    episode.disown()
    assert not episode.hand_now and episode.hand_runs() == []


def test_a_long_episode_forgets_its_beginning():
    episode = Episode(EDGE)
    for k in range(1300):
        episode.add(k, k / 30, mask(DIE), mask(DIE))
    assert len(episode.records) <= 600
    assert episode.records[-1].index == 1299
