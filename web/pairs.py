"""Which dice lie on the table, by the colours that the camera saw: since which throw, and which lay there before.

Pure values, folded over the throws of the table's life. The two dice of one throw are compared with each other, so that
a lamp or a white balance that drifts shifts both and changes nothing. Where they differ clearly each is counted by
itself. Others than before must be seen in some throws running before they are believed: glare or a shadow makes
no new dice.

A throw counts for each die only if the faces that the camera read are those that hold. After a correction it is not
always plain which of the two dice was misread, so such a throw is left out here; it counts among all faces.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from web.faces import Faces

#: Lightness counts for so much of the distance of two colours: glare and shade change it most.
LIGHTNESS = 0.5
#: Mean distance from which two dice are told apart. Over sixty simulated tables dice of two colours were 33 or more
#: apart in every throw, equal ones 12 at the most on the mean and 24 in one throw.
CLEAR = 25.0
#: How far the difference of two dice may be from what it was, as a share of it where they differ clearly.
SHARE, MISSED = 0.42, 20.0
#: How far both dice together may have shifted (a lamp, a white balance): unlike dice, and alike ones, of which nothing
#: else is known.
SHIFT_UNLIKE, SHIFT_ALIKE = 45.0, 28.0
#: Throws running after which other dice are believed to lie there.
BELIEVED = 3
#: Throws over which the mean of the colours forgets.
MEMORY = 20
#: Former pairs that are listed.
FORMER_KEPT = 12

#: CIE Lab.
Colour = tuple[float, float, float]
Two = tuple[Colour, Colour]


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera saw of one throw. number: of the throw in the table's life. colours: of each die.

    faces: of each die in the same order, None where another faces hold than those that were read. steady: seen at the
    first look, at the usual exposure.
    """

    number: int
    colours: tuple[Colour, ...]
    faces: tuple[int, ...] | None
    steady: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice. colours: their mean ones of late. unlike: told apart by them, once and for all.

    since, until: first and last throw that they were seen in. seen: in how many. counted: the faces of each where they
    are unlike, else of both together.
    """

    colours: Two
    since: int
    until: int
    seen: int = 1
    unlike: bool = False
    counted: tuple[Faces, ...] = ()


@dataclass(frozen=True, slots=True)
class Dice:
    """pair: the dice that lie on the table, None until they are known. number: 1 for the first, 2 after a change, ...

    former: those before, the newest last. trial: throws running with others, not believed yet.
    """

    pair: Pair | None = None
    number: int = 0
    former: tuple[Pair, ...] = ()
    trial: tuple[Sight, ...] = ()


UNKNOWN = Dice()


def with_throw(dice: Dice, number: int, faces: tuple[int, ...], reading: object) -> Dice:
    """One more throw of real dice. faces: those that hold. reading: the camera's, None where there was none."""
    sight = sight_of(number, faces, reading)
    if sight is None:
        return dice
    if len(sight.colours) == 1:
        return _with_one(dice, sight)
    ordered = None if dice.pair is None else fitted(dice.pair.colours, sight.colours)
    if ordered is not None:
        return replace(dice, pair=_counted(dice.pair, sight, ordered), trial=())
    return _with_others(dice, sight) if sight.steady else dice


def sight_of(number: int, faces: tuple[int, ...], reading: object) -> Sight | None:
    """What a reading tells of the colours; None where it tells none, as old ledgers and named faces do."""
    seen = reading.get("dice") if isinstance(reading, dict) else None
    if not isinstance(seen, list) or len(seen) != len(faces) or len(faces) > 2:
        return None
    if not all(isinstance(one, dict) and _is_colour(one.get("colour")) for one in seen):
        return None
    read = tuple(one.get("value") for one in seen)
    holds = all(type(value) is int for value in read) and sorted(read) == sorted(faces)
    colours = tuple(tuple(map(float, one["colour"])) for one in seen)
    return Sight(number, colours, read if holds else None, reading.get("looks", 1) == 1)


def _is_colour(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(part) is int and abs(part) < 200 for part in value)


# ---- colours ----------------------------------------------------------------------------------------------------


def apart(one: Colour, other: Colour) -> float:
    """How far two colours are from each other."""
    return math.hypot(LIGHTNESS * (one[0] - other[0]), one[1] - other[1], one[2] - other[2])


def _difference(one: Colour, other: Colour) -> Colour:
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def _middle(one: Colour, other: Colour) -> Colour:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2)


def fitted(known: Two, seen: tuple[Colour, ...]) -> tuple[int, int] | None:
    """Which of the dice seen is the first known one and which the second, as indices; None when they are others."""
    one, other = seen
    was = _difference(*known)
    straight, crossed = apart(was, _difference(one, other)), apart(was, _difference(other, one))
    far = apart(*known)
    unlike = far >= CLEAR
    if min(straight, crossed) > (SHARE * far if unlike else MISSED):
        return None
    if apart(_middle(*known), _middle(one, other)) > (SHIFT_UNLIKE if unlike else SHIFT_ALIKE):
        return None
    return (0, 1) if straight <= crossed else (1, 0)


# ---- throws -----------------------------------------------------------------------------------------------------


def _mixed(colours: Two, sight: Sight, order: tuple[int, int], seen: int) -> Two:
    """The mean with one more throw; the old ones fade."""
    weight = 1 / min(seen + 1, MEMORY)
    return (
        _nearer(colours[0], sight.colours[order[0]], weight),
        _nearer(colours[1], sight.colours[order[1]], weight),
    )


def _nearer(one: Colour, other: Colour, weight: float) -> Colour:
    """A colour moved towards another by a share of the way."""
    return (
        one[0] + weight * (other[0] - one[0]),
        one[1] + weight * (other[1] - one[1]),
        one[2] + weight * (other[2] - one[2]),
    )


def _counted(pair: Pair, sight: Sight, order: tuple[int, int]) -> Pair:
    """The pair with one more throw of it."""
    colours = _mixed(pair.colours, sight, order, pair.seen) if sight.steady else pair.colours
    counted = pair.counted
    if sight.faces is not None:
        each = [(sight.faces[k],) for k in order] if pair.unlike else [sight.faces]
        counted = tuple(faces.with_faces(more) for faces, more in zip(counted, each, strict=True))
    return replace(pair, colours=colours, until=sight.number, seen=pair.seen + 1, counted=counted)


def _with_others(dice: Dice, sight: Sight) -> Dice:
    """A throw of other dice than those that are known: believed once it has come some times running."""
    fits = bool(dice.trial) and fitted(_mean_of(dice.trial), sight.colours) is not None
    trial = (*dice.trial, sight) if fits else (sight,)
    if len(trial) < BELIEVED:
        return replace(dice, trial=trial)
    former = dice.former if dice.pair is None else (*dice.former, replace(dice.pair, counted=_closed(dice.pair)))
    return Dice(_pair_of(trial), dice.number + 1, former[-FORMER_KEPT:])


def _closed(pair: Pair) -> tuple[Faces, ...]:
    """What is kept of the faces of dice that are gone: not the way there."""
    return tuple(replace(faces, history=()) for faces in pair.counted)


def _mean_of(trial: tuple[Sight, ...]) -> Two:
    """The mean colours of some throws running."""
    first, *later = trial
    colours: Two = (first.colours[0], first.colours[1])
    for seen, sight in enumerate(later, start=1):
        colours = _mixed(colours, sight, fitted(colours, sight.colours) or (0, 1), seen)
    return colours


def _pair_of(trial: tuple[Sight, ...]) -> Pair:
    """The dice of some throws running, with these throws counted."""
    colours, since = _mean_of(trial), trial[0].number
    unlike = apart(*colours) >= CLEAR
    pair = Pair(colours, since, since, 0, unlike, (Faces(),) * (1 + unlike))
    for sight in trial:
        order = fitted(colours, sight.colours)
        if order is not None:
            pair = replace(_counted(pair, sight, order), colours=colours)
    return pair


def _with_one(dice: Dice, sight: Sight) -> Dice:
    """A throw of a single die: of the one that it plainly is, where the two are told apart."""
    pair = dice.pair
    if pair is None or not pair.unlike or sight.faces is None:
        return dice
    far = [apart(colour, sight.colours[0]) for colour in pair.colours]
    which = far.index(min(far))
    if far[which] > SHARE * apart(*pair.colours) or max(far) < 2 * far[which]:
        return dice
    counted = tuple(faces.with_faces(sight.faces) if k == which else faces for k, faces in enumerate(pair.counted))
    return replace(dice, pair=replace(pair, until=sight.number, counted=counted))
