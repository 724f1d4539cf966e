"""A game for tests: every command through the evening, every event checked as it comes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod

import pytest

from controller import evening as evenings
from controller.games.refusals import Refused

ABCD = ["Alice", "Bo", "Cara", "Dan"]
THROWS = {2: [1, 1], 3: [1, 2], 4: [1, 3], 5: [1, 4], 6: [2, 4], 7: [3, 4], 8: [3, 5], 9: [4, 5], 10: [4, 6],
          11: [5, 6], 12: [6, 6]}  # fmt: skip


class Play(ABC):
    """Any game. Speaks as the host; after every event: chips agree, the codec goes both ways."""

    game: str

    def __init__(self, players, buy_in, **rules):
        self.evening = evenings.START
        self.told = []
        self.do("open", game=self.game, players=list(players), buy_in=buy_in, rules=rules)

    def do(self, cmd, **fields):
        """The events of a command, as dicts."""
        events = evenings.decide(self.evening, {"cmd": cmd, **fields})
        for event in events:
            stored = json.loads(json.dumps(evenings.encode(event)))
            assert evenings.decode(stored) == event
            self.evening = evenings.evolve(self.evening, event)
            self.check(self.evening)
        self.told.extend(events)
        return [evenings.encode(event) for event in events]

    @abstractmethod
    def check(self, evening):
        """What must hold after every event."""

    def types(self, cmd, **fields):
        """The types of the events of a command."""
        return [event["type"] for event in self.do(cmd, **fields)]

    def refused(self, code, cmd, **fields):
        """Checks that the command is refused with that code, in one sentence, and changes nothing."""
        before = self.evening
        with pytest.raises(Refused) as caught:
            self.do(cmd, **fields)
        assert caught.value.code == code, caught.value
        assert caught.value.why.endswith(".")
        assert "\n" not in caught.value.why
        assert self.evening is before
        return caught.value.why

    def throw(self, total, **fields):
        """A throw of that total, by a pair of different faces where there is one."""
        return self.do("throw", dice=THROWS[total], **fields)

    @property
    def state(self):
        return evenings.public(self.evening)

    @property
    def stacks(self):
        return self.state["stacks"]

    @property
    def results(self):
        return self.state["results"]


class Game(Play):
    """The street game."""

    game = "street"

    def __init__(self, players=ABCD, buy_in=500, **rules):
        super().__init__(players, buy_in, **rules)

    def check(self, evening):
        check(evening)

    def bet(self, player, taker, square, amount):
        """A chip put and taken; gives its number."""
        (put,) = self.do("chip", player=player, square=square, amount=amount)
        self.do("take", player=taker, bet=put["bet"])
        return put["bet"]

    @property
    def line(self):
        return self.state["line"]


def check_chips(chips):
    """No chip made, none lost, no stack below zero."""
    assert all(have >= 0 for have in (*chips.hand.values(), *chips.table.values()))
    assert sum(chips.hand.values()) + sum(chips.table.values()) == sum(chips.bought.values())


def check(evening):
    """What each has on the table is what lies there in his name, and chips agree."""
    state = evening.state
    chips = state.chips
    check_chips(chips)
    assert sum(chips.results().values()) == 0
    lying = dict.fromkeys(chips.hand, 0)
    for player, amount in ((state.stake,) if state.stake else ()) + state.fors + state.againsts:
        lying[player] += amount
    for bet in state.board.values():
        lying[bet.player] += bet.amount
        if bet.taker is not None:
            lying[bet.taker] += bet.lay
    assert lying == chips.table
