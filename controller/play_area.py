"""The play area as the host points at it: four corners on the camera's picture, used at once and kept.

What was pointed at is kept in a file of its own beside the calibrated one and goes before it and before table.toml,
until the host takes it back or calibrates.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from controller.calibration import lies_empty
from controller.doctor.finding import OK
from controller.eye import Eye
from controller.throws import LOOKS
from vision.cameras.base import Camera
from vision.motion import change, plane
from vision.reader import Reader
from vision.stillness import stirred
from vision.surface import Surface, SurfaceError, check_surface, from_corners, save_surface
from vision.watch import Watcher

#: Frames whose mean is the picture of the empty table, and seconds within which they must come.
EMPTY_FRAMES, EMPTY_S = 8, 2.0
#: Share of the picture that a play area fills at least: less is a slip of the finger.
LEAST_SHARE = 0.03


class AreaRefused(Exception):
    """Corners that were not taken; nothing was changed. code: no_picture, corners, too_small, not_empty, not_kept."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


def pointed_at(saved: Path) -> Path:
    """The file of the area that the host pointed at, by the file of the calibrated one."""
    return saved.with_name(f"{saved.stem}-corners{saved.suffix}")


def forget_corners(saved: Path) -> None:
    """What the host pointed at holds no longer. saved: the file of the calibrated area."""
    for path in (pointed_at(saved), pointed_at(saved).with_suffix(".png")):
        path.unlink(missing_ok=True)


def watch_over(surface: Surface | None, dice: int) -> Watcher:
    """The watch of a table's play area. dice: how many are thrown."""
    return Watcher(Reader(dice=dice, surface=surface), dice=dice, surface=surface, looks=LOOKS)


class PlayArea:
    """What the host's page asks and tells about the play area. From any thread.

    eye: whose area it is. saved: file of the calibrated area. find: makes the watch as at the start. size_mm: (width,
    depth) as far as known. die_mm: edge of the dice. focal_px: of the lens, or None. dice: how many are thrown.
    """

    def __init__(
        self,
        eye: Eye,
        saved: Path,
        find: Callable[[Camera], Watcher],
        size_mm: tuple[float, float] | None,
        die_mm: float,
        focal_px: float | None,
        dice: int,
    ) -> None:
        self.size_mm = size_mm
        self._eye, self._saved, self._find = eye, saved, find
        self._die_mm, self._focal_px, self._dice = die_mm, focal_px, dice

    @property
    def pointed(self) -> bool:
        """Whether the host has pointed at the area that is kept."""
        return pointed_at(self._saved).exists()

    @property
    def corners(self) -> list[list[float]] | None:
        """The four corners that hold now, as shares of the picture's width and height; None without four."""
        surface, frame = self._eye.surface, self._eye.latest
        if surface is None or frame is None or len(surface.area) != 4:
            return None
        size = np.array([frame.image.shape[1], frame.image.shape[0]], float)
        return ((np.asarray(surface.area, float) + 0.5) / size).round(4).tolist()

    def use(self, corners: Sequence[Sequence[float]], size_mm: tuple[float, float] | None = None) -> None:
        """Takes corners, as shares of the picture, clockwise from the far left. Raises AreaRefused.

        size_mm: (width, depth) as the host says, None: as it was known. The picture of the empty table is kept beside.
        """
        frame = self._eye.latest
        if frame is None:
            raise AreaRefused("no_picture", "The camera gives no pictures.")
        size = (frame.image.shape[1], frame.image.shape[0])
        pixels = np.array(corners, float) * size - 0.5
        size_mm = size_mm or self.size_mm
        try:
            surface = from_corners(pixels, size_mm, die_mm=self._die_mm, focal_px=self._focal_px, picture=size)
        except SurfaceError as error:
            raise AreaRefused("corners", str(error)) from None
        if _share(pixels, size) < LEAST_SHARE:
            raise AreaRefused("too_small", "That is too small for a play area.")
        empty = self._reference(frame.image)
        self._keep(Surface(surface.area, surface.homography, surface.camera_mm, surface.die_mm, empty,
                           surface.far_edge))  # fmt: skip
        self.size_mm = size_mm

    def find_again(self) -> None:
        """Back to how the table finds its area by itself, as at the start."""
        with suppress(OSError):
            forget_corners(self._saved)
        self._eye.look_anew(self._find)

    def _keep(self, surface: Surface) -> None:
        try:
            save_surface(surface, pointed_at(self._saved))
        except SurfaceError as error:
            raise AreaRefused("not_kept", str(error)) from None
        self._eye.look_anew(lambda _camera: watch_over(surface, self._dice))

    def _reference(self, image: np.ndarray) -> np.ndarray:
        """The empty table: a new picture; the one before, where something lies there and nothing has moved."""
        try:
            return self._empty_picture()
        except AreaRefused:
            before = self._eye.surface
            check = None if before is None else check_surface(image, before)
            if check is None or "moved" in check.faults:
                raise
            return before.empty

    def _empty_picture(self) -> np.ndarray:
        """The mean of some frames in which nothing moves and no dice lie. Raises AreaRefused."""
        frames: list[np.ndarray] = []
        newest, end = None, time.monotonic() + EMPTY_S
        while len(frames) < EMPTY_FRAMES and time.monotonic() < end:
            frame = self._eye.latest
            if frame is None or frame is newest:
                time.sleep(0.005)
                continue
            newest = frame
            if frames and stirred(change(plane(frame.image), plane(frames[0]), 2.0).mask):
                raise AreaRefused("not_empty", "Something moves on the table.")
            frames.append(frame.image)
        empty = np.rint(np.mean(frames, axis=0)).astype(np.uint8)
        if lies_empty(empty).state != OK:
            raise AreaRefused("not_empty", "Dice lie on the table.")
        return empty


def _share(corners: np.ndarray, size: tuple[int, int]) -> float:
    """The share of a picture (width, height) that the polygon fills."""
    x, y = corners.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2 / (size[0] * size[1])
