"""Whose pad is which, over joins, leaves, restarts and files that are broken."""

from __future__ import annotations

from pathlib import Path

from controller.pad_seats import Seating


def seated(path: Path | None = None, seats: int = 4) -> Seating:
    one = Seating(path)
    one.met("aa", seats)
    return one


def where(seating: Seating) -> dict[str, str]:
    return {pad: player for pad in seating.order if (player := seating.player_of(pad))}


def test_players_get_pads_by_order_and_keep_them() -> None:
    seating = seated()
    seating.seat(["Alice", "Bo", "Cara"])
    assert where(seating) == {"aa:0": "Alice", "aa:1": "Bo", "aa:2": "Cara"}
    seating.seat(["Alice", "Dan", "Cara"])  # Bo left, Dan came
    assert where(seating) == {"aa:0": "Alice", "aa:1": "Dan", "aa:2": "Cara"}
    seating.seat(["Alice", "Eve", "Dan", "Cara", "Fay"])
    assert where(seating) == {"aa:0": "Alice", "aa:1": "Dan", "aa:2": "Cara", "aa:3": "Eve"}
    assert seating.pad_of("Fay") is None


def test_a_second_board_takes_nobodys_pad_away() -> None:
    seating = seated(seats=2)
    seating.seat(["Alice", "Bo", "Cara"])
    seating.met("00", 2)
    seating.seat(["Alice", "Bo", "Cara"])
    assert where(seating) == {"aa:0": "Alice", "aa:1": "Bo", "00:0": "Cara"}


def test_after_a_restart_each_pad_is_the_same_players(tmp_path: Path) -> None:
    seating = seated(tmp_path / "pads.json")
    seating.assign("aa:3", "Bo")
    seating.seat(["Alice", "Bo"])
    again = Seating(tmp_path / "pads.json")
    again.met("bb", 4)
    again.seat(["Alice", "Bo"])
    assert where(again) == where(seating) == {"aa:0": "Alice", "aa:3": "Bo"}


def test_assigning_swaps() -> None:
    seating = seated()
    seating.seat(["Alice", "Bo"])
    seating.assign("aa:0", "Bo")
    assert where(seating) == {"aa:0": "Bo", "aa:1": "Alice"}


def test_who_was_passed_over_gets_no_pad_until_one_is_assigned_to_him(tmp_path: Path) -> None:
    seating = seated(tmp_path / "pads.json")
    seating.seat(["Alice", "Bo"])
    seating.pass_over("Alice")
    seating.seat(["Alice", "Bo"])
    assert where(seating) == where(Seating(tmp_path / "pads.json")) == {"aa:1": "Bo"}
    seating.assign("aa:3", "Alice")
    seating.seat(["Alice", "Bo"])
    assert where(seating) == {"aa:1": "Bo", "aa:3": "Alice"}
    seating.pass_over("Alice")
    seating.seat(["Bo"])  # she leaves, and whoever comes under her name begins anew
    seating.seat(["Alice", "Bo"])
    assert where(seating) == {"aa:0": "Alice", "aa:1": "Bo"}


def test_what_was_tapped_before_a_pad_changed_hands_was_anothers() -> None:
    seating = seated(seats=1)
    seating.seat(["Alice", "Bo"], 5)
    assert not seating.was_another("aa:0", 0)
    seating.seat(["Bo"], 9)
    assert seating.was_another("aa:0", 8)
    assert not seating.was_another("aa:0", 9)


def test_a_board_that_will_not_come_back() -> None:
    seating = seated(seats=2)
    seating.seat(["Alice", "Bo"])
    seating.met("bb", 2)
    seating.forget("aa")
    seating.seat(["Alice", "Bo"])
    assert where(seating) == {"bb:0": "Alice", "bb:1": "Bo"}


def test_a_broken_file_is_said_so_and_the_table_plays(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"order": 3, "players": {}}', '{"order": [1], "players": {}}', "\xff"):
        (tmp_path / "pads.json").write_text(text, encoding="latin-1")
        seating = seated(tmp_path / "pads.json")
        assert "pads are given out by order anew" in seating.warning
        seating.seat(["Alice"])
        assert where(seating) == {"aa:0": "Alice"}


def test_a_folder_that_cannot_be_written_is_said_so() -> None:
    seating = Seating("/proc/none/pads.json")
    seating.met("aa", 1)
    assert "cannot be written" in seating.warning
