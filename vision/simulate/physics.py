"""Rigid cubes thrown onto the felt.

A die touches with eight small spheres, one in each rounded corner, so that it rolls over its edges as a real one does
and lies exactly half an edge over the felt. A cube's moment of inertia is the same about every axis (m s^2 / 6), which
makes an impulse at a corner a matter of one division. Contacts: felt, rail, and the corners of one die in the
other. Many throws are computed at once as arrays; for one throw that costs hardly less than for four.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

GRAVITY = 9810.0  # mm/s^2
STEP = 1 / 480  # s
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
_UP, _TO_US = np.array([0, 0, 1.0]), np.array([0, -1.0, 0])
_CALM = 70.0  # mm/s: slower than this nothing bounces
# A cube of 16 mm needs 19 radians/s to tip over one of its edges, so a die under these bounds stays on its face.
_SLOW, _TURN = 60.0, 12.0
_LAID = 36  # steps of calm after which a die lies: 75 ms, in which 98% of its tilt is gone


@dataclass(frozen=True)
class Table:
    """What the dice meet.

    rail: y of the rail's face in mm, None = no rail. bounce, grip: restitution and friction of the felt.
    rail_bounce, rail_grip: the same of the rail. edge: of the dice in mm; radius: of their corners.
    """

    rail: float | None = 240.0
    bounce: float = 0.52
    grip: float = 0.34
    rail_bounce: float = 0.5
    rail_grip: float = 0.1
    edge: float = 16.0
    radius: float = 2.0


@dataclass(frozen=True, eq=False)
class Flights:
    """The paths of n throws of d dice, one entry a step.

    position: (steps, n, d, 3) mm. rotation: (steps, n, d, 3, 3). rest: (n, d) step from which the die lies still, or
    -1 when it did not come to rest flat within the time.
    """

    position: np.ndarray
    rotation: np.ndarray
    rest: np.ndarray


_NEXT, _LAST = [1, 2, 0], [2, 0, 1]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a x b; numpy's own takes twice as long on arrays this small."""
    return a.take(_NEXT, -1) * b.take(_LAST, -1) - a.take(_LAST, -1) * b.take(_NEXT, -1)


def _upright(rotation: np.ndarray) -> np.ndarray:
    """(..., 3, 3) the nearest orientation that lies flat."""
    up = rotation[..., 2, :]
    axis = np.argmax(np.abs(up), axis=-1)[..., None]
    sign = np.sign(np.take_along_axis(up, axis, -1))
    goal = np.zeros_like(up)
    np.put_along_axis(goal, axis, sign, -1)
    # One of the two other axes of the die, laid into the plane, fixes the yaw.
    side = np.take_along_axis(rotation, (((axis + 1) % 3)[..., None]), -1)[..., 0]
    side = side - side[..., 2:] * np.array([0, 0, 1.0])
    side /= np.linalg.norm(side, axis=-1, keepdims=True)
    third = _cross(np.concatenate([np.zeros_like(sign), np.zeros_like(sign), sign], -1), side)
    out = np.empty_like(rotation)
    for column, vector in ((axis, None), ((axis + 1) % 3, side), ((axis + 2) % 3, third)):
        if vector is None:
            vector = np.concatenate([np.zeros_like(sign), np.zeros_like(sign), sign], -1)
        np.put_along_axis(out, np.broadcast_to(column[..., None], (*column.shape[:-1], 3, 1)), vector[..., None], -1)
    return out


class _World:
    """The state of n x d dice between two steps."""

    def __init__(self, table: Table, position, rotation, velocity, spin) -> None:
        self.table = table
        self.p = np.array(position, float)
        self.r = np.array(rotation, float)
        self.v = np.array(velocity, float)
        self.w = np.array(spin, float)
        self.inverse_inertia = 6.0 / table.edge**2  # of a cube of mass 1
        self.arms = _CORNERS * (table.edge / 2 - table.radius)
        self.done = np.zeros(self.p.shape[:-1], bool)
        self.calm = np.zeros(self.p.shape[:-1], int)  # steps for which a die has been slow and nearly flat

    def corners(self) -> np.ndarray:
        """(n, d, 8, 3) centres of the corner spheres, from the die's centre."""
        return self.arms @ np.swapaxes(self.r, -1, -2)

    def push(self, which: tuple, arm: np.ndarray, normal: np.ndarray, bounce: float, grip: float) -> None:
        """One impulse with friction on each of the m dice `which` (indices), at `arm` (m, 3) against `normal` (3,)."""
        v, w = self.v[which], self.w[which]
        speed = v + _cross(w, arm)
        approach = speed @ normal
        turn = _cross(arm, np.broadcast_to(normal, arm.shape))
        mass = 1 / (1 + self.inverse_inertia * (turn * turn).sum(-1))
        e = np.where(approach < -_CALM, bounce, 0.0)
        straight = np.where(approach < 0, -(1 + e) * approach * mass, 0.0)
        slide = speed - approach[..., None] * normal
        pace = np.sqrt((slide * slide).sum(-1)) + 1e-9
        along = slide / pace[..., None]
        turn = _cross(arm, along)
        mass = 1 / (1 + self.inverse_inertia * (turn * turn).sum(-1))
        drag = np.minimum(grip * straight, pace * mass)
        impulse = straight[..., None] * normal - drag[..., None] * along
        self.v[which] = v + impulse
        self.w[which] = w + self.inverse_inertia * _cross(arm, impulse)

    def plane(self, corners: np.ndarray, normal: np.ndarray, offset: float, bounce: float, grip: float) -> np.ndarray:
        """Contact with the half space normal . x > offset; returns which dice touch."""
        depth = self.table.radius + offset - (corners + self.p[..., None, :]) @ normal
        where = (depth > 0).any(-1)
        which = np.nonzero(where & (self.calm == 0))
        if not which[0].size:
            return where
        own, depth = corners[which], depth[which]
        for _ in range(3):
            speed = (self.v[which][:, None, :] + _cross(self.w[which][:, None, :], own)) @ normal
            speed = np.where(depth > 0, speed, np.inf)
            if speed.min() >= 0:
                break
            arm = own[np.arange(len(own)), np.argmin(speed, axis=-1)]
            self.push(which, arm - self.table.radius * normal, normal, bounce, grip)
        self.p[which] += (depth.max(-1) * 0.4)[:, None] * normal
        return where

    def meet(self, corners: np.ndarray) -> None:
        """Contact of the two dice of each throw: corners of one inside the other."""
        apart = self.p[:, 1] - self.p[:, 0]
        reach = self.table.edge * 1.74
        if ((apart * apart).sum(-1) > reach * reach).all():
            return
        for own, other in ((0, 1), (1, 0)):
            points = corners[:, own] + (self.p[:, own] - self.p[:, other])[:, None, :]
            inside = self.table.edge / 2 + self.table.radius - np.abs(points @ self.r[:, other])
            depth = inside.min(-1)
            pick = np.argmax(depth, axis=-1)
            for i in np.nonzero((depth.max(-1) > 0) & ~self.done.all(-1))[0]:
                self._strike(int(i), own, other, corners[i, own, pick[i]], points[i, pick[i]], inside[i, pick[i]])

    def _strike(self, i: int, own: int, other: int, arm, point, inside) -> None:
        axis = int(np.argmin(inside))
        normal = self.r[i, other][:, axis] * np.sign(point @ self.r[i, other][:, axis])
        self.done[i], self.calm[i] = False, 0  # a die that is hit wakes up
        speed = self.v[i, own] + _cross(self.w[i, own], arm) - self.v[i, other] - _cross(self.w[i, other], point)
        approach = float(speed @ normal)
        gap = inside[axis] * 0.25
        self.p[i, own] += normal * gap
        self.p[i, other] -= normal * gap
        if approach >= 0:
            return
        a, b = _cross(arm, normal), _cross(point, normal)
        mass = 1 / (2 + self.inverse_inertia * float(a @ a + b @ b))
        impulse = -1.35 * approach * mass * normal
        self.v[i, own] += impulse
        self.v[i, other] -= impulse
        self.w[i, own] += self.inverse_inertia * _cross(arm, impulse)
        self.w[i, other] -= self.inverse_inertia * _cross(point, impulse)

    def advance(self) -> None:
        """One step."""
        self.v[..., 2] -= np.where(self.calm == 0, GRAVITY * STEP, 0.0)
        corners = self.corners()
        touches = self.plane(corners, _UP, 0.0, self.table.bounce, self.table.grip)
        if self.table.rail is not None:
            self.plane(corners, _TO_US, -self.table.rail, self.table.rail_bounce, self.table.rail_grip)
        if self.p.shape[1] == 2:
            self.meet(corners)
        drag = np.where(touches, 1 - 1.6 * STEP, 1.0)[..., None]
        self.w *= drag
        self.v *= drag
        self.p += np.where(self.done[..., None], 0.0, self.v * STEP)
        # Cayley's formula turns the columns by w * STEP and keeps them a rotation.
        half = (self.w * np.where(self.done, 0.0, STEP / 2)[..., None])[..., None, :]
        axes = np.swapaxes(self.r, -1, -2)
        turn = _cross(half, axes)
        turn = 2 / (1 + (half * half).sum(-1, keepdims=True)) * (turn + _cross(half, turn))
        self.r = np.swapaxes(axes + turn, -1, -2)
        self.settle(touches)

    def settle(self, touches: np.ndarray) -> None:
        """Lays down dice that are slow and nearly flat: from there on they are led to the flat pose, not pushed."""
        height = self.table.edge / 2
        slow = touches & ((self.v**2).sum(-1) < _SLOW**2) & ((self.w**2).sum(-1) < _TURN**2)
        if slow.any():
            level = np.abs(self.r[..., 2, :]).max(-1)
            slow &= (level > np.cos(np.radians(9))) & (np.abs(self.p[..., 2] - height) < self.table.edge * 0.15)
        self.calm += slow | (self.calm > 0)
        laid = np.nonzero((self.calm > 0) & ~self.done)
        if not laid[0].size:
            return
        goal = _upright(self.r[laid])
        self.r[laid] += 0.1 * (goal - self.r[laid])
        self.v[laid] *= (0.93, 0.93, 0.0)
        self.w[laid] *= 0.85
        self.p[(*laid, 2)] += 0.1 * (height - self.p[(*laid, 2)])
        ended = self.calm[laid] >= _LAID
        end = tuple(axis[ended] for axis in laid)
        self.r[end] = goal[ended]
        self.p[(*end, 2)] = height
        self.v[end] = self.w[end] = 0
        self.done[end] = True


def fly(table: Table, position, rotation, velocity, spin, seconds: float = 4.0, patience: float | None = None):
    """Computes throws until all dice lie flat, at most for `seconds`; see `flying`. Returns Flights."""
    work = flying(table, position, rotation, velocity, spin, seconds, patience)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def flying(
    table: Table, position, rotation, velocity, spin, seconds: float = 4.0, patience: float | None = None
) -> Iterator[None]:
    """The same in small portions, so that a picture can be drawn in between: yields after each step, returns Flights.

    position, velocity, spin: (n, d, 3) in mm, mm/s and radians/s; rotation: (n, d, 3, 3); d is 1 or 2.
    patience: seconds to go on for the slow ones once half of the throws have come to rest, None = until `seconds`.
    """
    world = _World(table, position, rotation, velocity, spin)
    places, turns = [world.p.copy()], [world.r.copy()]
    rest = np.full(world.p.shape[:-1], -1)
    stop = steps = round(seconds / STEP)
    for step in range(1, steps + 1):
        world.advance()
        places.append(world.p.copy())
        turns.append(world.r.copy())
        rest = np.where(world.done, np.where(rest < 0, step, rest), -1)
        ended = world.done.all(-1)
        if ended.all() or step >= stop:
            break
        if patience is not None and stop == steps and 2 * ended.sum() >= len(ended):
            stop = step + round(patience / STEP)
        yield
    return Flights(np.array(places), np.array(turns), rest)
