"""Hands, sleeves and cards: flat pictures with a height, laid over the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulate.geometry import Pinhole
from vision.simulate.render import Light, Window

#: Colours of skin, blue, green, red in linear light.
SKINS = ((0.24, 0.33, 0.55), (0.15, 0.23, 0.42), (0.06, 0.1, 0.2), (0.33, 0.45, 0.66))
#: Colours of sleeves.
SLEEVES = ((0.04, 0.04, 0.045), (0.3, 0.16, 0.08), (0.45, 0.45, 0.46), (0.05, 0.06, 0.3))

#: Distance from the fingertips to the point under the fingers where dice are taken, in mm.
GRIP = 34.0
#: Width and length of a playing card in mm.
CARD = (63.0, 88.0)
_UNIT = 2.0  # texels a mm
_WIDE, _LONG = 150.0, 620.0  # mm of the sprite; the fingertips are at its top


@dataclass(frozen=True)
class HandPose:
    """Where a hand is: its grip over (x, y) in mm; the arm comes from `angle` degrees (0 = from the shooter's side,
    90 = from the right, counter-clockwise seen from above)."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True)
class CardPose:
    """A playing card: its middle (x, y) in mm, its turn in degrees, its height over the felt in mm."""

    x: float
    y: float
    turn: float
    height: float


@dataclass(frozen=True, eq=False)
class Sprite:
    """A flat picture: (h, w, 4) float32, premultiplied reflectance and cover; unit: texels a mm; origin: the texel
    (column, row) that lies at the pose's place."""

    picture: np.ndarray
    unit: float
    origin: tuple[float, float]


def hand_sprite(rng: np.random.Generator) -> Sprite:
    """A hand with its arm, pointing up in the picture."""
    columns, rows = round(_WIDE * _UNIT), round(_LONG * _UNIT)
    x = (np.arange(columns, dtype=np.float32) / _UNIT - _WIDE / 2)[None, :]
    y = (-np.arange(rows, dtype=np.float32) / _UNIT)[:, None]
    skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32)
    sleeve = np.array(SLEEVES[rng.integers(len(SLEEVES))], np.float32)
    height = np.full((rows, columns), -1.0, np.float32)
    bones = [(-30, -16, -27, -80, 8.0), (-11, -3, -10, -80, 8.8), (9, -5, 8, -80, 8.8), (28, -20, 25, -80, 8.0),
             (56, -62, 34, -118, 10.0), (-20, -92, -18, -140, 19.0), (0, -92, 0, -145, 20.0), (18, -92, 16, -140, 19.0),
             (0, -140, 0, -215, 26.0)]
    for x0, y0, x1, y1, radius in bones:
        height = np.maximum(height, _capsule(x, y, x0, y0 - radius * 0.2, x1, y1, radius))
    wrist = -170.0
    cloth = np.maximum(_capsule(x, y, 0, wrist - 42, 0, -_LONG - 80, 42.0), -1.0)
    cloth = np.where(y < wrist - 6, cloth, -1.0)
    colour = np.broadcast_to(skin, (rows, columns, 3)).copy()
    for x0, y0, _, _, radius in bones[:4]:  # nails
        nail = ((x - x0) / (radius * 0.5)) ** 4 + ((y - y0 - radius * 0.1) / (radius * 0.75)) ** 4 < 1
        colour[nail] = skin * 0.85 + np.array((0.06, 0.07, 0.09), np.float32)
    mottle = cv2.GaussianBlur(rng.standard_normal((rows, columns)).astype(np.float32), (0, 0), 3)
    colour *= 1 + 0.3 * mottle[..., None]
    folds = 1 + 0.25 * np.sin(y / 9 + 1.5 * np.sin(x / 15)) * np.exp(-((y - wrist + 30) ** 2) / 3000)
    colour = np.where((cloth > height)[..., None], sleeve * folds[..., None], colour)
    height = np.maximum(height, cloth)
    cover = (height > 0).astype(np.float32)
    solid = cv2.GaussianBlur(np.maximum(height, 0), (0, 0), 1.5)
    dy, dx = np.gradient(solid * _UNIT)
    bright = np.clip((1 + 0.35 * dx + 0.3 * dy) / np.sqrt(1 + dx * dx + dy * dy), 0.12, 1.3)
    colour *= (0.25 + 0.75 * bright)[..., None]
    cover = cv2.GaussianBlur(cover, (0, 0), 0.8)
    return Sprite(np.dstack([colour * cover[..., None], cover]).astype(np.float32), _UNIT, (columns / 2, GRIP * _UNIT))


def _capsule(x, y, x0: float, y0: float, x1: float, y1: float, radius: float) -> np.ndarray:
    """(h, w) height of a bar with round ends over its middle plane, -1 outside."""
    dx, dy = x1 - x0, y1 - y0
    share = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
    left = radius**2 - (x - x0 - share * dx) ** 2 - (y - y0 - share * dy) ** 2
    return np.where(left > 0, np.sqrt(np.maximum(left, 0)), -1.0).astype(np.float32)


def card_sprite() -> Sprite:
    """The back of a playing card."""
    unit = 3.0
    columns, rows = round(CARD[0] * unit), round(CARD[1] * unit)
    picture = np.ones((rows, columns, 4), np.float32)
    picture[..., :3] = (0.7, 0.72, 0.72)
    inner = picture[12:-12, 12:-12]
    y, x = np.mgrid[: inner.shape[0], : inner.shape[1]]
    lattice = ((x + y) % 14 < 4) | ((x - y) % 14 < 4)
    inner[..., :3] = np.where(lattice[..., None], (0.55, 0.56, 0.6), (0.06, 0.05, 0.42))
    return Sprite(picture, unit, (columns / 2, rows / 2))


def lay(camera: Pinhole, light: Light, sprite: Sprite, x: float, y: float, angle: float, height: float):
    """A sprite seen from the camera.

    Returns (window, light (h, w, 3) that it sends, left (h, w): the share that still comes from what lies below, under
    the sprite and in its shadow) or None when it is outside the picture. The window holds the shadow too.
    """
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    k = 1 / sprite.unit
    to_mm = np.array([[c * k, s * k, x - k * (c * sprite.origin[0] + s * sprite.origin[1])],
                      [s * k, -c * k, y - k * (s * sprite.origin[0] - c * sprite.origin[1])], [0, 0, 1]])
    move = camera.plane(height) @ to_mm
    rows, columns = sprite.picture.shape[:2]
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]], float) @ move.T
    pixels = corners[:, :2] / corners[:, 2:]
    below = np.array([x, y, height])
    away = (below[:2] - light.lamp[:2]) * height / (light.lamp[2] - height)
    spots = camera.project(np.array([[x, y, 0.0], [x + away[0], y + away[1], 0.0]]))
    dx, dy = spots[1] - spots[0]
    margin = 12
    width, tall = camera.size
    x0 = max(int(min(pixels[:, 0].min(), pixels[:, 0].min() + dx)) - margin, 0)
    y0 = max(int(min(pixels[:, 1].min(), pixels[:, 1].min() + dy)) - margin, 0)
    x1 = min(int(max(pixels[:, 0].max(), pixels[:, 0].max() + dx)) + margin, width)
    y1 = min(int(max(pixels[:, 1].max(), pixels[:, 1].max() + dy)) + margin, tall)
    if x0 >= x1 or y0 >= y1:
        return None
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    laid = cv2.warpPerspective(sprite.picture, shift @ move, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    cover = laid[..., 3]
    soft = 0.8 + 0.05 * height * camera.scale_at(np.array([x, y, 0.0]))
    fallen = _softened(cv2.warpAffine(cover, np.float32([[1, 0, dx], [0, 1, dy]]), (x1 - x0, y1 - y0)), soft)
    share = light.power / (light.power + light.room)
    left = (1 - np.float32(0.85 * share) * fallen) * (1 - cover)
    level = np.float32(light.level(below) + light.room)
    return Window(x0, y0, x1, y1), cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR) * level, left


def _softened(mask: np.ndarray, soft: float) -> np.ndarray:
    """A mask blurred by `soft` pixels; wide blurs are done at a quarter of the size."""
    if soft < 3:
        return cv2.GaussianBlur(mask, (0, 0), soft)
    height, width = mask.shape
    small = cv2.resize(mask, (max(width // 4, 1), max(height // 4, 1)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), soft / 4), (width, height), interpolation=cv2.INTER_LINEAR)
