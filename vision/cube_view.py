"""How an upright die must look at its place in the picture: what the camera allows.

The lean of a die is how far the centre of its top lies beside the centre of its body in the picture, times two, in
edges. For dice that stand upright it follows from the place alone: it points away from the spot of the picture that
lies plumb under the lens, and grows with the distance from it. With a calibrated surface that is known exactly.
Without, three numbers are unknown, the way the table looks (two parts of its normal) and the width of the view, and
the dice themselves must agree on them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.surface_value import Surface

#: A camera over a table that was not calibrated: spread of each part of the table's normal against the optical axis
#: (0.12 is 7 degrees), and the longer side of the picture over the focal length (1.08: 57 degrees) with its spread.
NORMAL_SPREAD, WIDTH_OVER_FOCAL, WIDTH_SPREAD = 0.12, 1.08, 0.22
#: Spread of the logarithm of a face's edge as it is found.
EDGE_SPREAD = 0.03


@dataclass(frozen=True, eq=False, slots=True)
class Expected:
    """What an upright die at each of n places shows. lean: (n, 2); spread: (n,) of each part; edge: (n,) px or None."""

    lean: np.ndarray
    spread: np.ndarray
    edge: np.ndarray | None


def calibrated(surface: Surface, places: np.ndarray, edges: np.ndarray) -> Expected | None:
    """Exactly what upright dice with the centres of their tops at `places` (n, 2) px show; None without a calibration.

    edges: (n,) px, what they measure; the median gives the dice's size where the surface does not tell it.
    """
    if surface.homography is None or surface.camera_mm is None:
        return None
    *foot, height = surface.camera_mm
    ground = surface.to_mm(places)
    scales = np.array([surface.pixels_per_mm(x, y) for x, y in places])
    die = surface.die_mm
    if die is None:
        # Seen against the felt the top looks larger than it is by height / (height - die).
        wide = float(np.median(edges / scales))
        die = wide * height / (height + wide)
    if not 0 < die < height / 2:
        return None

    def plumb(rise: float) -> np.ndarray:
        """Where on the felt a point `rise` over it must stand to be seen at the same spot."""
        return ground + (np.array(foot) - ground) * rise / height

    def seen(at: np.ndarray, rise: float) -> np.ndarray:
        """Pixels of points over the felt."""
        return surface.to_pixels(np.array(foot) + (at - np.array(foot)) * height / (height - rise))

    stand = plumb(die)
    edge = die * scales * height / (height - die)
    lean = (places - seen(stand, die / 2)) * 2 / edge[:, None]
    return Expected(lean, np.full(len(places), 0.02), edge)


def agreed(places: np.ndarray, leans: np.ndarray, spreads: np.ndarray, edges: np.ndarray,
           picture: tuple[int, int], left_out: int | None = None) -> Expected:  # fmt: skip
    """What upright dice show at `places` (n, 2) px if all of these but one are upright, as well as can be told.

    leans: (n, 2) as seen, with the spread (n,) of each part. edges: (n,) px. picture: (width, height). left_out: index
    of the die whose lean and size do not count.
    """
    at = (places - (np.array(picture) - 1) / 2) / max(picture)
    eyes = np.tile(np.eye(2), (len(at), 1))
    reach = np.column_stack([eyes, at.reshape(-1)])
    used = np.repeat(np.arange(len(at)) != left_out, 2)
    rows = [reach[used], np.eye(3)]
    wanted = [leans.reshape(-1)[used], np.array([0.0, 0.0, WIDTH_OVER_FOCAL])]
    weights = [1 / np.repeat(spreads, 2)[used], 1 / np.array([NORMAL_SPREAD, NORMAL_SPREAD, WIDTH_SPREAD])]
    others = np.arange(len(at))[np.arange(len(at)) != left_out]
    if len(others) > 1:
        # Of equal dice the nearer ones look larger: that tells how the table slopes away.
        apart = at[others] - at[others].mean(axis=0)
        rows.append(np.column_stack([-WIDTH_OVER_FOCAL * apart, np.zeros(len(others))]))
        sizes = np.log(edges[others])
        wanted.append(sizes - sizes.mean())
        weights.append(np.full(len(others), 1 / EDGE_SPREAD))
    weight = np.concatenate(weights)
    design = np.concatenate(rows) * weight[:, None]
    spread = np.linalg.inv(design.T @ design)
    known = spread @ design.T @ (np.concatenate(wanted) * weight)
    lean = (reach @ known).reshape(-1, 2)
    variance = np.einsum("ni,ij,nj->n", reach, spread, reach).reshape(-1, 2).mean(axis=1)
    return Expected(lean, np.sqrt(variance), None)
