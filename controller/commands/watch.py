"""`dicetable watch`: reads a stream and says one verdict a throw."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.options import dice_option, json_option
from controller.commands.pictures_in import NoPicture, load_picture
from controller.commands.printing import MISSING_PART, UNUSABLE_INPUT, Stop, emit, say
from vision.cameras import open_camera
from vision.cameras.base import Camera, CameraBusy, CameraError
from vision.events import LookAgain, NoRoll, Throw, WatchEvent
from vision.reader import Reader
from vision.watch import Watcher


@click.command()
@click.argument("source")
@dice_option
@click.option("--fps", type=click.FloatRange(1, 1000), default=None, help="Frames a second of a folder (default 30).")
@click.option("--empty", type=click.Path(path_type=Path), help="The same camera's picture of the empty table.")
@click.option("--seed", type=int, default=None, help="Of the simulated camera.")
@click.option("--throws", type=click.IntRange(1), default=None, help="The simulated camera ends after so many throws.")
@json_option
def watch(
    source: str,
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
    if source.startswith("usb:") and not source[4:].isdecimal():
        raise click.BadParameter(f"{source} is no camera: it is usb: and a number, like usb:0.", param_hint="SOURCE")
    camera = _camera(source, fps, seed, throws)
    reference = _reference(empty)
    watcher = Watcher(Reader(dice=dice, empty=reference), dice=dice)
    try:
        camera.open()
        if not _follow(camera, watcher, as_json):
            say("No throw was seen.")
    except CameraError as error:
        for event in watcher.finish():
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
