"""Made-up rectified faces with their class: the values, and the many things that are no readable upright face."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.facenet import cut_face
from vision.training import strays, washed
from vision.training.faces import EDGE, LAYOUTS, Face, Light, draw_face, draw_light, verdict
from vision.training.materials import Style, draw_style
from vision.training.scene import Pose, Scene, draw_view, open_scene, paint_die, paint_shadow, photograph

#: Kinds of example and how often each is tried. All but "plain" and "troubled" are class 0.
KINDS: dict[str, float] = {
    "plain": 0.45,
    "troubled": 0.15,
    "washed": 0.05,
    "odd_pips": 0.07,
    "covered": 0.07,
    "misplaced": 0.11,
    "side": 0.05,
    "tilted": 0.04,
    "two_faces": 0.03,
    "stray": 0.08,
}


@dataclass(frozen=True, slots=True)
class Example:
    """A rectified face (32, 32, 3) uint8, its class 0..6, its kind, and the value that lay on the die (0 = none)."""

    face: np.ndarray
    label: int
    kind: str
    value: int


def draw(rng: np.random.Generator, kind: str | None = None) -> Example:
    """One example at random; borderline ones are thrown away and drawn anew."""
    names = list(KINDS)
    shares = np.array([KINDS[name] for name in names])
    while True:
        name = kind or names[rng.choice(len(names), p=shares / shares.sum())]
        example = _DRAWERS[name](rng)
        if example is not None:
            return example


def edge_length(rng: np.random.Generator) -> float:
    """Pixels along a die's edge in the camera's picture, 13 to 80, small ones often."""
    return float(np.exp(rng.uniform(np.log(13), np.log(80))))


def jittered(rng: np.random.Generator, quad: np.ndarray, strength: float = 1.0) -> np.ndarray:
    """Corners as a detector finds them: shifted, scaled, turned and bent by up to 15% of the edge.

    The scale varies most, downward above all: a square that rests on the pips alone knows the edge to a tenth or two.
    """
    edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    middle = quad.mean(axis=0)
    while True:
        angle = rng.normal(0, np.radians(2.0)) * strength
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        moved = middle + (quad - middle) @ turn.T * (1 + rng.normal(-0.015, 0.055) * strength)
        moved = moved + rng.normal(0, 0.022, 2) * edge * strength + rng.normal(0, 0.015, (4, 2)) * edge * strength
        if np.linalg.norm(moved - quad, axis=1).max() < 0.15 * edge * max(strength, 0.1):
            return moved


def _turned(quad: np.ndarray, angle: float, scale: float) -> np.ndarray:
    """Corners turned by `angle` radians and scaled about their middle."""
    middle = quad.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return middle + (quad - middle) @ turn.T * scale


def photographed(
    rng: np.random.Generator, scene: Scene, quad: np.ndarray, label: int, kind: str, value: int, edge: float = 0.0
) -> Example:
    """Photograph the scene and cut the face out by `quad` (pixels of the scene)."""
    picture, scale = photograph(rng, scene.picture, edge or edge_length(rng))
    corners = (np.roll(quad, int(rng.integers(4)), axis=0) + 0.5) * scale - 0.5
    return Example(cut_face(picture, corners), label, kind, value)


def _die(
    rng: np.random.Generator, glare: float = 0.0, dirt: float = 0.0, pose: Pose | None = None,
    sites: frozenset[int] | None = None, neighbours: float = 0.25,
):  # fmt: skip
    """A die on a table: (scene, its top face, corners of the top in pixels (4, 2), value, pose)."""
    value = int(rng.integers(1, 7))
    style, light, view = draw_style(rng), draw_light(rng), draw_view(rng)
    pose = pose or Pose(yaw=rng.uniform(0, 2 * np.pi))
    top = draw_face(rng, style, value, light, glare, dirt, sites)
    scene = open_scene(rng, view, light, pose.corners()[:4].mean(axis=0))
    if rng.random() < 0.92:
        paint_shadow(rng, scene, pose)
    near = [_neighbour(rng, pose)] if rng.random() < neighbours else []
    for place in near:
        paint_die(rng, scene, place, style if rng.random() < 0.6 else draw_style(rng), int(rng.integers(1, 7)))
    paint_die(rng, scene, pose, style, value, top)
    return scene, top, scene.place(pose.corners()[:4]), value, pose


def _neighbour(rng: np.random.Generator, pose: Pose) -> Pose:
    """Another die beside this one: flush against a side, or turned and near."""
    side = pose.yaw + rng.integers(4) * np.pi / 2
    if rng.random() < 0.5:
        along = rng.uniform(-0.6, 0.6)
        x = np.cos(side) * rng.uniform(1.0, 1.06) - np.sin(side) * along
        y = np.sin(side) * 1.02 + np.cos(side) * along
        return Pose(pose.x + x, pose.y + y, pose.yaw)
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1.22, 1.45)
    return Pose(pose.x + np.cos(angle) * reach, pose.y + np.sin(angle) * reach, rng.uniform(0, 2 * np.pi))


def _plain(rng: np.random.Generator) -> Example | None:
    scene, top, quad, value, _ = _die(rng, glare=0.15, dirt=0.08)
    label = verdict(top, value)
    if value == 1 and rng.random() < 0.35:
        quad = _turned(quad, rng.uniform(0, np.pi / 2), rng.uniform(0.85, 1.1))  # one pip does not tell how it lies
    return None if label is None else photographed(rng, scene, jittered(rng, quad), label, "plain", value)


def _troubled(rng: np.random.Generator) -> Example | None:
    """Glare or dirt for certain; what can still be told by a careful person keeps its value."""
    scene, top, quad, value, _ = _die(rng, *((1.0, 0.1) if rng.random() < 0.65 else (0.1, 1.0)))
    label = verdict(top, value)
    if label is None or (label and rng.random() < 0.3):
        return None
    return photographed(rng, scene, jittered(rng, quad), label, "troubled", value)


def _odd_pips(rng: np.random.Generator) -> Example | None:
    """Pips that no value has: one too few or too many, two or three in a row; or a figure in the middle, no pip."""
    if rng.random() < 0.35:
        style, light = draw_style(rng), draw_light(rng)
        top = draw_face(rng, style, 1, light, sites=frozenset())
        strays.emblem(rng, top.picture)
        scene, quad = _scene_of(rng, style, light, top)
        return photographed(rng, scene, jittered(rng, quad), 0, "emblem", 0)
    if rng.random() < 0.6:
        value = int(rng.integers(1, 7))
        sites = set(LAYOUTS[value]) ^ {int(rng.integers(9))}
    else:
        sites = {int(s) for s in rng.choice(9, int(rng.integers(0, 10)), replace=False)}
    sites = frozenset(sites)
    turned = {frozenset((6, 3, 0, 7, 4, 1, 8, 5, 2)[s] for s in sites), sites}
    if any(frozenset(layout) in turned for layout in LAYOUTS.values()):
        return None
    # A lone pip off the centre and three in a row may be a worn or a foreign die: still no face to trust.
    scene, _, quad, _, _ = _die(rng, sites=sites)
    return photographed(rng, scene, jittered(rng, quad), 0, "odd_pips", 0)


def _covered(rng: np.random.Generator) -> Example | None:
    """A finger, a chip, another die, the picture's border over part of the face."""
    scene, _, quad, value, _ = _die(rng)
    share = strays.cover(rng, scene.picture, quad)
    if share < 0.12:
        return None
    return photographed(rng, scene, jittered(rng, quad), 0, "covered", value)


def _misplaced(rng: np.random.Generator) -> Example | None:
    """The wrong square: beside the face, across two dice, on some of the pips only, twice the face, turned."""
    scene, _, quad, value, _ = _die(rng, neighbours=0.6)
    middle, kind = quad.mean(axis=0), rng.integers(4)
    if kind == 0:
        angle = rng.uniform(0, 2 * np.pi)
        quad = quad + np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.24, 0.75) * EDGE
    elif kind == 1:
        quad = middle + (quad - middle) * (rng.uniform(0.4, 0.7) if rng.random() < 0.6 else rng.uniform(1.4, 1.9))
    elif kind == 2:
        # Two or three of the rows of pips taken for all of them: stretched along one direction or both.
        wide, tall = (rng.uniform(0.42, 0.68), rng.uniform(0.42, 1.0)) if rng.random() < 0.7 else (1.5, 1.0)
        along, across = quad[1] - quad[0], quad[3] - quad[0]
        aside, down = rng.choice([-0.5, 0, 0.5], 2)
        middle = middle + along * (1 - wide) * aside + across * (1 - tall) * down
        quad = np.array([middle + u * wide * along / 2 + v * tall * across / 2
                         for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])  # fmt: skip
    elif value == 1:
        return None
    else:
        quad = _turned(quad, np.radians(rng.uniform(24, 66)), rng.uniform(0.85, 1.15))
    return photographed(rng, scene, jittered(rng, quad), 0, "misplaced", value)


def _side(rng: np.random.Generator) -> Example | None:
    """A face seen at 50 to 80 degrees, cut by a square on it or, if small and very oblique, by its own corners.

    A large one cut by its own corners looks like any upright face seen from the side: only geometry can tell.
    """
    tilt = np.radians(rng.uniform(50, 80))
    pose = Pose(yaw=rng.uniform(0, 2 * np.pi), tilt=tilt, toward=rng.uniform(0, 2 * np.pi))
    scene, _, quad, value, _ = _die(rng, pose=pose)
    if cv2.contourArea(quad.astype(np.float32)) > 0.65 * EDGE**2:
        return None
    if rng.random() < 0.6:
        (x, y), _, angle = cv2.minAreaRect(quad.astype(np.float32))
        square = cv2.boxPoints(((x, y), (EDGE * rng.uniform(0.7, 1.0),) * 2, angle))
        return photographed(rng, scene, jittered(rng, square), 0, "side", value)
    if cv2.contourArea(quad.astype(np.float32)) > 0.45 * EDGE**2:
        return None
    return photographed(rng, scene, jittered(rng, quad), 0, "side", value, edge=rng.uniform(12, 36))


def _tilted(rng: np.random.Generator) -> Example | None:
    """A leaning die, cut by the square that an upright one would fill.

    From some 22 degrees the square visibly does not fit. Smaller tilts, and squares that follow the tilted face
    exactly, look like an upright die off the camera's axis: that is for the geometry to tell, not for this network.
    """
    pose = Pose(yaw=rng.uniform(0, 2 * np.pi), tilt=np.radians(rng.uniform(22, 50)), toward=rng.uniform(0, 2 * np.pi))
    scene, _, quad, value, _ = _die(rng, pose=pose)
    square = cv2.boxPoints((tuple(map(float, quad.mean(axis=0))), (EDGE * rng.uniform(0.9, 1.1),) * 2,
                            float(np.degrees(np.arctan2(*(quad[1] - quad[0])[::-1])))))
    if np.linalg.norm(square[:, None] - quad[None], axis=2).min(axis=1).max() < 0.17 * EDGE:
        return None
    return photographed(rng, scene, jittered(rng, square), 0, "tilted", value)


def _two_faces(rng: np.random.Generator) -> Example | None:
    """A cocked die, its whole outline taken for one face."""
    pose = Pose(yaw=rng.uniform(0, 2 * np.pi), tilt=np.radians(rng.uniform(28, 62)), toward=rng.uniform(0, 2 * np.pi))
    scene, _, _, value, _ = _die(rng, pose=pose)
    outline = scene.place(pose.corners()).astype(np.float32)
    quad = cv2.boxPoints(cv2.minAreaRect(outline))
    return photographed(rng, scene, jittered(rng, quad), 0, "two_faces", value)


def _washed(rng: np.random.Generator) -> Example | None:
    """A spot of light or a scrap over the middle of a face, drawn so that nobody can tell what is beneath.

    With pips lighter than the face the spot of light looks like a pip, so those are not taken.
    """
    value, kind = int(rng.choice([1, 3, 3, 5, 5])), str(rng.choice(["glare", "scrap"]))
    style, light = draw_style(rng), draw_light(rng)
    if kind == "glare" and sum(style.pips_of(value)[0]) > sum(style.body) - 60:
        return None
    face = washed.draw_face(rng, style, light, value, kind)
    if face is None:
        return None
    scene, quad = _scene_of(rng, style, light, face)
    edge = max(18.0, edge_length(rng))
    return photographed(rng, scene, jittered(rng, quad), 0, f"washed_{kind}", value, edge)


def _scene_of(rng: np.random.Generator, style: Style, light: Light, top: Face) -> tuple[Scene, np.ndarray]:
    """A die with a given top face on a table, and the corners of that face."""
    pose = Pose(yaw=rng.uniform(0, 2 * np.pi))
    scene = open_scene(rng, draw_view(rng), light, pose.corners()[:4].mean(axis=0))
    paint_shadow(rng, scene, pose)
    paint_die(rng, scene, pose, style, 1, top)
    return scene, scene.place(pose.corners()[:4])


def _stray(rng: np.random.Generator) -> Example | None:
    """No die at all."""
    scene = open_scene(rng, draw_view(rng), draw_light(rng), np.zeros(3))
    quad = strays.paint(rng, scene.picture)
    return photographed(rng, scene, jittered(rng, quad), 0, "stray", 0)


_DRAWERS: dict[str, Callable[[np.random.Generator], Example | None]] = {
    "plain": _plain,
    "troubled": _troubled,
    "odd_pips": _odd_pips,
    "covered": _covered,
    "misplaced": _misplaced,
    "side": _side,
    "tilted": _tilted,
    "two_faces": _two_faces,
    "stray": _stray,
    "washed": _washed,
}
