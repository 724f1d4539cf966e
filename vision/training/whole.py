"""Whole made-up pictures of dice on a table, and where their top faces are: what the finder learns from.

    python -m vision.training.whole FOLDER --count 1000 --seed 1
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.training import strays
from vision.training.bodies import Lens, Raised, draw_lens
from vision.training.faces import EDGE, Light, draw_face, draw_light
from vision.training.materials import Style, any_pair, draw_style, print_on
from vision.training.scene import Pose, Scene, open_scene, paint_die, paint_shadow, photograph

#: Width and height of a picture as the finder sees it, and edges of dice in it, pixels. The camera's has twice as many.
TILE = 224
EDGES = (7.5, 48.0)
#: Tilts up to which a die is to be found, degrees, and how much of its top must be seen; others are neither nor.
FOUND_TILT, FOUND_SHARE = 25.0, 0.65


@dataclass(frozen=True, slots=True)
class Whole:
    """A picture (TILE, TILE, 3) uint8, twice as large from `draw_full`, and its top faces.

    quads: (n, 4, 2) corners in its pixels (OpenCV's convention). values: (n,) 1..6. wanted: (n,) whether the face is
    to be found; of others it does not matter.
    """

    picture: np.ndarray
    quads: np.ndarray
    values: np.ndarray
    wanted: np.ndarray


@dataclass(slots=True)
class _Board:
    """A scene that is being painted, its kind of dice, pixels an edge, and the dice so far."""

    scene: Scene
    style: Style
    near: float
    quads: list[np.ndarray]
    hulls: list[np.ndarray]
    values: list[int]
    wanted: list[bool]


def draw(rng: np.random.Generator) -> Whole:
    """One picture at random."""
    edge = float(np.exp(rng.uniform(*np.log(EDGES))))
    return _photographed(rng, _board(rng, edge), edge)


def draw_full(rng: np.random.Generator, edges: tuple[float, float]) -> Whole:
    """One picture at random as the camera sees it, twice as large as the finder does; edges of dice between `edges`."""
    edge = float(np.exp(rng.uniform(*np.log(edges)))) / 2
    board = _board(rng, edge)
    picture, scale = photograph(rng, board.scene.picture, 2 * edge * EDGE / board.near)
    quads = (np.array(board.quads, np.float64).reshape(-1, 4, 2) + 0.5) * scale - 0.5
    inside = ((quads > -1) & (quads < len(picture))).all(axis=(1, 2))
    return Whole(picture, quads, np.array(board.values, int), np.array(board.wanted, bool) & inside)


def _board(rng: np.random.Generator, edge: float) -> _Board:
    """A table with things and dice, which have such an edge in the picture that the finder sees."""
    near = float(np.clip(2 * edge, 26, 56))
    size = int(np.ceil(TILE * near / edge))
    style = _style(rng, near)
    light = _light(rng)
    scene = open_scene(rng, _lens(rng, near, size / near), light, np.zeros(3), size)
    board = _Board(scene, style, near, [], [], [], [])
    if rng.random() < 0.2:
        _same_colour(rng, board)
    _lay_things(rng, board)
    _lay_dice(rng, board, size / near)
    _light_up(rng, board)
    return board


def _style(rng: np.random.Generator, near: float) -> Style:
    style = draw_style(rng)
    if rng.random() < 0.25:
        body, pip = any_pair(rng)
        style = replace(style, body=body, pip=pip, red=None)
    if rng.random() < 0.15:
        share = np.float32(rng.uniform(0.3, 0.8))
        faint = np.array(style.body) + (np.array(style.pip) - np.array(style.body)) * share
        style = replace(style, pip=tuple(float(c) for c in faint))
    return replace(style, corner=style.corner * near / EDGE)


def _light(rng: np.random.Generator) -> Light:
    light = draw_light(rng)
    if rng.random() < 0.15:
        light = replace(light, tint=tuple(float(t) for t in np.exp(rng.normal(0, 0.5, 3)).clip(0.15, 1.6)))
    return light


def _lens(rng: np.random.Generator, near: float, wide: float) -> Lens:
    """A camera far enough off for a table `wide` edges across."""
    lens = draw_lens(rng)
    farther = max(1.0, 0.9 * wide / float(lens.away[2]))
    return Lens(lens.turn, lens.away * farther, near)


def _same_colour(rng: np.random.Generator, board: _Board) -> None:
    """Gives the table nearly the colour of the dice."""
    top, light = board.scene.picture, board.scene.light
    body = np.array(board.style.body, np.float32) * light.gain * np.array(light.tint, np.float32)
    top += (body * rng.uniform(0.8, 1.15) - top.mean(axis=(0, 1))) * np.float32(rng.uniform(0.6, 1.0))
    np.clip(top, 0, 400, out=top)


def _lay_things(rng: np.random.Generator, board: _Board) -> None:
    """Prints, chips, letters, dots on the table, and dice that are only printed there, which do not matter."""
    picture = board.scene.picture
    size = picture.shape[0]
    if rng.random() < 0.4:
        print_on(rng, picture, int(rng.integers(1, 7)))
    kinds = (strays.PRINTED_DIE, strays.DISC, strays.DOTS, strays.LETTERS, strays.SPOTS, strays.PRINTS)
    for _ in range(int(rng.choice([0, 1, 2, 4, 8], p=[0.3, 0.2, 0.2, 0.2, 0.1]))):
        kind = int(rng.choice(kinds, p=[0.12, 0.26, 0.16, 0.2, 0.16, 0.1]))
        half = int(board.near * rng.uniform(0.8, 1.6))
        x, y = (int(c) for c in rng.integers(half, size - half, 2))
        spot = np.s_[y - half : y + half, x - half : x + half]
        patch = cv2.resize(picture[spot], (2 * EDGE, 2 * EDGE), interpolation=cv2.INTER_LINEAR)
        square = strays.paint(rng, patch, kind)
        if kind == strays.SPOTS:
            _fade(patch, picture[spot])
        picture[spot] = cv2.resize(patch, (2 * half, 2 * half), interpolation=cv2.INTER_AREA)
        if kind == strays.PRINTED_DIE:
            board.quads.append((square + 0.5) * half / EDGE - 0.5 + (x - half, y - half))
            board.values.append(0)
            board.wanted.append(False)
            board.hulls.append(np.zeros((0, 2), np.float32))


def _fade(patch: np.ndarray, ground: np.ndarray) -> None:
    """Lets a painted patch run out into the ground it was painted on (in place)."""
    axis = np.abs(np.linspace(-1, 1, patch.shape[0], dtype=np.float32))
    share = np.clip((1 - np.maximum(axis[:, None], axis[None])) * 5, 0, 1)[..., None]
    under = cv2.resize(ground, patch.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    patch *= share
    patch += under * (1 - share)


def _poses(rng: np.random.Generator, wide: float) -> list[Raised]:
    """Where the dice lie on a table `wide` edges across: apart, flush, in heaps, leaning, on each other."""
    count = int(rng.choice([0, 1, 2, 3, 5, 8, 14], p=[0.06, 0.14, 0.34, 0.16, 0.14, 0.1, 0.06]))
    out: list[Raised] = []
    reach = 0.5 * wide
    for _ in range(60):
        if len(out) >= count:
            break
        yaw = rng.uniform(0, 2 * np.pi)
        level = 0.0
        if out and rng.random() < 0.35:
            near = out[int(rng.integers(len(out)))].pose
            side = near.yaw + rng.integers(4) * np.pi / 2
            along, far = rng.uniform(-0.8, 0.8), rng.uniform(1.0, 1.1)
            if rng.random() < 0.55:
                yaw = near.yaw
            else:
                far, along = rng.uniform(1.15, 1.5), rng.uniform(-0.5, 0.5)
            x = near.x + np.cos(side) * far - np.sin(side) * along
            y = near.y + np.sin(side) * far + np.cos(side) * along
        else:
            x, y = rng.uniform(-reach, reach, 2)
        tilt = float(np.radians(rng.uniform(3, 44))) if rng.random() < 0.08 else 0.0
        pose = Pose(float(x), float(y), float(yaw), tilt, float(rng.uniform(0, 2 * np.pi)))
        if out and rng.random() < 0.05:
            low = out[int(rng.integers(len(out)))]
            if low.height == 0 and low.pose.tilt == 0:
                shift = rng.normal(0, 0.28, 2).clip(-0.6, 0.6)
                out.append(Raised(replace(pose, x=low.pose.x + shift[0], y=low.pose.y + shift[1], tilt=0.0), 1.0))
                continue
        clear = all(np.hypot(x - other.pose.x, y - other.pose.y) > (0.98 if yaw == other.pose.yaw else 1.12)
                    for other in out)  # fmt: skip
        if clear:
            out.append(Raised(pose, level))
    return out


def _lay_dice(rng: np.random.Generator, board: _Board, wide: float) -> None:
    poses = _poses(rng, wide)
    far = [float(board.scene.view.project(pose.corners().mean(axis=0)[None])[0, 2]) - pose.height for pose in poses]
    mixed = rng.random() < 0.3
    side_light = float(rng.choice([0.72, rng.uniform(0.15, 0.9)]))
    reach = float(rng.choice([0.4, 1.0])) * board.near / EDGE
    for pose in poses:
        if pose.height == 0 and rng.random() < 0.92:
            paint_shadow(rng, board.scene, pose, reach)
    for index in np.argsort(far)[::-1]:
        pose = poses[int(index)]
        style = _style(rng, board.near) if mixed and rng.random() < 0.6 else board.style
        _lay_die(rng, board, pose, style, side_light)


def _lay_die(rng: np.random.Generator, board: _Board, pose: Raised, style: Style, side_light: float) -> None:
    value = int(rng.integers(1, 7))
    top = draw_face(rng, style, value, board.scene.light, 0.12, 0.06, judged=False)
    paint_die(rng, board.scene, pose, style, value, top, side_light)
    quad = board.scene.place(pose.corners()[:4]).astype(np.float32)
    hull = cv2.convexHull(board.scene.place(pose.corners()).astype(np.float32)).reshape(-1, 2)
    for at, other in enumerate(board.quads):
        if board.values[at] and _share_under(other, hull) > 1 - FOUND_SHARE:
            board.wanted[at] = False
    inside = bool(((quad >= 0) & (quad <= board.scene.picture.shape[0] - 1)).all(axis=1).sum() >= 3)
    wanted = inside and np.degrees(pose.pose.tilt) < FOUND_TILT
    if rng.random() < 0.04:
        wanted = wanted and _covered(rng, board, quad) < 1 - FOUND_SHARE
    board.quads.append(quad)
    board.hulls.append(hull)
    board.values.append(value)
    board.wanted.append(bool(wanted))


def _share_under(quad: np.ndarray, hull: np.ndarray) -> float:
    """Which part of a face (4, 2) a hull (n, 2) hides."""
    area, _ = cv2.intersectConvexConvex(cv2.convexHull(quad.astype(np.float32)), hull.astype(np.float32))
    return float(area) / max(abs(cv2.contourArea(quad.astype(np.float32))), 1.0)


def _covered(rng: np.random.Generator, board: _Board, quad: np.ndarray) -> float:
    """Lays something over part of a face; returns the share that it hides."""
    picture = board.scene.picture
    half = int(1.6 * board.near)
    x, y = (int(np.clip(c, half, picture.shape[0] - half)) for c in quad.mean(axis=0))
    return strays.cover(rng, picture[y - half : y + half, x - half : x + half], quad - (x - half, y - half))


def _light_up(rng: np.random.Generator, board: _Board) -> None:
    """Light that differs over the picture: a lamp's pool, coloured lamps, a glare on the table."""
    picture = board.scene.picture
    size = picture.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
    if rng.random() < 0.5:
        a, b = rng.normal(0, 0.35, 2)
        picture *= np.clip(1 + a * x + b * y, 0.25, 1.8)[..., None]
    if rng.random() < 0.1:
        u, v = rng.uniform(-0.5, 0.5, 2)
        spot = np.exp(-((x - u) ** 2 + (y - v) ** 2) / rng.uniform(0.03, 0.3))[..., None]
        picture *= 1 + spot * (np.exp(rng.normal(0, 0.5, 3)) - 1).astype(np.float32)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.85, 0.1, 0.05]))):
        u, v = rng.uniform(-0.5, 0.5, 2)
        spot = np.exp(-((x - u) ** 2 + (y - v) ** 2) / rng.uniform(0.001, 0.02))[..., None]
        picture += spot * np.float32(rng.uniform(40, 260))


def _photographed(rng: np.random.Generator, board: _Board, edge: float) -> Whole:
    picture, scale = photograph(rng, board.scene.picture, 2 * edge * EDGE / board.near)
    picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    scale /= 2
    quads = np.array(board.quads, np.float64).reshape(-1, 4, 2)
    return tile(rng, picture, (quads + 0.5) * scale - 0.5, np.array(board.values, int), np.array(board.wanted, bool))


def tile(
    rng: np.random.Generator, picture: np.ndarray, quads: np.ndarray, values: np.ndarray, wanted: np.ndarray
) -> Whole:
    """A part of TILE pixels square of a picture, anywhere; what is missing at its border is grey."""
    height, width = picture.shape[:2]
    x, y = (int(rng.integers(0, max(length - TILE, 0) + 1)) for length in (width, height))
    out = np.full((TILE, TILE, 3), 128, np.uint8)
    part = picture[y : y + TILE, x : x + TILE]
    out[: part.shape[0], : part.shape[1]] = part
    quads = quads - (x, y)
    middles = quads.mean(axis=1).reshape(-1, 2)
    near = ((middles > -20) & (middles < TILE + 20)).all(axis=1)
    cut = (quads.min(axis=(1, 2)) < -2) | (quads.max(axis=(1, 2)) > TILE + 1) if len(quads) else np.zeros(0, bool)
    return Whole(out, quads[near].astype(np.float32), values[near], (wanted & ~cut)[near])


def save(path: Path, wholes: Iterable[Whole]) -> None:
    """Writes pictures (n, TILE, TILE, 3) and one row a face: picture, eight coordinates, value, wanted."""
    pictures, rows = [], []
    for index, whole in enumerate(wholes):
        pictures.append(whole.picture)
        for quad, value, wanted in zip(whole.quads, whole.values, whole.wanted, strict=True):
            rows.append([index, *quad.ravel(), value, wanted])
    np.savez(path, pictures=np.array(pictures), faces=np.array(rows, np.float32).reshape(-1, 11))


def main() -> None:
    """Write files of at most 500 made-up pictures each."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=1000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    cv2.setNumThreads(1)
    given.folder.mkdir(parents=True, exist_ok=True)
    for part in range(-(-given.count // 500)):
        rng = np.random.default_rng([given.seed, part, 44])
        left = min(500, given.count - 500 * part)
        save(given.folder / f"made_{given.seed}_{part}.npz", (draw(rng) for _ in range(left)))


if __name__ == "__main__":
    main()
