"""The pages, attached to a table: the one place where the command line hands the table to the web."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.commands.printing import MISSING_PART, Stop
from controller.config import Config
from controller.doctor import machine
from controller.doctor.finding import Finding
from controller.eye import Eye
from controller.health import MachineHealth, of_camera, of_pads
from controller.live import LiveView
from controller.pads import Pads
from controller.play_area import PlayArea
from controller.table import Table
from web import Settings, Wifi, create_app
from web.serve import ServeError, Server, lan_address


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


@dataclass(frozen=True, slots=True)
class Attached:
    """What the pages may show and set beside the table; None for what is not there. more: further findings."""

    eye: Eye | None = None
    area: PlayArea | None = None
    pads: Pads | None = None
    more: Callable[[], list[Finding]] = list


@contextmanager
def open_screens(config: Config, table: Table, attached: Attached) -> Iterator[Screens]:
    """Serves the pages for as long as the block runs. Raises Stop when the port cannot be had."""
    app = create_app(table, _settings(config, table, attached))
    try:
        server = Server(app, config.web.host, config.web.port)
    except ServeError as error:
        raise Stop(str(error), MISSING_PART) from None
    with server:
        pages = app.extensions["dicetable"]
        yield Screens(server.url, server.join_url, pages.seats.room_code, pages.pin.first, pages.seats.release)


def _settings(config: Config, table: Table, attached: Attached) -> Settings:
    web = config.web
    live = None if attached.eye is None else LiveView(attached.eye)
    return Settings(
        secrets=secrets_folder(config.path(config.table.ledger)),
        seats=web.seats,
        camera=attached.eye is not None,
        frames=None if live is None else live.jpeg,
        bare=None if live is None else partial(live.jpeg, drawn=False),
        seen=None if live is None else live.seen,
        area=attached.area,
        pads=attached.pads,
        picture=None if table.pictures is None else table.pictures.load,
        health=health(config, attached),
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


def health(config: Config, attached: Attached) -> Callable[[], list[Finding]]:
    """What tells of the attached parts and the machine."""
    of_machine = MachineHealth(config.path(config.table.ledger).parent, config.table.pictures_megabytes)

    def found() -> list[Finding]:
        camera = [] if attached.eye is None else of_camera(attached.eye)
        pads = [] if attached.pads is None else of_pads(attached.pads.health)
        network = machine.network(config.web.host, lan_address(), False, config.web.port, served=True)
        return [*camera, *pads, *attached.more(), *of_machine(), network]

    return found
