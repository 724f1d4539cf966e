"""A bank's card on the command line: found by its name or in a file, and its bets as a table for people."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.commands.printing import Stop
from controller.games.bank.card import chosen, shipped
from controller.games.bank.chances import Chances
from controller.games.refusals import Refused


def card_named(name: str) -> dict[str, Any]:
    """The card of that name, or the one in the file of that name. Raises Stop with a sentence."""
    if name in shipped():
        return shipped()[name]
    path = Path(name)
    if path.suffix not in (".toml", ".json"):
        raise Stop(f"There is no card {name}: it is one of {', '.join(shipped())}, or a .toml or .json file.", status=2)
    try:
        text = path.read_text(encoding="utf-8")
        return chosen(tomllib.loads(text) if path.suffix == ".toml" else json.loads(text))
    except OSError as error:
        raise Stop(f"The card {path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise Stop(f"The card {path} is not text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise Stop(f"The card {path} is not {path.suffix[1:].upper()}: {error}.") from None
    except Refused as refusal:
        raise Stop(f"{path}: {refusal.why}") from None


def card_lines(told: Mapping[str, Chances]) -> Iterator[str]:
    """The lines of the table. told: what bank.chances.sheet gives."""
    yield f"{'bet':<20} {'pays':<24} {'wins':>11} {'pushes':>6} {'edge':>15} {'returns':>17}"
    for name, one in told.items():
        win, lose, push = one.ways()
        wins = f"{win} in {win + lose + push}"
        edge = f"{one.edge}  {float(100 * one.edge):.2f}%"
        returns = f"{1 - one.edge}  {float(100 * (1 - one.edge)):.2f}%"
        yield f"{name:<20} {one.pays:<24} {wins:>11} {push or '':>6} {edge:>15} {returns:>17}"
    yield ""
    yield "Pays: net, won for put. Edge: what the bank gains of each chip put, on average; pushes count as put."
    if "dont_pass_equal_lay" in told:
        yield "dont_pass_equal_lay: don't pass with odds as much again; of all that was put, pushes left out."
    yield "Odds and place bets as while they work; odds on the line with the point that a come-out sets."
