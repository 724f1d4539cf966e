"""The end-of-night sheet: one page of paper with results, who gives whom, the luck of the dice, the ledger's seal."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from controller.night import tally
from controller.rounds import Game
from controller.settling import moves
from web import words
from web.games import PAGES
from web.tally import Night
from web.views_night import night_lines

#: Games that are listed, the newest ones: a ledger may hold a year.
GAMES_LISTED = 12


def evening(games: tuple[Game, ...], number: int) -> dict:
    """The sheet of game `number`, 1, 2, ... of the evening, and the list of all."""
    game = games[number - 1]
    told = tally(game)
    rows, bank = _people(game, told), told["bank"]
    if bank is not None:
        rows.append(_row(_("The bank"), bank["bought"], bank["result"], False))
    results = {row["name"]: row["chips"] for row in rows}
    return {
        "title": PAGES[game.name].name(),
        "number": number,
        "over": game.results is not None,
        "games": [{"number": one.number, "name": PAGES[one.name].name()} for one in games[-GAMES_LISTED:]],
        "rows": rows,
        "moves": [_("%(loser)s gives %(winner)s %(n)d", loser=a, winner=b, n=n) for a, b, n in _moves(results)],
        "lines": _lines(told),
    }


def _people(game: Game, told: dict) -> list[dict]:
    """A row a player, best first. Before the cash-out by what is decided; afterwards by the results themselves."""
    results = game.results or {row["player"]: row["result"] for row in told["players"]}
    winners = game.winners if game.results is not None else ()
    rows = [_row(name, game.bought[name], chips, name in winners) for name, chips in results.items()]
    return sorted(rows, key=lambda row: -row["chips"])


def _row(name: str, bought: int, result: int, won: bool) -> dict:
    return {"name": name, "bought": bought, "end": bought + result, "chips": result,
            "result": words.signed(result), "won": won}  # fmt: skip


def _moves(results: dict[str, int]) -> list[tuple[str, str, int]]:
    """In the middle of a game chips that lie open make the results not quite add up: nobody gives anybody yet."""
    return moves(results) if not sum(results.values()) else []


def _lines(told: dict) -> list[str]:
    """Throws and rounds, passes against what was to be expected, the hottest shooter, the longest hand."""
    passes, hottest, longest = told["passes"], told["hottest"], told["longest_hand"]
    night = Night(
        rounds=passes["rounds"],
        passes=passes["passes"],
        by_shooter=((hottest["player"], hottest["passes"], hottest["rounds"]),) if hottest else (),
        longest=(longest["player"], longest["throws"]) if longest else ("", 0),
    )
    thrown = ngettext("%(num)d throw", "%(num)d throws", told["throws"])
    played = ngettext("%(num)d round", "%(num)d rounds", told["rounds"])
    return night_lines(night, told["throws"]) or [f"{thrown} · {played}"]
