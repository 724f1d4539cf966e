"""The pinhole camera over the table, and rotations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

import numpy as np


def axis_rotation(axis: int, degrees: float) -> np.ndarray:
    """(3, 3) rotation about a coordinate axis (0 = x, 1 = y, 2 = z), counter-clockwise seen from its tip."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    out = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    out[i, i], out[i, j], out[j, i], out[j, j] = c, -s, s, c
    return out


def random_rotations(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """(*shape, 3, 3) rotations, uniform over all orientations (unit quaternions of four normals)."""
    q = rng.standard_normal((*shape, 4))
    q /= np.linalg.norm(q, axis=-1, keepdims=True)
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = (
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    )  # fmt: skip
    return np.stack(rows, axis=-1).reshape(*shape, 3, 3)


def rotation_vector(rotation: np.ndarray) -> np.ndarray:
    """(3,) axis times angle in radians of a rotation matrix."""
    cos = np.clip((np.trace(rotation) - 1) / 2, -1.0, 1.0)
    angle = np.arccos(cos)
    skew = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    if angle < 1e-6:
        return skew / 2
    if np.pi - angle < 1e-4:  # the skew part vanishes: the axis is the eigenvector of 1
        axis = np.linalg.svd(rotation - np.eye(3))[2][-1]
        return axis * angle
    return skew / (2 * np.sin(angle)) * angle


def from_rotation_vector(vector: np.ndarray) -> np.ndarray:
    """(3, 3) rotation of an axis-times-angle vector (Rodrigues)."""
    angle = float(np.linalg.norm(vector))
    if angle < 1e-9:
        return np.eye(3)
    x, y, z = vector / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def between(start: np.ndarray, end: np.ndarray, share: float) -> np.ndarray:
    """The rotation `share` (0..1) of the way from one orientation to another, the short way."""
    return from_rotation_vector(rotation_vector(end @ start.T) * share) @ start


def _cube_group() -> np.ndarray:
    turns = []
    for order in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            m = np.zeros((3, 3))
            m[range(3), order] = signs
            if np.linalg.det(m) > 0:
                turns.append(m)
    return np.array(turns)


#: (24, 3, 3) the turns that carry a cube into itself.
CUBE_TURNS = _cube_group()


@dataclass(frozen=True, eq=False)
class Pinhole:
    """A camera without lens distortion.

    size: (width, height) in pixels. focal: in pixels. centre: (3,) position of the lens in mm.
    rotation: (3, 3), world to camera (x right, y down, z forward). Pixel centres are at integers.
    """

    size: tuple[int, int]
    focal: float
    centre: np.ndarray
    rotation: np.ndarray

    @classmethod
    def over(
        cls,
        size: tuple[int, int],
        focal: float,
        target: tuple[float, float],
        height: float,
        tilt_deg: float = 0.0,
        roll_deg: float = 0.0,
    ) -> Pinhole:
        """A camera `height` mm over the felt that looks at the point `target` of the felt.

        tilt_deg: positive = the lens stands on the shooter's side and looks towards the far edge.
        """
        down = np.diag([1.0, -1.0, -1.0])
        rotation = axis_rotation(2, roll_deg) @ axis_rotation(0, tilt_deg) @ down
        forward = rotation[2]
        centre = np.array([*target, 0.0]) - forward * (height / -forward[2])
        return cls(size, focal, centre, rotation)

    @cached_property
    def matrix(self) -> np.ndarray:
        """(3, 3) camera to pixels."""
        width, height = self.size
        return np.array([[self.focal, 0, (width - 1) / 2], [0, self.focal, (height - 1) / 2], [0, 0, 1.0]])

    def project(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) pixels of (..., 3) points in mm."""
        seen = (np.asarray(points, float) - self.centre) @ (self.matrix @ self.rotation).T
        return seen[..., :2] / seen[..., 2:]

    def plane(self, z: float = 0.0) -> np.ndarray:
        """(3, 3) homography from (x, y) mm on the plane of height z to pixels."""
        lift = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, z]])
        columns = lift - np.outer(self.centre, [0, 0, 1.0])
        return self.matrix @ self.rotation @ columns

    @cached_property
    def rays(self) -> np.ndarray:
        """(3, 3) from (column, row, 1) to the direction in the world, z forward = 1 (so distances are depths)."""
        return self.rotation.T @ np.linalg.inv(self.matrix)

    def scale_at(self, point: np.ndarray) -> float:
        """Pixels a millimetre at a point of the world."""
        return self.focal / float(self.rotation[2] @ (np.asarray(point, float) - self.centre))
