"""Whole games of random commands: no chip and no card is lost or made, and the table is never stuck."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from controller import evening as evenings
from controller.games.poker.cards import DECK
from tests.games.nights import Night, faces
from tests.poker.oracle import strength
from tests.poker.playing import SIX, check
from tests.poker.test_pots import chip_by_chip

chips = st.integers(1, 60)


class Poker(Night):
    """Every command of the card game, and of any."""

    players: ClassVar[list[str]] = SIX

    @initialize(
        seats=st.integers(3, 6),
        buy_in=st.sampled_from([4, 25, 200]),
        cards=st.sampled_from([7, 11]),
        limit=st.sampled_from(["no", "pot", "fixed"]),
    )
    def open_first(self, seats, buy_in, cards, limit):
        self.open("poker", seats if cards == 7 else min(seats, 4), buy_in, {"cards": cards, "limit": limit})

    def check(self):
        check(self.evening)

    def before(self, event):
        if event.type == "hand_ended":
            self.pots_are_right(event)

    def pots_are_right(self, event):
        """Each got what a calculation of its own gives him, by the hands that were shown."""
        hand = self.evening.state.hand
        paid = dict(event.paid)
        active = [player for player in hand.players if player not in hand.folded]
        worth = dict.fromkeys(active, ())
        if event.why == "showdown":
            worth = {player: strength(hand.held[player]) for player in active}
        assert {player: won for player, won in chip_by_chip(paid, active, worth).items() if won} == event.won

    @rule(deck=st.permutations(DECK))
    def deal(self, deck):
        self.give(cmd="deal", deck=list(deck))

    @rule(cmd=st.sampled_from(["check", "check", "call", "call", "fold"]))
    def word(self, cmd):
        self.give(cmd=cmd)

    @rule(cmd=st.sampled_from(["bet", "raise"]), amount=chips)
    def stake(self, cmd, amount):
        self.give(cmd=cmd, amount=amount)

    @rule()
    def all_in(self):
        may = evenings.public(self.evening)["may"]
        for cmd in ("bet", "raise"):
            if may and may[cmd]:
                assert self.give(cmd=cmd, amount=may[cmd][1])
                return

    @rule(die=faces)
    def throw(self, die):
        able = evenings.public(self.evening)["can_throw"]
        assert (self.give(cmd="throw", dice=[die]) is not None) == able

    @rule(data=st.data())
    def pass_(self, data):
        state = evenings.public(self.evening, "*")
        if state["to_pass"] is not None:
            hand = data.draw(st.permutations(state["hands"][state["turn"]]))
            assert self.give(cmd="pass", player=state["turn"], cards=hand[: state["to_pass"]])

    @rule(die=faces, data=st.data())
    def whole_turn(self, die, data):
        self.give(cmd="check")
        self.throw(die)
        self.pass_(data)

    @rule(die=faces)
    def correct(self, die):
        self.give(cmd="correct", dice=[die])

    @invariant()
    def somebody_can_go_on(self):
        if not hasattr(self, "evening"):
            return
        state = evenings.public(self.evening)
        if state["phase"] in ("deal", "waiting"):
            assert state["on_table"] == 0
            return
        assert state["turn"] in state["players"]
        assert len(state["active"]) > 1
        may = state["may"]
        if may:
            assert may["check"] or may["fold"]
            assert (may["check"] or may["call"]) and not (may["bet"] and may["raise"])
            for cmd in ("check", "fold", "call"):
                assert (evenings.can(self.evening, {"cmd": cmd}) is None) == (bool(may[cmd]) and not state["dice_out"])
            for cmd in ("bet", "raise"):
                for size in may[cmd] or ():
                    assert state["dice_out"] or evenings.can(self.evening, {"cmd": cmd, "amount": size}) is None

    def throw_again(self):
        """From any state the hand can be played to its end."""
        self.give(cmd="no_roll")
        while (phase := self.evening.state.phase) not in ("deal", "waiting"):
            state = evenings.public(self.evening, "*")
            if phase == "throw":
                assert self.give(cmd="throw", dice=[6])
            elif phase == "pass":
                assert self.give(cmd="pass", cards=state["hands"][state["turn"]][: state["to_pass"]])
            else:
                assert self.give(cmd="check" if state["may"]["check"] else "call")


Poker.TestCase.settings = settings(
    max_examples=100, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestPoker = Poker.TestCase
