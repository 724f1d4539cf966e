"""Finding the play area when the table starts, as table.toml says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from controller.commands.pictures_in import NoPicture, load_picture
from controller.config import Config
from controller.eye import Eye
from controller.play_area import PlayArea, pointed_at, watch_over
from vision.cameras.base import Camera, CameraStalled
from vision.motion import change, plane
from vision.reader import Reader
from vision.stillness import stirred
from vision.surface import (
    MARKER_MM,
    Surface,
    SurfaceError,
    check_surface,
    find_mat,
    from_corners,
    load_surface,
    why_no_mat,
)
from vision.watch import Watcher

#: Frames within which the mat has to be found, and the table to lie still, at the start.
SEARCH_FRAMES = 150
#: Still frames in a row whose mean is the picture of the empty table: one alone has their noise.
STILL_FRAMES = 8
#: Share by which the mat's markers may say another size than table.toml.
SIZES_AGREE = 0.05


def watcher_for(config: Config, say: Callable[[str], None]) -> Callable[[Camera], Watcher]:
    """What the eye calls to make its watch: finds the surface in the first frames of the camera.

    say: told in one sentence what was found or why the whole picture is used.
    """

    def prepare(camera: Camera) -> Watcher:
        return watch_over(_surface(config, camera, say), config.camera.dice)

    return prepare


def area_of(config: Config, eye: Eye, say: Callable[[str], None]) -> PlayArea:
    """What the host's page asks and tells about the play area."""
    options = config.surface
    return PlayArea(
        eye, config.path(options.saved), watcher_for(config, say), size_of(config), options.die_mm,
        config.camera.focal_px or None, config.camera.dice,
    )  # fmt: skip


def _surface(config: Config, camera: Camera, say: Callable[[str], None]) -> Surface | None:
    options = config.surface
    pointed = _stored(config, pointed_at(config.path(options.saved)), say)
    if pointed is not None and (kept := _still_there(pointed, _first(camera), say)) is not None:
        return kept
    empty = _empty(config)
    if options.find == "picture":
        return None
    saved = _stored(config, config.path(options.saved), say) if empty is None else None
    if saved is not None and (kept := _still_there(saved, _first(camera), say)) is not None:
        return kept
    if options.find == "corners":
        return _by_corners(config, camera, empty, say)
    picture = _still_picture(camera, _shows_mat) if empty is None else empty
    surface = None if picture is None else _by_mat(config, picture)
    if surface is None:
        say("The mat's markers were not found: the whole picture is the play area, which makes the reader stricter.")
        return None
    say("The mat was found by its markers.")
    _compare_sizes(config, picture, say)
    return surface if empty is not None or _lies_empty(picture, say) else replace(surface, empty=None)


def _by_mat(config: Config, picture: np.ndarray) -> Surface | None:
    return find_mat(
        picture, size_mm=size_of(config), die_mm=config.surface.die_mm, focal_px=config.camera.focal_px or None,
        keep_empty=True,
    )  # fmt: skip


def _shows_mat(picture: np.ndarray) -> bool:
    return why_no_mat(picture) is None


def size_of(config: Config) -> tuple[float, float] | None:
    """Width and depth of the play area in millimetres as table.toml gives them, or None."""
    options = config.surface
    return (options.width_mm, options.depth_mm) if options.width_mm and options.depth_mm else None


def _compare_sizes(config: Config, picture: np.ndarray, say: Callable[[str], None]) -> None:
    """Says so when the markers show that the mat has another size than table.toml gives."""
    told = size_of(config)
    if told is None or (measured := find_mat(picture)) is None:
        return
    size = measured.to_mm(measured.area)[2]
    if any(abs(a / b - 1) > SIZES_AGREE for a, b in zip(size, told, strict=True)):
        say(
            f"table.toml says the mat is {told[0]:.0f} by {told[1]:.0f} mm, its markers of {MARKER_MM:.0f} mm say "
            f"{size[0]:.0f} by {size[1]:.0f}; table.toml is believed. Measure it from outer corner to outer corner."
        )


def saved_surface(config: Config, say: Callable[[str], None]) -> Surface | None:
    """What the host pointed at, else what `dicetable calibrate` has saved; None without, or when it cannot be read."""
    calibrated = config.path(config.surface.saved)
    return _stored(config, pointed_at(calibrated), say) or _stored(config, calibrated, say)


def _stored(config: Config, path: Path, say: Callable[[str], None]) -> Surface | None:
    """The play area in a file; None without it, or when it cannot be read, which is said."""
    if not path.exists():
        return None
    try:
        return replace(load_surface(path), die_mm=config.surface.die_mm)
    except SurfaceError as error:
        say(str(error))
        return None


def _still_there(saved: Surface, image: np.ndarray, say: Callable[[str], None]) -> Surface | None:
    """The saved play area, unless camera or table have moved since."""
    check = check_surface(image, saved)
    if check is not None and "moved" in check.faults:
        say(f"{check.why} Until then the play area is looked for anew.")
        return None
    if check is not None and check.why is not None:
        say(check.why)
    say("The play area is the one that was kept.")
    return saved


def _by_corners(config: Config, camera: Camera, empty: np.ndarray | None, say: Callable[[str], None]) -> Surface:
    options = config.surface
    corners = np.array(options.corners, float).reshape(-1, 2)
    if len(corners) != 4:
        raise CameraStalled("[surface] find is corners, but corners does not name four of them in table.toml.")
    picture = _still_picture(camera) if empty is None else empty
    size = None if picture is None else (picture.shape[1], picture.shape[0])
    if empty is None and picture is not None and not _lies_empty(picture, say):
        picture = None
    try:
        return from_corners(
            corners, size_of(config), empty=picture, die_mm=options.die_mm, focal_px=config.camera.focal_px or None,
            picture=size,
        )  # fmt: skip
    except SurfaceError as error:
        raise CameraStalled(f"[surface] corners in table.toml: {error}") from None


def _still_picture(camera: Camera, fits: Callable[[np.ndarray], bool] = lambda _: True) -> np.ndarray | None:
    """The mean of the first frames that fit in which nothing moves; failing that the last one that fits, or None."""
    frames: list[np.ndarray] = []
    best = None
    for _ in range(SEARCH_FRAMES):
        image = _first(camera)
        if frames and (image.shape != frames[-1].shape or stirred(change(plane(image), plane(frames[0]), 2.0).mask)):
            frames.clear()
        if not frames and not fits(image):
            continue
        best = image
        frames.append(image)
        if len(frames) == STILL_FRAMES:
            return np.rint(np.mean(frames, axis=0)).astype(np.uint8)
    return best


def _lies_empty(image: np.ndarray, say: Callable[[str], None]) -> bool:
    """Whether the first picture may serve as the reference: dice in it would be taken for a part of the table."""
    if all(die.value is None for die in Reader(dice=2).read(image).dice):
        return True
    say("Dice lie on the table: without a picture of the empty table the reader is stricter. Clear it, start again.")
    return False


def _empty(config: Config) -> np.ndarray | None:
    if not config.surface.empty:
        return None
    path = config.path(config.surface.empty)
    try:
        return load_picture(path)
    except NoPicture as error:
        raise CameraStalled(f"The picture of the empty table, {path}, cannot be used: {error}.") from None


def _first(camera: Camera) -> np.ndarray:
    frame = camera.read()
    if frame is None:
        raise CameraStalled("The camera gave no picture.")
    return frame.image
