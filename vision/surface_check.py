"""Is the surface still what it was when it was calibrated? Moved camera, other light, fogged lens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.surface_value import Surface

#: Millimetres on the felt by which the camera may have moved: a table that is leaned on trembles by a third of that.
MOST_MOVED_MM = 1.5
#: The same in pixels where the scale is not known.
MOST_MOVED_PX = 3.0
#: Stops of light that may have come or gone, over the whole, in some parts beyond that, and between the colours.
MOST_LIGHT, MOST_LIGHT_PART, MOST_COLOUR = 0.35, 0.25, 0.3
#: Percent of a part that must have changed so, and parts out of sixteen: an arm may cover a column of four.
PART_CHANGED, PARTS_CHANGED = 75, 5
#: Share of the reference's sharpness that must be left.
LEAST_SHARP = 0.75
#: The pictures are compared at about this width.
WIDTH = 640
#: Columns and rows of patches that are registered one by one.
PATCHES = (5, 4)
#: Pixels by which a patch may miss where the others say it should be.
AGREE = 0.7


@dataclass(frozen=True, slots=True)
class SurfaceCheck:
    """What has become of the surface.

    moved_mm: shift on the felt in millimetres (pixels where the scale is unknown), None when nothing in the
    picture says. light: stops brighter than the reference. light_part: stops by which the parts that changed most did
    so beyond that. colour: stops between the two colours that changed most differently. sharp: sharpness as a share
    of the reference's, None when the reference has no edges.
    faults: out of "moved", "light", "fogged". why: one sentence for people, or None.
    """

    moved_mm: float | None
    light: float
    light_part: float
    sharp: float | None
    faults: tuple[str, ...]
    why: str | None
    colour: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.faults


def check_surface(image: np.ndarray, surface: Surface) -> SurfaceCheck | None:
    """Compares a picture with the surface's empty reference; things that lie on the table may be there.

    None when the surface has no reference. A picture of another size is a moved camera.
    """
    empty = surface.empty
    if empty is None:
        return None
    if image.shape != empty.shape:
        return SurfaceCheck(None, 0.0, 0.0, None, ("moved",), "The camera gives pictures of another size.")
    light, part, colour = _light(image, empty)
    now, reference = _edges(image), _edges(empty)
    shift = _shift(now, reference)
    moved = None if shift is None else _in_mm(shift * image.shape[1] / now.shape[1], surface)
    sharp = _sharpness(now, reference, light)
    faults = _faults(moved, surface.homography is not None, (light, part, colour), sharp)
    return SurfaceCheck(moved, light, part, sharp, faults, _sentence(faults, moved, light), colour)


def _faults(
    moved: float | None, in_mm: bool, light: tuple[float, float, float], sharp: float | None
) -> tuple[str, ...]:
    """In the order of what is to be done first: a fogged lens makes dark felt brighter too."""
    faults = []
    if moved is not None and moved > (MOST_MOVED_MM if in_mm else MOST_MOVED_PX):
        faults.append("moved")
    elif sharp is not None and sharp < LEAST_SHARP:
        faults.append("fogged")
    limits = (MOST_LIGHT, MOST_LIGHT_PART, MOST_COLOUR)
    if any(abs(stops) > most for stops, most in zip(light, limits, strict=True)):
        faults.append("light")
    return tuple(faults)


def _sentence(faults: Sequence[str], moved: float | None, light: float) -> str | None:
    if not faults:
        return None
    if faults[0] == "moved":
        return f"The camera has moved by about {moved:.0f} mm on the felt; calibrate it again."
    if faults[0] == "light":
        how = "different" if abs(light) <= MOST_LIGHT else "darker" if light < 0 else "brighter"
        return f"The light is {how} than when the table was calibrated; put the lamp right or calibrate again."
    return "The picture is not sharp; wipe or focus the lens."


def _light(image: np.ndarray, empty: np.ndarray) -> tuple[float, float, float]:
    """Stops of light more than in the reference: in the middle of all places, in the parts that differ most from
    that, and between the two colours that differ most."""
    small, before = (cv2.resize(p, (48, 32), interpolation=cv2.INTER_AREA).astype(np.float32) for p in (image, empty))
    # About linear light: the pictures are coded with a gamma near 2.2.
    stops = 2.2 * (np.log2(small.mean(axis=2) + 4.0) - np.log2(before.mean(axis=2) + 4.0))
    whole = float(np.median(stops))
    # Parts of 12 by 8 places, larger than dice; a hand or its shadow seldom changes most of one.
    parts = (stops - whole).reshape(4, 8, 4, 12).transpose(0, 2, 1, 3).reshape(16, -1)
    low, high = np.percentile(parts, 100 - PART_CHANGED, axis=1), np.percentile(parts, PART_CHANGED, axis=1)
    least = np.where(low > 0, low, np.where(high < 0, high, 0.0))
    part = least[np.argsort(-np.abs(least))[PARTS_CHANGED - 1]]
    colours = np.median((2.2 * np.log2((small + 8.0) / (before + 8.0))).reshape(-1, 3), axis=0)
    return whole, float(part), float(colours.max() - colours.min())


def _edges(image: np.ndarray) -> np.ndarray:
    """Strength of the edges at about WIDTH pixels: (h, w) float32, of a smoothed picture, since noise is no edge."""
    scale = min(1.0, WIDTH / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    return cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))


def _shift(now: np.ndarray, reference: np.ndarray) -> float | None:
    """How far what is printed and fixed has gone, in pixels, where it went farthest; by the patches with edges.

    A turned camera leaves the middle where it was and takes the corners away, so the patches are fitted together.
    """
    height, width = now.shape
    columns, rows = PATCHES
    wide, high = width // columns, height // rows
    window = cv2.createHanningWindow((wide, high), cv2.CV_32F)
    enough = 3.0 * float(np.median(reference)) + 8.0
    shifts, middles = [], []
    for row in range(rows):
        for column in range(columns):
            cut = (slice(row * high, (row + 1) * high), slice(column * wide, (column + 1) * wide))
            if float(np.percentile(reference[cut], 99)) < enough:
                continue
            shift, sure = cv2.phaseCorrelate(reference[cut], now[cut], window)
            if sure > 0.15:
                shifts.append(shift)
                middles.append(((column + 0.5) * wide, (row + 0.5) * high))
    if len(shifts) < 2:
        return None
    fitted = _together(np.array(middles), np.array(shifts))
    return float(np.percentile(np.hypot(*np.array(shifts).T), 60)) if fitted is None else fitted


def _together(middles: np.ndarray, shifts: np.ndarray) -> float | None:
    """The longest shift of the patches that agree on one shift, turn and scale; None when fewer than half do."""
    if len(shifts) < 4:
        return None
    move, agree = cv2.estimateAffinePartial2D(
        middles, middles + shifts, method=cv2.RANSAC, ransacReprojThreshold=AGREE
    )
    if move is None or np.count_nonzero(agree) < max(3, 0.5 * len(shifts)):
        return None
    inside = middles[agree.ravel() > 0]
    return float(np.hypot(*(inside @ move[:, :2].T + move[:, 2] - inside).T).max())


def _in_mm(pixels: float, surface: Surface) -> float:
    if surface.homography is None:
        return pixels
    centre = np.asarray(surface.area, float).mean(axis=0)
    return pixels / surface.pixels_per_mm(float(centre[0]), float(centre[1]))


def _sharpness(now: np.ndarray, reference: np.ndarray, light: float) -> float | None:
    """Strength of the edges that the reference has, as a share of what they were, the light made equal."""
    strong = reference >= max(float(np.percentile(reference, 97)), 20.0)
    if np.count_nonzero(strong) < 50:
        return None
    # Where an edge went only by a pixel it is still there: the strongest within reach counts.
    near = cv2.dilate(now, np.ones((5, 5), np.uint8))
    wide = cv2.dilate(reference, np.ones((5, 5), np.uint8))
    return float(np.median(near[strong] / wide[strong])) / 2.0 ** (light / 2.2)
