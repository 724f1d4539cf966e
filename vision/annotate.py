"""Draws what a reading saw: outline, face, the nine sites with their scores, the value, and why it was refused."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import HALF_EDGE, SITES, face_patch, fit_sites
from vision.readings import Reading, SeenDie

GREEN, RED, AMBER, WHITE, BLACK = (80, 200, 60), (60, 60, 230), (40, 170, 240), (255, 255, 255), (0, 0, 0)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of a picture (h, w, 3) uint8 with the reading drawn on it and, beside it, each face enlarged.

    Small pictures are doubled first, so that lines and letters do not cover the dice.
    """
    scale = 2 if max(image.shape[:2]) <= 720 else 1
    picture = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC) if scale > 1 else image.copy()
    for number, die in enumerate(reading.dice):
        _draw_die(picture, die, scale, number)
    _verdict(picture, reading)
    strip = [_enlarged(image, die, number) for number, die in enumerate(reading.dice) if len(die.corners) == 4]
    return _beside(picture, strip)


def _colour(die: SeenDie) -> tuple[int, int, int]:
    return AMBER if die.value is None or die.confidence < 0.5 else GREEN


def _draw_die(picture: np.ndarray, die: SeenDie, scale: int, number: int) -> None:
    x, y, width, height = (round(value * scale) for value in die.box)
    cv2.rectangle(picture, (x, y), (x + width, y + height), WHITE, 1, cv2.LINE_AA)
    if die.corners:
        cv2.polylines(picture, [np.rint(np.array(die.corners) * scale).astype(np.int32)], True, _colour(die), 1, cv2.LINE_AA)
    for u, v in die.pips:
        cv2.circle(picture, (round(u * scale), round(v * scale)), max(2, width // 16), RED, 1, cv2.LINE_AA)
    said = "?" if die.value is None else str(die.value)
    _text(picture, f"{number + 1}: {said} {die.confidence:.0%}", (x, max(y - 4, 12)), 0.45, _colour(die))


def _verdict(picture: np.ndarray, reading: Reading) -> None:
    if reading.values is not None:
        said, colour = f"{' '.join(map(str, reading.values))}  ({reading.confidence:.1%})", GREEN
    else:
        said, colour = f"not read: {reading.reason}" + (f" ({reading.detail})" if reading.detail else ""), RED
    _text(picture, said, (8, 24), 0.7, colour)


def _text(picture: np.ndarray, said: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(picture, said, (at[0] + 1, at[1] + 1), _FONT, size, BLACK, 1, cv2.LINE_AA)
    cv2.putText(picture, said, at, _FONT, size, colour, 1, cv2.LINE_AA)


def _enlarged(image: np.ndarray, die: SeenDie, number: int, size: int = 180) -> np.ndarray:
    """The face upright, with a circle on each of the nine sites and how much it looks like a pip, in percent."""
    corners = np.array(die.corners, np.float32)
    u = (corners[1] + corners[2] - corners[0] - corners[3]) / 4 / HALF_EDGE
    v = (corners[2] + corners[3] - corners[0] - corners[1]) / 4 / HALF_EDGE
    frame = np.stack([corners.mean(axis=0), u, v])
    reach = 2.4
    patch = cv2.resize(face_patch(image, frame, 120, reach), (size, size), interpolation=cv2.INTER_CUBIC)
    per_unit = size / (2 * reach)
    half = round(HALF_EDGE * per_unit)
    middle = size // 2
    cv2.rectangle(patch, (middle - half, middle - half), (middle + half, middle + half), _colour(die), 1)
    filled = _filled(image, frame, die)
    for (site_u, site_v), share in zip(SITES, filled, strict=True):
        at = (round(middle + site_u * per_unit), round(middle + site_v * per_unit))
        cv2.circle(patch, at, round(0.42 * per_unit), RED if share > 0.5 else WHITE, 1, cv2.LINE_AA)
        cv2.putText(patch, f"{100 * share:.0f}", (at[0] - 10, at[1] + 4), _FONT, 0.32, (255, 255, 0), 1, cv2.LINE_AA)
    _text(patch, f"{number + 1}", (4, 14), 0.45, WHITE)
    return patch


def _filled(image: np.ndarray, frame: np.ndarray, die: SeenDie) -> np.ndarray:
    """(9,) how much each site looks like a pip; the die's value tells which sites give the colour of its pips."""
    patch = face_patch(image, frame)
    tries = {1: [(4,)], 2: [(0, 8), (2, 6)], 3: [(0, 4, 8), (2, 4, 6)], 4: [(0, 2, 6, 8)], 5: [(0, 2, 4, 6, 8)],
             6: [(0, 2, 3, 5, 6, 8), (0, 1, 2, 6, 7, 8)]}  # fmt: skip
    fits = [fit_sites(patch, sites=sites) for sites in tries.get(die.value, [(0, 2, 6, 8)])]
    return max(fits, key=lambda fit: fit.match * (fit.value == die.value)).filled


def _beside(picture: np.ndarray, strip: list[np.ndarray]) -> np.ndarray:
    if not strip:
        return picture
    size = strip[0].shape[0]
    rows = max(1, picture.shape[0] // size)
    columns = -(-len(strip) // rows)
    height = max(picture.shape[0], min(len(strip), rows) * size)
    out = np.full((height, picture.shape[1] + columns * size, 3), 32, np.uint8)
    out[: picture.shape[0], : picture.shape[1]] = picture
    for k, patch in enumerate(strip):
        top, left = (k % rows) * size, picture.shape[1] + (k // rows) * size
        out[top : top + size, left : left + size] = patch
    return out
