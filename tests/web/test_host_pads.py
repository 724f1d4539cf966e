"""Pads and corners from the host's page: what the page asks for, and what is refused in one sentence."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from controller.pads import Pads
from controller.play_area import AreaRefused
from tests.web.conftest import Person
from web import create_app
from web.host_camera import seen_words

ELSEWHERE = "That came from another page, so nothing was done."
CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]


@pytest.fixture
def pads(table):
    """Pads that know two seats of a board that is away: nothing has to be plugged in."""
    made = Pads(table, find=False)
    made.seating.met("00000000000000aa", 2)
    made.start()
    yield made
    made.stop()


class Area:
    """A play area that notes what it was given. refuse: the code of its refusal."""

    corners, size_mm, pointed = CORNERS, (600.0, 400.0), False

    def __init__(self) -> None:
        self.used: list = []
        self.refuse = ""

    def use(self, corners, size_mm) -> None:
        if self.refuse:
            raise AreaRefused(self.refuse, "-")
        self.used.append((corners, size_mm))

    def find_again(self) -> None:
        self.used.append("found")


@pytest.fixture
def area():
    return Area()


@pytest.fixture
def settings(settings, pads, area):
    return replace(settings, pads=pads, area=area)


def why(told: tuple[int, dict]) -> str:
    assert told[0] in (400, 403, 404, 409), told
    return told[1]["why"]


def until(true) -> None:
    """Notices reach the pages in their own time."""
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_nobody_but_the_host_touches_pads_or_corners(game, person, pads, area):
    stranger = person("Bo")
    for path in ("/host/pads", "/host/corners", "/host/seen"):
        assert stranger.get(path).status_code == 403
    for path, wish in (("/host/pads", {"do": "learn"}), ("/host/corners", {"do": "use", "corners": CORNERS})):
        assert why(stranger.post(path, **wish)) == "Please enter the host's PIN again."
        assert why(stranger.post(path, origin="http://else", **wish)) == ELSEWHERE
    assert pads.health.asking is None and area.used == []


def test_a_walk_needs_a_game_and_a_board(host, pads, host_says):
    assert why(host.post("/host/pads", do="learn")) == "Open a game first: each pad is given to one of its players."
    host_says("open", game="street", players=["Ann", "Bo"], buy_in=100)
    assert why(host.post("/host/pads", do="learn")) == "No pad board is connected."
    for do in ("skip", "finish", "cancel"):
        assert why(host.post("/host/pads", do=do)) == "Nobody is asked to press a pad any more."
    for wish in ({}, {"do": None}, {"do": ["learn"]}, {"do": "burn"}):
        assert "does not understand" in why(host.post("/host/pads", **wish))


def test_how_far_the_walk_is_is_on_the_hosts_page(game, host, pads):
    assert host.view("host")["walk"] is None
    pads.learn()
    until(lambda: host.view("host")["walk"])
    walk = host.view("host")["walk"]
    assert (walk["text"], walk["next"], walk["far"]) == ("Alice, press any button of your pad.", "Then Bo.", "0 of 4")
    for _ in range(3):
        assert host.post("/host/pads", do="skip")[0] == 200
    until(lambda: host.view("host")["walk"]["share"] == [3, 4])
    assert host.view("host")["walk"]["next"] == "That is the last one."
    assert host.view("tv")["alert"]["text"] == "Dan, press a button of your pad."
    assert host.post("/host/pads", do="cancel")[0] == 200
    until(lambda: host.view("host")["walk"] is None)
    assert host.view("tv")["alert"] is None


def test_a_pad_is_muted_and_heard_again_and_a_lost_board_is_let_go(host, pads):
    pad = "00000000000000aa:1"
    assert host.post("/host/pads", do="mute", pad=pad)[0] == 200
    assert pads.seating.is_muted(pad)
    assert host.post("/host/pads", do="hear", pad=pad)[0] == 200
    assert not pads.seating.is_muted(pad)
    for nonsense in (None, 5, "x", ["a"], "00000000000000aa:7"):
        assert why(host.post("/host/pads", do="mute", pad=nonsense)) == "That pad is not known any more."
    told = host.get("/host/pads").get_json()["boards"]
    assert [(one["name"], one["away"]) for one in told] == [("Pads 0000aa", "This board is away.")]
    for nonsense in (None, "x", {}):
        assert why(host.post("/host/pads", do="forget", board=nonsense)) == "Only a board that is away can be let go."
    assert host.post("/host/pads", do="forget", board="00000000000000aa")[1]["boards"] == []


def test_corners_are_used_or_left_to_the_table(host, area):
    assert host.get("/host/corners").get_json() == {"corners": CORNERS, "size": [600.0, 400.0], "pointed": False}
    assert host.post("/host/corners", do="use", corners=CORNERS, size=[None, None])[0] == 200
    assert host.post("/host/corners", do="use", corners=CORNERS, size=[600, 400])[0] == 200
    assert host.post("/host/corners", do="find")[0] == 200
    assert area.used == [(CORNERS, None), (CORNERS, (600.0, 400.0)), "found"]


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"corners": None}, "Tap four corners"),
        ({"corners": CORNERS[:3]}, "Tap four corners"),
        ({"corners": [[0.1, 0.1]] * 3 + [[0.1, 1.2]]}, "Tap four corners"),
        ({"corners": [[0.1, 0.1]] * 3 + [[0.1, "x"]]}, "Tap four corners"),
        ({"corners": [[0.1, float("nan")]] * 4}, "Tap four corners"),
        ({"corners": CORNERS, "size": [600]}, "Give width and depth"),
        ({"corners": CORNERS, "size": [600, None]}, "Give width and depth"),
        ({"corners": CORNERS, "size": [1, 400]}, "Give width and depth"),
        ({"corners": CORNERS, "size": "600"}, "Give width and depth"),
        ({"do": "nonsense"}, "does not understand"),
    ],
)
def test_what_is_no_area_is_refused_in_one_sentence(host, area, wish, sentence):
    assert sentence in why(host.post("/host/corners", **({"do": "use"} | wish)))
    assert area.used == []


@pytest.mark.parametrize("code", ["no_picture", "corners", "too_small", "not_empty", "not_kept"])
def test_a_refusal_of_the_table_is_said_in_the_hosts_language(host, area, code):
    area.refuse = code
    english = why(host.post("/host/corners", do="use", corners=CORNERS))
    host.client.get("/language/sv")
    assert why(host.post("/host/corners", do="use", corners=CORNERS)) != english


def test_the_area_is_not_changed_under_a_throw(game, host, host_says, area):
    host_says("dice_out")
    assert why(host.post("/host/corners", do="use", corners=CORNERS)).startswith("The dice are out")
    assert area.used == []


def test_a_table_without_pads_and_camera_says_so(table, tmp_path, settings):
    host = Person(create_app(table, replace(settings, pads=None, area=None, secrets=tmp_path / "bare")))
    host.post("/host/pin", pin=settings.pin)
    assert why(host.post("/host/pads", do="learn")) == "There are no pads at this table."
    assert why(host.post("/host/corners", do="find")) == "There is no camera at this table."
    assert host.get("/host/seen").get_json()["text"] == "The camera gives no pictures."
    assert (host.view("host")["pads"], host.view("host")["camera"]["area"]) == (False, False)


def reading(**told) -> dict:
    unread = {"values": None, "confidence": 0.5, "reason": None, "dice": []}
    return {"frame": True, "area": True, "reading": unread | told}


@pytest.mark.parametrize(
    ("seen", "kind", "text"),
    [
        (None, "none", "The camera gives no pictures."),
        ({"frame": True, "area": True, "reading": None}, "stirs", "Something moves: it is read when it lies still."),
        (reading(reason="wrong_count"), "empty", "The table lies empty."),
        (reading(values=[2, 5], confidence=0.998), "read", "Read: 2 · 5, 99.8% sure."),
        (reading(reason="cocked", dice=[{"value": None, "tilt_deg": 20.0}] * 2), "refused",
         "Not read: A die leans: throw both again."),
    ],
)  # fmt: skip
def test_what_the_reader_sees_is_said_in_words(app, seen, kind, text):
    with app.test_request_context():
        told = seen_words(seen)
    assert (told["kind"], told["text"], told["area"]) == (kind, text, "")


def test_that_no_area_is_known_is_said_beside_the_picture(app):
    with app.test_request_context():
        told = seen_words(reading(values=[1, 1], dice=[{"value": 1, "confidence": 0.99}] * 2) | {"area": False})
    assert told["area"].startswith("No play area is known") and told["dice"] == ["1 · 99%", "1 · 99%"]


def test_bare_and_drawn_pictures_are_not_taken_for_one_another(table, tmp_path, settings):
    shown = SimpleNamespace(frames=lambda: b"drawn", bare=lambda: b"bare")
    app = create_app(table, replace(settings, secrets=tmp_path / "two", frames=shown.frames, bare=shown.bare))
    host = Person(app)
    host.post("/host/pin", pin=settings.pin)
    assert (host.get("/host/camera.jpg").data, host.get("/host/camera.jpg?bare").data) == (b"drawn", b"bare")
    assert host.get("/host/camera.jpg?t=1").data == b"drawn"
