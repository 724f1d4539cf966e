"""The empty table: felt, printed layout, marker mat, rail, and the light that falls on them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulate.geometry import Pinhole
from vision.simulate.render import Light
from vision.simulate.sensor import to_light, to_pixels

Colour = tuple[float, float, float]

#: Colours of felt, blue, green, red in linear light.
FELTS: dict[str, Colour] = {
    "green": (0.065, 0.24, 0.045),
    "blue": (0.30, 0.085, 0.03),
    "red": (0.035, 0.03, 0.36),
    "grey": (0.17, 0.165, 0.16),
    "black": (0.032, 0.03, 0.03),
}

_AROUND = 130.0  # mm of felt beyond the play area that is drawn


@dataclass(frozen=True)
class Felt:
    """What lies on the table when it is empty.

    area: (width, depth) of the play area in mm. felt: a name out of FELTS. layout: printed craps lines or not.
    printed_dice: also small printed dice. marker: edge of the ArUco markers in mm, 0 = no mat. rail: whether there is
    one along the far edge. chip: (x, y) of one chip that always lies there, or None.
    """

    area: tuple[float, float] = (440.0, 236.0)
    felt: str = "green"
    layout: bool = True
    printed_dice: bool = False
    marker: float = 24.0
    rail: bool = True
    chip: tuple[float, float] | None = None


def _marker_picture(number: int, pixels: int) -> np.ndarray:
    """(pixels, pixels) uint8 ArUco marker; the call's name changed between OpenCV's versions."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    draw = getattr(cv2.aruco, "generateImageMarker", None) or cv2.aruco.drawMarker
    return draw(dictionary, number, pixels)


def _ink(colour: Colour) -> tuple[int, int, int]:
    return tuple(int(c) for c in to_pixels(np.array(colour)))


class _Sheet:
    """A texture of the plane z = 0, addressed in mm; fine: texels a mm."""

    def __init__(self, felt: Felt, fine: float, rng: np.random.Generator) -> None:
        self.felt = felt
        self.fine = fine
        width, depth = felt.area
        self.size = (round((width + 2 * _AROUND) * fine), round((depth + 2 * _AROUND) * fine))
        # Printed as 8-bit pixels, since OpenCV 5 writes words in nothing else.
        self.ink = np.empty((self.size[1], self.size[0], 3), np.uint8)
        self.ink[:] = _ink(FELTS[felt.felt])
        self.weave = self._woven(rng)

    def _woven(self, rng: np.random.Generator) -> np.ndarray:
        height, width = self.ink.shape[:2]
        fibre = rng.standard_normal((height, width), dtype=np.float32)
        across, along = cv2.GaussianBlur(fibre, (0, 0), 1.6, sigmaY=0.8), cv2.GaussianBlur(fibre, (0, 0), 0.8, sigmaY=2)
        fibre = 2.2 * across + along
        cloud = cv2.resize(rng.standard_normal((height // 60, width // 60)).astype(np.float32), (width, height),
                           interpolation=cv2.INTER_CUBIC)
        return 1 + 0.09 * fibre / fibre.std() * 0.8 + 0.035 * cloud

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Texel of a place in mm, in sixteenths for OpenCV's sub-pixel drawing; centres of texels are whole."""
        column = (x + _AROUND) * self.fine - 0.5
        row = (self.felt.area[1] + _AROUND - y) * self.fine - 0.5
        return round(column * 16), round(row * 16)

    def lines(self, points: list[tuple[float, float]], colour: Colour, wide: float, closed: bool = True) -> None:
        """Prints a line through places in mm."""
        track = np.array([self.pixel(*p) for p in points], np.int32)
        cv2.polylines(self.ink, [track], closed, _ink(colour), max(1, round(wide * self.fine)), cv2.LINE_8, 4)

    def fill(self, points: list[tuple[float, float]], colour: Colour) -> None:
        """Prints a filled polygon."""
        cv2.fillPoly(self.ink, [np.array([self.pixel(*p) for p in points], np.int32)], _ink(colour), cv2.LINE_8, 4)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Prints a filled circle."""
        cv2.circle(self.ink, self.pixel(x, y), round(radius * self.fine * 16), _ink(colour), -1, cv2.LINE_8, 4)

    def word(self, text: str, x: float, y: float, tall: float, colour: Colour) -> None:
        """Prints a word with its middle at (x, y), `tall` mm high."""
        font, scale = cv2.FONT_HERSHEY_TRIPLEX, tall * self.fine / 22
        (wide, high), _ = cv2.getTextSize(text, font, scale, 2)
        column, row = self.pixel(x, y)
        cv2.putText(self.ink, text, (column // 16 - wide // 2, row // 16 + high // 2), font, scale, _ink(colour),
                    max(1, round(scale * 1.6)), cv2.LINE_8)


def _box(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _print_layout(sheet: _Sheet) -> None:
    """Lines, words and numbers of a craps layout."""
    width, depth = sheet.felt.area
    white, yellow, red = (0.62, 0.66, 0.66), (0.05, 0.45, 0.6), (0.06, 0.05, 0.45)
    if sheet.felt.felt == "red":
        red = (0.02, 0.02, 0.02)
    left, right, middle = 34.0, width - 34.0, width / 2
    # Heights as shares of the depth, from the shooter's side.
    rows = [depth * share for share in (0.05, 0.195, 0.23, 0.44, 0.483, 0.703, 0.746, 0.873)]
    sheet.lines(_box(left, rows[0], right, rows[1]), white, 1.6)
    sheet.word("PASS LINE", middle, (rows[0] + rows[1]) / 2, 13, white)
    sheet.lines(_box(left, rows[2], middle - 6, rows[3]), white, 1.6)
    sheet.word("FIELD", left + 40, rows[3] - 14, 11, yellow)
    for k, number in enumerate(["2", "3", "4", "9", "10", "11", "12"]):
        sheet.word(number, left + (middle - 6 - left) * (k + 0.6) / 7.2, rows[2] + 13, 8, white)
    sheet.lines(_box(middle + 6, rows[2], right, rows[3]), white, 1.6)
    sheet.word("COME", (middle + 6 + right) / 2, (rows[2] + rows[3]) / 2, 18, red)
    cell = (right - left) / 6
    for k, name in enumerate(("4", "5", "SIX", "8", "NINE", "10")):
        sheet.lines(_box(left + k * cell, rows[4], left + (k + 1) * cell, rows[5]), white, 1.6)
        sheet.word(name, left + (k + 0.5) * cell, (rows[4] + rows[5]) / 2, 12, yellow if k % 2 else red)
    sheet.lines(_box(left, rows[6], right, rows[7]), white, 1.6)
    bar = (rows[6] + rows[7]) / 2
    sheet.word("DON'T PASS BAR", middle - 30, bar, 10, white)
    for k in range(2 if sheet.felt.printed_dice else 0):
        x = right - 62 + 20 * k
        sheet.fill(_box(x, bar - 7, x + 14, bar + 7), white)
        for u in (-1, 0, 1):
            for v in (-1, 1):
                sheet.disc(x + 7 + 3.6 * v, bar + 3.6 * u, 1.4, (0.02, 0.02, 0.02))


def _print_mat(sheet: _Sheet) -> None:
    """The four corner markers, ids 0..3 clockwise from the far left, on white paper, outer corners on the area's."""
    size, (width, depth) = sheet.felt.marker, sheet.felt.area
    margin = size / 6
    places = ((0, depth - size), (width - size, depth - size), (width - size, 0), (0, 0))
    for number, (x, y) in enumerate(places):
        sheet.fill(_box(x - margin, y - margin, x + size + margin, y + size + margin), (0.7, 0.72, 0.72))
        pixels = round(size * sheet.fine)
        picture = _marker_picture(number, pixels)
        column, row = round((x + _AROUND) * sheet.fine), round((depth + _AROUND - y - size) * sheet.fine)
        ink = np.where(picture[..., None] > 127, _ink((0.7,) * 3), _ink((0.02,) * 3))
        sheet.ink[row : row + pixels, column : column + pixels] = ink


def chip_sprite(pixels: int, colour: Colour) -> np.ndarray:
    """(pixels, pixels, 4) float32 picture of a poker chip from above, light and cover."""
    big = pixels * 4
    out = np.zeros((big, big, 4), np.float32)
    centre, radius = big / 2 - 0.5, big / 2 - 2
    y, x = np.mgrid[:big, :big].astype(np.float32) - np.float32(centre)
    away, angle = np.hypot(x, y) / radius, np.arctan2(y, x)
    white = np.array((0.68, 0.7, 0.7), np.float32)
    stripe = (np.abs((angle / (np.pi / 3) + 0.5) % 1 - 0.5) < 0.14) & (away > 0.78)
    ring = (away > 0.6) & (away < 0.64)
    out[..., :3] = np.where((stripe | ring)[..., None], white, np.array(colour, np.float32))
    out[..., :3] *= np.where(away > 0.95, 0.7, 1.0)[..., None]
    out[..., 3] = away <= 1
    out[..., :3] *= out[..., 3:]
    return cv2.resize(out, (pixels, pixels), interpolation=cv2.INTER_AREA)


CHIP_RADIUS = 19.5
CHIP_THICK = 3.3


def _lay_chip(picture: np.ndarray, camera: Pinhole, light: Light, at: tuple[float, float], colour: Colour) -> None:
    """Draws a chip into the picture (h, w, 3) of the light that the table sends back, in place."""
    side = 96
    sprite = chip_sprite(side, colour)
    span = 2 * CHIP_RADIUS / side
    to_mm = np.array([[span, 0, at[0] - CHIP_RADIUS + span / 2], [0, -span, at[1] + CHIP_RADIUS - span / 2], [0, 0, 1]])
    height, width = picture.shape[:2]
    for z in np.linspace(0, CHIP_THICK, 5):
        edge = z < CHIP_THICK
        move = camera.plane(float(z)) @ to_mm
        laid = cv2.warpPerspective(sprite, move, (width, height), flags=cv2.INTER_LINEAR)
        cover = laid[..., 3:]
        if z == 0:
            shadow = cv2.GaussianBlur(laid[..., 3], (0, 0), 2.2)
            shift = (np.array([*at, CHIP_THICK]) - light.lamp)[:2] / light.lamp[2] * CHIP_THICK * 1.5
            pixels = camera.project(np.array([[*at, 0], [*(np.array(at) + shift), 0]]))
            dx, dy = pixels[1] - pixels[0]
            shadow = cv2.warpAffine(shadow, np.float32([[1, 0, dx], [0, 1, dy]]), (width, height))
            picture *= 1 - 0.6 * shadow[..., None]
        level = light.level(np.array([*at, z])) + light.room
        picture[:] = picture * (1 - cover) + laid[..., :3] * np.float32(level * (0.55 if edge else 1.0))


def _add_rail(picture: np.ndarray, cover_of: np.ndarray, camera: Pinhole, light: Light, felt: Felt, y: float) -> None:
    """Draws a rail with rubber pyramids along the far edge: its face and its top, in place, at picture's size."""
    tall, deep, long = 36.0, 60.0, felt.area[0] + 2 * _AROUND
    cell = 9.0
    fine = 3.0
    columns = round(long * fine)
    height, width = picture.shape[:2]
    u = (np.arange(columns) / fine / cell) % 1 - 0.5
    base = np.array((0.16, 0.045, 0.03) if felt.felt != "blue" else (0.03, 0.03, 0.16), np.float32)
    for kind, size in (("face", tall), ("top", deep)):
        rows = round(size * fine)
        v = (np.arange(rows) / fine / cell) % 1 - 0.5
        if kind == "face":
            a, b = np.broadcast_to(u[None], (rows, columns)), np.broadcast_to(v[:, None], (rows, columns))
            side = np.where(np.abs(a) > np.abs(b), np.where(a > 0, 0.75, 1.05), np.where(b > 0, 0.35, 1.35))
            tone = (side * np.linspace(1.0, 0.5, rows)[:, None]).astype(np.float32)[..., None] * base * 0.75
            # texture row 0 is the top of the face
            to = np.float32([[-_AROUND, y, tall], [long - _AROUND, y, tall], [long - _AROUND, y, 0], [-_AROUND, y, 0]])
        else:
            tone = np.full((rows, columns, 1), 1.0, np.float32) * np.array((0.035, 0.05, 0.09), np.float32)
            tone[-round(2 * fine):] *= 1.8
            to = np.float32([[-_AROUND, y + deep, tall], [-_AROUND + long, y + deep, tall],
                             [-_AROUND + long, y, tall], [-_AROUND, y, tall]])
        source = np.float32([[0, 0], [columns, 0], [columns, rows], [0, rows]])
        move = cv2.getPerspectiveTransform(source, camera.project(to).astype(np.float32))
        laid = cv2.warpPerspective(tone, move, (width, height), flags=cv2.INTER_LINEAR)
        mask = cv2.warpPerspective(np.ones((rows, columns), np.float32), move, (width, height), flags=cv2.INTER_LINEAR)
        picture[:] = picture * (1 - mask[..., None]) + laid * (light.power + light.room)
        cover_of[:] = np.maximum(cover_of, mask)


def draw_table(camera: Pinhole, light: Light, felt: Felt, rng: np.random.Generator, blur: float, rail_y: float,
               vignette: float = 0.22) -> tuple[np.ndarray, np.ndarray]:
    """The empty table as the camera sees it.

    blur: of the lens in pixels. Returns (light (h, w, 3), lens (h, w)) float32: linear light at base exposure, and the
    share of it that the lens lets through at each place (already in the light).
    """
    # Whole texels a mm, so that the markers' edges lie exactly where they should.
    fine = float(np.clip(np.round(1.6 * camera.scale_at(np.zeros(3))), 2, 6))
    sheet = _Sheet(felt, fine, rng)
    if felt.layout:
        _print_layout(sheet)
    if felt.marker:
        _print_mat(sheet)
    flat = to_light(np.arange(256))[sheet.ink] * sheet.weave[..., None]
    width, height = camera.size
    big = np.diag([2.0, 2.0, 1.0])
    big[:2, 2] = 0.5
    half = 0.5 / fine
    to_mm = np.array([[1 / fine, 0, half - _AROUND], [0, -1 / fine, felt.area[1] + _AROUND - half], [0, 0, 1]])
    picture = cv2.warpPerspective(flat, big @ camera.plane() @ to_mm, (2 * width, 2 * height),
                                  flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    ways = np.stack([columns, rows, np.ones_like(rows)], -1).astype(np.float32) @ camera.rays.T.astype(np.float32)
    ground = camera.centre + ways * (camera.centre[2] / -ways[..., 2:])
    picture *= (light.level(ground) + light.room).astype(np.float32)[..., None] * np.array(light.tint, np.float32)
    if felt.rail:
        # The rail keeps light from the felt at its foot.
        picture *= (1 - 0.45 * np.exp(-np.maximum(rail_y - ground[..., 1], 0) / 9)).astype(np.float32)[..., None]
    if felt.chip is not None:
        _lay_chip(picture, camera, light, felt.chip, (0.03, 0.03, 0.42))
    if felt.rail:
        _add_rail(picture, np.zeros((height, width), np.float32), camera, light, felt, rail_y)
    away = np.hypot(columns - width / 2, rows - height / 2) / np.hypot(width / 2, height / 2)
    lens = (1 - vignette * away**2).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), max(blur, 0.1)) * lens[..., None]
    return picture.astype(np.float32), lens
