"""Events to JSON and back."""

from __future__ import annotations

import json

import pytest

from controller.games.codec import CodecFault, decode, encode, event, types
from controller.games.events import Thrown
from controller.games.street.events import RoundSettled

THROWN = Thrown((4, 2), 6, "camera", 1, 3, "ab12", {"confidence": 0.99})
SETTLED = RoundSettled(1, "craps", "wrong", ("A", 10), (("B", 5),), (("C", 20),), 15, {"A": 10, "B": 5, "C": 15}, "B")


@pytest.mark.parametrize("told", [THROWN, SETTLED, Thrown(None, 6, "tapped", 1, 3, None, None)])
def test_there_and_back(told):
    assert decode(json.loads(json.dumps(encode(told)))) == told


def test_json_has_the_type_first_and_lists_for_tuples():
    assert list(encode(THROWN))[0] == "type"
    assert encode(SETTLED)["fors"] == [["B", 5]]
    assert encode(THROWN)["dice"] == [4, 2]


def test_decoding_does_not_change_what_it_is_given():
    stored = encode(SETTLED)
    before = json.dumps(stored)
    decode(stored)
    assert json.dumps(stored) == before


@pytest.mark.parametrize(
    "stored",
    [
        {}, [], None, "thrown", {"type": "unheard_of"}, {"type": ["thrown"]}, {"type": "thrown"},
        encode(THROWN) | {"more": 1},
    ],
)  # fmt: skip
def test_what_is_no_event_is_a_fault(stored):
    with pytest.raises(CodecFault):
        decode(stored)


def test_events_are_frozen_and_named_once():
    with pytest.raises(AttributeError):
        THROWN.total = 7
    with pytest.raises(TypeError):
        event("thrown")(type("Other", (), {"__annotations__": {}}))
    assert all(cls.type == kind for kind, cls in types().items())
