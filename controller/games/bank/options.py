"""The options of a bank game: which card, how much is in the bank, limits, and the switches that a card leaves open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from controller.games import table_options as shared
from controller.games.bank.card import chosen, layout, rate, twelve
from controller.games.bank.spots import ALWAYS, OFF, ON, Spot
from controller.games.fields import MOST_CHIPS, shown
from controller.games.refusals import Refused

FRACTIONS = ("refuse", "floor")
CHANGEABLE = ("minimum", "maximum", "fractions", "field_12", "hard_come_out", "leaning", "may_throw")
"""What the host may change in mid-game."""


@dataclass(frozen=True)
class Rules:
    """card: name of the house's card; layout: the card itself, as card.py reads it. bank: chips that it starts with.

    minimum, maximum: chips of one bet in all; where the card limits odds by the flat bet the maximum does not bind
    them. fractions: refuse amounts that pay no whole chips, or round the profit down. field_12: what the field pays
    on 12, [a, b]. hard_come_out: whether hard ways work on the come-out unless their player calls otherwise. Both are
    None where the card leaves no choice. The rest is as in every game.
    """

    card: str = "evolution"
    layout: dict = field(default_factory=lambda: chosen("evolution"))
    bank: int = 100_000
    minimum: int = 1
    maximum: int = 1000
    fractions: str = "refuse"
    field_12: list[int] | None = None
    hard_come_out: bool | None = None
    first_shooter: Any = "first_seat"
    leaning: str = "host"
    wall: str = "lenient"
    may_throw: dict = field(default_factory=lambda: dict(shared.ANYBODY))

    def to_json(self) -> dict:
        """Every option as an event keeps it: the card whole, so that no file can change an old evening."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def told(self) -> dict:
        """Every option as the pages are told: the card by its name."""
        return {name: value for name, value in self.to_json().items() if name != "layout"}

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """name -> spot of this table, in the order of the layout."""
        on_12 = None if self.field_12 is None else (self.field_12[0], self.field_12[1])
        spots = layout(self.layout, on_12)
        if self.hard_come_out is not None:
            works = ON if self.hard_come_out else OFF
            spots |= {name: replace(spot, come_out=works) for name, spot in spots.items() if spot.kind == "hard"}
        return spots


def checked(given: Any, players: tuple[str, ...]) -> Rules:
    """The options of a new game, what is not given by default, or Refused naming the one that is wrong."""
    options = shared.items(given)
    card = chosen(dict(options).get("card", "evolution"))
    on_12 = twelve(card)
    rules = Rules(
        card=card["name"],
        layout=card,
        field_12=list(on_12[0]) if on_12 else None,
        hard_come_out=_hard_by_card(card),
    )
    for key, value in options:
        if key != "card":
            rules = replace(rules, **{_known(key): _option(key, value, rules)})
    shared.need_seated_first(rules.first_shooter, players)
    return _fitting(rules)


def changed(rules: Rules, given: Any) -> Rules:
    """The options after a change in mid-game, or Refused naming the one that is wrong or fixed for the game."""
    if not given:
        raise Refused("bad_input", "Say which option is to change, and to what.")
    for key, value in shared.items(given):
        made = chosen(value) if key == "card" else _option(_known(key), value, rules)
        if key not in CHANGEABLE:
            raise Refused("not_allowed", f"The option {key} stays as it is until the game ends.")
        rules = replace(rules, **{key: made})
    return _fitting(rules)


def _hard_by_card(card: dict) -> bool | None:
    works = card.get("hard", {}).get("come_out", ALWAYS)
    return None if works == ALWAYS else works == ON


def _known(key: Any) -> str:
    if key not in Rules.__dataclass_fields__ or key == "layout":
        raise Refused("bad_input", f"There is no option {shown(key)} in bank craps.")
    return key


def _option(key: str, value: Any, rules: Rules) -> Any:
    if key == "bank":
        return shared.number(key, value, 0, MOST_CHIPS)
    if key in ("minimum", "maximum"):
        return shared.number(key, value, 1, MOST_CHIPS)
    if key in ("fractions", "leaning", "wall"):
        return shared.word(key, value, {"fractions": FRACTIONS, "leaning": shared.LEANING, "wall": shared.WALL}[key])
    if key == "first_shooter":
        return shared.first_shooter(value)
    if key == "may_throw":
        return shared.may_throw(value, rules.may_throw, "bank craps")
    return _field_12(value, rules) if key == "field_12" else _hard_come_out(value, rules)


def _field_12(value: Any, rules: Rules) -> list[int]:
    choices = twelve(rules.layout)
    if not choices:
        raise Refused("bad_input", f"The card {rules.card} leaves no choice of what the field pays on 12.")
    given = rate("field_12", value)
    if given not in choices:
        told = " or ".join(f"{a}:{b}" for a, b in choices)
        raise Refused("bad_input", f"On 12 the field pays {told}, not {shown(value)}.")
    return list(given)


def _hard_come_out(value: Any, rules: Rules) -> bool:
    made = shared.flag("hard_come_out", value)
    if rules.hard_come_out is None:
        raise Refused("bad_input", f"By the card {rules.card} hard ways always work; there is no such switch.")
    return made


def _fitting(rules: Rules) -> Rules:
    if rules.minimum > rules.maximum:
        raise Refused("bad_input", f"The minimum {rules.minimum} is more than the maximum {rules.maximum}.")
    return rules
