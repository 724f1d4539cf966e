"""Why a die was not read: the picture is blurred or dark, or something cuts, covers or burns out the die."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.candidates import find_faces
from vision.cube import Stance
from vision.finder import Sights
from vision.missing import glare_on, new_things
from vision.pips import pyramid
from vision.reader import Reader, hardly
from vision.sharpness import edge_sigma, out_of_focus, too_dark
from vision.surface_value import Surface
from vision.verdict import Chosen, choose

SIZE = (420, 320)


def two(drawn):
    return [drawn.Die(3, (120, 120), turn=25), drawn.Die(5, (300, 200), turn=70)]


@pytest.mark.parametrize("sigma", [0.8, 1.5, 3.0, 4.0])
def test_the_blur_of_the_edges_is_measured(drawn, sigma):
    image = drawn.draw(two(drawn), size=SIZE, blur=sigma, noise=0.5)
    assert edge_sigma(image) == pytest.approx(sigma, rel=0.3, abs=0.35)


def test_no_edges_no_blur():
    assert edge_sigma(np.full((200, 200, 3), 90, np.uint8)) is None
    assert edge_sigma(np.full((20, 20, 3), 90, np.uint8)) is None
    assert not out_of_focus(np.full((200, 200, 3), 90, np.uint8))


def test_one_sharp_thing_on_a_soft_cloth_is_in_focus(drawn):
    image = drawn.draw(two(drawn), size=SIZE)
    soft = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 90, (320, 420, 3)).astype(np.uint8), (0, 0), 9)
    assert not out_of_focus(cv2.add(image, soft))


def test_out_of_focus_is_blurred_and_darkness_is_too_dark(drawn):
    image = drawn.draw(two(drawn), size=SIZE)
    assert Reader().read(cv2.GaussianBlur(image, (0, 0), 5)).reason == "blurred"
    dark = (image * 0.1).astype(np.uint8)
    assert too_dark(dark) and not too_dark(image)
    assert Reader().read(dark).reason == "too_dark"


def read(drawn, dice, change=lambda image: image):
    empty = drawn.draw([], size=SIZE, seed=5)
    return Reader(empty=empty).read(change(drawn.draw(dice, size=SIZE)))


def test_a_new_thing_over_a_die_covers_it(drawn):
    def hide(image):
        return cv2.circle(image, (330, 215), 48, (40, 70, 110), -1)

    assert read(drawn, two(drawn)).values == (3, 5)
    assert read(drawn, two(drawn), hide).reason == "occluded"


def test_a_die_cut_by_the_border_is_at_the_edge(drawn):
    dice = [two(drawn)[0], drawn.Die(5, (418, 200), turn=70)]
    assert read(drawn, dice).reason == "at_edge"


def test_a_die_alone_is_a_wrong_count(drawn):
    assert read(drawn, two(drawn)[:1]).reason == "wrong_count"


def test_a_top_that_is_burnt_out_is_glare(drawn):
    die = two(drawn)[1]

    def burn(image):
        middle = die.corners.mean(axis=0)
        cv2.fillConvexPoly(image, np.int32(np.rint(middle + (die.corners - middle) * 0.8)), (255, 255, 255))
        return image

    assert read(drawn, two(drawn), burn).reason == "glare"
    assert not glare_on(drawn.draw([die], size=SIZE), die.corners)


def test_the_known_dice_are_no_new_things_and_the_play_area_cuts():
    new = np.zeros((240, 320), np.uint8)
    cv2.rectangle(new, (50, 50), (90, 90), 1, -1)
    cv2.rectangle(new, (200, 100), (240, 140), 1, -1)
    corners = np.array([[50, 50], [90, 50], [90, 90], [50, 90]], float)
    upright = Stance("upright", 0.0, 0.0, 0.1, None, (0.0, 0.0), 0.0, 0.0)
    die = SimpleNamespace(corners=corners)
    (thing,) = new_things(new, [die], [upright], 40.0)
    assert thing.area == pytest.approx(1.0, abs=0.1) and not thing.cut
    assert np.abs(thing.quad.mean(axis=0) - (220, 120)).max() < 1
    area = np.array([[0, 0], [220, 0], [220, 240], [0, 240]], float)
    (thing,) = new_things(new, [die], [upright], 40.0, Surface(area))
    assert thing.cut


@pytest.mark.parametrize(
    ("at", "edge", "chance", "reason"),
    [
        ((412.0, 150.0), 30.0, 0.7, "at_edge"),
        ((412.0, 150.0), 30.0, 0.3, "wrong_count"),
        ((300.0, 200.0), 90.0, 0.7, "occluded"),
        ((300.0, 200.0), 90.0, 0.3, "wrong_count"),
        ((300.0, 200.0), 40.0, 0.7, "wrong_count"),
        ((120.0, 120.0), 90.0, 0.7, "wrong_count"),
    ],
)
def test_what_the_finder_sees_tells_why_a_die_is_missing(drawn, monkeypatch, at, edge, chance, reason):
    """A die at the border, or something larger than a die; what lies on the die that was read tells nothing."""
    sights = Sights(np.array([at]), np.array([edge]), np.zeros(1), np.array([chance]), np.full((1, 6), 1 / 6))
    monkeypatch.setattr("vision.missing.see", lambda levels: sights)
    assert Reader().read(drawn.draw(two(drawn)[:1], size=SIZE)).reason == reason


def test_a_single_die_that_hardly_leans_is_first_asked_what_else_is_amiss(drawn, monkeypatch):
    """Without a second die the view is only guessed: another reason goes before a slight lean."""
    image = drawn.draw([drawn.Die(3, (210, 160), turn=25, body=(13.0, 3.0))], size=SIZE)
    assert Reader().read(image).reason == "cocked"
    monkeypatch.setattr("vision.reader.why_missing", lambda *_: "occluded")
    assert Reader().read(image).reason == "occluded"
    slight = Stance("cocked", 9.0, 5.0, 1.3, None, (0.0, 0.0), 0.0, 0.0)
    assert hardly([slight])
    assert not hardly([slight, replace(slight, strain=1.7)]) and not hardly([replace(slight, raised=0.0)])


@pytest.mark.parametrize(
    ("at", "edge", "chance", "read"),
    [((210.0, 270.0), 40.0, 0.7, False), ((210.0, 270.0), 40.0, 0.4, True), ((210.0, 270.0), 110.0, 0.7, True),
     ((125.0, 118.0), 40.0, 0.9, True)],
)  # fmt: skip
def test_a_die_that_only_the_finder_sees_refuses_where_any_number_may_lie(drawn, monkeypatch, at, edge, chance, read):
    sights = Sights(np.array([at]), np.array([edge]), np.zeros(1), np.array([chance]), np.full((1, 6), 1 / 6))
    monkeypatch.setattr("vision.leftovers.see", lambda levels: sights)
    assert (Reader(dice=None).read(drawn.draw(two(drawn), size=SIZE)).values == (3, 5)) is read


@pytest.mark.parametrize(("chance", "read"), [(0.9, False), (0.1, True)])
def test_what_passes_for_a_print_may_be_a_die_that_the_finder_plainly_sees(drawn, monkeypatch, chance, read):
    """Of five dice one showed no sides in the shade, passed for a print, and four were read."""
    image = drawn.draw([*two(drawn), drawn.Die(2, (210, 270))], size=SIZE)
    faces = {face.value: face for face in choose(find_faces(pyramid(image)), image, thrown=False).sure}
    passed = Chosen((faces[3], faces[5]), (), (faces[2],))
    monkeypatch.setattr("vision.reader.choose", lambda *_: passed)
    at = faces[2].middle
    sights = Sights(at[None], np.array([faces[2].edge]), np.zeros(1), np.array([chance]), np.full((1, 6), 1 / 6))
    monkeypatch.setattr("vision.leftovers.see", lambda levels: sights)
    for other in ("lookalikes", "odd_prints"):
        monkeypatch.setattr(f"vision.reader.{other}", lambda *_, **__: [])
    assert (Reader(dice=None).read(image).values == (3, 5)) is read


def test_where_a_die_is_missing_pips_are_searched_everywhere(drawn, monkeypatch):
    """The finder overlooks a die; against the empty table its pips are then searched without it."""
    from vision import reader as steps

    search, asked = steps.new_evidence, []

    def first_blind(image, empty, change, everywhere=False):
        asked.append(everywhere)
        found, loose = search(image, empty, change, everywhere)
        return (found if everywhere else [face for face in found if face.value != 5]), loose

    monkeypatch.setattr(steps, "new_evidence", first_blind)
    assert read(drawn, two(drawn)).values == (3, 5)
    assert asked == [False, True]
