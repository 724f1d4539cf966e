"""What becomes of what the camera saw: the adjudicator's rulings, pure.

A small frozen value and one function: `rule(state, seen, facts) -> (state, actions)`. It has no clock, no
table and no camera; throws.py hands it what was seen and carries its actions out.

A throw goes through three stages. `idle`: no dice in the air. `flight`: from the first moving frame to
the verdict; `locked` is None while betting is closed for this throw, or why it does not count (nobody
against, waiting, paused). `asked`: the host looks at a throw that the camera could not judge; betting stays
closed until he names the faces or sends it back, or until the shooter throws again, or time is up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.events import Empty, Motion, NoRoll, Throw

#: Within this angle a leaning die counts when the table lets leaning dice count (the Swedish rule).
PLAIN_TILT_DEG = 35.0
#: ... if its uppermost face is this plain.
PLAIN_CHANCE = 0.9
#: Calls of no roll in a row after which the host is called.
CALLS = 3
#: A motion after which the surface lay empty for so long was a hand or a sleeve, not a throw. Seconds.
EMPTY_S = 1.0
#: A motion without a verdict for so long is given up. Seconds.
FLIGHT_S = 20.0


@dataclass(frozen=True, slots=True)
class Facts:
    """What the ruling needs to know of the table now.

    leaning, wall: the game's options. calls: no-rolls in a row so far. dice_out: whether the table waits for
    these very dice. can_throw: whether the rules let them be thrown (somebody is against, a round is open).
    host_wait: seconds that the host has to name the faces; 0.0 never waits for him.
    """

    leaning: str = "host"
    wall: str = "lenient"
    calls: int = 0
    dice_out: bool = False
    can_throw: bool = True
    host_wait: float = 0.0


@dataclass(frozen=True, slots=True)
class Throwing:
    """Where the throw stands. since: capture time of the first moving frame. empty_since: or None.

    locked: why this throw cannot count, (code, sentence), or None. asked_at, question: of stage `asked`.
    """

    stage: str = "idle"
    since: float = 0.0
    empty_since: float | None = None
    locked: tuple[str, str] | None = None
    asked_at: float = 0.0
    question: NoRoll | None = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """The camera sees nothing any more, since `t`; `sentence` says why."""

    t: float
    sentence: str


@dataclass(frozen=True, slots=True)
class Time:
    """Nothing new was seen until `t`."""

    t: float


@dataclass(frozen=True, slots=True)
class Close:
    """Close the betting at capture time `t`."""

    t: float


@dataclass(frozen=True, slots=True)
class Settle:
    """The throw counts with these faces. leaning: one of them leaned."""

    seen: Throw | NoRoll
    values: tuple[int, ...]
    leaning: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """No roll. seen: the verdict behind it, None where there is none."""

    reason: str
    detail: str | None
    t: float
    seen: Throw | NoRoll | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """It was no throw at all: open the betting again and count nothing."""

    why: str
    t: float


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the host to name the faces or to send the throw back."""

    seen: NoRoll
    third: bool


@dataclass(frozen=True, slots=True)
class Show:
    """Show it and move nothing: the dice were locked. code, why: what locked them."""

    seen: Throw | NoRoll
    code: str
    why: str


Seen = Motion | Empty | Throw | NoRoll | Lost | Time
Action = Close | Settle | Call | Reopen | Ask | Show

PAUSED = ("paused", "The table is paused: this throw does not count.")
UNSEEN = ("moving", "The camera did not see these dice thrown from the start.")
IDLE = Throwing()


def rule(state: Throwing, seen: Seen, facts: Facts) -> tuple[Throwing, tuple[Action, ...]]:
    """What follows from one thing seen: the state after it, and what is to be done, in order."""
    state = _settled_by_others(state, facts)
    if isinstance(seen, Motion):
        return _moved(state, seen)
    if isinstance(seen, Throw):
        return _thrown(state, seen, facts)
    if isinstance(seen, NoRoll):
        return _unread(state, seen, facts)
    if isinstance(seen, Lost):
        return _lost(state, seen)
    if isinstance(seen, Empty) and state.stage == "flight" and state.empty_since is None:
        return replace(state, empty_since=seen.t), ()
    return _waited(state, seen.t, facts)


def lock(state: Throwing, why: tuple[str, str] | None) -> Throwing:
    """What came of closing the betting: None when it is closed for this throw, else why the throw cannot count."""
    return replace(state, locked=why) if state.stage == "flight" else state


def pause(state: Throwing, paused: bool) -> Throwing:
    """Throws that begin while the table is paused do not count."""
    return replace(state, paused=paused)


def _rest(state: Throwing) -> Throwing:
    return Throwing(paused=state.paused)


def _settled_by_others(state: Throwing, facts: Facts) -> Throwing:
    """The host named the faces, sent the throw back or took the round back: nothing is in the air any more."""
    if facts.dice_out or state.stage == "idle" or state.locked is not None:
        return state
    if state.stage == "asked":
        return _rest(state)
    return replace(state, locked=("changed", "The host has settled this throw."))


def _moved(state: Throwing, seen: Motion) -> tuple[Throwing, tuple[Action, ...]]:
    if state.stage == "flight":
        return replace(state, empty_since=None), ()
    first: tuple[Action, ...] = ()
    if state.stage == "asked" and state.question is not None:
        # The dice were taken up again: the shooter throws anew instead of waiting for the host.
        first = (_call(state.question),)
    flight = replace(_rest(state), stage="flight", since=seen.t)
    if state.paused:
        return replace(flight, locked=PAUSED), first
    return flight, (*first, Close(seen.t))


def _thrown(state: Throwing, seen: Throw, facts: Facts) -> tuple[Throwing, tuple[Action, ...]]:
    if (locked := _locked(state)) is not None:
        return _rest(state), (Show(seen, *locked),)
    if facts.wall == "strict" and "wall" in seen.warnings:
        return _unread(state, NoRoll("wall_missed", seen.frame, seen.t, None, seen.warnings, seen.looks,
                                     seen.reading, seen.picture), facts)  # fmt: skip
    return _rest(state), (Settle(seen, seen.values),)


def _unread(state: Throwing, seen: NoRoll, facts: Facts) -> tuple[Throwing, tuple[Action, ...]]:
    if (locked := _locked(state)) is not None:
        return _rest(state), (Show(seen, *locked),)
    if facts.leaning == "counts" and (values := plain_faces(seen)) is not None:
        return _rest(state), (Settle(seen, values, leaning=True),)
    third = facts.calls + 1 >= CALLS
    leans = seen.reason == "cocked" and facts.leaning == "host"
    if facts.host_wait > 0 and facts.can_throw and (third or leans):
        asked = replace(_rest(state), stage="asked", asked_at=seen.t, question=seen)
        return asked, (Ask(seen, third),)
    return _rest(state), (_call(seen),)


def _locked(state: Throwing) -> tuple[str, str] | None:
    return state.locked if state.stage == "flight" else UNSEEN


def _call(seen: NoRoll) -> Call:
    return Call(seen.reason, seen.detail, seen.t, seen)


def _lost(state: Throwing, seen: Lost) -> tuple[Throwing, tuple[Action, ...]]:
    if state.stage == "flight" and state.locked is None:
        return _rest(state), (Reopen(seen.sentence, seen.t),)
    return (_rest(state) if state.stage == "flight" else state), ()


def _waited(state: Throwing, t: float, facts: Facts) -> tuple[Throwing, tuple[Action, ...]]:
    if state.stage == "asked" and state.question is not None and t - state.asked_at >= facts.host_wait:
        return _rest(state), (_call(state.question),)
    if state.stage != "flight":
        return state, ()
    if state.empty_since is not None and t - state.empty_since >= EMPTY_S:
        why = "It was a hand over the table, not a throw."
    elif t - state.since >= FLIGHT_S:
        why = "The dice never came to rest in view."
    else:
        return state, ()
    return _rest(state), () if state.locked is not None else (Reopen(why, t),)


def plain_faces(seen: NoRoll) -> tuple[int, ...] | None:
    """The faces of a throw refused as cocked, where each die that leans shows one face plainly within 35 degrees."""
    if seen.reason != "cocked" or seen.reading is None or not seen.reading.dice:
        return None
    values = []
    for die in seen.reading.dice:
        if die.tilt_deg is not None and die.tilt_deg > PLAIN_TILT_DEG:
            return None
        if die.value is not None:
            values.append(die.value)
            continue
        best = max(die.candidates, key=lambda candidate: candidate[1], default=None)
        if best is None or best[1] < PLAIN_CHANCE or die.tilt_deg is None:
            return None
        values.append(best[0])
    return tuple(sorted(values))
