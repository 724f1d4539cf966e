"""`dicetable play` as another program drives it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys

OPEN = {
    "cmd": "open",
    "game": "street",
    "players": ["Alice", "Bo", "Cara", "Dan"],
    "buy_in": 500,
    "rules": {"minimum": 10, "line": "open"},
}
#: The worked example of the rules: stake 40, Dan 20 for, Bo 30 and Cara 10 against.
LINE = [
    OPEN,
    {"cmd": "stake", "amount": 40},
    {"cmd": "against", "player": "Bo", "amount": 30},
    {"cmd": "against", "player": "Cara", "amount": 10},
    {"cmd": "for", "player": "Dan", "amount": 20},
]


def script(commands):
    return "".join(json.dumps(command) + "\n" for command in commands)


def replies(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def stacks_after(dicetable, *throws):
    commands = LINE + [{"cmd": "throw", "dice": dice} for dice in throws] + [{"cmd": "state"}]
    done = dicetable("play", text_in=script(commands))
    assert done.returncode == 0, done.stderr
    got = replies(done)
    assert all(reply["ok"] for reply in got), got
    return got[-1]["state"]["stacks"], got[-1]["state"]


def test_the_worked_example_both_ways(dicetable):
    """The stakes of the round that opened next are back in hand by the results."""
    _, made = stacks_after(dicetable, [4, 2], [5, 4], [3, 3])
    assert made["results"] == {"Alice": 27, "Bo": -30, "Cara": -10, "Dan": 13}
    _, out = stacks_after(dicetable, [4, 2], [5, 4], [3, 4])
    assert out["results"] == {"Alice": -27, "Bo": 30, "Cara": 10, "Dan": -13}


def test_a_malformed_line_changes_nothing_and_the_next_goes_on(dicetable):
    bad = [
        "nonsense",
        "[1, 2]",
        '{"cmd": 5}',
        "{}",
        '{"cmd":"state"',
        '"state"',
        "null",
        '{"cmd":"buy_in","player":"Bo","amount":NaN}',
        '{"cmd":"' + "x" * 3_000_000 + '"}',
    ]
    text = script([OPEN]) + "\n".join(bad) + "\n" + script([{"cmd": "state"}])
    done = dicetable("play", text_in=text)
    got = replies(done)
    assert len(got) == len(bad) + 2
    for reply in got[1:-1]:
        assert reply["ok"] is False
        assert reply["refused"] == "bad_input"
        assert "\n" not in reply["why"]
        assert len(reply["why"]) < 300
    assert got[-1]["state"]["bought_in"] == dict.fromkeys(OPEN["players"], 500)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_refusal_is_no_fault_of_the_program(dicetable):
    done = dicetable("play", text_in=script([OPEN, {"cmd": "against", "player": "Nobody", "amount": 10}]))
    assert replies(done)[1]["refused"] == "no_such_player"
    assert done.returncode == 0


def test_each_reply_comes_before_the_next_line_is_read():
    with subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        for command in (OPEN, {"cmd": "state"}):
            running.stdin.write(json.dumps(command) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"]
        running.stdin.close()
        assert running.wait(timeout=30) == 0


def test_a_game_in_a_ledger_goes_on_and_verifies(dicetable, tmp_path):
    db = tmp_path / "evening.db"
    first = dicetable("play", "--db", db, text_in=script([*LINE, {"cmd": "throw", "dice": [4, 2]}]))
    assert first.returncode == 0, first.stderr
    second = dicetable(
        "play", "--db", db, text_in=script([{"cmd": "throw", "dice": [3, 3]}, {"cmd": "cash_out"}, {"cmd": "state"}])
    )
    assert replies(second)[-1]["state"]["results"] == {"Alice": 27, "Bo": -30, "Cara": -10, "Dan": 13}
    checked = dicetable("verify", db)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "ok" in checked.stdout


def test_a_ledger_in_use_is_refused_in_one_sentence(dicetable, tmp_path):
    db = tmp_path / "evening.db"
    with subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "play", "--db", str(db)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        running.stdin.write(json.dumps(OPEN) + "\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["ok"]
        second = dicetable("play", "--db", db, text_in=script([OPEN]))
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.count("\n") == 1
        assert "use" in second.stderr
        running.stdin.close()


def test_a_file_that_is_no_ledger_is_left_as_it_is(dicetable, tmp_path):
    other = tmp_path / "letter.db"
    other.write_text("Dear Alice, this is a letter and no ledger. " * 50)
    before = other.read_bytes()
    for command in (("play", "--db", other), ("verify", other)):
        done = dicetable(*command, text_in=script([OPEN]))
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1, done.stderr
    assert other.read_bytes() == before
    assert dicetable("verify", tmp_path / "gone.db").returncode == 1
    assert not (tmp_path / "gone.db").exists()


def test_a_ledger_of_a_later_version_is_refused_in_one_sentence(dicetable, tmp_path):
    db = tmp_path / "evening.db"
    assert dicetable("play", "--db", db, text_in=script(LINE)).returncode == 0
    with sqlite3.connect(db) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    before = db.read_bytes()
    for command in (("play", "--db", db), ("verify", db), ("export", db, "--to", tmp_path / "out")):
        done = dicetable(*command, text_in=script([OPEN]))
        assert (done.returncode, done.stdout) == (1, ""), command
        assert done.stderr.count("\n") == 1, done.stderr
        assert "later version" in done.stderr
    assert db.read_bytes() == before


def test_seven_at_five_and_five_at_five(dicetable):
    """The other worked example: what is left over goes down the betting order, to nobody more than he put up."""
    players = [f"P{number}" for number in range(1, 13)]
    commands = [{"cmd": "open", "game": "street", "players": players, "buy_in": 50, "rules": {"minimum": 5}}]
    commands += [{"cmd": "for", "player": player} for player in players[2:8]]
    commands += [{"cmd": "against", "player": player} for player in players[8:]]
    done = dicetable("play", text_in=script([*commands, {"cmd": "state"}, {"cmd": "throw", "dice": [5, 2]}]))
    got = replies(done)
    line = got[-2]["state"]["line"]
    assert line["in_play"] == 25
    assert [line["risk"][player] for player in ["P1", *players[2:8]]] == [5, 5, 3, 3, 3, 3, 3]
    assert [line["risk"][player] for player in ["P2", *players[8:]]] == [5] * 5
    opened = got[-1]["events"]
    assert [event["type"] for event in opened] == ["thrown", "round_settled", "round_opened"]


def test_one_against_ten_at_one(dicetable):
    players = [f"P{number}" for number in range(1, 12)]
    commands = [{"cmd": "open", "game": "street", "players": players, "buy_in": 9, "rules": {"minimum": 1}}]
    commands += [{"cmd": "for", "player": player} for player in players[2:]]
    got = replies(dicetable("play", text_in=script([*commands, {"cmd": "state"}])))
    risk = got[-1]["state"]["line"]["risk"]
    assert risk == dict.fromkeys(players, 0) | {"P1": 1, "P2": 1}
