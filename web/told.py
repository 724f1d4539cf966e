"""The values of the story: throws, no-rolls, news, and what stands now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from web.tally import Tally

#: What is kept of each, the newest last.
THROWS_KEPT, ROUNDS_KEPT, NEWS_KEPT = 60, 40, 40


@dataclass(frozen=True, slots=True)
class SeenThrow:
    """A throw that counts. decided: natural, craps, made, seven_out, point, die (one die for the first shot) or None.

    risk: player -> chips won (+) or lost (-) when it decided a round. was: the faces before a correction.
    round: it belongs to. bets: those that it settled, as dicts; each game has its own, and its pages word them.
    """

    seq: int
    number: int
    dice: tuple[int, ...]
    total: int
    source: str
    shooter: str
    picture: str | None = None
    reading: dict | None = None
    decided: str | None = None
    point: int | None = None
    risk: dict = field(default_factory=dict)
    was: tuple[int, ...] | None = None
    disputed: tuple[str, ...] = ()
    round: int = 0
    bets: tuple[dict, ...] = ()


@dataclass(frozen=True, slots=True)
class MissedThrow:
    """A no-roll: nothing was changed by it."""

    seq: int
    reason: str
    detail: str | None
    picture: str | None
    reading: dict | None
    in_row: int


@dataclass(frozen=True, slots=True)
class News:
    """Something people should hear of even if their phone slept. player: for whom, None: for all."""

    seq: int
    kind: str
    player: str | None
    fields: dict


@dataclass(frozen=True, slots=True)
class Story:
    """See the module.

    missed: the no-roll since the last throw that counts. asking: what the host is asked to judge, or None.
    clear: the camera sees an empty, lit, unmoved surface; ready: and the dice may be thrown.
    walk: of a walk round the pads: who is asked to press one and how far it is (controller/pad_walk.py); or empty.
    die: the newest die of an opening, or None.
    was: the faces of a die of an opening that the host corrects, until the right one follows.
    opened: the ledger's number of the game that is open or was the last, 0 before any.
    dealer, acts: of the hand of cards being played: who dealt, and what was done last, as dicts with `seq` and `kind`.
    """

    shooter: str = ""
    throws: tuple[SeenThrow, ...] = ()
    missed: MissedThrow | None = None
    rounds: tuple[dict, ...] = ()
    news: tuple[News, ...] = ()
    asking: dict | None = None
    clear: bool = False
    ready: bool = False
    camera_ok: bool | None = None
    camera_text: str = ""
    walk: dict = field(default_factory=dict)
    buy_in: int = 0
    opened: int = 0
    results: dict = field(default_factory=dict)
    tally: Tally = Tally()
    tally_before: Tally = Tally()
    die: SeenThrow | None = None
    was: tuple[int, ...] | None = None
    dealer: str = ""
    acts: tuple[dict, ...] = ()

    @property
    def last(self) -> SeenThrow | None:
        """The newest throw that counts, the one that can be corrected: before the first, a die of the opening."""
        return self.throws[-1] if self.throws else self.die

    @property
    def last_seq(self) -> int:
        """The ledger's number of that throw, 0 before any: a page says it with the throw that is to follow."""
        return self.last.seq if self.last is not None else 0


def add_news(told: Story, seq: int, kind: str, player: str | None, fields: dict) -> Story:
    """The story with one more piece of news."""
    return replace(told, news=(*told.news, News(seq, kind, player, fields))[-NEWS_KEPT:])


def change_last(told: Story, **changes: Any) -> Story:
    """The story with something else about the newest throw."""
    if told.throws:
        return replace(told, throws=(*told.throws[:-1], replace(told.throws[-1], **changes)))
    return told if told.die is None else replace(told, die=replace(told.die, **changes))
