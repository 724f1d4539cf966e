"""`dicetable export` as another program drives it."""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

OPEN = {"cmd": "open", "game": "street", "players": ["Alice", "Bo", "=Cara"], "buy_in": 500}
EVENING = [
    OPEN,
    {"cmd": "for", "player": "=Cara"},
    {"cmd": "chip", "player": "Bo", "square": "num_6", "amount": 20},
    {"cmd": "take", "player": "Alice", "bet": 1},
    {"cmd": "throw", "dice": [4, 1], "source": "phone"},
    {"cmd": "no_roll", "reason": "cocked"},
    {"cmd": "throw", "dice": [4, 4]},
    {"cmd": "correct", "dice": [4, 2]},
    {"cmd": "throw", "total": 5},
    {"cmd": "throw", "dice": [4, 3]},
]


def script(commands):
    return "".join(json.dumps(command) + "\n" for command in commands)


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def played(dicetable, tmp_path, commands=EVENING):
    db = tmp_path / "evening.db"
    done = dicetable("play", "--db", db, text_in=script([*commands, {"cmd": "state"}]))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(reply["ok"] for reply in replies), replies
    return db, replies[-1]["state"]


def test_rounds_throws_and_settlements_as_csv_and_json(dicetable, tmp_path):
    db, state = played(dicetable, tmp_path)
    done = dicetable("export", db, "--to", tmp_path / "out" / "here", "--json")
    assert done.returncode == 0, done.stderr
    files = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(file["file"].rpartition("/")[2], file["rows"]) for file in files] == [
        ("rounds.csv", 2), ("throws.csv", 4), ("settlements.csv", 7), ("evening.json", 13),
    ]  # fmt: skip
    folder = tmp_path / "out" / "here"
    throws = table(folder / "throws.csv")
    assert [(row["by"], row["die_1"], row["die_2"], row["total"], row["source"], row["corrected_from"])
            for row in throws] == [
        ("Alice", "4", "1", "5", "phone", ""), ("Alice", "4", "2", "6", "tapped", "4+4"),
        ("Alice", "", "", "5", "tapped", ""), ("Alice", "4", "3", "7", "tapped", ""),
    ]  # fmt: skip
    assert [(row["outcome"], row["with"], row["in_play"]) for row in table(folder / "rounds.csv")] == [
        ("point_made", "20", "10"), ("natural", "10", "10"),
    ]  # fmt: skip
    everything = json.loads((folder / "evening.json").read_text(encoding="utf-8"))
    assert {"rounds", "throws", "settlements", "games"} <= everything.keys()
    won = dict.fromkeys(state["players"], 0)
    for row in everything["settlements"]:
        won[row["player"]] += row["won"]
    assert won == state["results"], "every settlement is there, and nothing twice"
    assert [row["player"] for row in table(folder / "settlements.csv") if row["what"] == "num_6"] == ["Bo", "Alice"]
    assert "'=Cara" in {row["player"] for row in table(folder / "settlements.csv")}


def test_without_a_folder_it_stands_here_under_the_ledgers_name(dicetable, tmp_path, monkeypatch):
    db, _ = played(dicetable, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    done = dicetable("export", db)
    assert done.returncode == 0, done.stderr
    assert "rounds.csv: 2 rows" in done.stdout
    assert (tmp_path / "evening-export" / "throws.csv").exists()


def test_export_reads_a_ledger_in_use(dicetable, tmp_path):
    db = tmp_path / "evening.db"
    playing = [sys.executable, "-m", "controller.cli", "play", "--db", str(db)]
    with subprocess.Popen(playing, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        for command in (OPEN, {"cmd": "throw", "dice": [6, 1]}):
            running.stdin.write(json.dumps(command) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"]
        assert dicetable("export", db, "--to", tmp_path / "out").returncode == 0
        running.stdin.close()
    assert [row["outcome"] for row in table(tmp_path / "out" / "rounds.csv")] == ["natural"]


def test_export_changes_nothing_in_the_ledger(dicetable, tmp_path):
    db, _ = played(dicetable, tmp_path)
    before = db.read_bytes()
    db.chmod(0o444)
    assert dicetable("export", db, "--to", tmp_path / "out").returncode == 0
    assert db.read_bytes() == before


def test_what_cannot_be_exported_gets_one_sentence(dicetable, tmp_path):
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Alice, this is a letter and no ledger. " * 50)
    db, _ = played(dicetable, tmp_path)
    for arguments in ((tmp_path / "gone.db",), (letter,), (tmp_path,), (db, "--to", letter)):
        done = dicetable("export", *arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "gone.db").exists()
    assert dicetable("export").returncode == 2


def test_a_ledger_that_was_changed_is_not_exported(dicetable, tmp_path):
    db, _ = played(dicetable, tmp_path)
    with sqlite3.connect(db) as file:
        for name in [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE records SET body = replace(body, '\"total\":7', '\"total\":6') WHERE body LIKE '%thrown%'")
    file.close()
    done = dicetable("export", db, "--to", tmp_path / "out")
    assert (done.returncode, done.stdout) == (1, "")
    assert "was changed" in done.stderr
    assert not (tmp_path / "out").exists()
