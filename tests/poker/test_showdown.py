"""Who wins what: the best five of all held, split pots, side pots, odd chips, what is shown."""

from __future__ import annotations

from tests.poker.playing import ABCD, Game


def played_out(game, *bets):
    """The rest of a hand that was dealt: in each turn a check and a one, the highest... the last cards passed."""
    while game.phase in ("turn", "throw"):
        game.turn(1)
    while game.phase == "last":
        game.do("check")


def test_the_best_five_of_all_held_win():
    game = Game(ante=5)
    game.deal({"Ben": "As Ah Ad 9c 9d 2c 3d", "Cas": "Ks Qs Js 9s 4s 2s 3h", "Ann": "Kh Kd Kc 5h 6h 7d Th"})
    for seat, card in (("Ben", "3d"), ("Cas", "3h"), ("Ann", "5h")):
        assert game.state["turn"] == seat
        game.turn(1, card)
    game.do("check")
    game.do("check")
    (_, _, shown, ended) = game.do("check")
    assert [(player, five, kind) for player, _, five, kind in shown["hands"]] == [
        ("Ben", ["As", "Ah", "Ad", "9d", "9c"], "full_house"),
        ("Cas", ["Ks", "Qs", "Js", "9s", "4s"], "flush"),
        ("Ann", ["Kh", "Kd", "Kc", "Th", "7d"], "three_of_a_kind"),
    ]
    assert ended["pots"] == [[15, ["Ben", "Cas", "Ann"], [["Ben", 15]]]]
    assert game.stacks == {"Ann": 495, "Ben": 510, "Cas": 495}
    assert game.state["results"] == {"Ann": -5, "Ben": 10, "Cas": -5}


STRAIGHTS = {"Ben": "Ac Kd Qh Js Td 2d 3d", "Cas": "Ad Kh Qs Jc Th 2h 3h", "Ann": "9c 8c 4d 4h 2s 3s 6d"}


def test_equal_hands_split_and_the_odd_chip_goes_left_of_the_dealer():
    game = Game(ante=5)
    game.deal(STRAIGHTS)
    game.turn(1, "3d")
    game.turn(1, "3h")
    game.turn(1, "3s")
    for _ in range(3):
        game.do("check")
    assert game.stacks == {"Ann": 495, "Ben": 503, "Cas": 502}
    # Next hand Ben deals: Cas comes first.
    game.deal(STRAIGHTS)
    assert game.state["dealer"] == "Ben"
    for card in ("3h", "3s", "3d"):
        game.turn(1, card)
    for _ in range(3):
        game.do("check")
    assert game.stacks == {"Ann": 490, "Ben": 505, "Cas": 505}


def test_side_pots():
    game = Game(ABCD, stacks={"Ann": 500, "Ben": 20, "Cas": 50, "Dan": 500}, ante=5)
    game.deal({"Ben": "As Ah Ad Ac 9d 2c 3d", "Cas": "Ks Kh Kd Kc 4s 2s 3h", "Dan": "Qs Qh Qd Qc 5h 6h 7d",
               "Ann": "Js Jh Jd Jc 5s 6s 7c"})  # fmt: skip
    game.do("bet", amount=15)
    game.do("raise", amount=45)
    game.do("raise", amount=100)
    game.do("call")
    assert game.state["pots"] == [
        {"amount": 80, "players": ["Ben", "Cas", "Dan", "Ann"]},
        {"amount": 90, "players": ["Cas", "Dan", "Ann"]},
        {"amount": 110, "players": ["Dan", "Ann"]},
    ]
    game.turn(1, "3d")
    game.turn(1, "3h")
    game.turn(1, "5h")
    game.turn(1, "5s")
    assert (game.phase, game.state["turn"]) == ("last", "Dan")
    game.do("check")
    game.do("check")
    assert game.stacks == {"Ann": 395, "Ben": 80, "Cas": 90, "Dan": 505}
    assert [pot["winners"] for pot in game.state["ended"]["pots"]] == [[["Ben", 80]], [["Cas", 90]], [["Dan", 110]]]


def test_all_hands_left_are_shown_and_no_other_until_the_next_deal():
    game = Game(ante=5)
    game.deal()
    game.do("bet", amount=5)
    game.do("fold")
    game.do("call")
    played_out(game)
    state = game.state
    assert [row["player"] for row in state["showdown"]] == ["Ben", "Ann"]
    assert isinstance(state["hands"]["Ben"], list)
    assert state["hands"]["Cas"] == 0
    assert state["hands"]["Ben"] == state["showdown"][0]["cards"]
    game.deal()
    assert game.state["showdown"] == []
    assert set(game.state["hands"].values()) == {7}


def test_an_all_in_player_wins_only_what_he_matched():
    game = Game(stacks={"Ann": 500, "Ben": 3, "Cas": 500}, ante=5)
    game.deal({"Ben": "As Ah Ad Ac 9d 2c 3d", "Cas": "Ks Kh Kd Kc 4s 2s 3h"})
    game.turn(1, "3d")
    game.turn(1, "3h")
    game.turn(1)
    game.do("check")
    game.do("check")
    assert game.stacks == {"Ann": 495, "Ben": 9, "Cas": 499}
