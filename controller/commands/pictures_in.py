"""Finding and decoding the pictures that a command was given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

#: Endings by which a picture is known inside a folder.
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
#: A file larger than this is no photograph of a table; decoding it could eat the memory of a small machine.
MOST_BYTES = 100 * 1024 * 1024


class NoPicture(Exception):
    """A file that cannot be read as a picture; the message is one sentence."""


def pictures_among(paths: Iterable[Path]) -> Iterator[Path]:
    """Each named file as it is, and of each folder the pictures that lie in it, by name.

    A folder without a picture is given back itself, so that its emptiness is told.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_ENDINGS and p.is_file())
        yield from inside or [path]


def load_picture(path: Path) -> np.ndarray:
    """The picture as (h, w, 3) uint8 BGR, turned as its metadata say. Raises NoPicture."""
    try:
        if path.is_dir():
            raise NoPicture("there is no picture in this folder")
        if path.exists() and not path.is_file():
            raise NoPicture("this is not a file")
        if path.stat().st_size > MOST_BYTES:
            raise NoPicture("the file is larger than 100 MB")
        raw = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError:
        raise NoPicture("there is no such file") from None
    except OSError as error:
        raise NoPicture(f"the file cannot be read: {error.strerror or error}") from None
    if raw.size == 0:
        raise NoPicture("the file is empty")
    try:
        image = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise NoPicture("the file is not a picture that can be decoded")
    return image
