"""The pages, attached to a table: the one place where the command line hands the table to the web."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.commands.printing import MISSING_PART, Stop
from controller.config import Config
from controller.eye import Eye
from controller.live import LiveView
from controller.pads import Pads
from controller.pin_board import BOARD_ID
from controller.table import Table
from web import Settings, Wifi, create_app
from web.serve import ServeError, Server


@dataclass(frozen=True, slots=True)
class Screens:
    """Where the pages are. code: what a phone must show. first_pin: the host's PIN, when it was made just now.

    free(player): the phone of that seat holds it no longer, as when the host frees it.
    """

    url: str
    join_url: str
    code: str
    first_pin: str | None
    free: Callable[[str], None]


@contextmanager
def open_screens(
    config: Config, table: Table, eye: Eye | None, pads: Pads | None, more: Callable[[], list[dict]] = list
) -> Iterator[Screens]:
    """Serves the pages for as long as the block runs. more: further parts for the host's page, as `health` has them.

    Raises Stop when the port cannot be had.
    """
    app = create_app(table, _settings(config, table, eye, pads, more))
    try:
        server = Server(app, config.web.host, config.web.port)
    except ServeError as error:
        raise Stop(str(error), MISSING_PART) from None
    with server:
        pages = app.extensions["dicetable"]
        yield Screens(server.url, server.join_url, pages.seats.room_code, pages.pin.first, pages.seats.release)


def _settings(
    config: Config, table: Table, eye: Eye | None, pads: Pads | None, more: Callable[[], list[dict]]
) -> Settings:
    web = config.web
    return Settings(
        secrets=secrets_folder(config.path(config.table.ledger)),
        seats=web.seats,
        camera=eye is not None,
        frames=None if eye is None else LiveView(eye).jpeg,
        picture=None if table.pictures is None else table.pictures.load,
        health=lambda: health(eye, pads) + more(),
        pads=None if pads is None else lambda: pads.attached,
        past=table.ledger.transactions,
        address=web.address or None,
        wifi=Wifi(web.wifi, web.wifi_password) if web.wifi else None,
        language=config.table.language,
        buy_in=config.game.buy_in,
        game=config.game.game,
        rules=config.game.rules,
    )


def secrets_folder(ledger: Path) -> Path:
    """Where the pages keep their key, the hashed PIN and who holds which seat: beside the ledger."""
    return ledger.with_name(ledger.name + ".secrets")


def health(eye: Eye | None, pads: Pads | None) -> list[dict]:
    """The attached parts as the host's page shows them."""
    parts = []
    if eye is not None:
        parts.append({"name": "camera", "state": "ok" if eye.seeing else "fault", "text": eye.says})
        if eye.notes:
            parts.append({"name": "surface", "state": "warn", "text": " ".join(eye.notes.values())})
    if pads is not None:
        now = pads.health
        for board in now.boards:
            state = "ok" if board.alive else "fault"
            own = board.board == BOARD_ID.hex()
            name, where = ("pads", "the Pi's own pins") if own else (f"pads {board.board}", board.port)
            parts.append({"name": name, "state": state, "text": f"{board.seats} seats on {where}"})
        parts += [{"name": "pads", "state": "warn", "text": sentence} for sentence in now.sentences]
    return parts
