"""`dicetable calibrate`: the play area measured once, with a picture of the empty table, and kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from controller.calibration import look, may_be_kept, try_dice
from controller.commands.camera_of import camera_of
from controller.commands.doctor import show_finding
from controller.commands.options import json_option
from controller.commands.printing import MISSING_PART, Stop, say
from controller.commands.surface_of import size_of
from controller.config import Config, ConfigError, load
from controller.doctor.attached import FRAMES, WAIT_S
from controller.doctor.finding import OK, SKIP, WARN, Finding
from controller.play_area import forget_corners
from vision.cameras.base import Camera, CameraError, CameraStalled
from vision.surface import Surface, SurfaceError, save_surface

#: Frames that are let go before dice are looked at: those that were taken before somebody answered.
STALE = 20
BURST = 3
#: Throws of known dice, where they are not read.
TRIES = 3


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="How this table is set up; without it, every default.")
@click.option("--throw/--no-throw", default=True, help="Whether dice that you name are tried at the end.")
@json_option
@click.pass_context
def calibrate(ctx: click.Context, config: Path | None, throw: bool, as_json: bool) -> None:
    """Find the play area, check light, focus, glare and the size of dice, take the picture of the empty table.

    Then throw dice and name them, to see that they are read. What is found is kept in the file that [surface] saved
    names, unless something makes it useless. Stop a running table first: it holds the camera.
    """
    try:
        options = load(config) if config is not None else Config()
        camera = camera_of(options)
    except (ConfigError, CameraError) as error:
        raise Stop(str(error)) from None
    _ask("Take everything off the play area, then press Enter.")
    try:
        camera.open()
        surface, found = _measure(camera, options)
        for one in found:
            show_finding(one, as_json)
        if surface is None or not may_be_kept(found):
            say("Nothing was saved.")
            ctx.exit(MISSING_PART)
        for tried in _tries(camera, surface, options.camera.dice if throw else 0):
            show_finding(tried, as_json)
        if not may_be_kept([tried]):
            say("Nothing was saved.")
            ctx.exit(MISSING_PART)
        show_finding(_save(surface, options.path(options.surface.saved)), as_json)
    except CameraError as error:
        raise Stop(str(error), MISSING_PART) from None
    except SurfaceError as error:
        raise Stop(str(error)) from None
    finally:
        camera.close()


def _measure(camera: Camera, options: Config) -> tuple[Surface | None, list[Finding]]:
    surface = options.surface
    if surface.find == "picture":
        raise SurfaceError("[surface] find is picture: there is no play area to calibrate. Set it to mat or corners.")
    corners = np.array(surface.corners, float).reshape(-1, 2) if surface.find == "corners" else None
    images = _frames(camera, FRAMES)
    return look(images, size_of(options), surface.die_mm, corners, options.camera.focal_px or None)


def _frames(camera: Camera, count: int) -> list[np.ndarray]:
    """So many pictures, or as many as a film has. Raises CameraStalled when there is none."""
    images = []
    while len(images) < count and (frame := camera.read(WAIT_S)) is not None:
        images.append(frame.image)
    if not images:
        raise CameraStalled("The camera gave no picture.")
    return images


def _tries(camera: Camera, surface: Surface, dice: int) -> Iterator[Finding]:
    """What came of each throw of known dice: until they are read, or nobody names any. dice: 0 to try none."""
    if not dice:
        yield Finding("throw", SKIP, "No dice were tried.")
        return
    for _ in range(TRIES):
        camera.tell({"throw": {"kind": None}})
        answer = _ask(f"Throw {dice} dice, so that they lie flat and apart; type their faces, like: 3 5", "nothing")
        faces = _faces(answer)
        if faces is None:
            yield Finding("throw", SKIP, "No dice were named, so none were tried.")
            return
        _frames(camera, STALE)
        tried = try_dice(_frames(camera, BURST), surface, faces)
        yield tried
        if tried.state != WARN:
            return


def _faces(answer: str) -> tuple[int, ...] | None:
    words = answer.replace(",", " ").split()
    if words and all(word in "123456" and len(word) == 1 for word in words):
        return tuple(map(int, words))
    return None


def _save(surface: Surface, path: Path) -> Finding:
    save_surface(surface, path)
    forget_corners(path)
    return Finding("saved", OK, f"The play area is kept in {path}, the empty table in {path.with_suffix('.png')}.",
                   "", {"file": str(path)})  # fmt: skip


def _ask(question: str, otherwise: str = "") -> str:
    """What a person answers; `otherwise` for nothing and at the end of the input. Ctrl-C ends the command."""
    click.echo(f"{question} ", nl=False, err=True)
    return sys.stdin.readline().strip() or otherwise
