"""What the table tells: the reply to a command, its state at one moment, what it publishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.games.refusals import Refused
from controller.may import HOST, settle_speaker
from controller.rulebook import Rulebook

#: Refusals of the table itself, beside those of the games: the state is not the one that was seen; the
#: table cannot store anything now (disk full, too much waiting, closed).
CHANGED = "changed"
UNAVAILABLE = "unavailable"


class Unavailable(Refused):
    """The table could not carry out a command that the rules may allow. Nothing has changed."""

    def __init__(self, why: str) -> None:
        Exception.__init__(self, why)
        self.code = UNAVAILABLE
        self.why = why


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table after record `seq`; never changes. evening: the value of the games."""

    seq: int
    #: Never in a line of a log: hands of cards are in it.
    evening: Any = field(repr=False)
    rules: Rulebook = field(repr=False, compare=False)

    def public(self, viewer: str | None = None) -> dict[str, Any]:
        """The state as rules.md writes it, as this viewer may see it."""
        return self.rules.public(self.evening, viewer)

    def can(self, command: dict[str, Any], by: str = HOST) -> Refused | None:
        """Why this speaker's command would be refused in this state, or None: for pages, to mark what cannot be tapped.

        The table may refuse more: it knows the camera. A roll on a phone is asked without its faces.
        """
        try:
            if by != HOST:
                command = settle_speaker(command, by, self.public())
            self.rules.decide(self.evening, self.rules.completed(command, "asked", by, self.public))
        except Refused as refusal:
            return refusal
        return None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one command.

    ok: carried out; then `events` are the events it led to, in JSON-ready form, and `seq` is the number
    of its last record (the table's last one when it changed nothing).
    refused, why: code and sentence when it was not. snapshot: the table's state after it.
    """

    ok: bool
    events: tuple[dict[str, Any], ...] = ()
    seq: int = 0
    refused: str | None = None
    why: str | None = None
    snapshot: Snapshot | None = field(default=None, repr=False, compare=False)

    def events_or_refusal(self) -> tuple[dict[str, Any], ...]:
        """The events. Raises Refused when the rules do not allow it, Unavailable when it could not be stored."""
        if self.ok:
            return self.events
        if self.refused == UNAVAILABLE:
            raise Unavailable(self.why or "")
        raise Refused(self.refused or "bad_input", self.why or "")


@dataclass(frozen=True, slots=True)
class Published:
    """A command that was stored: its records are first_seq (the command) to seq; `by` and `source` gave it.

    snapshot, before: the state after it and before it.
    """

    seq: int
    command: Mapping[str, Any]
    events: tuple[dict[str, Any], ...]
    snapshot: Snapshot
    first_seq: int = 0
    by: str = "host"
    source: str = "host"
    before: Snapshot | None = field(default=None, repr=False, compare=False)

    def moved(self) -> dict[str, tuple[int, int]]:
        """player -> (result before, result after), of those whose result it changed. A correction's chip by chip."""
        if self.before is None:
            return {}
        was = self.before.public().get("results") or {}
        now = self.snapshot.public().get("results") or {}
        return {name: (was.get(name, 0), chips) for name, chips in now.items() if chips != was.get(name, 0)}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to show that is not stored: a cue, the camera's health, dice that nobody bet on."""

    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Gap:
    """Stands for `lost` items that a slow subscriber did not fetch in time: take a new snapshot."""

    lost: int
