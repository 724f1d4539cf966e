"""Whole games of random commands: nothing that anybody does loses a chip, overdraws the bank or wedges the table."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller import evening as evenings
from controller.games.bank.card import layout, shipped
from controller.games.bank.state import free
from controller.games.refusals import CODES, Refused
from controller.games.values import changed
from tests.games.bank.playing import check_bank

NAMES = ["Alice", "Bo", "Cara", "Dan"]
SPOTS = sorted({spot for card in shipped().values() for spot in layout(card)})
LINE = ["pass", "dont_pass", "come", "dont_come", "odds_pass", "odds_dont_pass"]
names = st.sampled_from(NAMES)
faces = st.integers(1, 6)
spots = st.one_of(st.sampled_from(LINE), st.sampled_from(SPOTS))
chips = st.one_of(st.sampled_from([5, 6, 10, 30, 66]), st.integers(1, 90))


class Night(RuleBasedStateMachine):
    """Every command as the host might give it, sensible or not."""

    @initialize(
        seats=st.integers(1, 4),
        buy_in=st.sampled_from([10, 100, 2000]),
        card=st.sampled_from(["evolution", "trainer"]),
        bank=st.sampled_from([0, 30, 500, 100_000]),
        fractions=st.sampled_from(["refuse", "floor"]),
        first=st.sampled_from(["first_seat", "high_die", {"named": "Alice"}]),
    )
    def open_first(self, seats, buy_in, card, bank, fractions, first):
        self.evening, self.told = evenings.START, []
        rules = {"card": card, "bank": bank, "fractions": fractions, "first_shooter": first}
        assert self.give(cmd="open", game="bank", players=NAMES[:seats], buy_in=buy_in, rules=rules)

    def give(self, **command):
        before = self.evening
        try:
            events = evenings.decide(before, command)
        except Refused as refusal:
            assert refusal.code in CODES
            assert evenings.can(before, command).code == refusal.code
            return None
        assert events == evenings.decide(before, command), "decided twice, the same"
        for event in events:
            assert evenings.decode(evenings.encode(event)) == event
            self.evening = evenings.evolve(self.evening, event)
            check_bank(self.evening)
        self.told.extend(events)
        return events

    @rule(a=faces, b=faces)
    def throw(self, a, b):
        able = evenings.public(self.evening)["can_throw"] and self.evening.state.phase != "opening"
        assert (self.give(cmd="throw", dice=[a, b]) is not None) == able

    @rule(player=names, die=faces)
    def throw_a_die(self, player, die):
        self.give(cmd="throw", player=player, dice=[die])

    @rule(total=st.integers(2, 12))
    def tap_a_total(self, total):
        self.give(cmd="throw", total=total)

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

    @rule(cmd=st.sampled_from(["pass_dice", "void", "dice_out", "no_roll", "no_roll", "confirm"]))
    def host(self, cmd):
        self.give(cmd=cmd)

    @rule(a=faces, b=faces)
    def correct(self, a, b):
        self.give(cmd="correct", dice=[a, b] if self.evening.throw and self.evening.throw.type == "thrown" else [a])

    @rule(player=names, amount=st.integers(1, 30), after=st.one_of(st.none(), names))
    def join(self, player, amount, after):
        self.give(cmd="join", player=player, buy_in=amount, after=after)

    @rule(player=names)
    def leave(self, player):
        self.give(cmd="leave", player=player)

    @rule(player=names, amount=st.integers(1, 90))
    def buy(self, player, amount):
        self.give(cmd="buy_in", player=player, amount=amount)
        self.give(cmd="fill_bank", amount=amount)

    @rule(player=names)
    def dispute(self, player):
        self.give(cmd="dispute", player=player)

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

    def teardown(self):
        if not hasattr(self, "evening"):
            return
        again = evenings.rebuilt(self.told)
        assert again == self.evening, "the same events, the same evening"
        while (link := self.evening.since) is not None:
            assert again.since[1] == link[1]
            again, self.evening = changed(again, since=again.since[0]), changed(self.evening, since=link[0])
        assert again.since is None
        self.evening = evenings.rebuilt(self.told)
        self.throw_again()
        assert self.give(cmd="cash_out") is not None
        state = evenings.public(self.evening)
        assert (state["phase"], state["on_table"]) == ("over", 0)
        assert sum(state["results"].values()) + state["bank_result"] == 0

    def throw_again(self):
        """From any state a host can have dice thrown again."""
        self.give(cmd="no_roll")
        self.give(cmd="join", player="Alice", buy_in=5)
        while self.evening.state.phase == "opening":
            for player in self.evening.state.opening.among:
                self.give(cmd="throw", player=player, dice=[1 + NAMES.index(player)])
        assert self.give(cmd="throw", dice=[3, 4]) is not None


Night.TestCase.settings = settings(
    max_examples=80, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestNight = Night.TestCase
