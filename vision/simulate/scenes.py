"""Still pictures with their truth, for sweeps and for many throws in little time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.simulate.dice import MATERIALS, PIPS, Die, top_face, value_up
from vision.simulate.places import (
    card_over,
    cornered,
    flush,
    leant,
    level,
    places,
    smeared,
    stacked_on,
    tilted,
)
from vision.simulate.render import Glare, Pose, corners_of
from vision.simulate.stage import Moment, Scene, Stage
from vision.surface import Surface


@dataclass(frozen=True, eq=False)
class Still:
    """One look at dice at rest.

    images: (h, w, 3) uint8, one or more that differ in their noise. truth: JSON-ready, see `truth_of`.
    surface: the play area as a faultless calibration would give it, with the empty table as reference.
    again: further pictures of the same dice at an exposure in stops, as many as `images`; of `settled` only until the
    next throw is asked for.
    """

    images: tuple[np.ndarray, ...]
    truth: dict
    surface: Surface
    again: Callable[[float], tuple[np.ndarray, ...]] | None = None

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
    leans: str | None = None,
    contact: float | None = None,
    corner: float | None = None,
    corner_deg: float = 45.0,
    stacked: tuple[float, float] | None = None,
    glare_at: tuple[float, float] | None = None,
    glare_spread: float = 0.12,
    dirt_at: tuple[float, float] | None = None,
    hidden: float = 0.0,
    hidden_side: int = 0,
    smear: float = 0.0,
    smear_deg: float = 0.0,
    flicker: float = 0.0,
    jpeg: int | None = None,
    frames: int = 1,
) -> Still:
    """Dice that lie on a table.

    seed: decides places, turns and noise. values: what the dice show, one to four of them. table: seed of the table
    itself. die_px: edge of a die in pixels (12 to 80). blur: of the lens, sigma in pixels. exposure: stops.
    yaw_deg: turns of the dice. tilt_deg: the first die has one edge raised by that angle; leans: on what it stands,
    out of LEANS, None = on nothing that is seen. contact: the second die lies flush against the first, moved along its
    side by this share of an edge (-1..1). corner: a corner of the second die, which is turned by corner_deg against the
    first, touches the side of the first there (-0.5..0.5). stacked: the second die lies on the first, moved by these
    shares of an edge. glare_at, dirt_at: (u, v) of a spot on the first die's top in
    sites of the pip lattice (-1, 0, 1 each; glare_spread in edges). hidden: share of the first die's top under a card,
    hidden_side: 0..3, from which side. smear: pixels that the dice move while the shutter is open, smear_deg: where to.
    flicker: share by which the light of the lamp swings over the rows.
    jpeg: quality, None = not compressed. frames: how many pictures, which differ in noise alone.
    """
    rng = np.random.default_rng([seed, 7])
    plain = _stage_die(table, size, die_px, material)
    dirt = None if dirt_at is None else (values[0], *(c * plain.pip_pitch for c in dirt_at), plain.pip_radius * 1.1)
    stage, surface = table_for(table, tuple(size), die_px, material, blur, len(values), dirt)
    die = stage.scene.dice[0]
    poses = places(rng, stage, values, yaw_deg, contact is None and corner is None and stacked is None)
    if contact is not None:
        poses[1] = flush(poses[0], poses[1], contact, die)
    if corner is not None:
        poses[1] = cornered(poses[0], poses[1], corner, corner_deg, die)
    if stacked is not None:
        poses[1] = stacked_on(poses[0], poses[1], stacked, die)
    if leans is not None:
        poses = leant(rng, stage, poses, leans, tilt_deg)
    elif tilt_deg:
        poses[0] = tilted(rng, poses[0], tilt_deg, die)
    glare = None
    if glare_at is not None:
        spot = poses[0].position[:2] + level(poses[0]) @ (np.array(glare_at) * die.pip_pitch * die.edge)
        glare = Glare.on(die, spot, glare_spread * die.edge, 0.1)
    card = card_over(rng, poses[0], hidden, die, hidden_side) if hidden > 0 else None
    moments = smeared(stage, poses, smear, smear_deg) if smear else (tuple(poses),)
    moment = Moment(moments, card=card, glare=glare)
    stage.reseed(seed, flicker)
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
    for k in range(count):
        values = tuple(int(v) for v in rng.integers(1, 7, 2))
        beside = bool(rng.random() < touching)
        poses = places(rng, stage, values, None, not beside)
        if beside:
            poses[1] = flush(poses[0], poses[1], float(rng.uniform(-0.95, 0.95)), stage.scene.dice[0])
        moment = Moment((tuple(poses),))
        grain = np.random.default_rng([seed, 9, k])

        def again(exposure: float, moment=moment, grain=grain) -> tuple[np.ndarray, ...]:
            return tuple(stage.picture(moment, exposure, grain) for _ in range(frames))

        images = tuple(stage.picture(moment) for _ in range(frames))
        yield Still(images, truth_of(stage, poses), surface, again)


def _stage_die(table: int, size: tuple[int, int], die_px: float | None, material: str | None) -> Die:
    die = Scene.by_seed(table, tuple(size), die_px).dice[0]
    return die if material is None else replace(die, material=MATERIALS[material])


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
