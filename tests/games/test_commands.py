"""Bad input: one clear sentence with the right code, whatever stands in a field."""

from __future__ import annotations

import pytest

from controller import evening as evenings
from controller.games.refusals import CODES, Refused
from tests.games.playing import Game

AMOUNTS = [0, -5, 1.5, 10.0, "ten", "10", True, None, [], {}, [10]]
STRANGE = [None, 0, 7, 1.5, True, [], {}, ["Bo"], "", " ", "\n", "Bo\n", "x" * 300, "\u202eoB", "bo"]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_is_a_whole_number_of_chips(amount):
    game = Game(line="open")
    game.refused("bad_input", "for", player="Cara", amount=amount)
    game.refused("bad_input", "stake", amount=amount)
    game.refused("bad_input", "chip", player="Cara", square="seven", amount=amount)
    game.refused("bad_input", "buy_in", player="Cara", amount=amount)
    game.refused("bad_input", "join", player="Eve", buy_in=amount)
    game.refused("bad_input", "open", game="street", players=["A", "B"], buy_in=amount)


def test_a_number_of_chips_that_nobody_has():
    game = Game(line="open")
    for cmd, fields in (("for", {}), ("against", {}), ("chip", {"square": "seven"})):
        why = game.refused("not_enough_chips", cmd, player="Cara", amount=10**30, **fields)
        assert "500" in why
    game.refused("not_enough_chips", "stake", amount=10**30)
    game.refused("over_limit", "buy_in", player="Cara", amount=10**30)
    game.refused("over_limit", "join", player="Eve", buy_in=10**30)
    game.refused("over_limit", "open", game="street", players=["A", "B"], buy_in=10**30)
    why = game.refused("not_enough_chips", "for", player="Cara", amount=10**4000)
    assert len(why) < 200


@pytest.mark.parametrize("player", STRANGE)
@pytest.mark.parametrize("cmd", ["for", "against", "off", "chip", "lift", "take", "undo", "leave", "buy_in"])
def test_a_player_is_somebody_seated(cmd, player):
    game = Game()
    code = "no_such_player" if isinstance(player, str) else "bad_input"
    why = game.refused(code, cmd, player=player, amount=10, square="seven", bet=1)
    assert len(why) < 200


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("", "empty"), ("   ", "empty"), ("x" * 300, "300"), (" Bo", "blank"), ("Bo\nCara", "invisible"),
        ("Bo\u2028", "blank"), ("\u202eoB", "invisible"), ("a\u200bb", "invisible"), ("\x00", "invisible"),
        ("\ud800", "invisible"), ("host", "host"), ("Host", "Host"), ("*", "*"), (5, "5"), (None, "None"),
        (["Bo"], "Bo"), (True, "True"),
    ],
)  # fmt: skip
def test_the_name_of_a_new_player(name, word):
    game = Game()
    assert word in game.refused("bad_input", "join", player=name, buy_in=10)
    assert word in game.refused("bad_input", "open", game="street", players=["Alice", name], buy_in=10)


def test_names_of_all_peoples():
    names = ["Åsa", "Nguyễn Thị Ánh", "דוד", "محمد", "李雷", "O'Neil-Smith 2", "x" * 40, "🎲"]
    game = Game(names)
    assert game.state["players"] == names


def test_one_name_is_one_player_however_it_is_spelt():
    game = Game(["A\u030asa", "Bo"])
    assert game.state["players"] == ["\u00c5sa", "Bo"]
    game.do("buy_in", player="A\u030asa", amount=5)
    game.refused("seat_taken", "join", player="A\u030asa", buy_in=5)
    game.refused("bad_input", "open", game="street", players=["\u00c5sa", "A\u030asa"], buy_in=5)


@pytest.mark.parametrize("players", [None, "AB", [], ["A"], [f"P{n}" for n in range(13)], ["A", "A"], {"A": 1}, 2])
def test_two_to_twelve_different_players(players):
    Game().refused("bad_input", "open", game="street", players=players, buy_in=10)


@pytest.mark.parametrize("bet", [None, "1", 1.0, True, [], {}, 0, -1, 2, 10**30])
def test_the_number_of_a_bet(bet):
    game = Game()
    game.do("chip", player="Cara", square="seven", amount=1)
    code = "no_such_bet" if type(bet) is int else "bad_input"
    for cmd, player in (("lift", "Cara"), ("take", "Dan"), ("undo", "Dan")):
        game.refused(code, cmd, player=player, bet=bet)


@pytest.mark.parametrize("square", [None, 7, [], {}, "", "SEVEN", "hard_5", "num_7", "x" * 300])
def test_the_square_of_a_chip(square):
    code = "no_such_square" if isinstance(square, str) else "bad_input"
    Game().refused(code, "chip", player="Cara", square=square, amount=1)


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ({"minium": 5}, "'minium'"),
        ({"minimum": 0}, "minimum"), ({"minimum": True}, "minimum"), ({"minimum": "10"}, "minimum"),
        ({"dice_pass": "never"}, "'never'"), ({"dice_pass": None}, "dice_pass"), ({"line": ["unit"]}, "line"),
        ({"late_line": 1}, "late_line"), ({"leaning": "maybe"}, "leaning"), ({"wall": "high"}, "wall"),
        ({"first_shooter": "Bo"}, "shooter"), ({"first_shooter": {"named": 5}}, "shooter"),
        ({"may_throw": {"phone": "everybody"}}, "phone"), ({"may_throw": {"pigeon": "yes"}}, "pigeon"),
        (["minimum"], "rules"), ("minimum", "rules"), ({"odds": None}, "odds"),
    ],
)  # fmt: skip
def test_options_are_checked_and_the_wrong_one_is_named(rules, word):
    game = Game()
    assert word in game.refused("bad_input", "open", game="street", players=["A", "B"], buy_in=10, rules=rules)
    assert word in game.refused("bad_input", "rules", rules=rules)


def test_what_may_change_in_mid_game():
    game = Game()
    for rules in ({"minimum": 20}, {"line": "open"}, {"first_shooter": "high_die"}, {"wall": "strict"}):
        game.refused("not_allowed", "rules", rules=rules)
    game.refused("not_allowed", "rules", rules={"leaning": "counts", "minimum": 20})
    game.refused("bad_input", "rules", rules={})
    game.refused("bad_input", "rules")
    game.do("rules", rules={"dice_pass": "every_round", "leaning": "counts", "late_line": True, "odds": {}})
    assert game.state["rules"]["dice_pass"] == "any_losing_round"
    game.throw(7)
    assert game.state["rules"]["dice_pass"] == "every_round"
    assert game.state["next_rules"] is None


@pytest.mark.parametrize("command", [None, [], "for", 5, {}, {"cmd": None}, {"cmd": 5}, {"cmd": ["for"]}])
def test_what_is_no_command_at_all(command):
    with pytest.raises(Refused) as caught:
        evenings.decide(evenings.START, command)
    assert caught.value.code == "bad_input"


def test_nothing_but_open_before_the_first_game():
    for cmd in ("for", "throw", "correct", "cash_out", "dispute", "nonsense"):
        with pytest.raises(Refused) as caught:
            evenings.decide(evenings.START, {"cmd": cmd})
        assert caught.value.code == "not_open"
    assert evenings.public(evenings.START) == {"game": None, "phase": "closed"}


def test_a_command_that_street_does_not_know():
    game = Game()
    for cmd in ("deal", "", "x" * 500, "\n", "OPEN"):
        assert len(game.refused("bad_input", cmd)) < 200


def test_reason_picture_and_reading_of_a_throw():
    game = Game()
    for fields in ({"reason": 5}, {"reason": "x" * 300}, {"reason": "a\nb"}, {"detail": []}, {"picture": 5},
                   {"reading": "four"}):  # fmt: skip
        game.refused("bad_input", "no_roll", **fields)
    game.refused("bad_input", "throw", dice=[1, 2], picture=["x"])
    game.refused("bad_input", "throw", dice=[1, 2], reading=[1])


def test_can_says_what_would_be_refused():
    game = Game()
    assert evenings.can(game.evening, {"cmd": "for", "player": "Cara"}) is None
    assert evenings.can(game.evening, {"cmd": "for", "player": "Alice"}).code == "not_allowed"


def test_every_refusal_has_a_code_of_the_list():
    with pytest.raises(AssertionError):
        Refused("because", "Because.")
    assert len(CODES) == 26


def test_what_a_tap_was_seen_to_mean():
    game = Game()

    def view(player):
        return evenings.tap_view(game.evening, player)

    cara, bo = view("Cara"), view("Bo")
    game.do("for", player="Dan")
    game.do("buy_in", player="Cara", amount=5)
    assert (view("Cara"), view("Bo")) == (cara, bo), "what others do changes nothing for her"
    game.do("off", player="Bo")
    assert view("Bo") != bo
    game.do("pass_dice")
    assert view("Cara") != cara, "an auto-fade came in between"
    cara = view("Cara")
    game.throw(6)
    assert view("Cara") != cara
    assert evenings.tap_view(evenings.START, "Cara") is None
