"""A camera in a child process: when native code crashes or hangs, the table carries on and starts it again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from vision.cameras.base import Camera, CameraBusy, CameraError, CameraMissing, CameraStalled, SourceBroken
from vision.cameras.child import CAPTURE_LIMIT_S, Job, run
from vision.frames import Frame

#: Frames that may be under way between child and parent.
SLOTS = 6
#: Seconds a child may take to start and open its camera.
OPEN_LIMIT_S = 20.0
#: Seconds between restarts: the first, and the most it grows to by doubling.
BACK_OFF_S = (0.25, 10.0)
#: Frames in a row after which a restarted camera is trusted again and the back-off begins anew.
STEADY_FRAMES = 30
#: Kinds of errors that opening can end with, by the name that the child sends.
KINDS: dict[str, type[CameraError]] = {
    kind.__name__: kind for kind in (CameraMissing, CameraBusy, CameraStalled, SourceBroken, CameraError)
}


@dataclass(frozen=True, slots=True)
class Health:
    """How the camera is. state: closed, starting, ok, silent (no frame in time), restarting, ended or failed.

    frames: frames delivered. restarts: children that had to be replaced. last_frame: monotonic time of the
    last frame's arrival, None before the first. trouble: the last fault in one sentence, or None.
    """

    state: str = "closed"
    frames: int = 0
    restarts: int = 0
    last_frame: float | None = None
    trouble: str | None = None


class CameraProcess:
    """The camera that `source` names, run in a spawned child. A Camera itself, for one thread.

    source: a name for `open_camera`, or a callable at module level that makes a Camera.
    options: passed to it. truth: pass it `truth=`, a callable for dicts, that comes out of `truth()` here.
    lossless: wait for the reader instead of dropping frames; None = for films, folders, pictures, and
        for simulated cameras that do not sleep.
    silence_limit: seconds without a frame after which the child is taken for hung, killed and replaced.
    """

    def __init__(
        self,
        source: str | Callable[..., Camera],
        options: dict[str, Any] | None = None,
        *,
        truth: bool = False,
        lossless: bool | None = None,
        silence_limit: float = CAPTURE_LIMIT_S + 1.0,
        open_limit: float = OPEN_LIMIT_S,
    ) -> None:
        self._job = Job(source, dict(options or {}), lossless, max(0.1, silence_limit - 1.0))
        self.name = source if isinstance(source, str) else getattr(source, "__name__", "camera")
        self.fps = 30.0
        self.finite = False
        self._with_truth = truth
        self._silence_limit = silence_limit
        self._open_limit = open_limit
        self._context = multiprocessing.get_context("spawn")
        self._child: Any = None
        self._frames: Connection | None = None
        self._control: Connection | None = None
        self._truth: Connection | None = None
        self._memory: SharedMemory | None = None
        self._slot_bytes = 0
        self._index_base = self._next_index = 0
        self._t_shift: float | None = 0.0
        self._last_t = 0.0
        self._heard = self._start_at = 0.0
        self._patience = open_limit
        self._pause = BACK_OFF_S[0]
        self._since_start = 0
        self._health = Health()

    # --- the protocol of a camera -------------------------------------------------------------------

    def open(self) -> None:
        """Starts the child and waits until its camera is open. Raises CameraMissing, CameraBusy, SourceBroken."""
        self.close()
        self._health = Health("starting")
        self._spawn()
        deadline = time.monotonic() + self._open_limit
        while self._health.state == "starting":
            message = self._receive(deadline - time.monotonic())
            if message is None:
                sentence = self._why_silent("did not open")
                self.close()
                raise CameraStalled(sentence)
            try:
                self._take(message)
            except CameraError:
                self.close()
                raise

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame; None when a finite source has ended. Raises CameraStalled after `timeout` seconds.

        A child that crashed or fell silent is replaced within this call and the calls that follow. A film
        or folder whose decoder crashed raises SourceBroken: played again it would show its throws twice.
        """
        deadline = time.monotonic() + timeout
        while True:
            if self._health.state in ("ended", "closed"):
                return None
            if self._child is None and not self._restart(deadline):
                raise CameraStalled(self._health.trouble or f"The camera {self.name} is not back yet.")
            message = self._receive(min(deadline, self._heard + self._patience) - time.monotonic())
            if message is None:
                self._judge_silence(deadline)
                continue
            frame = self._take(message)
            if frame is not None:
                return frame

    def set_exposure(self, stops: float) -> bool:
        """Asks the camera for another exposure; False when it cannot or does not answer within a second."""
        if not self._send(("exposure", float(stops))) or self._control is None:
            return False
        with contextlib.suppress(EOFError, OSError):
            if self._control.poll(1.0 + 2.0 / self.fps):
                return bool(self._control.recv()[1])
        return False

    def tell(self, message: dict) -> None:
        """Passes a message to the camera in the child; lost when there is no child just now."""
        self._send(("tell", message))

    def truth(self) -> Iterator[dict]:
        """What the camera has told about the truth since the last call; nothing without `truth=True`."""
        while self._truth is not None:
            try:
                if not self._truth.poll():
                    return
                yield self._truth.recv()
            except (EOFError, OSError):
                return

    def close(self) -> None:
        """Ends the child (asked, then killed) and frees the shared memory; may be called twice."""
        self._end_child(ask=True)
        if self._memory is not None:
            self._memory.close()
            self._memory.unlink()
            self._memory = None
            self._slot_bytes = 0
        if self._truth is not None:
            self._truth.close()
            self._truth = None
        self._health = replace(self._health, state="closed")

    @property
    def health(self) -> Health:
        """How the camera is just now."""
        return self._health

    def __enter__(self) -> CameraProcess:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- the child ----------------------------------------------------------------------------------

    def _spawn(self) -> None:
        self._frames, child_frames = self._context.Pipe(duplex=False)
        self._control, child_control = self._context.Pipe()
        child_truth = None
        if self._with_truth:
            if self._truth is not None:
                self._truth.close()
            self._truth, child_truth = self._context.Pipe(duplex=False)
        self._child = self._context.Process(
            target=run,
            args=(self._job, child_frames, child_control, child_truth, os.getpid()),
            name=f"camera {self.name}",
            daemon=True,
        )
        self._child.start()
        for end in (child_frames, child_control, child_truth):
            if end is not None:
                end.close()
        self._heard = time.monotonic()
        self._patience = self._open_limit
        self._since_start = 0
        self._index_base = self._next_index
        self._t_shift = None
        if self._memory is not None:
            self._offer_memory()

    def _offer_memory(self) -> None:
        assert self._memory is not None
        self._send(("memory", self._memory.name, SLOTS, self._slot_bytes))

    def _send(self, message: tuple) -> bool:
        if self._control is None:
            return False
        try:
            self._control.send(message)
        except OSError:
            return False
        return True

    def _receive(self, seconds: float) -> tuple | None:
        """The next message of the child; None when the time is up or the child has died."""
        assert self._frames is not None
        try:
            ready = wait([self._frames, self._child.sentinel], max(0.0, seconds))
            if self._frames in ready:
                return self._frames.recv()
            if not ready:
                return None
        except (EOFError, OSError):
            pass
        # Its ends of the pipes close a moment before the child is gone.
        self._child.join(1.0)
        return None

    def _take(self, message: tuple) -> Frame | None:
        """Acts on a message; the frame, if it is one. Raises what opening the camera raised."""
        self._heard = time.monotonic()
        word = message[0]
        if word == "frame":
            return self._frame(*message[1:])
        if word == "opened":
            _, self.name, self.fps, self.finite = message
            self._patience = self._silence_limit
            self._health = replace(self._health, state="ok")
        elif word == "grow":
            self._grow(message[1])
        elif word == "end":
            self._end_child(ask=True)
            self._health = replace(self._health, state="ended")
        elif word == "error":
            self._fault(*message[1:])
        return None

    def _grow(self, size: int) -> None:
        if self._memory is not None:
            self._memory.close()
            self._memory.unlink()
        self._memory = SharedMemory(create=True, size=SLOTS * size)
        self._slot_bytes = size
        self._offer_memory()

    def _frame(self, slot: int, shape: tuple, t: float, index: int, exposure: float | None) -> Frame:
        assert self._memory is not None
        view = np.ndarray(shape, np.uint8, buffer=self._memory.buf, offset=slot * self._slot_bytes)
        image = view.copy()
        del view
        self._send(("free", slot))
        if self._t_shift is None:
            # A simulated clock begins anew with each child; time must not run back for those who read.
            self._t_shift = 0.0 if t > self._last_t or self._health.frames == 0 else self._last_t + 1 / self.fps - t
        self._last_t = t + self._t_shift
        self._next_index = self._index_base + index + 1
        self._since_start += 1
        if self._since_start == STEADY_FRAMES:
            self._pause = BACK_OFF_S[0]
        self._health = replace(
            self._health, state="ok", frames=self._health.frames + 1, last_frame=self._heard
        )
        return Frame(image, self._last_t, self._index_base + index, exposure)

    def _fault(self, kind: str, sentence: str, opening: bool) -> None:
        """The child's camera raised. At the first opening, and for finite sources, this goes to the caller."""
        self._end_child(ask=False)
        first = self._health.frames == 0 and self._health.restarts == 0 and opening
        if first or self.finite:
            self._health = replace(self._health, state="failed", trouble=sentence)
            self._start_at = float("inf")
            raise KINDS.get(kind, CameraError)(sentence)
        self._lost(sentence)

    def _judge_silence(self, deadline: float) -> None:
        """Nothing came: the child has died, is hung, or the caller's time is up."""
        if self._child is not None and self._child.is_alive():
            if time.monotonic() - self._heard < self._patience:
                self._health = replace(self._health, state="silent")
                raise CameraStalled(f"The camera {self.name} gave no picture in time.")
            sentence = f"The camera {self.name} hung and was started again."
        else:
            sentence = self._why_silent("stopped")
        self._end_child(ask=False)
        if self.finite:
            self._health = replace(self._health, state="failed", trouble=sentence)
            self._start_at = float("inf")
            raise SourceBroken(f"{self.name} cannot be decoded further: the decoder crashed or hung.")
        self._lost(sentence)
        if time.monotonic() >= deadline:
            raise CameraStalled(sentence)

    def _why_silent(self, what: str) -> str:
        self._child.join(0.5)
        code = self._child.exitcode
        if code is None:
            return f"The camera {self.name} {what} in time."
        how = f"signal {-code}" if code < 0 else f"status {code}"
        return f"The process of the camera {self.name} {what} ({how})."

    def _lost(self, sentence: str) -> None:
        self._start_at = time.monotonic() + self._pause
        self._pause = min(BACK_OFF_S[1], self._pause * 2)
        self._health = replace(
            self._health, state="restarting", restarts=self._health.restarts + 1, trouble=sentence
        )

    def _restart(self, deadline: float) -> bool:
        """Starts a new child once its time has come; False when the caller's time is up before."""
        pause = self._start_at - time.monotonic()
        left = deadline - time.monotonic()
        if pause > left:
            if left > 0 and self._health.state != "failed":
                time.sleep(left)
            return False
        if pause > 0:
            time.sleep(pause)
        self._spawn()
        return True

    def _end_child(self, ask: bool) -> None:
        if self._child is not None:
            if ask and self._send(("stop",)):
                self._drain(1.5)
            if self._child.is_alive():
                self._child.kill()
            self._child.join()
            self._child.close()
            self._child = None
        for end in (self._frames, self._control):
            if end is not None:
                end.close()
        self._frames = self._control = None

    def _drain(self, seconds: float) -> None:
        """Lets the child finish what it is saying, so that it can hear that it should stop."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self._child.is_alive():
            if self._receive(deadline - time.monotonic()) is None:
                break
        self._child.join(max(0.0, deadline - time.monotonic()))
