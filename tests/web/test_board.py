"""The board on the pages, and the odds page."""

from __future__ import annotations

import re

import pytest


def chips(person) -> dict[int, dict]:
    return {chip["bet"]: chip for square in person.view()["board"]["squares"] for chip in square["chips"]}


def test_a_chip_is_put_seen_taken_and_undone(game, person):
    bo, cara = person("Bo"), person("Cara")
    status, told = bo.post("/chip", square="num_5", amount=5)
    assert status == 200, told
    own = chips(bo)[1]
    assert (own["act"], own["act_word"], own["can"]) == ("lift", "Lift", True)
    others = chips(cara)[1]
    assert (others["act"], others["act_word"], others["lay"]) == ("take", "Take: lay 7", 7)
    assert cara.post("/bet", do="take", bet=1)[0] == 200
    assert cara.view()["me"]["stack"] == 493
    assert chips(bo)[1]["text"] == "Bo: 5 on 5 before 7 against Cara, who lays 7"
    assert cara.post("/bet", do="undo", bet=1)[0] == 200
    assert chips(cara)[1]["kind"] == "open"
    assert bo.post("/bet", do="lift", bet=1)[0] == 200
    assert chips(bo) == {}


def test_what_may_not_be_done_is_said_before_it_is_tried(game, person, host_says):
    bo, cara = person("Bo"), person("Cara")
    bo.post("/chip", square="two", amount=400)
    chip = chips(cara)[1]
    assert not chip["can"]
    assert chip["why"] == "You have not the chips to lay against that: ask the host."
    host_says("dice_out")
    assert cara.view()["board"]["why"] == "Too late: the dice are out."
    status, told = cara.post("/chip", square="seven", amount=10)
    assert (status, told["why"]) == (409, "Too late: the dice are out.")


def test_a_bet_that_a_throw_decides_is_told_to_both(game, app, person, host_says):
    bo, cara = person("Bo"), person("Cara")
    bo.post("/chip", square="seven", amount=10)
    cara.post("/bet", do="take", bet=1)
    app.extensions["dicetable"].catch_up(host_says("throw", dice=[3, 4]).seq)
    assert "Any seven: you won 40." in [one["text"] for one in bo.view()["news"]]
    assert "Any seven: you lost 40." in [one["text"] for one in cara.view()["news"]]
    lost = [one["text"] for one in person("Dan").view()["news"]]
    assert not [text for text in lost if "seven" in text.lower()]


def test_the_taker_wins_what_lay_there(game, app, person, host_says):
    bo, cara = person("Bo"), person("Cara")
    bo.post("/chip", square="seven", amount=10)
    cara.post("/bet", do="take", bet=1)
    app.extensions["dicetable"].catch_up(host_says("throw", dice=[3, 5]).seq)
    assert "Any seven: you lost 10." in [one["text"] for one in bo.view()["news"]]
    assert "Any seven: you won 10." in [one["text"] for one in cara.view()["news"]]


@pytest.mark.parametrize(
    "wish",
    [
        {"square": "jackpot", "amount": 5},
        {"square": None, "amount": 5},
        {"square": "seven", "amount": 0},
        {"square": "seven", "amount": -5},
        {"square": "seven", "amount": 1.5},
        {"square": "seven", "amount": "ten"},
        {"square": "seven", "amount": True},
        {"square": "seven", "amount": 10**30},
    ],
)
def test_a_chip_that_cannot_be_is_refused(game, person, table, wish):
    before = table.snapshot().seq
    status, told = person("Bo").post("/chip", **wish)
    assert status == 400
    assert "\n" not in told["why"]
    assert table.snapshot().seq == before


@pytest.mark.parametrize("wish", [{"do": "steal", "bet": 1}, {"do": "take", "bet": "1"}, {"do": "take", "bet": 0}])
def test_a_bet_that_cannot_be_is_refused(game, person, wish):
    assert person("Bo").post("/bet", **wish)[0] == 400


def test_a_bet_of_another_game_is_gone(game, person):
    assert person("Bo").post("/bet", do="take", bet=99)[1]["why"] == "That bet is gone."


def test_the_same_chip_twice_is_one_chip(game, person):
    bo = person("Bo")
    for _ in range(2):
        assert bo.post("/chip", square="field", amount=5, tap="one-chip-tap")[0] == 200
    assert len(chips(bo)) == 1


def test_the_rail_goes_as_far_as_the_stack(game, person, host_says):
    bo = person("Bo")
    assert bo.view()["board"]["rail"] == [10, 20, 50, 100, 200]
    host_says("chip", player="Bo", square="seven", amount=470)
    assert bo.view()["board"]["rail"] == [10, 20]


def test_the_tv_shows_who_bets_against_whom(game, person):
    bo, cara = person("Bo"), person("Cara")
    bo.post("/chip", square="hard_6", amount=5)
    cara.post("/bet", do="take", bet=1)
    assert person().view("tv")["board"] == [
        {"bet": 1, "square": "hard 6", "amount": 5, "player": "Bo", "taker": "Cara", "lay": 45, "open": False}
    ]


def test_the_odds_page_says_what_the_fractions_say(person):
    page = person().get("/odds").get_data(as_text=True)
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "The shooter passes 244 times in 495: 49.29%." in text
    assert "any seven 16.67% 5 to 1 5 for 1 costs 16.67%" in text
    assert "6 before 7 45.45% 1.2 to 1 6 to 5 fair" in text
