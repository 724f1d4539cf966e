"""`dicetable watch`: one verdict a throw, and sources that are not there or are broken."""

from __future__ import annotations

import json


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_simulated_table_gives_one_verdict_a_throw(dicetable):
    done = dicetable("watch", "sim", "--throws", "3", "--seed", "2", "--json", seconds=200)
    assert done.returncode == 0, done.stderr
    verdicts = [line for line in lines(done) if line["event"] in ("throw", "no_roll")]
    assert len(verdicts) == 3
    for line in verdicts:
        if line["event"] == "throw":
            assert set(line) == {"event", "values", "confidence", "settle_frame", "frame", "t", "warnings"}
            assert line["frame"] >= line["settle_frame"]


def test_sources_that_cannot_be_used_get_one_sentence(dicetable, tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"no film at all" * 100)
    hollow = tmp_path / "hollow"
    hollow.mkdir()
    for source, status in ((film, 1), (tmp_path / "gone.mp4", 1), (hollow, 1), ("usb:63", 3), ("picamera", 3)):
        done = dicetable("watch", source, "--json")
        assert done.returncode == status, (source, done.stderr)
        assert done.stderr.count("\n") == 1, (source, done.stderr)
        assert done.stdout == ""


def test_a_table_is_watched_as_it_is_set_up(dicetable, tmp_path, shared):
    frames = next((shared / "renders").glob("seq*"))
    config = tmp_path / "table.toml"
    config.write_text(f'[camera]\nsource = "{frames}"\n[surface]\nfind = "picture"\n')
    done = dicetable("watch", "--config", config, "--json")
    assert done.returncode == 0, done.stderr
    assert sum(line["event"] in ("throw", "no_roll") for line in lines(done)) == 1
    config.write_text('[camera]\nsource = ""\n')
    assert dicetable("watch", "--config", config).returncode == 3
    for wrong in ([], ["sim", "--config", config], ["--config", config, "--fps", "30"]):
        assert dicetable("watch", *wrong).returncode == 2


def test_every_labelled_sequence_gives_exactly_one_verdict_and_no_wrong_throw(dicetable, shared):
    truth = json.loads((shared / "renders" / "truth.json").read_text())
    for sequence in truth["sequences"]:
        done = dicetable("watch", shared / "renders" / sequence["folder"], "--json")
        assert done.returncode == 0, done.stderr
        verdicts = [line for line in lines(done) if line["event"] in ("throw", "no_roll")]
        assert len(verdicts) == 1, (sequence["folder"], verdicts)
        if verdicts[0]["event"] == "throw":
            assert sequence["throw"]["valid"], sequence["folder"]
            assert verdicts[0]["values"] == sequence["values"], sequence["folder"]
