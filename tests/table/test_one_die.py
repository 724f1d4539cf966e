"""The first shot by the highest die, read by the camera: one die a player, then two again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.eye import Eye
from controller.pictures import Pictures
from controller.throws import Adjudicator
from controller.verify import verify
from tests.table.playing import Seat
from tests.watch.drawn import Die, Film, SquareReader
from vision.watch import Watcher

FIRST, SECOND = Die(120, 90, 2, 20), Die(190, 130, 5, 65)


class Shown:
    """A camera that shows a film drawn while it runs."""

    def __init__(self) -> None:
        self.film, self.at = Film(), 0

    def open(self) -> None:
        pass

    def read(self, timeout=None):
        self.at += 1
        return self.film.frames[self.at - 1] if self.at <= len(self.film.frames) else None

    def set_exposure(self, stops) -> None:
        pass

    def close(self) -> None:
        pass


class Seen(Seat):
    """A real table under a real watch."""

    def __init__(self, folder) -> None:
        super().__init__(folder / "a.db", gate_limit=30.0)
        self.camera = Shown()
        self.judge = Adjudicator(self.table, Pictures(folder / "a-pictures"))
        self.reader = SquareReader(None)
        self.eye = Eye(self.camera, lambda _: Watcher(self.reader, None), self.judge)

    def show(self, *dice: Die, taken: bool = True) -> None:
        """These dice are thrown onto the table and, if taken, taken away again."""
        film = self.camera.film.add(times=6).throw(dice, frames=16).add(dice, times=8)
        if taken:
            film.grab(dice).add(times=6)
        while self.camera.at < len(film.frames):
            self.clock.t = film.frames[self.camera.at].t
            self.eye.step()


@pytest.fixture
def seat(tmp_path):
    made = Seen(tmp_path)
    yield made
    made.close()
    assert verify(made.path).ok, verify(made.path).fault


def test_each_throws_one_die_and_the_highest_then_shoots_with_two(seat):
    assert seat.judge.dice is None, "no game is open"
    assert seat.open(first_shooter="high_die").ok
    for player, value in (("Alice", 2), ("Bo", 5), ("Cara", 4)):
        assert seat.judge.dice == 1
        assert seat.public["opening"]["to_throw"][0] == player
        seat.show(replace(FIRST, value=value))
    thrown = [event for done in seat.ledger.transactions() for event in done.events if event["type"] == "die_thrown"]
    assert [(die["player"], die["die"], die["source"]) for die in thrown] == [
        ("Alice", 2, "camera"), ("Bo", 5, "camera"), ("Cara", 4, "camera"),
    ]  # fmt: skip
    assert all(die["picture"] and die["reading"]["dice"] for die in thrown)
    assert (seat.public["shooter"], seat.judge.dice) == ("Bo", 2)
    seat.show(FIRST, SECOND)
    assert seat.public["last"]["dice"] == [2, 5]


def test_two_dice_are_no_roll_in_the_opening_and_one_die_is_none_after_it(seat):
    seat.open(first_shooter="high_die")
    seat.show(FIRST, SECOND)
    assert seat.public["opening"]["thrown"] == {}
    assert seat.public["no_rolls"] == 1
    for player in ("Alice", "Bo", "Cara"):
        seat.do("throw", player=player, dice=[6 if player == "Cara" else 1], arrived=seat.clock.t)
    assert seat.public["shooter"] == "Cara"
    seat.show(FIRST)
    assert (seat.public["throws"], seat.public["no_rolls"]) == (0, 1)


def test_a_count_that_changes_while_dice_fly_waits_for_the_verdict(seat):
    watcher = Watcher(SquareReader())
    film = Film().add(times=6).throw([FIRST, SECOND]).add([FIRST, SECOND], times=8).grab([FIRST, SECOND]).add(times=6)
    seen = []
    for frame in film.frames:
        if frame.index == 10:
            watcher.expect(1)
        seen += watcher.feed(frame)
    assert [event.values for event in seen if hasattr(event, "values")] == [(2, 5)]
    watcher.expect(1)
    assert watcher._reader.dice == 1
