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
