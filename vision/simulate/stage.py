"""One table as one camera sees it: everything that stays, prepared once; pictures of what moves, quickly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.simulate.dice import MATERIALS, Die
from vision.simulate.felt import FELTS, Felt, draw_table
from vision.simulate.geometry import Pinhole
from vision.simulate.hand import CardPose, HandPose, Sprite, card_sprite, hand_sprite, lay
from vision.simulate.render import (
    Glare,
    Light,
    Pose,
    Window,
    corners_of,
    draw_dice,
    draw_shadow,
    reach,
    window_round,
)
from vision.simulate.sensor import Grain, Sensor, Unrest, to_pixels

#: Which dice are used on which felt, so that a person tells them from it.
_FITTING = {
    "green": ("white_black", "red_clear", "ivory", "blue_white", "orange", "asian", "black_white"),
    "blue": ("white_black", "red_clear", "ivory", "orange", "asian", "green"),
    "red": ("white_black", "ivory", "blue_white", "green", "black_white", "asian"),
    "grey": ("white_black", "red_clear", "blue_white", "green", "orange", "asian"),
    "black": ("white_black", "red_clear", "ivory", "blue_white", "orange", "green", "asian"),
}
#: Materials that a camera hardly tells apart by colour, whatever the lamp.
_SHADES = {"white_black": "pale", "ivory": "pale", "asian": "pale", "red_clear": "warm", "orange": "warm"}


@dataclass(frozen=True, eq=False)
class Scene:
    """What a seed decides about a table.

    rail: y of the rail's face in mm. blur: of the lens, sigma in pixels.
    """

    camera: Pinhole
    light: Light
    felt: Felt
    dice: tuple[Die, ...]
    sensor: Sensor
    rail: float
    blur: float = 0.6

    @classmethod
    def by_seed(cls, seed: int, size: tuple[int, int] = (960, 540), die_px: float | None = None) -> Scene:
        """A table with its lamp, camera and dice.

        size: of the picture. die_px: edge of a die in pixels, None = what the seed says (28 to 34 at 960 pixels).
        """
        rng = np.random.default_rng([seed, 1])
        width, height = size
        colour = str(rng.choice(["green", "green", "blue", "red", "grey", "black"]))
        material = MATERIALS[str(rng.choice(_FITTING[colour]))]
        die = Die(material, 16.0, float(rng.choice([0.05, 0.1, 0.14])), float(rng.uniform(0.085, 0.1)),
                  float(rng.uniform(0.24, 0.26)), int(rng.integers(8)))
        edge_px = float(rng.uniform(28, 34)) * width / 960 if die_px is None else die_px
        distance = float(rng.uniform(560, 680))
        focal = edge_px / die.edge * distance
        scale = focal / distance
        area = (float(round(width / scale - 74)), float(round(height / scale - 52)))
        rail = area[1] + 3.0
        felt = Felt(area, colour, bool(rng.random() < 0.75), bool(rng.random() < 0.4), 24.0, True,
                    (float(rng.uniform(0.25, 0.75) * area[0]), float(rng.uniform(0.3, 0.6) * area[1]))
                    if rng.random() < 0.5 and area[0] > 250 else None)
        camera = Pinhole.over(size, focal, (area[0] / 2, area[1] / 2 + 2), distance, float(rng.uniform(-2, 4)),
                              float(rng.uniform(-1.2, 1.2)))
        lamp = _lamp(rng, area, distance)
        tint = (float(rng.uniform(0.9, 1.02)), 1.0, float(rng.uniform(0.97, 1.06)))
        # So bright that a white face is a little under saturation in the middle of the table.
        white = float(rng.uniform(0.85, 1.0))
        share = float(rng.uniform(0.55, 0.68))
        light = Light(lamp, 1.0, (1 - share) * white, tint, float(rng.uniform(30, 120)), FELTS[colour])
        light = replace(light, power=share * white / float(light.level(np.array([area[0] / 2, area[1] / 2, 0.0]))))
        sensor = Sensor(float(rng.uniform(4000, 12000)))
        return cls(camera, light, felt, (die, die), sensor, rail, float(rng.uniform(0.5, 0.75)))

    def mixed(self, seed: int) -> Scene:
        """The same table with a second die that is plainly of another colour than the first."""
        first = self.dice[0].material.name
        shade = _SHADES.get(first, first)
        others = [name for name in _FITTING[self.felt.felt] if _SHADES.get(name, name) != shade]
        name = str(np.random.default_rng([seed, 6]).choice(others))
        return replace(self, dice=(self.dice[0], replace(self.dice[0], material=MATERIALS[name])))


def _lamp(rng: np.random.Generator, area: tuple[float, float], camera: float) -> np.ndarray:
    """(3,) place of a lamp that no flat face on the play area mirrors into the camera."""
    high = float(rng.uniform(700, 1000))
    share = camera / (camera + high)  # a flat face mirrors the lamp at this share of the way from camera to lamp
    side = int(rng.integers(4))
    away = np.array([area[0] / 2, area[1] / 2]) + 40
    far = away[side % 2] / share * float(rng.uniform(1.05, 1.4))
    other = float(rng.uniform(-0.6, 0.6)) * area[1 - side % 2]
    offset = np.array([far, other] if side % 2 == 0 else [other, far]) * (1 if side < 2 else -1)
    return np.array([area[0] / 2 + offset[0], area[1] / 2 + offset[1], high])


@dataclass(frozen=True, eq=False)
class Moment:
    """What is on the table while the shutter is open.

    dice: for each moment of the exposure the pose of each die, None = not there; one entry when nothing moves.
    settled: a note for the truth channel; nothing that draws looks at it.
    """

    dice: tuple[tuple[Pose | None, ...], ...]
    hand: HandPose | None = None
    card: CardPose | None = None
    glare: Glare | None = None
    settled: dict | None = field(default=None, compare=False)


class Stage:
    """Draws pictures of a scene."""

    def __init__(self, scene: Scene, seed: int = 0) -> None:
        self.scene = scene
        rng = np.random.default_rng([seed, 2])
        self.table, self.lens = draw_table(scene.camera, scene.light, scene.felt, rng, scene.blur, scene.rail)
        self._hand: Sprite = hand_sprite(rng)
        self._card: Sprite = card_sprite()
        self._rng = np.random.default_rng([seed, 3])
        self._grain = Grain(self._rng, scene.camera.size)
        self._unrest = Unrest(scene.sensor, self._rng)
        self._spread = scene.sensor.spread()
        self._empty: dict[float, tuple[np.ndarray, np.ndarray]] = {}
        self._last: tuple | None = None

    def reseed(self, seed: int, flicker: float = 0.0) -> None:
        """Starts the noise anew, so that a picture does not depend on those before it. flicker: of the lamp."""
        self._rng = np.random.default_rng([seed, 3])
        self._grain.rng = self._rng
        sensor = replace(self.scene.sensor, flicker=flicker) if flicker else self.scene.sensor
        self._unrest = Unrest(sensor, self._rng)

    def picture(
        self, moment: Moment, exposure: float = 0.0, noise: np.random.Generator | None = None
    ) -> np.ndarray:
        """(h, w, 3) uint8 picture with its noise; exposure in stops from the base.

        noise: where its grain comes from, so that the pictures after it have the same as without it; None = the
        stage's own.
        """
        clean, spread = self._clean(moment, exposure)
        if self._unrest.any:
            clean = self._unrest.disturb(clean)
            spread = np.take(self._spread, clean)
        return self._grain.add(clean, spread, noise)

    def clean(self, moment: Moment, exposure: float = 0.0) -> np.ndarray:
        """The picture without noise; read-only."""
        return self._clean(moment, exposure)[0]

    def _background(self, exposure: float) -> tuple[np.ndarray, np.ndarray]:
        if exposure not in self._empty:
            if len(self._empty) > 6:
                self._empty.clear()
            pixels = to_pixels(self.table, 2.0**exposure)
            self._empty[exposure] = (pixels, self._spread[pixels])
        return self._empty[exposure]

    def _clean(self, moment: Moment, exposure: float) -> tuple[np.ndarray, np.ndarray]:
        # A table at rest gives the same light in every frame: only its noise is new.
        key = (moment.dice, moment.hand, moment.card, moment.glare, exposure)
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        pixels, spread = (a.copy() for a in self._background(exposure))
        light = self.scene.light if moment.glare is None else replace(self.scene.light, glare=moment.glare)
        shadows = [w for k in range(len(self.scene.dice)) if (w := self._reach(moment, k)) is not None]
        laid = self._laid(moment)
        for window, _ in _joined([(w, 0) for w in [*shadows, *(part[0] for part in laid)]]):
            out = self.table[window.slices].copy()
            self._add_shadows(out, window, moment, light, [w for w in shadows if w.meets(window)])
            self._add_dice(out, window, moment, light)
            self._add_laid(out, window, laid)
            part = to_pixels(out, 2.0**exposure)
            pixels[window.slices] = part
            spread[window.slices] = np.take(self._spread, part)
        self._last = (key, (pixels, spread))
        return pixels, spread

    def _reach(self, moment: Moment, k: int) -> Window | None:
        """The window of a die with its shadow."""
        poses = [poses[k] for poses in moment.dice if poses[k] is not None]
        scene, least = self.scene, self._smear(moment)[1]
        return reach(scene.camera, scene.light, scene.dice[k], poses, least) if poses else None

    def _smear(self, moment: Moment) -> tuple[float, float]:
        """How far a die's light is smeared (sigma), and how far round the die that is seen; pixels."""
        # Between the few poses of a moving die the light is smeared a little more.
        blur = self.scene.blur if len(moment.dice) == 1 else float(np.hypot(self.scene.blur, 0.75))
        return blur, 3 * blur + 1

    def _add_shadows(self, out: np.ndarray, window: Window, moment: Moment, light: Light, own: list[Window]) -> None:
        middle = moment.dice[len(moment.dice) // 2]
        for part, _ in _joined([(w, 0) for w in own]):
            shade = draw_shadow(self.scene.camera, light, self.scene.dice, middle, part)
            out[part.within(window)] *= shade[..., None]

    def _add_dice(self, out: np.ndarray, window: Window, moment: Moment, light: Light) -> None:
        scene = self.scene
        fine = 1 if len(moment.dice) > 3 else 2
        blur, margin = self._smear(moment)
        tight = []
        for k, die in enumerate(scene.dice):
            points = [corners_of(die, poses[k]) for poses in moment.dice if poses[k] is not None]
            own = window_round(scene.camera, np.concatenate(points), margin) if points else None
            if own is not None and own.meets(window):
                tight.append((own, 1 << k))
        for part, which in _joined(tight):
            moments = [[pose if which >> k & 1 else None for k, pose in enumerate(poses)] for poses in moment.dice]
            colour, cover = draw_dice(scene.camera, light, scene.dice, moments, part, fine, blur)
            colour *= self.lens[part.slices][..., None]
            place = out[part.within(window)]
            place *= (1 - cover)[..., None]
            place += colour

    def _laid(self, moment: Moment) -> list:
        out = []
        camera, light = self.scene.camera, self.scene.light
        if moment.card is not None:
            c = moment.card
            out.append(lay(camera, light, self._card, c.x, c.y, c.turn, c.height))
        if moment.hand is not None:
            h = moment.hand
            out.append(lay(camera, light, self._hand, h.x, h.y, h.angle, 45.0))
        return [part for part in out if part is not None]

    def _add_laid(self, out: np.ndarray, window: Window, laid: list) -> None:
        for own, ink, left in laid:
            if own.meets(window):
                place = out[own.within(window)]
                cv2.multiply(place, cv2.merge([left] * 3), dst=place)
                cv2.add(place, ink, dst=place)


def _joined(windows: Sequence[tuple[Window, int]]) -> list[tuple[Window, int]]:
    """Windows that share pixels become one, with the bits of all."""
    out: list[tuple[Window, int]] = []
    for window, bits in windows:
        merged = True
        while merged:
            merged = False
            for other in out:
                if other[0].meets(window):
                    out.remove(other)
                    window, bits, merged = window.join(other[0]), bits | other[1], True
                    break
        out.append((window, bits))
    return out
