"""What the screens remember of a poker game: what was done last, hands that ended, what each won. Never a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from web import record as records
from web.told import ROUNDS_KEPT, Story, add_news, change_last

#: Acts of the hand that the screens list, the newest last.
ACTS_KEPT = 6
#: Of each event what the screens may tell; no other field of it is kept.
_TOLD = ("player", "amount", "to", "count", "at_random", "all_in")


def _dealt(told: Story, seq: int, event: dict) -> Story:
    told = change_last(told, risk={})  # what the hand before moved
    return replace(told, acts=(), dealer=event["dealer"], asking=None, missed=None)


def _act(told: Story, seq: int, event: dict) -> Story:
    act = {"seq": seq, "kind": event["type"]} | {name: event[name] for name in _TOLD if name in event}
    return replace(told, acts=(*told.acts, act)[-ACTS_KEPT:])


def _passed(told: Story, seq: int, event: dict) -> Story:
    told = change_last(told, decided="passed_cards", bets=({"to": event["to"], "count": event["count"]},))
    return _act(told, seq, event)


def _ended(told: Story, seq: int, event: dict) -> Story:
    paid = dict(event["paid"])
    gains = {name: event["won"].get(name, 0) - chips for name, chips in paid.items()}
    record = records.hand(event, told.dealer, gains, told.throws)
    earlier = tuple(kept for kept in told.rounds if kept["round"] != event["hand"])
    told = change_last(replace(told, rounds=(*earlier, record)[-ROUNDS_KEPT:]), risk=gains)
    for name, chips in gains.items():
        told = add_news(told, seq, "hand", name, {"chips": chips})
    return told


TAKERS: dict[str, Callable[[Story, int, dict], Story]] = {
    "hand_dealt": _dealt,
    "cards_passed": _passed,
    "hand_ended": _ended,
    **dict.fromkeys(("checked", "bet_opened", "called", "raised", "folded", "hand_left"), _act),
}
