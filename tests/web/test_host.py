"""The host: the PIN, and every command from the page."""

from __future__ import annotations

import numpy as np
import pytest

from controller.doctor.finding import Finding
from tests.web.conftest import PIN, Person
from web import Settings, create_app
from web.pin import FREE_TRIES, Pin, Throttle


def test_without_the_pin_nothing_of_the_host_is_shown_or_done(game, person, table):
    stranger = person()
    before = table.snapshot().seq
    assert "form" in stranger.get("/host").get_data(as_text=True)
    assert stranger.get("/state/host").status_code == 403
    assert stranger.get("/live/host?client=abcd").status_code == 403
    assert stranger.get("/host/camera.jpg").status_code == 403
    assert stranger.get("/host/health").status_code == 403
    for path in ("/host/do", "/host/seat", "/host/request", "/host/screens"):
        status, told = stranger.post(path, cmd="void", do="pause", player="Bo")
        assert (status, told["why"]) == (403, "Please enter the host's PIN again."), path
    assert table.snapshot().seq == before


def test_wrong_pins_are_slowed_after_five_even_the_right_one(person):
    guesser = person()
    answers = [guesser.post("/host/pin", pin=str(number))[0] for number in range(FREE_TRIES)]
    assert answers == [403] * FREE_TRIES
    status, told = guesser.post("/host/pin", pin=PIN)
    assert status == 429
    assert told["why"].startswith("Too many wrong PINs: wait")
    assert person(address="10.0.0.9").post("/host/pin", pin=PIN)[0] == 200, "the host elsewhere is not locked out"


def test_each_wrong_pin_more_waits_longer_and_the_right_one_ends_it():
    now = [0.0]
    tries = Throttle(lambda: now[0])
    waits = []
    for _ in range(9):
        now[0] += tries.left("a")
        tries.admit("a")
        waits.append(tries.left("a"))
    assert waits == [0, 0, 0, 0, 2, 4, 8, 16, 32]
    tries.right("a")
    assert tries.left("a") == 0


def test_tries_that_come_at_once_are_not_all_looked_at():
    tries = Throttle(lambda: 0.0)
    looked_at = sum(tries.admit("a") == 0.0 for _ in range(60))
    assert looked_at == FREE_TRIES, "each counts as wrong from the moment it is looked at"


def test_many_addresses_together_are_slowed_a_little():
    tries = Throttle(lambda: 0.0)
    for number in range(40):
        tries.admit(f"10.0.0.{number}")
    assert 0 < tries.left("10.0.9.9") <= 4


@pytest.mark.parametrize("typed", ["", " ", None, 271828, ["271828"], "x" * 100_000, "２７１８２８"])
def test_what_is_no_pin_is_refused(tmp_path, typed):
    assert not Pin(tmp_path / "pin", PIN).fits(typed)


def test_the_pin_is_made_once_kept_hashed_and_told_once(tmp_path):
    first = Pin(tmp_path / "pin")
    assert first.first is not None
    assert len(first.first) == 6
    assert first.first not in (tmp_path / "pin").read_text()
    assert (tmp_path / "pin").stat().st_mode & 0o077 == 0
    again = Pin(tmp_path / "pin")
    assert again.first is None
    assert again.fits(first.first)
    assert Pin(tmp_path / "pin", "9999").fits("9999")


def test_a_new_pin_ends_old_hosts(table, tmp_path, host, app):
    assert host.get("/state/host").status_code == 200
    other = create_app(table, Settings(secrets=tmp_path / "secrets", pin="another"))
    late = Person(other)
    late.client.set_cookie("dicetable", host.client.get_cookie("dicetable").value)
    assert late.get("/state/host").status_code == 403


def test_a_game_is_opened_with_its_options(host, table):
    rules = {"minimum": 20, "dice_pass": "seven_out", "late_line": True, "nonsense": 1}
    status, told = host.post("/host/do", cmd="open", players=["Alice", "Bo"], buy_in=300, rules=rules)
    assert status == 200, told
    state = table.snapshot().public()
    assert state["players"] == ["Alice", "Bo"]
    assert {name: state["rules"][name] for name in ("minimum", "dice_pass", "late_line")} == {
        "minimum": 20,
        "dice_pass": "seven_out",
        "late_line": True,
    }


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"players": ["Alice"]}, "at least two people"),
        ({"players": "Alice"}, "at least two people"),
        ({"players": ["Alice", "alice"]}, "same name"),
        ({"players": [f"P{n}" for n in range(13)]}, "12 seats"),
        ({"players": ["A", "B"], "buy_in": 0}, "whole number"),
        ({"players": ["A", "B"], "buy_in": 10**30}, "whole number"),
        ({"players": ["A", "<b>"]}, "letters, digits and spaces"),
        ({"players": ["A", "B"], "rules": {"minimum": "ten"}}, "minimum"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_one_sentence(host, table, wish, why):
    status, told = host.post("/host/do", cmd="open", **({"buy_in": 100} | wish))
    assert status in (400, 409)
    assert why in told["why"]
    assert table.snapshot().public().get("game") is None


def test_faces_are_named_corrected_and_a_round_voided(game, host):
    assert host.post("/host/do", cmd="throw", dice=[2, 4], after=0)[0] == 200
    assert host.view("host")["puck"]["point"] == 6
    status, told = host.post("/host/do", cmd="correct", dice=[3, 4], after=host.view("host")["last"]["seq"])
    assert status == 200, told
    view = told["view"]
    assert view["last"]["decided"] == "Natural: Alice passes"
    assert view["last"]["notes"] == ["Corrected by the host, before: 2 · 4"]
    assert any("Alice +10" in note for note in view["notes"]), view["notes"]
    assert host.post("/host/do", cmd="void")[0] == 200


def test_faces_named_for_a_throw_that_came_in_meanwhile_are_refused(game, host, host_says):
    host_says("throw", dice=[2, 4])
    for cmd in ("throw", "correct"):
        status, told = host.post("/host/do", cmd=cmd, dice=[1, 1], after=0)
        assert (status, told["refused"]) == (409, "changed")


@pytest.mark.parametrize("dice", [None, [], [1], [1, 2, 3], [0, 3], [7, 1], [1.5, 2], ["1", 2], [True, 2], "12"])
def test_faces_that_no_dice_have_are_refused(game, host, table, dice):
    before = table.snapshot().seq
    assert host.post("/host/do", cmd="throw", dice=dice, after=0)[0] == 400
    assert table.snapshot().seq == before


def test_no_roll_pass_the_dice_people_and_cash_out(game, host, table):
    missed = host.post("/host/do", cmd="no_roll")[1]["view"]["missed"]
    assert missed["why"] == "The host called no roll: throw both again."
    assert host.post("/host/do", cmd="pass_dice")[1]["view"]["headline"]["small"].startswith("Bo:")
    assert host.post("/host/do", cmd="join", player="Elin", buy_in=200)[0] == 200
    assert host.post("/host/do", cmd="leave", player="Dan")[0] == 200
    assert host.post("/host/do", cmd="rules", rules={"dice_pass": "every_round"})[0] == 200
    view = host.post("/host/do", cmd="cash_out")[1]["view"]
    assert not any(view["can"].values())
    assert set(view["why"].values()) == {"The game is over."}, "a dead button says why"
    assert view["mode"] == "over"
    assert {one["name"] for one in view["people"]} == {"Alice", "Bo", "Cara", "Dan", "Elin"}


def test_what_may_not_be_pressed_now_is_marked_and_says_why(game, host, host_says):
    can = host.view("host")["can"]
    assert [name for name, may in can.items() if not may] == ["correct"]
    host_says("off", player="Bo")
    view = host.view("host")
    assert (view["can"]["throw"], view["can"]["void"]) == (False, True)
    assert view["why"]["throw"] == "Nobody is against the shooter: the dice are locked."
    host_says("against", player="Bo")
    host_says("throw", dice=[2, 4])
    host_says("chip", player="Cara", square="hard_8", amount=5)
    host_says("take", player="Dan", bet=1)
    view = host.view("host")
    assert (view["can"]["throw"], view["can"]["total"], view["can"]["pass_dice"]) == (True, False, False)
    assert "both faces" in view["why"]["total"]
    host_says("dice_out")
    view = host.view("host")
    assert (view["can"]["people"], view["can"]["no_roll"]) == (False, True)
    assert view["why"]["people"] == "Too late: the dice are out."


def test_the_odds_are_shown_and_changed_square_by_square(game, host, table):
    rows = {row["key"]: row for row in host.view("host")["odds"]}
    assert (rows["seven"]["odds"], rows["field.2"]["odds"], rows["field.3"]["odds"]) == ("4:1", "2:1", "1:1")
    assert host.post("/host/do", cmd="rules", rules={"odds": {"field": {"12": [3, 1]}}})[0] == 200
    assert {row["key"]: row["odds"] for row in host.view("host")["odds"]}["field.12"] == "3:1"


@pytest.mark.parametrize("cmd", ["state", "for", "dice_out", "drop", None, 5, ["open"]])
def test_only_what_the_page_offers_is_done(game, host, cmd):
    assert host.post("/host/do", cmd=cmd)[0] == 400


def test_a_seat_is_freed_and_locked_seats_are_for_the_host(game, host, person):
    bo = person("Bo")
    host.post("/host/seat", player="Bo", do="release")
    assert bo.view()["mode"] == "sit"
    host.post("/host/screens", do="close_seats")
    status, told = bo.post("/sit", seat="Bo")
    assert (status, told["why"]) == (403, "The host seats people himself: ask for a seat code.")
    code = host.post("/host/seat", player="Bo", do="code")[1]["code"]
    assert bo.post("/code", code=code)[0] == 200
    assert host.post("/host/seat", player="Nobody", do="code")[1]["refused"] == "no_such_player"


def test_the_camera_is_seen_as_a_jpeg_and_its_trouble_stays_its_own(table, tmp_path):
    frames = iter([np.zeros((1080, 1920, 3), np.uint8), None, RuntimeError("gone")])

    def newest():
        frame = next(frames)
        if isinstance(frame, Exception):
            raise frame
        return frame

    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, camera=True, frames=newest))
    host = Person(app)
    host.post("/host/pin", pin=PIN)
    pages = app.extensions["dicetable"]
    answer = host.get("/host/camera.jpg")
    assert answer.mimetype == "image/jpeg"
    assert answer.data[:2] == b"\xff\xd8"
    assert host.get("/host/camera.jpg").data == answer.data, "asked again at once: the same picture"
    for _ in range(2):
        pages.newest_pictures.clear()
        assert host.get("/host/camera.jpg").status_code == 404


def test_the_parts_say_what_to_do(table, tmp_path):
    parts = [Finding("camera", "fault", "The camera was unplugged.", code="away")]
    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, health=lambda: parts))
    host = Person(app)
    host.post("/host/pin", pin=PIN)
    told = host.get("/host/health").get_json()["parts"]
    assert (told[0]["name"], told[0]["state"], told[0]["text"]) == ("Camera", "fault", "The camera was unplugged.")
    assert "Look at its cable." in told[0]["help"]
    assert told[-1]["text"] == "0 of 128 live screens"
    assert {part["name"]: part["state"] for part in told}["Ledger"] == "ok"


def test_what_the_ledger_said_at_the_start_is_shown(table, host, monkeypatch):
    monkeypatch.setattr(table.ledger, "warning", "40 records are gone.")
    told = {part["name"]: part for part in host.get("/host/health").get_json()["parts"]}["Ledger"]
    assert (told["state"], told["text"]) == ("warn", "40 records are gone.")


def test_a_new_game_is_proposed_as_the_table_is_set_up(table, tmp_path):
    rules = {"minimum": 25, "dice_pass": "seven_out", "first_shooter": {"named": "Bo"}, "odds": {"seven": [9, 2]}}
    host = Person(create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, buy_in=700, rules=rules)))
    host.post("/host/pin", pin=PIN)
    view = host.view("host")
    assert view["buy_in"] == 700
    shown = view["proposed"]["street"]
    assert (shown["minimum"], shown["dice_pass"], shown["wall"]) == (25, "seven_out", "lenient")
    status, told = host.post("/host/do", cmd="open", players=["Alice", "Bo"], buy_in=700, rules=shown | {"minimum": 30})
    assert status == 200, told
    state = table.snapshot().public()
    assert (state["rules"]["minimum"], state["shooter"]) == (30, "Bo"), "what the host typed goes before"
    assert state["rules"]["odds"]["seven"] == [9, 2], "what the form does not show is as the table is set up"


def second_host(person):
    made = person()
    assert made.post("/host/pin", pin=PIN)[0] == 200
    return made


@pytest.mark.parametrize("cmd", ["pass_dice", "void", "no_roll"])
def test_what_two_hosts_press_at_once_is_done_once(game, host, person, table, cmd):
    other = second_host(person)
    seen = other.view("host")["seq"]
    assert host.post("/host/do", cmd=cmd, seen=seen)[0] == 200
    after = table.snapshot().public()
    status, told = other.post("/host/do", cmd=cmd, seen=seen)
    assert (status, told["refused"]) == (409, "changed")
    assert table.snapshot().public() == after


def test_nobody_is_played_for_who_was_not_the_one_that_was_gone(host, host_says, table):
    host_says("open", game="poker", players=["Alice", "Bo", "Cara"], buy_in=500)
    host_says("deal")
    seen = host.view("host")["seq"]
    assert host.post("/host/do", cmd="play_on", seen=seen)[0] == 200
    after = table.snapshot().public()
    assert host.post("/host/do", cmd="play_on", seen=seen)[1]["refused"] == "changed"
    assert table.snapshot().public() == after


@pytest.mark.parametrize(
    "wish",
    [
        {"cmd": "open", "game": "street", "players": ["Alice", "Bo"], "buy_in": 100},
        {"cmd": "cash_out"},
        {"cmd": "leave", "player": "Alice"},
        {"cmd": "rules", "rules": {"dice_pass": "every_round"}},
    ],
)
def test_a_page_that_shows_the_game_before_does_nothing_to_the_new_one(game, host, person, table, wish):
    other = second_host(person)
    seen = other.view("host")["seq"]
    assert host.post("/host/do", cmd="open", game="street", players=["Alice", "Bo"], buy_in=100, seen=seen)[0] == 200
    opened = table.snapshot().seq
    status, told = other.post("/host/do", seen=seen, **wish)
    assert (status, told["refused"]) == (409, "changed")
    assert "Another game" in told["why"]
    assert table.snapshot().seq == opened
    assert other.post("/host/do", seen=other.view("host")["seq"], **wish)[0] == 200


@pytest.mark.parametrize(
    "wish",
    [
        {"cmd": "throw", "dice": [2, 2], "after": 0},
        {"cmd": "roll", "after": 0},
        {"cmd": "open", "game": "street", "players": ["Alice", "Bo"], "buy_in": 100},
        {"cmd": "pass_dice"},
        {"cmd": "buy_in", "player": "Bo", "amount": 50},
    ],
)
def test_what_a_host_sends_again_is_done_once_and_answered_alike(game, host, table, wish):
    wish |= {"tap": "answer-was-lost", "seen": host.view("host")["seq"]}
    assert host.post("/host/do", **wish)[0] == 200
    done = table.snapshot().seq
    status, told = host.post("/host/do", **wish)
    assert (status, told["ok"]) == (200, True)
    assert table.snapshot().seq == done
