"""Screens, phones and pads for the demo: what simulated players tap on is real.

Every second player has a pad: the firmware of this very program in a real MicroPython on a
pseudo-terminal. The others have phones that speak HTTP to the real server.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

from controller.commands.printing import say
from controller.commands.screens import Attached, Screens, open_screens
from controller.config import Config, GameOptions, TableOptions, WebOptions
from controller.demo.evening import Parts
from controller.demo.hands import Hand
from controller.demo.kinds import KINDS
from controller.demo.players import NAMES
from controller.games.bank.pads import SPOTS
from controller.games.street.pads import side_of
from controller.pad_board import NoMicroPython, SimulatedBoard
from controller.pads import Pads
from controller.table import Table
from web.client import Phone

#: Seconds that a pad may take from the press to the table's answer before the player gives up.
PAD_ANSWER_S = 2.0
#: Seconds for which pads show won and lost; a fast demo does not wait for that.
FLASH_S = 1.5
#: Seconds between two pictures of the pads' lights for the TV.
LIGHTS_S = 0.1


#: What a bet on a spot of a layout may bear beside its name.
GIVEN = frozenset({"amount", "on"})
#: What is done in a hand of cards.
IN_A_HAND = frozenset({"deal", "check", "bet", "call", "raise", "fold", "pass"})
#: Bets against a bank that a pad's buttons make, by what the button means.
MEANINGS = {spot: side for side, spot in SPOTS.items()}


class PadHand:
    """A player's pad: presses the button that means the wish, as its lights stand."""

    way = "pad"

    def __init__(self, board: SimulatedBoard, pads: Pads, table: Table, worker: ThreadPoolExecutor) -> None:
        self._board = board
        self._pads = pads
        self._table = table
        self._worker = worker
        self.taps = 0

    def tap(self, command: dict[str, Any]) -> Callable[[], bool]:
        return self._worker.submit(self._press, command).done

    def _press(self, command: dict[str, Any]) -> None:
        pad = self._pads.seating.pad_of(command["player"])
        button = self._button(command)
        if pad is None or button is None:
            return
        meant = MEANINGS.get(command.get("bet", ""), command["cmd"])
        self._wait(lambda: self._pads.takes(command["player"], meant))
        before = self._pads.taps
        self._board.press(int(pad.rpartition(":")[2]), button)
        self.taps += self._wait(lambda: self._pads.taps > before)

    def _button(self, command: dict[str, Any]) -> str | None:
        """Off is the button of the side on which the player stands: tapped again."""
        if command["cmd"] != "off":
            return MEANINGS.get(command.get("bet", ""), command["cmd"])
        return side_of(self._table.snapshot().public(), command["player"])

    def _wait(self, done: Callable[[], bool]) -> bool:
        until = time.monotonic() + PAD_ANSWER_S
        while not (came := done()) and time.monotonic() < until:
            time.sleep(0.005)
        return came


class PhoneHand:
    """A player's phone: a seat, a cookie, and taps over HTTP with the state that its page showed."""

    way = "phone"

    def __init__(self, url: str, worker: ThreadPoolExecutor) -> None:
        self._phone = Phone(url)
        self._worker = worker
        self._seated = False
        self.taps = 0

    def tap(self, command: dict[str, Any]) -> Callable[[], bool]:
        return self._worker.submit(self._send, command).done

    def _send(self, command: dict[str, Any]) -> None:
        if not self._seated:
            self._seated = self._phone.sit(command["player"]).ok
        if command["cmd"] in IN_A_HAND and "bet" not in command:
            self._in_a_hand(command)
        elif "bet" in command:
            self._phone.spot(command["cmd"], command["bet"], **{key: command[key] for key in GIVEN & command.keys()})
        else:
            self._phone.tap(command["cmd"])
        self.taps += 1

    def _in_a_hand(self, command: dict[str, Any]) -> None:
        """His cards this player knows from his page alone: he passes what is not among his best five."""
        more = {key: command[key] for key in ("amount",) if key in command}
        if command["cmd"] == "pass":
            hand = self._phone.view("phone")["hand"]
            cards = sorted((one["card"] for one in hand["cards"]), key=hand["best"].__contains__)
            more["cards"] = cards[: command["count"]]
        self._phone.hand(command["cmd"], **more)


class LightsOnScreen:
    """Tells the screens what the pads' lights show, each time they change."""

    def __init__(self, board: SimulatedBoard, pads: Pads, table: Table) -> None:
        self._board = board
        self._pads = pads
        self._table = table
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lights on screen", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        shown = None
        while not self._ended.wait(LIGHTS_S):
            now = self._seen()
            if now != shown:
                shown = now
                self._table.notice("pads", pads=now)

    def _seen(self) -> list[dict[str, Any]]:
        lights = self._board.lights()
        pads = []
        for seat in range(self._board.seats):
            player = self._pads.seating.player_of(f"{self._board.board_id}:{seat}")
            if player is not None:
                pads.append({"player": player, "lights": [list(lights[2 * seat]), list(lights[2 * seat + 1])]})
        return pads


def attach(port: int | None, tell: Callable[[Screens], None]) -> Callable:
    """Screens on `port` (None: any free one, on this machine alone), pads where MicroPython is installed."""

    @contextmanager
    def attached(parts: Parts) -> Iterator[dict[str, Hand]]:
        with ExitStack() as open_parts:
            worker = open_parts.enter_context(ThreadPoolExecutor(max_workers=len(NAMES)))
            # A hand of cards is played on phones: a pad shows none.
            board = None if KINDS[parts.options.game].dice == 1 else _board(open_parts)
            pads = _pads(parts.table, board, parts.options.fast, open_parts)
            config = Config(
                table=TableOptions(ledger=str(parts.options.db.resolve())),
                game=GameOptions(game=parts.options.game),
                web=WebOptions(host="127.0.0.1" if port is None else "0.0.0.0", port=port or 0),
            )
            screens = open_parts.enter_context(open_screens(config, parts.table, Attached(parts.eye, parts.area, pads)))
            tell(screens)
            for name in NAMES:  # the phones of a demo that was killed come back no more
                screens.free(name)
            hands: dict[str, Hand] = {}
            for number, name in enumerate(NAMES):
                if board is not None and pads is not None and number % 2:
                    hands[name] = PadHand(board, pads, parts.table, worker)
                else:
                    hands[name] = PhoneHand(screens.url, worker)
            yield hands

    return attached


def _board(parts: ExitStack) -> SimulatedBoard | None:
    try:
        return parts.enter_context(SimulatedBoard(seats=len(NAMES)))
    except NoMicroPython as error:
        say(f"{error} The demo goes on without pads.")
        return None


def _pads(table: Table, board: SimulatedBoard | None, fast: bool, parts: ExitStack) -> Pads | None:
    if board is None:
        return None
    pads = Pads(table, ports=[board.port], find=False, flash_s=0 if fast else FLASH_S)
    pads.start()
    parts.callback(pads.stop)
    parts.callback(LightsOnScreen(board, pads, table).stop)
    return pads
