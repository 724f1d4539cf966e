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
        1.9, 3.595, -2.627, -0.7946, -5.415, 1.97, -0.506, 6.589,
        -1.945, 0.009826, -1.873, 0.5233, 5.675, -1.867, -1.398, 1.293,
        3.33, 2.294, 0.3513, 1.125, -5.788, 0.07292,
    )
)  # fmt: skip
#: Added for the values 1 to 6.
_OFFSETS = np.array(
    (
        -16.7, -13.78, -12.26, -12.01, -11, -12.79,
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
