"""The command line: the place where everything is put together."""

from __future__ import annotations

import click

from controller import __version__


@click.group()
@click.version_option(__version__, prog_name="dicetable")
def main() -> None:
    """A table with real dice and no dealer: the camera reads, the ledger moves the chips."""
