"""The evening as CSV and JSON."""

from __future__ import annotations

import csv
import json

import pytest

from controller.export import written
from controller.rounds import EMPTY, recorded
from tests.games.playing import Game


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("sign", list("=+-@\uff1d\uff0b\uff0d\uff20"))
def test_no_name_is_a_formula_for_a_spreadsheet(tmp_path, sign):
    game = Game([sign + "Alice", "Bo"])
    game.throw(7)
    assert rows(list(written(recorded(game.told), tmp_path / "out"))[0])[0]["shooter"] == f"'{sign}Alice"


def test_files(tmp_path):
    game = Game(["=Åsa", "Bo, \"the\" fader"])
    game.do("throw", dice=[4, 2], source="camera", picture="ab12")
    game.throw(7)
    game.do("correct", dice=[6, 1])
    game.do("cash_out")
    paths = list(written(recorded(game.told), tmp_path / "out"))
    assert [path.name for path in paths] == ["rounds.csv", "throws.csv", "settlements.csv", "evening.json"]
    (played,) = rows(paths[0])
    assert (played["outcome"], played["winner"], played["in_play"]) == ("seven_out", "wrong", "10")
    assert played["shooter"] == "'=Åsa", "no formula for a spreadsheet"
    throws = rows(paths[1])
    assert [(row["die_1"], row["die_2"], row["picture"], row["corrected_from"]) for row in throws] == [
        ("4", "2", "ab12", ""), ("6", "1", "", "3+4"),
    ]  # fmt: skip
    settled = rows(paths[2])
    assert [(row["player"], row["won"]) for row in settled] == [("'=Åsa", "-10"), ('Bo, "the" fader', "10")]
    everything = json.loads(paths[3].read_text(encoding="utf-8"))
    assert [row["player"] for row in everything["settlements"]] == ["=Åsa", 'Bo, "the" fader']
    assert everything["games"][0]["winners"] == ['Bo, "the" fader']


def test_nothing_played_gives_empty_tables(tmp_path):
    paths = list(written(EMPTY, tmp_path))
    assert [rows(path) for path in paths[:3]] == [[], [], []]
    assert json.loads(paths[3].read_text()) == {"rounds": [], "throws": [], "settlements": [], "games": []}


def test_writing_again_replaces(tmp_path):
    game = Game()
    game.throw(7)
    written(recorded(game.told), tmp_path)
    game.throw(7)
    assert len(rows(next(iter(written(recorded(game.told), tmp_path))))) == 2
