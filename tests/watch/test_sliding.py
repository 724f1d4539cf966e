"""Dice pushed over the felt without a tumble, told from thrown ones by the pictures of their way."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.readings import SeenDie
from vision.simulate import throws
from vision.simulate.scenes import truth_of
from vision.simulate.stage import Scene, Stage
from vision.sliding import MOST_SLIDE, TRAIL, all_slid, rigid_travel


def way(
    kind: str | None, table: int, seed: int, blur: float = 0.6, **unrest: float
) -> tuple[list[np.ndarray], list[SeenDie], float]:
    """(grey pictures up to the rest, the dice as they lie in the last, edge in pixels) of one throw."""
    scene = replace(Scene.by_seed(table), blur=blur)
    scene = replace(scene, sensor=replace(scene.sensor, **unrest))
    stage, thrower = Stage(scene, seed), throws.Thrower(scene, seed)
    pictures = []
    for moment in thrower.throw(kind):
        pictures.append(cv2.cvtColor(stage.picture(moment), cv2.COLOR_BGR2GRAY))
        if moment.settled is not None:
            break
    truth = truth_of(stage, moment.dice[-1])["dice"]
    dice = [SeenDie(die["value"], 1.0, tuple(die["center"]), (0, 0, 0, 0)) for die in truth]
    return pictures[-TRAIL:], dice, truth[0]["edge_px"]


@pytest.mark.parametrize("table, seed", [(102, 1), (106, 0), (5, 3), (20, 7)])
def test_pushed_dice_show_one_face_all_the_way(table, seed):
    pictures, dice, edge = way("slid", table, seed)
    assert all(rigid_travel(pictures, die, edge) > MOST_SLIDE for die in dice)
    assert all_slid(pictures, dice, edge)


@pytest.mark.parametrize("table, seed", [(301, 0), (304, 0), (306, 2)])
def test_so_they_do_when_the_shutter_smears_them(table, seed, monkeypatch):
    monkeypatch.setattr(throws, "SHUTTER", 0.7)
    pictures, dice, edge = way("slid", table, seed, blur=1.5)
    assert all_slid(pictures, dice, edge)


@pytest.mark.parametrize("table, seed", [(5, 1), (20, 2)])
def test_so_they_do_under_a_lamp_that_flickers(table, seed):
    pictures, dice, edge = way("slid", table, seed, flicker=0.25)
    assert all_slid(pictures, dice, edge)


@pytest.mark.parametrize(
    "table, seed, shutter", [(213, 1, 0.3), (104, 0, 0.3), (222, 2, 0.3), (5, 3, 0.7), (20, 7, 0.7)]
)
def test_thrown_dice_tumble_to_the_last_centimetres(table, seed, shutter, monkeypatch):
    monkeypatch.setattr(throws, "SHUTTER", shutter)
    pictures, dice, edge = way(None, table, seed)
    assert min(rigid_travel(pictures, die, edge) for die in dice) < 0.8 * MOST_SLIDE
    assert not all_slid(pictures, dice, edge)


def test_a_die_in_a_corner_of_the_picture_has_a_way_too():
    pictures, _, edge = way(None, 5, 3)
    corner = SeenDie(1, 1.0, (0.0, 0.0), (0, 0, 0, 0))
    assert rigid_travel(pictures, corner, edge) >= 0.0
