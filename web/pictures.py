"""Pictures for a browser."""

from __future__ import annotations

import cv2
import numpy as np

#: Widest picture that is sent to the host, in pixels.
WIDEST = 960


def jpeg_of(picture: object) -> bytes | None:
    """The JPEG of what a camera gives: JPEG bytes as they are, a Frame or an (h, w, 3) uint8 image, or None."""
    if picture is None or isinstance(picture, bytes):
        return picture
    image = np.asarray(getattr(picture, "image", picture))
    height, width = image.shape[:2]
    if width > WIDEST:
        image = cv2.resize(image, (WIDEST, round(height * WIDEST / width)), interpolation=cv2.INTER_AREA)
    done, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return jpeg.tobytes() if done else None
