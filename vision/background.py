"""What the table looks like without the dice of this throw, put together from the stream itself."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.motion import edges
from vision.readings import SeenDie
from vision.tracks import HAND_DICE, WIDER

#: A place is free again when its edges are weaker than this share of what they were.
FREE = 0.6
#: Margin round a die that is taken out, as a share of its box: its shadow goes with it.
MARGIN = 0.5


def background(
    before: np.ndarray,
    now: np.ndarray,
    old: Sequence[SeenDie],
    planes: tuple[np.ndarray, np.ndarray],
    changed: np.ndarray,
) -> np.ndarray | None:
    """The picture before the throw with the things that have gone since taken out.

    before, now: (h, w, 3) uint8 of the two rests. old: dice that lay there before. planes: the gate's planes
    of before and now; changed: the mask of what differs between them.
    None when something lies where something else lay: then there is no telling what the felt looks like.
    """
    if before.shape != now.shape:
        return None
    gone = _gone(planes, changed)
    size = (before.shape[1], before.shape[0])
    mask = cv2.resize(gone, size, interpolation=cv2.INTER_NEAREST)
    strength = [cv2.resize(edges(p), size, interpolation=cv2.INTER_LINEAR) for p in planes]
    for die in old:
        place = _place(die, before.shape)
        was, is_now = (float(s[place].sum()) for s in strength)
        if is_now > FREE * was and _differs(changed, place, before.shape):
            return None
        if is_now <= FREE * was:
            mask[place] = 255
    if not mask.any():
        return before
    made = before.copy()
    cv2.copyTo(now, mask, made)
    return made


def hand_has_left(planes: tuple[np.ndarray, np.ndarray], changed: np.ndarray, edge: float) -> bool:
    """Whether what lay there at the earlier rest and has gone since was as large as a hand.

    Its outlines are all that shows of it; those that are within a die's edge of each other belong together.
    edge: of a die, in pixels of the planes.
    """
    reach = np.ones((2 * max(1, round(0.5 * edge)) + 1,) * 2, np.uint8)
    count, labels = cv2.connectedComponents(cv2.dilate(_gone(planes, changed), reach))
    for i in range(1, count):
        outlines, _ = cv2.findContours((labels == i).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        if cv2.contourArea(cv2.convexHull(np.concatenate(outlines))) > HAND_DICE * (2 * edge + WIDER) ** 2:
            return True
    return False


def _gone(planes: tuple[np.ndarray, np.ndarray], changed: np.ndarray) -> np.ndarray:
    """Mask of the changed regions in which the earlier plane has the stronger edges: what left them a thing."""
    before, now = (edges(p) for p in planes)
    square = np.ones((3, 3), np.uint8)
    count, labels = cv2.connectedComponents(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, square))
    was = np.bincount(labels.ravel(), before.ravel(), count)
    is_now = np.bincount(labels.ravel(), now.ravel(), count)
    gone = is_now < FREE * was
    gone[0] = False
    return cv2.dilate(gone[labels].astype(np.uint8) * 255, np.ones((5, 5), np.uint8))


def _place(die: SeenDie, shape: tuple[int, ...]) -> tuple[slice, slice]:
    x, y, w, h = die.box
    return (
        slice(max(0, int(y - MARGIN * h)), max(1, min(shape[0], int(y + h * (1 + MARGIN)) + 1))),
        slice(max(0, int(x - MARGIN * w)), max(1, min(shape[1], int(x + w * (1 + MARGIN)) + 1))),
    )


def _differs(changed: np.ndarray, place: tuple[slice, slice], shape: tuple[int, ...]) -> bool:
    """Whether more than a little of the place has changed."""
    fy, fx = changed.shape[0] / shape[0], changed.shape[1] / shape[1]
    part = changed[
        int(place[0].start * fy) : int(place[0].stop * fy) + 1, int(place[1].start * fx) : int(place[1].stop * fx) + 1
    ]
    return bool(part.size) and float((part > 0).mean()) > 0.1
