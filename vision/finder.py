"""A small network that looks at the whole picture and says where top faces of dice may be.

The second source of proposals beside the pips (`vision.pips`, `vision.faces`): those find a die from its pips up, this
one from its shape down, with the body, the shadow and the cloth about it, so that they overlook different dice. It only
proposes; whether a die lies there and what it shows is for the nine sites, the outline and the face network to say.

It sees the picture reduced, best with edges of 8 to 45 pixels, and gives for every cell of 4 pixels the chance that
the middle of a top face lies there, where exactly, its edge, its rotation and what it might show. Trained offline on
made-up and rendered pictures (`vision/training`); OpenCV's DNN runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import get_ident

import cv2
import numpy as np

#: Pixels along a cell, cells along a side of what one place of the network's output tells of, and numbers a cell.
CELL, PHASES, CHANNELS = 4, 2, 12
#: Edge in pixels that a logarithm of 0 stands for, and the edges that are found at one size of the picture.
EDGE_AT_ZERO = 16.0
EDGES = (7.0, 52.0)
#: Width and height of the picture are filled up to a multiple of this, with grey.
STEP = 8

WEIGHTS = Path(__file__).parent / "weights" / "finder.onnx"


@dataclass(frozen=True, eq=False, slots=True)
class Sights:
    """Places where a top face may be, the likeliest first, in pixels of the picture (OpenCV's pixel centres).

    middle: (n, 2). edge: (n,). turn: (n,) rotation of its sides, radians within a quarter. chance: (n,) 0..1.
    values: (n, 6) chances of 1 to 6 if it is a face.
    """

    middle: np.ndarray
    edge: np.ndarray
    turn: np.ndarray
    chance: np.ndarray
    values: np.ndarray

    def chosen(self, which: np.ndarray) -> Sights:
        """Those that a mask or indices choose."""
        return Sights(*(getattr(self, name)[which] for name in Sights.__slots__))

    def quads(self) -> np.ndarray:
        """(n, 4, 2) corners of their squares."""
        along = np.stack([np.cos(self.turn), np.sin(self.turn)], axis=1) * self.edge[:, None] / 2
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)
        corners = [-along - across, along - across, along + across, across - along]
        return self.middle[:, None] + np.stack(corners, axis=1)

    def moved(self, x: float, y: float) -> Sights:
        """The same in the pixels of a picture in which these lie (x, y) farther on."""
        return replace(self, middle=self.middle + (x, y))


def look_in(out: np.ndarray, least: float) -> Sights:
    """The places in the network's output (1, PHASES**2 * CHANNELS, h, w) whose chance reaches `least`, best first.

    Only the likeliest cell of its neighbourhood counts.
    """
    _, _, height, width = out.shape
    cells = out.reshape(PHASES, PHASES, CHANNELS, height, width)
    heat = np.ascontiguousarray(cells[:, :, 0].transpose(2, 0, 3, 1).reshape(height * PHASES, width * PHASES))
    crest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= crest) & (heat >= np.log(least / (1 - least))))
    order = np.argsort(-heat[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    says = cells[rows % PHASES, columns % PHASES, :, rows // PHASES, columns // PHASES].astype(np.float64)
    middle = np.stack([columns, rows], axis=1) * CELL + (CELL - 1) / 2 + np.clip(says[:, 1:3], -2, 2) * CELL
    odds = np.exp(says[:, 6:] - says[:, 6:].max(axis=1, keepdims=True))
    return Sights(
        middle,
        EDGE_AT_ZERO * np.exp(np.clip(says[:, 3], -1.5, 2.0)),
        np.arctan2(says[:, 5], says[:, 4]) / 4,
        1 / (1 + np.exp(-np.clip(says[:, 0], -30, 30))),
        odds / odds.sum(axis=1, keepdims=True),
    )


@lru_cache(maxsize=1)
def _network(thread: int) -> cv2.dnn.Net:
    """The network of one thread: OpenCV's networks keep state while they run."""
    return load()


def load(weights: Path = WEIGHTS) -> cv2.dnn.Net:
    """The network. Raises FileNotFoundError when its file is missing and ValueError when OpenCV cannot use it."""
    try:
        stored = np.frombuffer(weights.read_bytes(), np.uint8)
    except OSError as error:
        raise FileNotFoundError(f"the finder's weights cannot be read: {weights}") from error
    try:
        return cv2.dnn.readNetFromONNX(stored)
    except cv2.error as error:
        raise ValueError(f"OpenCV cannot use the finder's weights in {weights}") from error


def look(picture: np.ndarray, least: float, net: cv2.dnn.Net | None = None) -> Sights:
    """Where in one reduced picture (h, w, 3) uint8 a top face may be, with at least this chance, in its pixels.

    net: another network than the one that ships.
    """
    height, width = (-(-length // STEP) * STEP for length in picture.shape[:2])
    blob = np.zeros((1, 3, height, width), np.float32)
    seen = cv2.dnn.blobFromImage(picture, 1 / 64, mean=(128.0, 128.0, 128.0))
    blob[:, :, : picture.shape[0], : picture.shape[1]] = seen
    net = _network(get_ident()) if net is None else net
    net.setInput(blob)
    return look_in(net.forward(), least)


def look_over(pictures: Sequence[tuple[int, np.ndarray]], least: float) -> Sights:
    """Where in a picture, given at several sizes, a top face may be, in pixels of the picture; no place twice.

    pictures: (size, (h, w, 3) uint8) of it, size being the picture's pixels along one of these.
    """
    parts = []
    for scale, picture in pictures:
        seen = look(picture, least)
        seen = seen.chosen((seen.edge >= EDGES[0]) & (seen.edge <= EDGES[1]))
        parts.append(replace(seen, middle=seen.middle * scale + (scale - 1) / 2, edge=seen.edge * scale))
    return _once(together(parts))


def together(parts: Sequence[Sights]) -> Sights:
    """The sights of several looks as one, in no order."""
    if not parts:
        none = np.zeros(0)
        return Sights(np.zeros((0, 2)), none, none, none, np.zeros((0, 6)))
    return Sights(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sights.__slots__))


def _once(sights: Sights) -> Sights:
    """The likeliest of the sights that mean one face, best first."""
    order = np.argsort(-sights.chance, kind="stable")
    kept: list[int] = []
    for index in order:
        away = np.hypot(*(sights.middle[kept] - sights.middle[index]).T)
        edges = sights.edge[kept]
        same = (away < 0.3 * edges) & (np.abs(np.log(edges / sights.edge[index])) < 0.5)
        if not same.any():
            kept.append(int(index))
    return sights.chosen(np.array(kept, int))
