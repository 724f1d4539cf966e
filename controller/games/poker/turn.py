"""A command on its way in poker, and whose turn it is."""

from __future__ import annotations

from controller.games import turns
from controller.games.poker.evolve import evolve
from controller.games.poker.state import Hand, turn_of
from controller.games.refusals import Refused


class Turn(turns.Turn):
    """See turns.Turn."""

    evolve = staticmethod(evolve)
    wait = "The die is out: wait until it has been read."

    def playing(self, what: str, *stages: str) -> tuple[Hand, str]:
        """The hand, which must be in one of these stages, and the player whose turn it is.

        A command that names somebody must name him; what: the word for the command.
        """
        player = self.seated() if self.command.get("player") is not None else None
        self.need_betting_open()
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
