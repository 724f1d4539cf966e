"""`dicetable read`: reads pictures."""

from __future__ import annotations

from pathlib import Path

import click
import cv2

from controller.commands.options import dice_option, json_option
from controller.commands.pictures_in import NoPicture, load_picture, pictures_among
from controller.commands.printing import UNUSABLE_INPUT, Stop, emit
from vision.annotate import annotate
from vision.reader import Reader
from vision.readings import Reading

#: Least width of a drawing, pixels.
LEAST_WIDTH = 800


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@dice_option
@click.option(
    "--empty", type=click.Path(path_type=Path), help="The same camera's picture of the empty table, used as reference."
)
@json_option
@click.option(
    "--annotate",
    "annotate_to",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also draws into this folder what was seen in each picture: faces, sites, values, and why not.",
)
@click.pass_context
def read(
    ctx: click.Context,
    paths: tuple[Path, ...],
    dice: int | None,
    empty: Path | None,
    as_json: bool,
    annotate_to: Path | None,
) -> None:
    """Read the dice in pictures: files, or folders of them.

    Two values are said only when the reader is sure; otherwise it says why not. The exit status is 1
    when a file could not be read as a picture; the others are read all the same.
    """
    reader = Reader(dice=dice, empty=_reference(empty))
    if annotate_to is not None:
        _make_folder(annotate_to)
    unusable = False
    for number, path in enumerate(pictures_among(paths)):
        try:
            image = load_picture(path)
            reading = reader.read(image)
        except (NoPicture, ValueError) as error:
            unusable = True
            _print_error(path, str(error), as_json)
            continue
        _print_reading(path, reading, as_json)
        if annotate_to is not None:
            _draw(annotate_to / f"{number:04d}_{path.stem}.png", annotate(image, reading, _width(image)))
    if unusable:
        ctx.exit(UNUSABLE_INPUT)


def _width(image) -> int:
    """How wide a drawing is: a small picture is made larger, so that what is written in it can be read."""
    return max(image.shape[1], LEAST_WIDTH)


def _reference(path: Path | None):
    if path is None:
        return None
    try:
        return load_picture(path)
    except NoPicture as error:
        raise Stop(f"the picture of the empty table, {path}, cannot be used: {error}.") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(f"the folder {folder} cannot be made: {error.strerror or error}.") from None


def _draw(path: Path, picture) -> None:
    done, png = cv2.imencode(".png", picture)
    try:
        if not done:
            raise OSError("the picture cannot be encoded")
        path.write_bytes(png.tobytes())
    except OSError as error:
        raise Stop(f"{path} cannot be written: {error.strerror or error}.") from None


def _print_error(path: Path, error: str, as_json: bool) -> None:
    if as_json:
        emit({"file": str(path), "error": error})
    else:
        click.echo(f"{path}: {error}")


def _print_reading(path: Path, reading: Reading, as_json: bool) -> None:
    if as_json:
        emit({"file": str(path), **reading.to_json()})
        return
    if reading.values is None:
        verdict = f"not read: {reading.reason}" + (f" ({reading.detail})" if reading.detail else "")
    else:
        verdict = " ".join(map(str, reading.values)) + f"  (sure to {reading.confidence:.1%})"
    click.echo(f"{path}: {verdict}")
