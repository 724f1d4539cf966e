"""The pages of a bank game: the layout on the phone, the bank and all bets on the TV, the host's chips and options."""

from __future__ import annotations

import re

import pytest

MINUS = "\N{MINUS SIGN}"
RULES = {"card": "trainer", "bank": 10_000, "minimum": 5, "maximum": 500}


@pytest.fixture
def bank(app, host_says):
    """A bank game of four with 500 chips each, by the trainer's card; Alice shoots."""
    host_says("open", game="bank", players=["Alice", "Bo", "Cara", "Dan"], buy_in=500, rules=RULES)
    return host_says


def spots(person) -> dict[str, dict]:
    groups = person.view()["layout"]["groups"]
    return {spot["bet"]: spot for group in groups for spot in group["spots"]}


def texts(person) -> list[str]:
    return [one["text"] for one in person.view()["news"]]


def test_the_layout_has_every_spot_in_its_group(bank, person):
    shown = person("Bo").view()["layout"]["groups"]
    groups = {group["group"]: [spot["bet"] for spot in group["spots"]] for group in shown}
    assert groups["line"] == ["pass", "odds_pass", "dont_pass", "odds_dont_pass"]
    assert groups["come"] == ["come", "dont_come"]
    assert groups["place"] == [f"place_{number}" for number in (4, 5, 6, 8, 9, 10)]
    assert (groups["big"], groups["field"]) == (["big_6", "big_8"], ["field"])
    assert groups["hard"] == ["hard_4", "hard_6", "hard_8", "hard_10"]
    assert groups["next"] == ["seven", "craps", "two", "three", "eleven", "twelve"]
    assert "lose" not in groups


def test_a_bet_is_put_added_to_and_taken_down(bank, person, table):
    bo = person("Bo")
    seen = bo.view()["seq"]
    status, told = bo.post("/spot", do="bet", bet="place_6", amount=12, seen=seen)
    assert status == 200, told
    assert bo.post("/spot", do="bet", bet="place_6", amount=6, seen=bo.view()["seq"])[0] == 200
    six = spots(bo)["place_6"]
    assert (six["mine"], six["wins"], six["state"], six["off"]) == (18, "wins 21", "off", True)
    assert bo.view()["me"]["stack"] == 482
    assert six["call"] == {"can": True, "why": "", "on": True, "word": "On for come-outs"}
    assert bo.post("/spot", do="working", bet="place_6", on=True)[0] == 200
    assert spots(bo)["place_6"]["state"] == "on"
    assert bo.post("/spot", do="down", bet="place_6")[0] == 200
    assert spots(bo)["place_6"]["mine"] == 0
    assert table.snapshot().public()["bets"]["Bo"] == {}


def test_the_same_tap_twice_is_one_bet(bank, person):
    bo = person("Bo")
    seen = bo.view()["seq"]
    for _ in range(2):
        status, _told = bo.post("/spot", do="bet", bet="field", amount=5, seen=seen, tap="one-and-the-same")
        assert status == 200
    assert spots(bo)["field"]["mine"] == 5


def test_a_tap_on_a_picture_that_a_throw_has_changed_is_refused(bank, person):
    bo = person("Bo")
    seen = bo.view()["seq"]
    bank("throw", dice=[1, 3])
    status, told = bo.post("/spot", do="bet", bet="field", amount=5, seen=seen)
    assert (status, told["refused"]) == (409, "changed")
    assert spots(bo)["field"]["mine"] == 0


@pytest.mark.parametrize(
    ("bet", "why"),
    [
        ("come", "The puck is off: this is bet while it is on a number."),
        ("odds_pass", "The puck is off: this is bet while it is on a number."),
    ],
)
def test_what_cannot_be_bet_on_the_come_out_says_why(bank, person, bet, why):
    spot = spots(person("Bo"))[bet]
    assert (spot["can"], spot["why"]) == (False, why)


def test_what_cannot_be_bet_with_a_point_says_why(bank, person, host_says):
    bo = person("Bo")
    bo.post("/spot", do="bet", bet="pass", amount=5)
    bank("throw", dice=[2, 4])
    told = spots(bo)
    assert told["dont_pass"]["why"] == "The puck is on: this is bet while it is off."
    assert told["odds_dont_pass"]["why"] == "Odds stand behind another bet. First: don't pass."
    assert told["pass"]["why"] == "The puck is on: this is bet while it is off."
    assert told["pass"]["down"] == {"can": False, "why": "It has its point: it stands until the dice decide it."}
    assert (told["pass"]["state"], told["pass"]["odds"]) == ("locked", "odds_pass")
    assert (told["odds_pass"]["least"], told["odds_pass"]["most"], told["odds_pass"]["pays"]) == (5, 25, "6:5")
    bo.post("/spot", do="bet", bet="odds_pass", amount=25)
    assert spots(bo)["odds_pass"]["why"] == "At most 25 here."
    host_says("dice_out")
    assert {spot["why"] for spot in spots(bo).values() if not spot["mine"]} == {"Too late: the dice are out."}


def test_a_bank_that_could_not_pay_says_so(host_says, person):
    rules = {"card": "evolution", "bank": 100, "minimum": 10}
    host_says("open", game="bank", players=["Bo"], buy_in=500, rules=rules)
    bo = person("Bo")
    assert spots(bo)["two"]["why"] == "The bank has not the chips to pay that."
    assert spots(bo)["pass"]["can"]
    bo.client.get("/language/sv")
    status, told = bo.post("/spot", do="bet", bet="two", amount=10)
    assert (status, told["why"]) == (409, "Banken har inte marker att betala det.")


def test_a_come_bet_travels_and_brings_its_odds_to_the_page(bank, person):
    bo = person("Bo")
    bank("throw", dice=[2, 4])
    bo.post("/spot", do="bet", bet="come", amount=5)
    assert "come_9" not in spots(bo)
    bank("throw", dice=[4, 5])
    told = spots(bo)
    assert (told["come_9"]["mine"], told["come_9"]["state"], told["come_9"]["odds"]) == (5, "locked", "odds_come_9")
    assert told["odds_come_9"]["can"]
    assert "Your bet moved: come 9." in texts(bo)


def test_a_throw_tells_each_what_it_did_to_his_bets_in_one_sentence(bank, person):
    bo, cara = person("Bo"), person("Cara")
    for bet in ("pass", "field", "hard_8"):
        bo.post("/spot", do="bet", bet=bet, amount=5)
    bank("throw", dice=[4, 4])
    assert texts(bo)[-1] == f"You won 40: field {MINUS}5, hard 8 +45."
    bank("throw", dice=[3, 4])
    assert texts(bo)[-1] == f"You lost 5: pass line {MINUS}5."
    assert texts(cara) == []
    (round_,) = bo.view()["rounds"]
    assert round_["text"] == "Seven out: Alice misses"
    assert round_["bets"] == [f"Bo: field {MINUS}5, hard 8 +45, pass line {MINUS}5"]
    assert (round_["throws"], round_["moves"]) == ("4 4 · 3 4", ["Bo +35"])


def test_news_are_not_lost_when_twelve_lose_five_bets_each(host_says, person):
    names = [f"P{number}" for number in range(12)]
    host_says("open", game="bank", players=names, buy_in=500, rules=RULES)
    for name in names:
        for bet in ("pass", "field", "hard_4", "hard_6", "seven"):
            host_says("bet", player=name, bet=bet, amount=5)
    first = person("P0")
    host_says("throw", dice=[5, 6])
    assert texts(first)[-1].startswith("You won 5: ")


def test_the_tv_shows_the_bank_and_all_bets_by_player(bank, person):
    bank("bet", player="Bo", bet="pass", amount=5)
    bank("bet", player="Cara", bet="hard_4", amount=10)
    bank("throw", dice=[2, 4])
    bank("bet", player="Bo", bet="odds_pass", amount=10)
    bank("bet", player="Bo", bet="place_8", amount=12)
    view = person().view("tv")
    assert "line" not in view
    rows = {row["player"]: [bet["text"] for bet in row["bets"]] for row in view["house_bets"]}
    assert rows == {"Bo": ["pass line: 5 + odds 10", "place 8: 12"], "Cara": ["hard 4: 10"]}
    assert (view["bank"]["chips"], view["bank"]["on_table"], view["bank"]["result"]) == (10_000, 37, "0")
    bo = next(one for one in view["people"] if one["name"] == "Bo")
    assert (bo["bet"], bo["risk_word"], bo["stack"]) == (27, "3 bets", 473)
    bank("throw", dice=[3, 4])
    assert person().view("tv")["bank"]["result"] == "+37"
    bank("throw", dice=[2, 4])
    bank("cash_out")
    assert "The bank won 37." in person().view("tv")["final"]["lines"]
    record = person().get("/record").get_data(as_text=True)
    assert re.search(r'<tr class="bank">.*10000.*\+37', record)
    assert f"Cara: hard 4 {MINUS}10" in record


def test_place_bets_that_rest_are_marked_on_the_tv(bank, person):
    bank("bet", player="Bo", bet="place_8", amount=12)
    (row,) = person().view("tv")["house_bets"]
    assert row["bets"] == [{"bet": "place_8", "text": "place 8: 12 (off)", "off": True, "locked": False}]


def test_the_host_opens_a_bank_game_fills_it_voids_and_ends_it(host, person, table):
    status, told = host.post("/host/do", cmd="open", game="bank", players=["Bo"], buy_in=100,
                             rules=RULES | {"field_12": "2:1", "hard_come_out": False, "dice_pass": "x"})  # fmt: skip
    assert status == 200, told
    state = table.snapshot().public()
    assert (state["game"], state["bank"], state["rules"]["field_12"]) == ("bank", 10_000, [2, 1])
    assert host.post("/host/do", cmd="fill_bank", amount=500)[0] == 200
    view = host.view("host")
    assert (view["bank"]["chips"], view["bank"]["bought_in"], view["game"]) == (10_500, 10_500, "bank")
    assert host.post("/host/do", cmd="fill_bank", amount=0)[0] == 400
    person("Bo").post("/spot", do="bet", bet="pass", amount=5)
    after = view["last"]["seq"] if view["last"] else 0
    assert host.post("/host/do", cmd="throw", dice=[2, 4], after=after)[0] == 200
    last = host.view("host")["last"]["seq"]
    assert host.post("/host/do", cmd="correct", dice=[3, 4], after=last)[0] == 200
    assert table.snapshot().public()["stacks"]["Bo"] == 105
    assert host.post("/host/do", cmd="rules", rules={"maximum": 50, "line": "open"})[0] == 200
    assert table.snapshot().public()["next_rules"]["maximum"] == 50
    assert host.post("/host/do", cmd="void")[0] == 200
    assert host.post("/host/do", cmd="cash_out")[0] == 200
    assert host.view("host")["bank"]["text"] == "The bank lost 5."


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"players": []}, "somebody who plays"),
        ({"rules": {"card": "the moon's"}}, "The card is one of"),
        ({"game": "whist"}, "does not understand"),
        ({"game": ["bank"]}, "does not understand"),
    ],
)
def test_a_bank_game_that_cannot_be_is_refused_in_one_sentence(host, table, wish, why):
    status, told = host.post("/host/do", cmd="open", **({"game": "bank", "players": ["Bo"], "buy_in": 100} | wish))
    assert status in (400, 409)
    assert why in told["why"]
    assert table.snapshot().seq == 0


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "throw", "bet": "pass"},
        {"do": "bet", "bet": 7, "amount": 5},
        {"do": "bet", "bet": "pass", "amount": "5"},
        {"do": "bet", "bet": "x" * 500, "amount": 5},
        {"do": "bet", "bet": "pass", "amount": 5, "seen": "now"},
        {"do": "bet", "bet": "nothing", "amount": 5},
    ],
)
def test_nonsense_moves_nothing(bank, person, table, wish):
    before = table.snapshot().seq
    status, told = person("Bo").post("/spot", **wish)
    assert status in (400, 409)
    assert told["why"]
    assert table.snapshot().seq == before


def test_nobody_bets_for_another_or_while_the_host_has_paused(bank, app, person, table):
    bo = person("Bo")
    bo.post("/spot", do="bet", bet="pass", amount=5, player="Cara")
    assert table.snapshot().public()["bets"] == {"Alice": {}, "Bo": {"pass": 5}, "Cara": {}, "Dan": {}}
    app.extensions["dicetable"].pause(True)
    status, told = bo.post("/spot", do="down", bet="pass")
    assert (status, told["why"]) == (409, "The host has paused the table.")
    assert {spot["why"] for spot in spots(bo).values()} == {"The host has paused the table."}
    assert person().post("/spot", do="bet", bet="pass", amount=5)[0] == 403


def test_the_street_and_the_bank_follow_each_other_on_one_table(game, person, host_says):
    tv = person()
    assert tv.view("tv")["line"]["with"] == 10
    host_says("open", game="bank", players=["Alice", "Bo"], buy_in=100, rules=RULES)
    assert "house_bets" in tv.view("tv")
    host_says("throw", dice=[3, 4])
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
    view = tv.view("tv")
    assert (view["rounds"], "bank" in view) == ([], False)


def test_the_odds_page_tells_the_edge_of_each_bet_of_the_card(bank, person):
    page = person().get("/odds").get_data(as_text=True)
    assert re.search(r'<th scope="row">pass line</th><td>1:1</td><td>244 in 495</td><td>7/495 · 1.41%</td>', page)
    assert "field, 12 pays 3:1" in page


def test_a_table_that_opens_bank_games_says_so_while_it_waits(table, tmp_path):
    from tests.web.conftest import PIN, Person
    from web import Settings, create_app

    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, game="bank", rules={"maximum": 77}))
    view = Person(app).view("tv")
    assert view["slides"][0]["title"] == "Everybody against the bank"
    host = Person(app)
    host.post("/host/pin", pin=PIN)
    form = host.view("host")
    assert (form["proposed_game"], form["proposed"]["bank"]["maximum"]) == ("bank", 77)
    assert form["proposed"]["street"]["minimum"] == 10
