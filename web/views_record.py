"""The whole record of a game: every round, and what each player won or lost, buy-ins apart. Pure functions."""

from __future__ import annotations

from flask_babel import gettext as _

from controller.night import line_gains, side_gains, tally
from controller.rounds import Game, Round, Throw
from web import words
from web.record import DECIDED


def sheet(game: Game | None) -> dict:
    """The players, best first, and the rounds, newest first; both empty before a game."""
    if game is None:
        return {"players": [], "rounds": []}
    figures = ("line", "board", "result")
    players = [row | {name: words.signed(row[name]) for name in figures} for row in tally(game)["players"]]
    return {"players": players, "rounds": [_round(played) for played in reversed(game.all_rounds())]}


def _round(played: Round) -> dict:
    line = ""
    if played.decided:
        right = played.stake[1] + sum(chips for _name, chips in played.fors)
        wrong = sum(chips for _name, chips in played.againsts)
        line = _("with %(w)d · against %(a)d · in play %(p)d", w=right, a=wrong, p=played.in_play)
    outcome = DECIDED.get(played.outcome or "", played.outcome)
    parts = (
        " · ".join(map(_throw, played.throws)),
        line,
        " · ".join(f"{name} {words.signed(chips)}" for name, _side, chips in line_gains(played)),
        *(f"{words.square_words(bet.square)}: {_moved(side_gains(bet))}" for bet in played.side_bets),
    )
    text = words.decided_words(outcome, played.shooter, None)
    return {"text": f"{played.number}. {text}", "parts": [part for part in parts if part]}


def _throw(throw: Throw) -> str:
    return " ".join(map(str, throw.dice or (throw.total,)))


def _moved(gains: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {words.signed(chips)}" for name, chips in gains)
