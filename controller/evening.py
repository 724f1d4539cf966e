"""An evening at the table, as a pure value: which game is open, and what a correction needs.

    evening = START
    events = decide(evening, {"cmd": "open", "game": "street", "players": ["Alice", "Bo"], "buy_in": 500})
    for event in events:
        evening = evolve(evening, event)

Events go to and from JSON with `encode` and `decode`. The same events always give the same evening.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from controller.games import bank, fields, poker, street
from controller.games.codec import CodecFault, Event, decode, encode, types
from controller.games.events import Confirmed, Corrected, Disputed, RefusedAgain
from controller.games.refusals import Refused
from controller.games.values import changed

__all__ = [
    "START", "CodecFault", "Evening", "Event", "Refused", "can", "decide", "decode", "encode", "evolve", "public",
    "rebuilt", "tap_view", "types",
]  # fmt: skip

GAMES: dict[str, ModuleType] = {street.NAME: street, bank.NAME: bank, poker.NAME: poker}
"""Every game by its name: a module with NAME, DICE, open_game, decide, again, evolve, public, tap_view, pads."""

_Link = tuple[Any, Event] | None


@dataclass(frozen=True)
class Evening:
    """game: name of the game that is open or was the last, or None before the first. state: that game's own.

    before: the game's state before the last throw, None where there is none to correct. throw: the last throw's event.
    since: the commands since it as a chain of their events, newest first: (older, event) or None. A chain, so that one
    more costs the same after ten thousand; and left out of == and repr, which would go down it by recursion.
    disputes: who said "not what I saw" of the last throw.
    """

    game: str | None = None
    state: Any = None
    before: Any = None
    throw: Event | None = None
    since: _Link = field(default=None, compare=False, repr=False)
    disputes: tuple[str, ...] = ()


START = Evening()


def decide(evening: Evening, command: dict) -> tuple[Event, ...]:
    """What the command does, as events; none where it changes nothing. Raises Refused and nothing else."""
    if not isinstance(command, dict) or not isinstance(command.get("cmd"), str):
        raise Refused("bad_input", 'A command is an object with a text "cmd".')
    name = command["cmd"]
    if name == "open":
        return _open(evening, command)
    if evening.game is None:
        raise Refused("not_open", "No game is open yet.")
    if name == "correct":
        return _correct(evening, command)
    if name == "dispute":
        return _dispute(evening, command)
    if name == "confirm":
        return _confirm(evening)
    return GAMES[evening.game].decide(evening.state, command)


def _open(evening: Evening, command: dict) -> tuple[Event, ...]:
    game = command.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise Refused("bad_input", f"The game is one of {', '.join(GAMES)}, not {fields.shown(game)}.")
    opened = GAMES[game].open_game(command)
    if evening.game is None or evening.state.phase == "over":
        return opened
    return (*GAMES[evening.game].decide(evening.state, {"cmd": "cash_out"}), *opened)


# ---- correcting the last throw --------------------------------------------------------------------------------


def _correct(evening: Evening, command: dict) -> tuple[Event, ...]:
    game, thrown = GAMES[evening.game], _last_throw(evening, "correct")
    if evening.before is None:
        raise Refused("wrong_phase", "The game has gone on from the last throw: it stands.")
    was = _faces(thrown)
    if command.get("dice") is None:
        raise Refused("bad_input", 'Say what was really thrown: "dice" like [4, 2].')
    dice = fields.dice(command["dice"], 2 if was is None else len(was))
    number, total = (0, thrown.die) if thrown.type == "die_thrown" else (thrown.number, thrown.total)
    events: list[Event] = [Corrected(number, was, total, dice)]
    right = {**thrown.command(), "dice": list(dice)}
    right.pop("total", None)
    state = evening.before

    def carry_out(told: tuple[Event, ...]) -> None:
        nonlocal state
        events.extend(told)
        for event in told:
            state = game.evolve(state, event)

    carry_out(game.decide(state, right))
    for event in _oldest_first(evening.since):
        try:
            carry_out(game.again(state, event))
        except Refused as refusal:
            refused = event.command()
            events.append(RefusedAgain(refused.get("player"), refused, refusal.code, refusal.why))
    return tuple(events)


def _last_throw(evening: Evening, what: str) -> Event:
    if evening.state.phase == "over":
        raise Refused("game_over", "The game has been cashed out: open another.")
    if evening.throw is None:
        raise Refused("wrong_phase", f"No throw has been made in this game that one could {what}.")
    return evening.throw


def _faces(thrown: Event) -> tuple[int, ...] | None:
    return (thrown.die,) if thrown.type == "die_thrown" else thrown.dice


def _oldest_first(link: _Link) -> list[Event]:
    events = []
    while link is not None:
        link, event = link
        events.append(event)
    events.reverse()
    return events


# ---- not what I saw -------------------------------------------------------------------------------------------


def _dispute(evening: Evening, command: dict) -> tuple[Event, ...]:
    thrown = _last_throw(evening, "dispute")
    player = command.get("player")
    if not isinstance(player, str):
        raise Refused("bad_input", "Say which player disputes the throw.")
    player = fields.normal(player)
    if player not in evening.state.players:
        raise Refused("no_such_player", f"Nobody called {fields.shown(player)} is seated.")
    if player in evening.disputes:
        return ()
    return (Disputed(player, getattr(thrown, "number", 0)),)


def _confirm(evening: Evening) -> tuple[Event, ...]:
    thrown = _last_throw(evening, "confirm")
    if not evening.disputes:
        raise Refused("wrong_phase", "Nobody disputes the last throw.")
    return (Confirmed(getattr(thrown, "number", 0)),)


# ---- what events make of the evening --------------------------------------------------------------------------


def evolve(evening: Evening, event: Event) -> Evening:
    """The evening after the event."""
    kind = event.type
    own = _OF_THE_EVENING.get(kind)
    if own is not None:
        return own(evening, event)
    before = evening.state
    state = GAMES[evening.game].evolve(before, event)
    if kind in _THROWS:
        return Evening(evening.game, state, before, event)
    if event.final:
        return changed(evening, state=state, before=None, since=None)
    if evening.before is None or kind not in _COMMANDS:
        return changed(evening, state=state)
    return changed(evening, state=state, since=(evening.since, event))


def _opened(_: Evening, event: Event) -> Evening:
    return Evening(event.game, GAMES[event.game].evolve(None, event))


def _corrected(evening: Evening, _: Event) -> Evening:
    return changed(evening, state=evening.before, since=None)


def _disputed(evening: Evening, event: Event) -> Evening:
    return changed(evening, disputes=(*evening.disputes, event.player))


_OF_THE_EVENING: dict[str, Callable[[Evening, Any], Evening]] = {
    "opened": _opened,
    "corrected": _corrected,
    "refused_again": lambda evening, _: evening,
    "disputed": _disputed,
    "confirmed": lambda evening, _: changed(evening, disputes=()),
}
_THROWS = frozenset({"thrown", "die_thrown"})
_COMMANDS = frozenset(kind for kind, cls in types().items() if cls.command is not Event.command)
"""Types of events that are the whole answer to a command: those that a correction plays again."""


def rebuilt(events: Iterable[Event]) -> Evening:
    """The evening that these events lead to from the start."""
    evening = START
    for event in events:
        evening = evolve(evening, event)
    return evening


# ---- what others see ------------------------------------------------------------------------------------------


def can(evening: Evening, command: dict) -> Refused | None:
    """Why the command would be refused now, or None."""
    try:
        decide(evening, command)
    except Refused as refusal:
        return refusal
    return None


def public(evening: Evening, viewer: str | None = None) -> dict:
    """The state as JSON-ready dict, as `viewer` may see it (None: what everybody may see).

    Before the first game: {"game": None, "phase": "closed"}. dice_needed: how many dice make the next throw.
    """
    if evening.game is None:
        return {"game": None, "phase": "closed"}
    game, state = GAMES[evening.game], evening.state
    needed = 1 if state.phase == "opening" else game.DICE
    return game.public(state, viewer) | {"disputes": list(evening.disputes), "dice_needed": needed}


def tap_view(evening: Evening, player: str) -> Hashable:
    """What this player's light or page shows to tap on; equal values: a tap means the same."""
    if evening.game is None:
        return None
    return evening.game, GAMES[evening.game].tap_view(evening.state, player)
