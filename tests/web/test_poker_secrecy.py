"""No card of another's before the showdown: every page, state, stream, answer, error and line of the log is read."""

from __future__ import annotations

import json
import logging

import pytest

from controller.export import ROWS
from tests.web.conftest import PIN
from tests.web.poker_table import NAMES, act, cards_in, held, play_until
from tests.web.test_streams import Stream
from web.client import Host, Phone

KINDS = ("tv", "phone", "host")


@pytest.fixture
def people(table, host_says, person, caplog) -> dict:
    caplog.set_level(logging.DEBUG)
    host_says("open", game="poker", players=list(NAMES), buy_in=500, rules={"cards": 11})
    made = {name: person(name) for name in NAMES}
    assert made["Ann"].post("/hand", do="deal")[0] == 200
    return made


def texts(app, person) -> dict[str, str]:
    """What every address gives this person, streams too."""
    told = {}
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or rule.endpoint in ("static", "phone.language"):
            continue
        paths = [rule.rule]
        if "<kind>" in rule.rule:
            paths = [rule.rule.replace("<kind>", kind) for kind in KINDS]
        if "/export/<name>" in rule.rule:
            paths = [rule.rule.replace("<name>", name) for name in ROWS]
        for path in paths:
            path = path.replace("<name>", "0" * 64).replace("<code>", "en")
            answer = person.client.get(path + ("?client=client-9" if "/live/" in path else ""), buffered=False)
            if path.startswith("/live/") and answer.status_code == 200:
                parts = answer.response
                told[path] = b"".join(next(parts) for _ in range(2)).decode()
                answer.close()
            else:
                told[path] = answer.get_data().decode("utf-8", "replace")
    return told


def secrets_of(table) -> set[str]:
    """The salts of the shuffle, which open a card whoever holds it."""
    return set(table.snapshot().evening.state.hand.salts)


def test_the_search_finds_cards_where_they_may_be_seen(app, table, people):
    told = texts(app, people["Ann"])
    mine = set(held(table)["Ann"])
    assert len(told) > 12
    for path in ("/", "/state/phone", "/live/phone"):
        assert cards_in(told[path]) == mine, path
    assert cards_in('"As"') == cards_in("ace of spades") == cards_in('"rank":"A","suit":"♠"') == {"As"}


def test_no_page_shows_another_players_card_at_any_moment_of_a_hand(app, table, people, person, host, caplog):
    watcher = person()
    salts = secrets_of(table)
    for moment in range(60):
        hands = held(table)
        everybody = {**people, "watcher": watcher, "host": host}
        if moment % 6 == 0:
            for name, one in everybody.items():
                for path, text in texts(app, one).items():
                    assert cards_in(text) <= set(hands.get(name, ())), (moment, name, path)
                    assert not any(salt in text for salt in salts), (moment, name, path)
        status, told = act(table, people, bet=moment % 4 == 0)
        if table.snapshot().public()["phase"] == "deal":
            break
        assert cards_in(json.dumps(told)) <= {card for cards in held(table).values() for card in cards}
    else:
        raise AssertionError("the hand does not end")
    assert moment > 15
    assert cards_in(caplog.text) == set()
    assert not any(salt in caplog.text for salt in salts)


def test_an_answer_shows_whoever_acts_his_own_cards_alone(table, people):
    play_until(table, people, "pass")
    name = table.snapshot().public()["turn"]
    status, told = act(table, people)
    assert status == 200
    assert cards_in(json.dumps(told, ensure_ascii=False)) == set(held(table)[name])


def test_what_is_refused_gives_no_card_away(table, people, host, caplog):
    play_until(table, people, "pass")
    name = table.snapshot().public()["turn"]
    other = next(one for one in NAMES if one != name)
    theirs = held(table)[other][: table.snapshot().public()["to_pass"]]
    tries = [
        people[name].post("/hand", do="pass", cards=theirs),
        people[other].post("/hand", do="pass", cards=theirs),
        people[name].post("/hand", do="pass", cards=["<b>", {}]),
        people[name].post("/hand", do="show"),
        host.post("/host/do", cmd="pass", player=name, cards=theirs),
        host.post("/host/do", cmd="state"),
    ]
    for status, told in tries:
        assert status in (400, 409), told
        assert told["ok"] is False
        seen_by = name if told.get("view", {}).get("me", {}).get("name") == name else other
        mine = set(held(table)[seen_by]) if "hand" in told.get("view", {}) else set()
        assert cards_in(json.dumps(told, ensure_ascii=False)) <= mine, told
        assert cards_in(told["why"]) == set()
    assert cards_in(caplog.text) == set()


def test_a_seat_that_is_given_away_shows_its_cards_to_its_new_phone_alone(app, table, people, host, person):
    code = host.post("/host/seat", player="Ben", do="code")[1]["code"]
    new = person()
    assert new.post("/code", code=code)[0] == 200
    assert cards_in(texts(app, new)["/state/phone"]) == set(held(table)["Ben"])
    assert all(cards_in(text) == set() for text in texts(app, people["Ben"]).values())
    assert host.view("tv")["notes"] == ["Another phone has Ben's cards now"], "the whole room is told"


def test_the_room_is_told_when_a_freed_seat_is_taken_in_a_hand(people, host, host_says, person):
    host_says("void")
    for name in ("Ann", "Cas"):
        assert host.post("/host/seat", player=name, do="release")[0] == 200
    assert person().post("/sit", name="Ann")[0] == 200
    assert host.view("tv")["notes"] == []
    host_says("deal")
    assert person().post("/sit", name="Cas")[0] == 200
    assert host.view("tv")["notes"] == ["Another phone has Cas's cards now"]


def test_whoever_waits_under_a_strange_name_sees_what_everybody_sees(app, table, person, host_says):
    assert person().post("/sit", name="*")[0] == 400
    odd = person("Eve")
    host_says("open", game="poker", players=list(NAMES), buy_in=500)
    host_says("deal")
    assert all(cards_in(text) == set() for text in texts(app, odd).values())
    for viewer in ("*", "host", "Eve"):
        assert cards_in(app.extensions["dicetable"].view("phone", viewer, "en").text) == set()


def test_a_stream_shows_its_own_player_and_nobody_elses_client_number(server, table, host_says):
    host_says("open", game="poker", players=list(NAMES), buy_in=500)
    with Phone(server.url) as ann, Phone(server.url) as ben, Host(server.url) as boss:
        assert ann.sit("Ann").ok and ben.sit("Ben").ok and boss.enter(PIN).ok
        host_says("deal")
        hands = held(table)
        cases = [("phone", ann, "Ann"), ("phone", ben, "Ben"), ("tv", ann, None), ("host", boss, None)]
        for kind, visitor, name in cases:
            with Stream(server, kind, "client-of-ann", visitor.cookies) as stream:
                _number, view = stream.next()
                assert cards_in(json.dumps(view, ensure_ascii=False)) == set(hands.get(name, ())), (kind, name)


def test_at_the_showdown_only_what_was_shown_is_seen(app, table, people, person):
    play_until(table, people, "last")
    play_until(table, people, "deal")
    state = table.snapshot().public()
    shown = {card for row in state["showdown"] for card in row["cards"]}
    told = texts(app, person())
    assert cards_in(told["/tv"]) == shown == cards_in(told["/state/tv"])
    assert people["Ann"].view()["seal"]["opened"]
    assert {one["card"] for one in people["Ann"].view()["seal"]["opened"]} == shown


def test_a_hand_that_nobody_called_is_shown_to_nobody(app, table, people, person):
    dealt = {card for cards in held(table).values() for card in cards}
    assert act(table, people, bet=True)[0] == 200
    while table.snapshot().public()["phase"] != "deal":
        name = table.snapshot().public()["turn"]
        assert people[name].post("/hand", do="fold")[0] == 200
    assert dealt
    for one in (*people.values(), person()):
        assert all(cards_in(text) == set() for text in texts(app, one).values())
