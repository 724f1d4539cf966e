"""Paths of dice: candidates from the physics, and the last part of a path bent to where a die shall end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np

from vision.simulate.dice import Die, show, top_face
from vision.simulate.geometry import (
    CUBE_TURNS,
    axis_rotation,
    between,
    from_rotation_vector,
    random_rotations,
    rotation_vector,
)
from vision.simulate.physics import STEP, Flights, Table, flying
from vision.simulate.render import Pose


@dataclass(frozen=True, eq=False)
class Path:
    """The way of one die, one entry a step of the physics; it stays where it ends.

    position: (n, 3) mm. rotation: (n, 3, 3). rest: the step from which it lies still.
    """

    position: np.ndarray
    rotation: np.ndarray
    rest: int

    def at(self, step: int) -> Pose:
        """The pose at a step; after the last one the pose at rest."""
        step = min(max(step, 0), len(self.position) - 1)
        return Pose(self.position[step], self.rotation[step])

    @property
    def end(self) -> Pose:
        """The pose at rest."""
        return self.at(len(self.position) - 1)

    def showing(self, value: int | None, turn: int) -> Path:
        """The same path of a cube whose faces are named so that it ends with `value` up (None = as it is)."""
        if value is None:
            return self
        last = self.rotation[-1]
        renamed = last.T @ show(last, value, turn)
        return Path(self.position, self.rotation @ renamed, self.rest)


@dataclass(frozen=True)
class Aim:
    """How the dice are thrown.

    across: sideways speed in mm/s, added to both. split: sideways speed, added to the second alone.
    """

    across: tuple[float, float] = (-120.0, 120.0)
    split: tuple[float, float] = (-80.0, 80.0)
    speed: tuple[float, float] = (850.0, 1400.0)


def toss(
    rng: np.random.Generator,
    table: Table,
    width: float,
    count: int,
    aim: Aim,
    throws: int = 3,
    patience: float | None = 0.15,
) -> Generator[None, None, Flights]:
    """Several throws at once, from the shooter's side, of `count` dice each. width: of the play area in mm."""
    shape = (throws, count)
    position = np.empty((*shape, 3))
    gap = table.edge * rng.uniform(1.6, 2.4, (throws, 1)) / 2
    side = np.array([-1.0, 1.0])[:count] * gap if count == 2 else 0.0
    position[..., 0] = rng.uniform(0.25, 0.75, (throws, 1)) * width + side
    position[..., 1] = -70.0 + rng.uniform(-10, 10, shape)
    position[..., 2] = rng.uniform(60, 110, (throws, 1)) + rng.uniform(-8, 8, shape)
    velocity = np.empty((*shape, 3))
    velocity[..., 0] = rng.uniform(*aim.across, (throws, 1)) + rng.uniform(-50, 50, shape)
    velocity[:, -1, 0] += rng.uniform(*aim.split, throws)
    velocity[..., 1] = rng.uniform(*aim.speed, (throws, 1)) * rng.uniform(0.9, 1.1, shape)
    velocity[..., 2] = rng.uniform(-150, 200, (throws, 1))
    spin = rng.normal(0, 22, (*shape, 3))
    return (yield from flying(table, position, random_rotations(rng, shape), velocity, spin, 2.6, patience))


def paths_of(flights: Flights, throw: int) -> tuple[Path, ...] | None:
    """The paths of one throw, or None when a die did not come to rest flat."""
    rest = flights.rest[throw]
    if (rest < 0).any():
        return None
    stop = int(rest.max()) + 1
    return tuple(
        Path(flights.position[:stop, throw, k], flights.rotation[:stop, throw, k], int(rest[k]))
        for k in range(len(rest))
    )


def find(
    rng: np.random.Generator,
    table: Table,
    width: float,
    count: int,
    fits: Callable[[tuple[Path, ...]], bool],
    aim: Aim | None = None,
    cost: Callable[[tuple[Path, ...]], float] | None = None,
    batches: int = 16,
) -> Generator[None, None, tuple[Path, ...]]:
    """Throws until one fits; with a cost the cheapest of the first batch that has one that fits.

    Ends after `batches` batches with the last throw that came to rest at all, and, should none have, with one
    that is laid down where it was (the caller's `fits` is then not met).
    """
    spare: tuple[Path, ...] | None = None
    for _ in range(batches):
        flights = yield from toss(rng, table, width, count, aim or Aim())
        found = [p for p in (paths_of(flights, k) for k in range(flights.rest.shape[0])) if p is not None]
        fitting = [p for p in found if fits(p)]
        if fitting:
            return min(fitting, key=cost) if cost else fitting[0]
        spare = found[-1] if found else spare
    if spare is not None:
        return spare
    return tuple(
        bend(Path(flights.position[:, 0, k], flights.rotation[:, 0, k], len(flights.position) - 1), flat_under(
            Pose(flights.position[-1, 0, k], flights.rotation[-1, 0, k]), table.edge))
        for k in range(count)
    )


def flat_under(pose: Pose, edge: float) -> Pose:
    """The pose laid flat with the same face up, where it is."""
    yaw = np.degrees(np.arctan2(*(pose.rotation @ _side_axis(pose.rotation))[[1, 0]]))
    goal = min((axis_rotation(2, yaw) @ t for t in CUBE_TURNS), key=lambda r: turn_between(r, pose.rotation))
    return Pose(np.array([pose.position[0], pose.position[1], edge / 2]), goal)


def _side_axis(rotation: np.ndarray) -> np.ndarray:
    face, _ = top_face(rotation)
    axis = np.zeros(3)
    axis[(face + 1) % 3] = 1.0
    return axis


def turn_between(a: np.ndarray, b: np.ndarray) -> float:
    """Angle between two orientations in radians."""
    return float(np.linalg.norm(rotation_vector(b @ a.T)))


def nearest_turn(base: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Of the 24 ways a cube can take the space of `base`, the one nearest to the orientation `wanted`."""
    return min((base @ t for t in CUBE_TURNS), key=lambda r: turn_between(r, wanted))


def bend(path: Path, goal: Pose) -> Path:
    """The path with its last part led to another end; the further away, the longer that part is."""
    shift = goal.position - path.position[-1]
    seconds = 0.3 + float(np.linalg.norm(shift[:2])) / 500
    last = len(path.position) - 1
    start = max(path.rest - round(seconds / STEP), 0)
    end = path.rest + round(0.06 / STEP)
    position = np.concatenate([path.position, np.repeat(path.position[-1:], max(end - last, 0), 0)])
    rotation = np.concatenate([path.rotation, np.repeat(path.rotation[-1:], max(end - last, 0), 0)])
    for step in range(start, end + 1):
        share = (step - start) / (end - start)
        share = share * share * (3 - 2 * share)
        position[step, :2] += share * shift[:2]
        # Never under the height at which it shall lie once it is there, so that it comes down on what it leans on.
        position[step, 2] = (1 - share) * position[step, 2] + share * max(goal.position[2], position[step, 2])
        rotation[step] = between(rotation[step], goal.rotation, share)
    position[end:], rotation[end:] = goal.position, goal.rotation
    return Path(position, rotation, end)


def leaning(die: Die, tilt_deg: float, against: np.ndarray) -> tuple[np.ndarray, float]:
    """A die that leans: rotation of a cube tilted towards the level direction `against` (3,), and half its height."""
    axis = np.cross(against, [0, 0, 1.0])
    level = np.column_stack([against, np.cross([0, 0, 1.0], against), [0, 0, 1.0]])
    half = (die.half - die.radius) * (np.cos(np.radians(tilt_deg)) + np.sin(np.radians(tilt_deg))) + die.radius
    return from_rotation_vector(axis * np.radians(tilt_deg)) @ level, float(half)


def overlap(a: Pose, b: Pose, edge: float) -> bool:
    """Whether two dice that lie flat overlap, seen from above (separating axes of two squares)."""
    apart = (b.position - a.position)[:2]
    for pose in (a, b):
        for column in range(3):
            axis = pose.rotation[:2, column]
            long = np.linalg.norm(axis)
            if long < 0.5:
                continue
            axis = axis / long
            reach = sum(np.abs(axis @ p.rotation[:2]).sum() for p in (a, b)) * edge / 2
            if abs(axis @ apart) >= reach - 0.05:
                return False
    return True


class Work:
    """A computation that is done in portions while pictures go on: a generator that yields often and returns."""

    def __init__(self, steps: Generator) -> None:
        self._steps = steps
        self._result = None
        self._ended = False

    def go_on(self, portion: int) -> None:
        """Does so many steps more, if there are any left."""
        for _ in range(portion):
            if self._ended:
                return
            try:
                next(self._steps)
            except StopIteration as end:
                self._ended, self._result = True, end.value

    def finish(self):
        """Does the rest and returns the result."""
        while not self._ended:
            self.go_on(1000)
        return self._result
