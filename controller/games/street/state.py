"""What a street table is at one moment: frozen values, never changed in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from controller.games.chips import Chips
from controller.games.opening import Opening
from controller.games.street.options import Rules

Bets = tuple[tuple[str, int], ...]
"""((player, chips), ...) in betting order."""
SIDES = ("for", "against")


@dataclass(frozen=True)
class Bet:
    """A chip on the board. number: of the bet. lay: what the taker lays. odds: of its square when it was put.

    taker: who took it, or None while it is open. taken_at: how many throws the game had then.
    """

    number: int
    player: str
    square: str
    amount: int
    lay: int
    odds: Any
    taker: str | None = None
    taken_at: int = 0


@dataclass(frozen=True)
class Street:
    """A street game.

    next_rules: what `rules` become when the next round opens, or None. phase: opening, come_out, point, waiting, over.
    players: seated, clockwise. round, throws: how many so far. shooter: who throws. due: while waiting, the seat the
    dice wait for. stake: (player, chips) or None. auto_fade: whom the table put against, while he has left it so.
    late: who sat down since the round opened, no line for them yet.
    board: number -> Bet. no_rolls: counted ones in a row. last: the last throw as its event, or None.
    """

    rules: Rules
    chips: Chips
    players: tuple[str, ...]
    phase: str = "waiting"
    next_rules: Rules | None = None
    round: int = 0
    throws: int = 0
    shooter: str | None = None
    due: str | None = None
    stake: tuple[str, int] | None = None
    fors: Bets = ()
    againsts: Bets = ()
    auto_fade: str | None = None
    point: int | None = None
    late: frozenset[str] = frozenset()
    board: dict[int, Bet] = field(default_factory=dict)
    next_bet: int = 1
    dice_out: bool = False
    no_rolls: int = 0
    host_called: bool = False
    opening: Opening | None = None
    last: Any = None
    winners: tuple[str, ...] = ()


def locked(state: Street, bet: Bet) -> bool:
    """A throw has been made on the taken chip: nobody undoes it any more."""
    return bet.taker is not None and state.throws > bet.taken_at


def line_bet(state: Street, player: str) -> tuple[str, int] | None:
    """(side, chips) of a player's line bet, the stake apart, or None."""
    for side, bets in (("for", state.fors), ("against", state.againsts)):
        for bettor, chips in bets:
            if bettor == player:
                return side, chips
    return None


def line_shares(state: Street) -> Bets:
    """((player, chips), ...) of stake and line bets together."""
    stake = () if state.stake is None else (state.stake,)
    return stake + state.fors + state.againsts


def can_stake(state: Street) -> tuple[str, ...]:
    """The seats that hold the minimum in hand, in seat order."""
    hand, minimum = state.chips.hand, state.rules.minimum
    return tuple(player for player in state.players if hand[player] >= minimum)
