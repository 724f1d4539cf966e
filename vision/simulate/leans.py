"""Where a cocked die stands: against the rail, on a chip, on the other die."""

from __future__ import annotations

import numpy as np

from vision.simulate.dice import Die
from vision.simulate.felt import CHIP_RADIUS, CHIP_THICK
from vision.simulate.paths import leaning
from vision.simulate.render import Pose

#: Rotation of the cube (any face up, see `leaning`) and the place (3,) of its centre in mm.
Lean = tuple[np.ndarray, np.ndarray]


def on_rail(die: Die, tilt_deg: float, x: float, rail: float) -> Lean:
    """A die that leans against the rail's face at y = `rail`."""
    base, half = leaning(die, tilt_deg, np.array([0, 1.0, 0]))
    return base, np.array([x, rail - half, half])


def on_chip(die: Die, tilt_deg: float, chip: np.ndarray, away: np.ndarray) -> Lean:
    """A die with its underside on the rim of a chip. away: (2,) unit direction from the chip's middle to the die."""
    far = CHIP_THICK / np.sin(np.radians(tilt_deg))
    base, half = leaning(die, tilt_deg, np.array([-away[0], -away[1], 0]))
    # Along the line from the chip's rim: to the lower edge, back to the middle of the die.
    cos, sin = np.cos(np.radians(tilt_deg)), np.sin(np.radians(tilt_deg))
    out = CHIP_RADIUS + far * cos - die.half * cos + die.half * sin
    return base, np.array([*(np.asarray(chip) + away * out), half])


def on_die(die: Die, tilt_deg: float, flat_one: Pose, towards: np.ndarray, along: float) -> Lean:
    """A die that leans against a side of another that lies flat.

    towards: (3,) the side is the one that looks this way most. along: shares of an edge by which it is moved along it.
    """
    sides = [s * flat_one.rotation[:, k] for k in range(3) for s in (1, -1)]
    normal = max((s for s in sides if abs(s[2]) < 0.5), key=lambda s: float(s @ towards))
    base, half = leaning(die, tilt_deg, -normal)
    place = flat_one.position + normal * (die.half + half) + np.cross([0, 0, 1.0], normal) * along * die.edge
    place[2] = half
    return base, place
