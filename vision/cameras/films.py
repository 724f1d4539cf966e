"""A film as a source of frames."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.cameras.base import CameraMissing, SourceBroken
from vision.frames import Frame

#: Tried in this order. Not CAP_ANY: that also tries to take the digits in a name for a pattern of pictures.
BACKENDS = (cv2.CAP_FFMPEG, cv2.CAP_OPENCV_MJPEG)

#: Share by which a film's own count of its frames may be off, and a count that is no count any more.
COUNT_ERROR, MOST_FRAMES = 0.02, 1e8


class FilmCamera:
    """A film, read by OpenCV. A film that was cut short gives what can be decoded, then says so.

    path: the file. fps: frames a second; None takes what the film says (30 when it says nothing sensible).
    """

    finite = True

    def __init__(self, path: Path | str, fps: float | None = None) -> None:
        self.path = Path(path)
        self.name = str(path)
        self.fps = float(fps) if fps else 30.0
        self._own_fps = fps is None
        self._film: cv2.VideoCapture | None = None
        self._next = 0

    def open(self) -> None:
        """Raises CameraMissing without a file, SourceBroken when it holds no film."""
        if not self.path.is_file():
            raise CameraMissing(f"There is no film {self.path}.")
        self._film = self._decoder()
        said = self._film.get(cv2.CAP_PROP_FPS)
        if self._own_fps and 0.5 <= said <= 1000:
            self.fps = float(said)
        self._next = 0

    def _decoder(self) -> cv2.VideoCapture:
        for backend in BACKENDS:
            try:
                film = cv2.VideoCapture(str(self.path.resolve()), backend)
            except cv2.error:
                continue
            if film.isOpened():
                return film
            film.release()
        raise SourceBroken(f"{self.path} is not a film that can be read; it may have been cut short.")

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame, None at the end; SourceBroken where frames are missing that the film says it has."""
        if self._film is None:
            return None
        try:
            there, image = self._film.read()
        except cv2.error:
            there, image = False, None
        if not there or image is None:
            said = self._film.get(cv2.CAP_PROP_FRAME_COUNT)
            self.close()
            if self._next == 0:
                raise SourceBroken(f"Not one frame of {self.path} can be decoded.")
            if self._next < said * (1 - COUNT_ERROR) - 2 and said < MOST_FRAMES:
                raise SourceBroken(f"{self.path} was cut short: {self._next} of its {said:.0f} frames can be decoded.")
            return None
        index = self._next
        self._next += 1
        return Frame(image, index / self.fps, index)

    def set_exposure(self, stops: float) -> bool:
        return False

    def tell(self, message: dict) -> None:
        """Ignored: a film does not listen."""

    def close(self) -> None:
        if self._film is not None:
            self._film.release()
            self._film = None
