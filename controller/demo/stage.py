"""The demo's stage: the simulated camera, the real eye, the real table, and players who tap.

The stage drives the evening in one thread. With `fast` it also pushes the frames through the eye itself,
as fast as they come; otherwise the eye runs in its own thread, in real time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from controller.demo.hands import Hand
from controller.demo.players import Players
from controller.demo.score import Score
from controller.eye import Eye
from controller.table import Published, Table
from vision.cameras.base import CameraError
from vision.cameras.process import CameraProcess
from vision.events import NoRoll, Throw, WatchEvent

#: Seconds of the camera's time within which a throw gets its verdict.
VERDICT_S = 30.0
#: Seconds of the camera's time within which taps are answered and the surface is clear.
READY_S = 20.0
#: Throws in a row without any verdict after which the demo gives up.
MOST_UNSEEN = 5


class DemoFailed(Exception):
    """The demo cannot go on; the message is one sentence."""


class Stage:
    """Plays throws until enough were counted.

    host: the way of the host's own commands. hands: which way each player taps; set before `play`.
    told: called with the events of each stored command. taps: how many were answered, by way.
    """

    def __init__(
        self,
        camera: CameraProcess,
        table: Table,
        players: Players,
        host: Hand,
        told: Callable[[list[dict[str, Any]]], None],
        fast: bool,
    ) -> None:
        self.score = Score()
        self._camera = camera
        self._table = table
        self._players = players
        self._host = host
        self.hands: Callable[[str], Hand] = lambda name: host
        self.taps: Counter[str] = Counter()
        self._told = told
        self._fast = fast
        self._news = table.subscribe(maxsize=4096)
        self._verdicts: list[Throw | NoRoll] = []
        self._truths: dict[int, dict] = {}
        self._thrown = 0
        self._eye: Eye | None = None

    def seat(self, eye: Eye) -> None:
        """The eye that looks at this stage (it needs `seen`, so it is made after the stage)."""
        self._eye = eye

    def seen(self, event: WatchEvent) -> None:
        """For the eye: each event of the watch."""
        if isinstance(event, (Throw, NoRoll)):
            self._verdicts.append(event)

    def open_game(self) -> None:
        """Opens the evening unless the ledger already holds one that goes on."""
        state = self._state()
        if state is None or state["phase"] == "over":
            self._tap(self._host, self._players.opening())

    def play(self, throws: int | None, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Until `throws` throws were counted (None: for ever), or `goes_on` says no. Raises DemoFailed."""
        unseen = 0
        while goes_on() and (throws is None or self.score.throws < throws):
            self._tap_until_ready()
            unseen = 0 if self._throw() else unseen + 1
            if unseen >= MOST_UNSEEN:
                raise DemoFailed(f"{MOST_UNSEEN} throws in a row got no verdict.")

    def cash_out(self) -> None:
        """Ends the game: everything undecided goes home."""
        self._tap(self._host, {"cmd": "cash_out"})

    # ---- one throw -------------------------------------------------------------------------------

    def _tap_until_ready(self) -> None:
        for command in self._players.wishes(self._state()):
            self._tap(self._host if command["cmd"] == "buy_in" else self.hands(command["player"]), command)
        state = self._state()
        if state["why_not"] == "no_fade" and (tap := self._players.somebody_against(state)) is not None:
            self._tap(self.hands(tap["player"]), tap)
        if not self._state()["can_throw"]:
            raise DemoFailed(f"The dice cannot be thrown: {self._state()['why_not']}.")

    def _throw(self) -> bool:
        """One throw of the simulated dice; whether the camera gave a verdict."""
        before = len(self._verdicts)
        self._thrown += 1
        self._camera.tell({"throw": {"kind": None}})
        if not self._until(lambda: len(self._verdicts) > before, VERDICT_S):
            self.score.no_rolls["no_verdict"] += 1
            return False
        self._until(lambda: self._truth() is not None, READY_S)
        self.score.verdict(self._verdicts[-1], self._truth())
        self._until(lambda: not self._state().get("dice_out"), READY_S)
        self._listen()
        return True

    def _truth(self) -> dict | None:
        for truth in self._camera.truth():
            self._truths[truth["throw"]] = truth
        return self._truths.get(self._thrown)

    # ---- waiting ---------------------------------------------------------------------------------

    def _tap(self, hand: Hand, command: dict[str, Any]) -> None:
        if not self._until(hand.tap(command), READY_S):
            raise DemoFailed(f"A tap by {hand.way} was not answered.")
        self.taps[hand.way] += 1
        self._listen()

    def _until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Lets frames pass until `done` says so or `seconds` of the camera's time are over."""
        if self._fast:
            return self._step_until(done, seconds)
        deadline = time.monotonic() + seconds
        while not done():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def _step_until(self, done: Callable[[], bool], seconds: float) -> bool:
        eye = self._eye
        assert eye is not None
        until = None
        while not done():
            try:
                eye.step()
            except CameraError as error:
                raise DemoFailed(str(error)) from error
            until = until or eye.latest.t + seconds
            if eye.latest.t > until:
                return False
        return True

    def _listen(self) -> None:
        while (item := self._news.get(timeout=0)) is not None:
            if isinstance(item, Published):
                self.score.throws += any(event["type"] == "thrown" for event in item.events)
                self._told(list(item.events))

    def _state(self) -> dict[str, Any] | None:
        return self._table.snapshot().public()
