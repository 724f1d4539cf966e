"""Proposals and the faces that come of them."""

import numpy as np
import pytest

from vision.candidates import find_faces
from vision.faces import pair_spots, propose_faces, propose_ones
from vision.layout import LAYOUT_VALUES
from vision.pips import DARK, Spots, pyramid


def spots(*points):
    x, y, s = (np.array(values, np.float32) for values in zip(*points, strict=True))
    return Spots(x, y, s)


def test_pairs_are_of_like_strength_and_within_reach():
    i, j = pair_spots(spots((0, 0, 20), (10, 0, 20), (10, 1, 90), (50, 0, 20)), 5, 15)
    assert {frozenset(pair) for pair in zip(i.tolist(), j.tolist(), strict=True)} == {frozenset((0, 1))}


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_drawn_face_is_proposed(drawn, value):
    die = drawn.Die(value, (150, 110), edge=27, turn=40)
    level = pyramid(drawn.draw([die]))[0]
    found = propose_faces(level, DARK)
    right = LAYOUT_VALUES[found.layout] == value
    assert right.any()
    off = np.abs(found.frames[right][:, 0] - die.frame[0]).max(axis=1)
    assert off.min() < 1.0


@pytest.mark.parametrize("turn", [0, 17, 45, 70])
@pytest.mark.parametrize("radius", [0.09, 0.19])
def test_a_single_pip_proposes_its_square(drawn, turn, radius):
    die = drawn.Die(1, (150, 110), edge=27, turn=turn, radius=radius)
    best = None
    for level in pyramid(drawn.draw([die])):
        found = propose_ones(level, DARK)
        place = found.frames[:, 0] * level.scale + (level.scale - 1) / 2
        edge = np.linalg.norm(found.frames[:, 1], axis=1) * level.scale * 3.74
        near = (np.abs(place - die.at).max(axis=1) < 3) & (np.abs(np.log(edge / 27)) < 0.2)
        best = near.any() or best
    assert best


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_best_face_is_the_drawn_one(drawn, value):
    die = drawn.Die(value, (150.4, 110.2), edge=34, turn=63)
    best = find_faces(pyramid(drawn.draw([die])))[0]
    assert best.value == value
    assert np.abs(best.middle - die.at).max() < 2
    assert 0.85 < best.edge / die.edge < 1.15
    assert best.seen_as.argmax() == value


def test_nothing_is_found_on_a_bare_cloth(drawn):
    assert [face for face in find_faces(pyramid(drawn.draw([], noise=4))) if face.score > 0] == []
    assert find_faces([]) == []
