"""A hand of poker on the pages, for tests: who sits, whose turn it is, and how a hand is played on."""

from __future__ import annotations

import re

from controller.games.poker.cards import DECK

NAMES = ("Ann", "Ben", "Cas")
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SPOKEN = {f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}": card for card in DECK}
SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_FACE = re.compile(r'rank\W+(10|[2-9AKQJ])\W+suit\W+([♠♥♦♣])')
_QUOTED = re.compile(r"""["'](?:\\u003c)?([2-9TJQKA][shdc])["']""")


def cards_in(text: str) -> set[str]:
    """Every card that is written in a text in any of the ways in which this program writes cards."""
    found = set(_QUOTED.findall(text))
    found |= {card for spoken, card in SPOKEN.items() if re.search(rf"(?<!\w){spoken}", text)}
    return found | {("T" if rank == "10" else rank) + SIGNS[sign] for rank, sign in _FACE.findall(text)}


def held(table) -> dict[str, list[str]]:
    """Player -> his cards, as the ledger knows them."""
    return {name: cards for name, cards in table.snapshot().public("*")["hands"].items() if isinstance(cards, list)}


def act(table, people: dict, bet: bool = False):
    """The next act of the hand, by the phone whose turn it is; the status and the answer."""
    state = table.snapshot().public()
    person = people[state["turn"]]
    view = person.view()
    if state["phase"] == "throw":
        return person.post("/roll", after=view["after"], seen=view["seq"])
    if state["phase"] == "pass":
        cards = [one["card"] for one in view["hand"]["cards"]][: view["hand"]["pass"]["count"]]
        return person.post("/hand", do="pass", cards=cards, seen=view["seq"])
    if bet and view["acts"]["size"]:
        return person.post("/hand", do="bet", amount=view["acts"]["size"]["least"], seen=view["seq"])
    do = "check" if view["acts"]["check"] else "call"
    return person.post("/hand", do=do, seen=view["seq"])


def play_until(table, people: dict, phase: str) -> None:
    """Turn after turn until that phase, with a bet now and then."""
    number = 0
    while table.snapshot().public()["phase"] != phase:
        number += 1
        status, told = act(table, people, bet=number % 3 == 1 and table.snapshot().public()["phase"] == "turn")
        assert status == 200, told
        assert number < 100
