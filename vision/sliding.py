"""Did a die tumble, or was it slid over the felt?

Looks backwards from the die at rest: as long as the same face can be found again, turned a little, shifted
smoothly and smeared along its way, the die has not tumbled. A thrown die shows another face within a few
centimetres; one that was pushed shows the same all the way.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.readings import SeenDie

#: Edge of a die in pixels at which the pictures are compared.
EDGE = 16.0
#: Side of the cutting: only the disc that the edge of the face just encloses counts, so that no print on the felt does.
SIDE = int(EDGE) | 1
#: Correlation with the face at rest below which it is another face, or too blurred to tell.
SAME_FACE = .75
#: Share of the contrast of the face at rest that must be left; less is felt.
FAINT = 0.3
#: Degrees by which the turn from frame to frame may differ from the one before, and the most that it may be.
TURNS, MOST_SPIN = (-6.0, 0.0, 6.0), 20.0
#: Shares of the time from frame to frame for which the shutter may be open; it is one of them throughout.
SHUTTERS = (0.0, 0.3, 0.6, 0.9)
#: Edges by which a step may differ from the one before, and the same as a share of it.
JERK, JERK_SHARE = 0.4, 0.3
#: Frames in a row in which the face may be too blurred to be found.
MOST_MISSED = 2
#: Pictures of the way that are kept: the last of them, up to the rest.
TRAIL = 24
#: Edges that a die may slide after its last tumble in an honest throw.
MOST_SLIDE = 4.5

_FROM_MIDDLE = np.hypot(*(np.mgrid[:SIDE, :SIDE] - SIDE // 2))
_DISC = (_FROM_MIDDLE <= EDGE / 2).astype(np.float32)
_PIXELS = float(_DISC.sum())
#: Pixels round the cutting of the face that smearing and turning bring in.
_AROUND = 8


def all_slid(pictures: Sequence[np.ndarray], dice: Sequence[SeenDie], edge: float) -> bool:
    """Whether none of the dice tumbled on its way, as far as the pictures show. See `rigid_travel`."""
    pictures = list(pictures)
    return len(pictures) >= 4 and all(rigid_travel(pictures, die, edge) >= MOST_SLIDE for die in dice)


def rigid_travel(pictures: Sequence[np.ndarray], die: SeenDie, edge: float) -> float:
    """How far the die came without showing another face, in edges of the die.

    pictures: (h, w) uint8 grey, in order, the last one at rest. die: as it lies in the last. edge: in pixels.
    """
    return max(_travel(pictures, np.array(die.center, float), edge, shutter) for shutter in SHUTTERS)


def _travel(pictures: Sequence[np.ndarray], place: np.ndarray, edge: float, shutter: float) -> float:
    """The same if the shutter is open for this share of the time from frame to frame."""
    scale = EDGE / edge
    face = _cut(pictures[-1], place, scale, SIDE + 2 * _AROUND)
    step, turn, spin, travel, missed = np.zeros(2), 0.0, 0.0, 0.0, 0
    for picture in reversed(pictures[:-1]):
        guess = place + step * (1 + missed)
        reach = int(JERK * EDGE + JERK_SHARE * (1 + missed) * float(np.linalg.norm(step)) * scale)
        window = _cut(picture, guess, scale, SIDE + 2 * reach)
        turns = [turn + spin * (1 + missed) + more for more in TURNS]
        found = _find(window, _looks(face, turns, shutter * step * scale))
        if found is None:
            missed += 1
            if missed > MOST_MISSED:
                break
            continue
        corner, seen = found
        turn, spin = seen, float(np.clip((seen - turn) / (1 + missed), -MOST_SPIN, MOST_SPIN))
        at = guess + (corner - reach) / scale
        step = (at - place) / (1 + missed)
        travel += float(np.linalg.norm(at - place)) / edge
        place, missed = at, 0
    return travel


def _looks(face: np.ndarray, turns: Sequence[float], way: np.ndarray) -> list[tuple[float, np.ndarray]]:
    """How the face may look one frame earlier: (turn, (SIDE, SIDE) float32 without its mean, 0 outside the disc).

    way: by which it is smeared, (x, y).
    """
    looks = []
    for turn in turns:
        seen = _smeared(_turned(face, turn), way)[_AROUND:-_AROUND, _AROUND:-_AROUND]
        looks.append((turn, (seen - (seen * _DISC).sum() / _PIXELS) * _DISC))
    return looks


def _find(window: np.ndarray, looks: Sequence[tuple[float, np.ndarray]]) -> tuple[np.ndarray, float] | None:
    """Where one of the looks lies in the window (its corner), and turned how far; None when none is there."""
    total, squares = (cv2.matchTemplate(part, _DISC, cv2.TM_CCORR) for part in (window, window * window))
    spread = np.maximum(squares - total * total / _PIXELS, 1e-3)
    best, found = SAME_FACE, None
    for turn, look in looks:
        strength = float((look * look).sum())
        if strength < 1e-3:
            continue
        likeness = cv2.matchTemplate(window, look, cv2.TM_CCORR)
        likeness /= np.sqrt(np.maximum(spread, FAINT**2 * strength) * strength)
        _, score, _, corner = cv2.minMaxLoc(likeness)
        if score >= best:
            best, found = score, (np.array(corner, float), turn)
    return found


def _cut(picture: np.ndarray, centre: np.ndarray, scale: float, side: int) -> np.ndarray:
    """A square of the picture round a place, brought to the common size: (side, side) float32."""
    half = side / 2 / scale + 4
    x0, y0 = (max(0, int(c - half)) for c in centre)
    x1, y1 = (int(c + half) + 1 for c in centre)
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return np.zeros((side, side), np.float32)
    if scale < 0.6:
        part = cv2.GaussianBlur(part, (0, 0), 0.35 / scale)
    middle = side // 2 - scale * (np.asarray(centre) - (x0, y0))
    move = np.array([[scale, 0, middle[0]], [0, scale, middle[1]]])
    cut = cv2.warpAffine(part, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cut.astype(np.float32)


def _turned(face: np.ndarray, degrees: float) -> np.ndarray:
    side = face.shape[0]
    move = cv2.getRotationMatrix2D((side // 2, side // 2), degrees, 1.0)
    return cv2.warpAffine(face, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _smeared(face: np.ndarray, way: np.ndarray) -> np.ndarray:
    """The face as it looks when it moves by `way` (x, y) pixels while the shutter is open."""
    length = float(np.linalg.norm(way))
    if length < 1.0:
        return face
    reach = int(np.ceil(length / 2))
    kernel = np.zeros((2 * reach + 1,) * 2, np.float32)
    for share in np.linspace(-0.5, 0.5, 4 * reach + 1):
        kernel[reach + round(share * way[1]), reach + round(share * way[0])] += 1
    return cv2.filter2D(face, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
