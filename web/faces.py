"""Faces of real dice, counted and tested against fair ones. Pure values.

They are tested by two tests: chi-square, good for one look at the end, and a
sequential one that may be looked at after every throw. The latter is an e-process: the likelihood of the
faces under a mixture of unfair dice (symmetric Dirichlet) over that under fair ones. If the dice are
fair, the chance that it ever passes 1/p is at most p, however often one looks (Ville's inequality).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

#: Weight of the mixture's dice near fair ones: the larger, the better small faults are found, and the later great ones.
NEAR_FAIR = 12.0
#: Stretches that the history of a test is kept in at most.
MOST_STRETCHES = 240


@dataclass(frozen=True, slots=True)
class Faces:
    """Faces of real dice so far.

    log_e: the sequential test now; most: the highest it ever was. history: (faces seen at its end, highest log_e in
    it) of each stretch so far, all of `stride` throws but the last, which has `in_last`; thinned as it grows, so that
    a life of the table takes no more room than an evening.
    """

    counts: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    log_e: float = 0.0
    most: float = 0.0
    history: tuple[tuple[int, float], ...] = ()
    stride: int = 1
    in_last: int = 1

    @property
    def seen(self) -> int:
        """How many faces were seen."""
        return sum(self.counts)

    def with_faces(self, values: Iterable[int]) -> Faces:
        """One more throw."""
        counts, seen, log_e = list(self.counts), self.seen, self.log_e
        for value in values:
            expected = (counts[value - 1] + NEAR_FAIR) / (seen + 6 * NEAR_FAIR)
            log_e += math.log(6 * expected)
            counts[value - 1] += 1
            seen += 1
        return self._longer(tuple(counts), seen, log_e)

    def _longer(self, counts: tuple[int, ...], seen: int, log_e: float) -> Faces:
        history, stride, in_last = self.history, self.stride, self.in_last
        if history and in_last < stride:
            history = (*history[:-1], (seen, max(history[-1][1], log_e)))
            in_last += 1
        else:
            history, in_last = (*history, (seen, log_e)), 1
        if len(history) > MOST_STRETCHES:
            # Two and two become one; the newest, which has only begun, is left over.
            pairs = zip(history[:-1:2], history[1:-1:2], strict=True)
            history = (*((later[0], max(earlier[1], later[1])) for earlier, later in pairs), history[-1])
            stride *= 2
        return Faces(counts, log_e, max(self.most, log_e), history, stride, in_last)

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

    def p_any_time(self, share: float = 1.0) -> float:
        """The same for looking whenever one likes; share: of the chance of a false alarm that this test may use up."""
        return min(1.0, math.exp(-self.most) / share)


#: Share of the looks at fair dice in which all six faces lie within the band.
BAND = 0.95


@lru_cache(maxsize=64)
def band(seen: int) -> tuple[int, int]:
    """(least, most) of one face among so many of fair dice; in a BAND share of the looks all six lie within."""
    tail, below = (1 - BAND) / 12, 0.0
    least = None
    nothing = int(seen / 6 - 8 * math.sqrt(5 * seen) / 6)  # so few come about once in 10**14 looks
    for count in range(max(0, nothing), seen + 1):
        below += _chance(count, seen)
        if least is None and below > tail:
            least = count
        if below >= 1 - tail:
            return least or 0, count
    return least or 0, seen


def _chance(count: int, seen: int) -> float:
    """The chance that a fair die shows one face so many times."""
    ways = math.lgamma(seen + 1) - math.lgamma(count + 1) - math.lgamma(seen - count + 1)
    return math.exp(ways - count * math.log(6) + (seen - count) * math.log(5 / 6))
