"""Still pictures with their truth, for sweeps and for many throws in little time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.simulate.dice import MATERIALS, PIPS, Die, flat, top_face, value_up
from vision.simulate.geometry import from_rotation_vector
from vision.simulate.hand import CARD, CardPose
from vision.simulate.paths import leaning, overlap
from vision.simulate.render import Glare, Pose, corners_of
from vision.simulate.stage import Moment, Scene, Stage
from vision.surface import Surface


@dataclass(frozen=True, eq=False)
class Still:
    """One look at dice at rest.

    images: (h, w, 3) uint8, one or more that differ in their noise. truth: JSON-ready, see `truth_of`.
    surface: the play area as a faultless calibration would give it, with the empty table as reference.
    """

    images: tuple[np.ndarray, ...]
    truth: dict
    surface: Surface

    @property
    def image(self) -> np.ndarray:
        """The first picture."""
        return self.images[0]

    def __iter__(self) -> Iterator:
        """So that `image, truth, surface = still(...)` works."""
        return iter((self.image, self.truth, self.surface))


def surface_of(stage: Stage, frames: int = 8) -> Surface:
    """The play area of a stage, known rather than measured; its reference is the mean of some noisy frames."""
    scene = stage.scene
    width, depth = scene.felt.area
    corners = np.array([[0, depth, 0], [width, depth, 0], [width, 0, 0], [0, 0, 0]], float)
    # The surface counts y from the far edge towards the shooter, the simulation the other way.
    turn = np.array([[1.0, 0, 0], [0, -1.0, depth], [0, 0, 1.0]])
    to_mm = turn @ np.linalg.inv(scene.camera.plane())
    x, y, height = scene.camera.centre
    nobody = Moment(((None,) * len(scene.dice),))
    empty = np.mean([stage.picture(nobody) for _ in range(frames)], axis=0)
    return Surface(
        area=scene.camera.project(corners),
        homography=to_mm / to_mm[2, 2],
        camera_mm=(float(x), float(depth - y), float(height)),
        die_mm=scene.dice[0].edge,
        empty=np.round(empty).astype(np.uint8),
        far_edge=((0.0, 0.0), (width, 0.0)),
    )


def truth_of(stage: Stage, poses: Sequence[Pose]) -> dict:
    """What lies there: `values` (ascending), and for each die `value`, `tilt_deg`, `center`, `corners`, `pips` of the
    face most upward, `body` (where the die's own centre is), in pixels of OpenCV's convention, and `edge_px`."""
    dice = []
    for die, pose in zip(stage.scene.dice, poses, strict=True):
        face, tilt = top_face(pose.rotation)
        axis, sign = face % 3, 1.0 if face < 3 else -1.0
        square = np.zeros((4, 3))
        square[:, axis] = sign * die.half
        square[:, (axis + 1) % 3] = np.array([-1, 1, 1, -1]) * die.half
        square[:, (axis + 2) % 3] = np.array([-1, -1, 1, 1]) * die.half
        corners = stage.scene.camera.project(pose.position + square @ pose.rotation.T)
        pips = stage.scene.camera.project(pose.position + die.pip_centres(face) @ pose.rotation.T)
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        dice.append({
            "value": value_up(pose.rotation), "tilt_deg": round(tilt, 3), "center": corners.mean(0).tolist(),
            "body": stage.scene.camera.project(pose.position).tolist(),
            "corners": corners.tolist(), "pips": pips.tolist(), "edge_px": float(sides.mean()),
        })  # fmt: skip
    return {"values": sorted(d["value"] for d in dice), "dice": dice}


@lru_cache(maxsize=6)
def table_for(table: int, size: tuple[int, int], die_px: float | None, material: str | None,
              blur: float | None, count: int, dirt: tuple[int, float, float, float] | None) -> tuple[Stage, Surface]:
    """A stage and its surface, kept for the next picture of the same table."""
    scene = Scene.by_seed(table, size, die_px)
    die: Die = scene.dice[0]
    if material is not None:
        die = replace(die, material=MATERIALS[material])
    # Only the first die is dirty.
    dice = tuple(replace(die, dirt=dirt) if k == 0 else die for k in range(count))
    stage = Stage(replace(scene, dice=dice, blur=scene.blur if blur is None else blur), table)
    return stage, surface_of(stage)


def still(
    seed: int,
    values: Sequence[int],
    *,
    table: int = 5,
    size: tuple[int, int] = (960, 540),
    die_px: float | None = None,
    material: str | None = None,
    blur: float | None = None,
    exposure: float = 0.0,
    yaw_deg: Sequence[float] | None = None,
    tilt_deg: float = 0.0,
    contact: float | None = None,
    stacked: tuple[float, float] | None = None,
    glare_at: tuple[float, float] | None = None,
    glare_spread: float = 0.12,
    dirt_at: tuple[float, float] | None = None,
    hidden: float = 0.0,
    jpeg: int | None = None,
    frames: int = 1,
) -> Still:
    """Dice that lie on a table.

    seed: decides places, turns and noise. values: what the dice show, one to four of them. table: seed of the table
    itself. die_px: edge of a die in pixels (12 to 80). blur: of the lens, sigma in pixels. exposure: stops.
    yaw_deg: turns of the dice. tilt_deg: the first die has one edge raised by that angle. contact: the second die
    lies flush against the first, moved along its side by this share of an edge (-1..1). stacked: the second die lies
    on the first, moved by these shares of an edge. glare_at, dirt_at: (u, v) of a spot on the first die's top in
    sites of the pip lattice (-1, 0, 1 each; glare_spread in edges). hidden: share of the first die's top under a card.
    jpeg: quality, None = not compressed. frames: how many pictures, which differ in noise alone.
    """
    rng = np.random.default_rng([seed, 7])
    plain = _stage_die(table, size, die_px, material)
    dirt = None if dirt_at is None else (values[0], *(c * plain.pip_pitch for c in dirt_at), plain.pip_radius * 1.1)
    stage, surface = table_for(table, tuple(size), die_px, material, blur, len(values), dirt)
    die = stage.scene.dice[0]
    poses = _places(rng, stage, values, yaw_deg, contact is None and stacked is None)
    if contact is not None:
        poses[1] = _flush(poses[0], poses[1], contact, die)
    if stacked is not None:
        offset = _level(poses[0]) @ np.array(stacked)
        poses[1] = Pose(poses[0].position + np.array([*(offset * die.edge), die.edge]), poses[1].rotation)
    if tilt_deg:
        poses[0] = _raise(rng, poses[0], tilt_deg, die)
    glare = None
    if glare_at is not None:
        spot = poses[0].position[:2] + _level(poses[0]) @ (np.array(glare_at) * die.pip_pitch * die.edge)
        glare = Glare.on(die, spot, glare_spread * die.edge, 0.1)
    card = _card_over(rng, poses[0], hidden, die) if hidden > 0 else None
    moment = Moment((tuple(poses),), card=card, glare=glare)
    stage.reseed(seed)
    images = tuple(_compressed(stage.picture(moment, exposure), jpeg) for _ in range(frames))
    return Still(images, truth_of(stage, poses), surface)


def settled(
    seed: int, count: int, *, table: int = 5, frames: int = 3, touching: float = 0.1, **options
) -> Iterator[Still]:
    """Many throws of two dice that have come to rest, each as a burst of frames, quickly.

    touching: share of throws in which the dice lie flush. options: size, die_px, material, blur as for `still`.
    """
    rng = np.random.default_rng([seed, 8])
    size = tuple(options.get("size", (960, 540)))
    wanted = (options.get(name) for name in ("die_px", "material", "blur"))
    stage, surface = table_for(table, size, *wanted, 2, None)
    stage.reseed(seed)
    for _ in range(count):
        values = tuple(int(v) for v in rng.integers(1, 7, 2))
        beside = bool(rng.random() < touching)
        poses = _places(rng, stage, values, None, not beside)
        if beside:
            poses[1] = _flush(poses[0], poses[1], float(rng.uniform(-0.95, 0.95)), stage.scene.dice[0])
        moment = Moment((tuple(poses),))
        yield Still(tuple(stage.picture(moment) for _ in range(frames)), truth_of(stage, poses), surface)


def _stage_die(table: int, size: tuple[int, int], die_px: float | None, material: str | None) -> Die:
    die = Scene.by_seed(table, tuple(size), die_px).dice[0]
    return die if material is None else replace(die, material=MATERIALS[material])


def _places(rng: np.random.Generator, stage: Stage, values, yaw_deg, spread: bool) -> list[Pose]:
    """Dice that lie flat on free places of the play area, off its markers and its chip."""
    scene = stage.scene
    die, (width, depth) = scene.dice[0], scene.felt.area
    rim = 1.9 * die.edge if not spread else 1.0 * die.edge
    rim = min(rim, 0.3 * min(width, depth))
    yaws = rng.uniform(0, 360, len(values)) if yaw_deg is None else yaw_deg
    poses: list[Pose] = []
    for value, yaw in zip(values, yaws, strict=True):
        for _ in range(200):
            place = np.array([rng.uniform(rim, width - rim), rng.uniform(rim, depth - rim), die.half])
            pose = Pose(place, flat(int(value), float(yaw)))
            if _is_free(scene, pose, 1.0 if spread else 2.4) and not any(overlap(pose, p, die.edge) for p in poses):
                break
        poses.append(pose)
    return poses


def _is_free(scene: Scene, pose: Pose, room: float) -> bool:
    """Whether a die there keeps `room` edges from the chip and clear of the markers."""
    edge, marker = scene.dice[0].edge, scene.felt.marker * 7 / 6
    (width, depth), (x, y) = scene.felt.area, pose.position[:2]
    if scene.felt.chip is not None and np.hypot(x - scene.felt.chip[0], y - scene.felt.chip[1]) < 20 + room * edge:
        return False
    near = marker + 0.75 * edge
    return not (min(x, width - x) < near and min(y, depth - y) < near) or width < 4 * marker


def _level(pose: Pose) -> np.ndarray:
    """(2, 2) directions of the sides of a flat die on the felt: along u and v of its top face."""
    face, _ = top_face(pose.rotation)
    return pose.rotation[:2, [(face + 1) % 3, (face + 2) % 3]]


def _flush(first: Pose, second: Pose, offset: float, die: Die) -> Pose:
    """The second die against a side of the first, sides parallel, moved along by `offset` edges."""
    u, v = _level(first).T
    value = value_up(second.rotation)
    yaw = float(np.degrees(np.arctan2(u[1], u[0])))
    place = first.position + np.array([*(u * (die.edge + 0.02) + v * offset * die.edge), 0])
    return Pose(place, flat(value, yaw))


def _raise(rng: np.random.Generator, pose: Pose, tilt_deg: float, die: Die) -> Pose:
    """One edge of a flat die raised, the opposite one on the felt."""
    u = _level(pose)[:, int(rng.integers(2))] * (1 if rng.random() < 0.5 else -1)
    towards = np.array([u[0], u[1], 0.0])
    _, half = leaning(die, tilt_deg, towards)
    turn = from_rotation_vector(np.cross(towards, [0, 0, 1.0]) * np.radians(tilt_deg))
    return Pose(np.array([*pose.position[:2], half]), turn @ pose.rotation)


def _card_over(rng: np.random.Generator, pose: Pose, hidden: float, die: Die) -> CardPose:
    """A card on the die, its long side parallel to a side of the die, over the given share of its top."""
    u = _level(pose)[:, 0]
    turn = float(np.degrees(np.arctan2(u[1], u[0])))
    away = CARD[0] / 2 + die.edge * (0.5 - hidden)
    along = float(rng.uniform(-20, 20))
    x, y = pose.position[:2] + u * away + np.array([-u[1], u[0]]) * along
    return CardPose(float(x), float(y), turn, die.edge + 0.3)


def _compressed(image: np.ndarray, quality: int | None) -> np.ndarray:
    if quality is None:
        return image
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def site(value: int, pip: int) -> tuple[int, int]:
    """Lattice site (u, v) of a pip of a face, to aim glare or dirt at it."""
    return PIPS[value][pip]


def silhouette(stage: Stage, pose: Pose) -> np.ndarray:
    """(n, 2) outline of a die in pixels, its edges not rounded."""
    points = stage.scene.camera.project(corners_of(stage.scene.dice[0], pose)).astype(np.float32)
    return cv2.convexHull(points)[:, 0]
