"""A table without a screen: commands in, events out, one JSON object a line.

Whoever types is the host and speaks for everybody. Each line gets one reply, flushed before the next line is read:
{"ok": true, "events": [...]}, {"ok": true, "state": {...}}, or {"ok": false, "refused": CODE, "why": "a sentence"}.

    play_lines(sys.stdin.buffer, sys.stdout, InMemory())
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Protocol, TextIO

from controller import evening as evenings
from controller.chance import completed
from controller.games.codec import shown as open_part
from controller.games.fields import normal, shown
from controller.games.refusals import Refused
from controller.pictures import is_hash

LONGEST_LINE = 1_000_000
"""Bytes. A longer line is thrown away as it is read and refused."""
_CHUNK = 1 << 16
_QUIET = frozenset(kind for kind, event in evenings.types().items() if event.quiet)
"""Events that are stored and not told: nothing has changed."""


class Session(Protocol):
    """What play speaks to: a game in memory, or one in a ledger."""

    def submit(self, command: dict) -> Sequence[evenings.Event | dict]:
        """Carries the command out and gives its events (values, or dicts as the codec makes them); raises Refused."""

    def public(self, viewer: str | None) -> dict:
        """The state as that viewer may see it."""


class InMemory:
    """A session that is gone when the program ends."""

    def __init__(self) -> None:
        self.evening = evenings.START

    def submit(self, command: dict) -> Sequence[evenings.Event]:
        command = completed(command, "typed", "host", self.public)
        told = evenings.decide(self.evening, command)
        for event in told:
            self.evening = evenings.evolve(self.evening, event)
        return told

    def public(self, viewer: str | None) -> dict:
        return evenings.public(self.evening, viewer)


class Malformed(ValueError):
    """A line that is no command at all. The message says what is wrong with it."""


def bounded_lines(stream: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """The lines of a binary stream without their ends. Of a line over `longest` bytes only longest + 1 are given."""
    while line := stream.readline(longest + 2):
        if not line.endswith(b"\n") and len(line) > longest:
            line = line[: longest + 1]
            while (rest := stream.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def play(lines: Iterable[bytes | str], out: TextIO, session: Session) -> int:
    """Answers every line. 0, or 1 where one of them was malformed (a refusal by the game's rules is not)."""
    status = 0
    for number, line in enumerate(lines):
        try:
            reply = answer(session, parsed(line, first=number == 0))
        except Malformed as fault:
            status = 1
            reply = {"ok": False, "refused": "bad_input", "why": str(fault)}
        except Refused as refusal:
            reply = {"ok": False, "refused": refusal.code, "why": refusal.why}
        out.write(json.dumps(reply) + "\n")
        out.flush()
    return status


def play_lines(stream: BinaryIO, out: TextIO, session: Session) -> int:
    """`play` on a binary stream, read so that no line can fill the memory."""
    return play(bounded_lines(stream), out, session)


def answer(session: Session, command: dict) -> dict:
    """The reply to one command; raises Refused."""
    if command["cmd"] == "state":
        return {"ok": True, "state": _state(session, command.get("as"))}
    _check_picture(command)
    told = session.submit(command)
    events = [open_part(event if isinstance(event, dict) else evenings.encode(event)) for event in told]
    return {"ok": True, "events": [event for event in events if event["type"] not in _QUIET]}


def _check_picture(command: dict) -> None:
    """A typist may name a picture that is kept, by its hash, and nothing else: `verify` looks for the file."""
    named = command.get("picture")
    if named is not None and not is_hash(named):
        raise Refused("bad_input", f"A picture is named by its hash, 64 signs from 0 to f, not {shown(named)}.")


def _state(session: Session, viewer: Any) -> dict:
    if viewer is not None and not isinstance(viewer, str):
        raise Refused("bad_input", f'"as" is the name of a player or "*", not {shown(viewer)}.')
    viewer = None if viewer is None else normal(viewer)
    state = session.public(viewer)
    if state.get("game") is None:
        raise Refused("not_open", "No game is open yet.")
    if viewer is not None and viewer != "*" and viewer not in state["stacks"]:
        raise Refused("no_such_player", f"Nobody called {shown(viewer)} plays here.")
    return state


# ---- from a line to a command ---------------------------------------------------------------------------------


def parsed(line: bytes | str, first: bool = False) -> dict:
    """The command on a line, or Malformed. first: the first line of all, which may bear a byte order mark."""
    if len(line) > LONGEST_LINE:
        raise Malformed(f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
    except UnicodeDecodeError:
        raise Malformed("The line is not UTF-8.") from None
    if first:
        text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Malformed("The line is empty.")
    try:
        command = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
        if "\\u" in text or not isinstance(line, bytes):
            json.dumps(command, ensure_ascii=False).encode("utf-8")
    except Malformed:
        raise
    except RecursionError:
        raise Malformed("The line is nested too deeply.") from None
    except UnicodeEncodeError:
        raise Malformed("The line has half a character in it.") from None
    except json.JSONDecodeError as fault:
        raise Malformed(f"The line is not JSON: {fault.msg} at column {fault.colno}.") from None
    except ValueError:
        raise Malformed("The line has a number in it that is too long to read.") from None
    if not isinstance(command, dict):
        raise Malformed('The line is JSON but no object with a "cmd".')
    if not isinstance(command.get("cmd"), str):
        raise Malformed('The object has no text "cmd".')
    return command


def _once(pairs: list[tuple[str, Any]]) -> dict:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise Malformed(f"The key {shown(twice)} comes twice in one object.")
    return made


def _no_constant(name: str) -> Any:
    raise Malformed(f"{name} is not a number.")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise Malformed(f"{shown(text)} is too large a number.")
    return value
