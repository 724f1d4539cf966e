"""A table at its fullest, in the states that its pages have to bear: for looking at every page, not for its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from controller.ledger import Ledger
from controller.pictures import Pictures
from controller.table import Table
from web import Settings, Wifi, create_app
from web.games.street_board import SQUARES
from web.serve import Server

PIN = "271828"
#: Twelve names of twenty letters, the longest that are taken.
LONG = (
    "Maximilian Andersson", "Bartholomew Sundqvis", "Nguyễn Thị Minh Khai", "Wilhelmina Söderberg",
    "Alexandra Lindström", "Christopher Johansso", "Gabriella Månsdotter", "Sebastian Björkegren",
    "Evangelina Håkansson", "Konstantin Ahlström", "Theodor Wennerström", "WWWWWWWWWWWWWWWWWWWW",
)  # fmt: skip
#: Whose phone is looked at: the second seat.
SEAT = LONG[1]
#: Seats of a hand of cards.
HAND = (*LONG[:5], LONG[-1])
#: States of a table, in the order in which one evening has them.
STATES = ("empty", "waiting", "playing", "no_roll", "error", "over")

DICE = (Path(__file__).parent / "dice.jpg").read_bytes()
READ = {"confidence": 0.9996, "dice": [{"value": 5, "confidence": 0.999}, {"value": 1, "confidence": 0.999}]}
LEANS = {"dice": [{"value": 4, "confidence": 0.97}, {"value": None, "tilt_deg": 31.0, "candidates": [[2, 0.6]]}]}
AWAY = "The camera was unplugged, and the table waits for it."


@dataclass
class FullTable:
    """One evening of a game, led from state to state with `come_to`. game: street, bank or poker."""

    game: str
    table: Table
    server: Server
    pictures: Pictures
    url: str = field(init=False)
    state: str = "empty"

    def __post_init__(self) -> None:
        self.url = self.server.url

    def say(self, cmd: str, **fields) -> None:
        """A command of the host; what is refused is a fault of this file."""
        reply = self.table.submit({"cmd": cmd, **fields}, by="host").result(10)
        assert reply.ok, reply.why

    def come_to(self, state: str) -> None:
        """Plays on to a state that comes later in STATES."""
        while self.state != state:
            self.state = STATES[STATES.index(self.state) + 1]
            getattr(self, f"_{self.state}")()
        self._settled()

    def _settled(self) -> None:
        pages = self.server._pages
        pages.catch_up(self.table.snapshot().seq)
        pages.changed()

    def _waiting(self) -> None:
        seats = self.server._pages.seats
        for name in self.players:
            if name not in seats.waiting():
                seats.wait(name, 12)

    @property
    def players(self) -> tuple[str, ...]:
        return HAND if self.game == "poker" else LONG

    def _playing(self) -> None:
        OPENINGS[self.game](self)
        self.table.notice("cue", throw=True, clear=True, why=None)

    def _no_roll(self) -> None:
        for reason, detail in (("cocked", None), ("not_thrown", "one_moved")):
            more = {} if detail is None else {"detail": detail}
            self.say("no_roll", reason=reason, picture=self.pictures.keep(DICE), reading=LEANS, **more)

    def _error(self) -> None:
        """The third no-roll in a row: the host is called; and the camera is away."""
        self.say("no_roll", reason="surface_changed")
        self.table.notice("camera", seeing=False, sentence=AWAY)

    def _over(self) -> None:
        self.table.notice("camera", seeing=True, sentence="The camera sees the table.")
        self.say("cash_out")

    def seen(self, *dice: int) -> None:
        """A throw that the camera read."""
        self.say("throw", dice=list(dice), source="camera", picture=self.pictures.keep(DICE), reading=READ)


def _street(full: FullTable) -> None:
    full.say("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 10, "line": "open"})
    for number, name in enumerate(LONG[2:]):
        full.say("for" if number % 3 else "against", player=name, amount=1230)
    full.seen(6, 6)
    for number, name in enumerate(LONG[2:]):
        full.say("for" if number % 3 else "against", player=name, amount=1230)
    for number, square in enumerate(SQUARES):
        bettor, taker = LONG[number % 12], LONG[(number + 1) % 12]
        full.say("chip", player=bettor, square=square, amount=100)
        if number % 3:
            full.say("take", player=taker, bet=number + 1)
    full.seen(5, 1)
    for name in (*LONG, SEAT, SEAT):
        full.say("chip", player=name, square="hard_10", amount=50)
    full.say("chip", player=LONG[2], square="field", amount=50)
    full.say("take", player=SEAT, bet=len(SQUARES) + 1)


def _bank(full: FullTable) -> None:
    rules = {"card": "trainer", "bank": 900_000, "minimum": 5, "maximum": 5000}
    full.say("open", game="bank", players=list(LONG), buy_in=12_500, rules=rules)
    for number, name in enumerate(LONG):
        full.say("bet", player=name, bet="pass" if number % 3 else "dont_pass", amount=1000 + 5 * number)
        full.say("bet", player=name, bet="hard_8", amount=100)
    full.seen(5, 1)
    for name in LONG:
        for bet, amount in (("place_8", 1200), ("come", 150), ("field", 500)):
            full.say("bet", player=name, bet=bet, amount=amount)
    full.seen(4, 5)
    for name in LONG:
        full.say("bet", player=name, bet="odds_come_9", amount=200)
        full.say("bet", player=name, bet="eleven", amount=15)


def _poker(full: FullTable) -> None:
    full.say("open", game="poker", players=list(HAND), buy_in=12_500, rules={"ante": 50})
    full.say("deal")
    full.say("bet", amount=2500)
    for _ in HAND[1:]:
        full.say("call")


OPENINGS: dict[str, Callable[[FullTable], None]] = {"street": _street, "bank": _bank, "poker": _poker}


@contextmanager
def full_table(game: str, folder: Path) -> Iterator[FullTable]:
    """A table of this game whose pages are served, with everything attached that a page can show."""
    pictures = Pictures(folder / "pictures")
    with Ledger(folder / "evening.db") as ledger:
        table = Table(ledger, pictures)
        table.start()
        settings = Settings(
            secrets=folder / "secrets", pin=PIN, camera=True, frames=lambda: DICE, picture=pictures.load,
            wifi=Wifi("Bartholomews sommarnöje", "a"), game=game,
        )  # fmt: skip
        with Server(create_app(table, settings), "127.0.0.1", 0) as server:
            yield FullTable(game, table, server, pictures)
        table.stop()
