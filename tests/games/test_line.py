"""Rules, section 2: the line, one test a ruling."""

from __future__ import annotations

import pytest

from tests.games.playing import ABCD, Game


def worked():
    game = Game(line="open")
    game.do("stake", amount=40)
    game.do("against", player="Bo", amount=30)
    game.do("against", player="Cara", amount=10)
    game.do("for", player="Dan", amount=20)
    return game


@pytest.mark.parametrize("total", [7, 11])
def test_natural_passes(total):
    game = Game(["Alice", "Bo"])
    settled = game.throw(total)[1]
    assert (settled["why"], settled["winner"]) == ("natural", "right")
    assert game.results == {"Alice": 10, "Bo": -10}


@pytest.mark.parametrize("total", [2, 3, 12])
def test_craps_misses_and_twelve_is_a_plain_craps(total):
    game = Game(["Alice", "Bo"])
    settled = game.throw(total)[1]
    assert (settled["why"], settled["winner"]) == ("craps", "wrong")
    assert game.results == {"Alice": -10, "Bo": 10}


@pytest.mark.parametrize("point", [4, 5, 6, 8, 9, 10])
def test_point_then_the_point_passes_and_nothing_else_matters(point):
    game = Game(["Alice", "Bo"])
    assert [event["type"] for event in game.throw(point)] == ["thrown", "point_set"]
    assert (game.state["phase"], game.state["point"]) == ("point", point)
    for total in {2, 3, 4, 5, 6, 8, 9, 10, 11, 12} - {point}:
        assert [event["type"] for event in game.throw(total)] == ["thrown"]
    assert game.throw(point)[1]["why"] == "point_made"
    assert game.results == {"Alice": 10, "Bo": -10}


def test_seven_out():
    game = Game(["Alice", "Bo"])
    game.throw(6)
    assert game.throw(7)[1]["why"] == "seven_out"
    assert game.results == {"Alice": -10, "Bo": 10}


def test_round_opens_with_stake_and_auto_fade_of_the_minimum():
    game = Game(minimum=15)
    assert game.line["stake"] == ["Alice", 15]
    assert game.line["against"] == [["Bo", 15]]
    assert game.stacks == {"Alice": 485, "Bo": 485, "Cara": 500, "Dan": 500}


def test_auto_fade_falls_through_to_the_next_seat_on_the_left_that_has_the_minimum():
    game = Game(buy_in=20)
    game.do("chip", player="Cara", square="field", amount=15)
    game.do("pass_dice")
    assert (game.line["stake"], game.line["against"]) == (["Bo", 10], [["Dan", 10]])
    game.do("pass_dice")
    assert (game.line["stake"], game.line["against"]) == (["Dan", 10], [["Alice", 10]])


def test_shooter_has_none_of_the_three():
    game = Game()
    for cmd in ("for", "against", "off"):
        game.refused("not_allowed", cmd, player="Alice")


def test_unit_line_takes_one_minimum_and_no_other_amount():
    game = Game()
    game.do("for", player="Cara")
    game.do("against", player="Dan", amount=10)
    for amount in (5, 11, 20):
        game.refused("bad_input", "for", player="Cara", amount=amount)
    game.refused("bad_input", "stake", amount=20)
    assert game.types("stake", amount=10) == []


def test_open_line_takes_any_amount_from_the_minimum():
    game = Game(line="open")
    game.refused("below_minimum", "for", player="Cara", amount=9)
    game.refused("below_minimum", "stake", amount=9)
    game.do("for", player="Cara", amount=11)
    game.do("stake", amount=500)
    assert game.stacks == {"Alice": 0, "Bo": 490, "Cara": 489, "Dan": 500}
    game.refused("not_enough_chips", "stake", amount=501)
    game.refused("not_enough_chips", "against", player="Bo", amount=501)
    game.do("against", player="Bo", amount=500)


def test_amounts_are_totals_never_additions():
    game = Game(line="open")
    game.do("for", player="Cara", amount=30)
    game.do("for", player="Cara", amount=50)
    game.do("for", player="Cara", amount=20)
    assert game.line["for"] == [["Cara", 20]]
    assert game.stacks["Cara"] == 480


def test_again_with_the_same_amount_changes_nothing():
    game = Game()
    before = game.state
    assert game.types("against", player="Bo") == ["line_kept"]
    assert game.state == before
    game.refused("bad_input", "against", player="Bo", amount=20)


def test_other_side_moves_to_that_sides_end():
    game = Game(line="open")
    game.do("against", player="Cara", amount=20)
    game.do("for", player="Dan", amount=20)
    game.do("for", player="Bo", amount=30)
    assert game.line["for"] == [["Dan", 20], ["Bo", 30]]
    assert game.line["against"] == [["Cara", 20]]
    assert game.stacks == {"Alice": 490, "Bo": 470, "Cara": 480, "Dan": 480}


def test_off_and_on_goes_to_the_end_and_a_changed_amount_keeps_its_place():
    game = Game(line="open")
    game.do("against", player="Cara", amount=20)
    game.do("against", player="Bo", amount=40)
    assert game.line["against"] == [["Bo", 40], ["Cara", 20]]
    game.do("off", player="Bo")
    game.do("against", player="Bo", amount=40)
    assert game.line["against"] == [["Cara", 20], ["Bo", 40]]


def test_off_without_a_bet():
    game = Game()
    game.refused("no_such_bet", "off", player="Cara")
    game.do("off", player="Bo")
    assert game.stacks["Bo"] == 500
    game.refused("no_such_bet", "off", player="Bo")


def test_line_is_closed_after_the_first_throw():
    game = Game()
    game.throw(6)
    game.refused("line_closed", "for", player="Cara")
    game.refused("line_closed", "against", player="Bo")
    game.refused("line_closed", "off", player="Bo")
    game.refused("line_closed", "stake", amount=10)
    game.refused("wrong_phase", "pass_dice")


def test_nobody_against_locks_the_dice():
    game = Game()
    game.do("off", player="Bo")
    assert (game.state["can_throw"], game.state["why_not"]) == (False, "no_fade")
    game.refused("no_fade", "throw", dice=[3, 4])
    game.do("against", player="Dan")
    assert (game.state["can_throw"], game.state["why_not"]) == (True, None)
    game.throw(7)


def test_pass_before_the_first_throw_brings_everything_home():
    game = Game()
    game.do("for", player="Cara")
    game.do("against", player="Dan")
    game.do("off", player="Bo")
    passed, opened = game.do("pass_dice", player="Alice")
    assert passed["returned"] == [["Alice", 10], ["Cara", 10], ["Dan", 10]]
    assert (opened["shooter"], opened["fader"], opened["passed_from"]) == ("Bo", "Cara", "Alice")
    assert game.line["against"] == [["Cara", 10]]
    assert game.stacks == {"Alice": 500, "Bo": 490, "Cara": 490, "Dan": 500}
    game.refused("not_shooter", "pass_dice", player="Alice")
    game.do("pass_dice")
    assert game.line["stake"] == ["Cara", 10], "the host passes them too"


def test_coverage_of_the_worked_example():
    game = worked()
    assert game.line["in_play"] == 40
    assert game.line["risk"] == {"Alice": 27, "Dan": 13, "Bo": 30, "Cara": 10}


def test_worked_example_point_made():
    game = worked()
    for total in (6, 9, 6):
        game.throw(total)
    assert game.results == {"Alice": 27, "Bo": -30, "Cara": -10, "Dan": 13}


def test_worked_example_seven_out():
    game = worked()
    for total in (6, 9, 7):
        game.throw(total)
    assert game.results == {"Alice": -27, "Bo": 30, "Cara": 10, "Dan": -13}


def test_what_is_left_over_is_capped_by_what_each_put_up():
    names = [f"P{n}" for n in range(12)]
    game = Game(names, minimum=5)
    for name in names[2:8]:
        game.do("for", player=name)
    for name in names[8:]:
        game.do("against", player=name)
    risk = game.line["risk"]
    assert game.line["in_play"] == 25
    assert [risk[name] for name in ["P0", *names[2:8]]] == [5, 5, 3, 3, 3, 3, 3]
    assert [risk[name] for name in ["P1", *names[8:]]] == [5] * 5


def test_one_against_ten_at_one():
    names = [f"P{n}" for n in range(11)]
    game = Game(names, minimum=1)
    for name in names[2:]:
        game.do("for", player=name)
    assert game.line["risk"] == {"P0": 1, "P1": 1} | dict.fromkeys(names[2:], 0)
    game.throw(7)
    assert game.results == {"P0": 1, "P1": -1} | dict.fromkeys(names[2:], 0)


def test_the_wrong_sides_leader_is_the_first_still_standing():
    game = Game(["A", "B", "C", "D"], minimum=10, line="open")
    game.do("stake", amount=16)
    game.do("against", player="C", amount=10)
    game.do("against", player="D", amount=10)
    # 16 over 10, 10, 10: 5 each and 1 over.
    assert game.line["risk"] == {"A": 16, "B": 6, "C": 5, "D": 5}
    game.do("off", player="B")
    game.do("against", player="B", amount=10)
    assert game.line["risk"] == {"A": 16, "C": 6, "D": 5, "B": 5}


def test_without_late_line_nothing_comes_after_the_point_and_with_it_a_bet_joins_the_end():
    game = Game(late_line=True)
    game.do("against", player="Dan")
    game.throw(6)
    assert game.line["risk"] == {"Alice": 10, "Bo": 5, "Dan": 5}
    (late,) = game.do("against", player="Cara")
    assert late["late"] is True
    assert game.line["against"] == [["Bo", 10], ["Dan", 10], ["Cara", 10]]
    assert game.line["risk"] == {"Alice": 10, "Bo": 4, "Dan": 3, "Cara": 3}
    game.throw(7)
    assert game.results == {"Alice": -10, "Bo": 4, "Cara": 3, "Dan": 3}


def test_late_line_adds_and_never_takes_off_or_changes():
    game = Game(late_line=True, line="open")
    game.throw(6)
    game.refused("line_closed", "off", player="Bo")
    game.refused("line_closed", "against", player="Bo", amount=40)
    game.refused("line_closed", "for", player="Bo", amount=40)
    game.refused("line_closed", "stake", amount=40)
    game.refused("not_allowed", "for", player="Alice", amount=40)
    game.do("for", player="Cara", amount=40)
    game.refused("line_closed", "off", player="Cara")
    game.do("join", player="Eve", buy_in=100)
    game.refused("line_closed", "for", player="Eve", amount=40)


def test_sitting_out_is_allowed():
    game = Game()
    game.throw(7)
    assert game.results == {"Alice": 10, "Bo": -10, "Cara": 0, "Dan": 0}


def test_two_players_and_twelve():
    assert Game(["A", "B"]).state["players"] == ["A", "B"]
    assert len(Game([f"P{n}" for n in range(12)]).state["players"]) == 12


def test_order_of_stacks_is_the_order_of_seats():
    assert list(Game().stacks) == ABCD
