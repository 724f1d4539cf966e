"""The one exception by which a game says no."""

from __future__ import annotations

CODES = frozenset({
    "already_taken", "bad_input", "bank_cannot_cover", "below_minimum", "changed", "dice_out", "faces_needed",
    "game_over", "line_closed", "locked", "no_fade", "no_such_bet", "no_such_player", "no_such_square",
    "not_a_multiple", "not_allowed", "not_enough_chips", "not_open", "not_shooter", "not_taken", "not_your_turn",
    "over_limit", "own_chip", "seat_taken", "wrong_count", "wrong_phase",
})  # fmt: skip


class Refused(Exception):
    """A command that the rules do not allow. Nothing has changed.

    code: one of CODES, for programs. why: one plain sentence, for people.
    """

    def __init__(self, code: str, why: str) -> None:
        assert code in CODES, code
        super().__init__(why)
        self.code = code
        self.why = why

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.why!r})"
