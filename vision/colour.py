"""The plain colour of a die's body, for people who want to know which of two dice showed what.

It decides nothing: no verdict looks at it. Lamp and white balance shift it, and glare lightens it, so one colour alone
says little; the two dice of one throw are to be compared with each other.
"""

from __future__ import annotations

import cv2
import numpy as np


def body_colour(face: np.ndarray) -> tuple[int, int, int]:
    """CIE Lab (lightness 0..100, a, b) of a body, rounded.

    face: (3,) blue, green and red, 0..255, of the top face between its pips (`SiteFit.face`, a median: a pip's rim or a
    spot of glare does not shift it).
    """
    pixel = (np.asarray(face, np.float32) / 255).reshape(1, 1, 3)
    lightness, a, b = cv2.cvtColor(pixel, cv2.COLOR_BGR2Lab)[0, 0]
    return round(float(lightness)), round(float(a)), round(float(b))
