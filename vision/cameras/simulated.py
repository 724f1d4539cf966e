"""The simulated camera: a table that exists only in numpy, seen as a real camera would see it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision.cameras.base import CameraMissing
from vision.frames import Frame
from vision.simulate.stage import Moment, Scene, Stage
from vision.simulate.throws import TROUBLES, Thrower

#: Frames after which a new exposure is seen, as with a real sensor.
LAG_FRAMES = 2

#: Troubles that are on unless others are named.
USUAL_TROUBLES = frozenset({"cocked", "off_surface", "hand", "one_moved", "glare"})


class SimulatedCamera:
    """A camera over a simulated table.

    seed: decides the table, the dice, every throw and its trouble. size: (width, height) in pixels. fps: frames a
    second. troubles: names out of `vision.simulate.throws.TROUBLES` that throws may have. trouble_rate: share of the
    throws that have each of them; they are dealt from a shuffled deck, so that in every 1 / trouble_rate throws each
    comes exactly once. sleep: False = frames come as fast as they are drawn, with the times they would have had.
    auto: throws by itself, every `pause` seconds after the dice have come to rest. throws: ends after so many throws
    (None = never). mixed: the two dice differ in colour. flicker: share by which the light of the lamp swings over the
    rows of a frame. drift: share by which it changes slowly. shake: pixels by which the camera trembles. truth: called
    with a dict for each throw that has come to rest: `throw` (from 1), `kind`, `values`, `counts`, `settle_index`, and
    `wall` (whether all that flew reached the rail) for dice that flew; nothing that is drawn depends on it. start: time
    of frame 0, None = now.

    Example:
        camera = SimulatedCamera(seed=3, auto=True, throws=5, sleep=False)
        camera.open()
        while (frame := camera.read()) is not None:
            print(frame.index, frame.image.shape)
    """

    def __init__(
        self,
        seed: int = 1,
        size: tuple[int, int] = (960, 540),
        fps: float = 30.0,
        troubles: Iterable[str] = USUAL_TROUBLES,
        trouble_rate: float = 1 / 16,
        sleep: bool = True,
        auto: bool = False,
        throws: int | None = None,
        pause: float = 1.2,
        mixed: bool = False,
        flicker: float = 0.0,
        drift: float = 0.0,
        shake: float = 0.0,
        truth: Callable[[dict], None] | None = None,
        start: float | None = None,
    ) -> None:
        self.troubles = tuple(sorted(set(troubles)))
        unknown = [name for name in self.troubles if name not in TROUBLES]
        if unknown:
            raise CameraMissing(f"The simulated camera has no trouble {unknown[0]!r}; it has {', '.join(TROUBLES)}.")
        deck = round(1 / trouble_rate) if trouble_rate > 0 else 0
        if self.troubles and 0 < deck < len(self.troubles):
            raise CameraMissing(f"A trouble rate of {trouble_rate} is too high for {len(self.troubles)} troubles.")
        if min(size) < 120 or fps <= 0:
            raise CameraMissing("The simulated camera needs a picture of at least 120 pixels and some frames a second.")
        self.name = f"simulated table, seed {seed}"
        self.fps = float(fps)
        self.finite = throws is not None
        self.seed, self.size, self.sleep, self.auto, self.throws = seed, tuple(size), sleep, auto, throws
        self._pause, self._truth, self._start, self._mixed = pause, truth, start, mixed
        self._unrest = {"flicker": flicker, "drift": drift, "shake": shake}
        self._deck_size = deck
        self._stage: Stage | None = None

    @property
    def mat_mm(self) -> tuple[float, float]:
        """Width and depth of the marker mat, as they would stand on a printed one."""
        return Scene.by_seed(self.seed, self.size).felt.area

    @property
    def focal_px(self) -> float:
        """Focal length in pixels, as the data sheet of a real lens would give it."""
        return Scene.by_seed(self.seed, self.size).camera.focal

    # -- the protocol -----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Draws the empty table."""
        scene = Scene.by_seed(self.seed, self.size)
        scene = scene.mixed(self.seed) if self._mixed else scene
        scene = replace(scene, sensor=replace(scene.sensor, **self._unrest))
        self._stage = Stage(scene, self.seed)
        self._thrower = Thrower(scene, self.seed, self.fps)
        self._rng = np.random.default_rng([self.seed, 5])
        self._deck: list[str | None] = []
        self._waiting: deque[dict] = deque()
        self._act: Iterator[Moment] = iter(())
        self._acting = False
        self._index = 0
        self._thrown = 0
        self._dice = 2
        self._idle = 0
        self._exposures = deque([0.0] * (LAG_FRAMES + 1), maxlen=LAG_FRAMES + 1)
        self._wished = 0.0
        self._begin = time.monotonic() if self._start is None else self._start

    def read(self, timeout: float = 5.0) -> Frame | None:
        """The next frame, at its time; None when the last throw has been shown."""
        if self._stage is None:
            self.open()
        moment = self._next()
        if moment is None:
            return None
        index, self._index = self._index, self._index + 1
        self._exposures.append(self._wished)
        exposure = self._exposures[0]
        image = self._stage.picture(moment, exposure)
        t = self._begin + index / self.fps
        if self.sleep:
            self._keep_time(t)
        if moment.settled is not None and self._truth is not None:
            self._truth({"throw": self._thrown, **moment.settled, "settle_index": index})
        return Frame(image, t, index, exposure)

    def set_exposure(self, stops: float) -> bool:
        """Sets the exposure in stops from the base, -6 to 6; seen LAG_FRAMES later, and each frame tells its own."""
        self._wished = float(min(max(stops, -6.0), 6.0))
        return True

    def tell(self, message: dict) -> None:
        """`{"throw": {"kind": None or a trouble or "plain", "values": None or [a, b], "dice": 2}}`
        or `{"clear": True}` or `{"dice": 1}`: how many are thrown by itself from now on.

        kind None: what the deck of troubles deals. dice: 1 throws a single die; its `values` are [a]. Messages are
        carried out one after the other; unknown ones are ignored.
        """
        if self._stage is None:
            self.open()
        if message.get("dice") in (1, 2):
            self._dice = message["dice"]
        if "throw" in message or message.get("clear"):
            self._waiting.append(message)

    def close(self) -> None:
        """Forgets the table."""
        self._stage = None

    # -- what happens -----------------------------------------------------------------------------------------------

    def _keep_time(self, t: float) -> None:
        late = time.monotonic() - t
        if late < 0:
            time.sleep(-late)
        elif late > 1.0:  # the drawing fell far behind: shift the clock rather than hurry after it
            self._begin += late

    def _next(self) -> Moment | None:
        moment = next(self._act, None)
        if moment is not None:
            return moment
        if self._acting:
            self._acting, self._idle = False, 0
        rested = self._idle >= self._pause * self.fps
        done = self.throws is not None and self._thrown >= self.throws
        if self.auto and rested and not done and not self._waiting:
            self._waiting.append({"throw": {"dice": self._dice}})
        if self._waiting:
            self._begin_act(self._waiting.popleft())
            return self._next()
        if done and rested:
            return None
        self._idle += 1
        return self._thrower.still()

    def _begin_act(self, message: dict) -> None:
        self._acting = True
        if "throw" not in message:
            self._act = self._thrower.take_away()
            return
        wish = message["throw"] or {}
        kind = wish.get("kind")
        kind = self._deal() if kind is None else None if kind == "plain" or kind not in TROUBLES else kind
        values = wish.get("values")
        self._thrown += 1
        self._act = self._thrower.throw(kind, None if values is None else tuple(map(int, values)), wish.get("dice", 2))

    def _deal(self) -> str | None:
        if not self.troubles or not self._deck_size:
            return None
        if not self._deck:
            deck = [*self.troubles, *[None] * (self._deck_size - len(self.troubles))]
            self._deck = [deck[k] for k in self._rng.permutation(len(deck))]
        # One die can be moved only while two lie there; until they do, that card stays in the deck.
        fits = [k for k, kind in enumerate(self._deck) if kind != "one_moved" or self._thrower.two_lie]
        return self._deck.pop(fits[-1] if fits else -1)
