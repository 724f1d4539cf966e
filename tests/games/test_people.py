"""Rules, section 2: people and ends; the first shooter."""

from __future__ import annotations

from tests.games.playing import Game


def test_buy_in_between_throws_is_no_win():
    game = Game()
    game.throw(6)
    game.do("buy_in", player="Alice", amount=300)
    assert (game.stacks["Alice"], game.state["bought_in"]["Alice"], game.results["Alice"]) == (790, 800, 0)


def test_a_joiner_has_the_board_at_once_and_the_line_from_the_next_round():
    game = Game()
    game.do("join", player="Eve", buy_in=100, after="Alice")
    assert game.state["players"] == ["Alice", "Eve", "Bo", "Cara", "Dan"]
    game.do("chip", player="Eve", square="seven", amount=1)
    game.refused("line_closed", "for", player="Eve")
    game.throw(12)
    assert game.state["shooter"] == "Eve", "the next seat on the left"
    game.do("join", player="Fay", buy_in=100)
    assert game.state["players"][-1] == "Fay"
    game.throw(7)
    game.do("for", player="Fay")


def test_seats():
    game = Game([f"P{n}" for n in range(12)])
    game.refused("seat_taken", "join", player="P3", buy_in=10)
    game.refused("seat_taken", "join", player="Eve", buy_in=10)
    game.refused("no_such_player", "join", player="Eve", buy_in=10, after="Nobody")
    game.do("leave", player="P5")
    game.do("join", player="Eve", buy_in=10)


def test_who_left_comes_back_to_his_chips_and_a_correction_plays_that_again():
    game = Game()
    game.throw(6)
    game.do("leave", player="Cara")
    game.do("join", player="Cara", buy_in=0)
    assert (game.stacks["Cara"], game.state["bought_in"]["Cara"]) == (500, 500)
    game.do("correct", dice=[2, 2])
    assert "Cara" in game.state["players"]
    game.refused("bad_input", "join", player="Eve", buy_in=0)
    game.do("leave", player="Cara")
    for amount in (False, -1, 0.0, None):
        game.refused("bad_input", "join", player="Cara", buy_in=amount)


def test_out_of_chips_with_live_bets_stays():
    game = Game(["A", "B"], buy_in=10)
    assert game.stacks == {"A": 0, "B": 0}
    game.throw(6)
    game.throw(6)
    assert game.results == {"A": 10, "B": -10}
    assert game.state["players"] == ["A", "B"]


def test_a_leaver_before_the_first_throw_takes_everything_home():
    game = Game()
    game.do("chip", player="Bo", square="seven", amount=5)
    game.bet("Bo", "Cara", "num_4", 10)
    game.bet("Dan", "Bo", "num_5", 10)
    types = game.types("leave", player="Bo")
    assert types == ["left", "chip_returned", "bet_called_off", "bet_called_off", "line_returned"]
    assert game.stacks == {"Alice": 490, "Bo": 500, "Cara": 500, "Dan": 500}
    assert game.state["players"] == ["Alice", "Cara", "Dan"]
    assert game.state["why_not"] == "no_fade"
    game.refused("no_such_player", "against", player="Bo")


def test_a_leavers_bet_stands_after_the_first_throw_and_is_paid_to_his_account():
    game = Game()
    game.throw(6)
    assert game.types("leave", player="Bo") == ["left"]
    assert game.line["against"] == [["Bo", 10]]
    game.throw(7)
    assert game.stacks["Bo"] == 510
    assert game.results["Bo"] == 10
    assert game.state["bought_in"]["Bo"] == 500


def test_called_off_side_bets_give_each_his_own_back_though_locked():
    game = Game()
    game.bet("Cara", "Dan", "num_4", 10)
    game.throw(6)
    assert game.types("leave", player="Dan") == ["left", "bet_called_off"]
    assert (game.stacks["Cara"], game.stacks["Dan"]) == (500, 500)


def test_a_shooter_who_leaves_before_the_first_throw_has_passed_the_dice():
    game = Game()
    game.do("for", player="Cara")
    assert game.types("leave", player="Alice") == ["left", "round_dropped", "round_opened"]
    assert (game.line["stake"], game.line["against"], game.line["for"]) == (["Bo", 10], [["Cara", 10]], [])
    assert game.stacks == {"Alice": 500, "Bo": 490, "Cara": 490, "Dan": 500}


def test_a_shooter_who_leaves_in_mid_round_is_thrown_on_for():
    game = Game()
    game.throw(6)
    assert game.types("leave", player="Alice") == ["left", "shooter_left"]
    assert game.state["shooter"] == "Bo"
    assert game.line["stake"] == ["Alice", 10], "the stake keeps the leaver's name"
    game.throw(7)
    assert game.results == {"Alice": -10, "Bo": 10, "Cara": 0, "Dan": 0}
    assert game.line["stake"] == ["Bo", 10], "then he shoots in turn"


def test_who_throws_on_and_wins_shoots_in_turn_too():
    game = Game(dice_pass="every_round")
    game.throw(6)
    game.do("leave", player="Alice")
    game.throw(6)
    assert game.results["Alice"] == 10
    assert game.line["stake"] == ["Bo", 10]
    game.throw(7)
    assert game.line["stake"] == ["Cara", 10]


def test_two_shooters_leave_in_one_round():
    game = Game()
    game.throw(6)
    game.do("leave", player="Alice")
    game.do("leave", player="Bo")
    assert game.state["shooter"] == "Cara"
    game.throw(6)
    assert game.results == {"Alice": 10, "Bo": -10, "Cara": 0, "Dan": 0}
    assert game.line["stake"] == ["Cara", 10]


def test_everybody_leaves_in_mid_round_and_the_dice_still_decide():
    game = Game(["A", "B"])
    game.throw(6)
    game.do("leave", player="B")
    game.do("leave", player="A")
    assert game.state["shooter"] is None
    game.do("join", player="C", buy_in=50)
    assert game.state["shooter"] == "C"
    game.throw(6)
    assert game.results == {"A": 10, "B": -10, "C": 0}
    assert game.state["phase"] == "waiting"
    game.do("join", player="D", buy_in=50)
    assert game.line["stake"] == ["C", 10]


def test_a_leaver_comes_back_to_his_account():
    game = Game()
    game.do("leave", player="Dan")
    game.do("join", player="Dan", buy_in=100)
    assert (game.stacks["Dan"], game.state["bought_in"]["Dan"], game.results["Dan"]) == (600, 600, 0)


def test_cash_out_in_mid_round_gives_everything_undecided_back():
    game = Game()
    game.throw(7)
    game.bet("Cara", "Dan", "num_4", 10)
    game.throw(6)
    game.do("chip", player="Bo", square="seven", amount=5)
    (end,) = game.do("cash_out")
    assert end["results"] == {"Alice": 10, "Bo": -10, "Cara": 0, "Dan": 0}
    assert end["winners"] == ["Alice"]
    state = game.state
    assert state["stacks"] == {"Alice": 510, "Bo": 490, "Cara": 500, "Dan": 500}
    assert (state["phase"], state["on_table"], state["board"], state["why_not"]) == ("over", 0, [], "game_over")
    for cmd, fields in (("throw", {"dice": [1, 2]}), ("cash_out", {}), ("correct", {"dice": [1, 2]}),
                        ("join", {"player": "Eve", "buy_in": 1}), ("dice_out", {}), ("void", {})):  # fmt: skip
        game.refused("game_over", cmd, **fields)


def test_the_highest_wins_and_ties_share_leavers_too():
    game = Game(["A", "B", "C"])
    game.do("against", player="C")
    game.throw(2)
    game.do("leave", player="B")
    (end,) = game.do("cash_out")
    assert end["results"] == {"A": -10, "B": 5, "C": 5}
    assert end["winners"] == ["B", "C"]


def test_opening_another_game_cashes_the_first_out():
    game = Game()
    types = game.types("open", game="street", players=["X", "Y"], buy_in=20)
    assert types == ["cashed_out", "opened", "shooter_chosen", "round_opened"]
    assert game.stacks == {"X": 10, "Y": 10}
    assert game.state["round"] == 1
    game.refused("bad_input", "open", game="street", players=["X"], buy_in=20)
    game.refused("bad_input", "open", game="whist", players=["X", "Y"], buy_in=20)
    game.do("cash_out")
    assert game.types("open", game="street", players=["X", "Y"], buy_in=20)[0] == "opened"


# ---- the first shooter ----------------------------------------------------------------------------------------


def test_first_seat_shoots_first():
    assert Game().state["shooter"] == "Alice"


def test_named_shooter():
    assert Game(first_shooter={"named": "Cara"}).line["stake"] == ["Cara", 10]
    game = Game()
    wrong = {"game": "street", "players": ["A", "B"], "buy_in": 10, "rules": {"first_shooter": {"named": "C"}}}
    game.refused("no_such_player", "open", **wrong)


def test_high_die_with_ties():
    game = Game(first_shooter="high_die")
    assert (game.state["phase"], game.state["shooter"], game.state["can_throw"]) == ("opening", None, True)
    game.refused("wrong_phase", "for", player="Bo")
    game.refused("wrong_count", "throw", dice=[3, 4], player="Alice")
    game.refused("bad_input", "throw", dice=[3])
    game.refused("bad_input", "throw", total=7, player="Alice")
    game.do("throw", dice=[5], player="Alice")
    game.refused("not_your_turn", "throw", dice=[6], player="Alice")
    game.do("throw", dice=[2], player="Bo")
    game.do("throw", dice=[5], player="Dan")
    assert game.types("throw", dice=[5], player="Cara") == ["die_thrown", "opening_tied"]
    game.refused("not_your_turn", "throw", dice=[6], player="Bo")
    game.do("throw", dice=[1], player="Alice")
    game.do("throw", dice=[4], player="Cara")
    assert game.types("throw", dice=[4], player="Dan") == ["die_thrown", "opening_tied"]
    game.refused("not_your_turn", "throw", dice=[6], player="Alice")
    game.do("throw", dice=[1], player="Cara")
    assert game.types("throw", dice=[2], player="Dan") == ["die_thrown", "shooter_chosen", "round_opened"]
    assert (game.line["stake"], game.line["against"]) == (["Dan", 10], [["Alice", 10]])
    game.refused("wrong_count", "throw", dice=[3])


def test_the_board_works_in_the_opening_and_no_die_judges_it():
    game = Game(["A", "B", "C"], first_shooter="high_die")
    game.bet("A", "B", "num_4", 10)
    game.do("throw", dice=[5], player="A")
    game.do("throw", dice=[2], player="B")
    game.do("throw", dice=[4], player="C")
    assert game.state["board"][0]["locked"] is False
    game.do("undo", player="A", bet=1)


def test_leaving_the_opening():
    game = Game(["A", "B", "C"], first_shooter="high_die")
    game.do("throw", dice=[5], player="A")
    game.do("throw", dice=[3], player="B")
    assert game.types("leave", player="C") == ["left", "shooter_chosen", "round_opened"]
    assert game.state["shooter"] == "A"
    game = Game(["A", "B", "C"], first_shooter="high_die")
    for player, die in (("A", 5), ("B", 5), ("C", 3)):
        game.do("throw", dice=[die], player=player)
    assert game.types("leave", player="B") == ["left", "shooter_chosen", "round_opened"]
    game = Game(["A", "B", "C"], first_shooter="high_die")
    for player, die in (("A", 5), ("B", 5), ("C", 3)):
        game.do("throw", dice=[die], player=player)
    game.do("leave", player="A")
    assert game.state["shooter"] == "B"


def test_a_joiner_of_the_first_lap_throws_too():
    game = Game(["A", "B"], first_shooter="high_die")
    game.do("throw", dice=[3], player="A")
    game.do("join", player="C", buy_in=500)
    game.do("throw", dice=[3], player="B")
    assert game.state["phase"] == "opening"
    game.do("throw", dice=[4], player="C")
    assert game.line["stake"] == ["C", 10]
    assert game.state["players"] == ["A", "B", "C"]


def test_one_who_is_left_alone_keeps_the_dice_whatever_the_rule_says():
    """Nobody is on his left: the table waits for a second player, and he is due."""
    for dice_pass in ("any_losing_round", "every_round"):
        game = Game(["A", "B"], dice_pass=dice_pass)
        game.throw(6)
        game.do("leave", player="B")
        game.throw(7)
        assert (game.state["phase"], game.state["shooter"]) == ("waiting", "A")
        game.do("join", player="C", buy_in=100)
        assert (game.state["phase"], game.state["shooter"]) == ("come_out", "A")
        game.do("leave", player="C")
        game.do("pass_dice")
        assert (game.state["phase"], game.state["shooter"]) == ("waiting", "A")


def test_at_an_empty_table_the_first_who_sits_down_is_due():
    game = Game(["A", "B"])
    game.do("leave", player="A")
    game.do("leave", player="B")
    assert game.state["shooter"] is None
    game.do("join", player="C", buy_in=100)
    assert (game.state["phase"], game.state["shooter"]) == ("waiting", "C")
    game.do("join", player="D", buy_in=100, after="C")
    assert game.state["shooter"] == "C"


def test_who_comes_back_to_his_own_stake_and_throws_it_has_had_his_turn():
    """Everybody else left, so the dice came back to him: the seven passes them on as any shooter's."""
    game = Game(["A", "B", "C"])
    game.throw(6)
    game.do("leave", player="A")
    game.do("join", player="A", buy_in=50)
    game.do("leave", player="B")
    game.do("leave", player="C")
    assert (game.state["shooter"], game.line["stake"]) == ("A", ["A", 10])
    game.do("join", player="D", buy_in=100)
    game.throw(7)
    assert game.state["shooter"] == "D"


def test_two_names_that_read_alike_do_not_sit_at_one_table():
    game = Game()
    for player in ("ALICE", "alice", "BO", "\uff21lice", "\U0001d401\U0001d428"):
        assert "reads like" in game.refused("seat_taken", "join", player=player, buy_in=100)
    game.refused("bad_input", "open", game="street", players=["Stra\u00dfe", "STRASSE"], buy_in=100)
    game.do("leave", player="Bo")
    game.refused("seat_taken", "join", player="bo", buy_in=100)
    game.do("join", player="Bo", buy_in=100)
    assert game.state["bought_in"]["Bo"] == 600
