"""What is counted over an evening and over the table's life: hands, passes, faces. Pure values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from controller.games.odds import shooter_passes
from web.faces import Faces
from web.pairs import UNKNOWN, Dice, with_throw


@dataclass(frozen=True, slots=True)
class Night:
    """One game: rounds and passes, who passed how often, how long each had the dice.

    by_shooter: (name, passes, rounds) of everybody who shot. hand, longest: (name, throws).
    """

    rounds: int = 0
    passes: int = 0
    by_shooter: tuple[tuple[str, int, int], ...] = ()
    hand: tuple[str, int] = ("", 0)
    longest: tuple[str, int] = ("", 0)

    def with_throw(self, shooter: str) -> Night:
        """One more throw: the hand grows, or another's begins."""
        length = self.hand[1] + 1 if self.hand[0] == shooter else 1
        hand = (shooter, length)
        return replace(self, hand=hand, longest=hand if length > self.longest[1] else self.longest)

    def with_round(self, shooter: str, passed: bool, dice_pass: bool) -> Night:
        """A round was decided; the hand ends where the dice go on."""
        shot = {name: (passes, rounds) for name, passes, rounds in self.by_shooter}
        passes, rounds = shot.get(shooter, (0, 0))
        shot[shooter] = (passes + passed, rounds + 1)
        return replace(
            self,
            rounds=self.rounds + 1,
            passes=self.passes + passed,
            by_shooter=tuple((name, *counts) for name, counts in shot.items()),
            hand=("", 0) if dice_pass else self.hand,
        )

    @property
    def hottest(self) -> tuple[str, int]:
        """Who passed most often, of several who needed fewest rounds, and how often; ("", 0) before the first round."""
        return max(self.by_shooter, key=lambda one: (one[1], -one[2]), default=("", 0, 0))[:2]

    @property
    def luck(self) -> float:
        """How many standard deviations the passes are from 244 in 495; 0.0 before the first round."""
        if not self.rounds:
            return 0.0
        p = float(shooter_passes())
        return (self.passes - self.rounds * p) / math.sqrt(self.rounds * p * (1 - p))


@dataclass(frozen=True, slots=True)
class Tally:
    """All of it, as it goes into a story; a correction goes back to the one before the throw.

    faces: of every throw of real dice over the table's life. throws: how many those were. dice: which dice they were.
    """

    faces: Faces = Faces()
    night: Night = Night()
    throws: int = 0
    dice: Dice = UNKNOWN

    def with_throw(self, shooter: str, faces: tuple[int, ...], reading: object) -> Tally:
        """One more throw. faces: of the real dice, () where they were not those or only the total is known.

        reading: what the camera saw of it, as the ledger has it, or None.
        """
        night = self.night.with_throw(shooter)
        if not faces:
            return replace(self, night=night)
        number = self.throws + 1
        dice = with_throw(self.dice, number, faces, reading)
        return replace(self, faces=self.faces.with_faces(faces), night=night, throws=number, dice=dice)
