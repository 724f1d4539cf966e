"""The pages of poker on the server: what each screen may do at each moment, and what a tap that is wrong gets."""

from __future__ import annotations

from math import comb

import pytest

from controller.games.poker.cards import DECK
from tests.web.poker_table import NAMES, act, cards_in, held, play_until
from web.games.poker_odds import SEVENS

LEFT_OF = dict(zip(NAMES, (*NAMES[1:], NAMES[0]), strict=True))


@pytest.fixture
def people(host_says, person) -> dict:
    host_says("open", game="poker", players=list(NAMES), buy_in=500)
    return {name: person(name) for name in NAMES}


@pytest.fixture
def dealt(people, host_says) -> dict:
    host_says("deal")
    return people


def state(table) -> dict:
    return table.snapshot().public()


def test_the_host_opens_poker_with_its_options_and_deals(table, host):
    rules = {"ante": 20, "cards": 11, "limit": "pot", "time_limit": 60, "bank": 5, "minimum": 7}
    status, told = host.post("/host/do", cmd="open", game="poker", players=list(NAMES), buy_in=300, rules=rules)
    assert status == 200, told
    assert {name: state(table)["rules"][name] for name in ("ante", "cards", "limit", "time_limit")} == {
        "ante": 20, "cards": 11, "limit": "pot", "time_limit": 60,
    }  # fmt: skip
    view = host.view("host")
    assert (view["poker"]["deal"], view["without"]) == (True, ["total", "pass_dice"])
    assert host.post("/host/do", cmd="deal")[0] == 200
    assert host.view("host")["poker"]["deal"] is False
    assert host.post("/host/do", cmd="deal", deck=list(DECK))[0] == 409


@pytest.mark.parametrize(
    ("players", "why"),
    [(["Ann", "Ben"], "Poker needs at least three people."), (list("ABCDEFG"), "3 to 6"), (None, "at least three")],
)
def test_too_few_and_too_many_are_told_so(host, players, why):
    status, told = host.post("/host/do", cmd="open", game="poker", players=players, buy_in=300)
    assert status in (400, 409)
    assert why in told["why"]


def test_only_the_dealer_has_the_button_to_deal(people):
    for name, one in people.items():
        assert one.view()["acts"]["deal"] is (name == "Ann")
    status, told = people["Ben"].post("/hand", do="deal")
    assert (status, told["refused"]) == (409, "not_your_turn")
    assert people["Ann"].post("/hand", do="deal")[0] == 200


def test_whose_turn_it_is_sees_what_it_costs_and_nobody_else_has_buttons(dealt):
    ben, cas = dealt["Ben"].view()["acts"], dealt["Cas"].view()["acts"]
    assert (ben["mine"], ben["check"], ben["fold"], ben["call"]) == (True, True, False, None)
    assert ben["size"] == {"do": "bet", "least": 5, "most": 495, "pot": 15}
    assert (cas["mine"], cas["check"], cas["size"]) == (False, False, None)
    assert (ben["stands"], cas["stands"]) == ("Your turn: check or bet", "Ben's turn")
    assert dealt["Ben"].post("/hand", do="bet", amount=30)[0] == 200
    cas = dealt["Cas"].view()["acts"]
    assert (cas["call"], cas["fold"], cas["check"]) == (30, True, False)
    assert cas["size"] == {"do": "raise", "least": 60, "most": 495, "pot": 105}
    assert cas["stands"] == "Your turn: 30 to call"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"do": "bet", "amount": 2}, "below_minimum"),
        ({"do": "bet", "amount": 496}, "not_enough_chips"),
        ({"do": "bet", "amount": "all"}, "bad_input"),
        ({"do": "bet"}, "bad_input"),
        ({"do": "fold"}, "not_allowed"),
        ({"do": "call"}, "not_allowed"),
        ({"do": "pass", "cards": ["As"]}, "wrong_phase"),
        ({"do": "pass", "cards": "random"}, "bad_input"),
        ({"do": "pass", "cards": ["As"] * 7}, "bad_input"),
        ({"do": "void"}, "bad_input"),
        ({"do": None}, "bad_input"),
    ],
)
def test_a_wrong_act_is_refused_with_a_sentence_and_moves_nothing(table, dealt, wish, code):
    before = table.snapshot().seq
    status, told = dealt["Ben"].post("/hand", **wish)
    assert (told["refused"], status in (400, 409)) == (code, True)
    assert told["why"].endswith(".")
    assert table.snapshot().seq == before


def test_an_act_on_a_picture_that_has_changed_is_refused_and_a_doubled_one_done_once(table, dealt):
    ben, cas = dealt["Ben"], dealt["Cas"]
    seen = cas.view()["seq"]
    first = ben.post("/hand", do="bet", amount=10, tap="tap-of-ben")
    assert first[0] == 200
    seq = table.snapshot().seq
    assert ben.post("/hand", do="bet", amount=10, tap="tap-of-ben")[0] == 200
    assert table.snapshot().seq == seq
    status, told = cas.post("/hand", do="check", seen=seen)
    assert (status, told["refused"]) == (409, "changed")


def test_the_die_is_one_and_the_table_may_roll_it_where_no_camera_is(table, dealt, host):
    assert dealt["Ben"].post("/hand", do="check")[0] == 200
    view = host.view("host")
    assert view["last_dice"] == 1
    assert dealt["Ben"].view()["roll"]["text"] == "Roll the die"
    assert (view["dice"], view["roll"], view["can"]["throw"]) == (1, True, True)
    assert host.post("/host/do", cmd="throw", dice=[3, 4], after=0)[0] == 400
    assert host.post("/host/do", cmd="roll", after=99)[1]["refused"] == "changed"
    assert host.post("/host/do", cmd="roll", after=0)[0] == 200
    thrown = state(table)["last"]
    assert (thrown["source"], len(thrown["dice"])) == ("phone", 1)
    assert host.post("/host/do", cmd="correct", dice=[6], after=host.view("host")["last"]["seq"])[0] == 200
    assert (state(table)["die"], state(table)["to_pass"]) == (6, 6)
    assert dealt["Ben"].view()["hand"]["pass"]["count"] == 6


def test_no_die_is_rolled_by_the_table_where_a_camera_reads_it(table, tmp_path, host_says):
    from tests.web.conftest import PIN, Person
    from web import Settings, create_app

    host_says("open", game="poker", players=list(NAMES), buy_in=500)
    host_says("deal")
    host_says("check")
    boss = Person(create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, camera=True)))
    assert boss.post("/host/pin", pin=PIN)[0] == 200
    status, told = boss.post("/host/do", cmd="roll", after=0)
    assert (status, told["why"]) == (409, "At this table the dice are real: throw them.")
    assert boss.view("host")["roll"] is False


def test_the_host_plays_on_for_who_is_gone(table, dealt, host):
    assert host.post("/host/do", cmd="play_on")[0] == 200
    assert (state(table)["phase"], state(table)["stacks"]["Ben"]) == ("throw", 495)
    assert host.post("/host/do", cmd="play_on")[0] == 409
    assert host.post("/host/do", cmd="roll", after=0)[0] == 200
    before = held(table)
    assert host.post("/host/do", cmd="play_on")[0] == 200
    assert len(held(table)["Cas"]) == 7 + state(table)["last"]["total"]
    assert set(before["Cas"]) < set(held(table)["Cas"])
    assert dealt["Cas"].post("/hand", do="bet", amount=50)[0] == 200
    assert host.post("/host/do", cmd="play_on")[0] == 200
    assert state(table)["active"] == ["Ben", "Cas"]


def test_cards_are_passed_to_the_left_and_taken_up(table, dealt):
    play_until(table, dealt, "pass")
    giver = state(table)["turn"]
    taker = LEFT_OF[giver]
    view = dealt[giver].view()
    count = state(table)["to_pass"]
    assert (view["hand"]["pass"]["to"], view["hand"]["pass"]["count"]) == (taker, count)
    given = [one["card"] for one in view["hand"]["cards"]][:count]
    status, told = dealt[giver].post("/hand", do="pass", cards=given[:-1])
    assert (status, told["refused"]) == (409, "wrong_count")
    assert dealt[giver].post("/hand", do="pass", cards=given)[0] == 200
    got = dealt[taker].view()["hand"]
    assert (sorted(got["received"]), got["from"]) == (sorted(given), giver)
    assert got["from_text"].startswith(f"{giver} passes you {count} card")
    assert set(given) <= {one["card"] for one in got["cards"]}
    assert set(got["best"]) <= {one["card"] for one in got["cards"]}


def test_a_paused_table_takes_no_act(dealt, host):
    host.post("/host/screens", do="pause")
    status, told = dealt["Ben"].post("/hand", do="check")
    assert (status, told["why"]) == (409, "The host has paused the table.")
    assert dealt["Ben"].view()["acts"]["why"] == told["why"]


def test_the_tv_counts_cards_and_shows_the_end(table, dealt, person):
    tv = person()
    shown = tv.view("tv")
    assert [(seat["name"], seat["cards"], seat["turn"]) for seat in shown["poker"]["seats"]] == [
        ("Ben", 7, True), ("Cas", 7, False), ("Ann", 7, False),
    ]  # fmt: skip
    assert (shown["poker"]["pots"][0]["amount"], shown["puck"]["there"]) == (15, False)
    assert shown["headline"]["big"] == "Ben checks or bets"
    play_until(table, dealt, "deal")
    shown = tv.view("tv")
    assert len(shown["poker"]["showdown"]) == 3
    assert sum(row["won"] for row in shown["poker"]["showdown"]) >= 15
    assert shown["rounds"][0]["text"] == "Ann dealt: showdown"
    page = tv.get("/record").get_data(as_text=True)
    assert "Ann dealt: showdown" in page
    assert cards_in(page) == set()
    assert [one["kind"] for one in dealt["Ann"].view()["news"]][-1] in ("hand", "up")


def test_a_voided_hand_gives_everything_back_and_shows_nothing(table, dealt, host):
    assert act(table, dealt, bet=True)[0] == 200
    assert host.post("/host/do", cmd="void")[0] == 200
    assert set(state(table)["stacks"].values()) == {500}
    assert all(cards_in(str(one.view())) == set() for one in dealt.values())


def test_whoever_comes_in_mid_hand_waits_for_the_next(table, dealt, person):
    eve = person("Eve")
    assert eve.view()["acts"]["stands"] == "You are dealt in with the next hand"
    assert eve.view()["hand"]["cards"] == []
    play_until(table, dealt, "deal")
    assert dealt["Ann"].post("/hand", do="deal")[0] == 409  # the deal has moved on
    assert dealt["Ben"].post("/hand", do="deal")[0] == 200
    assert len(held(table)["Eve"]) == 7


def test_the_odds_of_the_hands_add_up(dealt):
    assert sum(SEVENS.values()) == comb(52, 7)
    page = dealt["Ann"].get("/odds").get_data(as_text=True)
    assert "a royal flush" in page
    assert "0.00323%" in page


def test_a_restart_in_mid_hand_shows_the_same(table, dealt, tmp_path):
    from tests.web.conftest import Person
    from web import Settings, create_app

    play_until(table, dealt, "pass")
    again = create_app(table, Settings(secrets=tmp_path / "secrets", past=table.ledger.transactions))
    pages = again.extensions["dicetable"]
    pages.start()
    before, after = dealt["Ann"].view("tv"), Person(again).view("tv")
    pages.stop()
    assert (after["poker"], after["history"]) == (before["poker"], before["history"])
    assert cards_in(str(after)) == set()
