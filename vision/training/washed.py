"""The face on which everything hangs: one whose pip is washed out by glare, worn off or covered by something.

A five without its middle pip looks like a four, a three like a two. These faces are made on purpose, with the
highlight, the scrap or the smear that did it in the picture, so that the network can be tried on them alone.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training import generator
from vision.training.faces import EDGE, LAYOUTS, draw_face, draw_light
from vision.training.generator import Example
from vision.training.materials import draw_style
from vision.training.scene import Pose, draw_view, open_scene, paint_die, paint_shadow


def draw(rng: np.random.Generator, value: int | None = None, kind: str | None = None) -> Example:
    """A face of `value` (1, 3 or 5; any of them when None) whose middle pip cannot be seen; class 0.

    kind: "glare" (a burnt-out spot over it) or "scrap" (something of another colour upon it); either when None.
    """
    value = int(rng.choice([1, 3, 5])) if value is None else value
    kind = str(rng.choice(["glare", "scrap"])) if kind is None else kind
    style, light, view = draw_style(rng), draw_light(rng), draw_view(rng)
    bare = draw_face(rng, style, value, light, sites=frozenset(LAYOUTS[value]) - {4})
    spot = _spot(rng, style.pips_of(value)[1])[..., None]
    if kind == "glare":
        picture = np.clip(bare.picture + spot * rng.uniform(60, 300), 0, 255)
    else:
        colour = np.clip(np.array(style.body) * rng.uniform(0.6, 1.4) + rng.normal(0, 25, 3), 0, 255) * light.gain
        picture = bare.picture * (1 - spot) + np.clip(colour, 0, 255) * spot
    change = np.abs(picture - bare.picture).max(axis=2)[EDGE // 2 - 5 : EDGE // 2 + 5, EDGE // 2 - 5 : EDGE // 2 + 5]
    if change.mean() < 18 or bare.contrast < 25:
        return draw(rng, value, kind)
    face = type(bare)(picture.astype(np.float32), bare.cover, bare.seen, bare.contrast, bare.sites)
    pose = Pose(yaw=rng.uniform(0, 2 * np.pi))
    scene = open_scene(rng, view, light, pose.corners()[:4].mean(axis=0))
    paint_shadow(rng, scene, pose)
    paint_die(rng, scene, pose, style, value, face)
    quad = generator.jittered(rng, scene.place(pose.corners()[:4]))
    return generator.photographed(rng, scene, quad, 0, f"washed_{kind}", value)


def _spot(rng: np.random.Generator, radius: float) -> np.ndarray:
    """(EDGE, EDGE) a soft spot in the middle, at least as large as a pip, 0..1."""
    middle = (EDGE / 2 + rng.normal(0, 1.5), EDGE / 2 + rng.normal(0, 1.5))
    reach = radius * EDGE * rng.uniform(1.1, 2.6)
    mask = np.zeros((EDGE, EDGE), np.uint8)
    axes = (max(2, round(reach)), max(2, round(reach * rng.uniform(0.7, 1.0))))
    cv2.ellipse(mask, (round(middle[0]), round(middle[1])), axes, rng.uniform(0, 180), 0, 360, 255, -1)
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 4.0)).astype(np.float32) / 255
