"""Things that are no die, and things that lie over one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.faces import EDGE, LAYOUTS, draw_face, draw_light
from vision.training.materials import draw_style, grain, print_on, table_colour, write

#: Kinds of stray thing, by number: nothing, prints, a printed die, a chip or coin, dots, letters, spots like pips.
NOTHING, PRINTS, PRINTED_DIE, DISC, DOTS, LETTERS, SPOTS = range(7)


def paint(rng: np.random.Generator, picture: np.ndarray, kind: int | None = None) -> np.ndarray:
    """Paint one stray thing in the middle of a table top (in place); returns the square a hasty eye would take.

    kind: one of the above, None for any, spots that lie like pips most often.
    """
    kind = int(rng.integers(9)) if kind is None else kind
    if kind >= 6:
        return _spots_in_place(rng, picture)
    if kind == 0:
        pass
    elif kind == 1:
        print_on(rng, picture, int(rng.integers(1, 6)))
    elif kind == 2:
        _printed_die(rng, picture)
    elif kind == 3:
        _disc(rng, picture)
    elif kind == 4:
        _dots(rng, picture)
    else:
        _letters(rng, picture)
    middle = np.full(2, (picture.shape[0] - 1) / 2) + rng.normal(0, 0.08, 2) * EDGE
    return cv2.boxPoints((tuple(map(float, middle)), (EDGE * rng.uniform(0.6, 1.25),) * 2, rng.uniform(0, 90)))


def _ink(rng: np.random.Generator) -> tuple[float, float, float]:
    return tuple(float(c) for c in (rng.uniform(170, 250, 3) if rng.random() < 0.6 else rng.uniform(0, 250, 3)))


def _printed_die(rng: np.random.Generator, picture: np.ndarray) -> None:
    """A die printed on the layout: an outline or a flat square with pips, the cloth's grain through the ink."""
    sheet = picture.copy()
    size = picture.shape[0]
    square = cv2.boxPoints((((size - 1) / 2, (size - 1) / 2), (EDGE, EDGE), rng.uniform(0, 90)))
    ink, paper = _ink(rng), _ink(rng)
    filled = rng.random() < 0.4
    points = np.round(square).astype(np.int32)
    if filled:
        cv2.fillConvexPoly(sheet, points, paper, cv2.LINE_AA)
    cv2.polylines(sheet, [points], True, ink, int(rng.integers(1, 6)), cv2.LINE_AA)
    step = rng.uniform(0.22, 0.29)
    for site in LAYOUTS[int(rng.integers(1, 7))]:
        u, v = (site % 3 - 1) * step, (site // 3 - 1) * step
        x, y = square.mean(axis=0) + u * (square[1] - square[0]) + v * (square[2] - square[1])
        cv2.circle(sheet, (round(float(x)), round(float(y))), int(rng.integers(5, 10)), ink, -1, cv2.LINE_AA)
    cloth = (grain(rng, size, rng.uniform(1.5, 3)) * rng.uniform(6, 22))[..., None]
    strength = rng.uniform(0.5, 0.95)
    picture[:] = picture * (1 - strength) + sheet * strength + cloth


def _disc(rng: np.random.Generator, picture: np.ndarray) -> None:
    """A chip with its edge marks, a coin with rings and letters, or a button with holes."""
    size = picture.shape[0]
    middle = (size // 2, size // 2)
    radius = int(EDGE * rng.uniform(0.42, 0.7))
    body, ink = table_colour(rng), _ink(rng)
    cv2.circle(picture, middle, radius, body, -1, cv2.LINE_AA)
    kind = rng.integers(3)
    if kind == 0:
        for mark in range(int(rng.integers(3, 9))):
            angle = mark * 360 / 6 + rng.uniform(0, 8)
            cv2.ellipse(picture, middle, (radius - 4, radius - 4), angle, 0, 20, ink, 8, cv2.LINE_AA)
        cv2.circle(picture, middle, int(radius * 0.6), _ink(rng), int(rng.integers(-1, 4)), cv2.LINE_AA)
    elif kind == 1:
        for share in rng.uniform(0.3, 1.0, int(rng.integers(1, 4))):
            cv2.circle(picture, middle, int(radius * share), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
        _letters(rng, picture, ink)
    else:
        cv2.circle(picture, middle, int(radius * 0.85), ink, 2, cv2.LINE_AA)
        holes, reach = int(rng.choice([2, 4, 4])), radius * rng.uniform(0.2, 0.4)
        turn = rng.uniform(0, np.pi)
        for hole in range(holes):
            angle = turn + hole * 2 * np.pi / holes
            spot = (round(middle[0] + reach * np.cos(angle)), round(middle[1] + reach * np.sin(angle)))
            cv2.circle(picture, spot, int(rng.integers(3, 8)), (20, 20, 20), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        picture += (grain(rng, size, 30) * rng.uniform(2, 12))[..., None]


def _dots(rng: np.random.Generator, picture: np.ndarray) -> None:
    """Dots anywhere, as crumbs, holes or a pattern in cloth."""
    ink = _ink(rng)
    regular = rng.random() < 0.4
    pitch = rng.uniform(14, 34)
    spots = rng.uniform(0, picture.shape[0], (int(rng.integers(2, 14)), 2))
    if regular:
        spots = np.stack(np.meshgrid(np.arange(0, picture.shape[0], pitch), np.arange(0, picture.shape[0], pitch)), -1)
        spots = spots.reshape(-1, 2) + rng.uniform(0, pitch, 2)
    radius = int(rng.integers(2, 10))
    for x, y in spots:
        cv2.circle(picture, (int(x), int(y)), radius, ink, -1, cv2.LINE_AA)


def _spots_in_place(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Spots where pips would be, but no die: speckled stone, the diamonds of a card, knots (in place); their square.

    Round spots of one size on even ground are left out: so looks a rounded die that is cut too closely.
    """
    size = picture.shape[0]
    square = cv2.boxPoints((((size - 1) / 2, (size - 1) / 2), (EDGE, EDGE), rng.uniform(0, 90)))
    card = rng.random() < 0.3
    if card:
        picture[:] = 0.15 * picture + 0.85 * np.array(rng.uniform(170, 250, 3), np.float32)
    else:
        picture += (grain(rng, size, rng.uniform(2, 8)) * rng.uniform(6, 18))[..., None]
    ink, step = _ink(rng), rng.uniform(0.22, 0.3)
    sites = list(LAYOUTS[int(rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 6]))])
    spots = [((site % 3 - 1) * step, (site // 3 - 1) * step) for site in sites]
    spots += [tuple(rng.uniform(-1, 1, 2)) for _ in range(0 if card else int(rng.integers(0, 12)))]
    for u, v in spots:
        u, v = u + rng.normal(0, 0.02), v + rng.normal(0, 0.02)
        middle = square.mean(axis=0) + u * (square[1] - square[0]) + v * (square[2] - square[1])
        reach = EDGE * (rng.uniform(0.07, 0.12) if card else rng.uniform(0.03, 0.16))
        corners = 4 if card else int(rng.integers(5, 9))
        turns = np.arange(corners) * 2 * np.pi / corners + (0 if card else rng.uniform(0, 1, corners))
        spread = reach * (1.0 if card else rng.uniform(0.4, 1.0, corners))
        points = middle + (np.column_stack([np.cos(turns), np.sin(turns)]).T * spread).T
        shade = tuple(float(c) for c in np.clip(np.array(ink) + rng.normal(0, 0 if card else 18), 0, 255))
        cv2.fillPoly(picture, [np.round(points).astype(np.int32)], shade)
    return square


def _letters(rng: np.random.Generator, picture: np.ndarray, ink: tuple | None = None) -> None:
    """Figures and letters as large as a face; on a tile now and then."""
    size = picture.shape[0]
    if ink is None and rng.random() < 0.4:
        half = int(EDGE * rng.uniform(0.4, 0.55))
        cv2.rectangle(picture, (size // 2 - half,) * 2, (size // 2 + half,) * 2, _ink(rng), -1, cv2.LINE_AA)
    text = "".join(rng.choice(list("0123456789ABCDEGHKMNPQRSTX$:%*"), int(rng.integers(1, 3))))
    big = rng.uniform(1.0, 2.6)
    at = (int(size / 2 - 10 * big * len(text)), int(size / 2 + 10 * big))
    write(picture, text, at, int(rng.integers(8)), big, ink or _ink(rng), int(rng.integers(2, 9)))


def emblem(rng: np.random.Generator, face: np.ndarray) -> None:
    """Draw a figure that is no pip about the middle of a drawn face (in place): a sign, a letter, a ring, a screw."""
    size = face.shape[0]
    ground = face[size // 4 : -size // 4, size // 4 : -size // 4].reshape(-1, 3).mean(axis=0)
    ink = np.array(_ink(rng)) if rng.random() < 0.6 else ground * rng.uniform(0.3, 0.8)
    if np.abs(ink - ground).max() < 30:
        ink = 255 - ground
    ink = tuple(float(c) for c in np.clip(ink, 0, 255))
    middle = size / 2 + rng.normal(0, 0.04, 2) * size
    reach, kind = size * rng.uniform(0.1, 0.32), rng.integers(5)
    spot = tuple(int(round(float(c))) for c in middle)
    if kind == 0:
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
        spread = reach * rng.uniform(0.35, 1.0, len(turns))
        points = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * spread[:, None]
        cv2.fillPoly(face, [np.round(points).astype(np.int32)], ink)
    elif kind == 1:
        cv2.circle(face, spot, int(reach), ink, max(1, int(reach * rng.uniform(0.15, 0.4))))
    elif kind == 2:
        for turn in rng.uniform(0, np.pi, int(rng.integers(1, 4))):
            along = np.array([np.cos(turn), np.sin(turn)]) * reach
            ends = [tuple(np.round(middle + way * along).astype(int).tolist()) for way in (-1, 1)]
            cv2.line(face, *ends, ink, int(rng.integers(2, 6)))
    elif kind == 3:
        axes = (int(reach), max(2, int(reach * rng.uniform(0.2, 0.5))))
        cv2.ellipse(face, spot, axes, rng.uniform(0, 180), 0, 360, ink, -1)
    else:
        text = str(rng.choice(list("0123456789ABCDGKOQRSX$&@#*")))
        scale = reach / 10
        at = (int(middle[0] - 9 * scale), int(middle[1] + 9 * scale))
        write(face, text, at, int(rng.integers(8)), scale, ink, max(1, int(rng.integers(2, 5) * scale)))


def cover(rng: np.random.Generator, picture: np.ndarray, quad: np.ndarray) -> float:
    """Lay something over part of a face (in place); returns the share of the face that it hides."""
    size = picture.shape[0]
    mask = np.zeros((size, size), np.float32)
    middle = quad.mean(axis=0)
    angle = rng.uniform(0, 2 * np.pi)
    outward = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-outward[1], outward[0]])
    kind = rng.integers(4)
    near = middle + outward * EDGE * rng.uniform(-0.1, 0.45)
    if kind == 0:
        points = np.array([near - along * 200, near + along * 200, near + along * 200 + outward * 300,
                           near - along * 200 + outward * 300])  # fmt: skip
        cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1.0, cv2.LINE_AA)
    elif kind == 1:
        far = near + outward * 200 + along * rng.normal(0, 60)
        width = int(EDGE * rng.uniform(0.25, 0.8))
        cv2.line(mask, tuple(np.round(near).astype(int).tolist()), tuple(np.round(far).astype(int).tolist()), 1.0,
                 width, cv2.LINE_AA)  # fmt: skip
    elif kind == 2:
        radius = EDGE * rng.uniform(0.3, 1.2)
        centre = near + outward * radius
        cv2.circle(mask, tuple(np.round(centre).astype(int).tolist()), int(radius), 1.0, -1, cv2.LINE_AA)
    else:
        square = cv2.boxPoints((tuple(map(float, near + outward * EDGE * 0.6)), (EDGE, EDGE), rng.uniform(0, 90)))
        cv2.fillConvexPoly(mask, np.round(square).astype(np.int32), 1.0, cv2.LINE_AA)
    face = np.zeros((size, size), np.float32)
    cv2.fillConvexPoly(face, np.round(quad).astype(np.int32), 1.0)
    share = float((face * mask).sum() / max(face.sum(), 1.0))
    cloth = np.empty_like(picture)
    cloth[:] = table_colour(rng)
    if kind == 3 and rng.random() < 0.8:
        style = draw_style(rng)
        other = draw_face(rng, style, int(rng.integers(1, 7)), draw_light(rng))
        homography = cv2.getPerspectiveTransform(
            np.array([[0, 0], [EDGE, 0], [EDGE, EDGE], [0, EDGE]], np.float32), square.astype(np.float32)
        )
        cloth = cv2.warpPerspective(other.picture, homography, (size, size), borderMode=cv2.BORDER_REPLICATE)
    else:
        cloth += (grain(rng, size, rng.uniform(3, 50)) * rng.uniform(0, 15))[..., None]
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 2.5))[..., None]
    picture *= 1 - soft
    picture += cloth * soft
    return share
