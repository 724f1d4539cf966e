"""What dice and tables are made of, for the made-up faces: colours, grain, pips."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

Colour = tuple[float, float, float]

#: (body, pips, share) in blue-green-red. The polarity is free: light on dark and dark on light.
_BODIES: tuple[tuple[Colour, Colour, float], ...] = (
    ((235, 238, 240), (20, 20, 20), 5.0),
    ((205, 228, 238), (25, 22, 22), 2.5),
    ((30, 28, 28), (235, 235, 235), 2.0),
    ((40, 30, 185), (235, 235, 240), 2.5),
    ((25, 20, 120), (210, 220, 225), 1.5),
    ((150, 70, 20), (240, 240, 235), 1.5),
    ((60, 120, 30), (235, 240, 235), 1.5),
    ((50, 205, 235), (20, 20, 25), 1.2),
    ((40, 130, 235), (240, 240, 240), 0.7),
    ((140, 60, 120), (240, 240, 240), 0.7),
    ((120, 160, 190), (30, 40, 60), 1.0),
    ((130, 130, 135), (25, 25, 25), 0.6),
    ((230, 215, 200), (160, 60, 20), 0.5),
    ((235, 235, 235), (30, 30, 190), 0.8),
)
_RED: Colour = (35, 30, 195)
_TABLES: tuple[Colour, ...] = (
    (60, 105, 25), (45, 80, 20), (130, 70, 20), (35, 25, 130), (40, 40, 45), (90, 130, 165), (60, 85, 120),
    (150, 150, 150), (225, 225, 225), (200, 215, 225), (25, 25, 28), (110, 60, 90), (70, 130, 60),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """One kind of die.

    body, pip, red: colours; red is the pips' colour on the one, and on the four where `red_four`, of an Asian die.
    radius: of a pip, share of the edge; one_radius: of the one's pip.
    step: distance of the outer sites from the centre along a face's two directions, shares of the edge.
    depth: how strongly a drilled pip is shaded, 0 for flat paint. rim: brightness of a ring round the pip.
    corner: rounding of the face's corners, share of the edge. pillow: how the face darkens or lightens to its rim.
    grain: strength of marbling; clear: a translucent die, the far side's pips shine through.
    """

    body: Colour
    pip: Colour
    red: Colour | None
    red_four: bool
    radius: float
    one_radius: float
    step: tuple[float, float]
    depth: float
    rim: float
    corner: float
    pillow: float
    grain: float
    clear: float

    def pips_of(self, value: int) -> tuple[Colour, float]:
        """Colour and radius of the pips on the face that shows `value`."""
        red = self.red is not None and (value == 1 or (value == 4 and self.red_four))
        return (self.red if red else self.pip), (self.one_radius if value == 1 else self.radius)


def draw_style(rng: np.random.Generator) -> Style:
    """A die at random, over many kinds."""
    shares = np.array([share for _, _, share in _BODIES])
    body, pip, _ = _BODIES[rng.choice(len(_BODIES), p=shares / shares.sum())]
    if rng.random() < 0.12:
        body, pip = any_pair(rng)
    body, pip = _shaken(rng, body, 22), _shaken(rng, pip, 16)
    light = sum(body) > 450
    asian = light and rng.random() < 0.25
    radius = float(np.clip(rng.normal(0.098, 0.018), 0.062, 0.145))
    one = radius * (rng.uniform(1.3, 2.1) if asian or rng.random() < 0.06 else rng.uniform(0.95, 1.15))
    step = rng.normal(0.265, 0.025) if rng.random() < 0.75 else rng.uniform(0.19, 0.31)
    step = float(np.clip(step, 2.05 * radius + 0.01, 0.33))
    return Style(
        body=body,
        pip=pip,
        red=_shaken(rng, _RED, 25) if asian else None,
        red_four=asian and rng.random() < 0.7,
        radius=radius,
        one_radius=float(min(one, 0.24)),
        step=(step, float(np.clip(step * rng.normal(1.0, 0.05), 2.05 * radius, 0.34))),
        depth=float(rng.choice([0.0, rng.uniform(0.1, 0.5), rng.uniform(0.4, 0.9)])),
        rim=float(rng.choice([0.0, rng.uniform(0.0, 0.25)])),
        corner=float(rng.choice([rng.uniform(0.01, 0.06), rng.uniform(0.05, 0.18), rng.uniform(0.15, 0.32)])),
        pillow=float(rng.normal(0.0, 0.12)),
        grain=float(rng.choice([0.0, rng.uniform(0.0, 0.1), rng.uniform(0.08, 0.3)], p=[0.5, 0.3, 0.2])),
        clear=float(rng.uniform(0.05, 0.3)) if not light and rng.random() < 0.3 else 0.0,
    )


def any_pair(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """A body and pips of any two colours that differ well."""
    while True:
        body, pip = rng.uniform(10, 245, 3), rng.uniform(10, 245, 3)
        if np.abs(body - pip).max() > 90 and abs(body.mean() - pip.mean()) > 35:
            return tuple(body), tuple(pip)


def _shaken(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    return tuple(np.clip(np.array(colour) + rng.normal(0, spread * 0.5) + rng.normal(0, spread * 0.5, 3), 4, 252))


def table_colour(rng: np.random.Generator) -> Colour:
    """The colour of a table top at random."""
    return _shaken(rng, _TABLES[rng.integers(len(_TABLES))], 25)


def grain(rng: np.random.Generator, size: int, coarse: float, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise (size, size) float32 of spread about 1; coarse: size of its lumps in pixels."""
    wide = max(2, round(size / coarse / stretch))
    tall = max(2, round(size / coarse))
    lumps = rng.standard_normal((tall, wide)).astype(np.float32)
    return cv2.resize(lumps, (size, size), interpolation=cv2.INTER_CUBIC)


def table_top(rng: np.random.Generator, size: int) -> np.ndarray:
    """A table top (size, size, 3) float32: felt, wood, stone, plain, printed with lines or letters."""
    top = np.empty((size, size, 3), np.float32)
    top[:] = table_colour(rng)
    kind = rng.random()
    if kind < 0.5:
        top += (grain(rng, size, rng.uniform(1.5, 4)) * rng.uniform(2, 14))[..., None]
    elif kind < 0.75:
        top += (grain(rng, size, rng.uniform(2, 8), stretch=rng.uniform(4, 12)) * rng.uniform(4, 20))[..., None]
    if rng.random() < 0.4:
        top += (grain(rng, size, rng.uniform(20, 60)) * rng.uniform(3, 20))[..., None]
    if rng.random() < 0.25:
        print_on(rng, top, rng.integers(1, 4))
    return top


def print_on(rng: np.random.Generator, top: np.ndarray, count: int) -> None:
    """Print lines, rings and letters on a table top, in place."""
    size = top.shape[0]
    for _ in range(count):
        ink = tuple(float(c) for c in (rng.uniform(150, 250, 3) if rng.random() < 0.6 else rng.uniform(0, 255, 3)))
        width = int(rng.integers(2, 9))
        a = (int(rng.integers(size)), int(rng.integers(size)))
        b = (int(rng.integers(size)), int(rng.integers(size)))
        kind = rng.integers(4)
        if kind == 0:
            cv2.line(top, a, b, ink, width, cv2.LINE_AA)
        elif kind == 1:
            cv2.circle(top, a, int(rng.integers(8, size // 2)), ink, width, cv2.LINE_AA)
        elif kind == 2:
            cv2.rectangle(top, a, b, ink, width, cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("0123456789ABCDEFGHILMNOPRSTX$"), int(rng.integers(1, 4))))
            write(top, text, a, int(rng.integers(8)), rng.uniform(0.7, 3.0), ink, width)


def write(
    picture: np.ndarray, text: str, at: tuple[int, int], font: int, scale: float, ink: Colour, width: int
) -> None:
    """Put letters on a float picture, in place (OpenCV 5 writes on 8-bit pictures only)."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.putText(mask, text, at, font, scale, 255, width, cv2.LINE_AA)
    share = mask[..., None].astype(np.float32) / 255
    picture *= 1 - share
    picture += share * np.array(ink, np.float32)
