"""`dicetable demo`: whole evenings through the camera process, the gate, the reader and the table."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

FIELDS = {
    "throws",
    "read_right",
    "read_wrong",
    "no_rolls",
    "looks",
    "taps_by_pad",
    "taps_by_phone",
    "chips_in",
    "chips_out",
    "verify",
    "seconds",
}


def test_the_demo_for_machines(dicetable):
    done = dicetable("demo", "--throws", "6", "--fast", "--json", "--seed", "3", seconds=280)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told) == FIELDS
    assert told["throws"] == told["read_right"] == 6
    assert told["read_wrong"] == 0
    assert told["looks"] >= 6
    assert told["chips_in"] == told["chips_out"] > 0
    assert told["verify"] == "ok"


def test_the_demo_of_bank_craps(dicetable, tmp_path):
    db = tmp_path / "bank.db"
    wish = ("--game", "bank", "--throws", "3", "--fast", "--json", "--seed", "3")
    done = dicetable("demo", *wish, "--db", db, seconds=280)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told) == FIELDS
    assert (told["throws"], told["read_right"], told["read_wrong"]) == (3, 3, 0)
    assert told["taps_by_phone"] > 0
    assert told["chips_in"] == told["chips_out"] >= 23_000, "the bank's chips are among them"
    assert told["verify"] == "ok"


def test_the_demo_of_poker_on_phones_alone(dicetable, tmp_path):
    db = tmp_path / "poker.db"
    wish = ("--game", "poker", "--throws", "6", "--fast", "--json", "--seed", "3")
    done = dicetable("demo", *wish, "--db", db, seconds=280)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert set(told) == FIELDS
    assert (told["throws"], told["read_right"], told["read_wrong"], told["taps_by_pad"]) == (6, 6, 0, 0)
    assert told["taps_by_phone"] > 15
    assert told["chips_in"] == told["chips_out"] == 2500
    assert told["verify"] == "ok"


def test_the_demo_has_no_game_that_it_cannot_play(dicetable):
    done = dicetable("demo", "--game", "whist")
    assert done.returncode == 2
    assert "whist" in done.stderr


@pytest.mark.parametrize("game", ["street", "poker"])
def test_killed_in_mid_round_it_verifies_and_goes_on(dicetable, tmp_path, game):
    db = tmp_path / "demo.db"
    command = [
        sys.executable,
        "-m",
        "controller.cli",
        "demo",
        "--throws",
        "500",
        "--fast",
        "--json",
        "--seed",
        "4",
        "--game",
        game,
        "--db",
        str(db),
    ]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for_records(dicetable, db, 30)
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    checked = dicetable("verify", db, "--json")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    kept = json.loads(checked.stdout)["records"]
    assert kept >= 30
    again = dicetable(
        "demo", "--game", game, "--throws", "2", "--fast", "--json", "--seed", "5", "--db", db, seconds=280
    )
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["throws"] == 2
    after = json.loads(dicetable("verify", db, "--json").stdout)
    assert after["verify"] == "ok"
    assert after["records"] > kept


def wait_for_records(dicetable, db, least):
    """Until the running demo has written so many records, so that the kill falls into the middle of play."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if db.exists():
            done = dicetable("verify", db, "--json")
            if done.stdout and json.loads(done.stdout).get("records", 0) >= least:
                return
        time.sleep(0.5)
    raise AssertionError("the demo wrote nothing for two minutes")
