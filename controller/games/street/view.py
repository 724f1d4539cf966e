"""What others see of a street game."""

from __future__ import annotations

from collections.abc import Hashable

from controller.games.dice import told
from controller.games.street.board import in_order
from controller.games.street.coverage import cover
from controller.games.street.state import Street, line_bet, locked
from controller.games.street.throws import may_throw


def public(state: Street, viewer: str | None = None) -> dict:
    """The state as JSON-ready dict. Everything on this table is open: `viewer` makes no difference.

    `stacks` are chips in hand; `results` count chips on the table too; `why_not` is the code of what keeps the dice;
    `auto_fade` is whom the table put against, while he has left it so.
    """
    del viewer
    chips = state.chips
    in_play, risk = cover(state.stake, state.fors, state.againsts)
    why_not = _why_not(state)
    return {
        "game": "street",
        "phase": state.phase,
        "point": state.point,
        "shooter": state.due if state.phase == "waiting" else state.shooter,
        "players": list(state.players),
        "stacks": dict(chips.hand),
        "bought_in": dict(chips.bought),
        "results": chips.results(),
        "on_table": chips.on_table,
        "line": {
            "stake": None if state.stake is None else list(state.stake),
            "for": [list(bet) for bet in state.fors],
            "against": [list(bet) for bet in state.againsts],
            "in_play": in_play,
            "risk": risk,
        },
        "board": [
            {
                "bet": bet.number,
                "player": bet.player,
                "square": bet.square,
                "amount": bet.amount,
                "lay": bet.lay,
                "taker": bet.taker,
                "locked": locked(state, bet),
            }
            for bet in in_order(state)
        ],
        "can_throw": why_not is None,
        "why_not": why_not,
        "round": state.round,
        "throws": state.throws,
        "dice_out": state.dice_out,
        "no_rolls": state.no_rolls,
        "host_called": state.host_called,
        "late": sorted(state.late),
        "auto_fade": state.auto_fade,
        "opening": None if state.opening is None else state.opening.to_json(),
        "last": told(state.last),
        "winners": list(state.winners),
        "rules": state.rules.to_json(),
        "next_rules": None if state.next_rules is None else state.next_rules.to_json(),
    }


def _why_not(state: Street) -> str | None:
    if state.phase == "over":
        return "game_over"
    if state.phase == "opening":
        return None
    refusal = may_throw(state)
    return None if refusal is None else refusal.code


def tap_view(state: Street, player: str) -> Hashable:
    """What this player's light or page shows for a tap on the line: where two of these are equal, a tap means the same.

    (phase, round, whether he shoots, his side or None, whether he may still bet on the line)
    """
    bet = line_bet(state, player)
    open_line = state.phase == "come_out" or (state.phase == "point" and state.rules.late_line and bet is None)
    may_bet = open_line and player in state.players and player != state.shooter and player not in state.late
    return state.phase, state.round, player == state.shooter, bet[0] if bet else None, may_bet
