"""What happens in a throw, trouble by trouble, and that nothing else does."""

from __future__ import annotations

import numpy as np
import pytest

from vision.simulate.dice import top_face, value_up
from vision.simulate.geometry import CUBE_TURNS
from vision.simulate.paths import overlap
from vision.simulate.render import corners_of
from vision.simulate.stage import Scene
from vision.simulate.throws import TROUBLES, Thrower

SCENE = Scene.by_seed(5)


def play(kind, seed=1, values=None, lying=None):
    """(thrower, moments of one throw, index of the settled one)."""
    thrower = Thrower(SCENE, seed)
    if lying is not None:
        thrower.lying = lying
    moments = list(thrower.throw(kind, values))
    settled = [k for k, moment in enumerate(moments) if moment.settled is not None]
    assert len(settled) == 1
    return thrower, moments, settled[0]


@pytest.fixture(scope="module")
def lying():
    """Two dice that lie there from the throw before."""
    return play(None, seed=3)[1][-1].dice[0]


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_plain_throw_flies_in_and_ends_flat_inside_and_apart(seed):
    _, moments, end = play(None, seed)
    note, (poses,) = moments[end].settled, moments[end].dice
    assert note["counts"] and note["kind"] is None
    assert note["values"] == [value_up(pose.rotation) for pose in poses]
    assert all(top_face(pose.rotation)[1] < 1e-4 for pose in poses)
    width, depth = SCENE.felt.area
    for pose in poses:
        corners = corners_of(SCENE.dice[0], pose)
        assert corners.min() > -0.01 and corners[:, 0].max() < width and corners[:, 1].max() <= SCENE.rail + 0.01
    assert not overlap(*poses, SCENE.dice[0].edge)
    assert sum(len(moment.dice) > 1 for moment in moments) > 5  # motion blur on the way
    assert all(moment.hand is None for moment in moments)


@pytest.mark.parametrize("kind", [None, *TROUBLES])
def test_wished_values_come_up(kind):
    thrower, _, _ = play(kind, values=(2, 6))
    shown = [value_up(pose.rotation) for pose in thrower.lying if pose is not None]
    if kind == "occluded":  # the hand has taken dice and card away at the end
        shown = play(kind, values=(2, 6))[1]
        shown = next(m.settled["values"] for m in shown if m.settled)
    assert shown == [2, 6]


@pytest.mark.parametrize("kind", TROUBLES)
def test_which_throws_count(kind, lying):
    _, moments, end = play(kind, lying=lying)
    assert moments[end].settled["kind"] == kind
    assert moments[end].settled["counts"] == (kind in ("glare", "hand_before"))


@pytest.mark.parametrize("seed", range(1, 9))
def test_cocked_dice_lean_and_touch_the_felt(seed):
    _, moments, end = play("cocked", seed)
    (poses,) = moments[end].dice
    tilts = [top_face(pose.rotation)[1] for pose in poses]
    assert min(tilts) < 1e-4
    assert 10 < max(tilts) < 45
    leaning = poses[int(np.argmax(tilts))]
    die = SCENE.dice[0]
    bottom = corners_of(die, leaning)[:, 2].min()
    assert -die.radius < bottom < 0.6


def test_off_surface_leaves_one_die_outside():
    for seed in range(1, 5):
        _, moments, end = play("off_surface", seed)
        (poses,) = moments[end].dice
        width, depth = SCENE.felt.area
        inside = [0 < p.position[0] < width and 0 < p.position[1] < depth for p in poses]
        assert sorted(inside) == [False, True]


def test_one_moved_leaves_the_other_exactly_where_it_was(lying):
    for seed in (1, 2):
        _, moments, end = play("one_moved", seed, lying=lying)
        (poses,) = moments[end].dice
        same = [any(pose is old for old in lying) for pose in poses]
        assert sorted(same) == [False, True]


def test_one_moved_on_an_empty_table_lays_both_first():
    _, moments, end = play("one_moved", 2)
    assert any(moment.hand is not None for moment in moments[:end])
    assert all(pose is not None for pose in moments[end].dice[0])


def test_stacked_dice_lie_one_on_the_other():
    _, moments, end = play("stacked")
    (poses,) = moments[end].dice
    edge = SCENE.dice[0].edge
    heights = sorted(pose.position[2] for pose in poses)
    assert heights == pytest.approx([edge / 2, 1.5 * edge])
    assert np.hypot(*(poses[0].position - poses[1].position)[:2]) < 0.55 * edge


def test_a_hand_is_in_view_after_release_and_at_rest_and_then_goes():
    thrower, moments, end = play("hand")
    assert moments[end].hand is not None
    assert all(moment.hand is not None for moment in moments[end : end + 20])
    assert moments[0].hand is None
    assert moments[-1].hand is None or moments[-1].hand.y < -60


def test_a_hand_before_release_is_gone_at_rest():
    _, moments, end = play("hand_before")
    seen = [moment.hand is not None for moment in moments]
    flying = [any(pose is not None for pose in moment.dice[0]) for moment in moments]
    assert seen[flying.index(True) - 1]
    assert not any(seen[end - 5 :])


def test_the_truth_says_whether_the_rail_was_reached():
    reached = {seed: play(None, seed) for seed in range(1, 8)}
    for _, moments, end in reached.values():
        far = [max(m.dice[0][k].position[1] for m in moments if m.dice[0][k] is not None) for k in (0, 1)]
        if moments[end].settled["wall"]:
            assert min(far) > SCENE.rail - 5 * SCENE.dice[0].edge
        else:
            assert min(far) < SCENE.rail - 0.5 * SCENE.dice[0].edge
    assert any(moments[end].settled["wall"] for _, moments, end in reached.values())


def test_glare_lasts_while_the_dice_lie_and_no_longer():
    thrower, moments, end = play("glare")
    assert moments[end].glare is not None
    assert thrower.still().glare is not None
    assert list(thrower.take_away())[-1].glare is None
    assert thrower.still().glare is None


def test_placed_and_slid_dice_never_tumble():
    for kind in ("placed", "slid"):
        _, moments, end = play(kind)
        for moment in moments[: end + 1]:
            for poses in moment.dice:
                assert all(pose is None or top_face(pose.rotation)[1] < 1e-4 for pose in poses)
        assert any(moment.hand is not None for moment in moments)


def test_a_card_lies_on_a_die_and_is_taken_away():
    _, moments, end = play("occluded")
    card = moments[end].card
    places = [pose.position[:2] for pose in moments[end].dice[0]]
    assert min(np.hypot(*(place - (card.x, card.y))) for place in places) < 55
    assert moments[-1].card is None
    assert moments[-1].dice == ((None, None),)


def test_a_hand_takes_the_old_dice_before_the_next_throw(lying):
    thrower, moments, end = play(None, lying=lying)
    assert any(moment.hand is not None for moment in moments[:end])
    empty = [k for k, moment in enumerate(moments[:end]) if moment.dice == ((None, None),) and moment.hand is None]
    assert len(empty) >= 5


def test_troubles_do_not_bias_the_turns():
    """Renaming the faces for wished values keeps a right-handed die."""
    _, moments, end = play("cocked", values=(3, 3))
    for pose in moments[end].dice[0]:
        assert np.linalg.det(pose.rotation) == pytest.approx(1, abs=1e-3)
    assert len(CUBE_TURNS) == 24
