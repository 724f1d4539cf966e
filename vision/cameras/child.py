"""The camera's side of `process.py`: what runs in the spawned child.

Everything it says to the parent goes over two pipes and a block of shared memory that the parent owns.
Frames pipe (child -> parent): ("opened", name, fps, finite), ("grow", bytes), ("frame", slot, shape, t,
index, exposure), ("end",), ("error", kind, sentence, opening).
Control pipe (parent -> child): ("memory", name, slots, bytes), ("free", slot), ("exposure", stops),
("tell", message), ("stop",); child -> parent: ("exposure", taken).
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import open_camera
from vision.frames import Frame

#: Seconds that the camera may take over one frame before the child gives up on it.
CAPTURE_LIMIT_S = 5.0


@dataclass(frozen=True)
class Job:
    """What the child is to run. source: a name for open_camera, or a callable that makes a Camera.

    lossless: wait for the parent rather than drop a frame; None = for finite sources and those without
    sleep. capture_limit: seconds for one frame.
    """

    source: str | Callable[..., Camera]
    options: dict[str, Any]
    lossless: bool | None = None
    capture_limit: float = CAPTURE_LIMIT_S


class ParentGone(Exception):
    """The parent closed its end: there is nobody left to work for."""


class _Line:
    """The child's end of both pipes and of the shared memory."""

    def __init__(self, camera: Camera, frames: Connection, control: Connection, lossless: bool) -> None:
        self.camera = camera
        self.frames = frames
        self.control = control
        self.lossless = lossless
        self.memory: SharedMemory | None = None
        self.slot_bytes = 0
        self.free: list[int] = []
        self.stopped = False

    def listen(self, wait: float = 0.0) -> None:
        """Does what the parent asks, waiting at most `wait` seconds for the first message."""
        try:
            while self.control.poll(wait):
                self._obey(self.control.recv())
                wait = 0.0
        except (EOFError, OSError) as error:
            raise ParentGone from error

    def _obey(self, message: tuple) -> None:
        word = message[0]
        if word == "free":
            self.free.append(message[1])
        elif word == "memory":
            self._map(*message[1:])
        elif word == "exposure":
            self.control.send(("exposure", bool(self.camera.set_exposure(message[1]))))
        elif word == "tell":
            self.camera.tell(message[1])
        elif word == "stop":
            self.stopped = True

    def _map(self, name: str, slots: int, size: int) -> None:
        self.unmap()
        self.memory = SharedMemory(name=name)
        self.slot_bytes = size
        self.free = list(range(slots))

    def unmap(self) -> None:
        if self.memory is not None:
            self.memory.close()
            self.memory = None

    def send(self, frame: Frame) -> None:
        """Puts the frame into a free slot and says so; drops it when there is none and the source lives on."""
        image = np.ascontiguousarray(frame.image)
        if image.nbytes > self.slot_bytes:
            self.slot_bytes = 0
            self._say(("grow", image.nbytes))
            while self.slot_bytes < image.nbytes and not self.stopped:
                self.listen(0.2)
        while self.lossless and not self.free and not self.stopped:
            self.listen(0.2)
        if not self.free or self.stopped or self.memory is None:
            return
        slot = self.free.pop(0)
        target = np.ndarray(image.shape, np.uint8, buffer=self.memory.buf, offset=slot * self.slot_bytes)
        target[...] = image
        del target
        self._say(("frame", slot, image.shape, frame.t, frame.index, frame.exposure))

    def _say(self, message: tuple) -> None:
        try:
            self.frames.send(message)
        except OSError as error:
            raise ParentGone from error


def run(job: Job, frames: Connection, control: Connection, truth: Connection | None, parent: int) -> None:
    """The child's whole life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(ParentGone, BrokenPipeError):
        _run(job, frames, control, truth)


def _run(job: Job, frames: Connection, control: Connection, truth: Connection | None) -> None:
    opening = True
    camera = None
    line = None
    try:
        options = dict(job.options)
        if truth is not None:
            # What a camera knows of the truth goes to whoever scores, over a pipe of its own.
            options["truth"] = truth.send
        camera = open_camera(job.source, **options) if isinstance(job.source, str) else job.source(**options)
        camera.open()
        opening = False
        frames.send(("opened", camera.name, camera.fps, camera.finite))
        line = _Line(camera, frames, control, _lossless(job, camera))
        _pump(job, line)
    except CameraError as error:
        frames.send(("error", type(error).__name__, str(error), opening))
    except (TypeError, ValueError) as error:
        if not opening:
            raise
        frames.send(("error", "CameraMissing", f"The camera cannot be set up like this: {error}.", True))
    finally:
        if line is not None:
            line.unmap()
        if camera is not None:
            camera.close()


def _pump(job: Job, line: _Line) -> None:
    while not line.stopped:
        line.listen()
        frame = line.camera.read(job.capture_limit)
        if frame is None:
            line.frames.send(("end",))
            while not line.stopped:
                line.listen(1.0)
            return
        line.send(frame)


def _lossless(job: Job, camera: Camera) -> bool:
    if job.lossless is not None:
        return job.lossless
    return camera.finite or job.options.get("sleep") is False


def _die_with(parent: int) -> None:
    """Ends the child when its parent is gone, even while native code holds the main thread."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
