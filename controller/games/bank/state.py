"""What a bank table is at one moment: frozen values, never changed in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from controller.games.bank.options import Rules
from controller.games.bank.spots import ALWAYS, ON, Spot
from controller.games.chips import Chips
from controller.games.opening import Opening

BANK = "*"
"""The bank's account among the chips: a name that no player can have."""
Bets = dict[str, dict[str, int]]
"""player -> spot -> chips. Only players with a bet are in it."""


@dataclass(frozen=True)
class Bank:
    """A game of bank craps.

    next_rules: what `rules` become when the next round opens, or None. phase: opening, come_out, point, over.
    players: seated, clockwise. round, throws: how many so far. shooter: who throws, None where nobody is seated.
    point: the number that the puck is on, None: off. bets: what lies on the layout. called: player -> spot -> whether
    he has called that bet on or off for come-outs. no_rolls: counted ones in a row. last: the last throw as its event.
    """

    rules: Rules
    chips: Chips
    players: tuple[str, ...]
    phase: str = "come_out"
    next_rules: Rules | None = None
    round: int = 0
    throws: int = 0
    shooter: str | None = None
    point: int | None = None
    bets: Bets = field(default_factory=dict)
    called: dict[str, dict[str, bool]] = field(default_factory=dict)
    dice_out: bool = False
    no_rolls: int = 0
    host_called: bool = False
    opening: Opening | None = None
    last: Any = None
    winners: tuple[str, ...] = ()


def standing(state: Bank, player: str, name: str) -> int:
    """Chips of the player's bet on that spot; 0 where none stands."""
    return state.bets.get(player, {}).get(name, 0)


def works(state: Bank, player: str, spot: Spot) -> bool:
    """Whether the player's bet on that spot works on the next throw."""
    return state.point is not None or works_on_come_out(state, player, spot)


def works_on_come_out(state: Bank, player: str, spot: Spot) -> bool:
    """Whether it works with the puck off: by the card, unless he has called it on or off."""
    if spot.come_out == ALWAYS:
        return True
    return state.called.get(player, {}).get(spot.name, spot.come_out == ON)


def reserve(state: Bank) -> int:
    """What the bank must be able to pay: the most that each bet on the layout can win, added up."""
    spots, point = state.rules.spots, state.point
    return sum([spots[name].most_won(point, chips) for bets in state.bets.values() for name, chips in bets.items()])


def free(state: Bank) -> int:
    """What the bank holds beyond its reserve."""
    return state.chips.hand[BANK] - reserve(state)
