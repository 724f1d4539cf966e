"""What is counted of an evening, and the sentences about it."""

from __future__ import annotations

from web.story import Story, tell
from web.tally import Night
from web.views_night import luck


def test_luck_is_told_in_plain_words(app):
    with app.test_request_context():
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
