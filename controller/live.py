"""The host's live view: the camera's newest picture with what the reader made of it.

Nothing is read for it: it draws the last reading of the watch for as long as the dice lie where they were read.
"""

from __future__ import annotations

import cv2
import numpy as np

from controller.eye import Eye
from vision.annotate import DARK, QUIET, ROW, banner, draw_dice, straightened, verdict_words
from vision.readings import Reading

#: Widest picture that is sent, pixels, and its quality, 0..100; a few of them go over the air each second.
WIDEST, QUALITY = 960, 70


class LiveView:
    """Draws on demand; asked again for the same frame and reading, it gives the same bytes. One caller at a time."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._of: tuple[object, object] = (None, None)
        self._jpeg: bytes | None = None

    def jpeg(self) -> bytes | None:
        """The newest picture as JPEG, None before the first frame. Its size stays, whatever is drawn into it."""
        frame, reading = self._eye.latest, self._eye.shown
        if frame is None:
            return None
        if self._of[0] is not frame or self._of[1] != reading:
            picture = live_picture(frame.image, reading)
            done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            self._of, self._jpeg = (frame, reading), encoded.tobytes() if done else None
        return self._jpeg


def live_picture(image: np.ndarray, reading: Reading | None) -> np.ndarray:
    """A frame (h, w, 3) uint8 with the reading drawn in, a line above it and a row of straightened faces below.

    reading: None while something stirs, or before anything was read.
    """
    width = min(image.shape[1], WIDEST)
    seen = reading if reading is not None and (reading.dice or reading.values) else Reading(None, 0.0, "unsure")
    drawn = draw_dice(image, seen, width)
    below = straightened(image, seen, width)[:ROW]
    below = cv2.copyMakeBorder(below, 0, ROW - len(below), 0, 0, cv2.BORDER_CONSTANT, value=DARK)
    words = verdict_words(reading) if seen is reading else ("", QUIET)
    return np.vstack([banner(*words, drawn.shape), drawn, below])
