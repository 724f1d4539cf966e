"""A command on its way, in any game: the state it meets and the events it has told, each carried out as it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from controller.games import fields
from controller.games.codec import Event
from controller.games.events import BoughtIn, Joined
from controller.games.refusals import Refused
from controller.games.seats import MOST_SEATS


class Turn:
    """state: as it is after the events told; it has `phase`, `players`, `chips` and `dice_out`.

    A game names its `evolve`, and may say in its own words what is waited for while betting is closed.
    """

    evolve: ClassVar[Callable[[Any, Event], Any]]
    wait: ClassVar[str] = "The dice are out: wait until they have been read."

    def __init__(self, state: Any, command: dict) -> None:
        self.state = state
        self.command = command
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Notes the event and carries it out."""
        self.events.append(event)
        self.state = type(self).evolve(self.state, event)

    def named(self, field: str = "player") -> str:
        """The name that the command gives, whoever that is."""
        value: Any = self.command.get(field)
        if type(value) is not str:
            given = "is missing" if value is None else f"cannot be {fields.shown(value)}"
            raise Refused("bad_input", f"The {field} {given}: it is the name of a player.")
        return fields.normal(value)

    def seated(self, field: str = "player") -> str:
        """The player that the command names, who must be seated."""
        name = self.named(field)
        if name not in self.state.players:
            raise Refused("no_such_player", f"Nobody called {fields.shown(name)} is seated.")
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
            raise Refused("not_enough_chips", f"{player} has {has} chips; {what} is {fields.shown(amount)}.")

    def need_betting_open(self) -> None:
        """Refuses while the dice are out."""
        if self.state.dice_out:
            raise Refused("dice_out", self.wait)


Commands = dict[str, Callable[[Any], None]]
"""The commands of a game by name, and what carries each out on its turn."""


def carry_out(turn: Turn, commands: Commands, game: str) -> None:
    """Does what the turn's command says. Raises Refused, too where the game has no such command or is over.

    game: its name for people.
    """
    name = turn.command.get("cmd")
    act = commands.get(name) if isinstance(name, str) else None
    if act is None:
        raise Refused("bad_input", f"{game} has no command {fields.shown(name)}.")
    if turn.state.phase == "over":
        raise Refused("game_over", "The game has been cashed out: open another.")
    act(turn)


def join(turn: Turn, most: int = MOST_SEATS) -> None:
    """join: a new seat at the end, or to the left of `after`. most: how many seats the game has.

    Who left and comes back has his chips still, and need not buy any: `buy_in` 0.
    """
    player = fields.name(turn.command.get("player"))
    wanted = turn.command.get("buy_in")
    back = player in turn.state.chips.hand and type(wanted) is int and wanted == 0
    chips = 0 if back else fields.bought(turn.command, "buy_in")
    follows = turn.command.get("after") is not None
    if follows:
        turn.named("after")
    turn.need_betting_open()
    after = turn.seated("after") if follows else None
    if player in turn.state.players:
        raise Refused("seat_taken", f"{player} is seated already.")
    other = fields.alike(player, turn.state.chips.hand)
    if other not in (None, player):
        raise Refused("seat_taken", f"{player} reads like {other}, who plays or has played here: add a letter.")
    if len(turn.state.players) >= most:
        raise Refused("seat_taken", f"All {most} seats are taken.")
    turn.tell(Joined(player, chips, after))


def buy_in(turn: Turn) -> None:
    """buy_in: more chips, any time between throws."""
    turn.named()
    chips = fields.bought(turn.command, "amount")
    player = turn.better()
    turn.tell(BoughtIn(player, chips))
