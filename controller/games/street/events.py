"""The events of street craps. Those that all games have are in controller/games/events.py:

opened, joined, left, bought_in, rules_changed, opening_tied, shooter_chosen, shooter_left, dice_out, no_roll,
host_called, thrown, die_thrown, point_set, voided, cashed_out, corrected, refused_again, disputed, confirmed.

A throw gives, in this order: thrown; bet_settled for each side bet that it decides; chip_returned for each chip
still open; then point_set, or round_settled followed by round_opened or waiting, or nothing more.
In JSON each is a dict with `type` and the fields below, all always present. Chips are whole numbers.
"""

from __future__ import annotations

from controller.games.codec import Event, event

# ---- who shoots -----------------------------------------------------------------------------------------------


@event("round_opened")
class RoundOpened(Event):
    """A round opens: stake and auto-fade have left their stacks.

    round: 1, 2, ... in this game. stake: the shooter's chips. fader: who was put against, for `fade` chips.
    passed_from: the shooter before, where the dice have moved to another; else None.
    """

    round: int
    shooter: str
    stake: int
    fader: str
    fade: int
    passed_from: str | None


@event("waiting")
class Waiting(Event):
    """Fewer than two seats hold the minimum: no round until they do. due: the seat the dice wait for."""

    due: str | None


@event("shooter_passed")
class ShooterPassed(Event):
    """The dice are passed before the first throw. returned: line bets and stake that came home, ((player, chips), ...).
    next: the seat that is due. named: whether the command named the shooter, as for a stake."""

    player: str
    returned: tuple[tuple[str, int], ...]
    next: str | None
    named: bool

    def command(self) -> dict:
        return {"cmd": "pass_dice"} | ({"player": self.player} if self.named else {})


# ---- the line -------------------------------------------------------------------------------------------------


@event("line_bet")
class LineBet(Event):
    """A line bet made, moved or changed. side: for or against. amount: the total it now is. late: after the point."""

    player: str
    side: str
    amount: int
    late: bool

    def command(self) -> dict:
        return {"cmd": self.side, "player": self.player, "amount": self.amount}


@event("line_kept")
class LineKept(Event):
    """A line bet said again as it stands. Nothing changes; it is kept because a correction may make it count."""

    quiet = True
    player: str
    side: str
    amount: int

    def command(self) -> dict:
        return {"cmd": self.side, "player": self.player, "amount": self.amount}


@event("line_off")
class LineOff(Event):
    """A line bet taken off by its player."""

    player: str
    side: str
    amount: int

    def command(self) -> dict:
        return {"cmd": "off", "player": self.player}


@event("stake_set")
class StakeSet(Event):
    """The shooter sets the stake. amount: the total it now is. named: whether the command named him: then no other
    shooter's stake is set where a correction has given the dice to another."""

    player: str
    amount: int
    named: bool

    def command(self) -> dict:
        return {"cmd": "stake", "amount": self.amount} | ({"player": self.player} if self.named else {})


@event("line_returned")
class LineReturned(Event):
    """The line bet of a player who left before the first throw came home."""

    player: str
    side: str
    amount: int


@event("round_dropped")
class RoundDropped(Event):
    """The shooter left before the first throw: stake and line bets came home, ((player, chips), ...).
    next: the seat that is due."""

    player: str
    returned: tuple[tuple[str, int], ...]
    next: str | None


@event("round_settled")
class RoundSettled(Event):
    """The dice decided the round.

    why: natural, craps, point_made or seven_out. winner: right (the shooter's side) or wrong.
    stake: (player, chips). fors, againsts: ((player, chips), ...) in betting order. in_play: the covered chips.
    risk: player -> what he won (on the winner's side) or lost. next: the seat that is due with the dice.
    """

    round: int
    why: str
    winner: str
    stake: tuple[str, int]
    fors: tuple[tuple[str, int], ...]
    againsts: tuple[tuple[str, int], ...]
    in_play: int
    risk: dict
    next: str | None


# ---- the board ------------------------------------------------------------------------------------------------


@event("chip_put")
class ChipPut(Event):
    """A chip lies open on a square. bet: its number for the game. lay: what a taker must lay."""

    bet: int
    player: str
    square: str
    amount: int
    lay: int

    def command(self) -> dict:
        return {"cmd": "chip", "player": self.player, "square": self.square, "amount": self.amount}


@event("chip_lifted")
class ChipLifted(Event):
    """The owner took his open chip back."""

    bet: int
    player: str
    amount: int

    def command(self) -> dict:
        return {"cmd": "lift", "player": self.player, "bet": self.bet}


@event("chip_taken")
class ChipTaken(Event):
    """player took the chip and laid `lay`."""

    bet: int
    player: str
    lay: int

    def command(self) -> dict:
        return {"cmd": "take", "player": self.player, "bet": self.bet}


@event("take_undone")
class TakeUndone(Event):
    """The taker let go: his lay came home, the chip is open again."""

    bet: int
    player: str
    lay: int

    def command(self) -> dict:
        return {"cmd": "undo", "player": self.player, "bet": self.bet}


@event("bet_undone")
class BetUndone(Event):
    """The bettor took a taken chip back before a throw: both came home, the bet is gone."""

    bet: int
    player: str
    amount: int
    taker: str
    lay: int

    def command(self) -> dict:
        return {"cmd": "undo", "player": self.player, "bet": self.bet}


@event("chip_returned")
class ChipReturned(Event):
    """A chip still open went home. why: thrown or left."""

    bet: int
    player: str
    amount: int
    why: str


@event("bet_called_off")
class BetCalledOff(Event):
    """A taken side bet was called off because one of the two left: each got his own back."""

    bet: int
    player: str
    amount: int
    taker: str
    lay: int


@event("bet_settled")
class BetSettled(Event):
    """The throw decided a side bet. winner: player or taker; won: the chips that the winner gained from the other."""

    bet: int
    player: str
    square: str
    amount: int
    taker: str
    lay: int
    winner: str
    won: int
