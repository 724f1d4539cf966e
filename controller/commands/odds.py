"""`dicetable odds`: the help sheet, worked out from fractions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from controller.commands.card_sheet import card_lines, card_named
from controller.commands.options import json_option
from controller.commands.printing import emit
from controller.games.bank.chances import sheet as card_sheet
from controller.games.odds import sheet


@click.command()
@click.option("--card", help="The card of a bank: evolution, trainer, or a card of your own as TOML or JSON file.")
@json_option
def odds(card: str | None, as_json: bool) -> None:
    """Print the odds of street craps: the line, the points, each square of the board; or of each bet on a bank's card.

    Nothing here is typed in: the program counts the 36 throws of two dice.
    """
    if card is not None:
        told = card_sheet(card_named(card))
        if as_json:
            emit({name: one.to_json() for name, one in told.items()})
            return
        for line in card_lines(told):
            click.echo(line)
        return
    if as_json:
        emit({"game": "street", **sheet()})
        return
    for line in street_sheet(sheet()):
        click.echo(line)


def street_sheet(told: dict) -> Iterator[str]:
    """The lines of the sheet of street craps, for people. told: what games.odds.sheet gives."""
    made, thrown = told["pass"]["fraction"]
    come_out = told["come_out"]
    yield f"A shooter passes {made} times in {thrown}: {_percent(told['pass'])}."
    yield (
        f"First throw: 7 or 11 {_percent(come_out['natural'])}, 2, 3 or 12 {_percent(come_out['craps'])}, "
        f"a point {_percent(come_out['point'])}."
    )
    yield ""
    yield f"{'point':<8}{'ways of 36':>12}{'made before a 7':>18}"
    for one in told["points"]:
        yield f"{one['point']:<8}{one['ways']:>12}{_fraction(one['made']) + '  ' + _percent(one['made']):>18}"
    yield f"{7:<8}{told['seven_ways']:>12}"
    yield ""
    yield f"{'square':<10}{'wins':>18}{'fair':>11}{'printed':>26}{'costs the bettor':>20}"
    for name, one in told["squares"].items():
        wins = f"{_fraction(one['win'])}  {_percent(one['win'])}"
        yield f"{name:<10}{wins:>18}{_net(one['fair']):>11}{_printed(one['printed']):>26}{_cost(one['edge']):>20}"
    yield ""
    yield "Odds are net, what is won for what is put. What a square costs the bettor, its taker gains."


def _fraction(told: dict) -> str:
    a, b = told["fraction"]
    return f"{a} in {b}"


def _percent(told: dict) -> str:
    return f"{told['percent']:.2f}%"


def _net(odds: list[int] | None) -> str:
    return "-" if odds is None else f"{odds[0]} to {odds[1]}"


def _printed(odds: Any) -> str:
    if not isinstance(odds, dict):
        return _net(odds)
    usual = min(odds.values(), key=lambda pair: pair[0] / pair[1])
    better = [total for total, pair in odds.items() if pair != usual]
    return f"{_net(usual)}, {_net(odds[better[0]])} on {' '.join(better)}" if better else _net(usual)


def _cost(edge: dict) -> str:
    if edge["percent"] == 0:
        return "nothing"
    a, b = edge["fraction"]
    word = "" if a < 0 else "gains "
    return f"{word}{abs(a)} in {b}  {abs(edge['percent']):.2f}%"
