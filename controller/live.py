"""The host's live view: the camera's newest picture with what the reader made of it, and the same for words.

Nothing is read for it: it draws the last reading of the watch for as long as the dice lie where they were read.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from controller.eye import Eye
from vision.annotate import DARK, FACE, QUIET, draw_dice, straightened
from vision.readings import Reading

#: Widest picture that is sent, pixels, and its quality, 0..100; a few of them go over the air each second.
WIDEST, QUALITY = 960, 70
#: Pixels of the row of faces below; the line of words under each, which is English, is left out.
BELOW = FACE + 8


class LiveView:
    """Draws on demand; asked again for the same frame and reading, it gives the same bytes. One caller at a time."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._of: tuple[object, ...] = (None, None, None)
        self._jpeg: bytes | None = None

    def jpeg(self, drawn: bool = True) -> bytes | None:
        """The newest picture as JPEG, None before the first frame. Its size stays, whatever is drawn into it.

        drawn: with the reading and the border of the play area; else the bare picture.
        """
        frame, reading = self._eye.latest, self._eye.shown
        if frame is None:
            return None
        if self._of != (id(frame), reading, drawn):
            surface = self._eye.surface
            area = None if surface is None else surface.area
            picture = live_picture(frame.image, reading, area) if drawn else bare_picture(frame.image)
            done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            self._of, self._jpeg = (id(frame), reading, drawn), encoded.tobytes() if done else None
        return self._jpeg

    def seen(self) -> dict[str, Any]:
        """What the reader sees, for words: {"frame", "area", "reading"}.

        frame: whether there is a picture. area: whether a play area is known. reading: as `dicetable read` prints it;
        None while something stirs, and before anything was read.
        """
        reading = self._eye.shown
        told = None if reading is None else reading.to_json()
        return {"frame": self._eye.latest is not None, "area": self._eye.surface is not None, "reading": told}


def bare_picture(image: np.ndarray) -> np.ndarray:
    """The frame (h, w, 3) uint8 itself, at most WIDEST wide."""
    height, width = image.shape[:2]
    if width <= WIDEST:
        return image
    return cv2.resize(image, (WIDEST, round(height * WIDEST / width)), interpolation=cv2.INTER_AREA)


def live_picture(image: np.ndarray, reading: Reading | None, area: np.ndarray | None = None) -> np.ndarray:
    """A frame (h, w, 3) uint8 with the reading drawn in, and a row of straightened faces below.

    reading: None while something stirs, or before anything was read. area: (n, 2) border of the play area, pixels.
    Figures and signs alone, no words: what is to be said is said beside it, in the host's language.
    """
    width = min(image.shape[1], WIDEST)
    seen = reading if reading is not None and (reading.dice or reading.values) else Reading(None, 0.0, "unsure")
    drawn = draw_dice(image, seen, width)
    if area is not None:
        border = [np.round(np.asarray(area, float) * width / image.shape[1]).astype(np.int32)]
        cv2.polylines(drawn, border, True, DARK, 3, cv2.LINE_AA)
        cv2.polylines(drawn, border, True, QUIET, 1, cv2.LINE_AA)
    below = straightened(image, seen, width)[:BELOW]
    below = cv2.copyMakeBorder(below, 0, BELOW - len(below), 0, 0, cv2.BORDER_CONSTANT, value=DARK)
    return np.vstack([drawn, below])
