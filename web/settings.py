"""What the pages are told at the start, and what does not change while they are served."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

#: Languages that the pages may speak. English is the language of the sources.
LANGUAGES = ("en", "sv", "vi")


@dataclass(frozen=True, slots=True)
class Wifi:
    """The network that guests join, for the second QR code on the TV. An empty password is an open network."""

    name: str
    password: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the pages are served.

    secrets: folder beside the ledger for the key that signs cookies, the hashed PIN and who holds which seat;
        made when it is not there.
    seats: how many people may sit at the table, 2 to 12.
    camera: whether a camera reads the throws; without one the shooter rolls on the phone.
    frames: gives the newest picture of the camera for the host: a JPEG as bytes, an image as an
        (h, w, 3) uint8 array, or None when there is none. Called a few times a second at most.
    picture: gives the JPEG of a kept picture for its hash, or None when it is gone.
    health: gives the state of the attached parts: dicts with `name`, `state` ("ok", "warn", "fault"),
        `text` and, when something can be done, `help`.
    pads: gives how many seats' pads are attached now.
    past: gives what the table decided before the pages were started, oldest first, as values with
        `seq`, `command` and `events`, so that the history on the screens survives a restart.
    address: what phones are to open, "192.168.1.20:8080"; None: found out when the server starts.
    wifi: the network that guests join, or None.
    language: one of LANGUAGES, for whoever states no wish.
    pin: the host's PIN; None: one is made at the first start (`first_pin` of the application).
    buy_in: chips that the form for a new game proposes.
    game: which game the form proposes.
    rules: options of that game that the form proposes, and that a new game gets where the form does not show them;
        what is not named is as the game has it by default.
    streams: how many live streams are served at once; whoever comes later polls.
    ask_code: whether a phone must show the code from the TV before it may sit down. A browser on the
        table's own machine never needs it.
    """

    secrets: Path
    seats: int = 12
    camera: bool = False
    frames: Callable[[], object] | None = None
    picture: Callable[[str], bytes | None] | None = None
    health: Callable[[], list[dict]] | None = None
    pads: Callable[[], int] | None = None
    past: Callable[[], object] | None = None
    address: str | None = None
    wifi: Wifi | None = None
    language: str = "en"
    pin: str | None = None
    buy_in: int = 500
    game: str = "street"
    rules: dict = field(default_factory=dict)
    streams: int = 128
    ask_code: bool = True

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 12:
            raise ValueError(f"a table has 2 to 12 seats, not {self.seats}")
        if self.language not in LANGUAGES:
            raise ValueError(f"the pages speak {', '.join(LANGUAGES)}, not {self.language!r}")
        if self.streams < 1:
            raise ValueError("at least one live stream must be allowed")
