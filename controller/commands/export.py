"""`dicetable export`: an evening as tables for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.options import json_option
from controller.commands.printing import Stop, emit
from controller.export import record_in, written
from controller.ledger import LedgerError


@click.command()
@click.argument("db", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder for the files, made where it is not there; by default the ledger's name with -export, here.",
)
@json_option
def export(db: Path, folder: Path | None, as_json: bool) -> None:
    """Write an evening's rounds, throws and settlements as CSV and as JSON.

    DB is the ledger; it is only read, and may be in use. Files of an earlier export in the folder are replaced.
    """
    try:
        record = record_in(db)
    except LedgerError as error:
        raise Stop(str(error)) from None
    folder = Path(f"{db.stem}-export") if folder is None else folder
    try:
        files = written(record, folder)
    except OSError as error:
        raise Stop(f"The files cannot be written into {folder}: {error.strerror or error}.") from None
    for path, rows in files.items():
        if as_json:
            emit({"file": str(path), "rows": rows})
        else:
            click.echo(f"{path}: {rows} {'row' if rows == 1 else 'rows'}")
