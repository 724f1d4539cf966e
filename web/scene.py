"""The scene that views are made of, and the parts of it that several screens show. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from web import words
from web.games import pages_of
from web.games.pages import GamePages
from web.guard import thrown_at_once
from web.settings import Settings
from web.told import MissedThrow, News, SeenThrow, Story

#: Throws and rounds that a screen lists.
HISTORY_SHOWN, ROUNDS_SHOWN, NEWS_SHOWN = 30, 12, 8


def _anything_goes(_command: dict) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a view is made of.

    state: the public state of the game; {} or no `game`: none is open.
    ask: whether the game would take a command now: None, or the code and the sentence of its refusal.
    """

    seq: int
    state: dict
    story: Story
    settings: Settings
    address: str = ""
    paused: bool = False
    room_code: str = ""
    seats_open: bool = True
    waiting: tuple[str, ...] = ()
    held: frozenset[str] = frozenset()
    requests: dict = field(default_factory=dict)
    pad_codes: dict = field(default_factory=dict)
    new_phones: tuple[str, ...] = ()
    ask: Callable[[dict], tuple[str, str] | None] = _anything_goes

    @property
    def pages(self) -> GamePages:
        """How the game is drawn: the one that is open, else the one that this table opens."""
        return pages_of(self.state.get("game") or self.settings.game)

    @property
    def mode(self) -> str:
        """empty (no game, nobody), lobby (no game, people wait), over, or play."""
        if not self.state.get("game"):
            return "lobby" if self.waiting else "empty"
        return "over" if self.state.get("phase") == "over" else "play"

    @property
    def phase(self) -> str:
        """The phase of the game, "" when none is open."""
        return self.state.get("phase") or ""

    @property
    def players(self) -> list[str]:
        """Who is seated, clockwise."""
        return list(self.state.get("players") or ())


# ---- parts that several screens show ------------------------------------------------------------------------


def puck(scene: Scene) -> dict:
    """The puck: off, or on a point."""
    point = scene.state.get("point")
    word = _("ON") if point is not None else _("OFF")
    return {"there": scene.pages.puck, "on": point is not None, "point": point, "word": word}


def throw_view(scene: Scene, throw: SeenThrow | None) -> dict | None:
    """A throw that counts, in figures and words."""
    if throw is None:
        return None
    reading = throw.reading or {}
    notes = [words.warning_words(warning) for warning in reading.get("warnings") or ()]
    if throw.was is not None:
        notes.append(_("Corrected by the host, before: %(dice)s", dice=" · ".join(map(str, throw.was))))
    if throw.disputed:
        notes.append(_("%(names)s saw it differently", names=", ".join(throw.disputed)))
    return {
        "seq": throw.seq,
        "number": throw.number,
        "dice": list(throw.dice),
        "total": throw.total,
        "call": words.total_words(throw.dice, throw.decided) if len(throw.dice) == 2 else str(throw.total),
        "decided": scene.pages.throw_words(scene, throw)
        or words.decided_words(throw.decided, throw.shooter, throw.point),
        "kind": throw.decided or "undecided",
        "picture": _picture(throw.picture),
        "seen": words.source_words(throw.source, reading.get("confidence")),
        "seen_dice": seen_dice(reading),
        "notes": notes,
    }


def seen_dice(reading: dict | None) -> list[str]:
    """What was seen of each die in the picture, in the order in which they stand there."""
    return [words.die_words(die) for die in ((reading or {}).get("dice") or ())[:6]]


def _picture(digest: str | None) -> str | None:
    return f"/picture/{digest}.jpg" if digest else None


def missed_view(scene: Scene, missed: MissedThrow | None) -> dict | None:
    """A no-roll: why, in plain words."""
    if missed is None:
        return None
    return {
        "seq": missed.seq,
        "title": _("No roll"),
        "why": words.no_roll_words(missed.reason, missed.detail, thrown_at_once(scene.state)),
        "picture": _picture(missed.picture),
        "seen_dice": seen_dice(missed.reading),
        "row": _row_words(missed.in_row) if missed.in_row > 1 else "",
    }


def _row_words(in_row: int) -> str:
    return ngettext("%(num)d no-roll in a row", "%(num)d no-rolls in a row", in_row)


def headline(scene: Scene) -> dict:
    """What is going on, in a big sentence and a small one."""
    shooter, phase, point = scene.state.get("shooter") or "", scene.phase, scene.state.get("point")
    if scene.mode == "empty":
        return {"big": _("Welcome to the table"), "small": _("Scan the code and type your name to sit down")}
    if scene.mode == "lobby":
        return {"big": _("The table fills"), "small": _("The host opens the game when everybody sits")}
    if scene.mode == "over":
        return {"big": _("The dice rest"), "small": _("The table has cashed out")}
    if told := scene.pages.headline(scene):
        return told
    if phase == "waiting":
        return {"big": _("Waiting"), "small": _("The round opens when two people hold the minimum")}
    if phase == "opening":
        due = ", ".join((scene.state.get("opening") or {}).get("to_throw") or ())
        small = _("One die each, the highest shoots. Still to throw: %(names)s", names=due)
        return {"big": _("Who shoots first?"), "small": small}
    if phase == "point":
        needs = _("%(name)s needs the %(n)d before a 7", name=shooter, n=point)
        return {"big": _("The point is %(n)d", n=point), "small": needs}
    if not shooter:
        return {"big": _("Come-out"), "small": _("Nobody sits at the table: the dice wait")}
    return {"big": _("Come-out"), "small": _("%(name)s: 7 or 11 passes, 2, 3 or 12 misses", name=shooter)}


def cue(scene: Scene) -> dict:
    """What the shooter may do now. kind: throw, wait, out, locked or none."""
    state, shooter = scene.state, scene.state.get("shooter") or ""
    opening = scene.phase == "opening"
    if scene.mode != "play" or scene.phase == "waiting" or (opening and not scene.settings.camera):
        return {"kind": "none", "text": ""}
    if opening:
        # The camera cannot see whose die it is: it is that of the one who is asked to throw.
        shooter = next(iter((state.get("opening") or {}).get("to_throw") or ()), "")
    if scene.paused:
        return {"kind": "wait", "text": _("Paused by the host")}
    if state.get("dice_out") or state.get("why_not") == "dice_out":
        one = thrown_at_once(state) == 1
        return {"kind": "out", "text": _("The die is out") if one else _("Dice are out, betting is closed")}
    if not state.get("can_throw") and not opening and scene.phase not in scene.pages.throws_in:
        return {"kind": "none", "text": ""}
    if not state.get("can_throw"):
        return {"kind": "locked", "text": words.why_not_words(_code(state.get("why_not")), shooter)}
    if not scene.settings.camera:
        return {"kind": "throw", "text": _("%(name)s rolls on the phone", name=shooter)}
    if scene.story.camera_ok is False:
        return {"kind": "wait", "text": _("The camera does not see the table")}
    if not scene.story.ready:
        return {"kind": "wait", "text": _("One moment …") if scene.story.clear else _take_up(state)}
    return {"kind": "throw", "text": _("Throw, %(name)s!", name=shooter)}


def _take_up(state: dict) -> str:
    one = thrown_at_once(state) == 1
    return _("Take up the die, clear the table") if one else _("Take up the dice, clear the table")


def _code(why_not: Any) -> str | None:
    """The code of a `why_not`, which may be the code itself or a dict or pair with it."""
    if isinstance(why_not, dict):
        return why_not.get("refused") or why_not.get("code")
    return why_not if isinstance(why_not, str) else None


def alert(scene: Scene) -> dict | None:
    """What everybody has to know at once, the most pressing first."""
    if scene.mode == "play" and (scene.story.asking or scene.state.get("host_called")):
        return {"kind": "host", "title": _("Host, please"), "text": _host_words(scene)}
    if scene.settings.camera and scene.story.camera_ok is False:
        text = words.in_english(scene.story.camera_text) or _("The camera gives no pictures.")
        return {"kind": "camera", "title": _("The camera is away"), "text": text}
    if scene.story.walk:
        text = _("%(name)s, press a button of your pad.", name=scene.story.walk["asking"])
        return {"kind": "learn", "title": _("Finding the pads"), "text": text}
    if scene.paused:
        text = _("The host has paused the table. Bets stay where they are.")
        return {"kind": "paused", "title": _("Pause"), "text": text}
    return None


def _host_words(scene: Scene) -> str:
    asking = scene.story.asking
    if asking and not asking.get("third"):
        return _("The camera cannot judge this throw: name the faces or call no roll.")
    return _("Three throws in a row could not be counted.")


def history(scene: Scene) -> list[dict]:
    """The last throws, oldest first."""
    return [
        {
            "n": throw.number,
            "dice": list(throw.dice),
            "total": throw.total,
            "kind": throw.decided or "undecided",
            "word": words.kind_words(throw.decided),
        }
        for throw in scene.story.throws[-HISTORY_SHOWN:]
    ]


def people(scene: Scene) -> list[dict]:
    """Everybody in seat order with stack, result and bets; at the end by result."""
    beside = scene.pages.beside(scene)
    order = scene.players
    if scene.mode == "over":
        results = scene.state.get("results") or {}
        order = sorted(results, key=lambda name: -results[name])
    return [_person(scene, name, beside.get(name, {})) for name in order]


def _person(scene: Scene, name: str, beside: dict) -> dict:
    state = scene.state
    result = (state.get("results") or {}).get(name, 0)
    best = max((state.get("results") or {"": 0}).values())
    won = gains(scene).get(name, 0) if scene.mode == "play" else 0
    return {
        "name": name,
        "shooter": name == state.get("shooter") and scene.mode == "play",
        "side": "none",
        "side_word": "",
        "bet": 0,
        "risk": 0,
        "risk_word": "",
        "note": _("bought in %(n)d", n=(state.get("bought_in") or {}).get(name, 0)) if scene.mode == "over" else "",
        "stack": (state.get("stacks") or {}).get(name, 0),
        "result": words.signed(result),
        "trend": "up" if result > 0 else "down" if result < 0 else "even",
        "won": words.signed(won) if won else "",
        "won_trend": "up" if won > 0 else "down",
        "winner": scene.mode == "over" and result == best,
        "phone": name in scene.held,
        "bought_in": (state.get("bought_in") or {}).get(name, 0),
        **beside,
    }


def gains(scene: Scene) -> dict[str, int]:
    """Player -> chips that the newest throw won (+) or lost (-) for him, by the line and by other bets."""
    last = scene.story.last
    moved = dict(last.risk) if last is not None else {}
    for bet in last.bets if last is not None else ():
        if bet.get("taker"):  # between two players; what was won from a bank is in `risk`
            moved[bet["player"]] = moved.get(bet["player"], 0) + bet["chips"]
            moved[bet["taker"]] = moved.get(bet["taker"], 0) - bet["chips"]
    return moved


def rounds(scene: Scene) -> list[dict]:
    """The record under the table, the newest first."""
    return [
        {
            "round": record["round"],
            "text": words.decided_words(record["why"], record["shooter"], None),
            "kind": record["why"],
            "moves": [f"{name} {words.signed(chips)}" for name, chips in record["risk"].items() if chips],
            "throws": " · ".join(" ".join(map(str, faces)) for faces in record["throws"]),
            **scene.pages.round_words(record),
        }
        for record in reversed(scene.story.rounds[-ROUNDS_SHOWN:])
    ]


def join_view(scene: Scene) -> dict:
    """How to sit down."""
    seats = scene.settings.seats
    taken = len(scene.players) if scene.state.get("game") else len(scene.waiting)
    free = scene.seats_open and taken < seats and scene.mode != "over"
    return {
        "address": scene.address,
        "code": scene.room_code,
        "open": free,
        "text": _("Scan to sit down") if free else _("Scan to watch"),
        "free": max(0, seats - taken),
    }


def news_text(scene: Scene, item: News) -> str:
    """One piece of news in a sentence; "" for one that is not told."""
    return words.news_words(item.kind, item.fields) or scene.pages.news_words(item.kind, item.fields)


def news_for_all(scene: Scene) -> list[dict]:
    """News that concern everybody: corrections and what they changed, chip by chip."""
    told = []
    for item in scene.story.news[-NEWS_SHOWN:]:
        if item.player is None and (text := news_text(scene, item)):
            told.append({"seq": item.seq, "text": text})
    since = scene.story.last.seq if scene.story.last else 0
    return [note for note in told if note["seq"] >= since][-2:]
