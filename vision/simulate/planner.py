"""Where dice go: paths that end as a throw's kind asks for."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from vision.simulate.dice import Die
from vision.simulate.felt import CHIP_RADIUS, CHIP_THICK
from vision.simulate.leans import on_chip, on_die, on_rail
from vision.simulate.paths import Aim, Path, bend, find, nearest_turn, overlap
from vision.simulate.physics import Table
from vision.simulate.render import Glare, Pose
from vision.simulate.stage import Scene

Paths = Generator[None, None, tuple[Path, ...]]


class Planner:
    """Finds paths on one scene; all chance comes from its generator."""

    def __init__(self, scene: Scene, rng: np.random.Generator) -> None:
        self.scene = scene
        self.die: Die = scene.dice[0]
        self._rng = rng
        self._table = Table(rail=scene.rail if scene.felt.rail else None, edge=self.die.edge, radius=self.die.radius)

    def inside(self, pose: Pose, margin: float) -> bool:
        """Whether a die lies in the play area, at least `margin` mm from its sides; the far one is the rail's."""
        width, depth = self.scene.felt.area
        x, y = pose.position[:2]
        return margin <= x <= width - margin and margin <= y <= depth - self.die.half * 0.9

    def free(self, pose: Pose) -> bool:
        """Whether a die keeps clear of the chip."""
        chip = self.scene.felt.chip
        if chip is None:
            return True
        return float(np.hypot(*(pose.position[:2] - chip))) > CHIP_RADIUS + 0.8 * self.die.edge

    def _good(self, paths: tuple[Path, ...]) -> bool:
        ends = [path.end for path in paths]
        return (
            all(self.inside(end, 0.9 * self.die.edge) and self.free(end) for end in ends)
            and not overlap(ends[0], ends[1], self.die.edge)
        )

    def find(self, fits, aim: Aim | None = None, cost=None, count: int = 2) -> Paths:
        """Paths of a throw that `fits`, of several the one with the least `cost`."""
        return find(self._rng, self._table, self.scene.felt.area[0], count, fits, aim, cost)

    def paths(self, kind: str | None) -> Paths:
        """Paths of two dice for a throw of this kind."""
        if kind == "off_surface":
            return self._leaving()
        if kind == "cocked":
            return self._cocked()
        if kind == "stacked":
            return self._stacked()
        return self.find(self._good)

    def _leaving(self) -> Paths:
        side = 1 if self._rng.random() < 0.5 else -1

        def fits(paths: tuple[Path, ...]) -> bool:
            inside = [self.inside(path.end, -self.die.edge) for path in paths]
            return inside == [True, False] and self.inside(paths[0].end, self.die.edge) and self.free(paths[0].end)

        aim = Aim(across=(80.0 * side, 300.0 * side) if side > 0 else (-300.0, -80.0),
                  split=(500.0, 1100.0) if side > 0 else (-1100.0, -500.0))
        return (yield from self.find(fits, aim))

    def _cocked(self) -> Paths:
        kinds = ["die"] + (["rail"] if self.scene.felt.rail else []) + (["chip"] if self.scene.felt.chip else [])
        kind = str(self._rng.choice(kinds))
        tilt = float(self._rng.uniform(14, 40))
        if kind == "rail":
            paths = yield from self.find(self._good, cost=lambda p: self.scene.rail - p[1].end.position[1])
            base, place = on_rail(self.die, tilt, paths[1].end.position[0], self.scene.rail)
        elif kind == "chip":
            chip = np.array(self.scene.felt.chip)
            paths = yield from self.find(self._good, cost=lambda p: float(np.hypot(*(p[1].end.position[:2] - chip))))
            away = paths[1].end.position[:2] - chip
            far = float(self._rng.uniform(0.42, 0.9)) * self.die.edge
            tilt = float(np.degrees(np.arcsin(CHIP_THICK / far)))
            base, place = on_chip(self.die, tilt, chip, away / np.linalg.norm(away))
        else:
            paths = yield from self.find(self._good, cost=_gap)
            towards = paths[1].end.position - paths[0].end.position
            base, place = on_die(self.die, tilt, paths[0].end, towards, float(self._rng.uniform(-0.3, 0.3)))
        goal = Pose(place, nearest_turn(base, paths[1].end.rotation))
        return paths[0], bend(paths[1], goal)

    def _stacked(self) -> Paths:
        paths = yield from self.find(self._good, cost=_gap)
        offset = self._rng.uniform(-0.36, 0.36, 2) * self.die.edge
        place = paths[0].end.position + np.array([*offset, self.die.edge])
        return paths[0], bend(paths[1], Pose(place, paths[1].end.rotation))

    def glare(self, paths: tuple[Path, ...]) -> Glare:
        """A reflection of the lamp on the top of one of the dice at rest."""
        end = paths[int(self._rng.integers(2))].end.position
        at = end[:2] + self._rng.uniform(-0.12, 0.12, 2) * self.die.edge
        spread, more = self._rng.uniform(0.7, 1.0) * self.die.edge, self._rng.uniform(0.0, 0.15)
        return Glare.on(self.die, at, float(spread), float(more))


def _gap(paths: tuple[Path, ...]) -> float:
    return float(np.hypot(*(paths[1].end.position - paths[0].end.position)[:2]))
