"""Which taps were taken in and which are decided: every tap of a board once, in order.

A board numbers its taps from 1 after each start and names that start by a boot id. It sends a tap
again until it is acknowledged, and tells with each the oldest number it still keeps; so all before that
one are done with, whoever decided them. What a controller before this one decided and could not
acknowledge any more is known by the table: the tap's name (`Tap.name`) is in the ledger.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

BOOTS_KEPT = 256


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap. board: its id in hex. boot: which start of the board. seat: on the board, from 0.

    meaning: for, against, off, pass_dice, code or here. seen: the state number that its light showed.
    arrived: monotonic time at which it came.
    """

    board: str
    boot: int
    number: int
    seat: int
    meaning: str
    seen: int
    arrived: float

    @property
    def name(self) -> str:
        """The same for every copy of this tap, and for no other tap ever."""
        return f"{self.board}.{self.boot:08x}.{self.number}"


@dataclass(slots=True)
class _Boot:
    taken: int = 0  # every tap up to this number was handed on
    decided: int = 0  # every tap up to this number is decided
    early: set[int] = field(default_factory=set)  # decided, but one before is not yet


class Boots:
    """The numbers of all boards that were met. Used by the threads of all ports."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._boots: OrderedDict[tuple[str, int], _Boot] = OrderedDict()

    def kept_from(self, board: str, boot: int, oldest: int) -> None:
        """The board keeps no tap below `oldest`: those before were acknowledged, by whomever."""
        with self._lock:
            known = self._of(board, boot)
            known.taken = max(known.taken, oldest - 1)
            if known.decided < oldest - 1:
                known.decided = oldest - 1
                _close_up(known)

    def take(self, tap: Tap) -> bool:
        """True when this is the next tap of its board, and only once; one too early comes again."""
        with self._lock:
            known = self._of(tap.board, tap.boot)
            if tap.number != known.taken + 1:
                return False
            known.taken = tap.number
            return True

    def decided(self, tap: Tap) -> None:
        """The table has decided this tap."""
        with self._lock:
            known = self._of(tap.board, tap.boot)
            known.early.add(tap.number)
            _close_up(known)

    def decided_until(self, board: str, boot: int) -> int:
        """Every tap up to this number is decided."""
        with self._lock:
            return self._of(board, boot).decided

    def _of(self, board: str, boot: int) -> _Boot:
        key = (board, boot)
        known = self._boots.pop(key, None) or _Boot()
        self._boots[key] = known
        while len(self._boots) > BOOTS_KEPT:
            self._boots.popitem(last=False)
        return known


def _close_up(known: _Boot) -> None:
    while known.decided + 1 in known.early:
        known.decided += 1
    known.early = {number for number in known.early if number > known.decided}
