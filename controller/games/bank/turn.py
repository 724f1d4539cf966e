"""A command on its way in bank craps, and the round that begins behind it."""

from __future__ import annotations

from controller.games import turns
from controller.games.bank.events import RoundBegun
from controller.games.bank.evolve import evolve


class Turn(turns.Turn):
    """See turns.Turn."""

    evolve = staticmethod(evolve)


def next_round(turn: Turn, shooter: str | None, before: str | None) -> None:
    """Begins a round with this shooter. before: who shot before, None where nobody did."""
    turn.tell(RoundBegun(turn.state.round + 1, shooter, before if before != shooter else None))


def first_round(turn: Turn) -> None:
    """Begins the first round of the game, whose shooter has been chosen."""
    next_round(turn, turn.state.shooter, None)
