"""play: one reply a line, whatever stands on it."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from controller.play import LONGEST_LINE, InMemory, bounded_lines, play, play_lines

OPEN = {"cmd": "open", "game": "street", "players": ["Alice", "Bo"], "buy_in": 500}


def played(*lines, session=None):
    """(status, replies) to lines given as commands, texts or bytes."""
    out = io.StringIO()
    raw = b"\n".join(
        line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    )
    status = play_lines(io.BytesIO(raw), out, session or InMemory())
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_events_state_and_refusal():
    status, replies = played(OPEN, {"cmd": "state"}, {"cmd": "off", "player": "Alice"})
    assert status == 0, "a refusal by the rules is not malformed"
    opened, state, refused = replies
    assert [event["type"] for event in opened["events"]] == ["opened", "shooter_chosen", "round_opened"]
    assert opened["ok"] is True
    assert set(state) == {"ok", "state"}
    assert set(refused) == {"ok", "refused", "why"}
    assert (refused["ok"], refused["refused"]) == (False, "not_allowed")


def test_a_picture_is_named_by_its_hash():
    for named in ("no", "../../etc/passwd", "F" * 64, {"hash": "no"}, 5, ""):
        _, (_, refused, state) = played(OPEN, {"cmd": "throw", "dice": [4, 2], "picture": named}, {"cmd": "state"})
        assert refused["refused"] == "bad_input"
        assert refused["why"].startswith("A picture is named by its hash, 64 signs from 0 to f, not ")
        assert state["state"]["throws"] == 0
    assert played(OPEN, {"cmd": "throw", "dice": [4, 2], "picture": "f" * 64})[1][1]["ok"]


def test_state_has_the_fields_of_the_rules():
    _, (_, _, _, reply) = played(
        OPEN,
        {"cmd": "chip", "player": "Alice", "square": "num_5", "amount": 5},
        {"cmd": "take", "player": "Bo", "bet": 1},
        {"cmd": "state"},
    )
    state = reply["state"]
    wanted = {
        "game": "street",
        "phase": "come_out",
        "point": None,
        "shooter": "Alice",
        "players": ["Alice", "Bo"],
        "stacks": {"Alice": 485, "Bo": 483},
        "bought_in": {"Alice": 500, "Bo": 500},
        "results": {"Alice": 0, "Bo": 0},
        "on_table": 32,
        "line": {
            "stake": ["Alice", 10],
            "for": [],
            "against": [["Bo", 10]],
            "in_play": 10,
            "risk": {"Alice": 10, "Bo": 10},
        },
        "board": [
            {"bet": 1, "player": "Alice", "square": "num_5", "amount": 5, "lay": 7, "taker": "Bo", "locked": False}
        ],
        "can_throw": True,
        "why_not": None,
    }
    assert {key: state[key] for key in wanted} == wanted


MALFORMED = [
    "nonsense",
    "",
    "   ",
    "[]",
    "null",
    '"state"',
    "{}",
    '{"cmd": 5}',
    '{"cmd": "state"',
    '{"cmd": "state"} {"cmd": "state"}',
    '{"cmd": "state", "cmd": "cash_out"}',
    '{"cmd": "throw", "dice": [1, NaN]}',
    '{"cmd": "buy_in", "player": "Bo", "amount": Infinity}',
    '{"cmd": "buy_in", "player": "Bo", "amount": 1e999}',
    '{"cmd": "buy_in", "player": "Bo", "amount": ' + "9" * 5000 + "}",
    '{"cmd": "leave", "player": "\\ud800"}',
    b'{"cmd": "leave", "player": "\xff"}',
    "[" * 100_000,
    '{"cmd": "' + "x" * LONGEST_LINE + '"}',
    "x" * (3 * LONGEST_LINE),
]


@pytest.mark.parametrize("line", MALFORMED, ids=lambda line: repr(line[:40]))
def test_a_malformed_line_changes_nothing_and_the_next_goes_on(line):
    status, replies = played(OPEN, {"cmd": "state"}, line, {"cmd": "state"})
    assert status == 1
    assert len(replies) == 4
    bad = replies[2]
    assert (bad["ok"], bad["refused"]) == (False, "bad_input")
    assert bad["why"].endswith(".")
    assert "\n" not in bad["why"]
    assert len(bad["why"]) < 200
    assert replies[1] == replies[3]


def test_blank_in_front_line_ends_of_windows_and_a_byte_order_mark():
    status, replies = played(b"\xef\xbb\xbf" + json.dumps(OPEN).encode() + b"\r", b'  {"cmd":"cash_out"}  \r')
    assert status == 0
    assert all(reply["ok"] for reply in replies)


def test_a_long_line_is_never_held_whole():
    class Endless:
        """300 megabytes on one line, a piece at a time."""

        def __init__(self):
            self.asked = []

        def readline(self, size):
            self.asked.append(size)
            return {301: b"\n", 302: b""}.get(len(self.asked), b"x" * size)

    stream = Endless()
    lines = list(bounded_lines(stream))
    assert [len(line) for line in lines] == [LONGEST_LINE + 1]
    assert max(stream.asked) <= LONGEST_LINE + 2
    assert len(stream.asked) == 302


def test_a_line_of_exactly_the_longest_is_read():
    line = b'{"cmd":"state"' + b" " * (LONGEST_LINE - 15) + b"}"
    assert len(line) == LONGEST_LINE
    status, (reply, again) = played(line, {"cmd": "state"})
    assert (status, reply["refused"], again["refused"]) == (0, "not_open", "not_open")
    status, _ = played(line + b" ", {"cmd": "state"})
    assert status == 1


def test_lines_may_be_texts():
    out = io.StringIO()
    assert play([json.dumps(OPEN), '{"cmd":"state","as":"\ud800"}', "x"], out, InMemory()) == 1
    assert len(out.getvalue().splitlines()) == 3


def test_every_reply_is_flushed_before_the_next_line_is_read():
    class Out(io.StringIO):
        flushed = 0

        def flush(self):
            self.flushed = len(self.getvalue().splitlines())

    out = Out()

    def lines():
        for number, command in enumerate([OPEN, {"cmd": "state"}, "x", {"cmd": "cash_out"}]):
            assert out.flushed == number
            yield json.dumps(command)

    play(lines(), out, InMemory())
    assert out.flushed == 4


def test_state_as_somebody():
    _, replies = played(
        OPEN,
        {"cmd": "state", "as": "Bo"},
        {"cmd": "state", "as": "*"},
        {"cmd": "state", "as": "Eve"},
        {"cmd": "state", "as": 5},
    )
    assert [reply.get("refused") for reply in replies] == [None, None, None, "no_such_player", "bad_input"]


def test_a_bet_said_again_is_ok_and_nothing_has_happened():
    _, replies = played(OPEN, {"cmd": "against", "player": "Bo"}, {"cmd": "stake", "amount": 10}, {"cmd": "dice_out"},
                        {"cmd": "dice_out"})  # fmt: skip
    assert [len(reply["events"]) for reply in replies] == [3, 0, 0, 1, 0]


def test_nothing_before_open():
    status, replies = played({"cmd": "state"}, {"cmd": "cash_out"}, {"cmd": "nonsense"})
    assert status == 0
    assert [reply["refused"] for reply in replies] == ["not_open", "not_open", "not_open"]


def test_names_of_all_peoples_through_a_real_pipe():
    script = "\n".join(
        json.dumps(command, ensure_ascii=False)
        for command in ({**OPEN, "players": ["Åsa", "李雷"]}, {"cmd": "throw", "dice": [1, 1]}, {"cmd": "cash_out"})
    )
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "play"],
        input=script.encode(),
        capture_output=True,
        timeout=60,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    end = json.loads(done.stdout.splitlines()[-1])["events"][-1]
    assert end["results"] == {"Åsa": -10, "李雷": 10}
