"""From light to pixels: exposure, saturation, tone curve, noise, lamp flicker."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

#: Exponent of the tone curve; a pixel is 255 * light ** (1 / GAMMA), light clipped at 1.
GAMMA = 2.2
_STEPS = 8191
_TONE = np.round(255 * (np.arange(_STEPS + 1) / _STEPS) ** (1 / GAMMA)).astype(np.uint8)
_NOISE_UNIT = 64


def to_pixels(light: np.ndarray, gain: float = 1.0) -> np.ndarray:
    """uint8 pixels of linear light; what is over 1 after the gain saturates."""
    steps = np.multiply(light, np.float32(gain * _STEPS))
    np.clip(steps, 0, _STEPS, out=steps)
    return np.take(_TONE, steps.astype(np.int16))


def to_light(pixels: np.ndarray) -> np.ndarray:
    """Linear light of pixels, the inverse of `to_pixels` below saturation."""
    return (np.asarray(pixels, np.float32) / 255) ** np.float32(GAMMA)


@dataclass(frozen=True)
class Sensor:
    """How noisy the picture is.

    electrons: number of electrons at white; fewer = noisier. read: read noise as a share of white.
    flicker: share by which the lamp's light swings over the rows (0 = a steady lamp). drift: share by which it changes
    slowly. shake: pixels by which the camera trembles.
    """

    electrons: float = 7000.0
    read: float = 0.0016
    flicker: float = 0.0
    drift: float = 0.0
    shake: float = 0.0

    def spread(self) -> np.ndarray:
        """(256,) int16: standard deviation of the noise at each pixel level, in 1/64 of a level."""
        light = to_light(np.arange(256))
        slope = 255 / GAMMA * np.maximum(light, 0.004) ** (1 / GAMMA - 1)
        sigma = np.sqrt(light / self.electrons + self.read**2) * slope
        sigma[-4:] *= (0.75, 0.5, 0.3, 0.1)  # saturated pixels do not flutter
        return np.round(np.minimum(sigma, 12.0) * _NOISE_UNIT).astype(np.int16)


class Grain:
    """Noise for whole frames, from one field of normal numbers that is read at another place each time."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int]) -> None:
        width, height = size
        field = rng.standard_normal((height + 160, width + 160, 3), dtype=np.float32)
        # A camera makes three colours out of a mosaic, so neighbours share some of their noise.
        field = cv2.GaussianBlur(field, (3, 3), 0.5)
        self._field = np.round(field / field.std() * _NOISE_UNIT).astype(np.int16)
        self._size = size
        self.rng = rng

    def add(
        self, clean: np.ndarray, spread: np.ndarray, rng: np.random.Generator | None = None
    ) -> np.ndarray:
        """A noisy copy of a clean (h, w, 3) uint8 picture; spread: (h, w, 3) int16 of `Sensor.spread`."""
        width, height = self._size
        y, x = (rng or self.rng).integers(0, 160, 2)
        crop = self._field[y : y + height, x : x + width]
        noise = cv2.multiply(crop, spread, scale=1 / _NOISE_UNIT**2)
        return cv2.add(clean, noise, dtype=cv2.CV_8U)


def banding(rng: np.random.Generator, height: int, strength: float) -> np.ndarray:
    """(height, 1, 1) float32 factor of the rows under a lamp that flickers while the shutter rolls."""
    phase = rng.uniform(0, 2 * np.pi)
    waves = rng.uniform(2.6, 3.4)
    rows = np.arange(height, dtype=np.float32) / height
    return (1 + strength * np.sin(2 * np.pi * waves * rows + phase)).astype(np.float32)[:, None, None]


class Unrest:
    """What changes from frame to frame under a lamp and on a camera that are not quite steady."""

    def __init__(self, sensor: Sensor, rng: np.random.Generator) -> None:
        self._sensor = sensor
        self._rng = rng
        self._age = 0
        self._phases = rng.uniform(0, 2 * np.pi, 5)

    def disturb(self, clean: np.ndarray) -> np.ndarray:
        """The clean (h, w, 3) uint8 picture of this frame: shaken, under the light of the moment."""
        sensor, phases = self._sensor, self._phases
        self._age += 1
        if sensor.shake:
            # Two swings of some frames each, as of a table that people lean on.
            dx, dy = sensor.shake * np.sin(self._age * np.array([0.9, 1.3]) + phases[:2])
            move = np.float32([[1, 0, dx], [0, 1, dy]])
            size = (clean.shape[1], clean.shape[0])
            clean = cv2.warpAffine(clean, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        factor = 1 + sensor.drift * np.sin(self._age / 45 + phases[2])
        if sensor.flicker:
            rows = (factor * banding(self._rng, clean.shape[0], sensor.flicker)) ** (1 / GAMMA)
            return np.minimum(clean * rows.astype(np.float32), 255).astype(np.uint8)
        if sensor.drift:
            return cv2.convertScaleAbs(clean, alpha=float(factor ** (1 / GAMMA)))
        return clean

    @property
    def any(self) -> bool:
        """Whether there is anything to disturb."""
        return bool(self._sensor.flicker or self._sensor.drift or self._sensor.shake)
