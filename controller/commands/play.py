"""`dicetable play`: a table without a screen, commands in and events out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.printing import Stop
from controller.ledger import Ledger, LedgerError
from controller.play import InMemory, play_lines
from controller.table import Table


@click.command()
@click.option(
    "--db", type=click.Path(path_type=Path), help="Keep the game in this ledger; a second call goes on from there."
)
@click.pass_context
def play(ctx: click.Context, db: Path | None) -> None:
    """Play without a screen: one JSON command a line in, one JSON reply a line out.

    Whoever types is the host and speaks for everybody. Chips are chips: no money is moved.
    """
    if db is None:
        ctx.exit(play_lines(sys.stdin.buffer, sys.stdout, InMemory()))
    try:
        ledger = Ledger(db)
    except LedgerError as error:
        raise Stop(str(error)) from None
    table = Table(ledger)
    table.start()
    try:
        status = play_lines(sys.stdin.buffer, sys.stdout, TableSession(table))
    finally:
        table.stop()
        ledger.close()
    ctx.exit(status)


class TableSession:
    """Speaks to a table on behalf of `play`: the typist is the host."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def submit(self, command: dict):
        """The events of a command as JSON-ready values. Raises Refused."""
        reply = self._table.submit(command, by="host", source="typed").result()
        return reply.events_or_refusal()

    def public(self, viewer: str | None) -> dict:
        """The state as rules.md writes it."""
        return self._table.snapshot().public(viewer)
