"""Finding the play area when the table starts, as table.toml says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from controller.commands.pictures_in import NoPicture, load_picture
from controller.config import Config
from controller.throws import LOOKS
from vision.cameras.base import Camera, CameraStalled
from vision.reader import Reader
from vision.surface import Surface, SurfaceError, check_surface, find_mat, from_corners, load_surface
from vision.watch import Watcher

#: Frames within which the mat has to be found at the start.
SEARCH_FRAMES = 150


def watcher_for(config: Config, say: Callable[[str], None]) -> Callable[[Camera], Watcher]:
    """What the eye calls to make its watch: finds the surface in the first frames of the camera.

    say: told in one sentence what was found or why the whole picture is used.
    """

    def prepare(camera: Camera) -> Watcher:
        surface = _surface(config, camera, say)
        dice = config.camera.dice
        return Watcher(Reader(dice=dice, surface=surface), dice=dice, surface=surface, looks=LOOKS)

    return prepare


def _surface(config: Config, camera: Camera, say: Callable[[str], None]) -> Surface | None:
    options = config.surface
    empty = _empty(config)
    if options.find == "picture":
        return None
    saved = saved_surface(config, say) if empty is None else None
    if saved is not None and (kept := _still_there(saved, _first(camera), say)) is not None:
        return kept
    if options.find == "corners":
        return _by_corners(config, camera, empty, say)
    for _ in range(SEARCH_FRAMES):
        image = _first(camera) if empty is None else empty
        surface = find_mat(image, die_mm=options.die_mm, keep_empty=True)
        if surface is not None:
            say("The mat was found by its markers.")
            return surface if empty is not None or _lies_empty(image, say) else replace(surface, empty=None)
        if empty is not None:
            break
    say("The markers of the mat were not found: the whole picture is the play area, which makes the reader stricter.")
    return None


def saved_surface(config: Config, say: Callable[[str], None]) -> Surface | None:
    """What `dicetable calibrate` has saved; None without it, or when it cannot be read, which is said."""
    path = config.path(config.surface.saved)
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
    say("The play area is the one that was calibrated.")
    return saved


def _by_corners(config: Config, camera: Camera, empty: np.ndarray | None, say: Callable[[str], None]) -> Surface:
    options = config.surface
    corners = np.array(options.corners, float).reshape(-1, 2)
    if len(corners) != 4:
        raise CameraStalled("[surface] find is corners, but corners does not name four of them in table.toml.")
    if empty is None and not _lies_empty(image := _first(camera), say):
        image = None
    picture = image if empty is None else empty
    return from_corners(corners, (options.width_mm, options.depth_mm), empty=picture, die_mm=options.die_mm)


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
