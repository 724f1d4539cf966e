"""Draws dice by casting rays at rounded cubes, with their shadows, over a part of the prepared background."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulate.dice import SIDE, Die
from vision.simulate.geometry import Pinhole

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a die is: position (3,) of its centre in mm, rotation (3, 3) from its own frame to the world."""

    position: np.ndarray
    rotation: np.ndarray


@dataclass(frozen=True)
class Glare:
    """The lamp mirrored in faces that look up, round one place of the table.

    at: (x, y) in mm. spread: mm. strength: light added at its middle, 1 = white at base exposure.
    """

    at: tuple[float, float]
    spread: float = 14.0
    strength: float = 1.5

    @classmethod
    def on(cls, die: Die, at: tuple[float, float], spread: float, more: float = 0.0) -> Glare:
        """Just so strong (and `more`) that face and pips saturate at base exposure; 2 stops less show them."""
        dark_pips = sum(die.material.pip) < sum(die.material.face)
        return cls((float(at[0]), float(at[1])), spread, 1.45 + more if dark_pips else 1.0 + more / 2)


@dataclass(frozen=True, eq=False)
class Light:
    """One lamp and the light of the room.

    lamp: (3,) mm. power: light of the lamp on a white surface under it. room: light from all round. tint: colour.
    size: mm across; larger = softer shadows. felt: colour that the felt throws back at side faces.
    """

    lamp: np.ndarray
    power: float = 0.62
    room: float = 0.36
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    size: float = 60.0
    felt: tuple[float, float, float] = (0.05, 0.2, 0.06)
    glare: Glare | None = None

    def level(self, points: np.ndarray) -> np.ndarray:
        """Light of the lamp alone at (..., 3) points on a surface that looks up."""
        way = self.lamp - np.asarray(points, float)
        far = np.sqrt((way * way).sum(-1))
        return self.power * (way[..., 2] / far) * (self.lamp[2] / far) ** 2


@dataclass(frozen=True)
class Window:
    """A part of the picture: columns x0..x1-1, rows y0..y1-1."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns for numpy."""
        return slice(self.y0, self.y1), slice(self.x0, self.x1)

    def within(self, other: Window) -> tuple[slice, slice]:
        """Rows and columns of this window in an array of the other, which holds it."""
        y, x = self.y0 - other.y0, self.x0 - other.x0
        return slice(y, y + self.y1 - self.y0), slice(x, x + self.x1 - self.x0)

    def meets(self, other: Window) -> bool:
        """Whether the two share a pixel."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def join(self, other: Window) -> Window:
        """The smallest window round both."""
        return Window(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))


def corners_of(die: Die, pose: Pose) -> np.ndarray:
    """(8, 3) corners of the cube, unrounded, in mm."""
    return pose.position + _CORNERS * die.half @ pose.rotation.T


def window_round(camera: Pinhole, points: np.ndarray, margin: float) -> Window | None:
    """The part of the picture round projected points, or None when they are all outside."""
    pixels = camera.project(points)
    width, height = camera.size
    low, high = np.floor(pixels.min(0) - margin), np.ceil(pixels.max(0) + margin) + 1
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]), width), min(int(high[1]), height)
    return Window(x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def cast(camera: Pinhole, light: Light, die: Die, pose: Pose, window: Window, fine: int) -> tuple[np.ndarray, ...]:
    """Rays of a window against one die.

    fine: rays a pixel along each side. Returns (index (n,) into the flat grid of rays, light (n, 3), depth (n,)).
    """
    columns = (np.arange((window.x1 - window.x0) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + window.x0
    rows = (np.arange((window.y1 - window.y0) * fine, dtype=np.float32) + 0.5) / fine - 0.5 + window.y0
    to_die = (pose.rotation.T @ camera.rays).astype(np.float32)
    origin = (pose.rotation.T @ (camera.centre - pose.position)).astype(np.float32)
    half = np.float32(die.half)
    way = [(to_die[i, 0] * columns)[None, :] + (to_die[i, 1] * rows + to_die[i, 2])[:, None] for i in range(3)]
    depth: np.ndarray | None = None
    with np.errstate(divide="ignore", invalid="ignore"):  # rays along a face: infinite, or no number, and no hit
        for i in range(3):
            if abs(origin[i]) > half:
                t = (np.copysign(half, origin[i]) - origin[i]) / way[i]
                depth = t if depth is None else np.maximum(depth, t)
        if depth is None:
            return np.empty(0, int), np.empty((0, 3), np.float32), np.empty(0, np.float32)
        inside = np.ones(depth.shape, bool)
        for i in range(3):
            inside &= np.abs(origin[i] + way[i] * depth) <= half * 1.0001
    index = np.flatnonzero(inside)
    t = depth.ravel()[index]
    directions = np.stack([w.ravel()[index] for w in way])
    point = origin[:, None] + directions * t
    normal, keep = _round_off(point, directions, half, np.float32(die.radius), t)
    if keep is not None:
        index, t, point, normal, directions = index[keep], t[keep], point[:, keep], normal[:, keep], directions[:, keep]
    return index, _shade(camera, light, die, pose, point, normal, directions), t


def _round_off(point, directions, half, radius, t):
    """Moves hits near edges onto the rounded edge. Returns normals (3, n) and which rays hit after all (None = all)."""
    size = np.abs(point)
    over = size - (half - radius)
    face = np.argmax(size, axis=0)
    normal = np.zeros_like(point)
    np.put_along_axis(normal, face[None], np.sign(np.take_along_axis(point, face[None], 0)), 0)
    edge = np.flatnonzero((over > 0).sum(0) >= 2)
    if edge.size == 0:
        return normal, None
    p, d = point[:, edge].copy(), directions[:, edge]
    pace = np.sqrt((d * d).sum(0))
    step = np.zeros(edge.size, np.float32)
    for _ in range(7):
        q = np.abs(p) - (half - radius)
        away = np.sqrt((np.maximum(q, 0) ** 2).sum(0)) - radius
        ahead = np.maximum(away, 0) / pace
        step += ahead
        p += d * ahead
    q = np.maximum(np.abs(p) - (half - radius), 0)
    long = np.sqrt((q * q).sum(0))
    good = long - radius < radius * 0.06
    point[:, edge] = p
    t[edge] += step
    normal[:, edge] = q * np.sign(p) / np.maximum(long, 1e-6)
    keep = np.ones(point.shape[1], bool)
    keep[edge[~good]] = False
    return normal, keep


def _texels(die: Die, point: np.ndarray) -> np.ndarray:
    """(n,) index into the atlas of points (3, n) on the die."""
    face = np.argmax(np.abs(point), axis=0)
    along = np.arange(point.shape[1])
    scale = np.float32(SIDE / die.edge)
    u = point[(face + 1) % 3, along] * scale + SIDE / 2
    v = point[(face + 2) % 3, along] * scale + SIDE / 2
    np.clip(u, 0, SIDE - 1, out=u)
    np.clip(v, 0, SIDE - 1, out=v)
    which = np.where(point[face, along] > 0, face, face + 3)
    return (which * SIDE + u.astype(np.int32)) * SIDE + v.astype(np.int32)


def _shade(camera, light: Light, die: Die, pose: Pose, point, normal, directions) -> np.ndarray:
    """(n, 3) light that leaves the die towards the camera."""
    material, atlas = die.material, die.atlas
    turn = pose.rotation.astype(np.float32)
    skin = np.take(atlas, _texels(die, point), axis=0)
    up = turn[2] @ normal
    height = turn[2] @ point + np.float32(pose.position[2])
    lamp = light.lamp - pose.position
    lamp = (pose.rotation.T @ (lamp / np.linalg.norm(lamp))).astype(np.float32)
    level = float(light.level(pose.position)) / max(float((pose.rotation @ lamp)[2]), 0.05)
    direct = np.float32(level) * np.maximum(lamp @ normal, 0)
    # Side faces see less of the room the nearer they are to the felt, and the felt's own colour instead.
    free = 0.5 + 0.5 * up
    low = np.clip(height / np.float32(0.9 * die.edge), 0, 1)
    room = np.float32(light.room) * free * (np.float32(0.62) + np.float32(0.38) * np.maximum(low, up))
    back = (1 - free) * (np.float32(light.room + 0.5 * light.power)) * (np.float32(0.35) + np.float32(0.65) * low)
    out = skin[:, :3] * (direct + room)[:, None]
    out += skin[:, :3] * (back[:, None] * np.array(light.felt, np.float32))
    if material.clear:
        out += _through(die, point, normal, directions, direct + room)
    eye = camera.centre - pose.position
    eye = (pose.rotation.T @ (eye / np.linalg.norm(eye))).astype(np.float32)
    middle = (lamp + eye) / np.linalg.norm(lamp + eye)
    shine = np.maximum(middle @ normal, 0) ** 140
    out += (np.float32(material.gloss * 8 * level) * shine * skin[:, 3])[:, None]
    if light.glare is not None:
        out += _glare(light.glare, pose, point, up, skin[:, 3])[:, None]
    return out * np.array(light.tint, np.float32)


def _glare(glare: Glare, pose: Pose, point, up, gloss) -> np.ndarray:
    turn = pose.rotation.astype(np.float32)
    dx = turn[0] @ point + np.float32(pose.position[0] - glare.at[0])
    dy = turn[1] @ point + np.float32(pose.position[1] - glare.at[1])
    spot = np.exp(-(dx * dx + dy * dy) / np.float32(2 * glare.spread**2))
    return np.float32(glare.strength) * spot * np.maximum(up, 0) ** 200 * (0.4 + 0.6 * gloss)


def _through(die: Die, point, normal, directions, level) -> np.ndarray:
    """(n, 3) faint light from the far side of a translucent die, bent at the face as in acrylic."""
    d = directions / np.sqrt((directions * directions).sum(0))
    cos = -(d * normal).sum(0)
    eta = np.float32(1 / 1.49)
    inner = eta * d + (eta * cos - np.sqrt(np.maximum(1 - eta**2 * (1 - cos**2), 0))) * normal
    half = np.float32(die.half)
    with np.errstate(divide="ignore", invalid="ignore"):
        out = (np.copysign(half, inner) - point) / inner
    out = np.where(np.isfinite(out) & (out > 0), out, np.inf)
    far = point + inner * np.minimum(out.min(0), 3 * die.edge)
    skin = np.take(die.atlas, _texels(die, far), axis=0)[:, :3]
    body = np.array(die.material.face, np.float32)
    # What the far wall sends back goes through the colour of the body once more.
    return np.float32(die.material.clear) * (level * np.float32(0.6))[:, None] * (skin - body) * np.sqrt(body)


def draw_dice(
    camera: Pinhole,
    light: Light,
    dice: Sequence[Die],
    moments: Sequence[Sequence[Pose | None]],
    window: Window,
    fine: int,
    blur: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Dice in a window, averaged over the moments while the shutter is open.

    moments: for each moment the pose of each die, None = not there. Returns (light (h, w, 3), cover (h, w)) float32,
    light already multiplied by cover.
    """
    rows, columns = window.y1 - window.y0, window.x1 - window.x0
    total = np.zeros((rows, columns, 4), np.float32)
    for poses in moments:
        grid = np.zeros((rows * fine * columns * fine, 4), np.float32)
        nearest = np.full(len(grid), np.inf, np.float32) if len(poses) > 1 else None
        for die, pose in zip(dice, poses, strict=True):
            own = None if pose is None else window_round(camera, corners_of(die, pose), 1)
            if own is None:
                continue
            own = Window(max(own.x0, window.x0), max(own.y0, window.y0), min(own.x1, window.x1), min(own.y1, window.y1))
            if own.x0 >= own.x1 or own.y0 >= own.y1:
                continue
            index, colour, depth = cast(camera, light, die, pose, own, fine)
            wide = (own.x1 - own.x0) * fine
            row, column = np.divmod(index, wide)
            index = (row + (own.y0 - window.y0) * fine) * (columns * fine) + column + (own.x0 - window.x0) * fine
            if nearest is not None:
                front = depth < nearest[index]
                index, colour = index[front], colour[front]
                nearest[index] = depth[front]
            grid[index, :3] = colour
            grid[index, 3] = 1.0
        picture = grid.reshape(rows * fine, columns * fine, 4)
        total += cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA) if fine > 1 else picture
    if len(moments) > 1:
        total *= np.float32(1 / len(moments))
    if blur > 0.05:
        total = cv2.GaussianBlur(total, (0, 0), blur, borderType=cv2.BORDER_REPLICATE)
    return total[..., :3], total[..., 3]


def fall_of_shadow(light: Light, points: np.ndarray) -> np.ndarray:
    """(n, 2) where the lamp throws the shadow of (n, 3) points on the felt, in mm."""
    way = points - light.lamp
    share = light.lamp[2] / np.maximum(light.lamp[2] - points[:, 2], 1.0)
    return light.lamp[:2] + way[:, :2] * share[:, None]


def draw_shadow(
    camera: Pinhole, light: Light, dice: Sequence[Die], poses: Sequence[Pose | None], window: Window
) -> np.ndarray:
    """(h, w) float32 share of the light that still reaches the felt in a window."""
    out = np.ones((window.y1 - window.y0, window.x1 - window.x0), np.float32)
    for die, pose in zip(dice, poses, strict=True):
        if pose is None:
            continue
        corners = corners_of(die, pose)
        # Rounded corners throw a slightly smaller shadow than a cube's.
        inner = pose.position + (corners - pose.position) * (1 - 0.35 * die.rounding)
        scale = camera.scale_at(pose.position * np.array([1, 1, 0]))
        bottom = float(corners[:, 2].min())
        share = light.power / (light.power + light.room)
        soft = light.size / light.lamp[2] * max(pose.position[2], die.half) * 0.35 * scale
        out *= 1 - 0.92 * share * _blot(camera, fall_of_shadow(light, inner), window, max(soft, 0.6))
        if bottom < 2 * die.edge:
            near = float(np.exp(-bottom / (0.5 * die.edge)))
            out *= 1 - 0.55 * near * (1 - share) * _blot(camera, inner[:, :2], window, 0.22 * die.edge * scale)
            out *= 1 - 0.25 * near * _blot(camera, inner[:, :2], window, 0.06 * die.edge * scale + 0.4)
    return out


def _blot(camera: Pinhole, ground: np.ndarray, window: Window, soft: float) -> np.ndarray:
    """(h, w) float32 cover of the hull of points on the felt, with a soft border."""
    points = np.column_stack([ground, np.zeros(len(ground))])
    pixels = (camera.project(points) - (window.x0, window.y0)).astype(np.float32)
    hull = cv2.convexHull(pixels)
    mask = np.zeros((window.y1 - window.y0, window.x1 - window.x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    size = int(2 * np.ceil(2.2 * soft) + 1)
    return cv2.GaussianBlur(mask, (size, size), soft).astype(np.float32) * np.float32(1 / 255)


def reach(camera: Pinhole, light: Light, die: Die, poses: Sequence[Pose], least: float) -> Window | None:
    """The window that a die and its shadow need, over all the moments of a frame. least: pixels round the die."""
    points = []
    for pose in poses:
        corners = corners_of(die, pose)
        ground = fall_of_shadow(light, corners)
        points += [corners, np.column_stack([ground, np.zeros(len(ground))])]
    high = max(float(pose.position[2]) for pose in poses)
    margin = (light.size / light.lamp[2] * high * 0.8 + 0.6 * die.edge) * camera.scale_at(np.array([0, 0, 0]))
    return window_round(camera, np.concatenate(points), max(margin, least))
