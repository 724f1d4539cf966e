"""A drawn table to look at, and what can be wrong with its picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.cameras.simulated import SimulatedCamera
from vision.frames import Frame

SEED = 3


@lru_cache(maxsize=1)
def drawn() -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...], tuple[int, ...], tuple[float, float]]:
    """(pictures of the empty table, of two dice at rest on it, their faces, size of the mat in mm)."""
    truths: list[dict] = []
    camera = SimulatedCamera(seed=SEED, sleep=False, troubles=(), truth=truths.append)
    camera.open()
    empty = tuple(camera.read().image for _ in range(12))
    camera.tell({"throw": {"kind": None}})
    while not truths:
        last = camera.read().image
    dice = (last, *(camera.read().image for _ in range(5)))
    return empty, dice, tuple(truths[0]["values"]), camera.mat_mm


class Shown:
    """A camera that shows these pictures, then the last one again and again."""

    name, fps, finite = "pictures", 30.0, False

    def __init__(self, *acts: Sequence[np.ndarray], error: Exception | None = None) -> None:
        self._acts = [list(act) for act in acts]
        self._error = error
        self._index = 0
        self.closed = False

    def open(self) -> None:
        if self._error is not None:
            raise self._error

    def read(self, timeout: float = 5.0) -> Frame:
        act = self._acts[0]
        image = act[self._index % len(act)]
        self._index += 1
        return Frame(image, self._index / 30, self._index, 0.0)

    def set_exposure(self, stops: float) -> bool:
        return False

    def tell(self, message: dict) -> None:
        if "throw" in message and len(self._acts) > 1:
            del self._acts[0]

    def close(self) -> None:
        self.closed = True


def dark(image: np.ndarray) -> np.ndarray:
    return (image * 0.18).astype(np.uint8)


def black(image: np.ndarray) -> np.ndarray:
    return np.minimum(image, 3)


def burnt(image: np.ndarray) -> np.ndarray:
    return np.clip(image.astype(np.float32) * 1.4 + 20, 0, 255).astype(np.uint8)


def glaring(image: np.ndarray) -> np.ndarray:
    """A lamp mirrored in the middle."""
    height, width = image.shape[:2]
    lamp = np.zeros_like(image)
    cv2.ellipse(lamp, (width // 2, height // 2), (width // 16, height // 14), 20, 0, 360, (255, 255, 255), -1)
    return np.maximum(image, cv2.GaussianBlur(lamp, (0, 0), 2.0))


def blurred(image: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(image, (0, 0), 2.6)


def soft(image: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(image, (0, 0), 1.5)


def small(image: np.ndarray) -> np.ndarray:
    """From so high that the table fills a part of the picture."""
    height, width = image.shape[:2]
    out = np.full_like(image, 60)
    part = cv2.resize(image, None, fx=0.52, fy=0.52, interpolation=cv2.INTER_AREA)
    y, x = (height - part.shape[0]) // 2, (width - part.shape[1]) // 2
    out[y : y + part.shape[0], x : x + part.shape[1]] = part
    return out


def covered(image: np.ndarray) -> np.ndarray:
    """Something lies on the marker at the top left."""
    out = image.copy()
    out[: image.shape[0] // 4, : image.shape[1] // 6] = (40, 60, 40)
    return out


def shaded(image: np.ndarray) -> np.ndarray:
    """Light from the left alone."""
    fall = np.linspace(1.0, 0.42, image.shape[1])[None, :, None]
    return (image * fall).astype(np.uint8)


def moved(image: np.ndarray) -> np.ndarray:
    return np.roll(image, 14, axis=1)


FAULTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    one.__name__: one for one in (dark, black, burnt, glaring, blurred, soft, small, covered, shaded, moved)
}


@pytest.fixture
def empty() -> tuple[np.ndarray, ...]:
    return drawn()[0]


@pytest.fixture
def dice() -> tuple[np.ndarray, ...]:
    return drawn()[1]


@pytest.fixture
def faces() -> tuple[int, ...]:
    return drawn()[2]


@pytest.fixture
def mat_mm() -> tuple[float, float]:
    return drawn()[3]


@pytest.fixture
def shown() -> type[Shown]:
    return Shown


@pytest.fixture
def faults() -> dict[str, Callable[[np.ndarray], np.ndarray]]:
    return FAULTS
