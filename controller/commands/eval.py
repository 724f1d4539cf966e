"""`dicetable eval`: scores the reader on a labelled folder."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np

from controller.commands.options import DiceCount, json_option
from controller.commands.printing import Stop, emit, say
from vision.curve import Curve, draw_curve
from vision.scoring import NoLabels, Score, score_folder
from vision.sheet import contact_sheet

#: What a curve may be written as, by the file's ending, and what a sheet may be.
CURVE_ENDINGS, SHEET_ENDINGS = (".png", ".jpg", ".json"), (".png", ".jpg")


class Drawing(click.Path):
    """A file to be written, known by its ending."""

    def __init__(self, endings: tuple[str, ...]) -> None:
        super().__init__(path_type=Path, dir_okay=False)
        self._endings = endings

    def convert(self, value, param, ctx) -> Path:
        path = super().convert(value, param, ctx)
        if path.suffix.lower() not in self._endings:
            self.fail(f"{str(path)!r} ends in none of {', '.join(self._endings)}", param, ctx)
        return path


@click.command("eval")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--dice",
    type=DiceCount(),
    default=None,
    metavar="N|any",
    help="How many dice there must be; by default what the labels are made for.",
)
@click.option(
    "--curve",
    "curves",
    type=Drawing(CURVE_ENDINGS),
    multiple=True,
    metavar="FILE",
    help="Also writes how much is read, and wrongly, as the threshold moves: drawn (.png, .jpg) or as numbers "
    "(.json). May be given twice. With --json the curve stands in the output too.",
)
@click.option(
    "--sheet",
    type=Drawing(SHEET_ENDINGS),
    metavar="FILE",
    help="Also draws every wrong answer and every needless refusal on one sheet (.jpg, .png).",
)
@json_option
def evaluate(folder: Path, dice: int | None, curves: tuple[Path, ...], sheet: Path | None, as_json: bool) -> None:
    """Score the reader on a folder of labelled pictures and throws.

    The folder holds labels.json or truth.json; folders below it are scored too, and a table's empty.jpg
    is used as its reference.
    """
    try:
        score = score_folder(folder, dice=dice)
    except NoLabels as error:
        raise Stop(str(error)) from None
    curve = score.curve() if curves else None
    if as_json:
        emit(score.to_json() | ({} if curve is None else {"curve": curve.to_json()}))
    else:
        click.echo("\n".join([score.table(), *(() if curve is None else curve.sentences())]))
    for path in curves:
        _write_curve(path, curve, score)
    if sheet is not None:
        _write_sheet(sheet, score)


def _write_curve(path: Path, curve: Curve, score: Score) -> None:
    if path.suffix.lower() == ".json":
        _write(path, json.dumps(curve.to_json()).encode() + b"\n")
    else:
        _write(path, _encoded(path, draw_curve(curve, f"{len(score.results)} labelled pictures and throws")))


def _write_sheet(path: Path, score: Score) -> None:
    made = contact_sheet(score.results, score.folder)
    if made is None:
        say(f"Nothing was wrong or needlessly refused: {path} is not written.")
        return
    picture, shown = made
    _write(path, _encoded(path, picture))
    say(f"{path} shows {shown} picture{'s' if shown != 1 else ''} with what was seen in them.")


def _encoded(path: Path, picture: np.ndarray) -> bytes:
    return cv2.imencode(path.suffix.lower(), picture)[1].tobytes()


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Stop(f"{path} cannot be written: {error.strerror or error}.") from None
