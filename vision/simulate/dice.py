"""A die: its faces, its pips, what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.simulate.geometry import CUBE_TURNS, axis_rotation

#: Value of the faces +x, +y, +z, -x, -y, -z: seen from outside, 1, 2, 3 run counter-clockwise (western).
FACES = (1, 2, 3, 6, 5, 4)

#: Pips at sites of a 3x3 lattice, (u, v) in -1, 0, 1.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Material:
    """What a die is made of. Colours are blue, green, red in linear light, 1 = reflects all.

    gloss: strength of reflections of the lamp. clear: share of light that comes through the die.
    asian: large red one, red four.
    """

    name: str
    face: Colour
    pip: Colour
    gloss: float = 0.05
    clear: float = 0.0
    asian: bool = False


RED_PIP: Colour = (0.035, 0.03, 0.52)

MATERIALS = {
    m.name: m
    for m in (
        Material("white_black", (0.74, 0.77, 0.78), (0.02, 0.02, 0.02)),
        Material("red_clear", (0.035, 0.025, 0.55), (0.82, 0.82, 0.82), 0.1, 0.28),
        Material("blue_white", (0.52, 0.12, 0.03), (0.82, 0.82, 0.82), 0.07),
        Material("ivory", (0.42, 0.64, 0.73), (0.02, 0.02, 0.025), 0.04),
        Material("black_white", (0.018, 0.018, 0.018), (0.78, 0.79, 0.8), 0.06),
        Material("green", (0.09, 0.38, 0.05), (0.8, 0.82, 0.82), 0.07, 0.12),
        Material("orange", (0.02, 0.2, 0.75), (0.02, 0.02, 0.02), 0.06),
        Material("asian", (0.74, 0.77, 0.78), (0.02, 0.02, 0.02), 0.05, 0.0, True),
    )
}


@dataclass(frozen=True)
class Die:
    """One die.

    edge: mm. rounding: radius of edges and corners as a share of the edge. pip_radius, pip_pitch: radius of a pip and
    distance of the lattice's sites as shares of the edge. turned: bits; 1 mirrors the two, 2 the three, 4 turns
    the six. dirt: a smear (value of the face, u, v, radius; shares of the edge from the face's centre), or None.
    """

    material: Material = field(default_factory=lambda: MATERIALS["white_black"])
    edge: float = 16.0
    rounding: float = 0.12
    pip_radius: float = 0.09
    pip_pitch: float = 0.25
    turned: int = 0
    dirt: tuple[int, float, float, float] | None = None

    @property
    def half(self) -> float:
        """Half an edge in mm."""
        return self.edge / 2

    @property
    def radius(self) -> float:
        """Radius of edges and corners in mm."""
        return self.edge * self.rounding

    def pips(self, value: int) -> list[tuple[float, float, float]]:
        """The pips of a face as (u, v, radius), all as shares of the edge, from the face's centre."""
        sites = [(float(u), float(v)) for u, v in PIPS[value]]
        if (value == 2 and self.turned & 1) or (value == 3 and self.turned & 2):
            sites = [(u, -v) for u, v in sites]
        if value == 6 and self.turned & 4:
            sites = [(v, u) for u, v in sites]
        # The six of most dice is set a little closer than the corners of the four.
        radius = self.pip_radius * (1.75 if value == 1 and self.material.asian else 1.0)
        return [(u * self.pip_pitch, v * self.pip_pitch, radius) for u, v in sites]

    def pip_centres(self, face: int) -> np.ndarray:
        """(n, 3) pip centres of one of the six faces (index into FACES) in mm in the die's own frame."""
        axis, sign = face % 3, 1.0 if face < 3 else -1.0
        points = []
        for u, v, _ in self.pips(FACES[face]):
            point = np.zeros(3)
            point[axis] = sign * self.half
            point[(axis + 1) % 3] = u * self.edge
            point[(axis + 2) % 3] = v * self.edge
            points.append(point)
        return np.array(points)

    @property
    def atlas(self) -> np.ndarray:
        """(6 * SIDE * SIDE, 4) float32: colour of the faces, and the share of gloss there."""
        return _atlas(self)


#: Texels along a face of the atlas.
SIDE = 160


@lru_cache(maxsize=32)
def _atlas(die: Die) -> np.ndarray:
    material = die.material
    steps = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE - 0.5
    out = np.empty((6, SIDE, SIDE, 4), np.float32)
    out[..., :3] = material.face
    out[..., 3] = 1.0
    # A dark drilled pip mirrors less of the lamp than the face; a light one, filled flush, as much.
    mirror = 0.55 if sum(material.pip) < sum(material.face) else 1.0
    soft = 1.0 / SIDE
    for face, value in enumerate(FACES):
        colour = RED_PIP if material.asian and value in (1, 4) else material.pip
        for u, v, radius in die.pips(value):
            away = np.hypot(steps[None, :] - v, steps[:, None] - u)
            cover = np.clip((radius - away) / soft + 0.5, 0, 1)[..., None]
            # A drilled pip is darker along its rim, where less light gets in.
            depth = 1.0 - 0.25 * np.clip(away / radius, 0, 1)[..., None] ** 4
            out[face, ..., :3] += cover * (np.array(colour, np.float32) * depth - out[face, ..., :3])
            out[face, ..., 3:] += cover * (mirror - out[face, ..., 3:])
    if die.dirt is not None:
        value, u, v, radius = die.dirt
        # A smear: twice as long as wide, paler than a pip and without an edge.
        along = 0.87 * (steps[None, :] - v) + 0.5 * (steps[:, None] - u)
        across = 0.87 * (steps[:, None] - u) - 0.5 * (steps[None, :] - v)
        away = np.hypot(along / 1.5, across / 0.75)
        cover = 0.75 * np.clip((radius * 1.2 - away) / (radius * 0.7), 0, 1)[..., None]
        face = out[FACES.index(value), ..., :3]
        face += cover * (np.array((0.12, 0.17, 0.22), np.float32) - face)
    out = out.reshape(-1, 4)
    out.setflags(write=False)
    return out


def top_face(rotation: np.ndarray) -> tuple[int, float]:
    """Which face (index into FACES) looks up, and its tilt from the vertical in degrees."""
    up = np.concatenate([rotation[2], -rotation[2]])
    face = int(np.argmax(up))
    return face, float(np.degrees(np.arccos(np.clip(up[face], -1, 1))))


def value_up(rotation: np.ndarray) -> int:
    """The value that looks up."""
    return FACES[top_face(rotation)[0]]


def show(rotation: np.ndarray, value: int, turn: int = 0) -> np.ndarray:
    """The same cube in space with its faces named anew, so that `value` looks up; `turn` 0..3 picks one of four."""
    fitting = [r for r in (rotation @ t for t in CUBE_TURNS) if value_up(r) == value]
    return fitting[turn % len(fitting)]


_SHOWING = {value: next(turn for turn in CUBE_TURNS if value_up(turn) == value) for value in PIPS}


def flat(value: int, yaw_deg: float) -> np.ndarray:
    """(3, 3) orientation of a die that lies flat and shows `value`, turned by yaw about the vertical."""
    return axis_rotation(2, yaw_deg) @ _SHOWING[value]
