"""Walking round the table: each player in turn presses a button of the pad before him. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Walk:
    """players: who are asked, clockwise. pads: those pressed so far, None for a player who was passed over."""

    players: tuple[str, ...] = ()
    pads: tuple[str | None, ...] = ()

    @property
    def asking(self) -> str | None:
        """Who presses now; None when nobody is asked any more."""
        return self.players[len(self.pads)] if len(self.pads) < len(self.players) else None

    @property
    def found(self) -> dict[str, str]:
        """Pad -> player, in the order in which they were pressed."""
        return {pad: player for player, pad in zip(self.players, self.pads, strict=False) if pad is not None}

    def pressed(self, pad: str) -> Walk:
        """The pad of the player who is asked; one that was pressed before says nothing new."""
        return self if self.asking is None or pad in self.pads else replace(self, pads=(*self.pads, pad))

    def skipped(self) -> Walk:
        """The player who is asked has no pad."""
        return self if self.asking is None else replace(self, pads=(*self.pads, None))

    def ended(self) -> Walk:
        """Nobody further is asked."""
        return replace(self, players=self.players[: len(self.pads)])

    def at_table(self, players: Sequence[str]) -> Walk:
        """Without those who have left the table meanwhile."""
        asked = [player for player in self.players[len(self.pads) :] if player in players]
        kept = [(player, pad) for player, pad in zip(self.players, self.pads, strict=False) if player in players]
        return Walk((*(player for player, _ in kept), *asked), tuple(pad for _, pad in kept))

    def told(self) -> dict[str, object]:
        """What the table's listeners are told: who is asked, who after him, how many of how many are done."""
        after = self.players[len(self.pads) + 1 :]
        return {
            "asking": self.asking,
            "next": after[0] if after else None,
            "done": len(self.pads),
            "found": len(self.found),
            "of": len(self.players),
        }
