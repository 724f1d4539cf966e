"""What happens on the table, act by act: dice thrown, with or without a trouble, and taken away by hand.

An act is an iterator of moments, one a frame. The moment at which the dice have come to rest carries the truth.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.simulate.dice import Die, flat, value_up
from vision.simulate.geometry import Pinhole, axis_rotation
from vision.simulate.hand import CARD, CardPose, HandPose
from vision.simulate.paths import Path, Work
from vision.simulate.physics import STEP
from vision.simulate.planner import Planner
from vision.simulate.render import Glare, Pose
from vision.simulate.stage import Moment, Scene

#: Troubles that a throw can have.
TROUBLES = (
    "cocked", "off_surface", "hand", "hand_before", "one_moved", "glare", "stacked", "placed", "slid", "occluded",
)  # fmt: skip
#: Those with which a throw counts all the same: a reflection, and a hand that is gone before the dice are released.
HARMLESS = ("glare", "hand_before")

SHUTTER = 0.3  # share of a frame for which the shutter is open

Poses = tuple[Pose | None, ...]


class Thrower:
    """Plays acts on one scene. What it decides comes from its generator alone.

    lying: the poses of the dice as they lie now, None = not on the table.
    """

    def __init__(self, scene: Scene, seed: int, fps: float = 30.0) -> None:
        self.scene = scene
        self.die: Die = scene.dice[0]
        self.lying: Poses = (None, None)
        self.glare: Glare | None = None
        self._still = Moment((self.lying,))
        self._rng = np.random.default_rng([seed, 4])
        self.planner = Planner(scene, self._rng)
        self._frame = 1 / (fps * STEP)  # steps a frame

    # -- acts -------------------------------------------------------------------------------------------------------

    def still(self) -> Moment:
        """The table as it is now."""
        if self._still.dice[0] is not self.lying or self._still.glare is not self.glare:
            self._still = Moment((self.lying,), glare=self.glare)
        return self._still

    @property
    def two_lie(self) -> bool:
        """Whether two dice lie in the play area."""
        return all(pose is not None and self.planner.inside(pose, self.die.half) for pose in self.lying)

    def throw(self, kind: str | None = None, values: tuple[int, int] | None = None) -> Iterator[Moment]:
        """One throw, after the old dice have been taken away. kind: None or one of TROUBLES.

        values: what the dice shall show, None = what they fall on.
        """
        if kind == "one_moved":
            yield from self._one_moved(values)
            return
        if kind in ("placed", "slid"):
            yield from self.take_away()
            yield from self._wait(int(self._rng.integers(4, 10)))
            yield from (self._placed(values) if kind == "placed" else self._slid(values))
            return
        turns = self._rng.integers(0, 4, 2)
        work = Work(self.planner.paths(kind))
        yield from self._meanwhile(self.take_away(), work, 12)
        yield from self._meanwhile(self._wait(int(self._rng.integers(12, 20))), work, 30)
        paths = work.finish()
        if values is not None:
            paths = tuple(p.showing(v, int(t)) for p, v, t in zip(paths, values, turns, strict=True))
        if kind == "glare":
            self.glare = self.planner.glare(paths)
        yield from self._fly(paths, kind)

    def take_away(self) -> Iterator[Moment]:
        """A hand takes the dice, if any lie in view, and leaves."""
        there = [k for k, pose in enumerate(self.lying) if pose is not None]
        there = [k for k in there if _in_view(self.scene.camera, self.lying[k])]
        if not there:
            self.lying, self.glare = (None,) * len(self.lying), None
            return
        yield from self._grab(there)
        self.glare = None

    @staticmethod
    def _meanwhile(moments: Iterator[Moment], work: Work, portion: int) -> Iterator[Moment]:
        """The moments, with a portion of the work (steps of the physics) done after each."""
        for moment in moments:
            yield moment
            work.go_on(portion)

    # -- moments ----------------------------------------------------------------------------------------------------

    def _moment(self, paths: tuple[Path | None, ...], frame: int, **more) -> Moment:
        """Dice along their paths at a frame, others as they lie, with as many poses as their motion needs."""
        step = round(frame * self._frame)
        opened = step - round(self._frame * SHUTTER)
        swing = 0.0
        for path in paths:
            if path is not None and opened < path.rest:
                a, b = path.at(opened), path.at(step)
                far = np.abs(a.position - b.position).max() + np.abs(a.rotation - b.rotation).max() * self.die.half
                swing = max(swing, float(far) * self.scene.camera.scale_at(np.array([0, 0, 0])))
        count = int(np.clip(np.ceil(swing / 2.5), 1, 6)) if swing > 0.3 else 1
        steps = np.round(np.linspace(opened, step, count)).astype(int) if count > 1 else [step]
        dice = tuple(
            tuple(self.lying[k] if path is None else path.at(int(s)) for k, path in enumerate(paths)) for s in steps
        )
        return Moment(dice, glare=self.glare, **more)

    def _fly(self, paths: tuple[Path | None, ...], kind: str | None) -> Iterator[Moment]:
        last = max(int(np.ceil(path.rest / self._frame)) for path in paths if path is not None)
        card = self._card(paths, last) if kind == "occluded" else None
        hand = self._reach(paths, last) if kind == "hand" else None
        if kind == "hand_before":
            hand, come = self._release(paths)
            yield from come
        for frame in range(last):
            yield self._moment(paths, frame, hand=hand(frame) if hand else None, card=card(frame) if card else None)
        before = self.lying
        self.lying = tuple(before[k] if path is None else path.end for k, path in enumerate(paths))
        note = self._truth(kind)
        if self.scene.felt.rail:
            near = self.scene.rail - self.die.edge
            note["wall"] = all(path is None or bool(path.position[:, 1].max() > near) for path in paths)
        yield Moment((self.lying,), hand(last) if hand else None, card(last) if card else None, self.glare, note)
        if hand:
            for frame in range(last + 1, last + 80):
                pose = hand(frame)
                if pose is None:
                    break
                yield Moment((self.lying,), pose, None, self.glare)
        if card:
            for frame in range(last + 1, last + 60):
                yield Moment((self.lying,), None, card(frame), self.glare)
            yield from self._grab([0, 1], card(last))

    def _truth(self, kind: str | None) -> dict:
        values = [None if pose is None else value_up(pose.rotation) for pose in self.lying]
        return {"kind": kind, "values": values, "counts": kind is None or kind in HARMLESS}

    def _wait(self, frames: int) -> Iterator[Moment]:
        for _ in range(frames):
            yield self.still()

    # -- hands ------------------------------------------------------------------------------------------------------

    def _from(self, x: float, y: float) -> tuple[float, float]:
        """(angle of an arm that reaches (x, y), how far its grip is from there when it is out of the picture)."""
        width = self.scene.felt.area[0]
        angle = float(np.clip((x - width / 2) / width * 60, -25, 25) + self._rng.uniform(-8, 8))
        return angle, (y + 130.0) / np.cos(np.radians(angle))

    @staticmethod
    def _on_the_way(x: float, y: float, angle: float, far: float) -> HandPose:
        return HandPose(x + far * np.sin(np.radians(angle)), y - far * np.cos(np.radians(angle)), angle)

    def _grab(self, which: list[int], card: CardPose | None = None) -> Iterator[Moment]:
        """A hand comes in, takes these dice one after the other, and leaves."""
        which = sorted(which, key=lambda k: self.lying[k].position[1])
        stops = [self.lying[k].position for k in which]
        angle, far = self._from(float(stops[0][0]), float(stops[0][1]))
        enter, leave = 10, 9
        for k in range(enter):
            left = far * (1 - _ease((k + 1) / enter))
            yield Moment((self.lying,), self._on_the_way(*stops[0][:2], angle, left), card, self.glare)
        at = stops[0]
        for k, stop in zip(which, stops, strict=True):
            way = 1 if stop is stops[0] else max(2, int(np.linalg.norm(stop - at) / 25))
            for i in range(way):
                x, y = (at + (stop - at) * _ease((i + 1) / way))[:2]
                yield Moment((self.lying,), HandPose(x, y, angle), card, self.glare)
            for i in range(4):
                if i == 2:
                    self.lying = tuple(None if j == k else pose for j, pose in enumerate(self.lying))
                    card = None
                yield Moment((self.lying,), HandPose(stop[0], stop[1], angle), card, self.glare)
            at = stop
        far = self._from(float(at[0]), float(at[1]))[1] + 20
        for k in range(leave):
            yield Moment((self.lying,), self._on_the_way(at[0], at[1], angle, far * _ease((k + 1) / leave)))
        yield Moment((self.lying,))

    def _release(self, paths):
        """The shooter's hand over the near border, and the moments in which it comes; it draws back as the dice fly."""
        x = float(np.mean([path.position[0][0] for path in paths]))
        angle, away = float(self._rng.uniform(-12, 12)), 110.0

        def pose(frame: int) -> HandPose | None:
            return self._on_the_way(x, -25.0, angle, away * _ease(frame / 8)) if frame < 8 else None

        came = [self._on_the_way(x, -25.0, angle, away * (1 - _ease(k / 9))) for k in range(1, 10)]
        return pose, (Moment((self.lying,), hand) for hand in came)

    def _reach(self, paths, last: int):
        """A hand that comes in after the throw, stays a while beside the dice, and leaves."""
        middle = np.mean([path.end.position for path in paths], axis=0)
        x, y = middle[0] + self._rng.uniform(-40, 40), middle[1] - self._rng.uniform(30, 70)
        angle, far = self._from(float(x), float(y))
        start, stay = max(int(self._rng.integers(8, 14)), last - 14), int(self._rng.integers(25, 40))

        def pose(frame: int) -> HandPose | None:
            if frame < start or frame >= last + stay + 10:
                return None
            share = min((frame - start) / 9, 1.0) if frame < last + stay else 1 - (frame - last - stay) / 10
            return self._on_the_way(x, y, angle, far * (1 - _ease(share)))

        return pose

    def _card(self, paths, last: int):
        """A card that slides in with the dice and comes to lie half on one of them."""
        end = paths[int(self._rng.integers(2))].end.position
        turn = float(self._rng.uniform(0, 180))
        # The die lies under the card's long side, its middle some millimetres inside.
        inside = CARD[0] / 2 - self._rng.uniform(0.0, 0.3) * self.die.edge
        along = self._rng.uniform(-0.3, 0.3) * CARD[1]
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        x, y = end[0] + c * inside - s * along, end[1] + s * inside + c * along
        height = self.die.edge + 0.5

        def pose(frame: int) -> CardPose:
            left = (1 - min(frame / last, 1.0)) ** 2
            return CardPose(x + 120 * left, y - 420 * left, turn + 160 * left, height + 50 * left)

        return pose

    def _two_places(self) -> list[np.ndarray]:
        """Two free places for dice that a hand sets down side by side."""
        width, depth = self.scene.felt.area
        for _ in range(50):
            x, y = self._rng.uniform(0.25, 0.75) * width, self._rng.uniform(0.35, 0.75) * depth
            gap = self.die.edge * self._rng.uniform(1.45, 1.9)
            places = [np.array([x - gap / 2, y, self.die.half]), np.array([x + gap / 2, y + 3, self.die.half])]
            if all(self.planner.free(Pose(p, np.eye(3))) for p in places):
                break
        return places

    def _lay(self, values: tuple[int, int] | None) -> Poses:
        values = values or tuple(int(v) for v in self._rng.integers(1, 7, 2))
        yaws = self._rng.uniform(0, 360, 2)
        return tuple(
            Pose(p, flat(v, float(a))) for p, v, a in zip(self._two_places(), values, yaws, strict=True)
        )

    def _placed(self, values: tuple[int, int] | None) -> Iterator[Moment]:
        yield from self._set_down(self._lay(values))
        yield Moment((self.lying,), settled=self._truth("placed"))

    def _set_down(self, poses: Poses) -> Iterator[Moment]:
        middle = np.mean([p.position for p in poses if p is not None], axis=0)
        angle, far = self._from(float(middle[0]), float(middle[1]))
        for k in range(11):
            yield Moment((self.lying,), self._on_the_way(middle[0], middle[1], angle, far * (1 - _ease((k + 1) / 11))))
        for k in range(5):
            if k == 3:
                self.lying = tuple(new or old for new, old in zip(poses, self.lying, strict=True))
            yield Moment((self.lying,), HandPose(middle[0], middle[1], angle))
        for k in range(9):
            yield Moment((self.lying,), self._on_the_way(middle[0], middle[1], angle, far * _ease((k + 1) / 9)))

    def _slid(self, values: tuple[int, int] | None) -> Iterator[Moment]:
        """Both dice pushed over the felt without a tumble, the hand behind them until they are let go."""
        ends = self._lay(values)
        frames, run = 26, 330.0
        turns = self._rng.uniform(-25, 25, 2)
        for frame in range(frames):
            dice = []
            pace = run * (2 * max(0.0, 1 - frame / frames) / frames) * SHUTTER  # mm while the shutter is open
            count = int(np.clip(np.ceil(pace * self.scene.camera.scale_at(np.zeros(3)) / 2.5), 2, 8))
            for part in np.linspace(0.0, 1.0, count):
                left = (1 - min((frame + SHUTTER * (part - 1)) / frames, 1.0)) ** 2
                dice.append(tuple(
                    Pose(e.position - np.array([0, run * left, 0]), axis_rotation(2, turns[k] * left) @ e.rotation)
                    for k, e in enumerate(ends)
                ))
            middle = np.mean([pose.position for pose in dice[-1]], axis=0)
            behind = 40.0 + max(0, frame - 7) * 26.0
            hand = HandPose(float(middle[0]), float(middle[1]) - behind, 0.0)
            yield Moment(tuple(dice), hand if frame < 16 else None)
        self.lying = ends
        yield Moment((self.lying,), settled=self._truth("slid"))

    def _one_moved(self, values: tuple[int, int] | None) -> Iterator[Moment]:
        """One die is picked up and thrown, the other lies still; it is laid there first when the table is empty."""
        if not self.two_lie:
            yield from self.take_away()
            yield from self._wait(5)
            yield from self._set_down(self._lay(values))
            yield from self._wait(25)
        moved = int(self._rng.integers(2))
        stays = self.lying[1 - moved]
        far = (1.6 * self.die.edge) ** 2

        def fits(paths: tuple[Path, ...]) -> bool:
            end = paths[0].end
            gap = ((paths[0].position - stays.position) ** 2).sum(-1).min()
            return bool(self.planner.inside(end, self.die.edge) and self.planner.free(end) and gap > far)

        work = Work(self.planner.find(fits, count=1))
        yield from self._meanwhile(self._grab([moved]), work, 12)
        yield from self._meanwhile(self._wait(10), work, 30)
        path = work.finish()[0]
        if values is not None:
            path = path.showing(values[moved], int(self._rng.integers(4)))
        yield from self._fly((path, None) if moved == 0 else (None, path), "one_moved")


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _in_view(camera: Pinhole, pose: Pose) -> bool:
    x, y = camera.project(pose.position)
    return bool(-20 < x < camera.size[0] + 20 and -20 < y < camera.size[1] + 20)
