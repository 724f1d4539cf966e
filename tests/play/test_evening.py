"""A long evening through the real program: twelve players, 200 throws, and the power gone in the middle."""

from __future__ import annotations

import json
import random
import subprocess
import sys

from controller.games.street.options import SQUARES

NAMES = [f"P{number}" for number in range(1, 13)]


class Program:
    """`dicetable play --db` as a child: one command, one reply."""

    def __init__(self, db):
        self.child = subprocess.Popen(
            [sys.executable, "-m", "controller.cli", "play", "--db", str(db)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def give(self, **command):
        self.child.stdin.write(json.dumps(command).encode() + b"\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    @property
    def state(self):
        return self.give(cmd="state")["state"]

    def kill(self):
        self.child.kill()
        self.child.wait(timeout=30)
        self.child.stdin.close()
        self.child.stdout.close()

    def end(self):
        self.child.stdin.close()
        assert self.child.wait(timeout=30) == 0
        self.child.stdout.close()


def some_command(dice, state):
    """A command that may or may not hold in this state."""
    player, other = dice.sample([*NAMES, "Late 1", "Late 2"], 2)
    board = state["board"]
    newest = board[-1]["bet"] if board else 1
    loose = [bet for bet in board if not bet["locked"]]
    bet = dice.choice(loose) if loose else {"bet": 1, "player": player, "taker": None}
    touch = {"cmd": "undo" if bet["taker"] else "lift", "player": bet["player"], "bet": bet["bet"]}
    return dice.choices(
        [
            {"cmd": dice.choice(["for", "against"]), "player": player, "amount": dice.randint(10, 50)},
            {"cmd": "off", "player": dice.choice(state["line"]["for"] or [[player]])[0]},
            {"cmd": "chip", "player": player, "square": dice.choice(SQUARES), "amount": dice.randint(1, 12)},
            {"cmd": "take", "player": other, "bet": newest - dice.randint(0, 2)},
            touch,
            {"cmd": "leave", "player": player},
            {"cmd": "join", "player": player, "buy_in": 300, "after": other},
            {"cmd": "buy_in", "player": player, "amount": 50},
            {"cmd": "correct", "dice": [dice.randint(1, 6), dice.randint(1, 6)]},
            {"cmd": dice.choice(["no_roll", "void", "pass_dice"])},
        ],
        weights=[6, 2, 8, 8, 4, 0.4, 0.5, 1, 0.7, 0.5],
    )[0]


def play_until(program, dice, throws):
    """Gives random commands until the game has had so many throws; counts what was carried out."""
    done = {}
    while program.state["throws"] < throws:
        for _ in range(5):
            command = some_command(dice, program.state)
            if program.give(**command)["ok"]:
                done[command["cmd"]] = done.get(command["cmd"], 0) + 1
        program.give(cmd="throw", dice=[dice.randint(1, 6), dice.randint(1, 6)])
    return done


def test_an_evening_with_a_kill_in_the_middle(tmp_path):
    db, dice = tmp_path / "evening.db", random.Random(7)
    program = Program(db)
    rules = {"line": "open", "late_line": True}
    assert program.give(cmd="open", game="street", players=NAMES, buy_in=500, rules=rules)["ok"]
    done = play_until(program, dice, 100)
    before = program.state
    program.kill()
    program = Program(db)
    assert program.state == before, "what was answered before the power went is there after it"
    for cmd, count in play_until(program, dice, 200).items():
        done[cmd] = done.get(cmd, 0) + count
    assert {"leave", "join", "correct", "void", "take", "undo", "off"} <= done.keys(), done
    end = program.give(cmd="cash_out")
    results = end["events"][-1]["results"]
    assert sum(results.values()) == 0
    assert any(results.values())
    program.end()
    checked = subprocess.run(
        [sys.executable, "-m", "controller.cli", "verify", str(db)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
