"""What the TV tells: the calls of all throws, the hand now, who won and lost, the squares, the slides."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask_babel import force_locale

from controller.games.bank.options import Rules as BankRules
from web import views, words
from web.games import PAGES
from web.scene import Scene
from web.settings import LANGUAGES, Settings
from web.story import tell
from web.tally import Night, Tally
from web.told import MissedThrow, SeenThrow, Story
from web.views_tv import passes_in_row

STATE = {
    "game": "street", "phase": "point", "point": 6, "shooter": "Alice", "players": ["Alice", "Bo"], "board": [],
    "stacks": {"Alice": 90, "Bo": 90}, "results": {"Alice": 0, "Bo": 0}, "bought_in": {"Alice": 100, "Bo": 100},
    "rules": {"minimum": 10}, "can_throw": True,
}  # fmt: skip
#: What is called for each total: a pair, any other throw.
CALLS = {
    "en": {
        2: ("Snake eyes", ""), 3: ("", "Ace deuce"), 4: ("Hard four", "Easy four"), 5: ("", "Five"),
        6: ("Hard six", "Easy six"), 7: ("", "Seven"), 8: ("Hard eight", "Easy eight"), 9: ("", "Nine"),
        10: ("Hard ten", "Easy ten"), 11: ("", "Yo eleven"), 12: ("Boxcars", ""),
    },
    "sv": {
        2: ("Ormögon", ""), 3: ("", "Ett och två"), 4: ("Hård fyra", "Lätt fyra"), 5: ("", "Fem"),
        6: ("Hård sexa", "Lätt sexa"), 7: ("", "Sju"), 8: ("Hård åtta", "Lätt åtta"), 9: ("", "Nio"),
        10: ("Hård tia", "Lätt tia"), 11: ("", "Yo elva"), 12: ("Två sexor", ""),
    },
    "vi": {
        2: ("Mắt rắn", ""), 3: ("", "Một và hai"), 4: ("Bốn đôi", "Bốn thường"), 5: ("", "Năm"),
        6: ("Sáu đôi", "Sáu thường"), 7: ("", "Bảy"), 8: ("Tám đôi", "Tám thường"), 9: ("", "Chín"),
        10: ("Mười đôi", "Mười thường"), 11: ("", "Yo mười một"), 12: ("Hai mặt sáu", ""),
    },
}  # fmt: skip
DECIDED = {
    "en": {"natural": "Natural: Alice passes", "craps": "Craps: Alice misses", "made": "Point made: Alice passes",
           "seven_out": "Alice misses", "point": "The point is %d", None: "Nothing decided, Alice throws on"},
    "sv": {"natural": "Natural: Alice går hem", "craps": "Craps: Alice missar", "made": "Point gjord: Alice går hem",
           "seven_out": "Alice missar", "point": "Pointen är %d", None: "Inget avgjort, Alice kastar vidare"},
    "vi": {"natural": "Natural: Alice thắng", "craps": "Craps: Alice thua", "made": "Đạt point: Alice thắng",
           "seven_out": "Alice thua", "point": "Point là %d", None: "Chưa phân thắng bại, Alice tung tiếp"},
}  # fmt: skip


@pytest.fixture(autouse=True)
def in_english(app):
    with app.test_request_context():
        yield


@pytest.fixture
def make(tmp_path: Path):
    def scene(told: Story | None = None, state: dict | None = None, **options) -> Scene:
        settings = Settings(secrets=tmp_path, camera=True, **options)
        return Scene(1, STATE if state is None else state, told or Story(), settings)

    return scene


def meant(total: int, point: int | None) -> str | None:
    """What a throw of street craps decides, written down from the rules and from nothing else."""
    if point is None:
        return "natural" if total in (7, 11) else "craps" if total in (2, 3, 12) else "point"
    return "made" if total == point else "seven_out" if total == 7 else None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("point", [None, 4, 5, 6, 8, 9, 10])
def test_every_throw_has_the_call_of_the_field(make, language, point):
    with force_locale(language):
        for dice in product(range(1, 7), repeat=2):
            total, decided = sum(dice), meant(sum(dice), point)
            throw = SeenThrow(9, 1, dice, total, "camera", "Alice", decided=decided, point=total)
            view = views.tv(make(Story(throws=(throw,))))
            told = DECIDED[language][decided].replace("%d", str(total))
            called = "Seven out" if decided == "seven_out" else CALLS[language][total][dice[0] != dice[1]]
            assert (view["last"]["call"], view["last"]["decided"]) == (called, told), dice
            assert view["spoken"]["call"] == f"{called}. {told}"


def test_who_won_and_lost_by_the_line_and_the_board_is_told_and_shown(make):
    bets = ({"bet": 1, "square": "hard_6", "player": "Bo", "taker": "Alice", "chips": 90},)
    throw = SeenThrow(9, 1, (3, 3), 6, "camera", "Alice", decided="made", risk={"Alice": 10, "Bo": -10}, bets=bets)
    view = views.tv(make(Story(throws=(throw,))))
    assert [(one["name"], one["won"], one["won_trend"]) for one in view["people"]] == [
        ("Alice", "\N{MINUS SIGN}80", "down"), ("Bo", "+80", "up"),
    ]  # fmt: skip
    assert view["spoken"]["told"] == "Hard six. Point made: Alice passes. Alice \N{MINUS SIGN}80, Bo +80"


def test_a_no_roll_is_told_with_its_reason(make):
    view = views.tv(make(Story(missed=MissedThrow(9, "cocked", None, None, None, 1))))
    assert view["spoken"] == {
        "seq": 9,
        "call": "No roll. A die leans: throw both again.",
        "told": "No roll. A die leans: throw both again.",
    }


def test_a_throw_that_the_camera_shows_again_and_again_is_news_each_time():
    told = Story()
    numbers = []
    for _ in range(3):
        told = tell(told, SimpleNamespace(kind="no_roll", fields={"reason": "no_fade"}))
        numbers.append(told.missed.seq)
    assert numbers == [-1, -2, -3]


def rounds(*decided: str, shooter: str = "Alice") -> tuple[dict, ...]:
    return tuple({"why": why, "shooter": shooter} for why in decided)


def test_passes_in_a_row_end_with_a_miss_or_another_shooter():
    assert passes_in_row((), "Alice") == 0
    assert passes_in_row(rounds("made", "craps", "natural", "voided", "made"), "Alice") == 2
    assert passes_in_row(rounds("made") + rounds("made", shooter="Bo"), "Bo") == 1
    assert passes_in_row(rounds("made") + rounds("seven_out", shooter="Bo"), "Alice") == 0


def hand(make, night: Night, *decided: str, **state) -> dict:
    """The hand as the TV tells it."""
    record = tuple(one | {"round": 1, "risk": {}, "throws": [], "bets": [], "in_play": 0} for one in rounds(*decided))
    return views.tv(make(Story(tally=Tally(night=night), rounds=record), STATE | state))["hand_now"]


def test_the_hand_now_says_how_long_and_how_many_passes_and_whether_it_is_hot(make):
    night = Night(hand=("Alice", 7), longest=("Bo", 12))
    cool = hand(make, night, "made", "made")
    assert (cool["hot"], cool["label"]) == (False, "The hand now")
    assert cool["text"] == "Alice: 7 throws · 2 passes in a row"
    assert cool["best"] == "Longest tonight: 12 throws, Bo"
    assert hand(make, night, "made", "natural", "made")["label"] == "Hot hand"
    assert hand(make, replace(night, hand=("Alice", 10)))["hot"]
    own = hand(make, Night(hand=("Alice", 7), longest=("Alice", 7)))
    assert own["best"] == "", "the longest is the one that is shown already"


def test_a_hand_that_is_over_is_not_told_as_the_one_now(make):
    night = Night(hand=("Alice", 7), longest=("Alice", 7))
    told = hand(make, night, shooter="Bo")
    assert (told["text"], told["best"]) == ("", "Longest tonight: 7 throws, Alice")
    poker = hand(make, night, game="poker", phase="turn")
    assert (poker["text"], poker["best"]) == ("", ""), "a hand of cards is another thing"


def test_a_full_board_is_told_square_by_square(make):
    board = [
        {"bet": n, "square": square, "player": "Bo", "amount": 10, "taker": taker, "lay": 90, "locked": False}
        for n, (square, taker) in enumerate([("hard_6", None), ("seven", "Alice"), ("hard_6", "Alice")])
    ]
    assert views.tv(make(state=STATE | {"board": board}))["squares"] == [
        {"square": "any seven", "amount": 10, "open": ""},
        {"square": "hard 6", "amount": 20, "open": "1 open"},
    ]


def slides(make, game: str, **rules) -> list[str]:
    """Title and text of each slide of a table that waits, with those options."""
    view = views.tv(make(state={}, game=game, rules=rules))
    return [f"{one['title']}: {one['text']}" for one in view["slides"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(PAGES))
def test_five_slides_are_the_rules_and_the_rest_the_odds(make, game, language):
    with force_locale(language):
        told = slides(make, game)
        honest = words._("The odds, honestly")
    assert [slide.startswith(honest) for slide in told].index(True) == 5
    assert len(told) > 6
    assert len(set(told)) == len(told)


def test_the_slides_of_street_craps_say_the_options_of_the_table(make):
    told = " ".join(slides(make, "street"))
    assert "puts up 10. Everybody else is for or against, with as much." in told
    assert "Whoever misses passes the dice" in told
    assert "If one leans, the host judges." in told
    assert "244 times in 495" in told
    rules = {"minimum": 50, "line": "open", "dice_pass": "seven_out", "leaning": "counts", "wall": "strict"}
    told = " ".join(slides(make, "street", odds={"seven": [5, 1]}, **rules))
    assert "any amount from 50" in told
    assert "A seven-out passes the dice" in told
    assert "counts if one face is plainly up" in told
    assert "must reach the far wall" in told
    assert "any seven, 4 before 7, 5 before 7" in told, "seven at 5:1 is fair, with the others as printed"


@pytest.mark.parametrize(("on_12", "edge"), [([2, 1], "5.56%"), ([3, 1], "2.78%")])
def test_the_slides_of_the_bank_have_its_edge_and_the_odds_none(make, on_12, edge):
    told = slides(make, "bank", card="trainer", field_12=on_12)
    assert "on every bet but the odds, from 1.36% to 16.67%" in told[5]
    assert told[6].startswith("Cheap bets: odds: fair · don't pass, don't come: costs 1.36% · pass line, come")
    assert f"field: costs {edge}" in " ".join(told)
    assert told[-1].endswith("any seven: costs 16.67%")


def test_of_a_card_of_the_tables_own_no_figure_is_claimed(make):
    told = slides(make, "bank", **{**BankRules().to_json(), "card": "the corner"})
    assert len(told) == 6
    assert "%" not in told[5]


@pytest.mark.parametrize(("cards", "there", "not_there"), [
    (7, ("dealt 7 cards", "royal flush: one in 30,940"), "twice"),
    (11, ("dealt 11 cards", "It goes round twice."), "one in 30,940"),
])  # fmt: skip
def test_the_slides_of_poker_follow_the_number_of_cards(make, cards, there, not_there):
    told = " ".join(slides(make, "poker", cards=cards))
    assert all(part in told for part in there)
    assert not_there not in told
    assert "Nobody but the players wins or loses" in told
