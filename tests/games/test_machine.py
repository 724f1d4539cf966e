"""Whole games of random commands: nothing that anybody does loses a chip, wedges the table or is told twice."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from controller import evening as evenings
from controller.games import events
from tests.games.nights import CrapsNight, faces, seats
from tests.games.playing import check

SHARED = (
    events.Opened, events.Joined, events.Left, events.BoughtIn, events.RulesChanged, events.DiceOut, events.NoRoll,
    events.HostCalled, events.Thrown, events.DieThrown, events.Voided, events.CashedOut, events.Corrected,
    events.RefusedAgain, events.Disputed, events.Confirmed,
)  # fmt: skip
NAMES = ["Alice", "Bo", "Cara", "Dan", "Eve"]
SQUARES = ["seven", "craps", "field", "hard_6", "hard_4", "num_4", "num_6", "num_5", "twelve"]
names = st.sampled_from(NAMES)
chips = st.one_of(st.integers(1, 40), st.just(10), st.just(10))


class Evening(CrapsNight):
    """Every command of the street game, and of any. reached: types of events over all runs."""

    players: ClassVar[list[str]] = NAMES
    reached: ClassVar[set[str]] = set()

    @initialize(
        seats=st.integers(2, 4),
        buy_in=st.sampled_from([10, 25, 60, 500, 500]),
        line=st.sampled_from(["unit", "open"]),
        dice_pass=st.sampled_from(["any_losing_round", "seven_out", "every_round"]),
        late_line=st.booleans(),
        first=st.sampled_from(["first_seat", "high_die", {"named": "Bo"}]),
    )
    def open_first(self, seats, buy_in, line, dice_pass, late_line, first):
        rules = {"line": line, "dice_pass": dice_pass, "late_line": late_line, "first_shooter": first}
        self.open("street", seats, buy_in, rules)

    def check(self):
        check(self.evening)

    def before(self, event):
        self.reached.add(event.type)
        if event.type == "round_settled":
            self.symmetrical(event)

    @staticmethod
    def symmetrical(event):
        right = [event.stake[0], *(player for player, _ in event.fors)]
        wrong = [player for player, _ in event.againsts]
        put = dict((event.stake, *event.fors, *event.againsts))
        assert sum(event.risk[player] for player in right) == event.in_play
        assert sum(event.risk[player] for player in wrong) == event.in_play
        assert all(0 <= event.risk[player] <= put[player] for player in put)

    @rule(side=st.sampled_from(["for", "against", "off"]), player=names, amount=chips)
    def line(self, side, player, amount):
        self.give(cmd=side, player=player, amount=amount)

    @rule(amount=st.one_of(chips, st.sampled_from([11, 12, 20])))
    def stake(self, amount):
        self.give(cmd="stake", amount=amount)

    @rule(player=names, square=st.sampled_from(SQUARES), amount=chips)
    def chip(self, player, square, amount):
        self.give(cmd="chip", player=player, square=square, amount=amount)

    @rule(square=st.sampled_from(SQUARES), turn=st.integers(0, 4), undo=st.sampled_from([None, None, 0, 1]))
    def side_bet(self, square, turn, undo):
        """A chip that the next one takes; perhaps one of the two (0: who put it) undoes it at once."""
        seated = self.evening.state.players
        if len(seated) < 2:
            return
        two = seated[turn % len(seated)], seated[(turn + 1) % len(seated)]
        put = self.give(cmd="chip", player=two[0], square=square, amount=2)
        if put and self.give(cmd="take", player=two[1], bet=put[0].bet) and undo is not None:
            self.give(cmd="undo", player=two[undo], bet=put[0].bet)

    @rule(which=st.integers(0, 3), off=st.booleans())
    def line_again(self, which, off):
        """A line bet said once more as it stands, or taken off."""
        standing = [("for", *bet) for bet in self.evening.state.fors]
        standing += [("against", *bet) for bet in self.evening.state.againsts]
        if standing:
            side, player, amount = standing[which % len(standing)]
            self.give(cmd="off" if off else side, player=player, amount=amount)

    @rule(die=faces)
    def all_throw_alike(self, die):
        """For the first shot: a tie, or the end of one."""
        if self.evening.state.opening is not None:
            for player in self.evening.state.opening.among:
                self.give(cmd="throw", player=player, dice=[die])

    @rule(seat=seats)
    def a_round_that_went_on_is_corrected(self, seat):
        """What the next round's line took, the round that was not decided after all does not take."""
        if self.evening.state.phase == "come_out" and self.give(cmd="throw", dice=[3, 4]):
            self.give(cmd="against", player=self.name(seat), amount=10)
            self.give(cmd="correct", dice=[2, 4])

    @rule()
    def three_no_rolls(self):
        for _ in range(3):
            self.give(cmd="no_roll", reason="cocked")

    @rule(cmd=st.sampled_from(["take", "take", "lift", "undo"]), player=names, back=st.integers(0, 5))
    def on_a_bet(self, cmd, player, back):
        self.give(cmd=cmd, player=player, bet=self.evening.state.next_bet - 1 - back)

    @rule(cmd=st.sampled_from(["lift", "take", "undo"]), which=st.integers(0, 8), second=st.booleans())
    def whose_bet_it_is(self, cmd, which, second):
        """Lifted by its owner, taken by somebody else, undone by one of the two."""
        bets = sorted(self.evening.state.board.values(), key=lambda bet: (bet.taker is None) == (cmd == "undo"))
        if bets:
            bet = bets[which % len(bets)]
            others = [name for name in self.evening.state.players if name != bet.player]
            player = bet.taker if cmd == "undo" and second else bet.player
            self.give(cmd=cmd, player=others[0] if cmd == "take" and others else player, bet=bet.number)

    @rule(player=names)
    def settle_a_dispute(self, player):
        self.give(cmd="dispute", player=player)
        self.give(cmd="confirm")

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

    def throw_again(self):
        self.give(cmd="no_roll")
        for player in NAMES:
            self.give(cmd="join", player=player, buy_in=500)
            self.give(cmd="buy_in", player=player, amount=500)
        self.end_opening()
        if not evenings.public(self.evening)["can_throw"]:
            assert self.give(cmd="void") is not None
        assert self.give(cmd="throw", dice=[3, 4]) is not None or self.give(cmd="throw", total=7) is not None


SETTINGS = settings(
    max_examples=600,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_any_evening_keeps_its_chips_and_can_be_brought_to_its_end_and_all_that_can_happen_happened():
    run_state_machine_as_test(Evening, settings=SETTINGS)
    street = {kind for kind, event in evenings.types().items() if "street" in event.__module__ or event in SHARED}
    assert street - Evening.reached == set()
