"""Which phone holds which seat: cookies, the waiting list before a game, and codes that give a seat back.

The book is one small file in the secrets folder, so that after a power cut every phone still has its
seat. It holds no chips and no rules: whether a player exists is the table's business.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path

from web.codes import clean_code, make_code
from web.pin import keep_secret

#: Seconds for which a code that gives a seat back may be used.
CODE_LIFE_S = 600.0
#: Taps that got a seat and may be sent again.
GIVEN_KEPT = 256


class SeatTaken(Exception):
    """Another phone holds that seat."""


class TableFull(Exception):
    """There is no seat left to wait for."""


class GivenSeats:
    """Seats by the tap that got them: when the answer was lost, the same tap again gets the same. For many threads."""

    def __init__(self) -> None:
        self._given: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, tap: str, player: str, number: int) -> None:
        """This tap got the player's seat, with this number for the cookie."""
        with self._lock:
            self._given[tap] = (player, number)
            while len(self._given) > GIVEN_KEPT:
                self._given.popitem(last=False)

    def of(self, tap: str) -> tuple[str, int] | None:
        """What this tap got, None for one that got nothing."""
        with self._lock:
            return self._given.get(tap)


class SeatBook:
    """For many threads at once.

    A cookie names a player and a number; it holds the seat only while the book says the same number,
    and numbers are never used twice: a seat that was given away cannot be taken back by an old cookie.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.RLock()
        self._codes: dict[str, tuple[str, float]] = {}
        kept = self._load()
        self._next: int = kept["next"]
        self._holders: dict[str, int] = kept["holders"]
        self._waiting: list[str] = kept["waiting"]
        self._room_code: str = kept["room_code"]
        self._open: bool = kept["open"]

    @property
    def room_code(self) -> str:
        """The code beside the QR code on the TV."""
        with self._lock:
            return self._room_code

    @property
    def open(self) -> bool:
        """Whether people may sit down by themselves."""
        with self._lock:
            return self._open

    def set_open(self, on: bool) -> None:
        """The host lets people sit down by themselves, or not."""
        with self._lock:
            self._open = on
            self._save()

    def new_room_code(self) -> None:
        """Another code for the TV; the one before is worth nothing now."""
        with self._lock:
            self._room_code = make_code()
            self._save()

    def waiting(self) -> tuple[str, ...]:
        """Who sat down before a game was open, in order."""
        with self._lock:
            return tuple(self._waiting)

    def held(self) -> frozenset[str]:
        """Players whose seat a phone holds."""
        with self._lock:
            return frozenset(self._holders)

    def holder(self, player: object, number: object) -> str | None:
        """The player whose seat this cookie holds, or None."""
        with self._lock:
            if isinstance(player, str) and isinstance(number, int) and self._holders.get(player) == number:
                return player
            return None

    def claim(self, player: str) -> int:
        """Gives a free seat to a phone: the number for its cookie. Raises SeatTaken."""
        with self._lock:
            if player in self._holders:
                raise SeatTaken(player)
            return self._hold(player)

    def wait(self, name: str, seats: int) -> int:
        """Puts a person on the waiting list of a game that is not open yet. Raises SeatTaken, TableFull."""
        with self._lock:
            if name.casefold() in (other.casefold() for other in self._waiting):
                raise SeatTaken(name)
            if len(self._waiting) >= seats:
                raise TableFull
            self._waiting.append(name)
            return self._hold(name)

    def release(self, player: str) -> None:
        """The phone of that seat holds it no longer."""
        with self._lock:
            self._holders.pop(player, None)
            if player in self._waiting:
                self._waiting.remove(player)
            self._save()

    def code_for(self, player: str) -> str:
        """A code with which another phone gets this seat, once, within ten minutes."""
        with self._lock:
            self._drop_old_codes()
            self._codes = {code: kept for code, kept in self._codes.items() if kept[0] != player}
            code = make_code(5)
            self._codes[code] = (player, self._clock() + CODE_LIFE_S)
            return code

    def redeem(self, typed: object) -> tuple[str, int] | None:
        """The seat of such a code: the player and the number for the cookie; the phone before loses it."""
        with self._lock:
            self._drop_old_codes()
            kept = self._codes.pop(clean_code(typed), None)
            return None if kept is None else (kept[0], self._hold(kept[0]))

    def is_room_code(self, typed: object) -> bool:
        """Whether this is the code on the TV."""
        return clean_code(typed) == self.room_code

    def keep_only(self, players: Iterable[str], opened: bool) -> None:
        """Seats of people who are no longer at the table are free; a game that opened ends the waiting list."""
        with self._lock:
            waiting = [] if opened else self._waiting
            stay = set(players) | set(waiting)
            gone = [player for player in self._holders if player not in stay]
            if not gone and waiting == self._waiting:
                return
            self._waiting = list(waiting)
            for player in gone:
                del self._holders[player]
            self._save()

    def _hold(self, player: str) -> int:
        self._next += 1
        self._holders[player] = self._next
        self._save()
        return self._next

    def _drop_old_codes(self) -> None:
        now = self._clock()
        self._codes = {code: kept for code, kept in self._codes.items() if kept[1] > now}

    def _save(self) -> None:
        text = json.dumps(
            {
                "next": self._next,
                "holders": self._holders,
                "waiting": self._waiting,
                "room_code": self._room_code,
                "open": self._open,
            }
        )
        keep_secret(self._path, text)

    def _load(self) -> dict:
        """The book as it was kept; a new one when there is none or it cannot be read.

        A new one begins its numbers at the time of day, so that cookies of a lost book fit nobody.
        """
        fresh = {"next": int(time.time()) * 1000, "holders": {}, "waiting": [], "room_code": make_code(), "open": True}
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return {
                "next": int(kept["next"]),
                "holders": {str(name): int(number) for name, number in kept["holders"].items()},
                "waiting": [str(name) for name in kept["waiting"]],
                "room_code": clean_code(kept["room_code"]) or make_code(),
                "open": bool(kept["open"]),
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return fresh
