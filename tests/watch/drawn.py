"""A table drawn with a few lines, for tests that need to know everything: plain dice, a hand, lights that misbehave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frames import Frame
from vision.readings import Reading, SeenDie

SIZE = (320, 240)
EDGE = 18.0
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Die:
    """A die as drawn: centre in pixels, face, turn in degrees."""

    x: float
    y: float
    value: int
    turn: float = 0.0


def _blank(seed: int, print_lines: bool) -> np.ndarray:
    rng = np.random.default_rng(seed)
    weave = rng.normal(0, 3, (SIZE[1], SIZE[0], 1))
    felt = np.clip(np.array([52, 96, 44]) + weave, 0, 255).astype(np.uint8)
    if print_lines:
        cv2.rectangle(felt, (40, 40), (280, 120), (120, 150, 150), 2)
        cv2.putText(felt, "FIELD", (70, 180), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 160, 190), 2)
    return felt


def _draw_die(image: np.ndarray, die: Die) -> None:
    turn = np.radians(die.turn)
    u, v = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    centre = np.array([die.x, die.y])
    corners = np.array([centre + EDGE / 2 * (a * u + b * v) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), (235, 238, 240), cv2.LINE_AA, 4)
    for a, b in _PIPS[die.value]:
        at = np.round((centre + 0.27 * EDGE * (a * u + b * v)) * 16).astype(int)
        cv2.circle(image, tuple(int(c) for c in at), int(0.075 * EDGE * 16), (25, 25, 30), -1, cv2.LINE_AA, 4)


def _draw_hand(image: np.ndarray, tip: tuple[float, float]) -> None:
    """A hand and arm that come in over the lower border, the fingertips at `tip`."""
    x, y = tip
    skin, dark = (110, 140, 200), (90, 118, 172)
    for k, off in enumerate((-27, -9, 9, 27)):
        shown = y + (6 if k in (0, 3) else 0)
        cv2.line(image, (int(x + off), int(shown + 8)), (int(x + off * 0.9), int(y + 60)), skin if k % 2 else dark, 15)
    cv2.rectangle(image, (int(x - 34), int(y + 50)), (int(x + 34), SIZE[1] + 200), skin, -1)


Light = Callable[[np.ndarray, int], np.ndarray]


class Film:
    """Frames made one after the other.

    seed: of the felt and the noise. lines: print on the felt. noise: grey levels. light: changes each picture
    (float32, in place or anew) by its number. shift: (x, y) in pixels by number, for a camera that shakes.
    """

    def __init__(
        self,
        seed: int = 0,
        lines: bool = True,
        noise: float = 2.0,
        light: Light | None = None,
        shift: Callable[[int], tuple[float, float]] | None = None,
        exposure: float | None = None,
    ) -> None:
        self.felt = _blank(seed, lines)
        self.frames: list[Frame] = []
        self.exposure = exposure
        self._rng = np.random.default_rng(seed + 1)
        self._noise, self._light, self._shift = noise, light, shift

    def add(self, dice: Sequence[Die] = (), hand: tuple[float, float] | None = None, times: int = 1) -> Film:
        """Appends `times` frames of these dice under this hand."""
        scene = self.felt.copy()
        for die in dice:
            _draw_die(scene, die)
        if hand is not None:
            _draw_hand(scene, hand)
        for _ in range(times):
            self.frames.append(self._taken(scene))
        return self

    def _taken(self, scene: np.ndarray) -> Frame:
        number = len(self.frames)
        image = scene.astype(np.float32)
        if self._shift is not None:
            move = np.float32([[1, 0, self._shift(number)[0]], [0, 1, self._shift(number)[1]]])
            image = cv2.warpAffine(image, move, SIZE, borderMode=cv2.BORDER_REPLICATE)
        if self._light is not None:
            image = self._light(image, number)
        image += self._rng.normal(0, self._noise, image.shape).astype(np.float32)
        return Frame(np.clip(image, 0, 255).astype(np.uint8), number / 30, number, self.exposure)

    def throw(self, ends: Sequence[Die], others: Sequence[Die] = (), frames: int = 12, hand=None) -> Film:
        """Dice fly in from the right and tumble until they rest at `ends`; `others` lie there all the while."""
        starts = [replace(end, x=SIZE[0] + 20 + 25 * k, y=end.y + 50 - 30 * k) for k, end in enumerate(ends)]
        for k in range(1, frames + 1):
            left = (1 - k / frames) ** 2
            moving = [
                Die(
                    end.x + (start.x - end.x) * left,
                    end.y + (start.y - end.y) * left,
                    end.value if k >= frames - 1 else 1 + (k * 5 + end.value) % 6,
                    end.turn + 900 * left,
                )
                for start, end in zip(starts, ends, strict=True)
            ]
            self.add([*others, *moving], hand=hand(k) if hand else None)
        return self

    def grab(self, dice: Sequence[Die], kept: Sequence[Die] = ()) -> Film:
        """A hand comes in, takes `dice`, and leaves; `kept` stay."""
        x = float(np.mean([die.x for die in dice]))
        y = min(die.y for die in dice) - 14
        for share in (0.2, 0.5, 0.8, 1.0, 1.0, 1.0):
            self.add([*kept, *dice], hand=(x, SIZE[1] + 10 + (y - SIZE[1] - 10) * share))
        for share in (1.0, 0.8, 0.5, 0.2):
            self.add(kept, hand=(x, SIZE[1] + 10 + (y - SIZE[1] - 10) * share))
        return self.add(kept)

    def place(self, dice: Sequence[Die], kept: Sequence[Die] = ()) -> Film:
        """A hand comes in empty-looking, leaves `dice` behind, and goes."""
        x = float(np.mean([die.x for die in dice]))
        y = min(die.y for die in dice) - 14
        for share in (0.2, 0.5, 0.8, 1.0, 1.0):
            self.add(kept, hand=(x, SIZE[1] + 10 + (y - SIZE[1] - 10) * share))
        for share in (1.0, 1.0, 0.8, 0.5, 0.2):
            self.add([*kept, *dice], hand=(x, SIZE[1] + 10 + (y - SIZE[1] - 10) * share))
        return self.add([*kept, *dice])


class SquareReader:
    """Reads the drawn dice: white squares, dark pips in them. Counts its calls.

    refusals: reasons given for the first calls that would have been read, in turn.
    """

    def __init__(self, dice: int | None = 2, refusals: Sequence[str] = ()) -> None:
        self.dice = dice
        self.calls = 0
        self._refusals = list(refusals)

    def read(self, images) -> Reading:
        self.calls += 1
        image = images if isinstance(images, np.ndarray) else images[-1]
        dice = _seen(image)
        if self.dice is not None and len(dice) != self.dice or not dice:
            return Reading(None, 0.9, "wrong_count", dice)
        if any(die.value is None for die in dice):
            return Reading(None, 0.5, "unsure", dice)
        if self._refusals:
            return Reading(None, 0.5, self._refusals.pop(0), dice)
        return Reading(tuple(sorted(die.value for die in dice)), 0.99, None, dice)


def _seen(image: np.ndarray) -> tuple[SeenDie, ...]:
    white = (image.min(axis=2) > 0.75 * float(np.percentile(image.min(axis=2), 99.9))) & (image.min(axis=2) > 85)
    closed = cv2.morphologyEx(white.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((int(0.4 * EDGE) | 1,) * 2, np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(closed)
    found = []
    for i in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[i])
        if not 0.75 * EDGE**2 < area < 1.4 * EDGE**2 or max(w, h) > 1.6 * EDGE:
            continue
        holes = ((labels == i) & ~white)[y : y + h, x : x + w].astype(np.uint8)
        pips, _, sizes, _ = cv2.connectedComponentsWithStats(holes, connectivity=4)
        value = int((sizes[1:, cv2.CC_STAT_AREA] >= 4).sum()) if pips > 1 else 0
        found.append(
            SeenDie(
                value if 1 <= value <= 6 else None,
                0.99,
                (float(centres[i][0]), float(centres[i][1])),
                (x, y, w, h),
            )
        )
    return tuple(found)
