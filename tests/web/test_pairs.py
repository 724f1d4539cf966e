"""Which dice lie on the table, by their colours: told apart, changed, corrected, and what nobody can know."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from web.pairs import BELIEVED, FORMER_KEPT, UNKNOWN, Dice, sight_of, with_throw

WHITE, IVORY, RED, BLUE, BLACK = (86, -1, 5), (78, -2, 21), (42, 52, 29), (40, 13, -47), (25, 0, 1)


def reading(*dice: tuple[tuple[int, ...], int], looks: int = 1) -> dict:
    """What the camera's reading says of (colour, value) of each die."""
    return {"dice": [{"value": value, "colour": list(colour)} for colour, value in dice], "looks": looks}


def seen(dice: Dice, number: int, *pairs: tuple[tuple[int, ...], int], looks: int = 1) -> Dice:
    """One throw that was read as it lay."""
    return with_throw(dice, number, tuple(sorted(value for _, value in pairs)), reading(*pairs, looks=looks))


def evening(dice: Dice, first: int, throws: int, colours, shift=(0, 0, 0), seed: int = 0) -> tuple[Dice, list]:
    """Many throws of two dice, in any order, their colours as unsteady as a camera sees them; and what each showed."""
    chance, shown = random.Random(seed), [[0] * 6, [0] * 6]
    for k in range(throws):
        both = []
        for which, colour in enumerate(colours):
            value = chance.randint(1, 6)
            shown[which][value - 1] += 1
            both.append((tuple(round(c + s + chance.gauss(0, 3)) for c, s in zip(colour, shift, strict=True)), value))
        chance.shuffle(both)
        dice = seen(dice, first + k, *both)
    return dice, shown


def counts(dice: Dice) -> list[list[int]]:
    return sorted(list(faces.counts) for faces in dice.pair.counted)


def test_two_dice_of_different_colours_are_counted_each_by_itself():
    dice, shown = evening(UNKNOWN, 1, 200, (WHITE, RED))
    assert (dice.number, dice.pair.since, dice.pair.until, dice.pair.unlike) == (1, 1, 200, True)
    assert counts(dice) == sorted(shown)


@pytest.mark.parametrize("colours", [(WHITE, WHITE), (RED, RED), (WHITE, IVORY)])
def test_two_that_look_alike_are_counted_together(colours):
    dice, shown = evening(UNKNOWN, 1, 200, colours)
    assert not dice.pair.unlike and dice.number == 1
    assert counts(dice) == [[a + b for a, b in zip(*shown, strict=True)]]


def test_a_lamp_and_a_white_balance_that_drift_change_nothing():
    dice, all_shown = UNKNOWN, [[0] * 6, [0] * 6]
    for step in range(40):  # dimmer and yellower, by more than two dice of one table differ
        shift = (-step, 0, step // 2)
        dice, shown = evening(dice, 1 + 10 * step, 10, (WHITE, RED), shift, seed=step)
        all_shown = [[a + b for a, b in zip(*each, strict=True)] for each in zip(all_shown, shown, strict=True)]
    assert (dice.number, dice.pair.since) == (1, 1)
    assert counts(dice) == sorted(all_shown)


@pytest.mark.parametrize("after", [(WHITE, BLUE), (BLACK, RED), (WHITE, WHITE), (BLUE, BLUE)])
def test_other_dice_are_noticed_and_dated_to_the_first_throw_of_theirs(after):
    before, shown = evening(UNKNOWN, 1, 50, (WHITE, RED))
    dice, now = evening(before, 51, 40, after, seed=1)
    assert (dice.number, dice.pair.since) == (2, 51)
    assert sum(sum(each) for each in counts(dice)) == 80
    (former,) = dice.former
    assert (former.since, former.until, former.unlike) == (1, 50, True)
    assert [faces.counts for faces in former.counted] == [faces.counts for faces in before.pair.counted]
    assert all(faces.history == () for faces in former.counted)


def test_glare_or_a_shadow_makes_no_new_dice():
    dice, _ = evening(UNKNOWN, 1, 20, (WHITE, RED))
    for k in range(30):
        for _ in range(2):
            dice = seen(dice, 21 + k, (WHITE, 1), (WHITE, 2))
        dice = seen(dice, 21 + k, (WHITE, 3), (RED, 4))
    assert (dice.number, dice.former) == (1, ())
    assert sum(map(sum, counts(dice))) == 2 * (20 + 30)


def test_a_throw_at_another_exposure_brings_no_new_dice_and_moves_no_mean():
    dice, _ = evening(UNKNOWN, 1, 20, (WHITE, RED))
    dark = [(tuple(c // 2 for c in colour), value) for colour, value in ((WHITE, 3), (RED, 5))]
    later = dice
    for number in range(21, 31):
        later = seen(later, number, *dark, looks=2)
    assert later.number == 1 and later.pair.colours == dice.pair.colours


def test_a_corrected_throw_is_left_out_of_each_but_tells_which_dice_lie_there():
    dice, _ = evening(UNKNOWN, 1, 20, (WHITE, RED))
    corrected = with_throw(dice, 21, (3, 6), reading((WHITE, 3), (RED, 5)))
    assert counts(corrected) == counts(dice)
    assert (corrected.pair.until, corrected.pair.seen) == (21, dice.pair.seen + 1)
    # The same faces in another order are no correction.
    assert counts(with_throw(dice, 21, (5, 3), reading((WHITE, 3), (RED, 5)))) != counts(dice)


def test_one_die_alone_is_counted_where_it_is_plain_which():
    dice, _ = evening(UNKNOWN, 1, 20, (WHITE, RED))
    before = dict(zip(map(tuple, counts(dice)), (0, 1), strict=True))
    one = seen(dice, 21, (RED, 6))
    assert len(set(map(tuple, counts(one))) - set(before)) == 1
    unclear = tuple((a + b) // 2 for a, b in zip(WHITE, RED, strict=True))
    assert counts(seen(dice, 21, (unclear, 6))) == counts(dice)
    alike, _ = evening(UNKNOWN, 1, 20, (WHITE, WHITE))
    assert counts(seen(alike, 21, (WHITE, 6))) == counts(alike)


@pytest.mark.parametrize(
    "odd",
    [
        None, 7, [], {}, {"dice": None}, {"dice": [{}, {}]}, {"dice": [{"value": 3}, {"value": 4}]},
        {"dice": [{"value": 3, "colour": [1, 2]}, {"value": 4, "colour": [1, 2, 3]}]},
        {"dice": [{"value": 3, "colour": [1, 2, "x"]}, {"value": 4, "colour": [1, 2, 3]}]},
        {"dice": [{"value": 3, "colour": [1, 2, 10**30]}, {"value": 4, "colour": [1, 2, 3]}]},
        {"dice": [{"value": 3, "colour": [1, 2, 3]}]},
    ],
)  # fmt: skip
def test_readings_without_colours_as_old_ledgers_have_them_change_nothing(odd):
    dice, _ = evening(UNKNOWN, 1, 20, (WHITE, RED))
    assert with_throw(dice, 21, (3, 4), odd) is dice
    assert sight_of(21, (3, 4), odd) is None


def test_values_that_were_not_read_are_not_counted():
    sight = sight_of(1, (3, 4), reading((WHITE, None), (RED, 4)))
    assert sight is not None and sight.faces is None


def test_dice_that_are_changed_all_night_take_no_room():
    dice, number = UNKNOWN, 1
    for k in range(40):
        dice, _ = evening(dice, number, BELIEVED + 2, ((WHITE, RED), (BLACK, BLUE))[k % 2])
        number += BELIEVED + 2
    assert dice.number == 40 and len(dice.former) == FORMER_KEPT


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.tuples(st.integers(0, 100), st.integers(-90, 90), st.integers(-90, 90))] * 2)))
def test_no_colours_whatever_break_the_count(throws):
    dice = UNKNOWN
    for number, (one, other) in enumerate(throws, start=1):
        dice = seen(dice, number, (one, 2), (other, 5), looks=1 + number % 3 // 2)
    if dice.pair is not None:
        total = sum(faces.seen for pair in (*dice.former, dice.pair) for faces in pair.counted)
        assert total <= 2 * len(throws)
        assert dice.pair.since <= dice.pair.until <= len(throws)
