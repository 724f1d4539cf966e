"""A card is data: the two that come with the program, and a third house's."""

from __future__ import annotations

import copy
import json
import random
import tomllib

import pytest

from controller import evening as evenings
from controller.games.bank.card import layout, shipped
from controller.games.refusals import Refused
from tests.games.bank.playing import BankGame

OURS = """
name = "our house"
[pass]
pays = "1:1"
[dont_pass]
pays = "1:1"
bar = 2
[odds_pass]
pays = { 4 = "2:1", 10 = "2:1" }
limit = { 4 = 2, 10 = 1 }
[place]
pays = { 6 = "7:6" }
come_out = "on"
stays = true
[big]
pays = { 6 = "6:5" }
[hard]
pays = { 8 = "9:1" }
come_out = "off"
[next.field]
pays = { 2 = "2:1", 3 = "1:1", 12 = "5:2" }
pays_12 = ["5:2", "3:1"]
[next.yo]
pays = { 11 = "14:1" }
"""


def ours():
    return tomllib.loads(OURS)


def test_the_cards_that_come_with_the_program():
    assert set(shipped()) == {"evolution", "trainer"}
    for name, card in shipped().items():
        assert card["name"] == name
        assert json.loads(json.dumps(card)) == card, "an event can keep it"
        layout(card)


def test_a_third_houses_card_is_played_as_it_says():
    game = BankGame(ours(), players=["A", "B"])
    assert game.state["rules"]["card"] == "our house"
    assert {spot["bet"] for spot in game.state["layout"]} == {
        "pass", "dont_pass", "odds_pass", "place_6", "big_6", "hard_8", "field", "yo",
    }  # fmt: skip
    game.refused("no_such_bet", "bet", player="A", bet="come", amount=5)
    game.bets(("dont_pass", 5), ("yo", 1))
    assert game.won(2) == -1, "bars the two"
    game.bets(("dont_pass", 5), ("yo", 1))
    assert game.won(12) == 5 - 1
    game.refused("not_a_multiple", "bet", player="A", bet="field", amount=5)
    game.bets(("field", 4))
    assert game.won(12) == 10
    game.bets(("hard_8", 1), ("place_6", 6), ("big_6", 5), ("yo", 2))
    assert game.won(11) == 28
    assert game.won(7) == -6 - 5, "place works, the hard way does not"
    game.bets(("pass", 10))
    game.throw(5)
    game.refused("no_such_bet", "bet", player="A", bet="odds_pass", amount=2)
    game.throw(5)
    game.bets(("pass", 10))
    game.throw(10)
    game.refused("over_limit", "bet", player="A", bet="odds_pass", amount=11)
    game.bets(("odds_pass", 10))
    assert game.won(10) == 30


def test_the_event_keeps_the_whole_card():
    """An old evening is played again by the card of its night, whatever has become of the file."""
    game = BankGame("trainer")
    stored = evenings.encode(game.told[0])
    assert stored["rules"]["layout"] == shipped()["trainer"]
    dearer = copy.deepcopy(stored)
    dearer["rules"]["layout"]["place"]["pays"]["6"] = "2:1"
    evening = evenings.rebuilt([evenings.decode(dearer), *game.told[1:]])
    for command in ({"cmd": "bet", "player": "A", "bet": "place_6", "amount": 1}, {"cmd": "throw", "dice": [2, 2]},
                    {"cmd": "throw", "dice": [3, 3]}):  # fmt: skip
        for event in evenings.decide(evening, command):
            evening = evenings.evolve(evening, event)
    assert evenings.public(evening)["results"]["A"] == 2


def test_the_order_of_a_cards_keys_is_nothing():
    for card in (*shipped().values(), ours()):
        assert list(layout(json.loads(json.dumps(card, sort_keys=True)))) == list(layout(card))


def broken(path, value):
    card = ours()
    at = card
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return card


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (("name",), None, "name"), (("name",), 5, "name"), (("name",), "", "name"), (("buy",), {}, "buy"),
        (("pass",), "1:1", "pass"), (("pass", "pays"), None, "pass"), (("pass", "pays"), "1:0", "pass"),
        (("pass", "pays"), "1/1", "pass"), (("pass", "pays"), [1, 2, 3], "pass"), (("pass", "bar"), 12, "bar"),
        (("dont_pass", "bar"), 7, "bars"), (("dont_pass", "bar"), True, "bars"), (("pass",), None, "stands behind"),
        (("place", "pays", "7"), "1:1", "'7'"), (("place", "pays"), {}, "place"), (("place", "pays"), None, "place"),
        (("place", "come_out"), "maybe", "come_out"), (("place", "come_out"), ["on"], "come_out"),
        (("place", "stays"), 1, "stays"), (("hard", "pays", "5"), "1:1", "'5'"), (("hard", "stays"), True, "stays"),
        (("odds_pass", "limit"), {"4": 2}, "limit"), (("odds_pass", "limit", "4"), 0, "limit"),
        (("odds_pass", "limit", "4"), True, "limit"), (("odds_pass", "come_out"), "off", "come_out"),
        (("next",), [], "next"), (("next", "field"), 5, "field"), (("next", "field", "pays", "13"), "1:1", "'13'"),
        (("next", "place_6"), {"pays": {"2": "1:1"}}, "place_6"), (("next", "pass"), {"pays": {"2": "1:1"}}, "pass"),
        (("next", "field", "pays_12"), [], "pays_12"), (("next", "field", "pays_12"), ["3:1", "2:1"], "pays_12"),
        (("next", "field", "pays_12"), "3:1", "pays_12"), (("next", "yo", "pays_12"), ["3:1"], "pays_12"),
        (("next", "two"), {"pays": {"2": "1:1", "12": "1:1"}, "pays_12": ["1:1"]}, "only one"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_used_is_refused_with_what_is_wrong(path, value, word):
    with pytest.raises(Refused) as caught:
        BankGame(broken(path, value))
    assert caught.value.code == "bad_input"
    assert word in caught.value.why
    assert caught.value.why.endswith(".")


@pytest.mark.parametrize("card", [{"name": "empty"}, {"name": "empty", "next": {}}, {}])
def test_a_card_without_a_bet_is_none(card):
    with pytest.raises(Refused):
        BankGame(card)


ODD = [None, [], {}, "x", 5, True, 1.5, ["a"], {"a": 1}, "1:1", [1, 1], {"4": "1:1"}, 10**30, "", [None], {"pays": {}}]


def spoiled(dice, card):
    """The card with something odd in one place, or something missing or too much."""
    at = card
    while True:
        key = dice.choice(list(at))
        if not isinstance(at[key], dict) or not at[key] or dice.random() < 0.3:
            break
        at = at[key]
    if dice.random() < 0.2:
        del at[key]
    else:
        key = key if dice.random() < 0.8 else dice.choice(["zz", "12", "pays_12", "bar"])
        at[key] = copy.deepcopy(dice.choice(ODD))
    return card


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_card_holds_it_is_refused_or_played(seed):
    dice = random.Random(seed)
    played = 0
    for _ in range(250):
        card = spoiled(dice, copy.deepcopy(dice.choice([*shipped().values(), ours()])))
        try:
            game = BankGame(card, players=["A"])
        except Refused as refusal:
            assert refusal.code == "bad_input"
            continue
        for spot in list(game.state["layout"]):
            bet = {"cmd": "bet", "player": "A", "bet": spot["bet"], "amount": 30}
            if evenings.can(game.evening, bet) is None:
                game.do(**bet)
        game.do("throw", dice=[dice.randint(1, 6), dice.randint(1, 6)])
        played += 1
    assert played > 20
