"""How good the picture of an empty table is: light, evenness, glare, focus, size of dice. Measured on the mat.

The white paper and the black squares of the four markers are known, so they say how bright, how even
and how sharp the picture is, whatever the felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.surface_mat import find_markers
from vision.surface_value import Surface

#: A pixel of the felt as bright as this shows a lamp, not the felt.
BURNT = 250
#: Gamma of a camera's pixels, about.
GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured.

    white: grey level of the markers' paper, 0..255, the median of the four. uneven: how many times brighter the
    brightest marker's paper is than the darkest one's, in light. glare: share of the play area that is burnt out.
    blur_px: width (sigma) of an edge in pixels. die_px: edge of a die in pixels where it is smallest, None without a
    scale. Without markers `white`, `uneven` and `blur_px` are None.
    """

    white: float | None
    uneven: float | None
    glare: float
    blur_px: float | None
    die_px: float | None


def quality(image: np.ndarray, surface: Surface) -> Quality:
    """Measures a picture of the table. image: (h, w, 3) uint8."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    quads = list(find_markers(image).values())
    whites = [white for quad in quads for white, _ in [_levels(grey, quad)]]
    blurs = [blur for quad in quads if (blur := _blur(grey, quad)) is not None]
    return Quality(
        float(np.median(whites)) if whites else None,
        _light(max(whites)) / _light(min(whites)) if len(whites) > 1 else None,
        _glare(image, surface.area, quads),
        float(np.median(blurs)) if blurs else None,
        smallest_die(surface),
    )


def edge_width(image: np.ndarray) -> tuple[float | None, float]:
    """(sigma of the edges of the markers that are seen, side of one) in pixels; (None, 0.0) when none is."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    quads = list(find_markers(image).values())
    blurs = [blur for quad in quads if (blur := _blur(grey, quad)) is not None]
    if not blurs:
        return None, 0.0
    sides = [np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).mean() for quad in quads]
    return float(np.median(blurs)), float(np.median(sides))


def smallest_die(surface: Surface) -> float | None:
    """Edge of a die in pixels at the corner of the area where it is smallest; None without scale or die."""
    if surface.homography is None or surface.die_mm is None:
        return None
    places = [*np.asarray(surface.area, float), np.asarray(surface.area, float).mean(axis=0)]
    return surface.die_mm * min(surface.pixels_per_mm(float(x), float(y)) for x, y in places)


def flicker(images: Sequence[np.ndarray], surface: Surface) -> float:
    """How much the brightness of the play area swings from frame to frame: standard deviation as share of its mean."""
    if len(images) < 4:
        return 0.0
    mask = _mask(images[0].shape[:2], surface.area)
    levels = np.array([_light(cv2.mean(image, mask)[1]) for image in images])
    # A slow change, of daylight or of a camera that settles, is no flicker.
    steps = np.diff(levels)
    return float(np.std(steps) / np.sqrt(2) / max(levels.mean(), 1e-4))


def _light(level: float) -> float:
    return float(((level + 2.0) / 257.0) ** GAMMA)


def _levels(grey: np.ndarray, quad: np.ndarray) -> tuple[float, float]:
    """(white, black) of a marker, paper round it included."""
    middle = quad.mean(axis=0)
    # The paper reaches about a module beyond the black border.
    wide = (middle + (quad - middle) * 1.25).astype(np.float32)
    inside = grey[_mask(grey.shape, wide) > 0]
    return float(np.percentile(inside, 92)), float(np.percentile(inside, 15))


def _blur(grey: np.ndarray, quad: np.ndarray) -> float | None:
    """Sigma of the edges of a marker's border in pixels; None when it is too faint or cut."""
    white, black = _levels(grey, quad)
    if white - black < 15:
        return None
    middle = quad.mean(axis=0)
    spreads = []
    for one, other in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (other - one) / np.linalg.norm(other - one)
        out = np.array([along[1], -along[0]])
        out = out if out @ ((one + other) / 2 - middle) > 0 else -out
        reach = float(np.linalg.norm(other - one)) / 7  # not as far as the next module or the paper's edge
        steps = np.arange(-reach, reach + 0.01, 0.25)
        starts = one + (other - one) * np.linspace(0.15, 0.85, 24)[:, None]
        places = (starts[:, None] + out * steps[None, :, None]).astype(np.float32)
        profile = cv2.remap(grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR).astype(np.float32).mean(axis=0)
        slope = np.abs(np.gradient(profile, 0.25)).max()
        if slope > 0:
            spreads.append((white - black) / (slope * np.sqrt(2 * np.pi)))
    return float(np.median(spreads)) if spreads else None


def _glare(image: np.ndarray, area: np.ndarray, quads: Sequence[np.ndarray]) -> float:
    """Share of the play area, without the markers and their paper, that is burnt out."""
    mask = _mask(image.shape[:2], area)
    for quad in quads:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(mask, (middle + (quad - middle) * 1.7).astype(np.int32), 0)
    inside = int(np.count_nonzero(mask))
    if not inside:
        return 0.0
    burnt = (image.min(axis=2) >= BURNT) & (mask > 0)
    return float(np.count_nonzero(burnt) / inside)


def _mask(shape: tuple[int, ...], polygon: np.ndarray) -> np.ndarray:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.asarray(polygon)).astype(np.int32)], 255)
    return mask
