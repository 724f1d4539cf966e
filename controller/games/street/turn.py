"""A command on its way in street craps, and the round that opens behind it."""

from __future__ import annotations

from controller.games import turns
from controller.games.seats import seats_from
from controller.games.street.events import RoundOpened, Waiting
from controller.games.street.evolve import evolve
from controller.games.street.state import Street, can_stake


class Turn(turns.Turn):
    """bet: the number that a chip is to have (a correction keeps numbers)."""

    evolve = staticmethod(evolve)

    def __init__(self, state: Street, command: dict, bet: int | None = None) -> None:
        super().__init__(state, command)
        self.bet = bet


def next_round(turn: Turn, before: str | None) -> None:
    """Opens the round of the seat that is due, or has the table wait. before: who shot before.

    Only in phase waiting. The due seat, or the next on its left that holds the minimum, shoots; the next one
    after that who holds it fades.
    """
    state = turn.state
    able = set(can_stake(state))
    if len(able) < 2:
        turn.tell(Waiting(state.due))
        return
    shooter, fader = [seat for seat in seats_from(state.players, state.due) if seat in able][:2]
    minimum = state.rules.minimum
    passed_from = before if before != shooter else None
    turn.tell(RoundOpened(state.round + 1, shooter, minimum, fader, minimum, passed_from))


def first_round(turn: Turn) -> None:
    """Opens the first round of the game."""
    next_round(turn, None)


def reopen(turn: Turn) -> None:
    """While the table waits: opens the round as soon as two seats hold the minimum."""
    if turn.state.phase == "waiting" and len(can_stake(turn.state)) >= 2:
        next_round(turn, None)
