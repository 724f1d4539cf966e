"""The events of bank craps. Those that all games have are in controller/games/events.py:

opened, joined, left, bought_in, rules_changed, opening_tied, shooter_chosen, shooter_left, dice_out, no_roll,
host_called, thrown, die_thrown, point_set, voided, cashed_out, corrected, refused_again, disputed, confirmed.

A throw gives, in this order: thrown; for each player bet_won, bet_lost, bet_pushed or bet_returned for what it
decides, then bet_moved for what travels; bet_returned for place bets that the bank could not pay once more; then
point_set, or round_decided followed by round_begun, or nothing more.
In JSON each is a dict with `type` and the fields below, all always present. Chips are whole numbers.
"""

from __future__ import annotations

from controller.games.codec import Event, event

# ---- the bank and the dice ------------------------------------------------------------------------------------


@event("bank_filled")
class BankFilled(Event):
    """The host puts chips into the bank."""

    amount: int

    def command(self) -> dict:
        return {"cmd": "fill_bank", "amount": self.amount}


@event("bank_counted")
class BankCounted(Event):
    """The end of the night: what the bank holds, what was put into it, and what it won (minus: lost)."""

    chips: int
    bought: int
    won: int


@event("round_begun")
class RoundBegun(Event):
    """The puck is off and a come-out is due. round: 1, 2, ... in this game. passed_from: the shooter before, where
    the dice have moved to another; else None."""

    round: int
    shooter: str | None
    passed_from: str | None


@event("round_decided")
class RoundDecided(Event):
    """The dice decided the round. why: natural, craps, point_made or seven_out. next: the seat that the dice go to."""

    round: int
    why: str
    next: str | None


@event("dice_passed")
class DicePassed(Event):
    """The shooter hands the dice on before a come-out; no bet is touched. named: whether the command named him."""

    player: str
    next: str
    named: bool

    def command(self) -> dict:
        return {"cmd": "pass_dice"} | ({"player": self.player} if self.named else {})


# ---- bets -----------------------------------------------------------------------------------------------------


@event("bet_put")
class BetPut(Event):
    """Chips put on a spot, to those that lie there. amount: what was added. total: what lies there now."""

    player: str
    bet: str
    amount: int
    total: int

    def command(self) -> dict:
        return {"cmd": "bet", "player": self.player, "bet": self.bet, "amount": self.amount}


@event("bet_down")
class BetDown(Event):
    """A bet taken down by its player: all of it came home."""

    player: str
    bet: str
    amount: int

    def command(self) -> dict:
        return {"cmd": "down", "player": self.player, "bet": self.bet}


@event("bet_called")
class BetCalled(Event):
    """The player calls a bet on or off for come-outs."""

    player: str
    bet: str
    on: bool

    def command(self) -> dict:
        return {"cmd": "working", "player": self.player, "bet": self.bet, "on": self.on}


@event("bet_kept")
class BetKept(Event):
    """A bet called on or off as it is already. Nothing changes; a correction may make it count."""

    quiet = True
    player: str
    bet: str
    on: bool

    def command(self) -> dict:
        return {"cmd": "working", "player": self.player, "bet": self.bet, "on": self.on}


@event("bet_returned")
class BetReturned(Event):
    """A bet came home undecided. why: off (odds that did not work when their flat bet was decided), flat (odds whose
    flat bet came down), left (its player left), bank (it won, and the bank could not pay it once more)."""

    player: str
    bet: str
    amount: int
    why: str


@event("bet_moved")
class BetMoved(Event):
    """A bet in the box travelled to its number."""

    player: str
    bet: str
    to: str
    amount: int


@event("bet_won")
class BetWon(Event):
    """The bank paid `won` chips. stays: the bet itself still stands; else it came home too."""

    player: str
    bet: str
    amount: int
    won: int
    stays: bool


@event("bet_lost")
class BetLost(Event):
    """The bet went to the bank."""

    player: str
    bet: str
    amount: int


@event("bet_pushed")
class BetPushed(Event):
    """Neither won nor lost: the bet came home."""

    player: str
    bet: str
    amount: int
