"""A phone that looks for the pad its owner stands at: all free pads pulse, and the one that is pressed is his.

The pads are asked and answer by notices of the table, so that the pages know nothing of boards.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from controller.pad_find import SEARCH_S


@dataclass(frozen=True, slots=True)
class FoundPad:
    """A pad that was pressed. player: whose it is, None for nobody's; after: who sits before it round the table."""

    pad: str
    player: str | None
    after: str | None


class Searched(Exception):
    """Another phone looks for its pad at this moment."""


class PadSearch:
    """One phone looks at a time. For many threads at once."""

    def __init__(self, table) -> None:
        self._table = table
        self._change = threading.Condition()
        self._look: str | None = None
        self._found: FoundPad | None = None

    def look(self, name: str, held: frozenset[str], seconds: float = SEARCH_S) -> FoundPad | None:
        """Lets all pads pulse but those of players in `held`, and waits for a press; None when there was none.

        name: of this search, for `stop`. Raises Searched.
        """
        with self._change:
            if self._look is not None:
                raise Searched
            self._look, self._found = name, None
        self._table.notice("find_pad", held=sorted(held))
        try:
            with self._change:
                self._change.wait_for(lambda: self._found is not None or self._look != name, seconds)
                return self._found if self._look == name else None
        finally:
            with self._change:
                self._look = None
            self._table.notice("stop_finding")

    def stop(self, name: str) -> None:
        """Whoever began this search looks no longer."""
        with self._change:
            if self._look == name:
                self._look = ""
                self._change.notify_all()

    def give_way(self) -> None:
        """The host walks round the pads: a press is for him now."""
        with self._change:
            if self._look is not None:
                self._look = ""
                self._change.notify_all()

    def found(self, fields) -> None:
        """The pads say which was pressed."""
        with self._change:
            self._found = FoundPad(str(fields["pad"]), fields.get("player"), fields.get("after"))
            self._change.notify_all()

    def show(self, player: str) -> None:
        """This player's pad pulses."""
        self._table.notice("blink_pad", player=player)

    def own(self, found: FoundPad, player: str) -> None:
        """The pad that was found is this player's from now on."""
        self._table.notice("own_pad", pad=found.pad, player=player)
