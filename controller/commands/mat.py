"""`dicetable mat` and `dicetable labels`: what is printed on paper, at true size."""

from __future__ import annotations

from pathlib import Path

import click

from controller.addresses import is_link
from controller.commands.printing import Stop, say
from controller.config import Config, ConfigError, load
from controller.games.fields import shown
from controller.printed import DrawingError, save
from controller.printed.labels import labels as seat_labels
from controller.printed.labels import legend
from controller.printed.mat import FELTS, corner_cards
from controller.printed.mat import mat as whole_mat
from controller.printed.tiles import PAPERS, tiles

#: Size of a play area when nobody says one.
USUAL_MM = (600.0, 400.0)

config_option = click.option("--config", type=click.Path(path_type=Path), help="table.toml, for what is left out.")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default="mat.pdf")
@click.option("--width", type=float, help="Millimetres of the play area along its far edge; 600 if nothing says.")
@click.option("--depth", type=float, help="Millimetres from its far edge to the shooter's; 400 if nothing says.")
@click.option("--paper", type=click.Choice([*PAPERS, "whole"]), default="a4", show_default=True,
              help="Larger mats are tiled over several sheets; whole: one sheet as large as the mat.")  # fmt: skip
@click.option("--felt", type=click.Choice(list(FELTS)), default="none", help="Colour printed under the dice.")
@click.option("--cards", is_flag=True, help="Only the four corner markers, on one A4 sheet, to glue on a felt.")
@config_option
def mat(
    file: Path, width: float | None, depth: float | None, paper: str, felt: str, cards: bool, config: Path | None
) -> None:
    """Print the marker mat into FILE (.pdf or .svg; mat.pdf if left out), at true size.

    The camera finds the play area by the four markers at its corners. Print at 100 %, then measure the ruler.
    """
    try:
        surface = (load(config) if config is not None else Config()).surface
        width, depth = width or surface.width_mm or USUAL_MM[0], depth or surface.depth_mm or USUAL_MM[1]
        sheet = whole_mat(width, depth, felt)
        pages = [corner_cards(width, depth)] if cards else [sheet] if paper == "whole" else tiles(sheet, paper)
        files = save(pages, file)
    except (ConfigError, DrawingError) as error:
        raise Stop(str(error)) from None
    say(f"{_named(files)} {'is' if len(files) == 1 else 'are'} written, {_sheets(len(pages))}. Print at 100 %, "
        "not fitted to the page, and measure the ruler.")  # fmt: skip


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default="labels.pdf")
@click.option("--seats", type=click.IntRange(1, 12), help="How many labels; if left out, as table.toml says.")
@click.option("--address", help="What phones open, for instance http://10.42.0.1:8080")
@click.option("--word", default="Seat", show_default=True, help="What stands over the number.")
@config_option
def labels(file: Path, seats: int | None, address: str | None, word: str, config: Path | None) -> None:
    """Print a label with a QR code for each seat, and what the pads' lights mean, into FILE (.pdf or .svg)."""
    try:
        web = (load(config) if config is not None else Config()).web
        address = address or web.address
        if not address:
            raise DrawingError("Say with --address what phones open, or write [web] address into table.toml.")
        if "://" not in address:
            address = f"http://{address}"
        if not is_link(address):
            raise DrawingError(f"No phone opens {shown(address)}: write an address like http://10.42.0.1:8080.")
        pages = [*seat_labels(seats or web.seats, address, word), legend()]
        files = save(pages, file)
    except (ConfigError, DrawingError) as error:
        raise Stop(str(error)) from None
    say(f"{_named(files)} {'is' if len(files) == 1 else 'are'} written, {_sheets(len(pages))}.")


def _named(files: list[Path]) -> str:
    return str(files[0]) if len(files) == 1 else f"{files[0]} to {files[-1]}"


def _sheets(count: int) -> str:
    return "one sheet" if count == 1 else f"{count} sheets"
