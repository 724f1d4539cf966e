"""The eye: takes frames from the camera, lets the watch judge them, and passes the verdicts on.

Nothing here decides anything. The watch (vision) says what was seen, the adjudicator (throws.py) what
it means; the eye keeps them supplied with frames, and keeps going when the camera does not.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from vision.cameras.base import Camera, CameraError
from vision.events import LookAgain, NoRoll, Throw, WatchEvent
from vision.frames import Frame
from vision.readings import Reading
from vision.surface import Surface
from vision.watch import Watcher

log = logging.getLogger(__name__)

#: Seconds that the live loop waits for a frame before it tells the table that the camera is silent.
FRAME_LIMIT_S = 2.0
#: Seconds before the camera is asked again after it failed.
RETRY_S = 1.0


class Judge(Protocol):
    """Who is told what was seen: the adjudicator, or a test."""

    @property
    def dice(self) -> int | None:
        """How many dice the next throw is made with; None leaves it to the watch."""

    def on(self, event: WatchEvent, frame: Frame) -> None:
        """One event of the watch, with the frame at which it was decided."""

    def judged(self, until: float, clear: bool) -> None:
        """Every frame captured until this time has been judged for motion; whether the surface lies clear."""

    def camera(self, seeing: bool, sentence: str) -> None:
        """The camera was lost or came back; the sentence is for people."""


class Eye:
    """Camera -> watch -> judge, a frame at a time (`step`) or in a thread of its own (`start`).

    camera: used by the eye alone once it has begun; closed by `stop`.
    prepare: makes the watch from an open camera (it may look at some frames to find the surface). Called
        at the first step, and in the thread until it succeeds; what it raises as CameraError is told.
    seen: called with each event after the judge has had it (the demo's scorer listens there).
    """

    def __init__(
        self,
        camera: Camera,
        prepare: Callable[[Camera], Watcher],
        judge: Judge,
        seen: Callable[[WatchEvent], None] | None = None,
    ) -> None:
        self._camera = camera
        self._prepare = prepare
        self._watcher: Watcher | None = None
        self._anew: Callable[[Camera], Watcher] | None = None
        self._opened = False
        self._judge = judge
        self._seen = seen
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        #: Whether frames come (None before the first), and the last sentence about it.
        self.seeing: bool | None = None
        self.says = "The camera is starting."
        #: The newest frame, for the host's view; None before the first.
        self.latest: Frame | None = None
        self._verdict: Throw | NoRoll | None = None
        #: What is to be said about the play area, the lens and the lamp, a sentence a kind; empty when all is well.
        self.notes: dict[str, str] = {}

    @property
    def surface(self) -> Surface | None:
        """The play area that is watched; None before it was found, and where the whole picture is."""
        return self._watcher.surface if self._watcher is not None else None

    @property
    def shown(self) -> Reading | None:
        """What lies there as it was last read, with the watch's verdict on it; None while something stirs."""
        reading = self._watcher.lying if self._watcher is not None else None
        verdict = self._verdict
        if reading is None or not isinstance(verdict, NoRoll) or verdict.reading is not reading:
            return reading
        return replace(reading, values=None, reason=verdict.reason, detail=verdict.detail)

    def step(self, timeout: float = 5.0) -> tuple[WatchEvent, ...] | None:
        """Judges one frame and gives the events it led to; None when a finite source has ended.

        Raises CameraError when the camera gave no frame.
        """
        watcher = self._begin()
        frame = self._camera.read(timeout)
        if frame is None:
            for event in watcher.finish():
                self._pass_on(event)
            return None
        self.latest = frame
        if (dice := self._judge.dice) is not None:
            watcher.expect(dice)
        events = tuple(watcher.feed(frame))
        for event in events:
            self._pass_on(event)
        self._judge.judged(watcher.judged_until, watcher.clear)
        self._tell_notes(watcher.notes)
        self._tell_camera(True, "The camera sees the table.")
        return events

    def look_anew(self, prepare: Callable[[Camera], Watcher]) -> None:
        """From the next frame on this makes the watch: another play area. From any thread."""
        self._anew = prepare

    def start(self) -> None:
        """Runs in a thread until `stop`, over every fault of the camera."""
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and closes the camera; may be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10.0)
            self._thread = None
        self._camera.close()

    def _begin(self) -> Watcher:
        """Opens the camera and prepares the watch, once each."""
        if not self._opened:
            self._camera.open()
            self._opened = True
        if self._anew is not None:
            if self._watcher is not None:
                for event in self._watcher.finish():
                    self._pass_on(event)
            self._prepare, self._anew = self._anew, None
            self._watcher = self._verdict = None
        if self._watcher is None:
            self._watcher = self._prepare(self._camera)
        return self._watcher

    def _pass_on(self, event: WatchEvent) -> None:
        if isinstance(event, LookAgain):
            self._camera.set_exposure(event.exposure)
        elif self.latest is not None:
            self._verdict = event if isinstance(event, Throw | NoRoll) else self._verdict
            self._judge.on(event, self.latest)
        if self._seen is not None:
            self._seen(event)

    def _tell_notes(self, notes: dict[str, str]) -> None:
        for kind in notes.keys() - self.notes.keys():
            log.warning("%s", notes[kind])
        self.notes = notes

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                ended = self.step(FRAME_LIMIT_S) is None
            except CameraError as error:
                self._tell_camera(False, str(error))
                self._stop.wait(RETRY_S)
                continue
            except Exception:
                # One frame that vision stumbles over must not end the evening: the table goes on without it.
                log.exception("This frame could not be judged.")
                self._tell_camera(False, "The camera's picture could not be judged; the next ones are tried.")
                self._stop.wait(RETRY_S)
                continue
            if ended:
                self._tell_camera(False, "The camera's film or folder has ended.")
                return

    def _tell_camera(self, seeing: bool, sentence: str) -> None:
        if seeing == self.seeing:
            return
        self.seeing, self.says = seeing, sentence
        log.log(logging.INFO if seeing else logging.WARNING, "%s", sentence)
        self._judge.camera(seeing, sentence)
