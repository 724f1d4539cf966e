"""The rulings on what the camera saw, one test a ruling; no table, no camera, no clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.adjudication import (
    EMPTY_S,
    FLIGHT_S,
    IDLE,
    PAUSED,
    Ask,
    Call,
    Close,
    Facts,
    Lost,
    Reopen,
    Settle,
    Show,
    Time,
    lock,
    pause,
    plain_faces,
    rule,
)
from vision.events import Empty, Motion, NoRoll, Throw
from vision.readings import REASONS, Reading, SeenDie

OUT = Facts(dice_out=True)
MOTION = Motion(30, 1.0)
READ = Throw((2, 5), 0.999, 45, 48, 2.0)
COCKED = NoRoll("cocked", 48, 2.0)
LOCKED = ("no_fade", "Nobody is against.")


def flight(facts: Facts = OUT):
    state, actions = rule(IDLE, MOTION, facts)
    assert actions == (Close(1.0),) and state.stage == "flight"
    return state


def leaning(tilt: float = 20.0, chance: float = 0.97, value: int | None = None) -> NoRoll:
    plain = SeenDie(4, 0.99, (0, 0), (0, 0, 9, 9), tilt_deg=1.0)
    leans = SeenDie(value, 0.5, (20, 0), (20, 0, 9, 9), tilt_deg=tilt, candidates=((2, chance), (3, 1 - chance)))
    return replace(COCKED, reading=Reading(None, 0.5, "cocked", (plain, leans)))


def test_motion_closes_the_betting_at_the_first_moving_frame():
    flight()


def test_a_throw_that_was_read_settles():
    state, actions = rule(flight(), READ, OUT)
    assert actions == (Settle(READ, (2, 5)),) and state == IDLE


@pytest.mark.parametrize("reason", REASONS)
def test_whatever_was_not_read_is_no_roll_with_its_reason(reason):
    seen = NoRoll(reason, 48, 2.0, "slid")
    state, actions = rule(flight(), seen, OUT)
    assert actions == (Call(reason, "slid", 2.0, seen),) and state == IDLE


def test_more_motion_in_the_same_flight_closes_nothing_twice():
    state, actions = rule(flight(), Motion(33, 1.1), OUT)
    assert actions == () and state.since == 1.0


@pytest.mark.parametrize("seen", [READ, COCKED])
def test_a_locked_throw_is_shown_and_moves_nothing(seen):
    state, actions = rule(lock(flight(), LOCKED), seen, OUT)
    assert actions == (Show(seen, *LOCKED),) and state == IDLE


@pytest.mark.parametrize("seen", [READ, COCKED])
def test_dice_whose_throw_was_not_seen_from_the_start_do_not_count(seen):
    state, (action,) = rule(IDLE, seen, OUT)
    assert isinstance(action, Show) and state == IDLE


@pytest.mark.parametrize("seen", [READ, COCKED])
def test_a_throw_that_the_host_settled_before_the_verdict_is_only_shown(seen):
    state, (action,) = rule(flight(), seen, Facts(dice_out=False))
    assert isinstance(action, Show) and action.code == "changed" and state == IDLE


# ---- pause ----------------------------------------------------------------------------------------------------------


def test_a_throw_during_the_pause_closes_nothing_and_does_not_count():
    state, actions = rule(pause(IDLE, True), MOTION, Facts())
    assert actions == ()
    state, actions = rule(state, READ, Facts())
    assert actions == (Show(READ, *PAUSED),) and state.paused and state.stage == "idle"


def test_a_throw_that_began_before_the_pause_counts():
    _, actions = rule(pause(flight(), True), READ, OUT)
    assert actions == (Settle(READ, (2, 5)),)


def test_a_throw_that_began_in_the_pause_does_not_count_after_it():
    state, _ = rule(pause(IDLE, True), MOTION, Facts())
    _, actions = rule(pause(state, False), READ, Facts())
    assert actions == (Show(READ, *PAUSED),)


# ---- only a hand, nothing at all ------------------------------------------------------------------------------------


def test_motion_after_which_the_surface_lies_empty_was_a_hand():
    state, actions = rule(flight(), Empty(50, 2.0), OUT)
    assert actions == ()
    assert rule(state, Time(2.0 + EMPTY_S - 0.01), OUT) == (state, ())
    state, actions = rule(state, Time(2.0 + EMPTY_S), OUT)
    assert [type(action) for action in actions] == [Reopen] and state == IDLE


def test_a_verdict_shortly_after_the_surface_was_empty_still_holds():
    state, _ = rule(flight(), Empty(50, 2.0), OUT)
    off = NoRoll("off_surface", 55, 2.3)
    assert rule(state, off, OUT) == (IDLE, (Call("off_surface", None, 2.3, off),))


def test_dice_that_never_come_to_rest_open_the_betting_again_some_day():
    state = flight()
    assert rule(state, Time(1.0 + FLIGHT_S - 0.1), OUT) == (state, ())
    state, actions = rule(state, Time(1.0 + FLIGHT_S), OUT)
    assert [type(action) for action in actions] == [Reopen] and state == IDLE


def test_a_camera_lost_in_mid_throw_opens_the_betting_again():
    state, actions = rule(flight(), Lost(1.5, "The camera was unplugged."), OUT)
    assert actions == (Reopen("The camera was unplugged.", 1.5),) and state == IDLE
    assert rule(IDLE, Lost(1.5, "x"), Facts()) == (IDLE, ())
    assert rule(lock(flight(), LOCKED), Lost(1.5, "x"), OUT) == (IDLE, ())


def test_while_nothing_is_in_the_air_time_does_nothing():
    assert rule(IDLE, Time(1e6), Facts()) == (IDLE, ())
    assert rule(IDLE, Empty(3, 1.0), Facts()) == (IDLE, ())


# ---- the wall -------------------------------------------------------------------------------------------------------


def test_the_wall_not_reached_counts_with_a_warning_unless_the_table_is_strict():
    short = replace(READ, warnings=("wall",))
    assert rule(flight(), short, OUT)[1] == (Settle(short, (2, 5)),)
    _, (call,) = rule(flight(), short, replace(OUT, wall="strict"))
    assert (type(call), call.reason) == (Call, "wall_missed")
    assert rule(flight(), READ, replace(OUT, wall="strict"))[1] == (Settle(READ, (2, 5)),)


# ---- leaning dice ---------------------------------------------------------------------------------------------------


def test_where_leaning_dice_count_a_plain_face_within_35_degrees_counts():
    counts = replace(OUT, leaning="counts")
    for tilt, chance, faces in (
        (20.0, 0.97, (2, 4)), (35.0, 0.97, (2, 4)), (35.1, 0.97, None), (20.0, 0.6, None)
    ):  # fmt: skip
        seen = leaning(tilt, chance)
        _, (action,) = rule(flight(), seen, counts)
        assert action == (Call("cocked", None, 2.0, seen) if faces is None else Settle(seen, faces, leaning=True))


def test_a_die_that_leans_further_does_not_count_though_it_was_read():
    assert plain_faces(leaning(tilt=50.0, value=2)) is None
    assert plain_faces(leaning(tilt=30.0, value=2)) == (2, 4)


@pytest.mark.parametrize("option", ["host", "rethrow"])
def test_elsewhere_they_do_not_count(option):
    seen = leaning()
    assert rule(flight(), seen, replace(OUT, leaning=option))[1] == (Call("cocked", None, 2.0, seen),)


@pytest.mark.parametrize("reason", sorted(set(REASONS) - {"cocked"}))
def test_no_other_refusal_ever_becomes_a_throw(reason):
    seen = replace(leaning(), reason=reason)
    _, (action,) = rule(flight(), seen, replace(OUT, leaning="counts"))
    assert isinstance(action, Call)


# ---- the host -------------------------------------------------------------------------------------------------------

WAITS = replace(OUT, host_wait=15.0)


def asked(seen: NoRoll = COCKED, facts: Facts = WAITS):
    state, actions = rule(flight(), seen, facts)
    assert state.stage == "asked", actions
    return state, actions


def test_the_host_is_asked_about_a_leaning_die_while_betting_stays_closed():
    assert asked()[1] == (Ask(COCKED, third=False),)
    for option in ("counts", "rethrow"):
        _, (action,) = rule(flight(), COCKED, replace(WAITS, leaning=option))
        assert isinstance(action, Call)


def test_the_host_is_asked_at_the_third_call_in_a_row_whatever_the_reason():
    glare = NoRoll("glare", 48, 2.0)
    for calls in (0, 1):
        assert rule(flight(), glare, replace(WAITS, calls=calls))[1] == (Call("glare", None, 2.0, glare),)
    assert asked(glare, replace(WAITS, calls=2))[1] == (Ask(glare, third=True),)
    assert asked(glare, replace(WAITS, calls=7))[1] == (Ask(glare, third=True),)


def test_the_host_is_not_asked_about_dice_that_may_not_be_thrown():
    _, (action,) = rule(flight(), COCKED, replace(WAITS, can_throw=False))
    assert isinstance(action, Call)


def test_a_host_who_does_not_answer_has_sent_it_back():
    state, _ = asked()
    assert rule(state, Time(16.9), WAITS) == (state, ())
    assert rule(state, Time(17.0), WAITS) == (IDLE, (Call("cocked", None, 2.0, COCKED),))


def test_a_host_who_answered_ends_the_question():
    state, _ = asked()
    assert rule(state, Time(3.0), replace(WAITS, dice_out=False)) == (IDLE, ())


def test_a_shooter_who_throws_again_has_sent_it_back_himself():
    state, _ = asked()
    state, actions = rule(state, Motion(90, 5.0), WAITS)
    assert actions == (Call("cocked", None, 2.0, COCKED), Close(5.0))
    assert (state.stage, state.since, state.question) == ("flight", 5.0, None)


# ---- any order ------------------------------------------------------------------------------------------------------

seen_things = st.sampled_from([MOTION, READ, COCKED, leaning(), Empty(5, 1.0), Time(2.0), Time(40.0), Lost(1.0, "x")])
facts = st.builds(
    Facts,
    leaning=st.sampled_from(["host", "counts", "rethrow"]),
    wall=st.sampled_from(["strict", "lenient"]),
    calls=st.integers(0, 4),
    dice_out=st.booleans(),
    can_throw=st.booleans(),
    host_wait=st.sampled_from([0.0, 15.0]),
)


@given(st.lists(st.tuples(seen_things, facts, st.booleans(), st.booleans()), max_size=30))
def test_nothing_settles_twice_and_nothing_settles_that_was_not_closed(story):
    """In any order of what can be seen: one Settle or Call a closing, never one without it."""
    state, open_throws = IDLE, 0
    for seen, known, locks, pauses in story:
        state, actions = rule(state, seen, known)
        for action in actions:
            if isinstance(action, Close):
                open_throws = 1
            elif isinstance(action, Settle | Call | Reopen):
                assert open_throws == 1, action
                open_throws = 0
        if locks:
            if state.stage == "flight":
                open_throws = 0
            state = lock(state, LOCKED)
        state = pause(state, pauses)
