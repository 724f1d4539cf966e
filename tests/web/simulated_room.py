"""A table as the demo puts it together, under the test's hand: simulated dice, the real eye, ledger, table and pages.

The eye runs in a thread of its own, as fast as the frames come, and the table's clock is the time of the newest
frame: a busy machine makes such an evening longer, but never another one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.demo.evening import FrameClock, PrintedMat
from controller.eye import Eye
from controller.ledger import Ledger
from controller.pictures import Pictures, pictures_folder
from controller.table import Table
from controller.throws import Adjudicator
from vision.cameras.process import CameraProcess
from vision.cameras.simulated import SimulatedCamera
from vision.events import Motion, WatchEvent
from web import Settings, create_app
from web.serve import Server

#: The host's.
PIN = "271828"
#: Picture of the simulated camera, width and height: what is enough to read the dice soon.
SIZE = (640, 360)
#: Seconds between frames while nobody throws, so that the browsers get the machine.
IDLE_S = 0.04
#: Seconds within which the camera has to see the table.
SIGHT_S = 60.0


class Dice:
    """The simulated dice and the eye over them: `throw` throws them, and with `hold` they stay in the air until `land`.

    While they are held time stands still, for the table's clock is the camera's.
    """

    def __init__(self, camera: CameraProcess, eye_of: Callable[[Callable[[WatchEvent], None]], Eye]) -> None:
        self._camera = camera
        self.eye = eye_of(self._seen)
        self._fall = threading.Event()
        self._fall.set()
        self._hold = False
        self._pace = IDLE_S
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)

    def throw(self, *values: int, kind: str = "plain", hold: bool = False) -> None:
        """Throws the dice. values: what they will show; kind: what goes wrong, as the simulated camera names it."""
        self._hold = hold
        self._pace = 0.0
        self._camera.tell({"throw": {"kind": kind, "values": list(values) or None}})

    def land(self) -> None:
        """Lets dice that are held in the air fall."""
        self._fall.set()

    def start(self) -> None:
        self._thread.start()
        end = time.monotonic() + SIGHT_S
        while self.eye.latest is None:
            assert time.monotonic() < end, "the simulated camera gave no picture"
            time.sleep(0.01)

    def stop(self) -> None:
        self._ended.set()
        self._fall.set()
        self._thread.join(20)
        self.eye.stop()

    def _run(self) -> None:
        while not self._ended.is_set():
            self.eye.step()
            time.sleep(self._pace)
            self._fall.wait()

    def _seen(self, event: WatchEvent) -> None:
        if not isinstance(event, Motion):
            self._pace = IDLE_S
        elif self._hold:
            self._hold = False
            self._fall.clear()


@dataclass(frozen=True, slots=True)
class SimulatedRoom:
    """A table that is served. url: its pages; db: the ledger's file."""

    url: str
    table: Table
    dice: Dice
    db: Path


@contextmanager
def simulated_room(folder: Path, seed: int) -> Iterator[SimulatedRoom]:
    """The whole table with its pages on a port of this machine, its ledger in `folder`."""
    simulated = {"seed": seed, "size": SIZE, "troubles": (), "sleep": False}
    plan, clock, db = SimulatedCamera(**simulated), FrameClock(), folder / "evening.db"
    with ExitStack() as parts:
        ledger = Ledger(db)
        parts.callback(ledger.close)
        pictures = Pictures(pictures_folder(db))
        table = Table(ledger, pictures, clock)
        table.start()
        parts.callback(table.stop)
        camera, judge = CameraProcess("sim", simulated), Adjudicator(table, pictures)
        mat = PrintedMat(plan.mat_mm, plan.focal_px)
        dice = Dice(camera, lambda seen: Eye(camera, mat.watcher, judge, seen))
        clock.eye = dice.eye
        parts.callback(dice.stop)
        dice.start()
        settings = Settings(secrets=folder / "secrets", camera=True, picture=pictures.load, pin=PIN)
        server = parts.enter_context(Server(create_app(table, settings), "127.0.0.1", 0))
        yield SimulatedRoom(server.url, table, dice, db)
