"""Where the dice of a still picture lie: free places, flush, corner to edge, stacked, leaning, under a card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.simulate.dice import Die, flat, show, top_face, value_up
from vision.simulate.geometry import from_rotation_vector
from vision.simulate.hand import CARD, CardPose
from vision.simulate.leans import on_chip, on_die, on_rail
from vision.simulate.paths import leaning, overlap
from vision.simulate.render import Pose
from vision.simulate.stage import Scene, Stage

#: What a die can lean on.
LEANS = ("rail", "chip", "die")


def places(
    rng: np.random.Generator, stage: Stage, values: Sequence[int], yaw_deg: Sequence[float] | None, spread: bool
) -> list[Pose]:
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
            if is_free(scene, pose, 1.0 if spread else 2.4) and not any(overlap(pose, p, die.edge) for p in poses):
                break
        poses.append(pose)
    return poses


def is_free(scene: Scene, pose: Pose, room: float) -> bool:
    """Whether a die there keeps `room` edges from the chip and clear of the markers."""
    edge, marker = scene.dice[0].edge, scene.felt.marker * 7 / 6
    (width, depth), (x, y) = scene.felt.area, pose.position[:2]
    if scene.felt.chip is not None and np.hypot(x - scene.felt.chip[0], y - scene.felt.chip[1]) < 20 + room * edge:
        return False
    near = marker + 0.75 * edge
    return not (min(x, width - x) < near and min(y, depth - y) < near) or width < 4 * marker


def level(pose: Pose) -> np.ndarray:
    """(2, 2) directions of the sides of a flat die on the felt: along u and v of its top face."""
    face, _ = top_face(pose.rotation)
    return pose.rotation[:2, [(face + 1) % 3, (face + 2) % 3]]


def flush(first: Pose, second: Pose, offset: float, die: Die) -> Pose:
    """The second die against a side of the first, sides parallel, moved along by `offset` edges."""
    u, v = level(first).T
    value = value_up(second.rotation)
    yaw = float(np.degrees(np.arctan2(u[1], u[0])))
    place = first.position + np.array([*(u * (die.edge + 0.02) + v * offset * die.edge), 0])
    return Pose(place, flat(value, yaw))


def tilted(rng: np.random.Generator, pose: Pose, tilt_deg: float, die: Die) -> Pose:
    """One edge of a flat die raised, the opposite one on the felt."""
    u = level(pose)[:, int(rng.integers(2))] * (1 if rng.random() < 0.5 else -1)
    towards = np.array([u[0], u[1], 0.0])
    _, half = leaning(die, tilt_deg, towards)
    turn = from_rotation_vector(np.cross(towards, [0, 0, 1.0]) * np.radians(tilt_deg))
    return Pose(np.array([*pose.position[:2], half]), turn @ pose.rotation)


def card_over(rng: np.random.Generator, pose: Pose, hidden: float, die: Die, side: int = 0) -> CardPose:
    """A card on the die, its long side parallel to a side of the die, over the given share of its top.

    side: 0..3, from which side of the die the card comes.
    """
    u = level(pose)[:, side % 2] * (1 if side < 2 else -1)
    turn = float(np.degrees(np.arctan2(u[1], u[0])))
    away = CARD[0] / 2 + die.edge * (0.5 - hidden)
    along = float(rng.uniform(-20, 20))
    x, y = pose.position[:2] + u * away + np.array([-u[1], u[0]]) * along
    return CardPose(float(x), float(y), turn, die.edge + 0.3)


def cornered(first: Pose, second: Pose, offset: float, turn_deg: float, die: Die) -> Pose:
    """The second die with a corner at a side of the first, turned against it, its corner at `offset` edges along."""
    u, v = level(first).T
    value = value_up(second.rotation)
    yaw = float(np.degrees(np.arctan2(u[1], u[0])))
    turn = np.radians(turn_deg % 90.0)
    # From the touching corner to the die's middle, across the side and along it; corners are rounded.
    out = die.half * (np.cos(turn) + np.sin(turn)) - die.radius * (np.cos(turn) + np.sin(turn) - 1)
    along = die.half * (np.cos(turn) - np.sin(turn))
    place = first.position + np.array([*(u * (die.half + out + 0.02) + v * (offset * die.edge - along)), 0])
    return Pose(place, flat(value, yaw + turn_deg))


def stacked_on(first: Pose, second: Pose, offset: tuple[float, float], die: Die) -> Pose:
    """The second die on the first, moved by shares of an edge along the first one's sides."""
    shift = level(first) @ np.array(offset)
    return Pose(first.position + np.array([*(shift * die.edge), die.edge]), second.rotation)


def leant(
    rng: np.random.Generator, stage: Stage, poses: Sequence[Pose], on: str, tilt_deg: float
) -> list[Pose]:
    """The first die leaning on something by an angle, the second flat. Raises ValueError where there is no such thing.

    on: out of LEANS.
    """
    scene, (first, second) = stage.scene, poses
    die, value = scene.dice[0], value_up(first.rotation)
    if on == "rail" and scene.felt.rail:
        base, place = on_rail(die, tilt_deg, float(first.position[0]), scene.rail)
    elif on == "chip" and scene.felt.chip is not None:
        angle = float(rng.uniform(0, 2 * np.pi))
        base, place = on_chip(die, tilt_deg, np.array(scene.felt.chip), np.array([np.cos(angle), np.sin(angle)]))
    elif on == "die":
        angle = float(rng.uniform(0, 2 * np.pi))
        towards = np.array([np.cos(angle), np.sin(angle), 0.0])
        base, place = on_die(die, tilt_deg, second, towards, float(rng.uniform(-0.5, 0.5)))
    else:
        raise ValueError(f"nothing to lean on there: {on}")
    leaning_one = Pose(place, show(base, value, int(rng.integers(4))))
    if on == "die":
        return [leaning_one, second]
    while np.hypot(*(second.position - place)[:2]) < 2 * die.edge:
        second = places(rng, stage, [value_up(second.rotation)], None, True)[0]
    return [leaning_one, second]


def smeared(stage: Stage, poses: Sequence[Pose], pixels: float, towards_deg: float) -> tuple[tuple[Pose, ...], ...]:
    """Poses while the shutter is open, of dice that move by so many pixels in a direction."""
    count = max(3, int(np.ceil(pixels / 1.2)))
    angle = np.radians(towards_deg)
    way = np.array([np.cos(angle), np.sin(angle), 0.0]) * pixels / stage.scene.camera.scale_at(np.zeros(3))
    return tuple(
        tuple(Pose(pose.position + way * share, pose.rotation) for pose in poses)
        for share in np.linspace(-0.5, 0.5, count)
    )
