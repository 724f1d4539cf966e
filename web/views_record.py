"""The whole record of a game: every round, and what each player won or lost, buy-ins apart. Pure functions."""

from __future__ import annotations

from controller.night import tally
from controller.rounds import Game, Round, Throw
from web import words
from web.games import pages_of
from web.games.pages import GamePages
from web.record import DECIDED


def sheet(game: Game | None, usual: str) -> dict:
    """The players, best first, and the rounds, newest first; both empty before a game (usual: the one to come).

    heads: of the two columns of bets. bank: what the bank put in and won, None where there is none.
    """
    if game is None:
        return {"players": [], "rounds": [], "heads": pages_of(usual).heads(), "bank": None}
    figures, pages, told = ("line", "board", "result"), pages_of(game.name), tally(game)
    players = [row | {name: words.signed(row[name]) for name in figures} for row in told["players"]]
    bank = told["bank"] and told["bank"] | {"result": words.signed(told["bank"]["result"])}
    rounds = [_round(pages, played) for played in reversed(game.all_rounds())]
    return {"players": players, "rounds": rounds, "heads": pages.heads(), "bank": bank}


def _round(pages: GamePages, played: Round) -> dict:
    outcome = DECIDED.get(played.outcome or "", played.outcome)
    parts = (" · ".join(map(_throw, played.throws)), *pages.sheet_words(played))
    text = words.decided_words(outcome, played.shooter, None)
    return {"text": f"{played.number}. {text}", "parts": [part for part in parts if part]}


def _throw(throw: Throw) -> str:
    return " ".join(map(str, throw.dice or (throw.total,)))
