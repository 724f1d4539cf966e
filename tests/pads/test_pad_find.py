"""Pads that pulse so that a person finds the seat, and what a press on one of them says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from controller.pad_find import BLINK_S, SEARCH_S, PadSearch
from controller.pad_seats import Seating
from firmware import lights
from tests.web.conftest import Person
from web import Settings, create_app


def test_all_pads_but_those_of_held_seats_pulse_until_one_is_pressed() -> None:
    search = PadSearch()
    search.search({"Alice"}, 10.0)
    assert search.code("Alice", 10.0) is None
    assert search.code("Bo", 10.0) == search.code(None, 10.0) == lights.PRESS_HERE
    assert search.until(10.0) == 10.0 + SEARCH_S
    assert not search.pressed("Alice", 11.0)
    assert search.pressed("Bo", 11.0)
    assert not search.pressed(None, 11.0), "one press ends the search"
    assert search.code("Bo", 11.0) is None
    assert search.until(11.0) is None


def test_a_search_ends_by_itself_and_a_blinking_pad_is_not_one_that_was_found() -> None:
    search = PadSearch()
    search.search((), 10.0)
    assert search.code(None, 10.0 + SEARCH_S) is None
    search.blink("Bo", 50.0)
    assert search.code("Bo", 50.0) == lights.PRESS_HERE
    assert search.code("Cara", 50.0) is None
    assert search.until(50.0) == 50.0 + BLINK_S
    assert not search.pressed("Bo", 51.0)
    assert search.code("Bo", 51.0) is None, "a press ends the blinking"


@pytest.mark.parametrize(("pad", "before"), [("b:0", None), ("b:1", "Alice"), ("b:2", "Alice"), ("b:3", "Cara")])
def test_the_neighbour_before_a_pad(pad, before) -> None:
    seating = Seating()
    seating.met("b", 4)
    seating.assign("b:0", "Alice")
    seating.assign("b:2", "Cara")
    assert seating.before(pad) == (before or "Cara"), "round the table, the pad itself left out"


def test_a_press_on_a_pulsing_pad_is_told_with_the_neighbour(table, make_board, make_pads, until, shown) -> None:
    board = make_board(4)
    pads = make_pads(table)
    until(lambda: shown(pads))
    assert pads.attached == 4
    told = table.subscribe()
    table.notice("find_pad", held=["Alice", "Bo"])
    until(lambda: pads.codes_of("Cara") == (lights.PRESS_HERE, lights.PRESS_HERE))
    assert lights.PRESS_HERE not in pads.codes_of("Bo")
    until(lambda: shown(pads))
    board.press(3, "against")
    found = until(lambda: (item := told.get(1)) and getattr(item, "kind", "") == "pad_found" and item)
    assert (found.fields["player"], found.fields["after"]) == (None, "Cara")
    until(lambda: pads.codes_of("Cara") != (lights.PRESS_HERE, lights.PRESS_HERE))
    table.submit({"cmd": "join", "player": "Dan", "buy_in": 500, "after": "Alice"}).result(5)
    table.notice("own_pad", pad=found.fields["pad"], player="Dan")
    until(lambda: pads.seating.pad_of("Dan") == found.fields["pad"])
    table.notice("blink_pad", player="Dan")
    until(lambda: pads.codes_of("Dan") == (lights.PRESS_HERE, lights.PRESS_HERE))


def test_from_a_phone_to_the_lights_and_back(table, make_board, make_pads, until, shown, tmp_path) -> None:
    """A guest without a seat taps "I stand at a pad", presses the free one, and sits there with it."""
    board = make_board(4)
    pads = make_pads(table)
    until(lambda: shown(pads))
    app = create_app(table, Settings(secrets=tmp_path / "s", pin="1", pads=lambda: pads.attached))
    app.extensions["dicetable"].start()
    guest = Person(app)
    assert guest.view()["sit"]["pads"]
    with ThreadPoolExecutor(1) as waiting:
        answer = waiting.submit(guest.post, "/pad", look="look-1", name="Elin")
        until(lambda: pads.codes_of("Cara") == (lights.PRESS_HERE, lights.PRESS_HERE))
        until(lambda: shown(pads))
        board.press(3, "for")
        status, told = answer.result(10)
    assert (status, told["view"]["me"]["name"]) == (200, "Elin")
    assert table.snapshot().public()["players"] == ["Alice", "Bo", "Cara", "Elin"]
    until(lambda: (pads.seating.pad_of("Elin") or "").endswith(":3"))
    until(lambda: pads.codes_of("Elin") == (lights.PRESS_HERE, lights.PRESS_HERE))
    app.extensions["dicetable"].stop()
