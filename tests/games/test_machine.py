"""Whole games of random commands: nothing that anybody does loses a chip, wedges the table or is told twice."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller import evening as evenings
from controller.games.refusals import CODES, Refused
from controller.games.values import changed
from tests.games.playing import check

NAMES = ["Alice", "Bo", "Cara", "Dan", "Eve"]
SQUARES = ["seven", "craps", "field", "hard_6", "hard_4", "num_4", "num_6", "num_5", "twelve"]
names = st.sampled_from(NAMES)
faces = st.integers(1, 6)
chips = st.one_of(st.integers(1, 40), st.just(10), st.just(10))


class Evening(RuleBasedStateMachine):
    """Every command as the host might give it, sensible or not."""

    @initialize(
        seats=st.integers(2, 4),
        buy_in=st.sampled_from([10, 25, 60, 500]),
        line=st.sampled_from(["unit", "open"]),
        dice_pass=st.sampled_from(["any_losing_round", "seven_out", "every_round"]),
        late_line=st.booleans(),
        first=st.sampled_from(["first_seat", "high_die", {"named": "Bo"}]),
    )
    def open_first(self, seats, buy_in, line, dice_pass, late_line, first):
        self.evening, self.told = evenings.START, []
        rules = {"line": line, "dice_pass": dice_pass, "late_line": late_line, "first_shooter": first}
        self.give(cmd="open", game="street", players=NAMES[:seats], buy_in=buy_in, rules=rules)

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
            check(self.evening)
            if event.type == "round_settled":
                self.symmetrical(event)
        self.told.extend(events)
        return events

    @staticmethod
    def symmetrical(event):
        right = [event.stake[0], *(player for player, _ in event.fors)]
        wrong = [player for player, _ in event.againsts]
        put = dict((event.stake, *event.fors, *event.againsts))
        assert sum(event.risk[player] for player in right) == event.in_play
        assert sum(event.risk[player] for player in wrong) == event.in_play
        assert all(0 <= event.risk[player] <= put[player] for player in put)

    @rule(a=faces, b=faces)
    def throw(self, a, b):
        able = evenings.public(self.evening)["can_throw"]
        opening = self.evening.state.phase == "opening"
        assert (self.give(cmd="throw", dice=[a, b]) is not None) == (able and not opening)

    @rule(player=names, die=faces)
    def throw_a_die(self, player, die):
        self.give(cmd="throw", player=player, dice=[die])

    @rule(total=st.integers(2, 12))
    def tap_a_total(self, total):
        self.give(cmd="throw", total=total)

    @rule(side=st.sampled_from(["for", "against", "off"]), player=names, amount=chips)
    def line(self, side, player, amount):
        self.give(cmd=side, player=player, amount=amount)

    @rule(amount=chips)
    def stake(self, amount):
        self.give(cmd="stake", amount=amount)

    @rule(player=names, square=st.sampled_from(SQUARES), amount=chips)
    def chip(self, player, square, amount):
        self.give(cmd="chip", player=player, square=square, amount=amount)

    @rule(player=names, square=st.sampled_from(SQUARES), taker=names)
    def side_bet(self, player, square, taker):
        put = self.give(cmd="chip", player=player, square=square, amount=2)
        if put:
            self.give(cmd="take", player=taker, bet=put[0].bet)

    @rule(cmd=st.sampled_from(["take", "take", "lift", "undo"]), player=names, back=st.integers(0, 5))
    def on_a_bet(self, cmd, player, back):
        self.give(cmd=cmd, player=player, bet=self.evening.state.next_bet - 1 - back)

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

    @rule(player=names, amount=st.integers(1, 30))
    def buy_in(self, player, amount):
        self.give(cmd="buy_in", player=player, amount=amount)

    @rule(player=names)
    def dispute(self, player):
        self.give(cmd="dispute", player=player)

    @rule(rules=st.sampled_from([{"dice_pass": "every_round"}, {"late_line": True}, {"odds": {"seven": [9, 2]}}, {}]))
    def change_rules(self, rules):
        self.give(cmd="rules", rules=rules)

    @invariant()
    def public_agrees(self):
        if not hasattr(self, "evening"):
            return
        state = evenings.public(self.evening)
        line = state["line"]
        right = (line["stake"] or [None, 0])[1] + sum(amount for _, amount in line["for"])
        assert line["in_play"] == min(right, sum(amount for _, amount in line["against"]))
        on_board = sum(bet["amount"] + (bet["lay"] if bet["taker"] else 0) for bet in state["board"])
        assert state["on_table"] == right + sum(amount for _, amount in line["against"]) + on_board
        if state["phase"] == "waiting":
            able = [player for player in state["players"] if state["stacks"][player] >= 10]
            assert len(able) < 2, "two seats hold the minimum and the table waits"
            assert line == {"stake": None, "for": [], "against": [], "in_play": 0, "risk": {}}

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
        self.open_line_again()
        assert self.give(cmd="cash_out") is not None
        state = evenings.public(self.evening)
        assert (state["phase"], state["on_table"]) == ("over", 0)
        assert sum(state["results"].values()) == 0

    def open_line_again(self):
        """From any state a host can have dice thrown again."""
        self.give(cmd="no_roll")
        for player in NAMES:
            self.give(cmd="join", player=player, buy_in=500)
            self.give(cmd="buy_in", player=player, amount=500)
        phase = self.evening.state.phase
        while phase == "opening":
            for player in self.evening.state.opening.among:
                self.give(cmd="throw", player=player, dice=[1 + NAMES.index(player)])
            phase = self.evening.state.phase
        if not evenings.public(self.evening)["can_throw"]:
            assert self.give(cmd="void") is not None
        assert self.give(cmd="throw", dice=[3, 4]) is not None or self.give(cmd="throw", total=7) is not None


Evening.TestCase.settings = settings(
    max_examples=120, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)
TestEvening = Evening.TestCase
