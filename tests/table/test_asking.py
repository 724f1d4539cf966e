"""What pages ask the table: what may be tapped and why not, what a correction moved, who says "not what I saw"."""

from __future__ import annotations

import pytest

from controller.replies import Published
from controller.verify import verify
from tests.table.playing import seated


@pytest.fixture
def seat(tmp_path):
    with seated(tmp_path / "a.db") as made:
        yield made
    assert verify(made.path).ok


def may(seat, cmd, by="host", **fields):
    """The code with which it would be refused, or None. Asking changes nothing."""
    before = seat.table.snapshot()
    refusal = before.can({"cmd": cmd, **fields}, by)
    assert seat.table.snapshot() is before
    assert refusal is None or refusal.why.endswith(".")
    return None if refusal is None else refusal.code


def test_what_can_be_tapped_and_why_not_is_asked_of_the_game(seat):
    assert may(seat, "for", "Cara", player="Cara") is None
    assert may(seat, "for", "Cara") is None, "a player means himself"
    assert may(seat, "for", "Alice") == "not_allowed"
    assert may(seat, "off", "Cara") == "no_such_bet"
    assert may(seat, "chip", "Cara", square="seven", amount=501) == "not_enough_chips"
    assert may(seat, "chip", "Cara", square="eight", amount=1) == "no_such_square"
    seat.do("chip", by="Bo", square="num_6", amount=5)
    assert may(seat, "take", "Cara", bet=1) is None
    assert may(seat, "take", "Bo", bet=1) == "own_chip"
    assert may(seat, "lift", "Cara", bet=1) == "not_allowed"
    assert may(seat, "correct", dice=[1, 2]) == "wrong_phase"
    seat.do("off", by="Bo")
    assert may(seat, "throw", dice=[1, 2]) == "no_fade"
    seat.do("against", by="Bo")
    seat.do("dice_out")
    assert may(seat, "against", "Cara") == "dice_out"
    assert may(seat, "void") is None


def test_what_a_player_may_say_at_all_is_part_of_the_answer(seat):
    assert may(seat, "throw", "Alice") is None
    assert may(seat, "throw", "Bo") == "not_shooter"
    assert may(seat, "throw", "Alice", dice=[3, 4]) == "not_allowed", "only the host names faces here"
    assert may(seat, "pass_dice", "Alice") is None
    assert may(seat, "pass_dice", "Cara") == "not_shooter"
    for cmd in ("void", "confirm", "buy_in", "cash_out"):
        assert may(seat, cmd, "Alice") == "not_allowed", cmd
    assert may(seat, "off", "Cara", player="Bo") == "not_allowed"


@pytest.mark.parametrize("cmd", ["for", "against", "off", "stake", "pass_dice", "chip", "take", "lift", "undo", "leave",
                                 "throw", "dispute"])  # fmt: skip
def test_what_can_says_is_what_the_table_does(seat, cmd):
    fields = {"square": "field", "amount": 10, "bet": 1}
    seat.do("chip", by="Cara", square="seven", amount=5)
    for by in ("Alice", "Bo", "Cara", "Nobody"):
        told = may(seat, cmd, by, **fields)
        assert seat.do(cmd, by=by, **fields).refused == told, by


def published(feed):
    return [item for item in iter(lambda: feed.get(0), None) if isinstance(item, Published)]


def test_a_correction_is_published_with_what_it_moved_player_by_player(seat):
    seat.do("chip", by="Cara", square="seven", amount=5)
    seat.do("take", by="Bo", bet=1)
    seat.do("throw", dice=[3, 4])
    feed = seat.table.subscribe()
    seat.do("correct", dice=[6, 6])
    (item,) = published(feed)
    assert item.before.public()["results"] == {"Alice": 10, "Bo": -30, "Cara": 20}
    assert item.moved() == {"Alice": (10, -10), "Bo": (-30, 15), "Cara": (20, -5)}
    assert [event["type"] for event in item.events][:3] == ["corrected", "thrown", "bet_settled"]
    seat.do("buy_in", player="Bo", amount=50)
    assert published(feed)[0].moved() == {}


def test_a_dispute_is_every_players_right_and_the_hosts_answer_is_in_the_ledger(seat):
    assert may(seat, "dispute", "Bo") == "wrong_phase"
    seat.do("throw", dice=[4, 2])
    assert seat.do("dispute", by="Bo", player="Cara").refused == "not_allowed"
    assert seat.do("dispute", by="Eve").refused == "no_such_player"
    assert seat.do("dispute", by="Bo").ok
    assert seat.do("dispute", by="Cara").ok
    assert seat.public["disputes"] == ["Bo", "Cara"]
    assert seat.do("chip", by="Alice", square="field", amount=5).ok, "nothing waits for the host"
    assert seat.do("confirm", by="Bo").refused == "not_allowed"
    assert seat.do("confirm").ok
    assert seat.do("dispute", by="Bo").ok
    assert seat.do("correct", dice=[4, 3]).ok
    assert seat.public["disputes"] == []
    assert seat.do("dispute", by="Bo").ok
    assert seat.do("throw", dice=[1, 1]).ok, "throws go on"
    assert seat.public["disputes"] == []
    kept = [(done.stamp["by"], event["type"]) for done in seat.ledger.transactions() for event in done.events
            if event["type"] in ("disputed", "confirmed", "corrected")]  # fmt: skip
    assert kept == [("Bo", "disputed"), ("Cara", "disputed"), ("host", "confirmed"), ("Bo", "disputed"),
                    ("host", "corrected"), ("Bo", "disputed")]  # fmt: skip


def test_the_host_chooses_in_mid_evening_whose_word_on_the_dice_is_taken(seat):
    assert may(seat, "throw", "Alice") is None
    assert may(seat, "throw", "Alice", dice=[1, 2]) == "not_allowed"
    seat.do("rules", rules={"may_throw": {"phone": "nobody", "tapped": "shooter", "camera": "no"}})
    assert may(seat, "throw", "Alice") is None, "from the next round on"
    assert seat.do("throw", by="Alice").events[0]["source"] == "phone"
    seat.do("void")
    shooter = seat.public["shooter"]
    assert may(seat, "throw", shooter) == "not_allowed"
    assert seat.do("throw", dice=[1, 1], source="camera").refused == "not_allowed"
    thrown = seat.do("throw", by=shooter, dice=[2, 4]).events[0]
    assert (thrown["source"], thrown["dice"]) == ("tapped", [2, 4])
    assert seat.do("throw", by=shooter, total=9).events[0]["dice"] is None, "a total, where the board allows"
    assert seat.do("throw", dice=[1, 3]).ok, "the host may always name the faces"
