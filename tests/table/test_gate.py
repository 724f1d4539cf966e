"""The order of commands against the camera's motion: by moment of arrival, however late it is understood."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.gate import Gate

LIMIT = 0.5


def taken(gate: Gate, now: float = 0.0) -> list:
    out = []
    while (item := gate.take(now)) is not None:
        out.append(item)
    return out


def test_without_a_camera_nothing_waits():
    gate = Gate(LIMIT)
    gate.add("tap", 5.0, 0.0)
    assert taken(gate) == ["tap"]
    assert gate.wait(0.0) is None


def test_a_command_waits_until_its_moment_was_judged():
    gate = Gate(LIMIT)
    gate.watch(True, 0.0)
    gate.judged(4.9, 0.0)
    gate.add("tap", 5.0, 0.0)
    assert taken(gate, 0.1) == [] and 0 < gate.wait(0.1) <= LIMIT
    gate.judged(5.0, 0.2)
    assert taken(gate, 0.2) == ["tap"]


def test_motion_understood_later_goes_between_those_before_and_after_it():
    gate = Gate(LIMIT)
    gate.watch(True, 0.0)
    gate.judged(4.0, 0.0)
    for name, at in (("after", 5.02), ("before", 4.98), ("at", 5.0), ("long after", 5.3)):
        gate.add(name, at, 0.0)
    assert taken(gate) == []
    gate.add_seen("motion", 5.0, 0.1)
    assert taken(gate, 0.1) == ["before", "at", "motion"]
    gate.judged(5.3, 0.2)
    assert taken(gate, 0.2) == ["after", "long after"]


def test_a_silent_camera_makes_nobody_wait_longer_than_the_limit_and_then_not_at_all():
    gate = Gate(LIMIT)
    gate.watch(True, 10.0)
    gate.judged(1.0, 10.0)
    gate.add("first", 1.1, 10.1)
    assert taken(gate, 10.4) == []
    assert taken(gate, 10.5) == ["first"], "the camera was last heard half a second ago"
    gate.add("second", 1.7, 10.6)
    assert taken(gate, 10.6) == ["second"], "it is known to be silent"
    gate.judged(1.8, 11.0)
    gate.add("third", 1.9, 11.0)
    assert taken(gate, 11.2) == [], "it is back"


def test_a_camera_that_lives_and_cannot_judge_does_not_block_either():
    gate = Gate(LIMIT)
    gate.watch(True, 0.0)
    gate.add("tap", 5.0, 0.0)
    for now in (0.1, 0.2, 0.3, 0.4):
        gate.judged(4.0, now)
        assert taken(gate, now) == []
    gate.judged(4.0, 0.5)
    assert taken(gate, 0.5) == ["tap"]


def test_without_the_camera_again_all_that_waits_goes():
    gate = Gate(LIMIT)
    gate.watch(True, 0.0)
    gate.add("tap", 5.0, 0.0)
    gate.watch(False, 0.1)
    assert taken(gate, 0.1) == ["tap"]


moments = st.integers(0, 40).map(lambda n: n / 10)


@st.composite
def evenings(draw):
    """Taps, motions and judgings by their moments, interleaved in any way in which they may reach the table.

    The camera keeps its own order: a frame is not judged before a motion that was seen in it was handed in.
    """
    taps = draw(st.lists(moments, max_size=8))
    motions = sorted(draw(st.sets(moments, max_size=3)))
    judgings = sorted(draw(st.lists(moments, max_size=8))) + [100.0]
    camera = sorted([("motion", t, 0) for t in motions] + [("judged", t, 1) for t in judgings], key=lambda e: e[1:])
    people = [("tap", t, n) for n, t in enumerate(taps)]
    return draw(st.permutations([0] * len(camera) + [1] * len(people))), camera, people


@given(evenings())
def test_every_interleaving_gives_the_order_of_the_moments(evening):
    order, camera, people = evening
    everything = sorted(entry for entry in [*camera, *people] if entry[0] != "judged")
    gate = Gate(limit=1e9)
    gate.watch(True, 0.0)
    gate.judged(-1.0, 0.0)
    camera, people = iter(camera), iter(people)
    done: list[tuple[str, float, int]] = []
    judged = -1.0
    late = set()
    for whose in order:
        kind, t, n = next(people) if whose else next(camera)
        if kind == "tap":
            # What arrives after its moment was judged cannot go back before what was done by then.
            if t <= judged:
                late.add(n)
            gate.add((kind, t, n), t, 0.0)
        elif kind == "motion":
            gate.add_seen((kind, t, n), t, 0.0)
            judged = max(judged, t)
        else:
            gate.judged(t, 0.0)
            judged = max(judged, t)
        done += taken(gate)
    assert sorted(done) == everything and len(gate) == 0
    motions = [t for kind, t, _ in done if kind == "motion"]
    assert motions == sorted(motions)
    for index, (kind, t, n) in enumerate(done):
        if kind != "tap" or n in late:
            continue
        closed_before = [m for k, m, _ in done[:index] if k == "motion"]
        assert all(m < t for m in closed_before), "a tap that came in time was put after the closing"
        assert not [m for k, m, _ in done[index + 1 :] if k == "motion" and m < t], "a late tap slipped in before"
