"""What is counted, the test of the dice, and the sentences about it."""

from __future__ import annotations

import random

import pytest

from web.story import Story, tell
from web.tally import Faces, Night
from web.views_night import fairness, luck


def thrown(faces: Faces, chance: random.Random, weights: tuple[float, ...], throws: int) -> Faces:
    for _ in range(throws):
        faces = faces.with_faces(chance.choices(range(1, 7), weights, k=2))
    return faces


def test_chi_square_is_pearsons_with_five_degrees():
    faces = Faces((10, 12, 8, 9, 11, 22))
    assert faces.chi_square == pytest.approx(130 / 12)
    assert faces.p_once == pytest.approx(0.0547865, abs=1e-6)  # as scipy.stats.chisquare gives it


def test_fair_dice_are_seldom_accused_however_often_one_looks():
    alarms = sum(thrown(Faces(), random.Random(seed), (1,) * 6, 150).p_any_time < 0.05 for seed in range(200))
    assert alarms <= 10


def test_loaded_dice_are_found():
    faces = thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300)
    assert faces.p_any_time < 0.001


def test_what_was_once_found_is_not_forgotten():
    faces = thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300)
    later = thrown(faces, random.Random(2), (1.3, 1.3, 1.3, 1.3, 1.3, 0.1), 300)
    assert later.p_any_time <= faces.p_any_time


def test_sentences_say_no_more_than_the_figures(app):
    with app.test_request_context():
        assert fairness(Faces())["sentence"].startswith("Too few throws")
        fair = fairness(Faces((50,) * 6))
        assert fair["sentence"].startswith("Nothing speaks against the dice")
        assert not fair["alarm"]
        assert fairness(thrown(Faces(), random.Random(1), (1, 1, 1, 1, 1, 3), 300))["alarm"]
        assert luck(Night(rounds=10, passes=5)) == "That is what the dice do."
        assert luck(Night(rounds=40, passes=33)) == "Rare luck for the shooters."


def test_the_evening_is_told_at_its_end(game, person, host_says):
    for dice in ([3, 4], [2, 4], [3, 3], [1, 1], [6, 5]):
        host_says("throw", dice=dice)
    host_says("cash_out")
    view = person().view()
    assert view["night"] == [
        "5 throws · 4 rounds",
        "Shooters passed 3 times; 2 was to be expected. A good night for shooters, within luck.",
        "Hottest shooter: Alice, 2 passes",
        "Longest hand: Alice, 4 throws",
    ]
    assert person().view("tv")["final"]["lines"] == view["night"]


def test_of_two_shooters_who_passed_as_often_the_one_with_fewer_rounds_was_hotter():
    night = Night()
    for shooter, passed in (("Alice", True), ("Alice", False), ("Bo", True)):
        night = night.with_round(shooter, passed, not passed)
    assert night.hottest == ("Bo", 1)


def test_a_corrected_throw_is_counted_once_with_its_right_faces(game, person, app, host_says):
    host_says("throw", dice=[3, 4])
    host_says("correct", dice=[6, 6])
    host_says("throw", dice=[5, 5])
    person().view()
    tally = app.extensions["dicetable"].story.tally
    assert tally.faces.counts == (0, 0, 0, 0, 2, 2)
    assert (tally.night.rounds, tally.night.passes) == (1, 0)


def test_rolls_of_a_phone_say_nothing_about_the_dice(game, person, app):
    person("Alice").post("/roll", after=0)
    assert app.extensions["dicetable"].story.tally.faces.seen == 0


def test_a_gap_in_the_news_changes_nothing():
    class Gap:
        lost = 7

    assert tell(Story(), Gap()) == Story()


def test_the_page_about_the_dice_counts_the_tables_history(game, person, host_says):
    host_says("throw", dice=[3, 4])
    someone = person()
    someone.view()
    page = someone.get("/fair").get_data(as_text=True)
    assert "2 faces seen" in page
    assert "Too few throws" in page
