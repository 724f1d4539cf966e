"""The demo's scorer: compares what the table was told with what the simulated dice really showed.

The truth comes over a channel of its own and ends here: nothing that reads, decides or plays sees it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from vision.events import NoRoll, Throw


@dataclass(slots=True)
class Score:
    """What the demo counted.

    throws: throws that the game took; read_right, read_wrong: of all throws that the camera said were read.
    no_rolls: how often each reason was given; looks: readings taken in all.
    wrong: a sentence for each wrong one.
    """

    throws: int = 0
    read_right: int = 0
    read_wrong: int = 0
    looks: int = 0
    no_rolls: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def verdict(self, verdict: Throw | NoRoll, truth: dict | None) -> None:
        """Counts one verdict of the camera against the truth of that throw (None: the channel was silent)."""
        self.looks += verdict.looks
        if isinstance(verdict, NoRoll):
            self.no_rolls[verdict.reason] += 1
            return
        right = truth is not None and truth["counts"] and tuple(sorted(truth["values"])) == verdict.values
        if right:
            self.read_right += 1
        else:
            self.read_wrong += 1
            self.wrong.append(f"read {list(verdict.values)}, the truth was {truth}")
