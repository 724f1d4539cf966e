"""`dicetable demo`: the whole table with nothing attached."""

from __future__ import annotations

import signal
import tempfile
from pathlib import Path
from typing import Any

import click

from controller.commands.demo_parts import attach
from controller.commands.options import json_option
from controller.commands.printing import MISSING_PART, UNUSABLE_INPUT, Stop, emit, say
from controller.commands.screens import Screens
from controller.demo.evening import DemoOptions, Outcome, run_demo
from controller.demo.kinds import KINDS
from controller.demo.stage import DemoFailed
from controller.demo.telling import tell
from controller.ledger import LedgerError
from controller.threads import hand_over_soon
from vision.cameras.base import CameraError

#: What may go wrong with a simulated throw.
TROUBLES = ("cocked", "off_surface", "hand", "one_moved", "glare")


class Troubles(click.ParamType):
    """`all`, `none`, or some of TROUBLES with commas between them."""

    name = "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> frozenset[str]:
        if isinstance(value, frozenset):
            return value
        if value in ("all", "none"):
            return frozenset(TROUBLES if value == "all" else ())
        named = frozenset(value.split(","))
        if unknown := sorted(named - set(TROUBLES)):
            self.fail(f"{', '.join(unknown)} is not among {', '.join(TROUBLES)}, all, none", param, ctx)
        return named


@click.command()
@click.option(
    "--throws",
    type=click.IntRange(1),
    help="Stop after so many counted throws; by default 20 with --fast or --json, else until Ctrl-C.",
)
@click.option(
    "--fast", is_flag=True, help="Do not sleep: the same frames through the same parts, as fast as they come."
)
@json_option
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, another evening.")
@click.option(
    "--db", type=click.Path(path_type=Path), help="Keep the ledger here and go on from it; else it is thrown away."
)
@click.option(
    "--troubles",
    type=Troubles(),
    default="all",
    show_default=True,
    help=f"What may go wrong with a throw: all, none, or a list out of {', '.join(TROUBLES)}.",
)
@click.option(
    "--game",
    type=click.Choice(sorted(KINDS)),
    default="street",
    show_default=True,
    help="Which game is opened.",
)
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True, help="Port of the pages.")
@click.pass_context
def demo(
    ctx: click.Context,
    throws: int | None,
    fast: bool,
    as_json: bool,
    seed: int,
    db: Path | None,
    troubles: frozenset[str],
    game: str,
    port: int,
) -> None:
    """Play a whole evening with nothing attached: simulated dice, the real reading, the real table.

    Six players bet with chips, against each other or a bank; no money is moved. At the end the ledger is proved.
    """
    # A polite kill ends the evening as Ctrl-C does: cash-out, proof, nothing left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    hand_over_soon()
    if throws is None and (fast or as_json):
        throws = 20
    with tempfile.TemporaryDirectory(prefix="dicetable-") as scratch:
        options = DemoOptions(throws, fast, seed, db or Path(scratch) / "demo.db", troubles, game)
        # A demo for machines is nobody's to watch: any free port of this machine will do.
        screens = attach(None, _say_nothing) if fast or as_json else attach(port, _say_where)
        try:
            outcome = run_demo(options, screens, _say_nothing if as_json else _print)
        except DemoFailed as error:
            raise Stop(str(error)) from None
        except LedgerError as error:
            raise Stop(str(error)) from None
        except CameraError as error:
            raise Stop(str(error), MISSING_PART) from None
    for sentence in outcome.wrong:
        say(f"Wrong: {sentence}")
    if outcome.failure is not None:
        say(f"The demo could not go on: {outcome.failure}")
    if as_json:
        emit(outcome.told)
    else:
        click.echo(_summary(outcome))
    if not outcome.good:
        ctx.exit(UNUSABLE_INPUT)


def _say_nothing(_: object) -> None:
    pass


def _say_where(screens: Screens) -> None:
    click.echo(f"Open {screens.url}/tv to watch. Join on a phone: {screens.join_url} with the code {screens.code}.")
    click.echo(f"The host's page is {screens.url}/host, its PIN {screens.first_pin or 'is the one told before'}.")
    click.echo("Chips are chips; no money is moved. End with Ctrl-C.")


def _print(events: list[dict[str, Any]]) -> None:
    for line in tell(events):
        click.echo(line)


def _summary(outcome: Outcome) -> str:
    told = outcome.told
    refused = sum(told["no_rolls"].values())
    return (
        f"\n{told['throws']} throws counted in {told['looks']} looks, {told['read_wrong']} read wrong, "
        f"{refused} called no roll. "
        f"Chips in {told['chips_in']}, chips out {told['chips_out']}. The ledger: {told['verify']}."
    )
