"""`dicetable odds`: the help sheet."""

from __future__ import annotations

import json
from fractions import Fraction

from controller.games.street.options import SQUARES


def test_the_sheet_for_people(dicetable):
    done = dicetable("odds")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "A shooter passes 244 times in 495: 49.29%."
    rows = {line.split()[0]: line for line in lines if line}
    assert set(SQUARES) <= rows.keys()
    assert "1 in 6" in rows["seven"]
    assert "5 to 1" in rows["seven"]
    assert "4 to 1" in rows["seven"]
    assert rows["num_6"].endswith("nothing")
    assert "5 in 11" in rows["6"]
    assert "1 to 1, 2 to 1 on 2 12" in rows["field"]
    assert max(map(len, lines)) <= 100
    assert lines[0].isascii()


def test_the_sheet_for_programs(dicetable):
    (line,) = dicetable("odds", "--json").stdout.splitlines()
    told = json.loads(line)
    assert told["game"] == "street"
    assert told["pass"]["fraction"] == [244, 495]
    assert set(told["squares"]) == set(SQUARES)
    for name, one in told["squares"].items():
        if name == "field":
            continue
        win, pays = Fraction(*one["win"]["fraction"]), Fraction(*one["printed"])
        assert win * pays - (1 - win) == Fraction(*one["edge"]["fraction"]), name
        assert Fraction(*one["fair"]) == (1 - win) / win


def test_a_banks_card_for_people(dicetable):
    done = dicetable("odds", "--card", "evolution")
    assert (done.returncode, done.stderr) == (0, "")
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line}
    assert rows["seven"].endswith("5/6  83.33%")
    assert rows["dont_pass_equal_lay"].endswith("3218/3245  99.17%")
    assert "244 in 495" in rows["pass"]
    assert "7/495  1.41%" in rows["pass"]
    assert "6 in 36" in rows["seven"]
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_a_banks_card_for_programs(dicetable):
    (line,) = dicetable("odds", "--card", "trainer", "--json").stdout.splitlines()
    told = json.loads(line)
    assert told["pass"]["win"] == "244/495"
    assert (told["pass"]["push"], told["pass"]["edge"], told["pass"]["return_percent"]) == ("0", "7/495", 98.5859)
    assert (told["field_12_2"]["edge"], told["field_12_3"]["edge"]) == ("1/18", "1/36")
    for name, one in told.items():
        assert Fraction(one["win"]) + Fraction(one["lose"]) + Fraction(one["push"]) == 1, name


def test_a_card_of_ones_own_is_a_file(dicetable, tmp_path):
    card = tmp_path / "ours.toml"
    card.write_text('name = "ours"\n[next.seven]\npays = { 7 = "5:1" }\n')
    assert json.loads(dicetable("odds", "--card", card, "--json").stdout)["seven"]["edge"] == "0"
    other = tmp_path / "ours.json"
    other.write_text('{"name": "ours", "big": {"pays": {"6": "6:5"}}}')
    assert json.loads(dicetable("odds", "--card", other, "--json").stdout)["big_6"]["edge"] == "0"
    for text, words in (
        ('{"name": "ours"}', "no bet at all"),
        ("{", "is not JSON"),
        ('{"name": "ours", "big": {"pays": {"7": "6:5"}}}', "big has no number '7'"),
        ('{"name": "ours", "big": {"pays": {"6": "1:0"}}}', "two whole numbers from 1 to 1000000, not '1:0'."),
    ):
        other.write_text(text)
        done = dicetable("odds", "--card", other)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert words in done.stderr
    other.write_bytes(b"\xff\xfe")
    assert dicetable("odds", "--card", other).stderr.endswith("is not text in UTF-8.\n")
    assert dicetable("odds", "--card", tmp_path / "none.toml").returncode == 1
    done = dicetable("odds", "--card", "vegas")
    assert (done.returncode, done.stdout) == (2, "")
    assert "evolution, trainer" in done.stderr
