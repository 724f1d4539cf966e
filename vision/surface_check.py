"""Is the surface still what it was when it was calibrated? Moved camera, other light, fogged lens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.surface_value import Surface

#: Millimetres on the felt by which the camera may have moved.
MOST_MOVED_MM = 2.0
#: The same in pixels where the scale is not known.
MOST_MOVED_PX = 4.0
#: Stops of light that may have come or gone, over the whole and in any part of the picture.
MOST_LIGHT, MOST_LIGHT_PART = 0.5, 0.9
#: Share of the reference's sharpness that must be left.
LEAST_SHARP = 0.6
#: The pictures are compared at about this width.
WIDTH = 640
#: Columns and rows of patches that are registered one by one.
PATCHES = (5, 4)


@dataclass(frozen=True, slots=True)
class SurfaceCheck:
    """What has become of the surface.

    moved_mm: shift on the felt in millimetres (pixels where the scale is unknown), None when nothing in the
    picture says. light: stops brighter than the reference. light_part: the same for the part of the picture that
    changed most. sharp: sharpness as a share of the reference's, None when the reference has no edges.
    faults: out of "moved", "light", "fogged". why: one sentence for people, or None.
    """

    moved_mm: float | None
    light: float
    light_part: float
    sharp: float | None
    faults: tuple[str, ...]
    why: str | None

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
    light, part = _light(image, empty)
    now, reference = _edges(image), _edges(empty)
    shift = _shift(now, reference)
    moved = None if shift is None else _in_mm(shift * image.shape[1] / now.shape[1], surface)
    sharp = _sharpness(now, reference, light)
    faults = _faults(moved, surface.homography is not None, light, part, sharp)
    return SurfaceCheck(moved, light, part, sharp, faults, _sentence(faults, moved, light))


def _faults(
    moved: float | None, in_mm: bool, light: float, part: float, sharp: float | None
) -> tuple[str, ...]:
    faults = []
    if moved is not None and moved > (MOST_MOVED_MM if in_mm else MOST_MOVED_PX):
        faults.append("moved")
    if abs(light) > MOST_LIGHT or abs(part) > MOST_LIGHT_PART:
        faults.append("light")
    if sharp is not None and sharp < LEAST_SHARP and "moved" not in faults:
        faults.append("fogged")
    return tuple(faults)


def _sentence(faults: Sequence[str], moved: float | None, light: float) -> str | None:
    if not faults:
        return None
    if faults[0] == "moved":
        return f"The camera has moved by about {moved:.0f} mm on the felt; calibrate it again."
    if faults[0] == "light":
        how = "darker" if light < 0 else "brighter" if light > 0 else "different"
        return f"The light is {how} than when the table was calibrated; put the lamp right or calibrate again."
    return "The picture is not sharp; wipe or focus the lens."


def _light(image: np.ndarray, empty: np.ndarray) -> tuple[float, float]:
    """Stops of light more than in the reference: of the middle of all places, and of the part that differs most."""
    small, before = (cv2.resize(p, (48, 32), interpolation=cv2.INTER_AREA).astype(np.float32) for p in (image, empty))
    # About linear light: the pictures are coded with a gamma near 2.2.
    now_light, light = (((p.mean(axis=2) + 4.0) / 259.0) ** 2.2 for p in (small, before))
    stops = np.log2(now_light / light)
    whole = float(np.median(stops))
    # Parts of 12 by 8 places, larger than dice and most hands.
    parts = np.median(stops.reshape(4, 8, 4, 12).transpose(0, 2, 1, 3).reshape(16, -1), axis=1)
    return whole, float(parts[np.argmax(np.abs(parts - whole))] - whole)


def _edges(image: np.ndarray) -> np.ndarray:
    """Strength of the edges at about WIDTH pixels: (h, w) float32, of a smoothed picture, since noise is no edge."""
    scale = min(1.0, WIDTH / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    return cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))


def _shift(now: np.ndarray, reference: np.ndarray) -> float | None:
    """How far what is printed and fixed has gone, in pixels: the typical shift of the patches that have edges."""
    height, width = now.shape
    columns, rows = PATCHES
    wide, high = width // columns, height // rows
    window = cv2.createHanningWindow((wide, high), cv2.CV_32F)
    enough = 3.0 * float(np.median(reference)) + 8.0
    shifts = []
    for row in range(rows):
        for column in range(columns):
            cut = (slice(row * high, (row + 1) * high), slice(column * wide, (column + 1) * wide))
            if float(np.percentile(reference[cut], 99)) < enough:
                continue
            shift, sure = cv2.phaseCorrelate(reference[cut], now[cut], window)
            if sure > 0.15:
                shifts.append(shift)
    if len(shifts) < 2:
        return None
    # A turned camera leaves the middle where it was and takes the corners away: not the median, but more.
    lengths = np.hypot(*np.array(shifts).T)
    return float(np.percentile(lengths, 60))


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
