"""The one exception by which a game says no."""

from __future__ import annotations

CODES = frozenset(
    "bad_input not_open game_over no_such_player seat_taken not_enough_chips below_minimum over_limit"
    " not_a_multiple line_closed no_fade dice_out own_chip already_taken not_taken locked no_such_bet"
    " no_such_square not_your_turn not_shooter not_allowed faces_needed bank_cannot_cover wrong_phase"
    " wrong_count changed".split()
)


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
