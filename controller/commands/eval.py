"""`dicetable eval`: scores the reader on a labelled folder."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.options import DiceCount, json_option
from controller.commands.printing import Stop, emit
from vision.scoring import NoLabels, score_folder


@click.command("eval")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--dice",
    type=DiceCount(),
    default=None,
    metavar="N|any",
    help="How many dice there must be; by default what the labels are made for.",
)
@json_option
def evaluate(folder: Path, dice: int | None, as_json: bool) -> None:
    """Score the reader on a folder of labelled pictures and throws.

    The folder holds labels.json or truth.json; folders below it are scored too, and a table's empty.jpg
    is used as its reference.
    """
    try:
        score = score_folder(folder, dice=dice)
    except NoLabels as error:
        raise Stop(str(error)) from None
    if as_json:
        emit(score.to_json())
    else:
        click.echo(score.table())
