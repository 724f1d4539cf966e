"""A print has no body, a die has one: what the sides under a face decide."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.bodies import flat, has_body, the_dice, upright, with_bodies
from vision.candidates import find_faces
from vision.cube_net import Lean
from vision.leftovers import of_pip_size
from vision.pips import pyramid
from vision.prints import printed
from vision.reader import Reader
from vision.verdict import Chosen, alike, choose, odd_prints

SIZE = (420, 320)


def faces_of(image, dice):
    """The best face found at each of the drawn dice."""
    found = find_faces(pyramid(image, 125.0))
    return [next(face for face in found if np.abs(face.middle - die.at).max() < 6) for die in dice]


def lone_print(drawn, at=(372, 270)):
    """A printed face on its own, where a die would show its sides."""
    return drawn.Die(6, at, body=(0.0, 0.0), edge=38.0, turn=8.0, radius=0.08)


def two(drawn):
    return [drawn.Die(3, (60, 70), turn=25), drawn.Die(5, (330, 60), turn=70)]


def test_a_print_where_a_die_must_show_its_sides_is_flat_and_a_die_is_not(drawn):
    dice = [*two(drawn), lone_print(drawn), drawn.Die(4, (60, 260), turn=50)]
    first, second, print_, fourth = faces_of(drawn.draw(dice, size=SIZE), dice)
    image = drawn.draw(dice, size=SIZE)
    assert flat(image, [print_, fourth], [first, second]) == [True, False]
    assert with_bodies(image, [first, second, print_, fourth]) == [True, True, False, True]
    assert upright(image, [print_, fourth], [first, second]) == [False, True]


def test_a_lone_print_beside_two_dice_does_not_make_three(drawn):
    image = drawn.draw([*two(drawn), lone_print(drawn)], size=SIZE)
    reading = Reader().read(image)
    assert reading.values == (3, 5)


def test_a_third_die_stays_a_third_die(drawn):
    for at in ((60, 260), (210, 160), (370, 270)):
        image = drawn.draw([*two(drawn), drawn.Die(4, at, turn=50)], size=SIZE)
        assert Reader().read(image).values is None


def test_a_third_die_that_leans_is_not_taken_for_a_print(drawn):
    leaning = drawn.Die(4, (372, 270), turn=50, body=(20.0, 18.0))
    dice = [*two(drawn), leaning]
    image = drawn.draw(dice, size=SIZE)
    faces = faces_of(image, dice)
    assert flat(image, faces[2:], faces[:2]) == [False]
    assert Reader().read(image).values is None


def test_only_one_choice_of_dice_will_do(drawn):
    dice = [*two(drawn), lone_print(drawn)]
    image = drawn.draw(dice, size=SIZE)
    faces = faces_of(image, dice)
    assert the_dice(image, faces, 2) == faces[:2]
    assert the_dice(image, faces[:2], 2) is None
    real = [*two(drawn), drawn.Die(4, (60, 260), turn=50)]
    image = drawn.draw(real, size=SIZE)
    assert the_dice(image, faces_of(image, real), 2) is None


def in_a_row(drawn):
    """Two dice in line and a gap apart, as prints stand, but with bodies."""
    first = drawn.Die(3, (60, 70), turn=15)
    return [first, drawn.Die(5, tuple(first.place(1.25, 0.0)), turn=15)]


def test_dice_in_a_row_that_show_their_sides_are_no_prints(drawn):
    image = drawn.draw(in_a_row(drawn), size=SIZE)
    faces = faces_of(image, in_a_row(drawn))
    assert any(printed(faces, image))
    chosen = choose(find_faces(pyramid(image, 125.0)), image, True, 2)
    assert not chosen.prints
    assert sorted(face.value for face in chosen.sure) == [3, 5]


def test_what_the_empty_table_does_not_show_is_no_print(drawn):
    row = [replace(die, body=(0.0, 0.0)) for die in in_a_row(drawn)]
    image = drawn.draw(row, size=SIZE)
    found = find_faces(pyramid(image, 125.0))
    assert choose(found, image, True, 2).prints
    assert not choose(found, image, True, 2, new=True).prints


@pytest.mark.parametrize(("lean", "spread", "body"), [(0.3, 0.05, True), (0.3, 0.15, False), (0.1, 0.02, False)])
def test_a_body_is_plain_to_see_or_it_is_not_believed(lean, spread, body):
    assert has_body(Lean(np.array([lean, 0.0]), spread, 0.0, 0.0)) is body


def test_a_patch_of_grain_in_a_dies_colour_is_no_lookalike(drawn):
    from vision.lookalikes import lookalikes

    dice = two(drawn)
    image = drawn.draw(dice, size=SIZE)
    cv2.rectangle(image, (190, 180), (230, 220), drawn.WHITE, -1)
    for x in (198, 206, 214, 222):
        cv2.line(image, (x, 180), (x, 220), (120, 120, 120), 1)
    faces = faces_of(image, dice)
    assert lookalikes(image, faces) == []
    cv2.rectangle(image, (190, 180), (230, 220), drawn.WHITE, -1)
    cv2.circle(image, (210, 200), 4, drawn.BLACK, -1)
    assert len(lookalikes(image, faces)) == 1


def test_the_holes_of_a_button_are_no_pips(drawn):
    """A dark button with two small light holes beside dark dice with light pips."""
    dice = [replace(die, face=(40, 40, 42), pip=(235, 235, 240)) for die in two(drawn)]
    image = drawn.draw(dice, size=SIZE, ground=(60, 60, 190))
    faces = faces_of(image, dice)
    cv2.circle(image, (210, 220), 17, (40, 40, 42), -1, cv2.LINE_AA)
    button = image.copy()
    for x in (206, 214):
        cv2.circle(button, (x, 220), 1, (235, 235, 240), -1, cv2.LINE_AA)
    holes, pip = np.array([[206.0, 220.0], [214.0, 220.0]]), np.array([[210.0, 220.0]])
    assert len(of_pip_size(button, holes, faces)) == 0
    cv2.circle(image, (210, 220), 4, (235, 235, 240), -1, cv2.LINE_AA)
    assert len(of_pip_size(image, pip, faces)) == 1
    assert len(of_pip_size(image, np.zeros((0, 2)), faces)) == 0


def test_a_weak_face_counts_when_its_body_or_a_sure_die_bears_it_out(drawn):
    dice = [*two(drawn), drawn.Die(4, (60, 260), turn=50), lone_print(drawn)]
    image = drawn.draw(dice, size=SIZE)
    first, second, fourth, print_ = faces_of(image, dice)
    weak = replace(fourth, odds=-2.5)
    assert [face.value for face in choose([first, weak], image, True, 2).sure] == [3, 4]
    alone = replace(print_, odds=-2.5, fit=replace(print_.fit, face=print_.fit.face - 60))
    assert [face.value for face in choose([first, alone], image, True, 2).sure] == [3]
    like = replace(print_, odds=-0.5)
    assert [face.value for face in choose([first, replace(like, odds=-2.5)], image, True, 2).sure] == [3]
    assert len(choose([first, like], image, False).sure) == 2
    assert len(choose([first, replace(alone, odds=-0.5)], image, False).sure) == 1
    assert alike(first, second) and not alike(first, alone)
    assert not alike(first, replace(second, corners=second.corners * 1.4))


def test_a_sure_face_that_passes_for_a_print_and_shows_sides_is_not_left_out(drawn):
    """A real die was left out so beside a print and a die, and the two were read that did not lie there."""
    dice = [*two(drawn), lone_print(drawn)]
    image = drawn.draw(dice, size=SIZE)
    first, _, print_ = faces_of(image, dice)
    assert odd_prints(image, [first, print_], any_number=False) == [first]
    assert odd_prints(image, [first, print_], any_number=True) == [first, print_]
    doubtful = replace(first, odds=-5.0)
    assert odd_prints(image, [doubtful], any_number=True) == []


@pytest.mark.parametrize("number", [2, None])
def test_such_a_face_refuses_the_picture(drawn, monkeypatch, number):
    dice = [*two(drawn), drawn.Die(4, (60, 260), turn=50)]
    image = drawn.draw(dice, size=SIZE)
    first, second, third = faces_of(image, dice)
    monkeypatch.setattr("vision.reader.choose", lambda *_: Chosen((first, second), (), (third,)))
    monkeypatch.setattr("vision.reader.overlooked", lambda *_: [])
    monkeypatch.setattr("vision.reader.lookalikes", lambda *_: [])
    reading = Reader(number).read(image)
    assert (reading.values, reading.reason) == (None, "unsure")
    assert np.abs(np.array(reading.doubts) - third.middle).max() < 1
