"""Pictures as a source of frames: a folder of numbered ones, or a single one."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.base import CameraMissing, SourceBroken
from vision.frames import Frame

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm"})
#: Least width and height of a frame, pixels: the smallest die that is read is larger.
LEAST_SIDE = 16


def load_picture(path: Path) -> np.ndarray:
    """The picture in a file as (h, w, 3) uint8; SourceBroken when it is none, or too small for a frame.

    Decoded from memory: cv2.imread prints to stderr and cannot open every name on every platform.
    """
    try:
        raw = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise CameraMissing(f"{path} cannot be opened: {error.strerror}.") from error
    image = None
    if raw.size:
        try:
            image = cv2.imdecode(raw, cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
    if image is None:
        raise SourceBroken(f"{path} is not a picture that can be read.")
    if min(image.shape[:2]) < LEAST_SIDE:
        raise SourceBroken(f"{path} has {_size(image)} pixels; a frame has at least {LEAST_SIDE} each way.")
    return image


def _size(image: np.ndarray) -> str:
    return f"{image.shape[1]}x{image.shape[0]}"


def numbered_frames(folder: Path) -> list[Path]:
    """The pictures of a folder whose names bear a number, in the order of their last number."""
    numbered = []
    for path in folder.iterdir():
        digits = re.findall(r"\d+", path.stem)
        if path.suffix.lower() in PICTURE_ENDINGS and digits and path.is_file():
            numbered.append((int(digits[-1]), path.name, path))
    return [path for _, _, path in sorted(numbered)]


class FolderCamera:
    """A folder of numbered pictures as a film.

    folder: where they lie. fps: frames a second that their times are made of.
    """

    finite = True

    def __init__(self, folder: Path | str, fps: float = 30.0) -> None:
        if not fps > 0:
            raise ValueError("fps must be more than 0")
        self.folder = Path(folder)
        self.name = str(folder)
        self.fps = float(fps)
        self._paths: list[Path] = []
        self._next = 0
        self._first: np.ndarray | None = None

    def open(self) -> None:
        """Looks which frames there are; CameraMissing when there are none."""
        if not self.folder.is_dir():
            raise CameraMissing(f"There is no folder {self.folder}.")
        self._paths = numbered_frames(self.folder)
        if not self._paths:
            raise CameraMissing(f"The folder {self.folder} holds no numbered pictures.")
        self._next = 0

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next picture, None after the last; SourceBroken when one cannot be decoded or has another size."""
        if self._next >= len(self._paths):
            return None
        index = self._next
        self._next += 1
        image = load_picture(self._paths[index])
        if index == 0:
            self._first = image
        elif image.shape != self._first.shape:
            sizes = f"{_size(image)} pixels, the frames before it {_size(self._first)}"
            raise SourceBroken(f"{self._paths[index]} has {sizes}: they are no film of one camera.")
        return Frame(image, index / self.fps, index)

    def set_exposure(self, stops: float) -> bool:
        return False

    def tell(self, message: dict) -> None:
        """Ignored: pictures do not listen."""

    def close(self) -> None:
        self._paths = []
        self._first = None


class PictureCamera:
    """One picture as a film of one frame."""

    finite = True
    fps = 30.0

    def __init__(self, path: Path | str, fps: float = 30.0) -> None:
        self.path = Path(path)
        self.name = str(path)
        self.fps = float(fps)
        self._image: np.ndarray | None = None

    def open(self) -> None:
        self._image = load_picture(self.path)

    def read(self, timeout: float = 5.0) -> Frame | None:
        if self._image is None:
            return None
        frame = Frame(self._image, 0.0, 0)
        self._image = None
        return frame

    def set_exposure(self, stops: float) -> bool:
        return False

    def tell(self, message: dict) -> None:
        """Ignored: a picture does not listen."""

    def close(self) -> None:
        self._image = None
