"""Seats in clockwise order: who sits to whose left, and who may sit down."""

from __future__ import annotations

from typing import Any

from controller.games import fields
from controller.games.refusals import Refused

MOST_SEATS = 12


def seats_from(players: tuple[str, ...], start: str | None) -> tuple[str, ...]:
    """All seats clockwise, the start first. Where the start is not seated: as they are."""
    if start not in players:
        return players
    at = players.index(start)
    return players[at:] + players[:at]


def left_of(players: tuple[str, ...], player: str | None) -> str | None:
    """The next seat on the left, or None where nobody else is seated."""
    others = seats_from(players, player)[1:] if player in players else players
    return others[0] if others else None


def with_seat(players: tuple[str, ...], player: str, after: str | None) -> tuple[str, ...]:
    """The seats with a new one to the left of `after`; None: the last seat."""
    at = len(players) if after is None else players.index(after) + 1
    return (*players[:at], player, *players[at:])


def first_seats(given: Any, game: str, least: int, most: int = MOST_SEATS) -> tuple[str, ...]:
    """The names of the first players, in seat order, or Refused. game: its name for people."""
    if not isinstance(given, list | tuple):
        raise Refused("bad_input", f"The players are a list of names, not {fields.shown(given)}.")
    if not least <= len(given) <= most:
        raise Refused("bad_input", f"{game} is for {least} to {most} players, not {len(given)}.")
    players = tuple(map(fields.name, given))
    for at, player in enumerate(players):
        if fields.alike(player, players[:at]):
            raise Refused("bad_input", f"Two players cannot both be called {fields.shown(player)}.")
    return players
