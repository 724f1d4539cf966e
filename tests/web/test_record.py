"""The list under the table: each round with its throws, its line and the side bets settled in it."""

from __future__ import annotations

from dataclasses import replace

from tests.web.conftest import Person
from web import create_app

MINUS = "\N{MINUS SIGN}"


def test_a_round_is_listed_with_throws_line_and_side_bets(game, person, host_says):
    host_says("for", player="Cara")
    host_says("chip", player="Bo", square="hard_8", amount=5)
    host_says("take", player="Dan", bet=1)
    host_says("chip", player="Cara", square="field", amount=4)
    host_says("take", player="Dan", bet=2)
    host_says("throw", dice=[4, 2])
    host_says("throw", dice=[4, 4])
    host_says("throw", total=6)
    (round_,) = person().view()["rounds"]
    assert round_["throws"] == "4 2 · 4 4 · 6"
    assert round_["line"].startswith("with 20 · against 10 · in play 10")
    assert set(round_["moves"]) == {"Alice +5", "Cara +5", f"Bo {MINUS}10"}
    assert [bet.partition(": ")[2] for bet in round_["bets"]] == [f"Cara {MINUS}4, Dan +4", f"Bo +45, Dan {MINUS}45"]
    host_says("throw", dice=[6, 5])
    newest = person().view()["rounds"][0]
    assert (newest["throws"], newest["bets"]) == ("6 5", [])


def test_a_correction_takes_the_round_off_the_list_and_settles_its_side_bets_anew(game, person, host_says):
    host_says("chip", player="Cara", square="field", amount=4)
    host_says("take", player="Dan", bet=1)
    host_says("throw", dice=[3, 4])
    assert len(person().view()["rounds"]) == 1
    host_says("correct", dice=[5, 4])
    assert person().view()["rounds"] == [], "a nine sets a point: the round is not over"
    host_says("throw", dice=[3, 4])
    (round_,) = person().view()["rounds"]
    assert round_["throws"] == "5 4 · 3 4"
    assert [bet.partition(": ")[2] for bet in round_["bets"]] == [f"Cara +4, Dan {MINUS}4"]


def test_a_round_that_was_broken_off_stands_in_the_list_with_its_side_bets(game, person, host_says):
    host_says("chip", player="Cara", square="field", amount=4)
    host_says("take", player="Dan", bet=1)
    host_says("void")
    assert person().view()["rounds"] == [], "nothing was thrown in it"
    host_says("throw", dice=[4, 5])
    host_says("void")
    (round_,) = person().view()["rounds"]
    assert (round_["text"], round_["throws"], round_["line"]) == ("Taken back by the host", "4 5", "")
    assert [bet.partition(": ")[2] for bet in round_["bets"]] == [f"Cara +4, Dan {MINUS}4"]
    host_says("throw", dice=[4, 4])
    host_says("cash_out")
    assert [one["text"] for one in person().view()["rounds"]] == ["Ended by the cash-out", "Taken back by the host"]


def test_the_host_chooses_who_may_throw_and_the_odds(game, host, table):
    changed = {"may_throw": {"phone": "nobody"}, "odds": {"seven": [5, 1]}}
    assert host.post("/host/do", cmd="rules", rules=changed)[0] == 200
    waiting = table.snapshot().public()["next_rules"]
    assert (waiting["may_throw"]["phone"], waiting["odds"]["seven"]) == ("nobody", [5, 1])


def test_every_screen_says_what_a_correction_moved_player_by_player(game, person, host, host_says):
    host_says("chip", player="Cara", square="seven", amount=5)
    host_says("take", player="Dan", bet=1)
    host_says("throw", dice=[3, 4])
    host_says("correct", dice=[6, 6])
    said = f"The correction moved: Alice {MINUS}20, Bo +20, Cara {MINUS}25, Dan +25."
    assert said in person().view("tv")["notes"]
    assert said in host.view("host")["notes"]
    assert said in [item["text"] for item in person("Bo").view()["news"]]


def test_a_corrected_seven_out_is_again_the_throw_of_who_threw_it(game, person, host_says):
    """The wrong seven had passed the dice to Bo."""
    host_says("throw", dice=[4, 5])
    host_says("throw", dice=[3, 4])
    host_says("correct", dice=[4, 5])
    view = person().view("tv")
    assert view["last"]["decided"] == "Point made: Alice passes"
    assert view["rounds"][0]["text"] == "Point made: Alice passes"


def test_the_whole_record_is_a_page_of_its_own(person, game, host_says):
    assert "No throw has been made yet." in person().get("/record").get_data(as_text=True)
    host_says("chip", player="Cara", square="field", amount=4)
    host_says("take", player="Dan", bet=1)
    host_says("throw", dice=[4, 5])
    host_says("throw", dice=[3, 4])
    host_says("correct", dice=[3, 6])
    for _round in range(50):
        host_says("throw", dice=[3, 4])
    someone = person()
    someone.view()
    page = someone.get("/record").get_data(as_text=True)
    assert page.count("<li><b>") == 51, "every round, the first too"
    assert "<small>4 5 · 3 6</small>" in page
    assert "<small>with 10 · against 10 · in play 10</small>" in page
    assert f"Cara +4, Dan {MINUS}4" in page
    assert "<th scope=\"row\">Cara</th><td>500</td><td>" in page
    assert "51 rounds" in page


def test_the_record_is_whole_after_the_program_was_started_again(game, table, person, host_says, settings):
    host_says("throw", dice=[4, 5])
    host_says("throw", dice=[4, 5])
    app = create_app(table, replace(settings, past=table.ledger.transactions))
    pages = app.extensions["dicetable"]
    pages.start()
    try:
        assert "1. Point made: Alice passes" in Person(app).get("/record").get_data(as_text=True)
    finally:
        pages.stop()
