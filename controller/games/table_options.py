"""Options that every game has: who shoots first, what becomes of odd throws, who may throw how."""

from __future__ import annotations

from typing import Any

from controller.games.fields import normal, shown
from controller.games.refusals import Refused

LEANING = ("host", "counts", "rethrow")
WALL = ("lenient", "strict")
MAY_THROW = {"camera": ("yes", "no"), "phone": ("shooter", "nobody"), "tapped": ("host", "shooter")}
ANYBODY = {"camera": "yes", "phone": "shooter", "tapped": "host"}
"""The default of may_throw."""


def items(given: Any) -> list[tuple[Any, Any]]:
    """The options given, as pairs, or Refused."""
    if given is None:
        return []
    if not isinstance(given, dict):
        raise Refused("bad_input", f"The rules are an object of options, not {shown(given)}.")
    return list(given.items())


def word(key: str, value: Any, among: tuple[str, ...]) -> str:
    """One word of a list, or Refused."""
    if not isinstance(value, str) or value not in among:
        raise Refused("bad_input", f"The option {key} is one of {', '.join(among)}, not {shown(value)}.")
    return value


def number(key: str, value: Any, least: int, most: int) -> int:
    """A whole number of chips within limits, or Refused."""
    if type(value) is not int or not least <= value <= most:
        raise Refused(
            "bad_input", f"The {key} is a whole number of chips from {least} to {most}, not {shown(value)}."
        )
    return value


def flag(key: str, value: Any) -> bool:
    """True or false, or Refused."""
    if type(value) is not bool:
        raise Refused("bad_input", f"The option {key} is true or false, not {shown(value)}.")
    return value


def first_shooter(value: Any) -> Any:
    """first_seat, high_die or {"named": player}, or Refused."""
    if value in ("first_seat", "high_die"):
        return value
    if isinstance(value, dict) and value.keys() == {"named"} and isinstance(value["named"], str):
        return {"named": normal(value["named"])}
    raise Refused(
        "bad_input", f'The first shooter is "first_seat", "high_die" or {{"named": player}}, not {shown(value)}.'
    )


def need_seated_first(first: Any, players: tuple[str, ...]) -> None:
    """Refuses a named first shooter who is not among the players."""
    if isinstance(first, dict) and first["named"] not in players:
        raise Refused("no_such_player", f"The first shooter {shown(first['named'])} is not seated.")


def may_throw(value: Any, now: dict, game: str) -> dict:
    """Which sources of a throw the table takes, changed from `now`, or Refused. game: its name for people."""
    for source in items(value):
        if source[0] not in MAY_THROW:
            raise Refused("bad_input", f"There is no option may_throw {shown(source[0])} in {game}.")
    return now | {source: word(f"may_throw {source}", who, MAY_THROW[source]) for source, who in items(value)}
