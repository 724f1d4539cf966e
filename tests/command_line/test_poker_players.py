"""The simulated players of the demo at poker: one act at a time, and never one that the game refuses."""

from __future__ import annotations

import random

from controller.chance import shuffled
from controller.demo.poker_players import PokerPlayers
from controller.games import poker


def test_they_play_whole_evenings_without_a_refusal_and_wait_for_guests():
    chance = random.Random(5)
    for seed in range(6):
        players, state = PokerPlayers(seed, buy_in=40), None
        opening = players.opening()
        opening["players"] = [*opening["players"], "Guest"]

        def told(events, state):
            for event in events:
                state = poker.evolve(state, event)
            return state

        state = told(poker.open_game(opening), None)
        for _ in range(400):
            public = poker.public(state)
            act = players.unlock(public)
            if act is None and public["turn"] == "Guest" and public["may"]:
                act = {"cmd": "check" if public["may"]["check"] else "fold", "player": "Guest"}
            elif act is None and public["phase"] == "pass":
                act = {"cmd": "pass", "player": "Guest", "count": public["to_pass"]}
            elif act is None:
                assert public["can_throw"], public["phase"]
                act = {"cmd": "throw", "dice": [chance.randint(1, 6)]}
            if act["cmd"] == "pass":
                own = poker.public(state, act["player"])["own"]["cards"]
                act = {"cmd": "pass", "player": act["player"], "cards": chance.sample(own, act["count"])}
            if act["cmd"] == "deal":
                assert act.get("player") in (None, public["dealer"])
                act["deck"] = shuffled()
            state = told(poker.decide(state, act), state)
        assert state.hands > 3
