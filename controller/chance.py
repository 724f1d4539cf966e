"""What the table draws by the system's random source, so that no rule and no player has it in hand: the shuffle, the
salts of its seal, the cards that are passed for somebody who is gone.

It is done before the rules decide, and what was drawn is stored with the command: the same ledger gives the same game.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from controller.games.poker.cards import DECK
from controller.games.poker.seal import SALT_BYTES
from controller.games.refusals import Refused

AT_RANDOM = "random"
"""Stands for the cards in a `pass` that the table is to choose."""
TYPED = "typed"
"""The source of a command of `play`, whose typist may lay out the deck and speaks for everybody."""
HOST = "host"

_chance = secrets.SystemRandom()


def completed(command: dict[str, Any], source: str, by: str, public: Callable[[str | None], dict]) -> dict[str, Any]:
    """The command with what is to be drawn for it; most are given back as they are.

    source, by: whose command it is. public: the state as a viewer may see it. Raises Refused where somebody wants to
    lay out the deck or to choose cards that are not his.
    """
    name = command.get("cmd")
    if name == "deal":
        return _deal(command, source)
    if name == "pass" and "at_random" in command:
        raise Refused("bad_input", f'Cards that the table is to choose are written "cards": "{AT_RANDOM}".')
    if name == "pass" and by == HOST and command.get("cards") == AT_RANDOM:
        return _at_random(command, public)
    if name == "pass" and by == HOST and source != TYPED:
        raise Refused("not_allowed", f'Nobody chooses from another hand: the host says "{AT_RANDOM}" for the cards.')
    return command


def shuffled() -> list[str]:
    """A deck, the top card first."""
    deck = list(DECK)
    _chance.shuffle(deck)
    return deck


def _deal(command: dict[str, Any], source: str) -> dict[str, Any]:
    laid_out = command.get("deck") is not None
    if command.get("salts") is not None or (laid_out and source != TYPED):
        raise Refused("not_allowed", "The table shuffles the deck itself.")
    salts = [secrets.token_hex(SALT_BYTES) for _ in DECK]
    return command | {"deck": command["deck"] if laid_out else shuffled(), "salts": salts}


def _at_random(command: dict[str, Any], public: Callable[[str | None], dict]) -> dict[str, Any]:
    state = public(None)
    player = state.get("turn")
    own = (public(player) if player is not None else {}).get("own")
    if own is None or state.get("to_pass") is None:
        raise Refused("wrong_phase", "No cards are to be passed now.")
    return command | {"cards": _chance.sample(own["cards"], state["to_pass"]), "at_random": True}
