"""The colour of a die's body: plain, steady, and of no weight in a verdict."""

from __future__ import annotations

import timeit
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.colour import body_colour
from vision.reader import Reader
from vision.readings import SeenDie
from vision.simulate.places import places
from vision.simulate.scenes import surface_of, truth_of
from vision.simulate.stage import Moment, Scene, Stage
from web.pairs import CLEAR, UNKNOWN, Dice, apart, with_throw

#: Seeds of tables; the materials of their dice differ, on five cloths.
TABLES = (1, 2, 3, 6, 13, 15, 19, 26, 29, 42)
#: CIE Lab of the simulated materials by the pages' reckoning, and how far a lamp takes them from it.
PLAIN = {
    "white_black": (87, 0, 3), "asian": (87, 0, 3), "ivory": (80, -2, 21), "red_clear": (42, 54, 31),
    "blue_white": (42, 13, -46), "black_white": (22, 0, 1), "green": (58, -44, 32), "orange": (58, 32, 54),
}  # fmt: skip
SHIFTED = 16.0


@pytest.mark.parametrize(
    ("bgr", "lab"),
    [
        ((255, 255, 255), (100, 0, 0)), ((0, 0, 0), (0, 0, 0)), ((0, 0, 255), (53, 80, 67)),
        ((255, 0, 0), (32, 79, -108)), ((0, 255, 0), (88, -86, 83)), ((119, 119, 119), (50, 0, 0)),
    ],
)  # fmt: skip
def test_it_is_cie_lab(bgr, lab):
    assert body_colour(np.array(bgr, np.float32)) == lab


def test_it_costs_nothing_to_speak_of():
    face = np.array((40.0, 60.0, 200.0), np.float32)
    assert min(timeit.repeat(lambda: body_colour(face), number=100, repeat=5)) / 100 < 0.0002


def readings(table: int, mixed: bool, throws: int) -> Iterator[tuple]:
    """(scene, reading, truth, colours in the order of the scene's dice) of dice that lie on a simulated table."""
    scene = Scene.by_seed(table).mixed(table) if mixed else Scene.by_seed(table)
    stage = Stage(scene, table)
    reader, chance = Reader(2, surface=surface_of(stage)), np.random.default_rng([table, 11])
    for _ in range(throws):
        values = [int(value) for value in chance.integers(1, 7, 2)]
        poses = places(chance, stage, values, None, True)
        reading = reader.read(stage.picture(Moment((tuple(poses),))))
        truth = truth_of(stage, poses)
        yield scene, reading, truth, [nearest(reading.dice, die["center"]).colour for die in truth["dice"]]


def nearest(dice: tuple[SeenDie, ...], center) -> SeenDie:
    return min(dice, key=lambda die: np.hypot(die.center[0] - center[0], die.center[1] - center[1]))


def counted(dice: Dice, number: int, reading) -> Dice:
    return with_throw(dice, number, reading.values, reading.to_json() | {"looks": 1})


@pytest.mark.parametrize("table", TABLES)
def test_each_die_of_two_colours_is_told_by_its_own(table):
    dice, shown, read = UNKNOWN, [[0] * 6, [0] * 6], 0
    for scene, reading, truth, colours in readings(table, True, 5):
        if reading.values is None:
            continue
        read += 1
        assert list(reading.values) == truth["values"]
        for die, colour, material, each in zip(truth["dice"], colours, scene.dice, shown, strict=True):
            assert apart(colour, PLAIN[material.material.name]) < SHIFTED
            each[die["value"] - 1] += 1
        assert apart(*colours) > CLEAR
        dice = counted(dice, read, reading)
    assert read >= 4 and dice.pair.unlike
    # None is ever given to the other; glare over a die may leave one throw out.
    for faces, each in zip(sorted(dice.pair.counted, key=lambda one: one.counts), sorted(shown), strict=True):
        assert all(count <= true for count, true in zip(faces.counts, each, strict=True))
        assert faces.seen >= read - 1


@pytest.mark.parametrize("table", TABLES)
def test_equal_dice_are_called_equal(table):
    dice = UNKNOWN
    for number, (_, reading, _, _) in enumerate(readings(table, False, 4), start=1):
        if reading.values is not None:
            dice = counted(dice, number, reading)
    assert dice.number == 1 and not dice.pair.unlike


def test_a_second_colour_changes_nothing_else_of_a_table():
    for table in range(1, 20):
        one = Scene.by_seed(table)
        two = one.mixed(table)
        first, second = two.dice
        assert (two.camera, two.light, two.felt, first) == (one.camera, one.light, one.felt, one.dice[0])
        assert replace(second, material=first.material) == first
        assert apart(PLAIN[first.material.name], PLAIN[second.material.name]) > CLEAR


def test_a_picture_of_the_set_bears_colours_and_the_printed_line_too(shared):
    image = cv2.imread(str(shared / "renders" / "p0051.jpg"))  # an Asian white die and a clear red one
    reading = Reader(2).read(image)
    white, red = sorted((die.colour for die in reading.dice), key=lambda colour: colour[1])
    assert apart(white, (86, 0, 2)) < SHIFTED and apart(red, (43, 49, 26)) < SHIFTED
    assert sorted(die["colour"] for die in reading.to_json()["dice"]) == sorted(map(list, (white, red)))
    assert "colour" not in SeenDie(3, 0.9, (0, 0), (0, 0, 9, 9)).to_json()
