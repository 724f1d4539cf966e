"""A phone that looks for the pad its owner stands at, and a pad that pulses for its player."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from web.pad_search import PadSearch, Searched


class Pads:
    """Stands for the boards: notes what the pages ask of them, and presses a button as soon as they are to pulse."""

    def __init__(self, table) -> None:
        self.asked: list[tuple[str, dict]] = []
        self.press: dict | None = None
        self.pulsing = threading.Event()
        self._table = table
        self._news = table.subscribe(1000)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._news.closed:
            item = self._news.get(0.2)
            kind = getattr(item, "kind", "")
            if kind in ("find_pad", "stop_finding", "blink_pad", "own_pad"):
                self.asked.append((kind, dict(item.fields)))
            if kind == "find_pad":
                self.pulsing.set()
                if self.press is not None:
                    self._table.notice("pad_found", **self.press)

    def stop(self) -> None:
        self._news.close()
        self._thread.join(5)

    def wait_for(self, *wanted: tuple[str, dict]) -> bool:
        """Whether these were asked, in this order, by and by."""
        for _ in range(200):
            if [one for one in self.asked if one in wanted] == list(wanted):
                return True
            threading.Event().wait(0.01)
        return False


@pytest.fixture
def pads(table):
    made = Pads(table)
    yield made
    made.stop()


def test_a_pressed_pad_gives_the_seat_of_its_player(game, person, pads):
    person("Bo")
    pads.press = {"pad": "b:2", "player": "Cara", "after": "Bo"}
    cara = person()
    status, told = cara.post("/pad", look="look-1", name="Whoever")
    assert (status, told["view"]["me"]["name"]) == (200, "Cara")
    assert cara.view()["mode"] == "play"
    assert pads.wait_for(("find_pad", {"held": ["Bo"]}), ("stop_finding", {}), ("blink_pad", {"player": "Cara"}))


def test_a_pad_that_is_free_gives_a_new_seat_beside_its_neighbour(game, person, pads):
    pads.press = {"pad": "b:2", "player": None, "after": "Bo"}
    elin = person()
    status, told = elin.post("/pad", look="look-1")
    assert (status, told["refused"]) == (400, "bad_input")
    assert "type your name" in told["why"]
    assert elin.post("/pad", look="look-2", name="Elin")[0] == 200
    assert [one["name"] for one in elin.view("tv")["people"]] == ["Alice", "Bo", "Elin", "Cara", "Dan"]
    assert pads.wait_for(("blink_pad", {"player": "Elin"}), ("own_pad", {"pad": "b:2", "player": "Elin"}))


def test_before_a_game_a_pad_is_found_too(app, person, pads):
    pads.press = {"pad": "b:0", "player": None, "after": None}
    assert person().post("/pad", look="look-1", name="Elin")[0] == 200
    assert app.extensions["dicetable"].seats.waiting() == ("Elin",)
    assert pads.wait_for(("own_pad", {"pad": "b:0", "player": "Elin"}))


def test_before_a_game_the_pad_of_somebody_of_last_night_is_free(app, person, pads):
    pads.press = {"pad": "b:0", "player": "Alice", "after": None}
    status, told = person().post("/pad", look="look-1", name="Elin")
    assert (status, told["view"]["me"]["name"]) == (200, "Elin")
    assert app.extensions["dicetable"].seats.waiting() == ("Elin",)
    assert pads.wait_for(("own_pad", {"pad": "b:0", "player": "Elin"}))


def test_while_the_host_walks_round_the_pads_no_phone_looks_for_one(app, game, person, pads, table):
    late = person()
    with ThreadPoolExecutor(1) as waiting:
        answer = waiting.submit(late.post, "/pad", look="look-1", name="Elin")
        assert pads.pulsing.wait(5)
        table.notice("pads_learn", asking="Bo", next=None, done=0, found=0, of=1)
        assert "No button was pressed" in answer.result(5)[1]["why"]
    assert pads.wait_for(("stop_finding", {}))
    while not app.extensions["dicetable"].story.walk:
        threading.Event().wait(0.01)
    status, told = late.post("/pad", look="look-2", name="Elin")
    assert (status, told["refused"]) == (409, "unavailable")
    assert "walking round the pads" in told["why"]
    assert [kind for kind, _ in pads.asked].count("find_pad") == 1
    table.notice("pads_learn", asking=None, next=None, done=0, found=0, of=0)


def test_a_seat_that_another_phone_took_meanwhile_is_not_given_away(game, person, pads):
    person("Cara")
    pads.press = {"pad": "b:2", "player": "Cara", "after": "Bo"}
    status, told = person().post("/pad", look="look-1")
    assert (status, told["refused"]) == (409, "seat_taken")


def test_one_phone_looks_at_a_time_and_may_stop(game, person, pads, table):
    one, other = person(), person()
    before = table.snapshot().seq
    with ThreadPoolExecutor(1) as waiting:
        answer = waiting.submit(one.post, "/pad", look="look-1")
        assert pads.pulsing.wait(5)
        assert "Another phone looks" in other.post("/pad", look="look-2")[1]["why"]
        other.post("/pad/stop", look="look-2")
        assert not answer.done()
        other.post("/pad/stop", look="look-1")
        status, told = answer.result(5)
    assert (status, told["refused"]) == (409, "unavailable")
    assert "No button was pressed" in told["why"]
    assert table.snapshot().seq == before


def test_a_phone_from_outside_the_room_lets_no_pad_pulse(game, person, pads):
    assert person(address="192.168.7.7").post("/pad", look="look-1", name="Elin")[0] == 403
    assert pads.asked == []


def test_a_player_lets_his_own_pad_pulse_and_nobody_elses(game, person, pads):
    assert person("Bo").post("/pad/show", player="Cara")[0] == 200
    assert person().post("/pad/show")[0] == 403
    assert pads.wait_for(("blink_pad", {"player": "Bo"}), ("blink_pad", {"player": "Bo"})), "sat down, asked"


def test_a_search_gives_up_by_itself(table):
    search = PadSearch(table)
    assert search.look("one", frozenset(), 0.01) is None
    search.found({"pad": "b:0", "player": None, "after": None})
    assert search.look("two", frozenset(), 0.01) is None, "a press before the search is not one for it"


def test_what_was_found_after_a_stop_is_nobodys(table):
    search = PadSearch(table)
    with ThreadPoolExecutor(1) as waiting:
        found = waiting.submit(search.look, "one", frozenset(), 5.0)
        while True:
            try:
                search.look("two", frozenset(), 0.0)
            except Searched:
                break
        search.stop("one")
        search.found({"pad": "b:0", "player": "Bo", "after": None})
        assert found.result(5) is None


def test_the_page_offers_pads_only_where_there_are_some(table, game, tmp_path):
    from tests.web.conftest import Person
    from web import Settings, create_app

    pads = SimpleNamespace(attached=0)
    app = create_app(table, Settings(secrets=tmp_path / "s", pin="1", pads=pads))
    pages = app.extensions["dicetable"]
    phone = Person(app)
    assert not phone.view()["sit"]["pads"]
    pads.attached = 4
    pages.changed()
    assert phone.view()["sit"]["pads"]
    phone.post("/sit", name="Bo")
    assert phone.view()["pads"], "four players, four pads: everybody has one"
    pads.attached = 3
    pages.changed()
    assert not phone.view()["pads"], "perhaps it is Bo who has none"
