"""What is counted over an evening and over the table's life: hands, passes, faces. Pure values.

The faces are tested against fair dice by two tests: chi-square, good for one look at the end, and a
sequential one that may be looked at after every throw. The latter is an e-process: the likelihood of the
faces under a mixture of unfair dice (symmetric Dirichlet) over that under fair ones. If the dice are
fair, the chance that it ever passes 1/p is at most p, however often one looks (Ville's inequality).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from controller.games.odds import shooter_passes

#: Weight of the mixture's dice near fair ones: the larger, the better small faults are found, and the later great ones.
NEAR_FAIR = 12.0
#: Faces seen before a sentence about the dice says more than "too few".
ENOUGH_FACES = 120
#: Chance of crying wolf once in a table's life.
ALARM = 0.01


@dataclass(frozen=True, slots=True)
class Faces:
    """Every face of the real dice so far. log_e: the sequential test now; most: the highest it ever was."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    log_e: float = 0.0
    most: float = 0.0

    @property
    def seen(self) -> int:
        """How many faces were seen."""
        return sum(self.counts)

    def with_faces(self, values: Iterable[int]) -> Faces:
        """One more throw."""
        counts, log_e = list(self.counts), self.log_e
        for value in values:
            expected = (counts[value - 1] + NEAR_FAIR) / (sum(counts) + 6 * NEAR_FAIR)
            log_e += math.log(6 * expected)
            counts[value - 1] += 1
        return Faces(tuple(counts), log_e, max(self.most, log_e))

    @property
    def chi_square(self) -> float:
        """Pearson's statistic against fair dice, five degrees of freedom."""
        expected = self.seen / 6
        return sum((count - expected) ** 2 for count in self.counts) / expected if expected else 0.0

    @property
    def p_once(self) -> float:
        """The chance that fair dice look at least so uneven, for one look that was fixed beforehand."""
        x = self.chi_square
        return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)

    @property
    def p_any_time(self) -> float:
        """The same for looking whenever one likes."""
        return min(1.0, math.exp(-self.most))


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
    """Both, as they go into a story; a correction goes back to the one before the throw."""

    faces: Faces = Faces()
    night: Night = Night()
