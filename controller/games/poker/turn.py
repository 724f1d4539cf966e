"""A command on its way: the state it meets and the events it has told so far, each carried out as it is told."""

from __future__ import annotations

from typing import Any

from controller.games.codec import Event
from controller.games.fields import normal, shown
from controller.games.poker.evolve import evolve
from controller.games.poker.state import Hand, Poker, turn_of
from controller.games.refusals import Refused


class Turn:
    """state: as it is after the events told."""

    def __init__(self, state: Poker, command: dict) -> None:
        self.state = state
        self.command = command
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

    def need_die_still(self) -> None:
        """Refuses while the die is out."""
        if self.state.dice_out:
            raise Refused("dice_out", "The die is out: wait until it has been read.")

    def playing(self, what: str, *stages: str) -> tuple[Hand, str]:
        """The hand, which must be in one of these stages, and the player whose turn it is.

        A command that names somebody must name him; what: the word for the command.
        """
        player = self.seated() if self.command.get("player") is not None else None
        self.need_die_still()
        hand = self.state.hand
        if hand is None:
            raise Refused("wrong_phase", f"No hand is being played: nobody can {what}.")
        if hand.stage not in stages:
            raise Refused("wrong_phase", f"Now nobody can {what}: {_DUE[hand.stage].format(hand.at)}.")
        due = turn_of(self.state)
        if player is not None and player != due:
            raise Refused("not_your_turn", f"It is {due}'s turn, not {player}'s.")
        return hand, due


_DUE = {
    "turn": "{} checks or bets",
    "betting": "a bet is to be answered",
    "throw": "{} is to throw the die",
    "pass": "{} is to pass cards",
    "last": "the last betting is on",
}
