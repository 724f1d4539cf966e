"""The one confidence of a reading: it says the same as the checks, and the threshold decides."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.confidence import ACCEPT, AT_LIMIT, at_margin, best_guess, doubt_margin, face_margin, stance_margin
from vision.cube import Stance
from vision.reader import Reader, how_it_stands
from vision.verdict import MAYBE, could_be_one_more, hints, is_plain, is_sure

SIZE = (420, 320)

#: Faces on both sides of every limit, in every combination.
FACES = [
    SimpleNamespace(value=value, score=score, odds=odds, chance=chance, edge=40.0)
    for value, score, odds, chance in product(
        (1, 3, 5), (-3.0, -0.8, 0.2, 1.2, 2.0, 4.0), (-4.0, -2.5, -1.5, -0.5, 1.0), (0.05, 0.3, 0.6, 0.85, 0.98)
    )
]


def agrees(margin: float, holds: bool) -> None:
    """A margin is positive exactly where the check holds; at its very limit both will do."""
    assert abs(margin) < 1e-6 or (margin > 0) == holds


def test_a_face_is_sure_exactly_when_its_margin_is_positive():
    for face in FACES:
        agrees(face_margin(face, strict=False), is_sure(face))
        agrees(face_margin(face, strict=True), is_sure(face) and is_plain(face))


def test_a_face_that_may_be_one_more_die_stands_against_the_reading():
    for face, strict in product(FACES, (False, True)):
        doubtful = (face.score > MAYBE or (strict and hints(face))) and could_be_one_more(face, ())
        assert (doubt_margin(face, strict) < 0) == doubtful, face


def stance(strain=0.1, covered=0.01, on_die=0.01):
    verdict = "occluded" if covered > 0.5 else "stacked" if on_die > 0.5 else "cocked" if strain > 1 else "upright"
    return Stance(verdict, 1.0, 0.5, strain, None, (0.1, 0.1), covered, on_die)


@given(st.builds(stance, st.floats(0, 5), st.floats(0, 1), st.floats(0, 1)), st.booleans())
def test_a_die_that_stands_badly_has_no_margin_left(standing, flat):
    agrees(-stance_margin(standing, flat), how_it_stands([standing], known_view=flat) is not None)


def test_the_weakest_link_is_the_confidence():
    strong = SimpleNamespace(value=3, score=5.0, odds=3.0, chance=0.98, edge=40.0)
    weak = SimpleNamespace(value=5, score=2.0, odds=1.0, chance=0.9, edge=40.0)
    chosen = SimpleNamespace(sure=(strong, weak), doubtful=())
    guess = best_guess(chosen, [stance(), stance()], 2, flat=True, refused=False)
    assert guess.values == (3, 5)
    assert guess.confidence == pytest.approx(at_margin(face_margin(weak, strict=False)))
    leaning = best_guess(chosen, [stance(), stance(strain=0.99)], 2, flat=True, refused=False)
    assert leaning.confidence == pytest.approx(at_margin(0.05))
    assert best_guess(chosen, [stance(), stance()], 2, flat=True, refused=True).confidence < ACCEPT
    assert best_guess(chosen, [stance(), stance()], 3, flat=True, refused=True).values is None
    too_many = best_guess(chosen, [stance(), stance()], 1, flat=True, refused=True)
    assert too_many.values == (3,) and too_many.confidence < ACCEPT


def test_a_doubtful_face_is_taken_in_or_left_out_whichever_is_surer():
    sure = SimpleNamespace(value=3, score=6.0, odds=4.0, chance=0.98, edge=40.0)
    nearly = SimpleNamespace(value=5, score=2.4, odds=0.5, chance=0.9, edge=40.0)
    hardly = SimpleNamespace(value=5, score=-0.9, odds=-2.9, chance=0.5, edge=40.0)
    for doubtful, values in ((nearly, (3, 5)), (hardly, (3,))):
        chosen = SimpleNamespace(sure=(sure,), doubtful=(doubtful,))
        guess = best_guess(chosen, [stance()], None, flat=False, refused=True)
        assert guess.values == values
        assert 0.5 < guess.confidence < ACCEPT


def test_every_reading_is_accepted_exactly_from_the_threshold_on(drawn):
    two = [drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (290, 200), turn=70)]
    leaning = [two[0], drawn.Die(5, (290, 200), turn=70, body=(13.0, 0.0))]
    for dice in (two, leaning, [two[0]], []):
        image = drawn.draw(dice, size=SIZE)
        reading = Reader().read(image)
        assert (reading.values is not None) == (reading.confidence >= ACCEPT)
        would_be = reading.values or reading.guess
        if would_be is None:
            assert reading.confidence == 0.0
            continue
        assert reading.values is None or reading.guess is None
        assert Reader(accept=reading.confidence - 1e-6).read(image).values == would_be
        assert Reader(accept=reading.confidence + 1e-6).read(image).values is None


def test_a_higher_threshold_refuses_as_unsure(drawn):
    image = drawn.draw([drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (290, 200), turn=70)], size=SIZE)
    reading = Reader(accept=0.99999).read(image)
    assert (reading.values, reading.reason, reading.guess) == (None, "unsure", (3, 5))
    assert "guess" not in reading.to_json(), "what a table must not act on is told to nobody"


def test_margins_and_confidences_go_together():
    assert at_margin(0.0) == pytest.approx(AT_LIMIT) and AT_LIMIT <= ACCEPT
    assert np.all(np.diff([at_margin(m) for m in np.linspace(-9, 9, 50)]) > 0)
