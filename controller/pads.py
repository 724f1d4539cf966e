"""The seats' pads: boards on serial ports, their taps to the table, the table's state to their lights.

A tap carries what it means and the number of the state that its light showed; the table carries it out
once, however often it is sent, and only then is it acknowledged.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from controller.pad_find import PadSearch
from controller.pad_health import LATELY_S, BoardHealth, PadsHealth
from controller.pad_lights import LEFT, RIGHT, Scene, codes, happened, noticed, pads_of, refused
from controller.pad_link import Hello, PadLink
from controller.pad_ports import Ports
from controller.pad_seats import Seating, pad_name
from controller.pad_taps import Boots, Tap
from controller.pad_walk import Walk
from controller.replies import Gap, Notice, Published, Reply
from controller.table import Table
from firmware import lights, link

log = logging.getLogger(__name__)

MOST_ITEMS = 512
SIDE_OF = {"for": LEFT, "against": RIGHT}
#: Notices after which a light may have to change.
TOLD = frozenset({"cue", "no_roll", "no_throw", "tap_refused", "pause"})


class Pads:
    """All pad boards of one table.

    table: where taps go. ports: paths or patterns tried beside the USB ports; find: look for USB ports.
    store: JSON file with whose pad is which (None: not kept). brightness: 1 to 255. flash_s: how long
    won and lost are shown. Start it after the table and stop it before.

        pads = Pads(table, ports=["/dev/ttyAMA0"], store=folder / "pads.json")
        pads.start()
        pads.health
        pads.stop()
    """

    def __init__(
        self,
        table: Table,
        ports: Sequence[str] = (),
        find: bool = True,
        store: str | Path | None = None,
        brightness: int = lights.BRIGHTNESS,
        flash_s: float = 1.5,
    ) -> None:
        if not 1 <= brightness <= 255:
            raise ValueError(f"the brightness of the pads is 1 to 255, not {brightness}")
        self.seating = Seating(store)
        self.taps = self.accepted = self.refused = 0
        self._table = table
        self._brightness = brightness
        self._flash_s = flash_s
        self._boots = Boots()
        self._ports = Ports(self._make_link, ports, find)
        self._boards: dict[str, PadLink] = {}
        self._scene = Scene()
        self._walk: Walk | None = None  # learn mode: who has pressed, who is asked
        self._lately: dict[str, deque[float]] = {}  # pad -> when it was tapped, the last of them
        self._search = PadSearch()
        self._lock = threading.RLock()
        self._subscription = table.subscribe(MOST_ITEMS)
        self._thread = threading.Thread(target=self._run, name="pads", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._ports.start()

    def stop(self) -> None:
        """Lets all boards go; they show "not connected"."""
        self._ports.stop()
        self._subscription.close()
        if self._thread.is_alive():
            self._thread.join(5)

    # -- for the host ---------------------------------------------------------------------------------

    @property
    def health(self) -> PadsHealth:
        with self._lock:
            boards = tuple(self._board_health(board, one) for board, one in sorted(self._boards.items()))
            walk, there = self._walk, set(self._boards)
        ports = tuple(self._ports.health())
        asking = walk.asking if walk else None
        return PadsHealth(boards, ports, asking, self.seating.away(there), self.seating.warning)

    def learn(self) -> None:
        """Walk round: every pad asks to be pressed; the first pressed is the first player's, and so on clockwise."""
        self._go_on(lambda _: Walk(tuple(self._state().get("players") or ())))

    def skip(self) -> None:
        """The player who is asked has no pad: the next one is asked."""
        self._go_on(lambda walk: walk and walk.skipped())

    def stop_learning(self, keep: bool = True) -> None:
        """End the walk early. keep: the pads pressed so far are their players'; else all is as it was before."""
        self._go_on(lambda walk: walk and walk.ended() if keep else None)

    def mute(self, pad: str, on: bool) -> None:
        """Mute a pad (`BOARD:SEAT`) whose button sticks or chatters, or let it be heard again. ValueError: no such."""
        if pad not in self.seating.order:
            raise ValueError(f"there is no pad {pad}")
        self.seating.mute(pad, on)
        self._draw()

    def assign(self, pad: str, player: str) -> None:
        """This pad (`BOARD:SEAT`) is this player's."""
        self.seating.assign(pad, player, self._table.snapshot().seq)
        self._draw()

    def forget(self, board: str) -> None:
        """This board will not come back."""
        self.seating.forget(board)
        self._draw()

    @property
    def attached(self) -> int:
        """How many pads are attached now."""
        with self._lock:
            return sum(port.hello.seats for port in self._boards.values() if port.alive)

    def codes_of(self, player: str) -> tuple[int, ...]:
        """What the two lights of this player's pad mean (firmware/lights.py).

        () while he has none, and until his board has said that it shows the state that is.
        """
        board, _, seat = (self.seating.pad_of(player) or "").rpartition(":")
        with self._lock:
            port = self._boards.get(board)
        return () if port is None else port.shows(self._table.snapshot().seq, int(seat))

    def takes(self, player: str, meaning: str) -> bool:
        """Whether a tap on this player's pad means this (for, against, off) now, and his lights say so."""
        return any(link.TAP_WORDS.get(lights.tap_of(code)) == meaning for code in self.codes_of(player))

    def _board_health(self, board: str, one: PadLink) -> BoardHealth:
        hello = one.hello
        pads = [pad_name(board, seat) for seat in range(hello.seats)]
        return BoardHealth(
            board, one.path, hello.seats, ".".join(map(str, hello.version)), hello.old, hello.new, hello.speaks,
            one.alive, bool(one.shows(self._table.snapshot().seq, 0)), one.bad_frames + one.bad_at_board,
            tuple(map(self.seating.player_of, pads)), tuple(map(self.seating.is_muted, pads)),
            tuple(map(self._tapped_lately, pads)),
        )  # fmt: skip

    # -- called in a port's thread ----------------------------------------------------------------------

    def _make_link(self, path: str, patient: bool) -> PadLink:
        return PadLink(path, self, self._boots, patient)

    def met(self, port: PadLink, hello: Hello) -> None:
        """A board said hello: it gets all its lights."""
        with self._lock:
            before = self._boards.get(hello.board)
            self._boards[hello.board] = port
        if before is not None and before is not port:
            before.stop()  # the same board on another port: the old one is a ghost
        if before is not port:
            log.info("pad board %s with %d seats on %s", hello.board, hello.seats, port.path)
            self.seating.met(hello.board, hello.seats)
        self._draw()

    def closed(self, port: PadLink) -> None:
        """A port is closed."""
        self._ports.closed(port)
        with self._lock:
            if port.hello is not None and self._boards.get(port.hello.board) is port:
                del self._boards[port.hello.board]

    def tapped(self, port: PadLink, tap: Tap) -> None:
        """A tap, for the first time: to the table with it."""
        pad = pad_name(tap.board, tap.seat)
        player = self.seating.player_of(pad)
        self._count(pad, tap.arrived)
        if self.seating.is_muted(pad):
            port.decided(tap)
            return
        if tap.meaning == "here":
            self._pressed_here(pad)
            port.decided(tap)
            return
        if player is None or self.seating.was_another(pad, tap.seen):
            port.decided(tap)  # nobody's pad, or the finger of who had it before
            return
        if tap.meaning == "code":
            self._table.notice("seat_code", player=player, pad=pad)
            port.decided(tap)
            return
        state = self._state()
        game = pads_of(state.get("game"))
        if game is None:
            port.decided(tap)  # the game was closed since
            return
        if self._scene.paused:  # it was on its way when the host paused the table
            self._refuse(tap, player, "The host has paused the table.")
            port.decided(tap)
            return
        reply = self._table.submit(
            game.command(state, player, tap.meaning), by=player, seen=tap.seen, arrived=tap.arrived, source="pad",
            tap=tap.name,
        )  # fmt: skip
        reply.add_done_callback(lambda done: self._decided(port, tap, player, done))

    def _decided(self, port: PadLink, tap: Tap, player: str, done: Future[Reply]) -> None:
        """In the table's thread: only put it where it is due."""
        reply = None if done.cancelled() else done.result()
        with self._lock:
            self.taps += 1
            if reply is not None and reply.ok:
                self.accepted += 1
            else:
                self.refused += 1
                self._refuse(tap, player, None if reply is None else reply.why)
        self._link_of(port, tap).decided(tap)

    def _refuse(self, tap: Tap, player: str, why: str | None) -> None:
        now = time.monotonic()
        sides = [SIDE_OF[tap.meaning]] if tap.meaning in SIDE_OF else [LEFT, RIGHT]
        with self._lock:
            for side in sides:
                self._scene = refused(self._scene, player, side, now)
        self._table.notice("tap_refused", player=player, tap=tap.meaning, why=why)

    def _link_of(self, port: PadLink, tap: Tap) -> PadLink:
        """The port on which the board is now: it may have been plugged elsewhere meanwhile."""
        with self._lock:
            return self._boards.get(tap.board, port)

    def _pressed_here(self, pad: str) -> None:
        if self._walk is not None:
            self._go_on(lambda walk: walk and walk.pressed(pad))
        else:
            self._pressed_to_be_found(pad)

    def _go_on(self, step: Callable[[Walk | None], Walk | None]) -> None:
        """The walk after a step; when nobody is left to be asked, the pads become their players'."""
        with self._lock:
            walk = step(self._walk)
            if walk is not None and walk.asking is None:
                self._settle(walk)
                walk = None
            self._walk = walk
        self._table.notice("pads_learn", **(walk or Walk()).told())
        self._draw()

    def _settle(self, walk: Walk) -> None:
        seq = self._table.snapshot().seq
        for pad, player in walk.found.items():
            self.seating.assign(pad, player, seq)
        for player in walk.passed_over:
            self.seating.pass_over(player, seq)
        self.seating.arrange(list(walk.found))

    def _count(self, pad: str, now: float) -> None:
        with self._lock:
            self._lately.setdefault(pad, deque(maxlen=99)).append(now)

    def _tapped_lately(self, pad: str) -> int:
        with self._lock:
            since = time.monotonic() - LATELY_S
            return sum(at > since for at in self._lately.get(pad, ()))

    def _pressed_to_be_found(self, pad: str) -> None:
        player = self.seating.player_of(pad)
        if self._search.pressed(player, time.monotonic()):
            self._table.notice("pad_found", pad=pad, player=player, after=self.seating.before(pad))
        self._draw()

    # -- lights -------------------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        return self._table.snapshot().public()

    def _run(self) -> None:
        while not self._subscription.closed:
            now = time.monotonic()
            with self._lock:
                until = min(filter(None, (self._scene.until(now), self._search.until(now))), default=None)
            item = self._subscription.get(0.5 if until is None else max(0.0, until - now) + 0.005)
            try:
                self._follow(item)
            except Exception:  # one odd event must not put out all lights
                log.exception("the pads could not follow %r", item)

    def _follow(self, item: Published | Notice | Gap | None) -> None:
        now = time.monotonic()
        if isinstance(item, Notice) and item.kind == "learn_pads":
            self.learn() if item.fields.get("on") and self.attached else self.stop_learning()
            return
        if isinstance(item, Notice) and item.kind in _ASKED:
            with self._lock:
                _ASKED[item.kind](self, item.fields, now)
            self._draw()
            return
        if isinstance(item, Notice) and item.kind not in TOLD:
            return
        self._keep_walk(item)
        with self._lock:
            if isinstance(item, Published):
                game = item.snapshot.public().get("game")
                for event in item.events:
                    self._scene = happened(self._scene, game, event, now, self._flash_s)
            elif isinstance(item, Notice):
                self._scene = noticed(self._scene, item.kind, item.fields)
        self._draw()

    def _keep_walk(self, item: Published | Notice | Gap | None) -> None:
        """Who has left the table is not waited for."""
        walk = self._walk
        if walk is not None and isinstance(item, Published):
            players = self._state().get("players") or ()
            if walk.at_table(players) != walk:
                self._go_on(lambda walk: walk and walk.at_table(players))

    def _draw(self) -> None:
        """Give every board the lights it should show now."""
        with self._lock:
            snapshot = self._table.snapshot()
            state = snapshot.public()
            if state.get("players"):
                self.seating.seat(state["players"], snapshot.seq)
            now = time.monotonic()
            for board, port in self._boards.items():
                wanted: list[int] = []
                for seat in range(port.hello.seats):
                    wanted += self._codes(pad_name(board, seat), state, self._scene, now)
                port.show(snapshot.seq, wanted, self._brightness)

    def _codes(self, pad: str, state: dict[str, Any], scene: Scene, now: float) -> tuple[int, int]:
        if self.seating.is_muted(pad):
            return lights.MUTED, lights.MUTED
        with self._lock:
            if self._walk is not None:
                code = lights.FOUND if pad in self._walk.found else lights.PRESS_HERE
                return code, code
            pulse = self._search.code(self.seating.player_of(pad), now)
            if pulse is not None:
                return pulse, pulse
        return codes(state, self.seating.player_of(pad), scene, now)


#: Notices with which the pages ask for a pad to be found (`PadSearch`); the answer is the notice "pad_found".
_ASKED: dict[str, Callable[[Pads, Mapping[str, Any], float], None]] = {
    "find_pad": lambda pads, fields, now: pads._search.search(fields["held"], now),
    "stop_finding": lambda pads, _fields, _now: pads._search.end_search(),
    "blink_pad": lambda pads, fields, now: pads._search.blink(fields["player"], now),
    "own_pad": lambda pads, fields, _now: pads.assign(fields["pad"], fields["player"]),
}
