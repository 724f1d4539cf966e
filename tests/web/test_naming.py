"""Faces and totals that people name: the host always, the shooter where the host lets him."""

from __future__ import annotations

from dataclasses import replace

from tests.web.conftest import Person
from web import create_app


def rules(host, **may_throw):
    assert host.post("/host/do", cmd="rules", rules={"may_throw": may_throw})[0] == 200
    assert host.post("/host/do", cmd="void")[0] == 200


def test_the_shooter_names_the_faces_where_the_host_lets_him(game, person, host, table):
    alice, bo = person("Alice"), person("Bo")
    assert alice.view()["faces"] == {"show": False, "dice": 2}
    assert alice.post("/roll", after=0, dice=[6, 6])[1]["refused"] == "not_allowed"
    rules(host, tapped="shooter")
    assert alice.view()["faces"]["show"]
    assert not bo.view()["faces"]["show"]
    assert bo.post("/roll", after=0, dice=[6, 6])[1]["refused"] == "not_shooter"
    for dice in ([6], [6, 7], "66", [6, True], None):
        assert alice.post("/roll", after=0, dice=dice)[0] == 400, dice
    status, told = alice.post("/roll", after=0, dice=[4, 2])
    assert status == 200, told
    assert table.snapshot().public()["last"] == {
        "number": 1, "dice": [4, 2], "total": 6, "source": "tapped", "picture": None,
    }  # fmt: skip
    assert alice.post("/roll", after=0, dice=[1, 1])[1]["refused"] == "changed", "a late second press"


def test_the_host_says_a_total_where_the_board_allows(game, host, host_says, table):
    for total in (1, 13, "9", None, 9.0):
        assert host.post("/host/do", cmd="throw", after=0, total=total)[0] == 400, total
    assert host.post("/host/do", cmd="throw", after=0, total=9)[0] == 200
    assert table.snapshot().public()["last"]["dice"] is None
    host_says("chip", player="Cara", square="hard_8", amount=5)
    host_says("take", player="Dan", bet=1)
    after = host.view("host")["last"]["seq"]
    assert host.post("/host/do", cmd="throw", after=after, total=8)[1]["refused"] == "faces_needed"


def test_the_host_names_one_die_a_player_for_the_first_shot(host_says, host, person, table):
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=500, rules={"first_shooter": "high_die"})
    view = host.view("host")
    assert (view["dice"], view["can"]["throw"]) == (1, True)
    assert host.post("/host/do", cmd="throw", after=0, dice=[3, 4])[0] == 400
    assert host.post("/host/do", cmd="throw", after=0, dice=[3])[0] == 200
    assert table.snapshot().public()["opening"]["thrown"] == {"Alice": 3}
    assert host.post("/host/do", cmd="throw", after=0, dice=[5])[1]["refused"] == "changed", "a second press"
    assert host.post("/host/do", cmd="throw", after=host.view("host")["last"]["seq"], dice=[5])[0] == 200
    assert table.snapshot().public()["shooter"] == "Bo"
    assert host.view("host")["dice"] == 2


def test_a_die_for_the_first_shot_is_shown_disputed_and_corrected(host_says, host, person, table):
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=500, rules={"first_shooter": "high_die"})
    assert not host.view("host")["can"]["correct"]
    host_says("throw", dice=[2], player="Alice")
    last = person().view("tv")["last"]
    assert (last["dice"], last["call"], last["decided"]) == ([2], "2", "Alice's die for the first shot")
    bo = person("Bo")
    assert bo.view()["dispute"] == {"show": True, "done": False}
    assert bo.post("/dispute")[0] == 200
    view = host.view("host")
    assert (view["disputed"], view["last_dice"], view["can"]["correct"]) == (["Bo"], 1, True)
    host_says("throw", dice=[5], player="Bo")
    seq = host.view("host")["last"]["seq"]
    assert host.post("/host/do", cmd="correct", dice=[1, 4], after=seq)[0] == 400
    status, told = host.post("/host/do", cmd="correct", dice=[1], after=seq)
    assert status == 200, told
    assert table.snapshot().public()["shooter"] == "Alice"
    assert told["view"]["last"]["notes"] == ["Corrected by the host, before: 5"]
    host_says("throw", dice=[3, 3])
    assert person().view("tv")["last"]["notes"] == []
    assert host.view("host")["last_dice"] == 2


def test_a_die_of_a_second_lap_is_not_called_corrected(host_says, host, person):
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=500, rules={"first_shooter": "high_die"})
    host_says("throw", dice=[2], player="Alice")
    host_says("correct", dice=[4])
    host_says("throw", dice=[4], player="Bo")
    host_says("throw", dice=[6], player="Alice")
    assert person().view("tv")["last"]["notes"] == []


def test_the_screens_say_whose_die_the_camera_waits_for(host_says, table, settings):
    app = create_app(table, replace(settings, camera=True))
    pages = app.extensions["dicetable"]
    pages.start()
    try:
        host_says("open", game="street", players=["Alice", "Bo"], buy_in=500, rules={"first_shooter": "high_die"})
        table.notice("cue", throw=True, clear=True, why=None)
        host_says("buy_in", player="Bo", amount=1)
        assert Person(app).view("tv")["cue"] == {"kind": "throw", "text": "Throw, Alice!"}
        host_says("throw", player="Alice", dice=[3], source="camera")
        assert Person(app).view("tv")["cue"]["text"] == "Throw, Bo!"
    finally:
        pages.stop()
