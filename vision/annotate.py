"""Draws into a picture what was seen in it: outline, top face, nine sites with scores, value, why it was refused.

Above the picture a banner says the verdict. Below it each die's top face is shown once more, straightened and large,
with the score of every site in figures: 1 is surely a pip, -1 surely plain face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.readings import Reading, SeenDie

#: Colours, blue-green-red: what was read, what was not, what is beside it, the ground of all writing. Cyan, since felt
#: and dice are often green; and orange, which every eye tells from it.
READ, REFUSED, QUIET, DARK = (255, 220, 60), (60, 120, 255), (230, 230, 230), (24, 24, 24)
#: Height of the banner as a share of the picture's height, and its least in pixels.
BANNER, BANNER_LEAST = 0.05, 24
#: A straightened face: its width in pixels, what it shows beyond the face as a share of the edge, the line under it.
FACE, BESIDE, UNDER = 132, 0.12, 40
#: Height of a row of them.
ROW = FACE + UNDER + 8
#: Dice whose faces are shown below the picture at the most: the least sure first where there are more.
MOST_FACES = 12
#: An OpenCV letter of scale 1 in Hershey's plain face is so high, pixels.
_LETTER = 22
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(image: np.ndarray, reading: Reading, width: int | None = None, faces: bool = True) -> np.ndarray:
    """The picture (h, w, 3) uint8 BGR with the reading drawn into it, a banner above and the faces below.

    width: draw on the picture at this width, None for its own; lines and letters keep their size. faces: whether the
    straightened faces are added. Returns (h + more, w, 3) uint8.
    """
    drawn = draw_dice(image, reading, width)
    parts = [banner(*verdict_words(reading), drawn.shape), drawn]
    if faces and any(die.corners for die in reading.dice):
        parts.append(straightened(image, reading, drawn.shape[1]))
    return np.vstack(parts)


def draw_dice(image: np.ndarray, reading: Reading, width: int | None = None) -> np.ndarray:
    """A copy of the picture, `width` wide, with each die's outline, face, sites and value."""
    scale = 1.0 if width is None else width / image.shape[1]
    if scale == 1.0:
        drawn = image.copy()
    else:
        size = (width, max(1, round(image.shape[0] * scale)))
        drawn = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    thick = max(1, round(max(drawn.shape[:2]) / 900))
    colour = READ if reading.values is not None else REFUSED
    dice = [_scaled(die, scale) for die in reading.dice]
    for die in dice:
        _die(drawn, die, colour, thick)
    for place in reading.doubts:
        _doubt(drawn, [(v + 0.5) * scale - 0.5 for v in place], thick)
    taken: list[np.ndarray] = []
    for die in dice:
        _label(drawn, die, colour, thick, taken)
    return drawn


def verdict_words(reading: Reading) -> tuple[str, tuple[int, int, int]]:
    """The verdict in one line, and its colour."""
    if reading.values is not None:
        return f"{' '.join(map(str, reading.values))}   confidence {reading.confidence:.3f}", READ
    detail = f", {reading.detail}" if reading.detail else ""
    best = "" if reading.guess is None else f"   best guess {' '.join(map(str, reading.guess))}"
    sure = f", confidence {reading.confidence:.3f}" if best else ""
    return f"not read: {reading.reason}{detail}{best}{sure}", REFUSED


def banner(text: str, colour: tuple[int, int, int], shape: tuple[int, ...]) -> np.ndarray:
    """A line of writing as wide as a picture of the shape (h, w, 3), (b, w, 3) uint8."""
    strip = np.full((max(BANNER_LEAST, round(shape[0] * BANNER)), shape[1], 3), DARK, np.uint8)
    write(strip, (6, round(len(strip) * 0.72)), text, len(strip) * 0.55, colour, shape[1] - 12)
    return strip


def _scaled(die: SeenDie, scale: float) -> SeenDie:
    """The die in pixels of a picture that was made larger or smaller (OpenCV's pixel centres)."""
    if scale == 1.0:
        return die

    def to(v: float) -> float:
        return (v + 0.5) * scale - 0.5

    x, y, wide, high = die.box
    return replace(
        die,
        center=(to(die.center[0]), to(die.center[1])),
        box=(to(x), to(y), wide * scale, high * scale),
        corners=tuple((to(a), to(b)) for a, b in die.corners),
        pips=tuple((to(a), to(b)) for a, b in die.pips),
        sites=tuple((to(a), to(b), score) for a, b, score in die.sites),
    )


def _die(drawn: np.ndarray, die: SeenDie, colour: tuple[int, int, int], thick: int) -> None:
    x, y, width, height = (round(v) for v in die.box)
    beyond = max(2, round(0.12 * min(width, height)))
    cv2.rectangle(drawn, (x - beyond, y - beyond), (x + width + beyond, y + height + beyond), QUIET, thick)
    if die.corners:
        square = [np.round(die.corners).astype(np.int32)]
        # A dark line under the bright one: dice have every colour.
        cv2.polylines(drawn, square, True, DARK, thick + 2, cv2.LINE_AA)
        cv2.polylines(drawn, square, True, colour, thick, cv2.LINE_AA)
    size = max(2, round(min(width, height) / 24))
    for px, py, score in die.sites:
        # A filled disc where a pip was found, a ring where the face was found plain; the fainter, the less sure.
        shade = tuple(int(c * np.clip(abs(score), 0.3, 1.0)) for c in (colour if score > 0 else QUIET))
        cv2.circle(drawn, (round(px), round(py)), size + 1, DARK, -1 if score > 0 else 2, cv2.LINE_AA)
        cv2.circle(drawn, (round(px), round(py)), size, shade, -1 if score > 0 else 1, cv2.LINE_AA)
    if not die.sites:
        for px, py in die.pips:
            cv2.circle(drawn, (round(px), round(py)), size, colour, thick, cv2.LINE_AA)


def _doubt(drawn: np.ndarray, at: Sequence[float], thick: int) -> None:
    """A ring with a cross-hair round what stands against the reading and is no die."""
    x, y, reach = round(at[0]), round(at[1]), 9 * thick
    for colour, width in ((DARK, thick + 2), (REFUSED, thick)):
        cv2.circle(drawn, (x, y), reach, colour, width, cv2.LINE_AA)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            start, end = (x + dx * reach, y + dy * reach), (x + 2 * dx * reach, y + 2 * dy * reach)
            cv2.line(drawn, start, end, colour, width, cv2.LINE_AA)


def _label(drawn: np.ndarray, die: SeenDie, colour, thick: int, taken: list[np.ndarray]) -> None:
    """Value and confidence over the die, or under it where the line would stand on another or outside."""
    text = f"{'?' if die.value is None else die.value} {die.confidence:.0%}"
    letters = 11.0 * thick
    wide, high = _extent(text, letters)
    x, y, width, height = die.box
    beyond = max(2, round(0.12 * min(width, height))) + 4
    left = int(np.clip(x, 0, max(0, drawn.shape[1] - wide)))
    lines = [int(np.clip(base, high, len(drawn) - 3)) for base in (y - beyond, y + height + beyond + high)]
    plates = [np.array([left - 2, base - high - 3, left + wide + 2, base + 3]) for base in lines]
    clear = [not any(_overlap(plate, other) for other in taken) for plate in plates]
    k = 1 if clear[1] and not (clear[0] and y - beyond - high > 0) else 0
    taken.append(plates[k])
    cv2.rectangle(drawn, tuple(map(int, plates[k][:2])), tuple(map(int, plates[k][2:])), DARK, -1)
    write(drawn, (left, lines[k]), text, letters, colour)


def _overlap(plate: np.ndarray, other: np.ndarray) -> bool:
    return bool((np.maximum(plate[:2], other[:2]) < np.minimum(plate[2:], other[2:])).all())


# --- the straightened faces -------------------------------------------------------------------------------------


def straightened(image: np.ndarray, reading: Reading, width: int) -> np.ndarray:
    """The straightened faces side by side in rows, the least sure first, (h, width, 3) uint8."""
    dice = sorted((die for die in reading.dice if die.corners), key=lambda die: die.confidence)[:MOST_FACES]
    colour = READ if reading.values is not None else REFUSED
    tiles = [_face(image, die, colour) for die in dice]
    a_row = max(1, width // (FACE + 8))
    rows = []
    for first in range(0, len(tiles), a_row):
        row = np.full((ROW, width, 3), DARK, np.uint8)
        for k, tile in enumerate(tiles[first : first + a_row]):
            left = 4 + k * (FACE + 8)
            room = row[4 : 4 + len(tile), left : left + FACE]
            room[:] = tile[:, : room.shape[1]]
        rows.append(row)
    return np.vstack(rows) if rows else np.zeros((0, width, 3), np.uint8)


def _face(image: np.ndarray, die: SeenDie, colour: tuple[int, int, int]) -> np.ndarray:
    """One top face straightened with its sites, and under it what was made of it: (FACE + UNDER, FACE, 3) uint8."""
    inner = FACE * BESIDE / (1 + 2 * BESIDE) - 0.5
    outer = FACE - 1 - inner
    square = np.array([(inner, inner), (outer, inner), (outer, outer), (inner, outer)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(die.corners, np.float32), square)
    tile = np.full((FACE + UNDER, FACE, 3), DARK, np.uint8)
    tile[:FACE] = cv2.warpPerspective(image, matrix, (FACE, FACE), borderMode=cv2.BORDER_REPLICATE)
    cv2.rectangle(tile, (round(inner), round(inner)), (round(outer), round(outer)), colour, 1)
    for px, py, score in die.sites:
        x, y = cv2.perspectiveTransform(np.array([[[px, py]]], np.float32), matrix)[0, 0]
        figure = f"{score:.2f}".replace("0.", ".").replace(".00", "")
        wide, high = _extent(figure, 8.0)
        left, base = round(x - wide / 2), round(y + high / 2)
        cv2.rectangle(tile, (left - 2, base - high - 2), (left + wide + 1, base + 2), colour if score > 0 else DARK, -1)
        write(tile, (left, base), figure, 8.0, DARK if score > 0 else QUIET)
    for k, line in enumerate(_said(die)):
        write(tile, (2, FACE + 14 + 18 * k), line, 10.0, colour if k == 0 else QUIET, FACE - 4)
    return tile


def _said(die: SeenDie) -> tuple[str, str]:
    """Two lines about a die: its value, confidence and lean; what else it might be."""
    lean = "" if die.tilt_deg is None else f"  leans {die.tilt_deg:.0f} deg"
    value = "?" if die.value is None else str(die.value)
    return f"{value} {die.confidence:.1%}{lean}", "  ".join(f"{v}: {p:.0%}" for v, p in die.candidates)


# --- writing ----------------------------------------------------------------------------------------------------


def _extent(text: str, letters: float) -> tuple[int, int]:
    """Width and height of a line whose capitals are `letters` pixels high."""
    (wide, high), _ = cv2.getTextSize(text, _FONT, letters / _LETTER, 1)
    return wide, high


def write(drawn: np.ndarray, at: tuple[int, int], text: str, letters: float, colour, most: int | None = None) -> None:
    """Writes a line with its lower left corner at `at`, capitals `letters` px high, smaller where it would be wider
    than `most` pixels."""
    wide, _ = _extent(text, letters)
    if most is not None and wide > most:
        letters *= most / wide
    cv2.putText(drawn, text, at, _FONT, letters / _LETTER, colour, 1, cv2.LINE_AA)
