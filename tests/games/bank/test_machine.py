"""Whole games of random commands: nothing that anybody does loses a chip, overdraws the bank or wedges the table."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from controller import evening as evenings
from controller.games.bank.card import layout, shipped
from controller.games.bank.state import free
from tests.games.bank.playing import check_bank
from tests.games.nights import CrapsNight

NAMES = ["Alice", "Bo", "Cara", "Dan"]
SPOTS = sorted({spot for card in shipped().values() for spot in layout(card)})
LINE = ["pass", "dont_pass", "come", "dont_come", "odds_pass", "odds_dont_pass"]
names = st.sampled_from(NAMES)
spots = st.one_of(st.sampled_from(LINE), st.sampled_from(SPOTS))
chips = st.one_of(st.sampled_from([5, 6, 10, 30, 66]), st.integers(1, 90))


class BankNight(CrapsNight):
    """Every command of the bank game, and of any."""

    players: ClassVar[list[str]] = NAMES

    @initialize(
        seats=st.integers(1, 4),
        buy_in=st.sampled_from([10, 100, 2000]),
        card=st.sampled_from(["evolution", "trainer"]),
        bank=st.sampled_from([0, 30, 500, 100_000]),
        fractions=st.sampled_from(["refuse", "floor"]),
        first=st.sampled_from(["first_seat", "high_die", {"named": "Alice"}]),
    )
    def open_first(self, seats, buy_in, card, bank, fractions, first):
        rules = {"card": card, "bank": bank, "fractions": fractions, "first_shooter": first}
        self.open("bank", seats, buy_in, rules)

    def check(self):
        check_bank(self.evening)

    def bank_result(self, state):
        return state["bank_result"]

    @rule(player=names, spot=spots, amount=chips)
    def bet(self, player, spot, amount):
        self.give(cmd="bet", player=player, bet=spot, amount=amount)

    @rule(player=names, pick=st.integers(0, 60), top=st.booleans())
    def bet_what_is_offered(self, player, pick, top):
        """What the pages offer is taken, and one step more is not."""
        offers = evenings.public(self.evening, player)["offers"]
        may = {spot: offer for spot, offer in offers.items() if offer["most"]}
        if not may:
            return
        spot = sorted(may)[pick % len(may)]
        offer = may[spot]
        for amount, wrong in ((offer["most"], offer["step"]), (offer["least"], -offer["step"])):
            command = {"cmd": "bet", "player": player, "bet": spot}
            assert evenings.can(self.evening, {**command, "amount": amount}) is None
            assert amount + wrong <= 0 or evenings.can(self.evening, {**command, "amount": amount + wrong}) is not None
        self.give(cmd="bet", player=player, bet=spot, amount=offer["most" if top else "least"])

    @rule(cmd=st.sampled_from(["down", "working"]), player=names, pick=st.integers(0, 20), on=st.booleans())
    def on_a_bet(self, cmd, player, pick, on):
        lying = sorted(self.evening.state.bets.get(player, {}))
        if lying:
            spot = lying[pick % len(lying)]
            offer = evenings.public(self.evening, player)["offers"].get(spot, {"down": False, "call": False})
            allowed = offer["down" if cmd == "down" else "call"]
            assert (self.give(cmd=cmd, player=player, bet=spot, on=on) is not None) == allowed

    @rule(amount=st.integers(1, 90))
    def fill(self, amount):
        self.give(cmd="fill_bank", amount=amount)

    @rule(rules=st.sampled_from([{"fractions": "floor"}, {"fractions": "refuse"}, {"minimum": 5}, {"maximum": 40},
                                 {"field_12": "2:1"}, {"field_12": "3:1"}, {"hard_come_out": False}, {}]))  # fmt: skip
    def change_rules(self, rules):
        self.give(cmd="rules", rules=rules)

    @invariant()
    def the_bank_can_pay(self):
        if hasattr(self, "evening"):
            assert free(self.evening.state) >= 0
            state = evenings.public(self.evening)
            assert state["bank_free"] >= 0
            assert (state["puck"] == "OFF") == (state["phase"] != "point")

    def throw_again(self):
        self.give(cmd="no_roll")
        self.give(cmd="join", player="Alice", buy_in=5)
        self.end_opening()
        assert self.give(cmd="throw", dice=[3, 4]) is not None


BankNight.TestCase.settings = settings(
    max_examples=80, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestBankNight = BankNight.TestCase
