"""Plain words for a street game: why the line or the board refused a tap."""

from __future__ import annotations

from flask_babel import gettext as _


def refusal_words(cmd: str, code: str, state: dict) -> str:
    """Why a command was refused; "" where the code alone tells it."""
    if code == "below_minimum" and cmd in ("for", "against", "stake"):
        return _("The least on the line is %(n)d.", n=(state.get("rules") or {}).get("minimum", 1))
    return {
        ("for", "not_allowed"): lambda: _("You are the shooter: your stake is in."),
        ("against", "not_allowed"): lambda: _("You are the shooter: your stake is in."),
        ("off", "not_allowed"): lambda: _("You are the shooter: your stake stays, or pass the dice."),
        ("for", "wrong_phase"): lambda: _("The line opens with the next round."),
        ("against", "wrong_phase"): lambda: _("The line opens with the next round."),
        ("stake", "not_shooter"): lambda: _("Only the shooter sets the stake."),
        ("chip", "below_minimum"): lambda: _("Nobody could lay anything against so little: put more."),
        ("chip", "no_such_square"): lambda: _("There is no such square on this board."),
        ("undo", "not_taken"): lambda: _("Nobody has taken that chip yet."),
        ("lift", "already_taken"): lambda: _("Somebody has taken it: it can be undone, not lifted."),
        ("lift", "not_allowed"): lambda: _("That chip is not yours."),
        ("undo", "not_allowed"): lambda: _("That bet is not yours."),
        ("take", "not_enough_chips"): lambda: _("You have not the chips to lay against that: ask the host."),
    }.get((cmd, code), lambda: "")()
