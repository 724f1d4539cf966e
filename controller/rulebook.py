"""What the table needs to know of the games: a handful of pure functions, as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from controller import chance
from controller.games import codec


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The games as the table and the verifier see them.

    start: the value before the first command.
    decide(value, command) -> events; raises Refused. evolve(value, event) -> value.
    encode(event) -> JSON-ready dict; decode: the other way.
    public(value, viewer) -> the state as rules.md writes it.
    tap_view(value, player) -> what that player's light or page shows to tap on; player None: the host's.
    shown(stored event), shown_command(command) -> without what is told to nobody.
    completed(command, source, by, public) -> the command with what the table has to draw for it; raises Refused.
        public(viewer) is the state as that viewer may see it.
    """

    start: Any
    decide: Callable[[Any, dict[str, Any]], Sequence[Any]]
    evolve: Callable[[Any, Any], Any]
    encode: Callable[[Any], dict[str, Any]]
    decode: Callable[[dict[str, Any]], Any]
    public: Callable[[Any, str | None], dict[str, Any]]
    tap_view: Callable[[Any, str | None], Any]
    shown: Callable[[dict[str, Any]], dict[str, Any]] = codec.shown
    shown_command: Callable[[dict[str, Any]], dict[str, Any]] = codec.shown_command
    completed: Callable[..., dict[str, Any]] = chance.completed


def house_rules() -> Rulebook:
    """The games of this program, as controller.evening puts them together."""
    from controller import evening

    return Rulebook(
        start=evening.START,
        decide=evening.decide,
        evolve=evening.evolve,
        encode=codec.encode,
        decode=codec.decode,
        public=evening.public,
        tap_view=evening.tap_view,
    )


def chips_agree(public: dict[str, Any]) -> bool:
    """Chips in hand and on the table are those that were bought in, and no stack is below zero.

    Takes a public state; what has no chips yet agrees.
    """
    stacks = public.get("stacks")
    if not stacks:
        return True
    if any(chips < 0 for chips in stacks.values()):
        return False
    bank = public.get("bank")
    if bank is not None and bank < 0:
        return False
    held = sum(stacks.values()) + public.get("on_table", 0) + (bank or 0)
    return held == sum(public["bought_in"].values()) + public.get("bank_bought_in", 0)
