"""One demo evening from the opening to the proof: puts the simulated parts together and scores them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.demo.hands import Hand, HostHand, taps_by
from controller.demo.kinds import Everybody
from controller.demo.stage import DemoFailed, Stage
from controller.eye import Eye
from controller.ledger import Ledger
from controller.patience import Patience
from controller.pictures import Pictures, pictures_folder
from controller.play_area import PlayArea, forget_corners, watch_over
from controller.table import Table
from controller.throws import Adjudicator
from controller.verify import verify
from vision.cameras.base import Camera, CameraStalled
from vision.cameras.process import CameraProcess
from vision.cameras.simulated import SimulatedCamera
from vision.surface import Surface, find_mat
from vision.watch import Watcher

#: Frames within which the empty table has to come into view at the start.
CALIBRATION_FRAMES = 90
#: Edge of the simulated dice in millimetres.
DIE_MM = 16.0


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What was asked for. throws: counted throws, None for ever. db: the ledger. troubles: kinds of bad throws.

    game: which game is opened, one of KINDS.
    """

    throws: int | None
    fast: bool
    seed: int
    db: Path
    troubles: frozenset[str]
    game: str = "street"


@dataclass(frozen=True, slots=True)
class Parts:
    """What screens and pads may be attached to."""

    table: Table
    eye: Eye
    adjudicator: Adjudicator
    options: DemoOptions
    area: PlayArea


#: Attaches screens and pads for the length of the evening and gives each player's way to tap.
Attach = Callable[[Parts], AbstractContextManager[dict[str, Hand]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the demo went; `failure` is a sentence when it could not go on."""

    told: dict[str, Any]
    wrong: tuple[str, ...]
    failure: str | None

    @property
    def good(self) -> bool:
        """No wrong reading, no chip lost or made, the ledger proves itself."""
        told = self.told
        agree = told["chips_in"] == told["chips_out"]
        return self.failure is None and told["read_wrong"] == 0 and agree and told["verify"] == "ok"


class FrameClock:
    """Tells the time of the newest frame: the clock of a demo that does not sleep."""

    def __init__(self) -> None:
        self.eye: Eye | None = None

    def __call__(self) -> float:
        frame = self.eye.latest if self.eye is not None else None
        return 0.0 if frame is None else frame.t


def run_demo(options: DemoOptions, attach: Attach, told: Callable[[list[dict[str, Any]]], None]) -> Outcome:
    """Plays an evening and proves its ledger.

    told: called with the events of each stored command. Raises LedgerError and CameraError where a part
    cannot be used at all.
    """
    started = time.monotonic()
    with ExitStack() as open_parts:
        ledger = Ledger(options.db)
        open_parts.callback(ledger.close)
        pictures = Pictures(pictures_folder(options.db))
        clock = FrameClock()
        table = Table(ledger, pictures, clock) if options.fast else Table(ledger, pictures)
        table.start()
        open_parts.callback(table.stop)
        if not options.fast:  # a guest who has gone must not hold a hand up
            patience = Patience(table)
            patience.start()
            open_parts.callback(patience.stop)
        camera, mat = _camera(options)
        adjudicator = Adjudicator(table, pictures)
        stage = Stage(camera, table, Everybody(options.seed, options.game), HostHand(table), told, options.fast)
        eye = Eye(camera, mat.watcher, adjudicator, stage.seen)
        open_parts.callback(eye.stop)
        clock.eye = eye
        area = _area(eye, mat, options.db)
        stage.hands = open_parts.enter_context(attach(Parts(table, eye, adjudicator, options, area)))
        failure = _play(stage, eye, options)
        state = table.snapshot().public()
    return _outcome(options, stage, state, time.monotonic() - started, failure)


@dataclass(frozen=True, slots=True)
class PrintedMat:
    """What whoever sets a table up knows of mat and lens. size_mm, focal_px: as find_mat takes them."""

    size_mm: tuple[float, float]
    focal_px: float

    def watcher(self, camera: Camera) -> Watcher:
        """The watch over the surface that the markers show in the first frames. Raises CameraStalled."""
        return watch_over(self.find(camera), dice=2)

    def find(self, camera: Camera) -> Surface:
        """The surface, with its first picture as the empty reference. Raises CameraStalled."""
        for _ in range(CALIBRATION_FRAMES):
            frame = camera.read()
            if frame is None:
                break
            surface = find_mat(
                frame.image, size_mm=self.size_mm, die_mm=DIE_MM, focal_px=self.focal_px, keep_empty=True
            )
            if surface is not None:
                return surface
        raise CameraStalled("The markers of the mat were not found in the camera's picture.")


def _camera(options: DemoOptions) -> tuple[CameraProcess, PrintedMat]:
    # Of two colours, so that what is told of each die can be seen.
    simulated = {"seed": options.seed, "troubles": options.troubles, "mixed": True}
    plan = SimulatedCamera(**simulated)
    camera = CameraProcess("sim", {**simulated, "sleep": not options.fast}, truth=True)
    return camera, PrintedMat(plan.mat_mm, plan.focal_px)


def _area(eye: Eye, mat: PrintedMat, db: Path) -> PlayArea:
    """The play area as the host may point at it; each demo begins with its mat."""
    saved = db.with_name(f"{db.stem}-surface.json")
    forget_corners(saved)
    return PlayArea(eye, saved, mat.watcher, mat.size_mm, DIE_MM, mat.focal_px, dice=2)


def _play(stage: Stage, eye: Eye, options: DemoOptions) -> str | None:
    """The evening itself, to the cash-out; a sentence when it could not go on."""
    failure = None
    if not options.fast:
        eye.start()
    stage.seat(eye)
    try:
        stage.wait_for_sight()
        stage.open_game()
        stage.play(options.throws)
    except KeyboardInterrupt:
        pass
    except DemoFailed as error:
        failure = str(error)
    stage.cash_out()
    return failure


def _outcome(options: DemoOptions, stage: Stage, state: dict, seconds: float, failure: str | None) -> Outcome:
    score = stage.score
    report = verify(options.db)
    told = {
        "throws": score.throws,
        "read_right": score.read_right,
        "read_wrong": score.read_wrong,
        "no_rolls": dict(sorted(score.no_rolls.items())),
        "looks": score.looks,
        "taps_by_pad": taps_by("pad", stage.hands),
        "taps_by_phone": taps_by("phone", stage.hands),
        # A bank is an account like the others, where there is one.
        "chips_in": sum(state["bought_in"].values()) + state.get("bank_bought_in", 0),
        "chips_out": sum(state["stacks"].values()) + state.get("bank", 0),
        "verify": "ok" if report.ok else report.sentence(),
        "seconds": round(seconds, 2),
    }
    return Outcome(told, tuple(score.wrong), failure)
