"""`dicetable watch`: reads a stream and says one verdict a throw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from controller.commands.camera_of import camera_of
from controller.commands.options import NumberRange, dice_option, json_option
from controller.commands.pictures_in import NoPicture, load_picture
from controller.commands.printing import MISSING_PART, UNUSABLE_INPUT, Stop, emit, say
from controller.commands.surface_of import watcher_for
from controller.config import Config, ConfigError, load
from vision.cameras import open_camera
from vision.cameras.base import Camera, CameraBusy, CameraError
from vision.events import LookAgain, NoRoll, Throw, WatchEvent
from vision.reader import Reader
from vision.watch import Watcher


@click.command()
@click.argument("source", required=False)
@click.option("--config", type=click.Path(path_type=Path), help="The camera and play area of this table.toml instead.")
@dice_option
@click.option("--fps", type=NumberRange(1, 1000), default=None, help="Frames a second of a folder (default 30).")
@click.option("--empty", type=click.Path(path_type=Path), help="The same camera's picture of the empty table.")
@click.option("--seed", type=int, default=None, help="Of the simulated camera.")
@click.option("--throws", type=click.IntRange(1), default=None, help="The simulated camera ends after so many throws.")
@json_option
@click.pass_context
def watch(
    ctx: click.Context,
    source: str | None,
    config: Path | None,
    dice: int | None,
    fps: float | None,
    empty: Path | None,
    seed: int | None,
    throws: int | None,
    as_json: bool,
) -> None:
    """Read a stream and say one verdict a throw.

    SOURCE is a film, a folder of numbered frames, usb:0, picamera, or sim (the simulated table).
    """
    if (source is None) == (config is None):
        raise click.UsageError("Name a SOURCE, or a table by --config.")
    if config is not None:
        said = [name for name in ("dice", "fps", "empty", "seed", "throws") if _was_said(ctx, name)]
        if said:
            raise click.UsageError(f"--config says it all: leave out --{said[0]}.")
        options = _table(config)
        _watch(options.camera.source, camera_of(options), watcher_for(options, say), as_json)
        return
    if source.startswith("usb:") and not source[4:].isdecimal():
        raise click.BadParameter(f"{source} is no camera: it is usb: and a number, like usb:0.", param_hint="SOURCE")
    camera = _camera(source, fps, seed, throws)
    reader = Reader(dice=dice, empty=_reference(empty))
    _watch(source, camera, lambda _: Watcher(reader, dice=dice), as_json)


def _was_said(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT


def _table(path: Path) -> Config:
    try:
        options = load(path)
    except ConfigError as error:
        raise Stop(str(error)) from None
    if not options.camera.source:
        raise Stop("table.toml names no camera.", MISSING_PART)
    return options


def _watch(source: str, camera: Camera, prepare: Callable[[Camera], Watcher], as_json: bool) -> None:
    """Says what is seen until the source ends. prepare: makes the watch once the camera is open."""
    watcher = None
    try:
        camera.open()
        watcher = prepare(camera)
        if not _follow(camera, watcher, as_json):
            say("No throw was seen.")
    except CameraError as error:
        for event in watcher.finish() if watcher is not None else ():
            _print(event, as_json)
        raise Stop(str(error), _status(source, error)) from None
    except KeyboardInterrupt:
        say("Stopped.")
    finally:
        camera.close()


def _camera(source: str, fps: float | None, seed: int | None, throws: int | None) -> Camera:
    options: dict = {}
    if fps is not None:
        options["fps"] = fps
    if source == "sim":
        options.update({"seed": 1 if seed is None else seed, "throws": throws, "auto": True})
    try:
        return open_camera(source, **options)
    except CameraError as error:
        raise Stop(str(error), _status(source, error)) from None


def _reference(path: Path | None):
    try:
        return None if path is None else load_picture(path)
    except NoPicture as error:
        raise Stop(f"the picture of the empty table, {path}, cannot be used: {error}.") from None


def _follow(camera: Camera, watcher: Watcher, as_json: bool) -> int:
    """Prints what is seen until the source ends; how many verdicts there were."""
    verdicts, told = 0, set[str]()
    while (frame := camera.read()) is not None:
        for event in watcher.feed(frame):
            if isinstance(event, LookAgain):
                camera.set_exposure(event.exposure)
                continue
            verdicts += isinstance(event, Throw | NoRoll)
            _print(event, as_json)
        for kind in watcher.notes.keys() - told:
            told.add(kind)
            say(watcher.notes[kind])
    for event in watcher.finish():
        verdicts += isinstance(event, Throw | NoRoll)
        _print(event, as_json)
    return verdicts


def _print(event: WatchEvent, as_json: bool) -> None:
    if isinstance(event, LookAgain):
        return
    if as_json:
        emit(event.to_json())
        return
    at = f"{event.t:8.2f} s  "
    if isinstance(event, Throw):
        warned = f"  (warning: {', '.join(event.warnings)})" if event.warnings else ""
        click.echo(at + " ".join(map(str, event.values)) + warned)
    elif isinstance(event, NoRoll):
        click.echo(at + "no roll: " + event.reason + (f" ({event.detail})" if event.detail else ""))
    else:
        click.echo(at + event.to_json()["event"])


def _status(source: str, error: CameraError) -> int:
    """A camera that is not there is a missing part; a file that cannot be used is unusable input."""
    device = source in ("picamera", "sim") or source.startswith("usb:")
    return MISSING_PART if device or isinstance(error, CameraBusy) else UNUSABLE_INPUT
