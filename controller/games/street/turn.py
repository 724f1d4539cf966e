"""A command on its way: the state it meets and the events it has told so far, each carried out as it is told."""

from __future__ import annotations

from typing import Any

from controller.games.codec import Event
from controller.games.fields import normal, shown
from controller.games.refusals import Refused
from controller.games.street.events import RoundOpened, Waiting
from controller.games.street.evolve import evolve
from controller.games.street.state import Street, can_stake, seats_from


class Turn:
    """state: as it is after the events told. bet: the number that a chip is to have (a correction keeps numbers)."""

    def __init__(self, state: Street, command: dict, bet: int | None = None) -> None:
        self.state = state
        self.command = command
        self.bet = bet
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Notes the event and carries it out."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def named(self, field: str = "player") -> str:
        """The name that the command gives, whoever that is."""
        value: Any = self.command.get(field)
        if type(value) is not str:
            given = "is missing" if value is None else f"cannot be {shown(value)}"
            raise Refused("bad_input", f"The {field} {given}: it is the name of a player.")
        return normal(value)

    def seated(self, field: str = "player") -> str:
        """The player that the command names, who must be seated."""
        name = self.named(field)
        if name not in self.state.players:
            raise Refused("no_such_player", f"Nobody called {shown(name)} is seated.")
        return name

    def better(self) -> str:
        """The player that the command names, who must be seated, and the betting open."""
        self.named()
        self.need_betting_open()
        return self.seated()

    def afford(self, player: str, amount: int, what: str, *, back: int = 0) -> None:
        """Refuses what is more than the player has in hand, with `back` chips that come home to him first."""
        has = self.state.chips.hand[player] + back
        if amount > has:
            raise Refused("not_enough_chips", f"{player} has {has} chips; {what} is {shown(amount)}.")

    def need_betting_open(self) -> None:
        """Refuses while the dice are out."""
        if self.state.dice_out:
            raise Refused("dice_out", "The dice are out: wait until they have been read.")


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


def reopen(turn: Turn) -> None:
    """While the table waits: opens the round as soon as two seats hold the minimum."""
    if turn.state.phase == "waiting" and len(can_stake(turn.state)) >= 2:
        next_round(turn, None)
