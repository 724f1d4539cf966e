"""Pictures that the watch keeps: the table at rest, and the dice of a throw alone."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.readings import SeenDie

#: Height of a kept picture is half of this at the most, its width twice this, pixels.
LONGEST_SIDE = 320
#: Margin round each die, as a share of its box.
MARGIN = 0.35
#: Blue, green and red of what is neither die nor margin: as dark as the screens.
GROUND = (19, 21, 16)
#: Bytes that a kept picture has less of when it is encoded; the qualities that are tried in turn, 0..100.
MOST_BYTES, QUALITIES = 60_000, (90, 80, 65, 45)


def median_picture(images: Sequence[np.ndarray]) -> np.ndarray:
    """The median of up to five pictures of the same scene: less noise, no passing thing."""
    same = [image for image in images if image.shape == images[-1].shape][-5:]
    if len(same) < 3:
        return images[-1]
    if len(same) == 3:
        a, b, c = same
        return cv2.max(cv2.min(a, b), cv2.min(cv2.max(a, b), c))
    return np.median(np.stack(same), axis=0).astype(np.uint8)


def crop_dice(image: np.ndarray, dice: Sequence[SeenDie]) -> np.ndarray | None:
    """The dice side by side on dark ground, each with a narrow margin, and nothing of what lies or sits between them.

    None when no die was seen.
    """
    cuts = [cut for die in dice[:6] if (cut := _cut(image, die.box)).size]
    if not cuts:
        return None
    height = min(LONGEST_SIDE // 2, max(cut.shape[0] for cut in cuts))
    row = [_fitted(cut, height) for cut in cuts]
    gap = np.full((height, 4, 3), GROUND, np.uint8)
    joined = np.hstack([part for cut in row for part in (cut, gap)][:-1])
    return _smaller(joined, 2 * LONGEST_SIDE)


def encode_picture(picture: np.ndarray) -> bytes:
    """The picture (h, w, 3) uint8 as JPEG of less than MOST_BYTES, as good as that allows; ValueError for none."""
    if not picture.size:
        raise ValueError("there is no picture to encode")
    while True:
        for quality in QUALITIES:
            _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if coded.size < MOST_BYTES:
                return coded.tobytes()
        picture = _smaller(picture, max(picture.shape[:2]) // 2)


def _cut(image: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    x, y, w, h = box
    mx, my = MARGIN * w, MARGIN * h
    x0, y0 = max(0, int(x - mx)), max(0, int(y - my))
    return image[y0 : max(y0, int(y + h + my) + 1), x0 : max(x0, int(x + w + mx) + 1)]


def _fitted(cut: np.ndarray, height: int) -> np.ndarray:
    """The cutting on a strip of the height given, made smaller if need be, never larger."""
    if cut.shape[0] > height:
        width = max(1, round(cut.shape[1] * height / cut.shape[0]))
        cut = cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)
    above = (height - cut.shape[0]) // 2
    below = height - cut.shape[0] - above
    return cv2.copyMakeBorder(cut, above, below, 0, 0, cv2.BORDER_CONSTANT, value=GROUND)


def _smaller(image: np.ndarray, side: int) -> np.ndarray:
    longest = max(image.shape[:2])
    if longest <= side:
        return image.copy()
    size = (max(1, image.shape[1] * side // longest), max(1, image.shape[0] * side // longest))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)
