"""The table: the one writer. Commands in, decided by the rules, stored in the ledger, and only then told.

Pads, phones, the host and the camera all hand their commands to `submit`. One thread takes them in
order of arrival (gate.py), asks the rules, writes command and events to the disk, puts the new state in
place and publishes it. What is refused or cannot be stored changes nothing.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from controller.games.refusals import Refused
from controller.gate import LIMIT_S, Gate
from controller.ledger import Ledger, LedgerBroken, LedgerError, stamp
from controller.may import HOST, settle_speaker
from controller.pictures import Pictures
from controller.records import plain
from controller.replies import CHANGED, UNAVAILABLE, Gap, Notice, Published, Reply, Snapshot
from controller.rulebook import Rulebook, chips_agree, house_rules
from controller.subscriptions import Subscription, Subscriptions

__all__ = ["Gap", "Notice", "Published", "Reply", "Snapshot", "Subscription", "Table"]

log = logging.getLogger(__name__)

#: States kept to tell whether a tap saw the one that holds now.
REMEMBERED_STATES = 512
#: Replies kept for taps that are sent a second time.
REMEMBERED_TAPS = 2048
#: Commands that mean one certain throw: stale once another was made.
OF_THE_DICE = frozenset({"throw", "no_roll", "correct", "void", "pass_dice", "confirm"})
#: Bets on what falls next: stale once something has fallen, whatever else has changed.
ON_THE_NEXT_THROW = frozenset({"chip", "take"})
#: Commands that may wait; more are refused.
MOST_WAITING = 10_000


@dataclass(frozen=True, slots=True)
class _Request:
    command: dict[str, Any]
    by: str
    source: str
    seen: int | None = None
    dice_out_at: int | None = None
    tap: tuple[str, str] | None = None
    reply: Future[Reply] = field(default_factory=Future)


class Table:
    """The one writer on a ledger.

    ledger: open for writing; the table does not close it. pictures: where the pictures of throws lie, for
    those who show them. clock: capture and arrival times, seconds. gate_limit: seconds that a command
    waits for the camera at most. rules: the games; by default those of this program.
    Raises LedgerBroken when the ledger cannot be played again.

        table = Table(Ledger("evening.db"))
        table.start()
        table.submit({"cmd": "for", "player": "Bo"}, by="Bo").result()
        table.stop()
    """

    def __init__(
        self,
        ledger: Ledger,
        pictures: Pictures | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        rules: Rulebook | None = None,
        gate_limit: float = LIMIT_S,
    ) -> None:
        self.pictures = pictures
        self.ledger = ledger
        self._clock = clock
        self._rules = rules or house_rules()
        self._gate = Gate(gate_limit)
        self._turn = threading.Condition()
        self._publishing = threading.Lock()
        self._listeners = Subscriptions()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._taps: OrderedDict[tuple[str, str], Future[Reply]] = OrderedDict()
        #: Whether it was the camera that sent the dice out, the last time.
        self._camera_closed = False
        self._past: deque[Snapshot] = deque(maxlen=REMEMBERED_STATES)
        self._snapshot = self._replay()

    # ---- from any thread -------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the thread that carries commands out."""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Carries out what waits, then ends; may be called twice. Later commands are refused."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._refuse_the_rest()
        self._listeners.close()

    def submit(
        self,
        command: dict[str, Any],
        by: str = HOST,
        seen: int | None = None,
        arrived: float | None = None,
        source: str = HOST,
        tap: str | None = None,
        dice_out_at: int | None = None,
    ) -> Future[Reply]:
        """Hands a command in and returns at once; the reply comes through the future.

        by: "host" or a player's name. source: host, phone, pad, camera (then `arrived` is the capture time of
            the frame in which it was seen) or typed.
        seen: `seq` of the state that the speaker saw; refused as `changed` when what he may tap on is not
            the same any more. arrived: when it reached this machine (the table's clock); now by default.
        tap: a name for this tap; the same one from the same speaker is carried out once and answered alike.
        dice_out_at: `seq` of the state in which these dice went out; refused as `changed` once they are not.
        """
        try:
            command = plain(command)
        except ValueError as error:
            return _answered(Reply(False, refused="bad_input", why=f"This is not a command: {error}."))
        if not isinstance(command, dict):
            return _answered(Reply(False, refused="bad_input", why="A command is an object with a field cmd."))
        now = self._clock()
        at = now if arrived is None else min(arrived, now)
        key = None if tap is None else (by, str(tap)[:200])
        request = _Request(command, by, source, seen, dice_out_at, key)
        return self._enter(request, at, seen_by_camera=source == "camera" and by == HOST)

    def knows(self, by: str, tap: str) -> bool:
        """Whether this tap was handed in before: handed in again, it is answered like the first time."""
        with self._turn:
            return (by, tap[:200]) in self._taps

    def motion(self, t: float) -> Future[Reply]:
        """Dice move, first in the frame captured at `t`: betting closed then. The reply is that of `dice_out`."""
        return self._enter(_Request({"cmd": "dice_out"}, HOST, "camera"), t, seen_by_camera=True)

    def watch_camera(self, watching: bool) -> None:
        """Whether commands wait until the camera's gate has judged their moment of arrival."""
        with self._turn:
            self._gate.watch(watching, time.monotonic())
            self._turn.notify_all()

    def judged(self, until: float) -> None:
        """Every frame captured until then has been judged for motion."""
        with self._turn:
            self._gate.judged(until, time.monotonic())
            self._turn.notify_all()

    def snapshot(self) -> Snapshot:
        """The state now; never changes, may be kept."""
        return self._snapshot

    def subscribe(self, maxsize: int = 256) -> Subscription:
        """A queue of what is published from now on, with the state it starts from. A full one loses and says so."""
        with self._publishing:
            return self._listeners.add(self._snapshot, maxsize)

    def notice(self, kind: str, **fields: Any) -> None:
        """Tells all subscribers something that is not stored."""
        self._listeners.publish(Notice(kind, fields))

    # ---- queue -----------------------------------------------------------------------------------

    def _enter(self, request: _Request, at: float, seen_by_camera: bool) -> Future[Reply]:
        with self._turn:
            if request.tap is not None and (known := self._taps.get(request.tap)) is not None:
                return known
            if self._closed:
                return _answered(Reply(False, refused=UNAVAILABLE, why="The table is closed."))
            if len(self._gate) >= MOST_WAITING and not seen_by_camera:
                return _answered(Reply(False, refused=UNAVAILABLE, why="The table has too much to do; try again."))
            if request.tap is not None:
                self._remember(request.tap, request.reply)
            add = self._gate.add_seen if seen_by_camera else self._gate.add
            add(request, at, time.monotonic())
            self._turn.notify_all()
        return request.reply

    def _remember(self, tap: tuple[str, str], reply: Future[Reply]) -> None:
        self._taps[tap] = reply
        while len(self._taps) > REMEMBERED_TAPS:
            self._taps.popitem(last=False)

    def _run(self) -> None:
        while (request := self._next()) is not None:
            if not request.reply.set_running_or_notify_cancel():
                continue
            request.reply.set_result(self._answer(request))

    def _next(self) -> _Request | None:
        with self._turn:
            while True:
                now = time.monotonic()
                if self._closed:
                    self._gate.watch(False, now)
                request = self._gate.take(now)
                if request is not None or self._closed:
                    return request
                self._turn.wait(self._gate.wait(now))

    def _refuse_the_rest(self) -> None:
        # Only where the thread was never started.
        while (request := self._gate.take(float("inf"))) is not None:
            if request.reply.set_running_or_notify_cancel():
                request.reply.set_result(Reply(False, refused=UNAVAILABLE, why="The table is closed."))

    # ---- the table's own thread ------------------------------------------------------------------

    def _answer(self, request: _Request) -> Reply:
        before = self._snapshot
        try:
            return self._carry_out(request, before)
        except Refused as refusal:
            return self._refusal(refusal.code, refusal.why, before)
        except LedgerError as error:
            log.error("%s", error)
            self._forget(request)
            return self._refusal(UNAVAILABLE, f"{error} Nothing was changed.", before)
        except Exception:
            log.exception("The table could not carry out %r", self._rules.shown_command(request.command))
            self._forget(request)
            return self._refusal(UNAVAILABLE, "The table failed at this command. Nothing was changed.", before)

    def _carry_out(self, request: _Request, before: Snapshot) -> Reply:
        command = request.command
        camera = request.source == "camera" and request.by == HOST
        if camera or request.by != HOST:
            public = before.public()
            in_the_air = self._camera_closed and bool(public.get("dice_out"))
            command = settle_speaker(command, request.by, public, camera, in_the_air)
        self._check_still_true(request, command, before)
        command = self._rules.completed(command, request.source, request.by, before.public)
        events = tuple(self._rules.decide(before.evening, command))
        if not events:
            return Reply(True, (), before.seq, snapshot=before)
        evening = before.evening
        for event in events:
            evening = self._rules.evolve(evening, event)
        encoded = tuple(plain(self._rules.encode(event)) for event in events)
        if tuple(self._rules.decode(event) for event in encoded) != events:
            raise AssertionError(f"events would not come back the same from the ledger: {_types(encoded)}")
        if not chips_agree(self._rules.public(evening, None)):
            raise AssertionError(f"chips would be lost or made: {_types(encoded)}")
        told = tuple(map(self._rules.shown, encoded))
        more = {"id": request.tap[1]} if request.tap is not None else {}
        numbers = self.ledger.append(command, encoded, stamp(by=request.by, source=request.source, **more))
        after = Snapshot(numbers[-1], evening, self._rules)
        if command["cmd"] == "dice_out":
            self._camera_closed = camera
        with self._publishing:
            self._past.append(after)
            self._snapshot = after
            self._listeners.publish(
                Published(
                    after.seq, self._rules.shown_command(command), told, after, numbers[0], request.by, request.source,
                    before,
                )
            )
        return Reply(True, told, after.seq, snapshot=after)

    def _check_still_true(self, request: _Request, command: dict[str, Any], now: Snapshot) -> None:
        out_at = request.dice_out_at
        if out_at is not None and not self._same_since(out_at, now, _flight):
            raise Refused(CHANGED, "This throw was settled before.")
        seen = request.seen
        if seen is None or seen == now.seq:
            return
        player = command.get("player") if request.by == HOST else request.by
        player = player if isinstance(player, str) else None

        def view(past: Snapshot) -> Any:
            if command.get("cmd") in ON_THE_NEXT_THROW:
                return past.public().get("throws")
            thrown = _flight(past) if command.get("cmd") in OF_THE_DICE else None
            return self._rules.tap_view(past.evening, player), thrown

        if not self._same_since(seen, now, view):
            raise Refused(CHANGED, "The table has changed since: look again, then tap.")

    def _same_since(self, seq: int, now: Snapshot, view: Callable[[Snapshot], Any]) -> bool:
        then = next((past for past in reversed(self._past) if past.seq <= seq), None)
        return then is not None and seq <= now.seq and view(then) == view(now)

    def _refusal(self, code: str, why: str, now: Snapshot) -> Reply:
        return Reply(False, (), now.seq, code, why, now)

    def _forget(self, request: _Request) -> None:
        # The same tap may be tried again: it was never answered by the rules.
        if request.tap is not None:
            with self._turn:
                self._taps.pop(request.tap, None)

    def _replay(self) -> Snapshot:
        rules = self._rules
        evening, seq = rules.start, 0
        self._past.append(Snapshot(0, evening, rules))
        for done in self.ledger.transactions():
            try:
                for event in done.events:
                    evening = rules.evolve(evening, rules.decode(event))
            except Exception as error:
                raise LedgerBroken(
                    f"The ledger {self.ledger.path} cannot be played again from record {done.first_seq}: {error}.",
                    done.first_seq,
                ) from error
            seq = done.seq
            self._past.append(Snapshot(seq, evening, rules))
            if done.command.get("cmd") == "dice_out":
                self._camera_closed = done.stamp.get("source") == "camera"
            if "id" in done.stamp:
                tap = (done.stamp["by"], done.stamp["id"])
                self._remember(tap, _answered(Reply(True, tuple(map(rules.shown, done.events)), seq)))
        return self._past[-1]


def _types(events: tuple[dict[str, Any], ...]) -> str:
    """For a line of a log, which tells no secrets."""
    return ", ".join(event["type"] for event in events)


def _flight(snapshot: Snapshot) -> Any:
    """Which throw is in the air: nothing when none is."""
    public = snapshot.public()
    return public.get("dice_out"), public.get("throws"), public.get("no_rolls")


def _answered(reply: Reply) -> Future[Reply]:
    done: Future[Reply] = Future()
    done.set_result(reply)
    return done
