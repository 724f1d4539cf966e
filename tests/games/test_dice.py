"""Rules, sections 1 and 2: throws that count and do not, how the dice pass, a table that waits."""

from __future__ import annotations

import pytest

from tests.games.playing import Game


def shooter_after(rule, *totals):
    game = Game(dice_pass=rule)
    for total in totals:
        game.throw(total)
    return game.state["shooter"]


@pytest.mark.parametrize(
    ("rule", "craps", "seven_out", "natural", "point_made"),
    [
        ("any_losing_round", "Bo", "Bo", "Alice", "Alice"),
        ("seven_out", "Alice", "Bo", "Alice", "Alice"),
        ("every_round", "Bo", "Bo", "Bo", "Bo"),
    ],
)
def test_three_ways_of_passing_the_dice(rule, craps, seven_out, natural, point_made):
    assert shooter_after(rule, 2) == craps
    assert shooter_after(rule, 6, 7) == seven_out
    assert shooter_after(rule, 11) == natural
    assert shooter_after(rule, 6, 6) == point_made


def test_any_losing_round_is_the_default():
    game = Game()
    game.throw(12)
    assert game.state["shooter"] == "Bo"


def test_dice_go_left_past_seats_that_cannot_stake():
    game = Game(buy_in=20)
    game.do("chip", player="Bo", square="num_4", amount=10)
    game.do("take", player="Cara", bet=1)
    game.throw(12)
    # Bo won 10 on the line and has 20 on hand less nothing: 20 - 10 - 10 + 20 = 20.
    assert game.state["shooter"] == "Bo"
    game = Game(["A", "B", "C"], buy_in=20)
    game.do("chip", player="B", square="num_4", amount=6)
    game.do("take", player="C", bet=1)
    game.throw(8)
    game.throw(8)
    # B paid 10 and has 4; A keeps the dice and C, with 8, cannot fade.
    assert game.stacks == {"A": 30, "B": 4, "C": 8}
    assert game.state["phase"] == "waiting"


def test_keeper_who_cannot_stake_is_passed_over_after_settlement():
    game = Game(["A", "B", "C"], buy_in=20, dice_pass="seven_out")
    game.do("chip", player="A", square="num_4", amount=5)
    game.do("take", player="B", bet=1)
    settled = game.throw(2)
    # A lost 10 of 15 in hand: the dice are his by the rule, but he has 5.
    assert settled[1]["next"] == "A"
    assert game.state["phase"] == "come_out"
    assert game.line["stake"] == ["B", 10]
    assert game.line["against"] == [["C", 10]]


def waiting():
    game = Game(["A", "B"], buy_in=10)
    game.throw(2)
    return game


def test_fewer_than_two_who_can_stake_and_the_table_waits():
    game = waiting()
    state = game.state
    assert (state["phase"], state["shooter"], state["can_throw"], state["why_not"]) == (
        "waiting", "B", False, "wrong_phase",
    )  # fmt: skip
    assert game.line == {"stake": None, "for": [], "against": [], "in_play": 0, "risk": {}}
    assert game.stacks == {"A": 0, "B": 20}
    for cmd, fields in (("throw", {"dice": [1, 2]}), ("for", {"player": "A"}), ("off", {"player": "A"}),
                        ("stake", {"amount": 10}), ("pass_dice", {}), ("void", {})):  # fmt: skip
        game.refused("wrong_phase", cmd, **fields)


def test_the_board_works_while_the_table_waits():
    game = waiting()
    game.do("chip", player="B", square="seven", amount=1)
    game.do("lift", player="B", bet=1)
    assert game.state["phase"] == "waiting"


def test_the_round_opens_with_the_due_seat_on_a_buy_in():
    game = waiting()
    assert game.types("buy_in", player="A", amount=9) == ["bought_in"]
    assert game.types("buy_in", player="A", amount=1) == ["bought_in", "round_opened"]
    assert (game.line["stake"], game.line["against"]) == (["B", 10], [["A", 10]])


def test_the_round_opens_on_a_join():
    game = waiting()
    assert game.types("join", player="C", buy_in=10) == ["joined", "round_opened"]
    assert (game.line["stake"], game.line["against"]) == (["B", 10], [["C", 10]])
    game.do("for", player="C")


def test_the_round_opens_on_a_lift():
    game = waiting()
    game.do("join", player="C", buy_in=9)
    game.do("chip", player="B", square="seven", amount=11)
    game.do("buy_in", player="C", amount=1)
    assert game.state["phase"] == "waiting"
    assert game.types("lift", player="B", bet=1) == ["chip_lifted", "round_opened"]


@pytest.mark.parametrize("who", ["B", "C"])
def test_the_round_opens_on_an_undo(who):
    game = waiting()
    game.do("join", player="C", buy_in=9)
    game.do("chip", player="B", square="num_6", amount=11)
    game.do("buy_in", player="A", amount=9)
    game.do("buy_in", player="C", amount=5)
    # 9, 9 and 14 in hand would open with another: C lays 13.
    game.do("take", player="C", bet=1)
    assert game.stacks == {"A": 9, "B": 9, "C": 1}
    game.do("buy_in", player="A", amount=1)
    assert game.state["phase"] == "waiting"
    kind = "bet_undone" if who == "B" else "take_undone"
    assert game.types("undo", player=who, bet=1) == [kind, "round_opened"]


def test_a_leaver_whose_bet_is_called_off_can_open_the_round():
    game = waiting()
    game.do("join", player="C", buy_in=9)
    game.do("chip", player="B", square="num_6", amount=11)
    game.do("buy_in", player="A", amount=13)
    game.do("take", player="A", bet=1)
    game.do("buy_in", player="C", amount=1)
    assert game.state["phase"] == "waiting"
    assert game.types("leave", player="A") == ["left", "bet_called_off", "round_opened"]


def test_a_no_roll_changes_nothing_and_undo_stays_open():
    game = Game()
    number = game.bet("Cara", "Dan", "seven", 10)
    game.do("chip", player="Bo", square="field", amount=5)
    before = game.state
    game.do("dice_out")
    assert game.types("no_roll", reason="cocked") == ["no_roll"]
    assert game.state == before | {"no_rolls": 1}
    game.do("undo", player="Dan", bet=number)


def test_the_third_no_roll_in_a_row_calls_the_host():
    game = Game()
    assert game.types("no_roll") == ["no_roll"]
    assert game.types("no_roll") == ["no_roll"]
    game.throw(6)
    assert [game.types("no_roll") for _ in range(3)] == [["no_roll"], ["no_roll"], ["no_roll", "host_called"]]
    assert game.state["host_called"] is True
    assert game.types("no_roll") == ["no_roll"]
    game.throw(9)
    assert (game.state["host_called"], game.state["no_rolls"]) == (False, 0)


def test_a_no_roll_of_locked_dice_does_not_count():
    game = Game()
    game.do("off", player="Bo")
    for _ in range(4):
        (no_roll,) = game.do("no_roll", reason="cocked")
        assert no_roll["counted"] is False
    assert game.state["no_rolls"] == 0
    waits = waiting()
    for _ in range(4):
        assert waits.types("no_roll") == ["no_roll"]


def test_dice_out_closes_betting_until_the_throw():
    game = Game()
    number = game.bet("Cara", "Dan", "num_4", 10)
    game.do("chip", player="Bo", square="field", amount=5)
    game.do("dice_out")
    assert game.types("dice_out") == []
    for cmd, fields in {
        "for": {"player": "Cara"}, "against": {"player": "Cara"}, "off": {"player": "Bo"}, "stake": {"amount": 10},
        "pass_dice": {}, "chip": {"player": "Bo", "square": "seven", "amount": 1}, "lift": {"player": "Bo", "bet": 2},
        "take": {"player": "Alice", "bet": 2}, "undo": {"player": "Dan", "bet": number},
        "join": {"player": "Eve", "buy_in": 10}, "leave": {"player": "Dan"}, "buy_in": {"player": "Dan", "amount": 9},
    }.items():  # fmt: skip
        game.refused("dice_out", cmd, **fields)
    game.throw(6)
    game.do("buy_in", player="Dan", amount=9)
    game.do("dice_out")
    game.do("no_roll")
    game.do("chip", player="Bo", square="seven", amount=1)


def test_a_refused_throw_leaves_the_dice_out():
    game = Game()
    game.do("off", player="Bo")
    game.do("dice_out")
    game.refused("no_fade", "throw", dice=[1, 2])
    assert game.state["dice_out"] is True
    game.do("no_roll", reason="nobody against")
    game.do("against", player="Bo")


def test_each_throw_bears_its_source_and_a_camera_throw_its_picture():
    game = Game()
    thrown = game.do("throw", dice=[2, 4], source="camera", picture="ab12", reading={"confidence": 0.99})[0]
    assert (thrown["source"], thrown["picture"], thrown["reading"]) == ("camera", "ab12", {"confidence": 0.99})
    assert game.throw(9)[0]["source"] == "tapped"
    assert game.throw(9, source="phone")[0]["source"] == "phone"
    game.refused("bad_input", "throw", dice=[1, 2], source="crystal ball")


def test_a_total_alone_where_no_bet_needs_the_faces():
    game = Game()
    thrown = game.do("throw", total=9)[0]
    assert (thrown["dice"], thrown["total"]) == (None, 9)
    number = game.bet("Cara", "Dan", "hard_4", 10)
    game.refused("faces_needed", "throw", total=4)
    game.do("undo", player="Cara", bet=number)
    game.do("chip", player="Cara", square="hard_4", amount=10)
    assert [event["type"] for event in game.do("throw", total=4)] == ["thrown", "chip_returned"]
    game.bet("Cara", "Dan", "field", 10)
    game.bet("Cara", "Dan", "num_8", 10)
    game.do("throw", total=12)
    assert game.results["Cara"] == 20


def test_a_throw_needs_two_good_dice():
    game = Game()
    for dice in ([], [7, 1], [0, 1], ["4", 2], [True, 2], [1.0, 2], "42", 6, {"a": 1}):
        game.refused("bad_input", "throw", dice=dice)
    for dice in ([4], [1, 2, 3]):
        game.refused("wrong_count", "throw", dice=dice)
    for total in (1, 13, 7.0, "7", True):
        game.refused("bad_input", "throw", total=total)
    game.refused("bad_input", "throw")
    game.refused("bad_input", "throw", dice=[3, 4], total=7)


def test_a_throw_that_names_a_player_names_the_shooter():
    game = Game()
    game.refused("not_shooter", "throw", dice=[1, 2], player="Bo")
    game.refused("no_such_player", "throw", dice=[1, 2], player="Eve")
    game.do("throw", dice=[1, 2], player="Alice")


def test_void_takes_the_round_back_and_leaves_the_board():
    game = Game()
    game.do("for", player="Cara")
    number = game.bet("Cara", "Dan", "num_4", 10)
    game.throw(6)
    voided, opened = game.do("void")
    assert voided["returned"] == [["Alice", 10], ["Cara", 10], ["Bo", 10]]
    assert (opened["shooter"], opened["passed_from"]) == ("Alice", None)
    state = game.state
    assert (state["phase"], state["point"]) == ("come_out", None)
    assert [bet["bet"] for bet in state["board"]] == [number]
    assert state["stacks"] == {"Alice": 490, "Bo": 490, "Cara": 490, "Dan": 480}


def test_rules_changed_in_mid_game_apply_from_the_next_round():
    game = Game()
    game.do("rules", rules={"dice_pass": "seven_out", "late_line": True})
    game.throw(6)
    game.refused("line_closed", "for", player="Cara")
    game.throw(7)
    assert game.state["shooter"] == "Bo"
    game.throw(2)
    assert game.state["shooter"] == "Bo", "a craps keeps the dice now"
    game.throw(6)
    game.do("for", player="Dan")


def test_the_rule_of_the_round_that_ends_decides_who_shoots():
    game = Game()
    game.do("rules", rules={"dice_pass": "every_round"})
    game.throw(7)
    assert game.state["shooter"] == "Alice"
    game.throw(7)
    assert game.state["shooter"] == "Bo"


def test_odds_changed_in_mid_round_are_for_chips_put_from_the_next_round_on():
    game = Game()
    game.do("rules", rules={"odds": {"seven": [5, 1]}})
    game.do("chip", player="Cara", square="seven", amount=10)
    game.throw(7)
    game.do("chip", player="Cara", square="seven", amount=10)
    assert game.state["board"][0]["lay"] == 50


def test_a_chip_keeps_the_odds_it_was_put_at():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    game.do("rules", rules={"odds": {"num_4": [9, 1]}})
    game.throw(7)
    game.bet("Cara", "Dan", "num_4", 1)
    game.throw(7)
    assert game.results["Cara"] == -11


def test_a_field_chip_is_paid_at_the_odds_it_was_put_at():
    game = Game()
    game.bet("Cara", "Dan", "field", 10)
    game.do("rules", rules={"odds": {"field": {"9": [2, 1]}}})
    game.bet("Cara", "Dan", "field", 100)
    game.throw(9)
    assert game.results["Cara"] == 110, "both were put before the next round"
    game.throw(9)
    game.bet("Cara", "Dan", "field", 1)
    game.throw(9)
    assert game.results["Cara"] == 112


def test_what_was_no_throw_at_all_counts_towards_nothing():
    game = Game()
    for _ in range(4):
        assert game.types("no_roll", reason="hand", counted=False) == ["no_roll"]
    assert game.state["no_rolls"] == 0
    game.refused("bad_input", "no_roll", counted="no")
    game.throw(6)
    game.do("no_roll", counted=False)
    game.do("correct", dice=[4, 5])
    assert game.state["no_rolls"] == 0


def test_dice_that_are_out_stay_out_through_void_and_correction_until_they_are_read():
    game = Game()
    game.throw(6)
    game.do("dice_out")
    game.do("void")
    assert game.state["dice_out"] is True
    game.refused("dice_out", "for", player="Cara")
    game.do("correct", dice=[4, 4])
    assert game.state["dice_out"] is True
    game.do("no_roll")
    game.do("for", player="Cara")
