"""What a phone sends that cannot be: one sentence in the person's language, and nothing moved."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import Person
from web import Settings, create_app
from web.settings import LANGUAGES

MARKUP = "<img src=x onerror=a>"


@pytest.fixture
def refuses(table):
    """Checks that an act of this browser is refused, in one sentence of each language, and that nothing is moved."""

    def check(who: Person, act) -> str:
        said = []
        before = table.snapshot()
        for language in LANGUAGES:
            who.client.get(f"/language/{language}")
            status, told = act()
            assert status in (400, 403, 409, 413), told
            said.append(told["why"])
            assert told["why"] and "\n" not in told["why"] and "Traceback" not in told["why"]
            assert table.snapshot().seq == before.seq
            assert table.snapshot().public() == before.public()
        assert len(set(said)) == len(LANGUAGES), said
        return said[-1]

    return check


def test_a_seat_that_is_taken(game, person, refuses):
    person("Bo")
    other = person()
    refuses(other, lambda: other.post("/sit", seat="Bo"))
    refuses(other, lambda: other.post("/sit", name="bO"))
    refuses(other, lambda: other.post("/sit", seat="Nobody"))


@pytest.mark.parametrize("name", ["x" * 300, MARKUP[:20], "", "\u202eBo"])
def test_a_name_that_cannot_be(game, person, refuses, name):
    other = person()
    refuses(other, lambda: other.post("/sit", name=name))


def test_a_cookie_of_another_evening_picks_a_seat_anew(game, app, table, tmp_path, person, refuses):
    other = create_app(table, Settings(secrets=tmp_path / "another", pin="1"))
    other.extensions["dicetable"].start()
    old = Person(other)
    assert old.post("/sit", name="Cara")[0] == 200
    bo = person()
    bo.client.set_cookie("dicetable", old.client.get_cookie("dicetable").value)
    other.extensions["dicetable"].stop()
    assert bo.get("/").status_code == 200
    assert bo.view()["mode"] == "sit"
    refuses(bo, lambda: bo.post("/tap", do="for"))


def test_a_forged_seat_and_a_forged_host(game, person, refuses):
    forger = person()
    forger.client.set_cookie("dicetable", "eyJzZWF0IjoiQm8iLCJudW1iZXIiOjF9.aaaa.bbbb")
    refuses(forger, lambda: forger.post("/bet", do="take", bet=1))
    refuses(forger, lambda: forger.post("/host/do", cmd="void"))
    bo = person("Bo")
    refuses(bo, lambda: bo.post("/host/do", cmd="buy_in", player="Bo", amount=1000))
    refuses(bo, lambda: bo.post("/tap", origin="http://evil.example", do="for"))


def test_a_seat_in_the_body_is_not_heard(game, table, person):
    person("Bo").post("/tap", do="off", player="Cara", by="host")
    assert table.snapshot().public()["line"]["against"] == [], "Bo's own bet was taken off, nobody else's"


def test_a_tap_that_comes_late_for_a_closed_line(game, host_says, person, refuses):
    cara = person("Cara")
    seen = cara.view()["seq"]
    host_says("dice_out")
    refuses(cara, lambda: cara.post("/tap", do="for", seen=seen))
    refuses(cara, lambda: cara.post("/chip", square="seven", amount=10, seen=seen))
    host_says("throw", dice=[2, 4])
    why = refuses(cara, lambda: cara.post("/tap", do="for", seen=cara.view()["seq"]))
    assert why == cara.view()["buttons"]["for"]["why"], "the page says the same when it is touched"


def test_a_chip_meant_for_a_throw_that_has_fallen_is_not_put_for_the_next(game, host_says, person, refuses):
    bo, cara = person("Bo"), person("Cara")
    host_says("chip", player="Bo", square="seven", amount=10)
    seen = cara.view()["seq"]
    host_says("against", player="Dan")
    assert cara.post("/chip", square="two", amount=5, seen=seen)[0] == 200, "others' bets do not hinder"
    host_says("throw", dice=[2, 4])
    refuses(cara, lambda: cara.post("/chip", square="seven", amount=10, seen=seen))
    refuses(cara, lambda: cara.post("/bet", do="take", bet=1))
    assert bo.view()["board"]["squares"][0]["chips"] == []


def test_an_old_page_after_a_restart(game, app, table, settings, host_says, person, refuses):
    cara = person("Cara")
    old = cara.view()
    app.extensions["dicetable"].stop()
    again = create_app(table, settings)
    again.extensions["dicetable"].start()
    page = Person(again)
    page.client.set_cookie("dicetable", cara.client.get_cookie("dicetable").value)
    host_says("throw", dice=[2, 4])
    refuses(page, lambda: page.post("/tap", do="for", seen=old["seq"]))
    refuses(page, lambda: page.post("/tap", do="for", seen=10**9))
    status, told = page.post("/tap", do="for", seen=old["seq"])
    assert (status, told["refused"]) == (409, "changed")
    assert told["view"]["epoch"] != old["epoch"], "the page gets the picture of now with the refusal"
    assert told["view"]["me"]["name"] == "Cara"
    again.extensions["dicetable"].stop()


@pytest.mark.parametrize(
    "data", [b"", b"{", b"null", b'"x"', b"[1", b"\xff\xfe\x00", b'{"do": ' + b"[" * 4000, b"x" * 20_000]
)
def test_a_body_that_is_no_json(game, person, refuses, data):
    bo = person("Bo")

    def send():
        answer = bo.client.post("/tap", data=data, content_type="application/json", headers={"Origin": "http://localhost"})
        return answer.status_code, json.loads(answer.get_data())

    refuses(bo, send)


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("/tap", {"do": "double"}),
        ("/tap", {"do": "for", "seen": "now"}),
        ("/tap", {"do": "for", "tap": "x y"}),
        ("/tap", {"do": "for", "tap": None}),
        ("/chip", {"square": "<b>", "amount": 5}),
        ("/chip", {"square": "seven", "amount": 10**40}),
        ("/chip", {"square": "seven", "amount": -1}),
        ("/bet", {"do": "take", "bet": [1]}),
        ("/spot", {"do": "bet", "bet": {}, "amount": 5}),
        ("/hand", {"do": "pass", "cards": ["As"] * 40}),
        ("/roll", {"after": "x"}),
        ("/ask", {"amount": 1.5}),
        ("/pad", {"look": 7}),
    ],
)
def test_a_wish_that_cannot_be(game, person, refuses, path, wish):
    bo = person("Bo")
    refuses(bo, lambda: bo.post(path, **wish))
