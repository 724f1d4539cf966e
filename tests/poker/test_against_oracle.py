"""Random evenings beside a second game written from the rules alone: the same is taken, every stack agrees."""

from __future__ import annotations

import random

import pytest

from controller import evening as evenings
from controller.games.poker.cards import DECK
from controller.games.refusals import Refused
from tests.poker.oracle import Table
from tests.poker.playing import SIX, check


class Pair:
    """The game and its oracle."""

    def __init__(self, chance):
        self.chance = chance
        self.cards = chance.choice([7, 7, 11])
        seats = SIX[: chance.randint(3, 6 if self.cards == 7 else 4)]
        limit, buy_in = chance.choice(["no", "no", "pot", "fixed"]), chance.choice([6, 30, 200])
        rules = {"ante": 5, "cards": self.cards, "limit": limit}
        self.evening = evenings.START
        self.oracle = Table(seats, buy_in, 5, self.cards, limit)
        self.take({"cmd": "open", "game": "poker", "players": seats, "buy_in": buy_in, "rules": rules})
        for seat in seats:
            if chance.random() < 0.6:
                self.both(cmd="buy_in", player=seat, amount=chance.randint(1, 150))

    def take(self, command):
        try:
            events = evenings.decide(self.evening, command)
        except Refused:
            return False
        for event in events:
            self.evening = evenings.evolve(self.evening, event)
            check(self.evening)
        return True

    def both(self, **command):
        done = self.take(command)
        assert self.oracle.give(command) == done, command
        state = evenings.public(self.evening, "*")
        assert state["stacks"] == self.oracle.stack, command
        assert state["bought_in"] == self.oracle.bought
        assert state["on_table"] == sum(self.oracle.in_pot.values())
        if state["phase"] not in ("deal", "waiting", "over"):
            assert self.oracle.step == {"turn": "speak", "betting": "answer"}.get(state["phase"], state["phase"])
            assert state["turn"] == self.oracle.actor, command
            hands = {seat: sorted(cards) for seat, cards in state["hands"].items() if cards}
            assert hands == {seat: sorted(cards) for seat, cards in self.oracle.hand.items() if cards}
        else:
            assert self.oracle.step == "deal" or self.oracle.over
            shown = {row["player"]: set(row["cards"]) for row in state["showdown"]}
            assert shown == (getattr(self.oracle, "shown", {}) if state["ended"] else {})
        return done

    def sensible(self):
        """A command that the state asks for, mostly."""
        chance, state = self.chance, evenings.public(self.evening, "*")
        phase = state["phase"]
        if phase in ("deal", "waiting"):
            broke = [seat for seat in state["players"] if not state["stacks"][seat]]
            if broke and chance.random() < 0.7:
                return {"cmd": "buy_in", "player": chance.choice(broke), "amount": chance.randint(1, 90)}
            return {"cmd": "deal", "deck": chance.sample(DECK, 52)}
        if phase == "throw":
            return {"cmd": "throw", "dice": [chance.randint(1, 6)]}
        if phase == "pass":
            cards = self.some(state["hands"][state["turn"]], state["to_pass"])
            return {"cmd": "pass", "player": state["turn"], "cards": cards}
        may, words = state["may"], []
        words += [{"cmd": "check"}] * (4 * may["check"]) + [{"cmd": "fold"}] * may["fold"]
        words += [{"cmd": "call"}] * (3 if may["call"] else 0)
        for word in ("bet", "raise"):
            if may[word]:
                least, most = may[word]
                size = chance.choice([least, most, chance.randint(least, most), least - 1, most + 1])
                words += [{"cmd": word, "amount": max(size, 1)}] * 2
        return chance.choice(words)

    def some(self, hand, count):
        return self.chance.sample(hand, min(count, len(hand)))

    def odd(self):
        """A command that may come at any time."""
        chance, state = self.chance, evenings.public(self.evening, "*")
        player = chance.choice(SIX)
        hand = state["hands"].get(player)
        hand = hand if isinstance(hand, list) else list(DECK)
        return chance.choice([
            {"cmd": "check", "player": player}, {"cmd": "check"}, {"cmd": "call"}, {"cmd": "fold", "player": player},
            {"cmd": "fold"}, {"cmd": "bet", "amount": chance.randint(1, 60)},
            {"cmd": "raise", "amount": chance.randint(1, 120)}, {"cmd": "raise", "amount": chance.randint(1, 120)},
            {"cmd": "throw", "dice": [chance.randint(1, 6)]}, {"cmd": "correct", "dice": [chance.randint(1, 6)]},
            {"cmd": "correct", "dice": [chance.randint(1, 6)]},
            {"cmd": "pass", "player": player, "cards": self.some(hand, 3)},
            {"cmd": "deal", "deck": chance.sample(DECK, 52)}, {"cmd": "buy_in", "player": player, "amount": 20},
            {"cmd": "join", "player": player, "buy_in": 40, "after": chance.choice([None, *SIX])},
            {"cmd": "leave", "player": player} if chance.random() < 0.4 else {"cmd": "check"},
            {"cmd": "void"} if chance.random() < 0.3 else {"cmd": "call"}, {"cmd": "dice_out"}, {"cmd": "no_roll"},
        ])  # fmt: skip


@pytest.mark.parametrize("seed", range(120))
def test_every_stack_after_every_command(seed):
    chance = random.Random(seed)
    pair = Pair(chance)
    for _ in range(250):
        pair.both(**(pair.odd() if chance.random() < 0.12 else pair.sensible()))
    assert pair.both(cmd="cash_out")
