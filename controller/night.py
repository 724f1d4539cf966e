"""The end of the night, and the lists under the table: what the record of rounds comes to.

`tally` is for the pages, the row functions for `export`: each gives flat dicts, one a line of a table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from controller.games.odds import shooter_passes
from controller.rounds import Game, Record, Round, SideBet

LINE = frozenset({"pass", "dont_pass", "odds_pass", "odds_dont_pass"})
"""Bets against the bank that are on the line; the others count as the board's."""


def gains(game: Game) -> dict[str, dict[str, int]]:
    """player -> {"line", "board", "all"}: chips won or lost by what the dice have decided; buy-ins are not in it.

    Where everybody bets against the bank their sum is what the bank lost.
    """
    won = {player: {"line": 0, "board": 0, "all": 0} for player in game.bought}
    for played in game.all_rounds():
        for player, _, chips in line_gains(played):
            won[player]["line"] += chips
        for bet in played.side_bets:
            for player, chips in side_gains(bet):
                won[player]["board"] += chips
        for player, _, chips in pot_gains(played):
            won[player]["line"] += chips
        for bet in played.house_bets:
            won[bet.player]["line" if bet.bet in LINE else "board"] += bet.won
    for one in won.values():
        one["all"] = one["line"] + one["board"]
    return won


def line_gains(played: Round) -> Iterator[tuple[str, str, int]]:
    """(player, stake / for / against, chips won or lost) for each on the line of a decided round."""
    if played.stake is None:
        return
    right, wrong = (1, -1) if played.winner == "right" else (-1, 1)
    yield played.stake[0], "stake", right * played.risk[played.stake[0]]
    for player, _ in played.fors:
        yield player, "for", right * played.risk[player]
    for player, _ in played.againsts:
        yield player, "against", wrong * played.risk[player]


def pot_gains(played: Round) -> Iterator[tuple[str, int, int]]:
    """(player, chips put into the pots, chips won or lost) for each who played a hand of poker that has ended."""
    for player, paid in played.paid:
        yield player, paid, played.won.get(player, 0) - paid


def side_gains(bet: SideBet) -> tuple[tuple[str, int], tuple[str, int]]:
    """((bettor, chips won or lost), (taker, the same the other way))."""
    won = bet.won if bet.winner == bet.player else -bet.won
    return (bet.player, won), (bet.taker, -won)


# ---- the end of the night -------------------------------------------------------------------------------------


def tally(game: Game) -> dict:
    """The figures of a game as JSON-ready dict.

    {"players": [{"player", "bought", "line", "board", "result"}, ...] best first, "winners", "over", "throws",
    "rounds", "passes": {...}, "hottest": {...} | None, "longest_hand": {...} | None,
    "bank": {"bought", "result"} | None where there is none}
    `result` is what a player won or lost by decided bets: what undecided ones will bring is not in it.
    """
    won = gains(game)
    players = [
        {"player": player, "bought": bought, "line": one["line"], "board": one["board"], "result": one["all"]}
        for player, bought in game.bought.items()
        for one in (won[player],)
    ]
    players.sort(key=lambda row: -row["result"])
    rounds = game.all_rounds()
    return {
        "players": players,
        "winners": list(game.winners),
        "over": game.results is not None,
        "throws": sum(len(played.throws) for played in rounds),
        "rounds": sum(played.decided or bool(played.paid) for played in rounds),
        "passes": luck(sum(played.winner == "right" for played in rounds), sum(played.decided for played in rounds)),
        "hottest": hottest(rounds),
        "longest_hand": longest_hand(rounds),
        "bank": None if game.bank is None else {"bought": game.bank, "result": -sum(row["result"] for row in players)},
    }


def luck(passes: int, rounds: int) -> dict:
    """How the passes compare with what the dice owe: {"passes", "rounds", "fraction", "expected", "word"}.

    expected: passes on average, one decimal. word: none (no rounds), usual (within one standard deviation), warm or
    cool (within two), hot or cold (beyond).
    """
    chance = shooter_passes()
    told: dict[str, Any] = {
        "passes": passes,
        "rounds": rounds,
        "fraction": list(chance.as_integer_ratio()),
        "expected": float(round(chance * rounds, 1)),
    }
    if not rounds:
        return told | {"word": "none"}
    away = (passes - chance * rounds) / Fraction(math.sqrt(rounds * float(chance * (1 - chance))))
    size = 0 if abs(away) < 1 else 1 if abs(away) < 2 else 2
    return told | {"word": ("usual", "warm" if away > 0 else "cool", "hot" if away > 0 else "cold")[size]}


def hottest(rounds: tuple[Round, ...]) -> dict | None:
    """The shooter who passed most often, of several the one who needed fewest rounds; None where nobody passed."""
    shot: dict[str, list[int]] = {}
    for played in rounds:
        if played.decided:
            count = shot.setdefault(played.shooter, [0, 0])
            count[0] += played.winner == "right"
            count[1] += 1
    best = max(shot.items(), key=lambda item: (item[1][0], -item[1][1]), default=None)
    if best is None or not best[1][0]:
        return None
    return {"player": best[0], "passes": best[1][0], "rounds": best[1][1]}


def longest_hand(rounds: tuple[Round, ...]) -> dict | None:
    """The most throws that one player made before the dice went on: {"player", "throws"}, or None before any throw."""
    best: tuple[int, str | None] = (0, None)
    hand, holder = 0, None
    for played in rounds:
        if played.first_of_hand:
            hand = 0
        for throw in played.throws:
            if throw.by != holder:
                hand, holder = 0, throw.by
            hand += 1
            if hand > best[0]:
                best = hand, holder
    return {"player": best[1], "throws": best[0]} if best[0] else None


# ---- lists ----------------------------------------------------------------------------------------------------


def round_rows(record: Record) -> Iterator[dict]:
    """A row a round: who shot, what came of it, both sides and what was in play."""
    for game, played in _rounds(record):
        yield {
            "game": game.number,
            "round": played.number,
            "shooter": played.shooter,
            "throws": len(played.throws),
            "outcome": played.outcome or "playing",
            "winner": played.winner,
            "with": _sum((played.stake, *played.fors) if played.stake else ()),
            "against": _sum(played.againsts),
            "in_play": played.in_play,
        }


def throw_rows(record: Record) -> Iterator[dict]:
    """A row a throw: its faces, its source, its picture, what it was taken for before a correction."""
    for game, played in _rounds(record):
        for throw in played.throws:
            first, second = (*(throw.dice or ()), None, None)[:2]
            yield {
                "game": game.number,
                "round": played.number,
                "throw": throw.number,
                "by": throw.by,
                "die_1": first,
                "die_2": second,
                "total": throw.total,
                "source": throw.source,
                "picture": throw.picture,
                "corrected_from": None if throw.was is None else "+".join(map(str, throw.was)),
            }


def settlement_rows(record: Record) -> Iterator[dict]:
    """A row for each player of each bet that was decided; the rows of one bet or one line add up to nothing."""
    for game, played in _rounds(record):
        for bet in played.side_bets:
            for player, chips in side_gains(bet):
                side, put = ("bettor", bet.amount) if player == bet.player else ("taker", bet.lay)
                yield _settled(game, played, bet.throw, player, bet.square, side, bet.bet, put, chips)
        for bet in played.house_bets:
            yield _settled(game, played, bet.throw, bet.player, bet.bet, "bettor", None, bet.amount, bet.won)
            yield _settled(game, played, bet.throw, None, bet.bet, "bank", None, None, -bet.won)
        puts = dict((played.stake, *played.fors, *played.againsts)) if played.stake else {}
        for player, side, chips in line_gains(played):
            yield _settled(game, played, played.throws[-1].number, player, "line", side, None, puts[player], chips)
        for player, paid, chips in pot_gains(played):
            throw = played.throws[-1].number if played.throws else None
            yield _settled(game, played, throw, player, "pot", "hand", None, paid, chips)


def _settled(
    game: Game,
    played: Round,
    throw: int | None,
    player: str | None,
    what: str,
    side: str,
    bet: int | None,
    put: int | None,
    chips: int,
) -> dict:
    return {
        "game": game.number,
        "round": played.number,
        "throw": throw,
        "player": player,
        "what": what,
        "side": side,
        "bet": bet,
        "put": put,
        "won": chips,
    }


def _rounds(record: Record) -> Iterator[tuple[Game, Round]]:
    for game in record.games:
        for played in game.all_rounds():
            yield game, played


def _sum(side: tuple[tuple[str, int], ...]) -> int:
    return sum(chips for _, chips in side)
