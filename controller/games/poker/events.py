"""The events of Craps Poker. Those that all games have are in controller/games/events.py:

opened, joined, left, bought_in, rules_changed, dice_out, no_roll, host_called, thrown (one die), voided, cashed_out,
corrected, refused_again, disputed, confirmed.

A hand is hand_dealt; for each turn turn_came, then checked or bet_opened (and called, raised, folded until
betting_closed), thrown, cards_passed; then topped_up for each short hand, last_betting, and at the end hands_shown
where more than one is left, and hand_ended.
In JSON each is a dict with `type` and the fields below, all always present. Chips are whole numbers. The fields named
in `secret` stand in the ledger and are told to nobody.
"""

from __future__ import annotations

from controller.games.codec import Event, event
from controller.games.events import Pairs


@event("hand_dealt")
class HandDealt(Event):
    """A hand begins: antes in, everybody has his cards. hand: 1, 2, ... in this game. players: from the dealer's left.

    antes: ((player, chips), ...). cards: dealt to each. deck: the top card first. salts: one for each card, or None
    where the deck is not sealed. root: the seal (see seal.py), or None.
    """

    final = True
    secret = ("deck", "salts")
    hand: int
    dealer: str
    players: tuple[str, ...]
    antes: tuple[tuple[str, int], ...]
    cards: int
    deck: tuple[str, ...]
    salts: tuple[str, ...] | None
    root: str | None

    def command(self) -> dict:
        salts = {} if self.salts is None else {"salts": list(self.salts)}
        return {"cmd": "deal", "deck": list(self.deck), **salts}


@event("turn_came")
class TurnCame(Event):
    """The turn to bet, throw and pass comes to a player. circuit: which time round, from 1."""

    player: str
    circuit: int


# ---- betting --------------------------------------------------------------------------------------------------


@event("checked")
class Checked(Event):
    """He bets nothing."""

    player: str

    def command(self) -> dict:
        return {"cmd": "check", "player": self.player}


@event("bet_opened")
class BetOpened(Event):
    """He bets first. amount: chips. all_in: they were his last."""

    player: str
    amount: int
    all_in: bool

    def command(self) -> dict:
        return {"cmd": "bet", "player": self.player, "amount": self.amount}


@event("called")
class Called(Event):
    """He matches the bet, or puts all he has. amount: chips put now."""

    player: str
    amount: int
    all_in: bool

    def command(self) -> dict:
        return {"cmd": "call", "player": self.player}


@event("raised")
class Raised(Event):
    """He raises. amount: chips put now; to: what he has put in this round of betting now."""

    player: str
    amount: int
    to: int
    all_in: bool

    def command(self) -> dict:
        return {"cmd": "raise", "player": self.player, "amount": self.to}


@event("folded")
class Folded(Event):
    """He is out of the pot. stays: he opened the betting of this turn and still throws and passes."""

    player: str
    stays: bool

    def command(self) -> dict:
        return {"cmd": "fold", "player": self.player}


@event("hand_left")
class HandLeft(Event):
    """He has left his seat in mid-hand: he is out of it at once, his chips stay in the pot, his cards go away."""

    player: str


@event("betting_closed")
class BettingClosed(Event):
    """All stakes match. returned: ((player, chips),) of a bet that nobody matched, or nothing."""

    returned: tuple[tuple[str, int], ...]


# ---- cards ----------------------------------------------------------------------------------------------------


@event("cards_passed")
class CardsPassed(Event):
    """So many cards went face down to the next active player, who has taken them up. at_random: the table chose."""

    final = True
    secret = ("cards",)
    player: str
    to: str
    count: int
    at_random: bool
    cards: tuple[str, ...]

    def command(self) -> dict:
        return {"cmd": "pass", "player": self.player, "cards": list(self.cards), "at_random": self.at_random}


@event("topped_up")
class ToppedUp(Event):
    """A short hand was dealt up to five."""

    secret = ("cards",)
    player: str
    count: int
    cards: tuple[str, ...]


@event("last_betting")
class LastBetting(Event):
    """All have thrown and passed: the last round of betting."""


@event("hands_shown")
class HandsShown(Event):
    """The showdown. hands: ((player, his cards, the five that count, what they are), ...) from the dealer's left.

    What they are: high_card, pair, two_pairs, three_of_a_kind, straight, flush, full_house, four_of_a_kind,
    straight_flush, royal_flush.
    """

    hands: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str], ...]


@event("hand_ended")
class HandEnded(Event):
    """The pots are paid. why: showdown, or uncalled (one player was left).

    pots: ((chips, who could win it, ((winner, chips), ...)), ...), the main pot first. paid: what each had put in.
    won: player -> chips out of the pots. next: the seat that is due to deal.
    """

    final = True
    hand: int
    why: str
    pots: tuple[tuple[int, tuple[str, ...], Pairs], ...]
    paid: tuple[tuple[str, int], ...]
    won: dict
    next: str | None
