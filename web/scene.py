"""The scene that views are made of, and the parts of it that several screens show. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from web import words
from web.guard import thrown_at_once
from web.settings import Settings
from web.story import MissedThrow, SeenThrow, Story

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
    ask: Callable[[dict], tuple[str, str] | None] = _anything_goes

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

    @property
    def line(self) -> dict:
        """The line of the state, with every part there."""
        line = self.state.get("line") or {}
        return {
            "stake": line.get("stake"),
            "for": line.get("for") or [],
            "against": line.get("against") or [],
            "in_play": line.get("in_play") or 0,
            "risk": line.get("risk") or {},
        }


# ---- parts that several screens show ------------------------------------------------------------------------


def sides(scene: Scene) -> dict[str, tuple[str, int]]:
    """Player -> ("stake" | "for" | "against", chips) for everybody on the line."""
    line = scene.line
    found = {name: ("for", chips) for name, chips in line["for"]}
    found |= {name: ("against", chips) for name, chips in line["against"]}
    if line["stake"]:
        found[line["stake"][0]] = ("stake", line["stake"][1])
    return found


def puck(scene: Scene) -> dict:
    """The puck: off, or on a point."""
    point = scene.state.get("point")
    return {"on": point is not None, "point": point, "word": _("ON") if point is not None else _("OFF")}


def line_view(scene: Scene) -> dict:
    """The line: chips with the shooter, against, covered; shares in thousandths for the balance."""
    line = scene.line
    right = (line["stake"][1] if line["stake"] else 0) + sum(chips for _name, chips in line["for"])
    wrong = sum(chips for _name, chips in line["against"])
    most = max(right, wrong, 1)
    return {
        "with": right,
        "against": wrong,
        "in_play": line["in_play"],
        "with_share": round(1000 * right / most),
        "against_share": round(1000 * wrong / most),
        "covered_share": round(1000 * line["in_play"] / most),
        "people_with": (1 if line["stake"] else 0) + len(line["for"]),
        "people_against": len(line["against"]),
    }


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
        "call": words.total_words(throw.dice) if len(throw.dice) == 2 else str(throw.total),
        "decided": words.decided_words(throw.decided, throw.shooter, throw.point),
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
    if phase == "waiting":
        return {"big": _("Waiting"), "small": _("The round opens when two people hold the minimum")}
    if phase == "opening":
        due = ", ".join((scene.state.get("opening") or {}).get("to_throw") or ())
        small = _("One die each, the highest shoots. Still to throw: %(names)s", names=due)
        return {"big": _("Who shoots first?"), "small": small}
    if phase == "point":
        needs = _("%(name)s needs the %(n)d before a 7", name=shooter, n=point)
        return {"big": _("The point is %(n)d", n=point), "small": needs}
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
        return {"kind": "out", "text": _("Dice are out, betting is closed")}
    if not state.get("can_throw"):
        return {"kind": "locked", "text": words.why_not_words(_code(state.get("why_not")), shooter)}
    if not scene.settings.camera:
        return {"kind": "throw", "text": _("%(name)s rolls on the phone", name=shooter)}
    if scene.story.camera_ok is False:
        return {"kind": "wait", "text": _("The camera does not see the table")}
    if not scene.story.ready:
        text = _("Take up the dice, clear the table") if not scene.story.clear else _("One moment …")
        return {"kind": "wait", "text": text}
    return {"kind": "throw", "text": _("Throw, %(name)s!", name=shooter)}


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
        text = scene.story.camera_text or _("The camera gives no pictures.")
        return {"kind": "camera", "title": _("The camera is away"), "text": text}
    if scene.story.learning:
        text = _("%(name)s, press a button of your pad.", name=scene.story.learning)
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
        {"n": throw.number, "dice": list(throw.dice), "total": throw.total, "kind": throw.decided or "undecided"}
        for throw in scene.story.throws[-HISTORY_SHOWN:]
    ]


def people(scene: Scene) -> list[dict]:
    """Everybody in seat order with stack, result, side and risk; who left comes last while a result is shown."""
    state, found, risk = scene.state, sides(scene), scene.line["risk"]
    last = scene.story.last
    won = last.risk if last is not None else {}
    order = scene.players
    if scene.mode == "over":
        results = state.get("results") or {}
        order = sorted(results, key=lambda name: -results[name])
    return [_person(scene, name, found.get(name), risk.get(name), won.get(name)) for name in order]


def _person(scene: Scene, name: str, bet: tuple[str, int] | None, risk: int | None, won: int | None) -> dict:
    state = scene.state
    side, chips = bet or ("none", 0)
    result = (state.get("results") or {}).get(name, 0)
    best = max((state.get("results") or {"": 0}).values())
    return {
        "name": name,
        "shooter": name == state.get("shooter") and scene.mode == "play",
        "side": side,
        "side_word": _side_word(scene, side),
        "bet": chips,
        "risk": risk or 0,
        "risk_word": "" if side == "none" else _("not covered") if not risk else _("risks %(n)d", n=risk),
        "note": _("bought in %(n)d", n=(state.get("bought_in") or {}).get(name, 0)) if scene.mode == "over" else "",
        "stack": (state.get("stacks") or {}).get(name, 0),
        "result": words.signed(result),
        "trend": "up" if result > 0 else "down" if result < 0 else "even",
        "won": words.signed(won) if won else "",
        "won_trend": "up" if (won or 0) > 0 else "down",
        "winner": scene.mode == "over" and result == best,
        "phone": name in scene.held,
        "bought_in": (state.get("bought_in") or {}).get(name, 0),
    }


def _side_word(scene: Scene, side: str) -> str:
    if scene.mode != "play" or scene.phase in ("waiting", "opening"):
        return ""
    return {"stake": _("shoots"), "for": _("for"), "against": _("against")}.get(side, _("sits out"))


def rounds(scene: Scene) -> list[dict]:
    """The record under the table, the newest first."""
    return [
        {
            "round": record["round"],
            "text": words.decided_words(record["why"], record["shooter"], None),
            "line": _line_words(record),
            "kind": record["why"],
            "moves": [f"{name} {words.signed(chips)}" for name, chips in record["risk"].items() if chips],
            "throws": " · ".join(" ".join(map(str, faces)) for faces in record["throws"]),
            "bets": [_bet_words(bet) for bet in record["bets"]],
        }
        for record in reversed(scene.story.rounds[-ROUNDS_SHOWN:])
    ]


def _line_words(record: dict) -> str:
    """Both sides of the line; nothing for a round that was broken off."""
    if not record["in_play"]:
        return ""
    return _("with %(w)d · against %(a)d · in play %(p)d", w=record["with"], a=record["against"], p=record["in_play"])


def _bet_words(bet: dict) -> str:
    """A side bet that was settled: the square, and what it moved between the two."""
    square, chips = words.square_words(bet["square"]), bet["chips"]
    return f"{square}: {bet['player']} {words.signed(chips)}, {bet['taker']} {words.signed(-chips)}"


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


def news_for_all(scene: Scene) -> list[dict]:
    """News that concern everybody: corrections and what they changed, chip by chip."""
    told = []
    for item in scene.story.news[-NEWS_SHOWN:]:
        if item.player is None and (text := words.news_words(item.kind, item.fields)):
            told.append({"seq": item.seq, "text": text})
    since = scene.story.last.seq if scene.story.last else 0
    return [note for note in told if note["seq"] >= since][-2:]
