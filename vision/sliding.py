"""Did a die tumble, or was it slid over the felt?

Looks backwards from the die at rest: as long as the same face can be found again, turned a little and
shifted, the die has not tumbled. A thrown die shows another face within a few centimetres; one that was
pushed shows the same all the way.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.readings import SeenDie

#: Edge of a die in pixels at which the pictures are compared.
EDGE = 16.0
#: The cutting round the die, and the inside of the face that must stay the same, in edges.
CUT, INSIDE = 1.5, 0.8
#: Likeness of the inside of the face below which it is another face, or too blurred to tell.
SAME_FACE = 0.55
#: Degrees by which the die may turn from frame to frame, in both directions.
TURNS = (-14.0, -7.0, 0.0, 7.0, 14.0)
#: Frames in a row in which the face may be too blurred to be found.
MOST_MISSED = 2
#: Edges that a die may slide after its last tumble in an honest throw.
MOST_SLIDE = 5.2


def all_slid(pictures: Sequence[np.ndarray], dice: Sequence[SeenDie], edge: float) -> bool:
    """Whether none of the dice tumbled on its way, as far as the pictures show. See `rigid_travel`."""
    pictures = list(pictures)
    return len(pictures) >= 4 and all(rigid_travel(pictures, die, edge) >= MOST_SLIDE for die in dice)


def rigid_travel(pictures: Sequence[np.ndarray], die: SeenDie, edge: float) -> float:
    """How far the die came without showing another face, in edges of the die.

    pictures: (h, w) uint8 grey, in order, the last one at rest. die: as it lies in the last. edge: in pixels.
    """
    scale = EDGE / edge
    side = int(CUT * EDGE) | 1
    place = np.array(die.center, float)
    template = _cut(pictures[-1], place, scale, side, 0.0)
    step, turn, travel, missed = np.zeros(2), 0.0, 0.0, 0
    for picture in reversed(pictures[:-1]):
        guess = place + step * (1 + missed)
        found = _find(picture, template, guess, scale, side, turn, float(np.linalg.norm(step)))
        if found is None:
            missed += 1
            if missed > MOST_MISSED:
                break
            continue
        at, turn = found
        step = (at - place) / (1 + missed)
        travel += float(np.linalg.norm(at - place)) / edge
        place, missed = at, 0
    return travel


def _find(
    picture: np.ndarray, template: np.ndarray, guess: np.ndarray, scale: float, side: int, turn: float, speed: float
) -> tuple[np.ndarray, float] | None:
    """Where the die of the template lies in the picture, and turned how far; None when its face is not there."""
    reach = int(0.7 * EDGE + 0.6 * speed * scale)
    window = _cut(picture, guess, scale, side + 2 * reach, 0.0)
    best, at, how = -1.0, None, turn
    for more in TURNS:
        turned = _turned(template, turn + more)
        match = cv2.matchTemplate(window, turned, cv2.TM_CCOEFF_NORMED)
        _, score, _, corner = cv2.minMaxLoc(match)
        if score > best:
            best, at, how = score, corner, turn + more
    if at is None:
        return None
    half = int(INSIDE * EDGE / 2)
    middle = side // 2
    inner = (slice(middle - half, middle + half + 1),) * 2
    seen = window[at[1] : at[1] + side, at[0] : at[0] + side][inner]
    if _likeness(seen, _turned(template, how)[inner]) < SAME_FACE:
        return None
    return guess + (np.array(at, float) - reach) / scale, how


def _cut(picture: np.ndarray, centre: np.ndarray, scale: float, side: int, turn: float) -> np.ndarray:
    """A square of the picture round a place, brought to the common size: (side, side) uint8."""
    move = np.array([[scale, 0, side // 2 - scale * centre[0]], [0, scale, side // 2 - scale * centre[1]]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    source = picture
    if scale < 0.6:
        source = cv2.GaussianBlur(picture, (0, 0), 0.35 / scale)
    return cv2.warpAffine(source, move, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _turned(template: np.ndarray, degrees: float) -> np.ndarray:
    side = template.shape[0]
    move = cv2.getRotationMatrix2D((side // 2, side // 2), degrees, 1.0)
    return cv2.warpAffine(template, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _likeness(a: np.ndarray, b: np.ndarray) -> float:
    """Normalised correlation, -1..1; 0 when one of them shows nothing."""
    a, b = a.astype(np.float32) - a.mean(), b.astype(np.float32) - b.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / size if size > 1e-3 else 0.0
