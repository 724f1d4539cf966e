"""Pads that pulse so that a person finds the seat: one's own, or all that nobody holds a phone for.

Times are seconds on the monotonic clock. A pad that pulses takes a press as "here I am" and as nothing else.
"""

from __future__ import annotations

from collections.abc import Collection

from firmware import lights

#: For how long all free pads pulse, and one's own.
SEARCH_S, BLINK_S = 20.0, 6.0


class PadSearch:
    """Which pads pulse now. Used under the lock of whoever owns it."""

    def __init__(self) -> None:
        self._search_until = 0.0
        self._held: frozenset[str] = frozenset()
        self._blinks: dict[str, float] = {}

    def search(self, held: Collection[str], now: float) -> None:
        """All pads pulse but those of players whose seat a phone holds, until one of them is pressed."""
        self._held, self._search_until = frozenset(held), now + SEARCH_S

    def end_search(self) -> None:
        """Nobody looks for a pad any more."""
        self._search_until = 0.0

    def blink(self, player: str, now: float) -> None:
        """The pad of this player pulses."""
        self._blinks[player] = now + BLINK_S

    def code(self, player: str | None, now: float) -> int | None:
        """What both lights of this player's pad (None: nobody's) show; None where it does not pulse."""
        if self._asked(player, now) or (player is not None and self._blinks.get(player, 0.0) > now):
            return lights.PRESS_HERE
        return None

    def pressed(self, player: str | None, now: float) -> bool:
        """A pulsing pad was pressed. Whether it was looked for; it pulses no more."""
        found = self._asked(player, now)
        if found:
            self.end_search()
        if player is not None:
            self._blinks.pop(player, None)
        return found

    def until(self, now: float) -> float | None:
        """When the next pad stops pulsing; None while none does."""
        self._blinks = {player: end for player, end in self._blinks.items() if end > now}
        ends = [*self._blinks.values(), *([self._search_until] if self._search_until > now else [])]
        return min(ends, default=None)

    def _asked(self, player: str | None, now: float) -> bool:
        return self._search_until > now and player not in self._held

