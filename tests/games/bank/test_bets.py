"""What each bet of either card wins, loses or does on each throw: worked by hand from the rules."""

from __future__ import annotations

import pytest

from controller.games.bank.spots import puck_after
from tests.games.bank.playing import BankGame

CARDS = ["evolution", "trainer"]
NUMBERS = (4, 5, 6, 8, 9, 10)


@pytest.fixture(params=CARDS)
def game(request):
    return BankGame(request.param)


@pytest.mark.parametrize(
    ("bet", "wins", "pushes"), [("pass", (7, 11), ()), ("dont_pass", (2, 3), (12,))], ids=["pass", "dont_pass"]
)
def test_the_line_in_the_come_out(game, bet, wins, pushes):
    for total in (2, 3, 7, 11, 12):
        game.bets((bet, 10))
        assert game.won(total) == (10 if total in wins else 0 if total in pushes else -10), total
        assert game.lying() == {}, "won, lost or pushed, it is off the table"
        assert game.puck == "OFF"


@pytest.mark.parametrize("point", NUMBERS)
def test_the_line_with_a_point(game, point):
    for last, right in ((point, 10), (7, -10)):
        game.bets(("pass", 10), ("dont_pass", 20))
        assert game.won(point) == 0
        assert (game.puck, game.lying()) == (point, {"pass": 10, "dont_pass": 20})
        for nothing in {2, 3, 11, 12, 4, 10} - {point}:
            assert game.won(nothing) == 0
        assert game.won(last) == right - 2 * right
        assert (game.puck, game.lying()) == ("OFF", {})


@pytest.mark.parametrize("first", [2, 3, 7, 11, 12])
def test_the_box_has_a_come_out_of_its_own(game, first):
    game.throw(6)
    game.bets(("come", 10))
    assert game.won(first) == (10 if first in (7, 11) else -10)
    if first == 7:
        game.throw(6)
    game.bets(("dont_come", 10))
    assert game.won(first) == {2: 10, 3: 10, 12: 0}.get(first, -10)
    assert game.lying() == {}


@pytest.mark.parametrize("number", [4, 5, 8, 9, 10])
def test_bets_in_the_box_travel_and_wait_for_their_number(game, number):
    for last, right in ((number, 10), (7, -10)):
        game.throw(6)
        game.bets(("come", 10), ("dont_come", 5))
        told = game.throw(number)
        assert [(e["bet"], e["to"]) for e in told if e["type"] == "bet_moved"] == [
            ("come", f"come_{number}"), ("dont_come", f"dont_come_{number}"),
        ]  # fmt: skip
        assert game.lying() == {f"come_{number}": 10, f"dont_come_{number}": 5}
        for nothing in (2, 3, 11, 12):
            assert game.won(nothing) == 0
        assert game.won(last) == right - right // 2
        assert game.lying() == {}
        if game.puck != "OFF":
            game.throw(7)


def test_the_point_made_sends_the_box_to_it(game):
    game.throw(6)
    game.bets(("come", 10), ("dont_come", 5))
    assert game.won(6) == 0
    assert (game.puck, game.lying()) == ("OFF", {"come_6": 10, "dont_come_6": 5})
    # A new come-out: the bets on their numbers are decided by it, the puck being off.
    assert game.won(6) == 10 - 5
    assert game.puck == 6


def test_what_travels_comes_after_the_old_bet_on_that_number_is_decided(game):
    game.throw(4)
    game.bets(("come", 10), ("dont_come", 5))
    game.throw(6)
    game.bets(("come", 20), ("dont_come", 1), ("odds_come_6", 10))
    told = game.do("throw", dice=[2, 4])
    assert [(e["type"], e["bet"]) for e in told[1:]] == [
        ("bet_won", "come_6"), ("bet_lost", "dont_come_6"), ("bet_won", "odds_come_6"),
        ("bet_moved", "come"), ("bet_moved", "dont_come"),
    ]  # fmt: skip
    assert game.lying() == {"come_6": 20, "dont_come_6": 1}
    assert game.results["A"] == 10 - 5 + 12
    assert game.won(7) == -20 + 1


def test_the_sevens_double_face(game):
    """A seven wins for the come in the box and takes the pass line, the come on its number and all odds."""
    game.bets(("pass", 10))
    game.throw(6)
    game.bets(("come", 10))
    game.throw(5)
    game.bets(("come", 10), ("odds_pass", 10), ("odds_come_5", 10))
    assert game.won(7) == 10 - 10 - 10 - 10 - 10


@pytest.mark.parametrize(("numbers", "put", "won"), [((4, 10), 10, 20), ((5, 9), 10, 15), ((6, 8), 10, 12)])
def test_odds_are_paid_true(game, numbers, put, won):
    for point in numbers:
        game.bets(("pass", 10))
        game.throw(point)
        game.bets(("odds_pass", put))
        assert game.won(point) == 10 + won
        game.bets(("dont_pass", 10))
        game.throw(point)
        game.bets(("odds_dont_pass", won))
        assert game.won(7) == 10 + put
        game.bets(("dont_pass", 10))
        game.throw(point)
        game.bets(("odds_dont_pass", won))
        assert game.won(point) == -10 - won


@pytest.mark.parametrize(("number", "put", "won"), [(4, 10, 20), (5, 10, 15), (8, 10, 12), (9, 10, 15), (10, 10, 20)])
def test_odds_behind_the_box(game, number, put, won):
    game.throw(6)
    game.bets(("come", 10), ("dont_come", 10))
    game.throw(number)
    game.bets((f"odds_come_{number}", put), (f"odds_dont_come_{number}", won))
    assert game.won(number) == 10 + won - 10 - won
    game.bets(("come", 10), ("dont_come", 10))
    game.throw(number)
    game.bets((f"odds_come_{number}", put), (f"odds_dont_come_{number}", won))
    assert game.won(7) == -10 - put + 10 + put


@pytest.mark.parametrize(("numbers", "put", "won"), [((4, 10), 5, 9), ((5, 9), 5, 7), ((6, 8), 6, 7)])
def test_place_bets(numbers, put, won):
    for card in CARDS:
        for number in numbers:
            game = BankGame(card)
            other = 6 if number != 6 else 5
            game.throw(other)
            game.bets((f"place_{number}", put))
            for nothing in (2, 3, 11, 12):
                assert game.won(nothing) == 0
            assert game.won(number) == won
            assert game.lying() == ({} if card == "evolution" else {f"place_{number}": put})
            if card == "evolution":
                game.bets((f"place_{number}", put))
            assert game.won(7) == -put
            assert game.lying() == {}


@pytest.mark.parametrize(("numbers", "put", "won"), [((4, 10), 11, 5), ((5, 9), 8, 5), ((6, 8), 5, 4)])
def test_place_to_lose(numbers, put, won):
    game = BankGame("evolution")
    for number in numbers:
        game.bets((f"lose_{number}", put))
        assert game.won(7) == won
        assert game.lying() == {}
        game.bets((f"lose_{number}", put))
        for nothing in (2, 3, 11, 12):
            assert game.won(nothing) == 0
        assert game.won(number) == -put
        game.do("void")


@pytest.mark.parametrize("number", [6, 8])
def test_big_six_and_eight(number):
    game = BankGame("trainer")
    game.bets((f"big_{number}", 10))
    assert game.won(number) == 10, "it works on the come-out"
    game.bets((f"big_{number}", 10))
    assert game.won(4) == 0
    assert game.won(7) == -10


@pytest.mark.parametrize(("number", "pays"), [(4, 7), (10, 7), (6, 9), (8, 9)])
def test_hard_ways(game, number, pays):
    game.bets((f"hard_{number}", 3))
    for nothing in {2, 3, 5, 9, 11, 12, 4, 6, 8, 10} - {number}:
        assert game.won(nothing) == 0, nothing
    assert game.won(number, hard=True) == 3 * pays
    game.bets((f"hard_{number}", 3))
    assert game.won(number) == -3, "the easy way"
    game.bets((f"hard_{number}", 3))
    assert game.won(7) == -3
    assert game.lying() == {}


NEXT = {
    "seven": {7: 4},
    "craps": {2: 7, 3: 7, 12: 7},
    "two": {2: 30},
    "three": {3: 15},
    "eleven": {11: 15},
    "twelve": {12: 30},
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1},
}


@pytest.mark.parametrize("bet", NEXT)
def test_bets_on_the_next_throw(game, bet):
    pays = NEXT[bet]
    if bet == "field":
        pays = {**pays, 12: 2 if game.state["rules"]["card"] == "evolution" else 3}
    for total in range(2, 13):
        game.bets((bet, 5))
        assert game.won(total) == 5 * pays.get(total, -1), total
        assert game.lying() == {}
        game.do("void")


def test_craps_and_eleven():
    game = BankGame("evolution")
    for total in range(2, 13):
        game.bets(("c_e", 2))
        assert game.won(total) == {2: 6, 3: 6, 12: 6, 11: 14}.get(total, -2)


def test_the_field_may_pay_double_on_twelve():
    for said in ("2:1", [2, 1]):
        game = BankGame("trainer", field_12=said)
        game.bets(("field", 5))
        assert game.won(12) == 10
    rules = {"card": "trainer", "field_12": "4:1"}
    game.refused("bad_input", "open", game="bank", players=["A"], buy_in=5, rules=rules)
    game.refused("bad_input", "open", game="bank", players=["A"], buy_in=5, rules={"field_12": "2:1"})


@pytest.mark.parametrize(
    ("card", "bet"),
    [("evolution", "big_6"), ("trainer", "lose_6"), ("trainer", "c_e"), ("evolution", "lucky"), ("trainer", "hard_5"),
     ("evolution", "place_7"), ("evolution", "odds_come"), ("evolution", "lay_4")],
)  # fmt: skip
def test_what_a_card_does_not_have(card, bet):
    game = BankGame(card)
    game.throw(6)
    for cmd in ("bet", "down", "working"):
        game.refused("no_such_bet", cmd, player="A", bet=bet, amount=10, on=True)


def test_the_puck_moves_as_the_chains_of_the_odds_sheet_say():
    for point in (None, *NUMBERS):
        for total in range(2, 13):
            game = BankGame()
            if point is not None:
                game.throw(point)
            game.throw(total)
            assert game.state["point"] == puck_after(point, total)


def test_the_puck_is_judged_before_the_throw(game):
    told = game.throw(6)
    assert [e["type"] for e in told] == ["thrown", "point_set"]
    assert (game.puck, game.state["phase"]) == (6, "point")
    told = game.throw(6)
    assert [e["type"] for e in told] == ["thrown", "round_decided", "round_begun"]
    assert (game.puck, game.state["phase"], game.state["round"]) == ("OFF", "come_out", 2)
