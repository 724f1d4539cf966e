"""A die on a table as a camera sees it, made up: cube, light, shadow, neighbours, lens, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.faces import EDGE, Face, Light, draw_face
from vision.training.materials import Colour, Style, table_top

#: Width and height of the drawn scene, pixels; a die's edge is EDGE of them.
SCENE = 112
_CORNERS = np.array(
    [[x, y, z] for z in (0.5, -0.5) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
)
#: Faces of the cube by their corners, the top first, then the four sides, then the one it lies on.
_FACES = ((0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7))
_TEXTURE = np.array([[0, 0], [EDGE, 0], [EDGE, EDGE], [0, EDGE]], np.float32) - 0.5


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera is: angle off the vertical (radians), its azimuth, distance in edges of a die."""

    off_axis: float
    azimuth: float
    distance: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """(n, 3) in edges, to (n, 3): x, y in pixels about the scene's origin, and the distance from the lens."""
        c, s = np.cos(self.azimuth), np.sin(self.azimuth)
        spun = points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]).T
        c, s = np.cos(self.off_axis), np.sin(self.off_axis)
        seen = spun @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
        depth = self.distance - seen[:, 2]
        return np.column_stack([seen[:, :2] * (self.distance / depth)[:, None] * EDGE, depth])


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is: centre (x, y) in edges, yaw, tilt and the tilt's direction, radians."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    tilt: float = 0.0
    toward: float = 0.0

    def corners(self) -> np.ndarray:
        """(8, 3) corners in edges, the four of the top first."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        turned = _CORNERS @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T
        if self.tilt:
            axis = np.array([np.cos(self.toward), np.sin(self.toward), 0.0])
            turned = turned @ cv2.Rodrigues(axis * self.tilt)[0].T
            turned[:, 2] -= turned[:, 2].min() + 0.5
        return turned + np.array([self.x, self.y, 0.0])


def draw_view(rng: np.random.Generator) -> View:
    """A camera at random: mostly nearly overhead, now and then well off to the side."""
    off = abs(rng.normal(0, 14)) if rng.random() < 0.85 else rng.uniform(10, 42)
    return View(np.radians(min(off, 42)), rng.uniform(0, 2 * np.pi), float(np.exp(rng.uniform(np.log(7), np.log(60)))))


@dataclass(slots=True)
class Scene:
    """A picture (SCENE, SCENE, 3) float32 being painted, and the view it is painted in."""

    picture: np.ndarray
    view: View
    light: Light
    origin: np.ndarray

    def place(self, points: np.ndarray) -> np.ndarray:
        """(n, 3) in edges to pixels of the picture (n, 2)."""
        return self.view.project(points)[:, :2] + self.origin


def open_scene(rng: np.random.Generator, view: View, light: Light, centre: np.ndarray, size: int = SCENE) -> Scene:
    """An empty table, `size` pixels square; `centre` (3,) in edges comes to lie in the middle of the picture."""
    top = table_top(rng, size) * np.float32(light.gain) * np.array(light.tint, np.float32)
    middle = np.full(2, (size - 1) / 2) - view.project(centre[None])[0, :2]
    return Scene(top, view, light, middle)


def paint_shadow(rng: np.random.Generator, scene: Scene, pose: Pose, reach: float = 0.4) -> None:
    """The die's shadow, up to `reach` edges long, and the dark seam it stands on."""
    outline = cv2.convexHull(scene.place(pose.corners()).astype(np.float32)).reshape(-1, 2)
    away = -np.array(scene.light.direction) * rng.uniform(0, reach) * EDGE
    soft, dark = rng.uniform(1.5, 9), rng.uniform(0.1, 0.75)
    ends = np.vstack([outline, outline + away])
    low = np.maximum(np.floor(ends.min(axis=0) - 4 * soft).astype(int) - 2, 0)
    high = np.minimum(np.ceil(ends.max(axis=0) + 4 * soft).astype(int) + 3, scene.picture.shape[1::-1])
    if (high <= low).any():
        return
    shade = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    for step in (0.0, 0.5, 1.0):
        cv2.fillConvexPoly(shade, np.round(outline + away * step - low).astype(np.int32), 1.0)
    shade = cv2.GaussianBlur(shade, (0, 0), soft) * dark
    scene.picture[low[1] : high[1], low[0] : high[0]] *= 1 - shade[..., None]


def paint_die(
    rng: np.random.Generator, scene: Scene, pose: Pose, style: Style, value: int, top: Face | None = None,
    side_light: float = 0.72,
) -> Face:  # fmt: skip
    """Paint one die; its top is `top` or a face drawn for `value`. Returns the top face.

    side_light: how light its sides are, as a share of the top, where the light comes from neither here nor there.
    """
    corners = pose.corners()
    flat = scene.place(corners)
    body = np.array(style.body, np.float32) * scene.light.gain * np.array(scene.light.tint, np.float32)
    _paint_hull(scene.picture, flat, style.corner, tuple((body * rng.uniform(0.55, 0.95)).tolist()))
    sides = [v for v in range(1, 7) if v not in (value, 7 - value)]
    rng.shuffle(sides)
    top = top if top is not None else draw_face(rng, style, value, scene.light)
    normals = np.array([corners[list(face)].mean(axis=0) - corners.mean(axis=0) for face in _FACES])
    turned = scene.view.project(np.vstack([corners.mean(axis=0), corners.mean(axis=0) + normals * 0.01]))
    order = sorted(range(1, 6), key=lambda i: -turned[i + 1, 2])
    for index in [*order, 0]:
        quad = flat[list(_FACES[index])]
        if cv2.contourArea(quad.astype(np.float32), True) <= 20.0:
            continue
        if index == 0:
            _lay(scene.picture, top, quad, 1.0)
            continue
        toward = float(normals[index][:2] @ np.array(scene.light.direction)) * 2
        side = draw_face(rng, style, sides[index % 4] if index < 5 else 7 - value, scene.light, judged=False)
        shade = np.clip(side_light + 0.22 * toward + rng.normal(0, 0.06), min(0.3, side_light / 2), 1.15)
        _lay(scene.picture, side, quad, float(shade))
    return top


def _paint_hull(picture: np.ndarray, flat: np.ndarray, corner: float, colour: Colour) -> None:
    """Fill the silhouette with rounded corners: the chamfers between the faces."""
    middle = flat.mean(axis=0)
    pull = 1 - 1.1 * corner
    hull = cv2.convexHull((middle + (flat - middle) * pull).astype(np.float32))
    points = np.round(hull * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, points, colour, cv2.LINE_AA, 4)
    width = int(round(1.1 * corner * EDGE * 1.2))
    if width > 1:
        cv2.polylines(picture, [points], True, colour, width, cv2.LINE_AA, 4)


def _lay(picture: np.ndarray, face: Face, quad: np.ndarray, shade: float) -> None:
    """Warp a face onto a quadrilateral of the picture."""
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 3, picture.shape[1::-1])
    if (high <= low).any():
        return
    homography = cv2.getPerspectiveTransform(_TEXTURE, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    ink = cv2.warpPerspective(face.picture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(face.cover, homography, size, flags=cv2.INTER_LINEAR)[..., None]
    part = picture[low[1] : high[1], low[0] : high[0]]
    part *= 1 - cover
    part += ink * np.float32(shade) * cover


def photograph(rng: np.random.Generator, scene: np.ndarray, edge: float) -> tuple[np.ndarray, float]:
    """What a camera makes of a scene when a die's edge is `edge` pixels: (picture uint8, pixels per scene pixel)."""
    scale = edge / EDGE
    size = max(8, round(scene.shape[0] * scale))
    scale = size / scene.shape[0]
    picture = cv2.resize(scene, (size, size), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    blur = min(rng.gamma(2.0, 0.3), 0.045 * edge)
    if blur > 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    noise = float(rng.gamma(1.5, 2.0))
    if noise > 0.5:
        grains = rng.standard_normal(picture.shape).astype(np.float32)
        if rng.random() < 0.5:
            grains = cv2.blur(grains, (2, 2)) * 1.6
        picture = picture + grains * noise * np.sqrt(np.clip(picture, 8, 255) / 120)
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = picture + (picture - soft) * rng.uniform(0.2, 1.2)
    picture = np.clip(picture + rng.normal(0, 4), 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 98))])
        picture = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return picture, scale
