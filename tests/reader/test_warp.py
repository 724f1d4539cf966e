"""Cutting patches: where each pixel comes from, and that the places are those of OpenCV's own cutting."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.warp import warp


@pytest.fixture
def image():
    noise = np.random.default_rng(4).integers(0, 255, (80, 100, 3), np.uint8)
    return cv2.GaussianBlur(noise, (0, 0), 1.5)


def test_whole_pixels_come_as_they_are(image):
    assert (warp(image, np.eye(3), (100, 80)) == image).all()
    shifted = warp(image, np.array([[1.0, 0, 30], [0, 1.0, 20]]), (40, 50))
    assert (shifted == image[20:70, 30:70]).all()
    doubled = warp(image, np.array([[2.0, 0, 1], [0, 2.0, 3]]), (30, 30))
    assert (doubled == image[3:63:2, 1:61:2]).all()


def test_between_pixels_it_is_the_mean_by_distance(image):
    half = warp(image, np.array([[1.0, 0, 0.5], [0, 1.0, 0]]), (90, 80)).astype(float)
    assert np.abs(half - (image[:, :90].astype(float) + image[:, 1:91]) / 2).max() <= 1
    quarter = warp(image, np.array([[1.0, 0, 0], [0, 1.0, 0.25]]), (100, 70)).astype(float)
    assert np.abs(quarter - (0.75 * image[:70] + 0.25 * image[1:71])).max() <= 1


def test_places_are_rounded_to_the_nearest_32nd_part():
    stripes = np.zeros((4, 8), np.uint8)
    stripes[:, 1::2] = 255
    at = warp(stripes, np.array([[2.0, 0, 0.31], [0, 1.0, 0]]), (3, 4))
    assert (np.abs(at.astype(float) - 255 * 10 / 32) <= 1).all()


def test_beyond_the_border_it_is_repeated(image):
    over = warp(image, np.array([[1.0, 0, -20], [0, 1.0, -10]]), (60, 40))
    assert (over[:10, :20] == image[0, 0]).all()
    far = warp(image, np.array([[1.0, 0, 1e7], [0, 1.0, 0]]), (5, 5))
    assert (far == image[:5, -1:]).all()


def test_a_perspective_is_opencvs(image):
    quad = np.array([(20.3, 15.2), (70.7, 20.1), (67.2, 58.8), (18.1, 52.9)], np.float32)
    square = np.array([(0, 0), (40, 0), (40, 40), (0, 40)], np.float32) - 0.5
    ours = warp(image, cv2.getPerspectiveTransform(square, quad), (40, 40))
    theirs = cv2.warpPerspective(image, cv2.getPerspectiveTransform(quad, square), (40, 40))
    assert np.abs(ours.astype(int) - theirs).max() <= 6
    assert np.abs(ours.astype(int) - theirs).mean() < 1
    grey = warp(np.ascontiguousarray(image[..., 0]), cv2.getPerspectiveTransform(square, quad), (40, 30))
    assert grey.shape == (30, 40) and (grey == ours[:30, :, 0]).all()
