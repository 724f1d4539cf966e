"""A bank game for tests: every command through the evening, every event checked as it comes."""

from __future__ import annotations

from controller import evening as evenings
from controller.games.bank.state import BANK, free
from tests.games.playing import THROWS, Play, check_chips


class BankGame(Play):
    """Speaks as the host, for everybody. The bank has 100000 chips unless the rules say otherwise."""

    game = "bank"

    def __init__(self, card="evolution", players=("A", "B"), buy_in=500, **rules):
        super().__init__(players, buy_in, card=card, **rules)

    def check(self, evening):
        check_bank(evening)

    def do(self, cmd, **fields):
        told = super().do(cmd, **fields)
        assert free(self.evening.state) >= 0, "the bank can pay whatever comes"
        return told

    def bets(self, *pairs, player="A"):
        """Puts bets down: ("place_6", 12), ..."""
        for bet, amount in pairs:
            self.do("bet", player=player, bet=bet, amount=amount)

    def lying(self, player="A"):
        """What lies on the layout for a player."""
        return self.state["bets"][player]

    def won(self, total, player="A", hard=False):
        """Throws that total; what the player's chips in hand and on the table came to before and after."""
        before = self.results[player]
        self.do("throw", dice=[total // 2, total // 2] if hard else THROWS[total])
        return self.results[player] - before

    @property
    def puck(self):
        return self.state["puck"]

    @property
    def bank(self):
        return self.state["bank"]


def check_bank(evening):
    """What each has on the table is what lies there in his name, and chips agree."""
    state = evening.state
    chips = state.chips
    check_chips(chips)
    lying = {player: sum(state.bets.get(player, {}).values()) for player in chips.hand}
    assert lying == chips.table
    assert all(amount > 0 for bets in state.bets.values() for amount in bets.values())
    assert all(state.bets.values()), "no player without a bet is kept"
    assert all(state.bets[player].get(bet) for player, calls in state.called.items() for bet in calls)
    assert lying[BANK] == 0
    public = evenings.public(evening)
    held = sum(public["stacks"].values()) + public["on_table"] + public["bank"]
    assert held == sum(public["bought_in"].values()) + public["bank_bought_in"]
    assert sum(public["results"].values()) + public["bank_result"] == 0
