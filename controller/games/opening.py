"""The opening for the first shot: everybody throws one die, the highest shoots, the tied throw again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from controller.games import dice, fields
from controller.games.events import DieThrown, OpeningTied, ShooterChosen
from controller.games.refusals import Refused
from controller.games.turns import Turn


@dataclass(frozen=True)
class Opening:
    """Who throws one die for the first shot. among: all who may win; thrown: player -> die; tie: a lap of the tied."""

    among: tuple[str, ...]
    thrown: dict[str, int]
    tie: bool = False

    def joined(self, player: str) -> Opening:
        """After somebody sat down: in the first lap he throws too."""
        return self if self.tie and self.among else Opening((*self.among, player), self.thrown)

    def left(self, gone: str) -> Opening:
        """After somebody left his seat."""
        among = tuple(player for player in self.among if player != gone)
        thrown = {player: die for player, die in self.thrown.items() if player != gone}
        return Opening(among, thrown, self.tie)

    def after(self, player: str, die: int) -> Opening:
        """After this player's die."""
        return Opening(self.among, {**self.thrown, player: die}, self.tie)

    def to_json(self) -> dict:
        """What the pages show of it."""
        waiting = [player for player in self.among if player not in self.thrown]
        return {"thrown": dict(self.thrown), "to_throw": waiting, "tie": self.tie}


def throw_die(turn: Turn, opens: Callable[[Turn], None]) -> None:
    """throw, of one player's die. opens: opens the first round once the shooter is found."""
    opening = turn.state.opening
    source, evidence = dice.source(turn.command), dice.evidence(turn.command)
    if turn.command.get("dice") is None:
        raise Refused("bad_input", 'For the first shot each player throws one die: "dice": [5] and the player.')
    (die,) = fields.dice(turn.command["dice"], 1)
    player = turn.seated()
    if player not in opening.among or player in opening.thrown:
        raise Refused("not_your_turn", f"{player} has no die to throw for the first shot now.")
    turn.tell(DieThrown(player, die, source, *evidence))
    settle(turn, opens)


def settle(turn: Turn, opens: Callable[[Turn], None]) -> None:
    """When all have thrown: the highest shoots first, those who tie throw again. Of the tied the last one left wins."""
    opening = turn.state.opening
    if not opening.among:
        turn.tell(OpeningTied(turn.state.players))
        return
    highest = opening.among
    if not (opening.tie and len(highest) == 1):
        if any(player not in opening.thrown for player in highest):
            return
        best = max(opening.thrown.values())
        highest = tuple(player for player in highest if opening.thrown[player] == best)
    if len(highest) > 1:
        turn.tell(OpeningTied(highest))
        return
    turn.tell(ShooterChosen(highest[0], "high_die"))
    opens(turn)
