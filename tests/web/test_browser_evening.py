"""A whole round in chromium: three phones, a TV and a host at a table of simulated dice under the real reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from controller.verify import verify
from tests.web.evening_pages import HostPage, Phone, Tv
from tests.web.simulated_room import PIN, SimulatedRoom, simulated_room
from tests.web.test_browser import browser, complaints, pytestmark, visit  # noqa: F401 (fixtures)

#: What the three have bought in, together.
CHIPS = 600


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedRoom]:
    # The browsers run on the table's own machine, which is never asked for the code: here they are guests' phones.
    monkeypatch.setattr("web.phone.own_machine", lambda: False)
    with simulated_room(tmp_path, seed=5) as opened:
        yield opened


@pytest.fixture
def server(room: SimulatedRoom) -> SimulatedRoom:
    """`visit` opens pages of this table."""
    return room


def test_an_evening_of_three_phones_a_tv_and_a_host(room, visit):  # noqa: F811
    tv, host = Tv(visit("/tv", 1920, 1080)), HostPage(visit("/host", 1024, 768))
    host.enter(PIN)

    def scan() -> Phone:
        invitation = urlsplit(tv.invitation())
        assert invitation.netloc == urlsplit(room.url).netloc
        return Phone(visit(f"{invitation.path}?{invitation.query}"))

    def chips(screens: list, **stacks: int) -> None:
        """All of them show these chips in hand, and with those on the table none is lost or made."""
        for screen in screens:
            screen.chips(stacks)
        state = room.table.snapshot().public()
        assert state["stacks"] == stacks
        assert sum(stacks.values()) + state["on_table"] == sum(state["bought_in"].values())
        host.total(sum(state["bought_in"].values()))

    # Two scan the code on the TV and sit down; the host opens; the third comes while the game is open.
    alice, bo = scan(), scan()
    alice.sit("Alice")
    bo.sit("Bo")
    tv.waits_for("Alice", "Bo")
    host.open_game(200)
    tv.cue("Throw, Alice!")
    cara = scan()
    cara.sit("Cara")
    everybody = [alice, bo, cara, tv, host]
    chips(everybody, Alice=190, Bo=190, Cara=200)

    # Bo takes back the bet he was put on: the dice are locked until he is against again.
    bo.tap("against")
    bo.stands("You sit this one out")
    tv.cue("Nobody is against")
    chips(everybody, Alice=190, Bo=200, Cara=200)
    bo.tap("against")
    bo.stands("You are against the shooter: 10")
    tv.cue("Throw, Alice!")
    chips(everybody, Alice=190, Bo=190, Cara=200)

    # Seven on the come-out: Alice passes and keeps the dice.
    room.dice.throw(3, 4)
    tv.calls("Seven")
    for phone in (alice, bo, cara):
        phone.calls("Seven")
    alice.news("You won 10.")
    bo.news("You lost 10.")
    chips(everybody, Alice=200, Bo=180, Cara=200)

    # Cara is for, and puts a chip with a double tap: it lies there once, also when her phone sends it again.
    cara.tap("for")
    cara.stands("You are for the shooter: 10")
    wish = cara.put_nervously("hard 6")
    chips(everybody, Alice=200, Bo=180, Cara=180)
    assert [answer["ok"] for answer in cara.repeat_put(wish)] == [True, True]
    chips(everybody, Alice=200, Bo=180, Cara=180)

    # Bo takes it; he takes one of Alice's too, thinks again, and she lifts it.
    bo.chip("Cara: 10 on hard 6", "Take: lay 90")
    cara.chip_lies("Cara: 10 on hard 6 against Bo")
    chips(everybody, Alice=200, Bo=90, Cara=180)
    alice.put("8 before 7")
    bo.chip("Alice: 10 on 8 before 7", "Take: lay 12")
    alice.chip_lies("against Bo")
    chips(everybody, Alice=190, Bo=78, Cara=180)
    bo.chip("Alice: 10 on 8 before 7 against Bo", "Undo")
    alice.chip("Alice: 10 on 8 before 7", "Lift")
    chips(everybody, Alice=200, Bo=90, Cara=180)

    # A die leans: no roll, and everybody sees why. Then the dice are out, and betting is closed.
    tv.cue("Take up the dice")
    room.dice.throw(2, 4, kind="cocked")
    for screen in (alice, bo, cara, tv):
        screen.no_roll("A die leans")
    chips(everybody, Alice=200, Bo=90, Cara=180)
    room.dice.throw(2, 4, hold=True)
    tv.cue("Dice are out")
    alice.put("8 before 7", dead=True)
    alice.told("The dice are out")
    room.dice.land()
    for screen in (alice, bo, cara, tv):
        screen.calls("Six")
    chips(everybody, Alice=200, Bo=190, Cara=180)

    # It was a pair of threes: the host corrects it, and the chips go back and forth.
    host.correct(3, 3)
    for screen in (alice, bo, cara, tv):
        screen.shows("#call", "Hard six")
    bo.news("The host corrected the throw")
    chips(everybody, Alice=200, Bo=90, Cara=280)

    # Cara's phone sleeps through a throw and catches up; Bo's loses the network, says so, and comes back.
    cara.sleep()
    room.dice.throw(2, 2)
    tv.calls("Hard four")
    assert cara.page.text_content("#call") == "Hard six"
    cara.wake()
    cara.calls("Hard four")
    assert cara.never_reloaded()
    bo.page.context.set_offline(True)
    bo.disconnected(True)
    bo.put("field")
    bo.told("Nothing was done")
    chips([alice, cara, tv, host], Alice=200, Bo=90, Cara=280)
    bo.page.context.set_offline(False)
    bo.disconnected(False)
    bo.put("field")
    cara.chip_lies("Bo: 10 on field")
    chips(everybody, Alice=200, Bo=80, Cara=280)

    # Alice's phone dies in mid-round: a code from the host gives her seat to another one.
    alice.page.context.close()
    alice = scan()
    alice.recover(host.seat_code("Alice"), "Alice")
    everybody[0] = alice
    alice.stands("You shoot. Your stake: 10")
    chips(everybody, Alice=200, Bo=80, Cara=280)

    # The point is made; nobody took Bo's chip, so it goes home; the host cashes out.
    room.dice.throw(5, 1)
    tv.shows("#decided", "Alice")
    alice.news("You won 5.")
    chips(everybody, Alice=205, Bo=80, Cara=295)
    host.cash_out()
    tv.winner("Cara")
    chips(everybody, Alice=215, Bo=90, Cara=295)
    assert sum(room.table.snapshot().public()["stacks"].values()) == CHIPS
    assert verify(room.db).ok
