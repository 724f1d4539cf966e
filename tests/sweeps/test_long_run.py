"""The long run can be stopped, gone on with and split, and its figures are those of all its parts."""

from __future__ import annotations

import json

import pytest

from tests.bench import simulated_reading_bench as bench
from vision.events import Throw
from vision.readings import Reading


@pytest.fixture
def made(monkeypatch):
    """Tables that cost nothing; which were made, in turn."""
    numbers: list[int] = []

    def line(number: int) -> dict:
        numbers.append(number)
        tally = {"at rest": {"first look": 97, "later look": 2, "glare": 1}}
        return {"part": "bursts", "number": number, "n": 100, "tally": tally, "bad": [[number, 3, [1, 2], "glare"]],
                "seconds": 2.0}  # fmt: skip

    monkeypatch.setitem(bench.LINES, "bursts", line)
    return numbers


def test_what_is_in_the_file_is_not_done_again(made, tmp_path):
    out = tmp_path / "run.jsonl"
    bench.run("bursts", range(1, 4), out)
    with out.open("a") as file:
        file.write('{"part": "bursts", "number": 4, "n": 1')  # stopped in the middle of a line
    lines = bench.run("bursts", range(1, 6), out)
    assert made == [1, 2, 3, 4, 5]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5]
    bench.run("bursts", range(1, 6), out)
    assert made == [1, 2, 3, 4, 5], "the line after the broken one is whole"


def test_the_summary_adds_up_all_parts(made, tmp_path, capsys, monkeypatch):
    parts = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    bench.run("bursts", range(1, 3), parts[0])
    bench.run("bursts", range(3, 6), parts[1])
    monkeypatch.setattr("sys.argv", ["bench", "--summary", *map(str, parts)])
    bench.main()
    bursts, streams = map(json.loads, capsys.readouterr().out.splitlines())
    assert (bursts["n"], bursts["wrong"], bursts["bound_wrong"]) == (500, 0, 0.006)
    assert (bursts["first_look"], bursts["after_looks"], bursts["seconds"]) == (0.97, 0.99, 10.0)
    assert bursts["by_kind"] == {"at rest": {"first look": 485, "later look": 10, "glare": 5}}
    assert streams["n"] == 0 and streams["bound_wrong"] is None


def test_a_wrong_one_is_counted_and_leaves_no_bound():
    line = {"part": "streams", "number": 1, "n": 3, "bad": [], "late": [9], "seconds": 1.0,
            "tally": {"None": {"first look": 1, "WRONG": 1}, "slid": {"WRONG of 2": 1}}}  # fmt: skip
    told = bench.summary("streams", [line])
    assert (told["wrong"], told["bound_wrong"], told["over_six_frames"]) == (2, None, 1)
    assert told["throws_that_count"] == 2 and told["first_look"] == 0.5


def test_a_burst_takes_the_looks_that_the_table_takes():
    (still,) = bench.settled(3, 1, table=5)

    class Second:
        calls: list = []

        def read(self, images) -> Reading:
            self.calls.append(float(images[0].mean()))
            values = tuple(still.truth["values"])
            return Reading(None, 0.0, "glare") if len(self.calls) < 3 else Reading(values, 1.0, None)

    reading, looks = bench.looked_at(Second(), still)
    assert looks == 3 and bench.said(reading, looks, still.truth["values"]) == "later look"
    assert Second.calls[2] < 0.85 * Second.calls[0], "the third look is a stop darker"


def test_a_stream_is_told_throw_by_throw(monkeypatch):
    truth = {"kind": None, "counts": True, "values": [5, 2], "settle_index": 100, "throw": 1}
    right, wrong = (Throw(values, 1.0, 100, 109, 3.0) for values in ((2, 5), (2, 6)))
    slid = dict(truth, kind="slid", counts=False)
    told = [(truth, [right]), (truth, [wrong]), (slid, [right]), (dict(truth, kind="glare"), [])]
    monkeypatch.setattr(bench, "watched", lambda seed, throws: iter(told))
    line = bench.stream_line(1)
    assert line["tally"] == {"None": {"first look": 1, "WRONG": 1}, "slid": {"WRONG": 1}, "glare": {"none": 1}}
    assert line["late"] == [9] and len(line["bad"]) == 3 and line["n"] == 4
