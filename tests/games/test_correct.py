"""Rules, section 1: the host corrects the last throw; a player disputes it."""

from __future__ import annotations

from controller import evening as evenings
from controller.games.values import changed
from tests.games.playing import Game


def same_table(one, other):
    """Both states, numbers of the no-rolls apart."""
    return one.state == other.state


def test_the_table_goes_back_and_plays_the_throw_again():
    game = Game()
    game.throw(6)
    game.throw(7)
    assert game.results == {"Alice": -10, "Bo": 10, "Cara": 0, "Dan": 0}
    types = game.types("correct", dice=[3, 3])
    assert types == ["corrected", "thrown", "round_settled", "round_opened"]
    assert game.results == {"Alice": 10, "Bo": -10, "Cara": 0, "Dan": 0}
    assert game.line["stake"] == ["Alice", 10]
    assert game.state["throws"] == 2


def test_a_corrected_table_is_as_if_the_right_faces_had_come_at_once():
    def played(*throws):
        game = Game(line="open", late_line=True)
        game.bet("Cara", "Dan", "hard_6", 10)
        game.bet("Cara", "Dan", "num_4", 10)
        game.do("chip", player="Bo", square="seven", amount=3)
        game.do("dice_out")
        for cmd, dice in throws:
            game.do(cmd, dice=dice)
        return game

    wrong = played(("throw", [5, 1]), ("correct", [3, 3]))
    assert same_table(wrong, played(("throw", [3, 3])))
    twice = played(("throw", [5, 1]), ("correct", [3, 4]), ("correct", [3, 3]))
    assert same_table(twice, played(("throw", [3, 3])))


def test_taps_made_since_are_played_again_in_order():
    game = Game(late_line=True)
    game.throw(6)
    game.do("for", player="Cara")
    game.do("against", player="Dan")
    game.do("buy_in", player="Bo", amount=7)
    game.do("chip", player="Bo", square="seven", amount=5)
    game.do("take", player="Dan", bet=1)
    game.do("join", player="Eve", buy_in=50, after="Bo")
    game.do("no_roll", reason="cocked")
    types = game.types("correct", dice=[4, 4])
    assert types == ["corrected", "thrown", "point_set", "line_bet", "line_bet", "bought_in", "chip_put",
                     "chip_taken", "joined", "no_roll"]  # fmt: skip
    state = game.state
    assert (state["point"], state["players"]) == (8, ["Alice", "Bo", "Eve", "Cara", "Dan"])
    assert state["line"]["against"] == [["Bo", 10], ["Dan", 10]]
    assert state["no_rolls"] == 1


def test_a_tap_that_no_longer_holds_is_refused_with_a_word_to_its_owner():
    game = Game(["A", "B", "C"], buy_in=20)
    game.throw(7)
    # A has 30, B 10 less nothing: in the next round A stakes 10 and B fades 10.
    game.do("chip", player="A", square="seven", amount=20)
    game.do("for", player="C")
    events = game.do("correct", dice=[6, 6])
    refused = [event for event in events if event["type"] == "refused_again"]
    assert [(event["player"], event["code"]) for event in refused] == [("A", "not_enough_chips")]
    assert refused[0]["refused"] == {"cmd": "chip", "player": "A", "square": "seven", "amount": 20}
    assert game.state["board"] == []
    assert game.stacks["A"] == 10


def test_a_line_tap_of_a_round_that_never_was():
    game = Game()
    game.throw(7)
    game.do("for", player="Dan")
    events = game.do("correct", dice=[2, 4])
    assert [(e["player"], e["code"]) for e in events if e["type"] == "refused_again"] == [("Dan", "line_closed")]
    assert game.stacks["Dan"] == 500


def test_bets_keep_their_numbers_when_one_before_them_falls_away():
    game = Game(["A", "B", "C"], buy_in=20)
    game.throw(7)
    game.do("chip", player="A", square="seven", amount=20)
    game.do("chip", player="C", square="num_6", amount=5)
    game.do("chip", player="C", square="num_6", amount=5)
    game.do("lift", player="C", bet=2)
    game.do("correct", dice=[6, 6])
    assert [bet["bet"] for bet in game.state["board"]] == [3]
    assert game.do("chip", player="C", square="num_6", amount=1)[0]["bet"] == 4


def test_a_command_that_a_correction_refused_does_not_come_back_with_the_next():
    """Its owner was told so, and may have tapped something else since."""
    game = Game()
    game.throw(7)
    game.do("for", player="Dan")
    game.do("correct", dice=[2, 4])
    events = game.do("correct", dice=[3, 4])
    assert [event["type"] for event in events] == ["corrected", "thrown", "round_settled", "round_opened"]
    assert game.line["for"] == []


def test_until_the_next_throw_is_made():
    game = Game()
    game.refused("wrong_phase", "correct", dice=[1, 2])
    game.throw(6)
    game.throw(9)
    game.do("correct", dice=[4, 6])
    assert (game.state["point"], game.state["last"]["total"]) == (6, 10)
    game.do("no_roll")
    game.do("dice_out")
    game.do("correct", dice=[5, 6])
    assert game.state["dice_out"] is True


def test_what_cannot_be_a_correction():
    game = Game()
    game.throw(6)
    game.refused("wrong_count", "correct", dice=[3])
    game.refused("bad_input", "correct", dice=[3, 7])
    game.refused("bad_input", "correct")
    game.do("open", game="street", players=["A", "B"], buy_in=100)
    game.refused("wrong_phase", "correct", dice=[3, 4])


def test_a_total_is_corrected_by_its_faces():
    game = Game()
    game.do("throw", total=6)
    (corrected, thrown, *_) = game.do("correct", dice=[4, 5])
    assert (corrected["was"], corrected["was_total"], corrected["dice"]) == (None, 6, [4, 5])
    assert thrown["total"] == 9


def test_the_picture_stays_with_the_corrected_throw():
    game = Game()
    game.do("throw", dice=[4, 2], source="camera", picture="ab12")
    thrown = game.do("correct", dice=[4, 5])[1]
    assert (thrown["source"], thrown["picture"]) == ("camera", "ab12")


def test_a_die_of_the_opening_is_corrected():
    game = Game(["A", "B"], first_shooter="high_die")
    game.do("throw", dice=[5], player="A")
    game.do("throw", dice=[4], player="B")
    assert game.state["shooter"] == "A"
    game.do("correct", dice=[6])
    assert game.state["shooter"] == "B"


def test_a_void_made_since_is_played_again():
    game = Game()
    game.throw(6)
    game.do("void")
    events = game.types("correct", dice=[4, 5])
    assert events == ["corrected", "thrown", "point_set", "voided", "round_opened"]
    assert game.state["phase"] == "come_out"
    events = game.do("correct", dice=[3, 4])
    assert game.results["Alice"] == 10
    assert events[-2]["type"] == "voided"


def test_both_stay_in_the_events_and_the_same_events_give_the_same_evening():
    game = Game()
    game.throw(6)
    game.do("chip", player="Bo", square="seven", amount=5)
    game.do("correct", dice=[3, 4])
    throws = [event for event in game.told if event.type == "thrown"]
    assert [thrown.total for thrown in throws] == [6, 7]
    assert evenings.rebuilt(game.told) == game.evening


def test_a_dispute_stands_until_the_host_has_looked_or_the_next_throw():
    game = Game()
    game.refused("wrong_phase", "dispute", player="Bo")
    game.throw(6)
    assert game.do("dispute", player="Bo") == [{"type": "disputed", "player": "Bo", "number": 1}]
    assert game.types("dispute", player="Bo") == []
    game.do("dispute", player="Dan")
    assert game.state["disputes"] == ["Bo", "Dan"]
    game.do("chip", player="Bo", square="seven", amount=5)
    assert game.do("confirm") == [{"type": "confirmed", "number": 1}]
    assert game.state["disputes"] == []
    game.refused("wrong_phase", "confirm")
    game.do("dispute", player="Bo")
    game.do("correct", dice=[4, 5])
    assert (game.state["disputes"], game.state["point"]) == ([], 9)
    game.do("dispute", player="Bo")
    game.throw(8)
    assert game.state["disputes"] == []
    game.refused("no_such_player", "dispute", player="Eve")
    game.refused("bad_input", "dispute")


def test_a_tap_that_changed_nothing_counts_where_a_correction_makes_it():
    game = Game(late_line=True)
    game.throw(6)
    game.throw(7)
    assert game.line["against"] == [["Cara", 10]], "Bo shoots, Cara was put against"
    assert game.types("against", player="Cara") == ["line_kept"]
    game.do("correct", dice=[4, 5])
    assert game.line["against"] == [["Bo", 10], ["Cara", 10]]


def test_a_stake_or_pass_that_named_its_shooter_is_nobody_elses():
    for named in (True, False):
        game = Game(line="open")
        game.throw(2)
        game.do("stake", amount=40, **({"player": "Bo"} if named else {}))
        game.do("pass_dice", **({"player": "Bo"} if named else {}))
        events = game.do("correct", dice=[3, 4])
        told = [(event["player"], event["code"]) for event in events if event["type"] == "refused_again"]
        assert told == ([("Bo", "not_shooter")] * 2 if named else [])
        assert game.line["stake"] == (["Alice", 10] if named else ["Bo", 10])


def test_thousands_of_taps_between_two_throws_are_played_again():
    game = Game(late_line=True)
    game.throw(6)
    for amount in range(3000):
        (bought,) = evenings.decide(game.evening, {"cmd": "buy_in", "player": "Bo", "amount": 1 + amount % 7})
        game.evening = evenings.evolve(game.evening, bought)
    assert game.evening == changed(game.evening, since=None)
    assert repr(game.evening)
    bought = game.state["bought_in"]["Bo"]
    game.do("correct", dice=[4, 5])
    assert (game.state["bought_in"]["Bo"], game.state["point"]) == (bought, 9)
