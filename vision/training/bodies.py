"""Made-up dice with bodies and surroundings, and what the cube network is to say of them.

    python -m vision.training.bodies FOLDER --count 9000 --seed 1
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.cube_net import cut_body
from vision.training import strays
from vision.training.faces import EDGE, draw_light
from vision.training.generator import edge_length
from vision.training.materials import Style, draw_style, grain, table_colour
from vision.training.scene import Pose, Scene, open_scene, paint_die, paint_shadow, photograph

#: Pixels of the scene along a die's edge: less than the textures have, so that the surroundings fit in.
NEAR = 38.0


@dataclass(frozen=True)
class Lens:
    """A pinhole camera at any angle to the table. turn: (3, 3) table to camera; away: (3,) the table's origin there.

    near: pixels of the scene along an edge of a die at the origin.
    """

    turn: np.ndarray
    away: np.ndarray
    near: float = NEAR

    def project(self, points: np.ndarray) -> np.ndarray:
        """(n, 3) in edges, to (n, 3): pixels about the scene's origin, and the distance from the lens."""
        seen = points @ self.turn.T + self.away
        flat = seen[:, :2] / seen[:, 2:] - self.away[:2] / self.away[2]
        return np.column_stack([flat * self.away[2] * self.near, seen[:, 2]])


def draw_lens(rng: np.random.Generator) -> Lens:
    """A camera that looks down within some 15 degrees, more now and then, on a die anywhere in its picture."""
    angle = abs(rng.normal(0, 8)) if rng.random() < 0.85 else rng.uniform(5, 32)
    toward = rng.uniform(0, 2 * np.pi)
    tip = cv2.Rodrigues(np.array([np.cos(toward), np.sin(toward), 0.0]) * np.radians(angle))[0]
    ray = rng.uniform((-0.62, -0.48), (0.62, 0.48)) * rng.uniform(0.3, 1.0)
    distance = float(np.exp(rng.uniform(np.log(14), np.log(60))))
    return Lens(tip @ np.diag([1.0, 1.0, -1.0]), np.array([*ray, 1.0]) * distance)


@dataclass(frozen=True)
class Raised:
    """A pose with a height: the floor it stands on lies `height` edges over the table."""

    pose: Pose
    height: float = 0.0

    @property
    def x(self) -> float:
        return self.pose.x

    def corners(self) -> np.ndarray:
        """(8, 3) corners in edges, the four of the top first."""
        return self.pose.corners() + np.array([0, 0, self.height])


@dataclass(frozen=True, slots=True)
class Body:
    """A patch (SIZE, SIZE, 3) uint8, the lean (2,) in its own directions, the share of the top that is covered, whether
    it stands on another die, and the angle by which it leans from the table's upright, degrees."""

    patch: np.ndarray
    lean: tuple[float, float]
    covered: float
    on_die: bool
    tilt_deg: float


def as_found(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """Corners (4, 2) as a reader finds them: any of them first, shifted, turned, the edge a tenth too short often."""
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    angle = np.radians(np.clip(rng.normal(0, 3.0), -9, 9))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = quad.mean(axis=0)
    moved = middle + (quad - middle) @ turn.T * np.clip(1 + rng.normal(-0.03, 0.065), 0.78, 1.12)
    moved = moved + rng.normal(0, 0.02, 2) * edge + rng.normal(0, 0.012, (4, 2)) * edge
    return np.roll(moved, int(rng.integers(4)), axis=0)


def lean_of(view, pose) -> np.ndarray:
    """(2,) what the network is to say of a die, in directions of the picture."""
    corners = pose.corners()
    flat = view.project(np.vstack([corners[:4], corners[:4].mean(axis=0), corners.mean(axis=0)]))[:, :2]
    edge = np.linalg.norm(flat[:4] - np.roll(flat[:4], 1, axis=0), axis=1).mean()
    return (flat[4] - flat[5]) * 2 / edge


def draw(rng: np.random.Generator) -> Body:
    """One example at random."""
    kind = rng.choice(["flat", "tilted", "stacked", "covered"], p=[0.48, 0.34, 0.09, 0.09])
    style, light, lens = draw_style(rng), draw_light(rng), draw_lens(rng)
    style = replace(style, corner=style.corner * NEAR / EDGE)
    yaw = rng.uniform(0, 2 * np.pi)
    tilt = 0.0
    if kind == "tilted":
        tilt = float(np.radians(rng.uniform(2, 18) if rng.random() < 0.5 else rng.uniform(8, 46)))
    side = yaw + rng.integers(4) * np.pi / 2 if rng.random() < 0.8 else rng.uniform(0, 2 * np.pi)
    pose = Raised(Pose(yaw=yaw, tilt=tilt, toward=side), 1.0 if kind == "stacked" else 0.0)
    picture = open_scene(rng, lens, light, pose.corners()[:4].mean(axis=0))
    _surround(rng, picture, pose, style, side, str(kind))
    if kind != "stacked" and rng.random() < 0.92:
        paint_shadow(rng, picture, pose, float(rng.choice([0.4, 1.0])))
    side_light = float(rng.choice([0.72, rng.uniform(0.15, 0.9)]))
    paint_die(rng, picture, pose, style, int(rng.integers(1, 7)), side_light=side_light)
    if kind != "stacked" and rng.random() < 0.12:
        paint_die(rng, picture, _beside(rng, pose), _like(rng, style), int(rng.integers(1, 7)))
    quad = picture.place(pose.corners()[:4])
    covered = 0.0
    if kind == "covered":
        covered = strays.cover(rng, picture.picture, quad)
    return _cut(rng, picture, pose, quad, covered, kind == "stacked", float(np.degrees(tilt)))


def _cut(rng, picture: Scene, pose, quad, covered: float, on_die: bool, tilt_deg: float) -> Body:
    lean = lean_of(picture.view, pose)
    edge = max(edge_length(rng), 15.0)
    small, scale = photograph(rng, picture.picture, edge * EDGE / NEAR)
    patch, turn = cut_body(small, as_found(rng, (quad + 0.5) * scale - 0.5))
    return Body(patch, tuple(turn.T @ lean), covered, on_die, tilt_deg)


def _like(rng: np.random.Generator, style: Style) -> Style:
    if rng.random() < 0.75:
        return style
    other = draw_style(rng)
    return replace(other, corner=other.corner * NEAR / EDGE)


def _beside(rng: np.random.Generator, pose: Raised) -> Pose:
    """A flat die near this one."""
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1.25, 1.7)
    side = pose.pose.yaw + rng.integers(4) * np.pi / 2
    if rng.random() < 0.4:
        along = rng.uniform(-0.7, 0.7)
        far = rng.uniform(1.0, 1.08)
        return Pose(np.cos(side) * far - np.sin(side) * along, np.sin(side) * far + np.cos(side) * along, pose.pose.yaw)
    return Pose(np.cos(angle) * reach, np.sin(angle) * reach, rng.uniform(0, 2 * np.pi))


def _surround(rng, picture: Scene, pose: Raised, style: Style, side: float, kind: str) -> None:
    """What lies under or behind the die: the die it stands on, chips, cards, a rail, other dice."""
    if kind == "stacked":
        low = Pose(*rng.normal(0, 0.28, 2).clip(-0.6, 0.6), yaw=rng.uniform(0, 2 * np.pi))
        paint_shadow(rng, picture, low)
        paint_die(rng, picture, low, _like(rng, style), int(rng.integers(1, 7)))
        return
    if rng.random() < (0.75 if kind == "tilted" else 0.3):
        # A leaning die turns about the axis `side`: its raised side lies across that axis.
        away = side + np.pi / 2 * rng.choice([-1, 1]) + rng.normal(0, 0.25)
        what = rng.integers(4)
        if what == 3:
            near = Pose(np.cos(away) * rng.uniform(0.9, 1.5), np.sin(away) * rng.uniform(0.9, 1.5), rng.uniform(0, 6.3))
            paint_shadow(rng, picture, near)
            paint_die(rng, picture, near, _like(rng, style), int(rng.integers(1, 7)))
            return
        _slab(rng, picture, away, int(what))


def _slab(rng, picture: Scene, away: float, what: int) -> None:
    """A chip or coin (0), a card (1) or a rail (2) on the side `away` of the die."""
    size = picture.picture.shape[0]
    mask = np.zeros((size, size), np.uint8)
    out = np.array([np.cos(away), np.sin(away)])
    along = np.array([-out[1], out[0]])
    far = rng.uniform(0.1, 0.62)
    if what == 0:
        radius = rng.uniform(0.5, 1.6)
        rim = [out * (far + radius) + radius * np.array([np.cos(a), np.sin(a)]) for a in np.linspace(0, 2 * np.pi, 40)]
        points = np.array(rim)
    else:
        wide = 6.0 if what == 2 else rng.uniform(1.5, 4.0)
        points = np.array([out * far - along * wide / 2, out * far + along * wide / 2,
                           out * (far + 6) + along * wide / 2, out * (far + 6) - along * wide / 2])  # fmt: skip
    level = rng.uniform(-0.48, -0.2) if what == 0 else -0.47 if what == 1 else rng.uniform(-0.5, 1.0)
    flat = picture.place(np.column_stack([points, np.full(len(points), level)]))
    cv2.fillPoly(mask, [np.round(flat * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    beside = np.roll(mask, rng.integers(-3, 4, 2).tolist(), (0, 1))
    shadow = cv2.GaussianBlur(beside, (0, 0), rng.uniform(1, 4))
    picture.picture *= 1 - (shadow / 255.0 * rng.uniform(0.1, 0.6))[..., None].astype(np.float32)
    share = (mask / 255.0)[..., None].astype(np.float32)
    colour = np.empty_like(picture.picture)
    colour[:] = np.array(table_colour(rng)) * picture.light.gain
    if rng.random() < 0.6:
        colour += (grain(rng, size, rng.uniform(2, 14), rng.uniform(1, 5)) * rng.uniform(2, 30))[..., None]
    picture.picture *= 1 - share
    picture.picture += colour * share


def many(seed: int, count: int) -> dict[str, np.ndarray]:
    """`count` made-up examples as arrays."""
    rng = np.random.default_rng(seed)
    return as_arrays([draw(rng) for _ in range(count)])


def as_arrays(bodies: Sequence[Body]) -> dict[str, np.ndarray]:
    """Examples as arrays: patches, leans, covered, on_die, tilts."""
    return {
        "patches": np.array([b.patch for b in bodies]),
        "leans": np.array([b.lean for b in bodies], np.float32),
        "covered": np.array([b.covered for b in bodies], np.float32),
        "on_die": np.array([b.on_die for b in bodies], np.float32),
        "tilts": np.array([b.tilt_deg for b in bodies], np.float32),
    }


def main() -> None:
    """Write files of a thousand made-up examples each."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=9000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for part in range(max(1, given.count // 1000)):
        np.savez(given.folder / f"made_{given.seed}_{part}.npz", **many(given.seed * 1000 + part, 1000))


if __name__ == "__main__":
    main()
