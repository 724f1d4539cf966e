"""Events to and from JSON-ready dicts, for every game.

An event is a frozen dataclass made by `@event("its_type")`. Field annotations say what JSON cannot:
a field annotated `tuple[...]` is a list in JSON and a tuple here; all others pass through as they are.

    >>> decode(encode(some_event)) == some_event
    True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar

C = TypeVar("C", bound=type)
_new = object.__new__


class Event:
    """What happened. `type` is its name in JSON. `command()` is the command that it was, where it was one.

    quiet: it changes nothing that anybody would see; it is stored and not told.
    final: after it the last throw cannot be corrected any more.
    secret: fields that stand in the ledger and are told to nobody.
    """

    type: ClassVar[str] = ""
    quiet: ClassVar[bool] = False
    final: ClassVar[bool] = False
    secret: ClassVar[tuple[str, ...]] = ()

    def command(self) -> dict | None:
        """The command that this event is the whole answer to, or None for what only followed from one.

        A correction plays the commands since the throw again; it finds them here.
        """
        return None


class CodecFault(ValueError):
    """A stored event that this program cannot read: an unknown type, a field missing or too many."""


_classes: dict[str, type[Event]] = {}
_shapes: dict[str, tuple[type[Event], frozenset[str], tuple[str, ...]]] = {}


def event(type_: str) -> Callable[[C], C]:
    """Makes a class an event of this type: a frozen dataclass that the codec knows."""

    def made(cls: C) -> C:
        if type_ in _classes:
            raise TypeError(f"two events are called {type_}")
        cls = dataclass(frozen=True)(cls)
        cls.type = type_
        names = fields(cls)
        tuples = tuple(f.name for f in names if str(f.type).startswith("tuple"))
        _classes[type_] = cls
        _shapes[type_] = (cls, frozenset(f.name for f in names) | {"type"}, tuples)
        return cls

    return made


def types() -> dict[str, type[Event]]:
    """Every event class known so far, by its type."""
    return dict(_classes)


def encode(event_: Event) -> dict[str, Any]:
    """The event as a dict of what JSON can hold, `type` first."""
    shape = _shapes[event_.type]
    out = {"type": event_.type, **event_.__dict__}
    for name in shape[2]:
        value = out[name]
        if value is not None:
            out[name] = _listed(value)
    return out


def decode(stored: dict[str, Any]) -> Event:
    """The event that `encode` gave, or CodecFault. Unknown and missing fields are faults, not guesses."""
    try:
        cls, names, tuples = _shapes[stored["type"]]
    except (KeyError, TypeError):
        raise CodecFault(f"no event of type {_type_of(stored)!r} is known") from None
    if stored.keys() != names:
        odd = ", ".join(sorted(map(str, stored.keys() ^ names)))
        raise CodecFault(f"the event {cls.type} has not the fields it must have: {odd}")
    made = _new(cls)
    into = made.__dict__
    into.update(stored)
    del into["type"]
    for name in tuples:
        value = into[name]
        if value is not None:
            into[name] = _tupled(value)
    return made


SECRET_IN_COMMANDS = frozenset({"cards", "deck", "salts"})
"""Fields of a command that are told to nobody."""


def shown(stored: dict[str, Any]) -> dict[str, Any]:
    """An event as `encode` gives it, without what nobody may be told. Every reply and every page gets this."""
    cls = _classes.get(stored["type"])
    secret = SECRET_IN_COMMANDS if cls is None else cls.secret
    told = {name: value for name, value in stored.items() if name not in secret} if secret else stored
    if "refused" in told:
        told = told | {"refused": shown_command(told["refused"])}
    return told


def decode_shown(told: dict[str, Any]) -> Event:
    """The event of what `shown` gave: None stands where a secret was. For records of the evening, never for a game."""
    cls = _classes.get(told["type"])
    return decode(told if cls is None else dict.fromkeys(cls.secret) | told)


def shown_command(command: dict[str, Any]) -> dict[str, Any]:
    """A command without what nobody may be told."""
    return {name: value for name, value in command.items() if name not in SECRET_IN_COMMANDS}


def _type_of(stored: object) -> object:
    return stored.get("type") if isinstance(stored, dict) else stored


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if type(value) is tuple else value


def _tupled(value: Any) -> Any:
    return tuple([_tupled(part) if type(part) is list else part for part in value])
