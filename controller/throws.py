"""The adjudicator: stands between the camera's watch and the table, and gives the table its commands.

The rulings are in adjudication.py, pure. Here is what carries them out: the picture is kept before the
record that names it, the betting is closed at the capture time of the first moving frame, a throw is
handed in with what was seen, and what changes nothing is only shown.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from typing import Any

from controller.adjudication import (
    IDLE,
    Action,
    Ask,
    Call,
    Close,
    Facts,
    Lost,
    Reopen,
    Seen,
    Settle,
    Show,
    Time,
    lock,
    pause,
    rule,
)
from controller.pictures import PictureError, Pictures
from controller.table import Notice, Reply, Table
from vision.events import Empty, Motion, NoRoll, Throw, WatchEvent
from vision.frames import Frame
from vision.watch import LookPolicy
from vision.watch_pictures import encode_picture

log = logging.getLogger(__name__)

#: How the watch looks again at a throw that it could not read: first at the next frames as they are, then with
#: half the light, against glare, then with twice the light, against the dark.
LOOKS = LookPolicy(looks=4, burst=3, exposures=(0.0, -1.0, 1.0))
#: Seconds that the camera's thread waits for the table's answer at most.
ANSWER_S = 3.0

#: The share of the time between two frames that is taken for certain: no frame is captured so soon after another.
#: So far beyond a frame that was judged, no motion can have begun, and a tap need not wait for the next frame.
SURE_SHARE = 0.8
#: A pause between frames longer than this is a hitch, not the camera's pace. Seconds.
LONGEST_PACE_S = 0.2

_NO_ANSWER = Reply(False, refused="unavailable", why="The table did not answer.")


class Adjudicator:
    """Takes what the watch saw (`on`, `judged`, `camera`) and gives the table its commands.

    table: where they go. pictures: where the pictures of throws are kept, None keeps none.
    host_wait: seconds that the host has to name the faces of a throw that leans or of the third no-roll in a
        row, while betting stays closed; 0.0 calls no roll at once.
    `dice`, `on`, `judged` and `camera` belong to one thread (the eye's); `pause` may come from any.
    """

    def __init__(self, table: Table, pictures: Pictures | None = None, host_wait: float = 0.0) -> None:
        self._table = table
        self._pictures = pictures if pictures is not None else table.pictures
        self._host_wait = host_wait
        self._lock = threading.RLock()
        self._state = IDLE
        self._closing: Future[Reply] | None = None
        self._out_at = 0
        self._t = 0.0
        self._watched = False
        self._paces: deque[float] = deque(maxlen=30)
        self._cue: tuple[bool, bool, str | None] | None = None
        self._notices = table.subscribe(maxsize=256)
        self._facts_of: tuple[int, Facts, dict[str, Any]] | None = None

    @property
    def paused(self) -> bool:
        """Whether throws that begin now would not count."""
        return self._state.paused

    @property
    def asking(self) -> bool:
        """Whether the host is asked to name the faces."""
        return self._state.stage == "asked"

    @property
    def dice(self) -> int | None:
        """How many dice the next throw is made with, as the game says; None without a game."""
        return self._facts()[1].get("dice_needed")

    def on(self, event: WatchEvent, frame: Frame | None = None) -> None:
        """One event of the watch. Gives the table its commands and waits for their answer, a few ms."""
        if isinstance(event, Motion | Empty | Throw | NoRoll):
            self._see(event)

    def judged(self, until: float, clear: bool = False) -> None:
        """Every frame captured until then was judged for motion; whether the surface lies clear and unmoved."""
        if not self._watched:
            self._watched = True
            self._table.watch_camera(True)
        self._table.judged(until + self._no_motion_for(until))
        with self._lock:
            self._t = max(self._t, until)
            if self._state.stage != "idle" and (self._closing is None or self._closing.done()):
                self._see(Time(self._t))
        self._tell_cue(clear)

    def _no_motion_for(self, until: float) -> float:
        """Seconds after a judged frame in which no other is captured, by the shortest pace of late; 0.0 if unknown."""
        pace = until - self._t
        if 0.0 < pace <= LONGEST_PACE_S:
            self._paces.append(pace)
        return SURE_SHARE * min(self._paces, default=0.0)

    def camera(self, seeing: bool, sentence: str = "") -> None:
        """The camera was lost or came back."""
        self._watched = seeing
        self._table.watch_camera(seeing)
        self._table.notice("camera", seeing=seeing, sentence=sentence)
        if not seeing:
            self._see(Lost(self._t, sentence))
            self._tell_cue(False)

    def pause(self, paused: bool) -> None:
        """The host pauses the table: throws that begin now are shown and do not count."""
        with self._lock:
            self._state = pause(self._state, paused)
        self._table.notice("pause", on=paused)

    def _hear(self) -> None:
        """The host's page pauses by a notice."""
        while (item := self._notices.get(timeout=0)) is not None:
            if isinstance(item, Notice) and item.kind == "pause":
                self._state = pause(self._state, bool(item.fields.get("on")))

    def _see(self, seen: Seen) -> None:
        with self._lock:
            self._hear()
            self._learn_of_closing()
            facts, _ = self._facts()
            self._state, actions = rule(self._state, seen, facts)
            for action in actions:
                self._do(action)

    def _learn_of_closing(self) -> None:
        if self._closing is None:
            return
        reply, self._closing = _answer(self._closing), None
        self._out_at = reply.seq
        # Where the shooter's own key has closed the betting before, it is closed for this throw too.
        closed = reply.ok or reply.refused == "dice_out"
        self._state = lock(self._state, None if closed else (reply.refused or "", reply.why or ""))

    def _facts(self) -> tuple[Facts, dict[str, Any]]:
        """What the rulings need of the table, and its public state; worked out once a state."""
        now = self._table.snapshot()
        if self._facts_of is None or self._facts_of[0] != now.seq:
            public = now.public()
            rules = public.get("rules") or {}
            facts = Facts(
                leaning=rules.get("leaning", "host"),
                wall=rules.get("wall", "lenient"),
                calls=public.get("no_rolls", 0),
                dice_out=bool(public.get("dice_out")),
                can_throw=bool(public.get("can_throw")),
                host_wait=self._host_wait,
            )
            self._facts_of = (now.seq, facts, public)
        return self._facts_of[1], self._facts_of[2]

    def _do(self, action: Action) -> None:
        carried: dict[type, Callable[[Any], None]] = {
            Close: self._close,
            Settle: self._settle,
            Call: self._call,
            Reopen: self._reopen,
            Ask: self._ask,
            Show: self._show,
        }
        carried[type(action)](action)

    def _close(self, action: Close) -> None:
        self._closing = self._table.motion(action.t)

    def _settle(self, action: Settle) -> None:
        command = {"cmd": "throw", "dice": list(action.values), "source": "camera"}
        public = self._facts()[1]
        if public.get("phase") == "opening" and len(action.values) == 1:
            command["player"] = next(iter(public["opening"]["to_throw"]), None)
        reply = self._hand_in({**command, **self._evidence(action.seen, leaning=action.leaning)}, action.seen.t)
        if reply.ok:
            return
        code, why = reply.refused or "", reply.why or ""
        if code == "not_allowed":
            # This table takes no throws from the camera: somebody names the faces, betting stays closed.
            self._table.notice("ask_host", third=False, values=list(action.values), why=why)
        elif code in ("changed", "unavailable"):
            self._show(Show(action.seen, code, why))
        else:
            # Nobody is against, the table waits, or the number of dice is wrong: the rules make it no roll.
            self._call(Call(code, None, action.seen.t, action.seen))

    def _call(self, action: Call) -> None:
        command: dict[str, Any] = {"cmd": "no_roll", "reason": action.reason}
        if action.detail is not None:
            command["detail"] = action.detail
        if action.seen is not None:
            command |= self._evidence(action.seen)
        reply = self._hand_in(command, action.t)
        if not reply.ok:
            log.warning("The no-roll was not taken: %s", reply.why)

    def _reopen(self, action: Reopen) -> None:
        reply = self._hand_in({"cmd": "no_roll", "reason": "hand", "detail": "no_throw", "counted": False}, action.t)
        if not reply.ok:
            log.warning("The betting could not be opened again: %s", reply.why)
        self._table.notice("no_throw", why=action.why)

    def _ask(self, action: Ask) -> None:
        self._table.notice("ask_host", third=action.third, reason=action.seen.reason, **self._evidence(action.seen))

    def _show(self, action: Show) -> None:
        seen = action.seen
        values = list(seen.values) if isinstance(seen, Throw) else None
        reason = None if isinstance(seen, Throw) else seen.reason
        evidence = self._evidence(seen, keep=False)
        self._table.notice("no_roll", code=action.code, why=action.why, values=values, reason=reason, **evidence)

    def _hand_in(self, command: dict[str, Any], t: float) -> Reply:
        return _answer(self._table.submit(command, source="camera", arrived=t, dice_out_at=self._out_at))

    def _evidence(self, seen: Throw | NoRoll, leaning: bool = False, keep: bool = True) -> dict[str, Any]:
        """What the ledger keeps of a throw: the picture's hash, once it is on the disk, and the reading."""
        reading = {} if seen.reading is None else seen.reading.to_json()
        reading.pop("ms", None)
        reading |= {"frame": seen.frame, "t": round(seen.t, 3), "looks": seen.looks, "warnings": list(seen.warnings)}
        if isinstance(seen, Throw):
            reading |= {"confidence": round(seen.confidence, 4), "settle_frame": seen.settle_frame}
        if leaning:
            reading["leaning"] = "counts"
        evidence: dict[str, Any] = {"reading": reading}
        if keep and self._pictures is not None and seen.picture is not None:
            try:
                evidence["picture"] = self._pictures.keep(encode_picture(seen.picture))
            except PictureError as error:
                log.error("%s", error)
                self._table.notice("picture_lost", why=str(error))
        return evidence

    def _tell_cue(self, clear: bool) -> None:
        """Says when the dice may be thrown, each time that changes."""
        with self._lock:
            self._hear()
            public = self._facts()[1]
            idle = self._state.stage == "idle"
            ready = clear and idle and not self.paused and bool(public.get("can_throw"))
            why = None if ready else self._why_not(clear, idle, public)
            if self._cue == (ready, clear, why):
                return
            self._cue = (ready, clear, why)
        self._table.notice("cue", throw=ready, clear=clear, why=why)

    def _why_not(self, clear: bool, idle: bool, public: dict[str, Any]) -> str | None:
        if self.paused:
            return "paused"
        if not idle:
            return "dice_out"
        return public.get("why_not") if not public.get("can_throw") else None if clear else "surface"


def _answer(reply: Future[Reply]) -> Reply:
    try:
        return reply.result(ANSWER_S)
    except TooLate:
        return _NO_ANSWER
