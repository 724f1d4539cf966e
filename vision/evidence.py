"""How much speaks for a face being the top of a die: one number out of the fit and the outline.

The weights come from a logistic regression of rendered faces against everything else that proposals turn up; the
number is the logarithm of the odds (0 = even).
"""

from __future__ import annotations

import numpy as np

from vision.layout import FILLED, HALF_EDGE, SiteFit
from vision.outline import Outline

_WEIGHTS = np.array(
    (
        4.993, 3.85, -2.974, -0.6478, -4.66, 1.545, -0.7718, 5.6,
        -1.05, 0.9586, -2.103, 0.3364, 5.636, -1.544, 0.4023, 0.8361,
        2.868, 3.155, -1.251, 0.4523, -4.977, 1.015,
    )
)  # fmt: skip
#: Added for the values 1 to 6.
_OFFSETS = np.array(
    (
        -18.68, -16.9, -15.41, -15.04, -13.99, -15.52,
    )
)  # fmt: skip


def features(fit: SiteFit, outline: Outline) -> np.ndarray:
    """What the odds rest on, (22,): the layout, dirt on plain sites, the four sides, and how plain the face is to its rim."""
    sides = np.sort(outline.steps)
    contrast = max(fit.contrast, 1.0)
    inside = np.minimum(np.sort(outline.inside) / contrast, 1.5)
    support = np.sort(outline.support)
    dirt = float(fit.dirt[~FILLED[fit.layout]].max(initial=0))
    wide, high = (max(width, 0.1) for width in outline.widths)
    return np.array(
        (
            fit.match,
            fit.margin,
            min(fit.plain, 1.5),
            min(dirt, 1.5),
            np.log(sides[0] + 3),
            np.log(sides[1] + 3),
            np.log(sides[3] + 3),
            np.log(sides[0] / contrast + 0.05),
            np.log(sides[1] / contrast + 0.05),
            inside[0],
            inside[2],
            inside[3],
            np.log(contrast),
            abs(outline.half - HALF_EDGE),
            outline.lines[:, 0].std(),
            support[0],
            support[1],
            support[2],
            abs(np.log(wide / high)),
            np.hypot(*outline.shift),
            abs(outline.turn),
            np.abs(outline.lines[:, 1]).max(),
        )
    )


def log_odds(fit: SiteFit, outline: Outline) -> float:
    """Logarithm of the odds that this is the top face of a die that shows the fit's value."""
    return float(features(fit, outline) @ _WEIGHTS + _OFFSETS[fit.value - 1])
