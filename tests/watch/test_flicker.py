"""A lamp that flickers is noticed, measured and said; a steady one is not, whatever else goes on."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.flicker import EVERY, Bands
from vision.motion import plane
from vision.reader import Reader
from vision.surface import find_mat
from vision.watch import Watcher

FRAMES = 30 * EVERY


def bands_of(seed: int, **unrest: float) -> Bands:
    camera = SimulatedCamera(seed=seed, sleep=False, **unrest)
    camera.open()
    bands, before = Bands(), None
    for _ in range(12 * EVERY):
        now = plane(camera.read().image)
        bands.take(now, before)
        before = now
    return bands


@pytest.mark.parametrize("seed", [5, 12, 20])
@pytest.mark.parametrize("share", [0.05, 0.1, 0.3])
def test_the_swing_is_measured(seed, share):
    bands = bands_of(seed, flicker=share)
    assert bands.seen and bands.swing == pytest.approx(share, rel=0.4)


@pytest.mark.parametrize("seed", [3, 5, 12, 20])
def test_a_steady_lamp_is_not_blamed(seed):
    for unrest in ({}, {"drift": 0.05, "shake": 0.5}):
        assert not bands_of(seed, **unrest).seen, unrest


def test_a_first_look_says_nothing():
    bands, rng = Bands(), np.random.default_rng(0)
    for _ in range(EVERY):
        bands.take(rng.integers(0, 255, (90, 160, 3), np.uint8), rng.integers(0, 255, (90, 160, 3), np.uint8))
    assert not bands.seen and bands.swing == 0.0


def test_the_watch_says_it_and_goes_on_reading():
    camera = SimulatedCamera(seed=5, sleep=False, flicker=0.12, troubles=())
    camera.open()
    surface = find_mat(camera.read().image, size_mm=camera.mat_mm, keep_empty=True)
    watcher = Watcher(Reader(dice=2, surface=surface), surface=surface)
    for _ in range(FRAMES):
        watcher.feed(camera.read())
    assert "flickers by 1" in watcher.notes["flicker"] and watcher.clear
