"""The seats' pads: boards on serial ports, their taps to the table, the table's state to their lights.

A tap carries what it means and the number of the state that its light showed; the table carries it out
once, however often it is sent, and only then is it acknowledged.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import firmware
from controller import pad_bank
from controller.pad_find import PadSearch
from controller.pad_lights import LEFT, RIGHT, Scene, codes, happened, noticed, refused
from controller.pad_link import Hello, PadLink
from controller.pad_ports import PortHealth, Ports
from controller.pad_seats import Seating, pad_name
from controller.pad_taps import Boots, Tap
from controller.replies import Gap, Notice, Published, Reply
from controller.table import Table
from firmware import lights, link

log = logging.getLogger(__name__)

MOST_ITEMS = 512
SIDE_OF = {"for": LEFT, "against": RIGHT}
#: Notices after which a light may have to change.
TOLD = frozenset({"cue", "no_roll", "no_throw", "tap_refused"})


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """One board. version: of its firmware; old: this program brings a newer one; speaks: understands us."""

    board: str
    port: str
    seats: int
    version: str
    old: bool
    speaks: bool
    alive: bool
    shown: bool
    round_trip_ms: float | None
    bad_frames: int
    lost_frames: int
    players: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class PadsHealth:
    """What the host's page shows. taps: acknowledged ones that came over the wire; sentences: what to do."""

    boards: tuple[BoardHealth, ...]
    ports: tuple[PortHealth, ...]
    taps: int
    accepted: int
    refused: int
    asking: str | None
    sentences: tuple[str, ...]


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
        self._ask: list[str] = []  # learn mode: players still to press, the one asked first
        self._found: list[str] = []  # learn mode: pads pressed so far
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
            asking = self._ask[0] if self._ask else None
        ports = tuple(self._ports.health())
        sentences = [self.seating.warning] if self.seating.warning else []
        sentences += [port.why for port in ports if port.why and (port.named or port.state == "lost")]
        sentences += [_advice(board) for board in boards if board.old or not board.speaks]
        return PadsHealth(boards, ports, self.taps, self.accepted, self.refused, asking, tuple(sentences))

    def learn(self, players: Sequence[str] | None = None) -> None:
        """Walk round: every pad asks to be pressed, and the first pressed is the first player's, and so on.

        players: in the order in which they press; all at the table, clockwise, when None.
        """
        with self._lock:
            self._ask = list(players if players is not None else self._state().get("players", ()))
            self._found = []
        self._table.notice("pads_learn", asking=self._ask[0] if self._ask else None, found=0)
        self._draw()

    def stop_learning(self) -> None:
        """End it early; the pads pressed so far stay where they are."""
        with self._lock:
            self._ask, self._found = [], []
        self._table.notice("pads_learn", asking=None, found=0)
        self._draw()

    def assign(self, pad: str, player: str) -> None:
        """This pad (`BOARD:SEAT`) is this player's."""
        self.seating.assign(pad, player)
        self._draw()

    def forget(self, board: str) -> None:
        """This board will not come back."""
        self.seating.forget(board)
        self._draw()

    def leave(self, board: str, how: int = link.LEAVE_TO_PROMPT) -> bool:
        """Ask a board to end its program, so that it can be given a new one. False when it is not there."""
        with self._lock:
            there = self._boards.get(board)
        if there is not None:
            there.leave(how)
        return there is not None

    @property
    def attached(self) -> int:
        """How many pads are attached now."""
        with self._lock:
            return sum(port.hello.seats for port in self._boards.values() if port.alive)

    def codes_of(self, player: str) -> tuple[int, int] | None:
        """What the lights of this player's pad mean now (firmware/lights.py), None when he has none."""
        pad = self.seating.pad_of(player)
        return None if pad is None else self._codes(pad, self._state(), self._scene, time.monotonic())

    def takes(self, player: str, meaning: str) -> bool:
        """Whether a tap on this player's pad means this (for, against, off) now, and his lights say so."""
        pad = self.seating.pad_of(player)
        shown = self.codes_of(player)
        if pad is None or shown is None:
            return False
        with self._lock:
            port = self._boards.get(pad.rpartition(":")[0])
        if port is None or not (port.alive and port.shown):
            return False
        return any(link.TAP_WORDS.get(lights.tap_of(code)) == meaning for code in shown)

    def _board_health(self, board: str, one: PadLink) -> BoardHealth:
        hello = one.hello
        players = tuple(self.seating.player_of(pad_name(board, seat)) for seat in range(hello.seats))
        return BoardHealth(
            board, one.path, hello.seats, ".".join(map(str, hello.version)), hello.version < firmware.VERSION,
            hello.link_version == link.LINK_VERSION, one.alive, one.shown, one.round_trip_ms,
            one.bad_frames + one.bad_at_board, one.lost_frames, players,
        )  # fmt: skip

    # -- called in a port's thread ----------------------------------------------------------------------

    def _make_link(self, path: str) -> PadLink:
        return PadLink(path, self, self._boots)

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
        if tap.meaning == "here":
            self._pressed_here(pad)
            port.decided(tap)
            return
        if player is None:
            port.decided(tap)  # nobody's pad
            return
        if tap.meaning == "code":
            self._table.notice("seat_code", player=player, pad=pad)
            port.decided(tap)
            return
        reply = self._table.submit(
            self._command(tap.meaning, player), by=player, seen=tap.seen, arrived=tap.arrived, source="pad",
            tap=tap.name,
        )  # fmt: skip
        reply.add_done_callback(lambda done: self._decided(port, tap, player, done))

    def _command(self, meaning: str, player: str) -> dict[str, Any]:
        state = self._state()
        if state.get("game") == "bank" and meaning != "pass_dice":
            return pad_bank.command(meaning, state, player)
        command: dict[str, Any] = {"cmd": meaning}
        if meaning != "pass_dice":
            command["player"] = player
        rules = state.get("rules", {})
        if meaning in SIDE_OF and rules.get("line") == "open":
            command["amount"] = rules["minimum"]  # a pad has no figures
        return command

    def _decided(self, port: PadLink, tap: Tap, player: str, done: Future[Reply]) -> None:
        """In the table's thread: only put it where it is due."""
        reply = None if done.cancelled() else done.result()
        with self._lock:
            self.taps += 1
            if reply is not None and reply.ok:
                self.accepted += 1
            else:
                self.refused += 1
                self._refuse(tap, player, reply)
        self._link_of(port, tap).decided(tap)

    def _refuse(self, tap: Tap, player: str, reply: Reply | None) -> None:
        now = time.monotonic()
        sides = [SIDE_OF[tap.meaning]] if tap.meaning in SIDE_OF else [LEFT, RIGHT]
        for side in sides:
            self._scene = refused(self._scene, player, side, now)
        why = reply.why if reply is not None else None
        self._table.notice("tap_refused", player=player, tap=tap.meaning, why=why)

    def _link_of(self, port: PadLink, tap: Tap) -> PadLink:
        """The port on which the board is now: it may have been plugged elsewhere meanwhile."""
        with self._lock:
            return self._boards.get(tap.board, port)

    def _pressed_here(self, pad: str) -> None:
        with self._lock:
            if not self._ask:
                self._pressed_to_be_found(pad)
                return
            if pad in self._found:
                return
            player = self._ask.pop(0)
            self._found.append(pad)
            self.seating.assign(pad, player)
            asking, found = (self._ask[0] if self._ask else None), len(self._found)
            if asking is None:
                self.seating.arrange(self._found)
                self._found = []
        self._table.notice("pads_learn", asking=asking, found=found)
        self._draw()

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
            self.learn() if item.fields.get("on") else self.stop_learning()
            return
        if isinstance(item, Notice) and item.kind in _ASKED:
            with self._lock:
                _ASKED[item.kind](self, item.fields, now)
            self._draw()
            return
        if isinstance(item, Notice) and item.kind not in TOLD:
            return
        with self._lock:
            if isinstance(item, Published):
                for event in item.events:
                    self._scene = happened(self._scene, event, now, self._flash_s)
            elif isinstance(item, Notice):
                self._scene = noticed(self._scene, item.kind, item.fields)
        self._draw()

    def _draw(self) -> None:
        """Give every board the lights it should show now."""
        with self._lock:
            snapshot = self._table.snapshot()
            state = snapshot.public()
            if state.get("players"):
                self.seating.seat(state["players"])
            now = time.monotonic()
            for board, port in self._boards.items():
                wanted: list[int] = []
                for seat in range(port.hello.seats):
                    wanted += self._codes(pad_name(board, seat), state, self._scene, now)
                port.show(snapshot.seq, wanted, self._brightness)

    def _codes(self, pad: str, state: dict[str, Any], scene: Scene, now: float) -> tuple[int, int]:
        with self._lock:
            if self._ask:
                code = lights.FOUND if pad in self._found else lights.PRESS_HERE
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
    "own_pad": lambda pads, fields, _now: pads.seating.assign(fields["pad"], fields["player"]),
}


def _advice(board: BoardHealth) -> str:
    ours = ".".join(map(str, firmware.VERSION))
    if not board.speaks:
        return f"The board on {board.port} speaks another link version: it cannot play until it gets firmware {ours}."
    return f"The board on {board.port} has firmware {board.version}, older than {ours}: it plays; renew it some day."


