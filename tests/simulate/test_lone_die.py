"""A single die thrown at the simulated table: it alone moves, and the truth is its value."""

from __future__ import annotations

import pytest

from tests.simulate.test_camera import camera, until_settled
from vision.simulate.throws import LONE, TROUBLES


def thrown(kind: str, seed: int = 2, **wish) -> dict:
    truths: list[dict] = []
    made = camera(seed=seed, truth=truths.append)
    made.tell({"throw": {"kind": kind, "dice": 1, **wish}})
    until_settled(made, truths)
    assert len(truths) == 1
    return truths[0] | {"lying": [pose is not None for pose in made._thrower.lying]}


@pytest.mark.parametrize("value", [1, 4, 6])
def test_one_die_comes_to_rest_with_the_value_that_was_asked_for(value):
    truth = thrown("plain", values=[value])
    assert (truth["values"], truth["counts"], truth["lying"]) == ([value], True, [True, False])


@pytest.mark.parametrize("kind", sorted(set(LONE)))
def test_the_troubles_of_one_die(kind):
    truth = thrown(kind)
    assert (truth["kind"], len(truth["values"]), truth["lying"]) == (kind, 1, [True, False])
    assert truth["counts"] is (kind in ("glare", "hand_before"))


@pytest.mark.parametrize("kind", sorted(set(TROUBLES) - set(LONE)))
def test_what_takes_two_dice_is_a_plain_throw_of_one(kind):
    truth = thrown(kind)
    assert (truth["kind"], truth["counts"], len(truth["values"])) == (None, True, 1)


def test_two_are_thrown_again_after_one():
    truths: list[dict] = []
    made = camera(truth=truths.append)
    made.tell({"throw": {"kind": "plain", "dice": 1}})
    made.tell({"throw": {"kind": "plain", "values": [5, 2]}})
    until_settled(made, truths)
    until_settled(made, truths)
    assert [len(truth["values"]) for truth in truths] == [1, 2]
    assert truths[1]["values"] == [5, 2]
