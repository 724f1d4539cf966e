"""What the cube network sees on the simulated table, and how its patch is cut."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.cube import crossing, stances
from vision.cube_net import REACH, SIZE, CubeNet, cut_body
from vision.simulate.scenes import Still, still


@lru_cache
def picture(seed: int, tilt_deg: float = 0.0, **more) -> Still:
    values = (seed % 6 + 1, (seed * 5 + 2) % 6 + 1)
    return still(seed, values, table=seed % 9 + 1, tilt_deg=tilt_deg, **more)


def lean_of(die: dict) -> np.ndarray:
    quad = np.array(die["corners"])
    edge = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()
    return (crossing(quad) - die["body"]) * 2 / edge


def corners_of(seen: Still) -> list[np.ndarray]:
    return [np.array(die["corners"]) for die in seen.truth["dice"]]


def test_the_patch_is_centred_parallel_to_the_face_and_knows_its_turn():
    image = np.zeros((200, 200, 3), np.uint8)
    turn = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
    quad = np.array([[-15, -15], [15, -15], [15, 15], [-15, 15]]) @ turn.T + (100, 90)
    spot = np.array([100, 90]) + turn @ (24, 0)
    cv2.circle(image, tuple(int(v) for v in np.round(spot)), 2, (255, 255, 255), -1)
    for corners in (quad, quad[::-1], np.roll(quad, 1, axis=0)):
        patch, said = cut_body(image, corners)
        y, x = np.unravel_index(patch[..., 0].argmax(), (SIZE, SIZE))
        offset = (np.array([x, y]) - (SIZE - 1) / 2) * 2 * REACH * 30 / SIZE
        assert np.linalg.norm(said @ offset - turn @ (24, 0)) < 3
        assert np.allclose(said @ said.T, np.eye(2)) and np.linalg.det(said) > 0


def test_a_large_face_is_averaged_and_one_at_the_border_does_not_fail():
    noise = np.random.default_rng(1).integers(0, 256, (600, 600, 3), np.uint8)
    patch, _ = cut_body(noise, np.array([[200, 200], [400, 200], [400, 400], [200, 400]], float))
    assert patch.std() < 0.6 * noise.std()
    assert cut_body(noise, np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]], float))[0].shape == (SIZE, SIZE, 3)


def test_the_lean_of_a_body_is_seen():
    net = CubeNet()
    misses = []
    for seed in range(10):
        seen = picture(seed, tilt_deg=3.0 * seed)
        for die, quad in zip(seen.truth["dice"], corners_of(seen), strict=True):
            misses.append(np.linalg.norm(net.look(seen.image, quad).lean - lean_of(die)))
    assert np.median(misses) < 0.06 and np.sort(misses)[-3] < 0.2


@pytest.mark.parametrize("seed", range(4))
def test_flat_dice_are_upright_on_a_calibrated_table(seed):
    seen = picture(seed)
    assert [s.verdict for s in stances(seen.image, corners_of(seen), seen.surface)] == ["upright", "upright"]


@pytest.mark.parametrize("tilt_deg", [14.0, 25.0, 40.0])
@pytest.mark.parametrize("calibrated", [True, False])
def test_a_die_that_leans_is_not_upright(tilt_deg, calibrated):
    for seed in (20, 23, 25):
        seen = picture(seed, tilt_deg)
        stance = stances(seen.image, corners_of(seen), seen.surface if calibrated else None)
        assert any(s.verdict != "upright" for s in stance), (seed, stance)
        if calibrated:
            assert stance[0].verdict == "cocked" and abs(stance[0].tilt_deg - tilt_deg) < 10


def test_a_die_under_a_card_is_occluded():
    seen = picture(31, hidden=0.45)
    assert stances(seen.image, corners_of(seen), seen.surface)[0].verdict == "occluded"


def test_no_face_no_stance():
    assert stances(np.zeros((90, 90, 3), np.uint8), []) == ()


def test_weights_that_are_missing_or_broken_are_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="cube network"):
        CubeNet(tmp_path / "none.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    with pytest.raises(ValueError, match="cannot use the cube network"):
        CubeNet(tmp_path / "bad.onnx")
