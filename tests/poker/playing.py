"""A game of poker for tests: every command through the evening, every event checked as it comes."""

from __future__ import annotations

from controller import evening as evenings
from controller.games.poker.cards import DECK
from tests.games.playing import Play, check_chips

ABC = ["Ann", "Ben", "Cas"]
ABCD = [*ABC, "Dan"]
SIX = [*ABCD, "Eve", "Fay"]


def laid_out(players, hands, then=(), cards=7):
    """A deck that deals these hands, in texts like "As Td", to these players (from the dealer's left), then `then`.

    What a hand lacks is filled up with the lowest cards that nobody was given.
    """
    wanted = {player: hands.get(player, "").split() for player in players}
    then = then.split() if isinstance(then, str) else list(then)
    given = [card for hand in wanted.values() for card in hand] + then
    assert len(set(given)) == len(given)
    spare = sorted((card for card in DECK if card not in given), key=lambda card: "23456789TJQKA".index(card[0]))
    for hand in wanted.values():
        while len(hand) < cards:
            hand.append(spare.pop(0))
    return [wanted[player][at] for at in range(cards) for player in players] + then + spare


class Game(Play):
    """The card game."""

    game = "poker"

    def __init__(self, players=ABC, buy_in=500, stacks=None, **rules):
        stacks = stacks or {}
        super().__init__(players, min([buy_in, *stacks.values()]), **rules)
        for player in players:
            more = stacks.get(player, buy_in) - self.stacks[player]
            if more:
                self.do("buy_in", player=player, amount=more)

    def check(self, evening):
        check(evening)

    def deal(self, hands=None, then=(), **fields):
        """A hand; the dealer is who is due, the hands as in `laid_out`."""
        state = self.state
        seats = state["players"]
        at = seats.index(state["dealer"])
        players = [seat for seat in seats[at + 1 :] + seats[: at + 1] if state["stacks"][seat]]
        rules = state["next_rules"] or state["rules"]
        return self.do("deal", deck=laid_out(players, hands or {}, then, rules["cards"]), **fields)

    def turn(self, die=1, cards=None):
        """The rest of a turn: check if need be, throw, pass these cards or the last ones of the hand."""
        if self.state["phase"] == "turn":
            self.do("check")
        self.do("throw", dice=[die])
        return self.pass_(cards)

    def pass_(self, cards=None):
        """Passes these cards, or the last of the hand as it is held."""
        state = self.as_("*")
        hand = state["hands"][state["turn"]]
        chosen = cards.split() if isinstance(cards, str) else cards or hand[len(hand) - state["to_pass"] :]
        return self.do("pass", player=state["turn"], cards=chosen)

    def turns(self, *dice):
        """A turn for each die."""
        for die in dice:
            self.turn(die)

    def as_(self, viewer):
        """The state as that viewer sees it."""
        return evenings.public(self.evening, viewer)

    @property
    def phase(self):
        return self.state["phase"]

    @property
    def held(self):
        return self.as_("*")["hands"]


def check(evening):
    """52 cards, each in one place; the pots are what lies there; chips agree."""
    state = evening.state
    chips = state.chips
    check_chips(chips)
    assert sum(chips.results().values()) == 0
    if evening.game != "poker":
        return
    public = evenings.public(evening)
    assert sum(pot["amount"] for pot in public["pots"]) == public["on_table"] == chips.on_table
    hand = state.hand
    if hand is not None:
        cards = [*hand.deck[hand.drawn :], *hand.muck, *(card for held in hand.held.values() for card in held)]
        assert sorted(cards) == sorted(DECK)
        assert set(hand.held) <= set(hand.players)
    else:
        assert chips.on_table == 0
