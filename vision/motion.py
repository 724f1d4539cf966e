"""The gate: cheap looks at low resolution that say what has changed and what is moving.

A picture is shrunk to about 160 pixels in width and coded as a logarithm, so that another amount of light
is the same step everywhere. From a difference of two such planes the light is taken out again: a step for
the whole picture (automatic exposure, a lamp that drifts), one for each row (lamps that flicker at 100 or
120 Hz under a rolling shutter), and what varies slowly over the picture (people's shadows). Dice and hands
have edges and stay. Nothing here knows what a die is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

#: Width of the planes in pixels, about.
WIDTH = 160
#: Grey levels that are added before the logarithm, so that noise in the dark is not blown up.
OFFSET = 24.0
#: Steps of the code; 255 grey levels make 255 steps.
SCALE = 255.0 / (np.log(255.0 + OFFSET) - np.log(OFFSET))
_CODE = np.rint(SCALE * (np.log(np.arange(256) + OFFSET) - np.log(OFFSET))).astype(np.uint8)
#: Changes up to this are followed as light when they are broad; beyond it they count as a thing.
LIGHT_LIMIT = 40.0
#: Side of the square, in pixels of a plane, over which light is taken to be even.
LIGHT_SIDE = 31
#: Least change of brightness that counts, in steps, and in times the noise.
FLOOR, NOISE_TIMES = 7.0, 6.0
#: Least change of colour that counts, in steps: shadows of coloured lamps make some.
COLOUR_FLOOR = 22.0
#: Values of a plane that may stray in a frame in which nothing has changed: a thing makes more.
STRAY = 4
#: Share of the picture that must have changed for it to be the lamp or the camera, not things on the table.
EVERYWHERE = 0.6


def plane(image: np.ndarray, width: int = WIDTH) -> np.ndarray:
    """The picture as a small plane of logarithms, lightly smoothed: (h, w, 3) uint8, w about `width`."""
    height, full = image.shape[:2]
    factor = max(1, round(full / width))
    small = image
    if factor > 1:
        small = cv2.resize(image, (full // factor, height // factor), interpolation=cv2.INTER_AREA)
    return cv2.blur(cv2.LUT(small, _CODE), (3, 3))
#: A thing has left when the edges along its outline are weaker than this share of what they were.
GONE = 0.5
#: Frames for which it must have been still for that to count.
LONG_STILL = 15
#: Share of a place that may differ from an earlier rest for it to look as it did then.
SAME_AS_EARLIER = 0.08


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """What differs between two planes once the light is taken out.

    mask: (h, w) uint8, 255 where something differs. share: of the picture, 0..1. light: steps by which the
    whole picture is brighter. noise: standard deviation of the brightness in places that agree, in steps.
    """

    mask: np.ndarray
    share: float
    light: float
    noise: float


def change(now: np.ndarray, before: np.ndarray, noise: float = 1.0) -> Change:
    """What differs between two planes of the same camera. noise: as measured lately, in steps."""
    diff = cv2.subtract(now, before, dtype=cv2.CV_32F)
    step = np.median(diff[3::6, 3::6].reshape(-1, 3), axis=0)
    diff -= step.astype(np.float32)
    blue, green, red = cv2.split(diff)
    grey = (blue + green + red) * (1 / 3)
    # What has changed more than light does takes no part in what the light is.
    calm = (cv2.absdiff(grey, 0.0) < LIGHT_LIMIT).astype(np.float32)
    weight = 1.0 / (calm.sum(axis=1, keepdims=True) + 1.0)
    blue -= (blue * calm).sum(axis=1, keepdims=True) * weight
    green -= (green * calm).sum(axis=1, keepdims=True) * weight
    red -= (red * calm).sum(axis=1, keepdims=True) * weight
    grey = (blue + green + red) * (1 / 3)
    side = (LIGHT_SIDE, LIGHT_SIDE)
    broad = cv2.blur(grey * calm, side) / (cv2.blur(calm, side) + 0.03)
    sharp = cv2.absdiff(grey, broad)
    colour = cv2.max(cv2.absdiff(blue, green), cv2.absdiff(red, green))
    measured = float(np.median(sharp[3::5, 3::5])) / 0.6745
    hit = (sharp > max(FLOOR, NOISE_TIMES * noise)) | (colour > max(COLOUR_FLOOR, 2 * NOISE_TIMES * noise))
    mask = hit.astype(np.uint8) * 255
    return Change(mask, float(hit.mean()), float(step.mean()), measured)


def edges(image: np.ndarray) -> np.ndarray:
    """Strength of the edges of a plane: (h, w) float32."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))


class Gate:
    """Looks at each frame, as cheaply as the frame allows.

    The reference is what the table looked like when it was last at rest; it follows slow changes while
    nothing happens (`rest`) and is held while something does.
    """

    #: Share of a new frame in the reference while the table is at rest.
    FOLLOW = 0.04

    def __init__(self) -> None:
        self._slow: np.ndarray | None = None
        #: References before the present one, oldest first.
        self.earlier: deque[np.ndarray] = deque(maxlen=4)
        self.reference: np.ndarray | None = None
        self.now: np.ndarray | None = None
        self.before: np.ndarray | None = None
        self.noise: float = 1.0
        self._calibrated = False

    def take(self, image: np.ndarray) -> None:
        """Makes `image` the present frame."""
        small = plane(image)
        if self.now is not None and small.shape != self.now.shape:
            self._slow = self.reference = self.now = None
        self.before, self.now = self.now, small
        if self.reference is None:
            self.refer()
        elif not self._calibrated and self.before is not None:
            self.noise = min(4.0, change(self.now, self.before).noise)
            self._calibrated = True

    def refer(self, to: np.ndarray | None = None) -> None:
        """Makes a plane (the present one when None) the reference."""
        if self.reference is not None:
            self.earlier.append(self.reference)
        self.reference = self.now if to is None else to
        assert self.reference is not None
        self._slow = self.reference.astype(np.float32)

    def gone(self, mask: np.ndarray, still: int) -> bool:
        """Whether what differs inside the mask has left rather than come.

        It looks as at an earlier rest; or, for want of one, it has long been `still` (frames) and the reference
        has far stronger edges along it: not sooner, since a hand over a printed felt hides edges too.
        """
        at = mask > 0
        for plane_before in self.earlier:
            if plane_before.shape == self.now.shape:
                differs = change(self.now, plane_before, self.noise).mask[at]
                if float((differs > 0).mean()) < SAME_AS_EARLIER:
                    return True
        if still < LONG_STILL:
            return False
        ring = (cv2.dilate(mask, np.ones((3, 3), np.uint8)) & ~cv2.erode(mask, np.ones((5, 5), np.uint8))) > 0
        return float(edges(self.now)[ring].sum()) < GONE * float(edges(self.reference)[ring].sum())

    def patch(self, mask: np.ndarray) -> None:
        """Takes the present frame into the reference inside the mask."""
        at = cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0
        made = self.reference.copy()
        made[at] = self.now[at]
        self.refer(made)

    def rest(self) -> None:
        """Lets the reference follow the present frame a little: call it when nothing has changed."""
        cv2.accumulateWeighted(self.now, self._slow, self.FOLLOW)
        self.reference = cv2.convertScaleAbs(self._slow)

    def quiet(self) -> bool:
        """Whether the present frame is so like the reference that no closer look is needed."""
        step = cv2.absdiff(self.now, self.reference)
        return int(np.count_nonzero(step >= max(FLOOR, NOISE_TIMES * self.noise))) <= STRAY

    def changed(self) -> Change:
        """What differs from the reference."""
        seen = change(self.now, self.reference, self.noise)
        if seen.share < 0.05:
            self.noise += 0.1 * (min(seen.noise, 4.0) - self.noise)
        return seen

    def moving(self) -> Change:
        """What differs from the frame before; nothing for the first frame."""
        before = self.now if self.before is None else self.before
        return change(self.now, before, self.noise)
