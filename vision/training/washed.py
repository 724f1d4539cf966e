"""The face on which everything hangs: one whose middle pip is washed out by glare, or has something lying on it.

A five without its middle pip looks like a four, a three like a two.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training import faces
from vision.training.faces import EDGE, LAYOUTS, Face, Light
from vision.training.materials import Style


def draw_face(rng: np.random.Generator, style: Style, light: Light, value: int, kind: str) -> Face | None:
    """A face of `value` (1, 3 or 5) without its middle pip, and in its place what hides it; None when that cannot be
    seen either.

    kind: "glare" (a burnt-out spot) or "scrap" (something of a colour near the body's).
    """
    bare = faces.draw_face(rng, style, value, light, sites=frozenset(LAYOUTS[value]) - {4})
    spot = _spot(rng, style.pips_of(value)[1])[..., None]
    if kind == "glare":
        picture = np.clip(bare.picture + spot * rng.uniform(60, 300), 0, 255)
    else:
        colour = np.clip(np.array(style.body) * rng.uniform(0.6, 1.4) + rng.normal(0, 25, 3), 0, 255) * light.gain
        picture = bare.picture * (1 - spot) + np.clip(colour, 0, 255) * spot
    middle = slice(EDGE // 2 - 4, EDGE // 2 + 4)
    change = np.abs(picture - bare.picture).max(axis=2)[middle, middle].mean()
    if change < max(28.0, 0.35 * bare.contrast) or bare.contrast < 25:
        return None
    return Face(picture.astype(np.float32), bare.cover, bare.seen, bare.contrast, bare.sites, bare.spoilt)


def _spot(rng: np.random.Generator, radius: float) -> np.ndarray:
    """(EDGE, EDGE) a soft spot in the middle, at least as large as a pip, 0..1."""
    middle = (EDGE / 2 + rng.normal(0, 1.5), EDGE / 2 + rng.normal(0, 1.5))
    reach = radius * EDGE * rng.uniform(1.1, 2.6)
    mask = np.zeros((EDGE, EDGE), np.uint8)
    axes = (max(2, round(reach)), max(2, round(reach * rng.uniform(0.7, 1.0))))
    cv2.ellipse(mask, (round(middle[0]), round(middle[1])), axes, rng.uniform(0, 180), 0, 360, 255, -1)
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 4.0)).astype(np.float32) / 255
