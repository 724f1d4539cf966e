"""Draws into a picture what was seen in it: outline, top face, sites, pips, value, and why it was refused."""

from __future__ import annotations

import cv2
import numpy as np

from vision.readings import Reading, SeenDie

#: Colours, blue-green-red: what was read, what was not, what is beside it.
READ, REFUSED, QUIET = (80, 220, 80), (60, 120, 255), (230, 230, 230)
#: Height of the banner that says the verdict, as a share of the picture's height, and its least in pixels.
BANNER, BANNER_LEAST = 0.05, 22


def annotate(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of the picture (h, w, 3) uint8 BGR with the reading drawn into it, a banner above: (h + b, w, 3)."""
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 640))
    for die in reading.dice:
        _die(drawn, die, READ if reading.values is not None else REFUSED, thick)
    return np.vstack([_banner(reading, image.shape[0], image.shape[1]), drawn])


def _die(drawn: np.ndarray, die: SeenDie, colour: tuple[int, int, int], thick: int) -> None:
    x, y, width, height = (round(v) for v in die.box)
    cv2.rectangle(drawn, (x, y), (x + width, y + height), QUIET, thick, cv2.LINE_AA)
    if die.corners:
        cv2.polylines(drawn, [np.round(die.corners).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    size = max(2, round(min(width, height) / 12))
    for px, py, score in die.sites:
        # A filled disc where a pip was found, a ring where the face was found plain; the fainter, the less sure.
        strength = float(np.clip(abs(score), 0.25, 1.0))
        shade = tuple(int(c * strength) for c in (colour if score > 0 else QUIET))
        cv2.circle(drawn, (round(px), round(py)), size, shade, -1 if score > 0 else 1, cv2.LINE_AA)
    if not die.sites:
        for px, py in die.pips:
            cv2.circle(drawn, (round(px), round(py)), size, colour, thick, cv2.LINE_AA)
    text = _die_text(die)
    scale = 0.5 * thick + 0.15
    (text_width, text_height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    left = int(np.clip(x, 0, max(0, drawn.shape[1] - text_width)))
    base = y - 4 if y - 4 - text_height > 0 else min(drawn.shape[0] - 2, y + height + text_height + 4)
    # A dark plate instead of a dark rim: OpenCV 5 draws thick letters wider than thin ones.
    cv2.rectangle(drawn, (left - 2, base - text_height - 3), (left + text_width + 2, base + 4), (24, 24, 24), -1)
    cv2.putText(drawn, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def _die_text(die: SeenDie) -> str:
    value = "?" if die.value is None else str(die.value)
    tilt = "" if die.tilt_deg is None else f" {die.tilt_deg:.0f} deg"
    return f"{value} {die.confidence:.0%}{tilt}"


def _banner(reading: Reading, height: int, width: int) -> np.ndarray:
    banner = np.full((max(BANNER_LEAST, round(height * BANNER)), width, 3), 24, np.uint8)
    if reading.values is not None:
        text, colour = " ".join(map(str, reading.values)) + f"   {reading.confidence:.1%}", READ
    else:
        text, colour = f"not read: {reading.reason}" + (f", {reading.detail}" if reading.detail else ""), REFUSED
    scale = len(banner) / 38
    cv2.putText(banner, text, (6, round(len(banner) * 0.72)), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)
    return banner
