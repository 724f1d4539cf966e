"""The demo's stage: the simulated camera, the real eye, the real table, and players who tap.

The stage drives the evening in one thread. With `fast` it also pushes the frames through the eye itself,
as fast as they come; otherwise the eye runs in its own thread, in real time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from controller.demo.hands import Hand
from controller.demo.kinds import Everybody
from controller.demo.score import Score
from controller.eye import Eye
from controller.table import Published, Table
from vision.cameras.base import CameraError
from vision.cameras.process import CameraProcess
from vision.events import NoRoll, Throw, WatchEvent

#: Seconds of the camera's time within which a throw gets its verdict.
VERDICT_S = 30.0
#: Seconds of the camera's time within which the truth is told and the table has settled the throw.
READY_S = 20.0
#: Seconds on the clock within which the camera gives its first frame.
SIGHT_S = 60.0
#: Seconds on the clock within which a tap is answered, and between two looks whether it was.
ANSWER_S = 15.0
POLL_S = 0.004
#: Seconds between the steps of a live evening, so that people can follow and tap, and after its end.
PACE_S = 2.0
END_S = 10.0
#: Commands that players ask the host for.
HOSTS_OWN = frozenset({"buy_in", "fill_bank"})
#: Taps one after the other that unlock the dice, after which the stage looks again.
MOST_TAPS = 200
#: Throws in a row without any verdict after which the demo gives up.
MOST_UNSEEN = 5


class DemoFailed(Exception):
    """The demo cannot go on; the message is one sentence."""


class Stage:
    """Plays throws until enough were counted.

    host: the way of the host's own commands. hands: which way each player taps; set before `play`.
    told: called with the events of each stored command.
    """

    def __init__(
        self,
        camera: CameraProcess,
        table: Table,
        players: Everybody,
        host: Hand,
        told: Callable[[list[dict[str, Any]]], None],
        fast: bool,
    ) -> None:
        self.score = Score()
        self._camera = camera
        self._table = table
        self._players = players
        self._host = host
        self.hands: dict[str, Hand] = {}
        self._told = told
        self._fast = fast
        self._news = table.subscribe(maxsize=4096)
        self._verdicts: list[Throw | NoRoll] = []
        self._truth: dict | None = None
        self._eye: Eye | None = None

    def seat(self, eye: Eye) -> None:
        """The eye that looks at this stage (it needs `seen`, so it is made after the stage)."""
        self._eye = eye

    def seen(self, event: WatchEvent) -> None:
        """For the eye: each event of the watch."""
        if isinstance(event, (Throw, NoRoll)):
            self._verdicts.append(event)

    def wait_for_sight(self) -> None:
        """Until the first frame: a throw that is told before the camera listens would be lost."""
        if not self._until_clock(lambda: self._eye is not None and self._eye.latest is not None, SIGHT_S):
            raise DemoFailed("The simulated camera gave no picture.")

    def open_game(self) -> None:
        """Opens the evening unless the ledger already holds one that goes on."""
        if self._state()["phase"] in ("closed", "over"):
            self._tap(self._host, self._players.opening())

    def play(self, throws: int | None) -> None:
        """Until `throws` throws were counted (None: for ever). Raises DemoFailed."""
        unseen = 0
        while throws is None or self.score.throws < throws:
            if not self._ready():
                continue
            unseen = 0 if self._throw() else unseen + 1
            if unseen >= MOST_UNSEEN:
                raise DemoFailed(f"{MOST_UNSEEN} throws in a row got no verdict.")

    def cash_out(self) -> None:
        """Ends the game: everything undecided goes home."""
        self._tap(self._host, {"cmd": "cash_out"})

    # ---- one throw -------------------------------------------------------------------------------

    def _ready(self) -> bool:
        """Lets the players tap; whether the dice can be thrown. Without people who watch it must come to that."""
        if self._fast:
            self._taps()
        else:
            self._taps_of_a_live_table()
        state = self._state()
        if state["can_throw"]:
            return True
        if self._fast:
            raise DemoFailed(f"The dice cannot be thrown: {state['why_not']}.")
        return False

    def _taps_of_a_live_table(self) -> None:
        """At the pace of people, who may join, open another game and cash out as they like."""
        time.sleep(PACE_S)
        self._listen()
        if self._state()["phase"] == "over":
            time.sleep(END_S)
            self.open_game()
        self._taps()
        time.sleep(PACE_S)
        self._listen()

    def _taps(self) -> None:
        for command in self._players.wishes(self._state()):
            self._give(command)
        for _ in range(MOST_TAPS):
            if (tap := self._players.unlock(self._state())) is None:
                return
            if not self._fast:
                time.sleep(END_S if tap["cmd"] == "deal" else PACE_S / 2)
            self._give(tap)

    def _give(self, command: dict[str, Any]) -> None:
        by_host = command["cmd"] in HOSTS_OWN or "player" not in command
        self._tap(self._host if by_host else self.hands[command["player"]], command)

    def _throw(self) -> bool:
        """One throw of the simulated dice; whether the camera gave a verdict."""
        before = len(self._verdicts)
        # What is told from now on is of this throw; numbers would not do, since a camera that was started
        # again begins to count anew.
        self._hear_truth()
        self._truth = None
        self._camera.tell({"throw": {"kind": None, "dice": self._players.dice(self._state())}})
        if not self._until(lambda: len(self._verdicts) > before, VERDICT_S):
            return False
        self._until(self._hear_truth, READY_S)
        self.score.verdict(self._verdicts[-1], self._truth)
        self._until(lambda: not self._state().get("dice_out"), READY_S)
        self._listen()
        return True

    def _hear_truth(self) -> bool:
        """Takes what the camera told of the truth; whether it has told of this throw."""
        for truth in self._camera.truth():
            self._truth = truth
        return self._truth is not None

    # ---- waiting ---------------------------------------------------------------------------------

    def _tap(self, hand: Hand, command: dict[str, Any]) -> None:
        if not self._until_clock(hand.tap(command), ANSWER_S):
            raise DemoFailed(f"A tap by {hand.way} was not answered.")
        self._listen()

    def _until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Lets frames pass until `done` says so or `seconds` of the camera's time are over."""
        if not self._fast:
            return self._until_clock(done, seconds)
        until = None
        while not done():
            t = self._step()
            until = t + seconds if until is None else until
            if t > until:
                return False
        return True

    def _until_clock(self, done: Callable[[], bool], seconds: float) -> bool:
        """The same by the clock on the wall: for pads and phones, which take their own time in a fast demo too.

        Frames pass meanwhile, since the table carries a tap out when the gate has judged its moment.
        """
        deadline = time.monotonic() + seconds
        while not done():
            if time.monotonic() > deadline:
                return False
            time.sleep(POLL_S)
            if self._fast:
                self._step()
        return True

    def _step(self) -> float:
        """One frame through the eye; its time."""
        assert self._eye is not None
        try:
            self._eye.step()
        except CameraError as error:
            raise DemoFailed(str(error)) from error
        return 0.0 if self._eye.latest is None else self._eye.latest.t

    def _listen(self) -> None:
        while (item := self._news.get(timeout=0)) is not None:
            if isinstance(item, Published):
                self.score.throws += any(event["type"] == "thrown" for event in item.events)
                self._told(list(item.events))

    def _state(self) -> dict[str, Any]:
        return self._table.snapshot().public()
