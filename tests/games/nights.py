"""Whole evenings of random commands, for hypothesis: what must hold whichever game is played."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from controller import evening as evenings
from controller.games.refusals import CODES, Refused
from controller.games.values import changed

faces = st.integers(1, 6)
seats = st.integers(0, 5)
amounts = st.integers(1, 60)


class Night(RuleBasedStateMachine):
    """Every command as the host might give it, sensible or not; a game adds its own.

    players: who may come. Of a game come also `check`, what must hold after every event, and `throw_again`: from any
    state a host can have dice thrown again.
    """

    players: ClassVar[list[str]]

    def before(self, event):
        """What must hold of an event in the evening that it comes into."""

    def bank_result(self, _state):
        """What somebody who is no player won."""
        return 0

    def name(self, seat):
        return self.players[seat % len(self.players)]

    def open(self, game, count, buy_in, rules):
        """The first command of an evening."""
        self.evening, self.told = evenings.START, []
        assert self.give(cmd="open", game=game, players=self.players[:count], buy_in=buy_in, rules=rules)

    def give(self, **command):
        """The events of a command, None where it is refused."""
        before = self.evening
        try:
            events = evenings.decide(before, command)
        except Refused as refusal:
            assert refusal.code in CODES
            assert refusal.why.endswith(".")
            assert evenings.can(before, command).code == refusal.code
            return None
        assert events == evenings.decide(before, command), "decided twice, the same"
        for event in events:
            assert evenings.decode(evenings.encode(event)) == event
            self.before(event)
            self.evening = evenings.evolve(self.evening, event)
            self.check()
        self.told.extend(events)
        return events

    @rule(seat=seats, amount=amounts, after=st.one_of(st.none(), seats))
    def join(self, seat, amount, after):
        self.give(cmd="join", player=self.name(seat), buy_in=amount, after=None if after is None else self.name(after))

    @rule(seat=seats)
    def leave(self, seat):
        self.give(cmd="leave", player=self.name(seat))

    @rule(seat=seats, amount=amounts)
    def buy_in(self, seat, amount):
        self.give(cmd="buy_in", player=self.name(seat), amount=amount)

    @rule(seat=seats)
    def dispute(self, seat):
        self.give(cmd="dispute", player=self.name(seat))

    @rule(cmd=st.sampled_from(["void", "dice_out", "no_roll", "no_roll", "confirm"]))
    def host(self, cmd):
        self.give(cmd=cmd)

    def teardown(self):
        if not hasattr(self, "evening"):
            return
        self.rebuilds()
        self.throw_again()
        assert self.give(cmd="cash_out") is not None
        state = evenings.public(self.evening)
        assert (state["phase"], state["on_table"]) == ("over", 0)
        assert sum(state["results"].values()) + self.bank_result(state) == 0

    def rebuilds(self):
        """The same events give the same evening, and the same ones before it to which a correction goes back."""
        again, now = evenings.rebuilt(self.told), self.evening
        assert again == now
        while (link := now.since) is not None:
            assert again.since[1] == link[1]
            again, now = changed(again, since=again.since[0]), changed(now, since=link[0])
        assert again.since is None


class CrapsNight(Night):
    """With two dice and a shooter."""

    @rule(a=faces, b=faces)
    def throw(self, a, b):
        able = evenings.public(self.evening)["can_throw"] and self.evening.state.phase != "opening"
        assert (self.give(cmd="throw", dice=[a, b]) is not None) == able

    @rule(seat=seats, die=faces)
    def throw_a_die(self, seat, die):
        self.give(cmd="throw", player=self.name(seat), dice=[die])

    @rule(total=st.integers(2, 12))
    def tap_a_total(self, total):
        self.give(cmd="throw", total=total)

    @rule()
    def pass_dice(self):
        self.give(cmd="pass_dice")

    @rule(a=faces, b=faces)
    def correct(self, a, b):
        self.give(cmd="correct", dice=[a, b] if self.evening.throw and self.evening.throw.type == "thrown" else [a])

    def end_opening(self):
        """Everybody throws a different die for the first shot."""
        while self.evening.state.phase == "opening":
            for player in self.evening.state.opening.among:
                self.give(cmd="throw", player=player, dice=[1 + self.players.index(player)])
