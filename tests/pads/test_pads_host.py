"""The host and the pads: muting a broken one, walking round, letting a board go. Real boards, a real table."""

from __future__ import annotations

import json

import pytest

from controller.health import of_pads
from controller.pad_seats import Seating
from controller.pad_walk import Walk
from firmware import lights


def line(table) -> dict:
    return table.snapshot().public()["line"]


def shows(board, seat: int, what: str) -> bool:
    """Whether a light of the pad shows blue (press here), amber (muted) or green (may bet) at this moment."""
    red, green, blue = board.lights()[2 * seat]
    return {"blue": blue > green >= red, "amber": red > green > 0 == blue, "green": green > max(red, blue)}[what]


@pytest.fixture
def board(make_board):
    return make_board(3, board_id="00000000000000aa")


@pytest.fixture
def pads(board, table, make_pads, until, shown, tmp_path):
    made = make_pads(table, store=tmp_path / "pads.json")
    until(lambda: shown(made))
    return made


CARA = "00000000000000aa:2"


def test_a_muted_pad_says_so_and_its_taps_count_for_nothing(board, pads, table, until) -> None:
    pads.mute(CARA, True)
    until(lambda: pads.codes_of("Cara") == (lights.MUTED, lights.MUTED))
    until(lambda: shows(board, 2, "amber"))
    seq = table.snapshot().seq
    for _ in range(3):
        board.press(2, "for")
    board.press(1, "against")  # the others play on: Bo's tap is heard, and all of Cara's came before it
    until(lambda: line(table)["against"] == [])
    assert line(table)["for"] == [] and table.snapshot().seq > seq
    pads.mute(CARA, False)
    until(lambda: shows(board, 2, "green"))
    board.press(2, "for")
    until(lambda: line(table)["for"] == [["Cara", 10]])


def test_a_tap_that_was_under_way_when_the_pad_was_muted_is_dropped_too(board, pads, table, until) -> None:
    pads._draw = lambda: None  # the board still shows what a tap would do
    pads.seating.mute(CARA, True)
    board.press(2, "for")
    until(lambda: pads.health.boards[0].lately[2])
    board.press(1, "against")
    until(lambda: line(table)["against"] == [])
    assert line(table)["for"] == []


def test_while_the_host_has_paused_the_table_no_pad_bets(board, pads, table, until, press_felt) -> None:
    until(lambda: shows(board, 2, "green"))
    press_felt(board, 2, "for")
    table.notice("pause", on=True)
    until(lambda: pads.codes_of("Cara") == (lights.CLOSED, lights.CLOSED))
    before = table.snapshot().seq
    board.let_go(2, "for")  # it was under way
    until(lambda: pads.codes_of("Cara")[:1] == (lights.REFUSED,))
    until(lambda: pads.codes_of("Cara") == (lights.CLOSED, lights.CLOSED))
    assert pads.codes_of("Alice") == (lights.CLOSED, lights.CLOSED), "the shooter passes no dice meanwhile"
    assert pads.codes_of("Bo") == (lights.CLOSED, lights.HELD_AGAINST)
    assert table.snapshot().seq == before
    table.notice("pause", on=False)
    until(lambda: pads.takes("Cara", "for") and shows(board, 2, "green"))
    board.press(2, "for")
    until(lambda: line(table)["for"] == [["Cara", 10]])


def test_a_chattering_pad_shows_by_its_count_and_mutes_outlast_a_restart(board, pads, table, until, tmp_path) -> None:
    until(lambda: board.press(2, "for") or pads.health.boards[0].lately[2] >= 3)
    assert pads.health.boards[0].lately[0] == 0
    pads.mute(CARA, True)
    assert pads.health.boards[0].muted == (False, False, True)
    (finding,) = of_pads(pads.health)
    assert (finding.state, finding.code, finding.figures["muted"]) == ("warn", "muted", 1)
    again = Seating(tmp_path / "pads.json")
    assert again.is_muted(CARA) and again.player_of(CARA) == "Cara"
    again.seat(["Alice", "Bo", "Elin"])
    assert again.pad_of("Elin") is None, "a muted pad is nobody's new one"
    with pytest.raises(ValueError, match="no pad"):
        pads.mute("nonsense:1", True)


def test_a_file_of_seats_from_before_pads_could_be_muted_is_read(tmp_path) -> None:
    (tmp_path / "pads.json").write_text(json.dumps({"order": ["b:0"], "players": {"b:0": "Ann"}}))
    seating = Seating(tmp_path / "pads.json")
    assert seating.warning is None and not seating.is_muted("b:0") and seating.player_of("b:0") == "Ann"


def test_who_has_no_pad_is_passed_over_and_the_rest_is_kept(board, pads, table, until) -> None:
    heard = table.subscribe()
    pads.learn()
    until(lambda: shows(board, 2, "blue"))
    board.press(2, "for")  # Alice has the last pad
    until(lambda: pads.health.asking == "Bo")
    pads.skip()
    assert pads.health.asking == "Cara"
    board.press(0, "for")
    until(lambda: pads.health.asking is None)
    assert (pads.seating.player_of(CARA), pads.seating.pad_of("Cara")) == ("Alice", "00000000000000aa:0")
    assert pads.seating.order[:2] == [CARA, "00000000000000aa:0"]
    told = []
    while not told or told[-1]["asking"] is not None:
        item = heard.get(5)
        assert item is not None
        told += [item.fields] if getattr(item, "kind", "") == "pads_learn" else []
    assert [(one["asking"], one["next"], one["done"], one["of"]) for one in told] == [
        ("Alice", "Bo", 0, 3), ("Bo", "Cara", 1, 3), ("Cara", None, 2, 3), (None, None, 0, 0),
    ]  # fmt: skip


def test_a_walk_that_is_given_up_changes_nothing_and_one_that_is_ended_keeps_what_was_pressed(
    board, pads, until
) -> None:
    for keep, wanted in ((False, "Cara"), (True, "Alice")):
        pads.learn()
        until(lambda: shows(board, 2, "blue"))
        board.press(2, "for")
        until(lambda: pads.health.asking == "Bo")
        assert pads.seating.player_of(CARA) == "Cara", "nothing is given out before the walk ends"
        pads.stop_learning(keep=keep)
        assert pads.health.asking is None
        assert pads.seating.player_of(CARA) == wanted
        until(lambda: not shows(board, 0, "blue"))


def test_a_muted_pad_is_not_asked_and_who_leaves_is_not_waited_for(board, pads, table, until) -> None:
    pads.mute(CARA, True)
    pads.learn()
    until(lambda: shows(board, 0, "blue"))
    board.press(2, "for")
    board.press(0, "for")
    until(lambda: pads.health.asking == "Bo")
    assert pads.seating.player_of(CARA) == "Cara"
    assert table.submit({"cmd": "leave", "player": "Bo"}).result(5).ok
    until(lambda: pads.health.asking == "Cara")


def test_a_board_that_is_away_is_named_with_its_players_until_it_is_let_go(board, pads, until) -> None:
    board.unplug()
    until(lambda: pads.health.away)
    assert pads.health.away == (("00000000000000aa", ("Alice", "Bo", "Cara")),)
    (finding,) = of_pads(pads.health)
    assert (finding.state, finding.code, finding.figures["players"]) == ("fault", "away", ["Alice", "Bo", "Cara"])
    pads.forget("00000000000000aa")
    assert pads.health.away == () and of_pads(pads.health) == []


def test_a_walk_is_a_value() -> None:
    walk = Walk(("A", "B", "C")).pressed("x:1")
    assert walk.pressed("x:1") is walk, "the same pad again says nothing new"
    assert walk.skipped().pressed("x:2").found == {"x:1": "A", "x:2": "C"}
    assert walk.skipped().pressed("x:2").asking is None
    assert walk.at_table(["B"]) == Walk(("B",)) and walk.at_table(["A", "C"]).asking == "C"
    assert Walk().told() == {"asking": None, "next": None, "done": 0, "found": 0, "of": 0}
