"""`dicetable verify`: replays a ledger and says the first place that is wrong."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.options import json_option
from controller.commands.printing import UNUSABLE_INPUT, Stop, emit
from controller.ledger import LedgerError
from controller.verify import verify as verify_ledger


@click.command()
@click.argument("db", type=click.Path(path_type=Path))
@click.option("--head", metavar="NUMBER:HASH", help="A head that was written down before; it must stand in the ledger.")
@json_option
@click.pass_context
def verify(ctx: click.Context, db: Path, head: str | None, as_json: bool) -> None:
    """Replay a ledger: hash chain, rules, sum of chips, pictures.

    Says "ok", or the first place that is wrong (exit status 1).
    """
    try:
        report = verify_ledger(db, head=head)
    except LedgerError as error:
        raise Stop(str(error)) from None
    if as_json:
        emit(report.to_json())
    else:
        click.echo(report.sentence())
    if not report.ok:
        ctx.exit(UNUSABLE_INPUT)
