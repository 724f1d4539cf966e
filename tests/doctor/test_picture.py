"""What the pictures of a table say: each simulated fault is named, and a good table has none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from controller.calibration import lies_empty, look, may_be_kept, try_dice
from controller.doctor import picture
from controller.doctor.finding import FAULT, OK, WARN
from vision.surface import draw_marker, find_mat, from_corners
from vision.surface_quality import flicker, quality


def states(found) -> dict[str, str]:
    return {one.part: one.state for one in found}


def test_a_good_table_has_no_fault(empty):
    found = picture.findings(empty, find_mat(empty[0]))
    assert states(found) == dict.fromkeys(("surface", "light", "glare", "dice", "focus", "flicker"), OK)


@pytest.mark.parametrize(
    ("fault", "part", "state", "words"),
    [
        ("black", "light", FAULT, "The picture is black."),
        ("dark", "light", FAULT, "It is too dark: white paper has a level of"),
        ("burnt", "light", WARN, "It is too bright"),
        ("shaded", "light", WARN, "times as bright as another."),
        ("glaring", "glare", FAULT, "of the play area is burnt out by a lamp."),
        ("blurred", "focus", FAULT, "Out of focus: edges are 2."),
        ("soft", "focus", WARN, "A little soft: edges are 1."),
        ("small", "dice", FAULT, "Dice are too small: 16 pixels, 18 are needed."),
        ("covered", "surface", FAULT, "These markers of the mat are not seen: 0; uncover them or turn the camera."),
    ],
)
def test_each_fault_is_named_and_comes_with_advice(empty, faults, fault, part, state, words):
    images = [faults[fault](image) for image in empty]
    found = {one.part: one for one in picture.findings(images, find_mat(images[0]))}
    assert found[part].state == state
    assert words in found[part].text
    assert found[part].advice
    # Nothing else is blamed for it; but what is small or dark is not sharp either, and in a blur a marker is lost.
    others = {name for name, one in found.items() if name != part and one.state == FAULT}
    assert others <= ({"surface"} if part == "focus" else {"focus"})


def test_a_picture_that_is_white_all_over_is_no_missing_mat(empty):
    (told,) = picture.findings([np.full_like(empty[0], 254)], None)
    assert (told.part, told.state, told.text) == ("light", FAULT, "The picture is white all over.")


@pytest.mark.parametrize("known", [0.8, 1.3, 2.2])
def test_the_width_of_an_edge_is_measured(known):
    """On drawn markers whose blur is known."""
    image = np.full((300, 420, 3), (60, 110, 60), np.uint8)
    for number, (x, y) in enumerate(((30, 30), (330, 30), (330, 210), (30, 210))):
        image[y - 12 : y + 72, x - 12 : x + 72] = 220
        image[y : y + 60, x : x + 60] = draw_marker(number, 60)[..., None] * 0.8 + 20
    image = cv2.GaussianBlur(image, (0, 0), known)
    assert quality(image, find_mat(image)).blur_px == pytest.approx(known, rel=0.15)


def test_a_lamp_that_flickers_is_noticed_and_daylight_is_not(empty):
    surface = find_mat(empty[0])
    swing = [np.clip(image * factor, 0, 255).astype(np.uint8) for image, factor in
             zip(empty, (1.0, 0.96, 1.0, 0.95, 1.0, 0.97, 1.0, 0.96, 1.0, 0.95, 1.0, 0.97), strict=True)]  # fmt: skip
    assert picture.steadiness(flicker(swing, surface)).state == WARN
    slow = [np.clip(image * (1 + 0.004 * n), 0, 255).astype(np.uint8) for n, image in enumerate(empty)]
    assert picture.steadiness(flicker(slow, surface)).state == OK
    assert flicker(empty[:2], surface) == 0.0


def test_the_size_is_table_tomls_and_a_mat_of_another_is_told(empty, mat_mm):
    surface = find_mat(empty[0])
    width, depth, said = picture.size_of_mat(surface, mat_mm)
    assert (width, depth, said.state) == (*mat_mm, OK)
    width, depth, said = picture.size_of_mat(surface, (600, 400))
    assert (width, depth, said.state) == (600, 400, WARN)
    assert "table.toml says 600 x 400." in said.text
    width, depth, said = picture.size_of_mat(surface, None)
    assert said.state == WARN
    assert (width, depth) == pytest.approx(mat_mm, rel=0.04)


def test_a_camera_that_was_moved_since_is_told(empty, faults):
    saved = find_mat(empty[0], keep_empty=True)
    assert picture.still_true(empty[3], saved).state == OK
    told = picture.still_true(faults["moved"](empty[3]), saved)
    assert told.state == FAULT
    assert "has moved by about" in told.text
    assert told.advice == "Run `dicetable calibrate`."
    assert picture.still_true(faults["dark"](empty[3]), saved).state == WARN


def test_calibrating_keeps_the_true_scale_and_the_empty_table(empty, mat_mm):
    surface, found = look(empty, mat_mm, 16.0)
    assert may_be_kept(found)
    assert surface.to_mm(surface.area)[2] == pytest.approx(mat_mm, abs=0.5)
    noise = [np.abs(one.astype(int) - empty[-1]).mean() for one in (surface.empty, empty[0])]
    assert noise[0] < noise[1]  # the middle of seven has less noise than one


def test_without_a_mat_the_corners_that_were_named_are_used(empty, faults, mat_mm):
    corners = find_mat(empty[0]).area
    surface, found = look([faults["covered"](image) for image in empty], mat_mm, 16.0, corners)
    assert may_be_kept(found)
    assert surface.to_mm(corners) == pytest.approx(from_corners(corners, mat_mm).to_mm(corners))


def test_dice_on_the_table_that_is_to_be_empty_are_noticed(empty, dice):
    assert lies_empty(empty[0]).state == OK
    told = lies_empty(dice[0])
    assert (told.state, told.text) == (FAULT, "2 dice lie on the table.")


def test_dice_that_are_known_are_tried(empty, dice, faces, mat_mm, faults):
    surface, _ = look(empty, mat_mm, 16.0)
    assert try_dice(dice[:3], surface, faces).state == OK
    wrong = try_dice(dice[:3], surface, [7 - face for face in faces])
    assert wrong.state == FAULT
    assert "were read as" in wrong.text
    unread = try_dice([faults["dark"](image) for image in dice[:3]], surface, faces)
    assert unread.state == WARN
    assert unread.figures["reason"]
