"""How much speaks for a face being the top of a die: one number out of the fit and the outline.

The number is the logarithm of the odds (0 = even). It is given by boosted decision trees of depth three that were
fitted offline to faces of labelled pictures against everything else that the proposals turn up
(`vision/training/odds.py`); here they are only walked.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.layout import FILLED, HALF_EDGE, SiteFit
from vision.outline import Outline

WEIGHTS = Path(__file__).parent / "weights" / "odds.npz"
FEATURES = (
    "match", "margin", "plain", "dirt", "side0", "side1", "side3", "side0_share", "side1_share",
    "inside0", "inside2", "inside3", "contrast", "half_off", "line_spread", "support0", "support1", "support2",
    "aspect", "shift", "turn", "slope", "ground0", "ground1", "ground3", "outside0", "outside1", "outside3",
    "outside_spread", "edge", "one", "two", "three", "four", "five", "six",
)  # fmt: skip


def features(fit: SiteFit, outline: Outline, edge: float) -> np.ndarray:
    """What the odds rest on, in the order of FEATURES; `edge` of the face in pixels of the level it was read at.

    Of the four sides the weakest comes first; colours count as shares of the contrast between pip and face.
    """
    contrast = max(fit.contrast, 1.0)
    sides = np.sort(outline.steps)
    inside = np.minimum(np.sort(outline.inside) / contrast, 1.5)
    support = np.sort(outline.support)
    dirt = float(fit.dirt[~FILLED[fit.layout]].max(initial=0))
    wide, high = (max(width, 0.1) for width in outline.widths)
    ground = np.sort(np.abs(outline.ground - fit.face).max(axis=1)) / contrast
    outside = np.sort(np.abs(outline.outside - fit.face).max(axis=1)) / contrast
    spread = np.abs(outline.outside[:, None] - outline.outside[None]).max() / contrast
    return np.array(
        (
            fit.match, fit.margin, min(fit.plain, 1.5), min(dirt, 1.5),
            np.log(sides[0] + 3), np.log(sides[1] + 3), np.log(sides[3] + 3),
            np.log(sides[0] / contrast + 0.05), np.log(sides[1] / contrast + 0.05),
            inside[0], inside[2], inside[3], np.log(contrast),
            abs(outline.half - HALF_EDGE), outline.lines[:, 0].std(), support[0], support[1], support[2],
            abs(np.log(wide / high)), np.hypot(*outline.shift), abs(outline.turn), np.abs(outline.lines[:, 1]).max(),
            ground[0], ground[1], ground[3], outside[0], outside[1], outside[3], spread,
            np.log(max(edge, 1.0)), *(fit.value == v for v in range(1, 7)),
        ),
        np.float32,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _trees() -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Feature and threshold of the seven inner nodes (trees, 7), the eight leaves (trees, 8), and the start."""
    with np.load(WEIGHTS) as stored:
        return stored["feature"], stored["threshold"], stored["leaf"], float(stored["start"])


def walk(row: np.ndarray, feature: np.ndarray, threshold: np.ndarray, leaf: np.ndarray) -> float:
    """Sum of the leaves that one row reaches; node k has the children 2k+1 (at most the threshold) and 2k+2."""
    trees = np.arange(len(feature))
    node = np.zeros(len(feature), np.intp)
    for _ in range(3):
        node = 2 * node + 1 + (row[feature[trees, node]] > threshold[trees, node])
    return float(leaf[trees, node - 7].sum())


def log_odds(fit: SiteFit, outline: Outline, edge: float) -> float:
    """Logarithm of the odds that this is the top face of a die that shows the fit's value."""
    feature, threshold, leaf, start = _trees()
    return start + walk(features(fit, outline, edge), feature, threshold, leaf)
