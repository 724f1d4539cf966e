"""What the screens show beside the state of the game: throws, no-rolls, rounds, news, the camera.

A pure fold over what the table publishes; everything is bounded, so that a page stays light all evening.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from controller.games.codec import shown
from web import record as records
from web.games import bank_story, poker_story
from web.tally import Night
from web.told import (
    NEWS_KEPT,
    ROUNDS_KEPT,
    THROWS_KEPT,
    MissedThrow,
    News,
    SeenThrow,
    Story,
    add_news,
    change_last,
)  # fmt: skip

__all__ = [
    "NEWS_KEPT", "ROUNDS_KEPT", "THROWS_KEPT", "MissedThrow", "News", "SeenThrow", "Story", "standing", "tell",
    "told_from",
]  # fmt: skip

def told_from(transactions: Iterable[Any]) -> Story:
    """The story of an evening that is in the ledger already."""
    told = Story()
    for transaction in transactions:
        told = _events(told, transaction.seq, map(shown, transaction.events))
    return replace(told, news=())


def standing(told: Story, state: dict) -> Story:
    """The story with what a public state tells by itself: who shoots, the results, the last throw if none is known."""
    told = replace(told, shooter=state.get("shooter") or "", results=dict(state.get("results") or {}))
    last = state.get("last")
    if last is None or told.throws:
        return told
    dice = tuple(last.get("dice") or ())
    throw = SeenThrow(0, last["number"], dice, last["total"], last["source"], told.shooter, last.get("picture"))
    return replace(told, throws=(throw,))


def tell(before: Story, item: Any) -> Story:
    """The story with one more thing that the table published: decided events, or a notice."""
    kind = getattr(item, "kind", None)
    if kind is not None:
        return _notice(before, kind, dict(item.fields))
    events = getattr(item, "events", None)
    if events is None:  # a gap: what came after it stands in the state
        return before
    told = _events(before, item.seq, events)
    told = standing(told, item.snapshot.public(None))
    if any(event["type"] == "corrected" for event in events):
        moved = {name: now - was for name, (was, now) in item.moved().items()}
        told = add_news(told, item.seq, "chips_corrected", None, {"changed": moved})
    return told


def _events(told: Story, seq: int, events: Iterable[dict]) -> Story:
    for event in events:
        take = _TAKERS.get(event["type"])
        if take is not None:
            told = take(told, seq, event)
    return told


# ---- events -----------------------------------------------------------------------------------------------


def _opened(told: Story, seq: int, event: dict) -> Story:
    """A new game: throws and rounds begin anew, what is attached stays."""
    return replace(
        Story(),
        clear=told.clear,
        camera_ok=told.camera_ok,
        camera_text=told.camera_text,
        buy_in=event["buy_in"],
        opened=seq,
        tally=replace(told.tally, night=Night()),
    )


def _round_opened(told: Story, seq: int, event: dict) -> Story:
    return replace(told, shooter=event["shooter"])


def _shooter_left(told: Story, seq: int, event: dict) -> Story:
    return replace(told, shooter=event["shooter"] or "")


def _thrown(told: Story, seq: int, event: dict) -> Story:
    corrected = told.throws[-1].was if told.throws and told.throws[-1].number == event["number"] else None
    earlier = told.throws[:-1] if corrected is not None else told.throws
    throw = SeenThrow(
        seq=seq,
        number=event["number"],
        dice=tuple(event["dice"] or ()),
        total=event["total"],
        source=event["source"],
        shooter=told.shooter,
        picture=event["picture"],
        reading=event["reading"],
        was=corrected,
        round=event.get("round", 0),
    )
    real = throw.dice if throw.source != "phone" else ()
    tally = told.tally.with_throw(told.shooter, real, throw.reading)
    kept = (*earlier, throw)[-THROWS_KEPT:]
    return replace(told, throws=kept, missed=None, asking=None, tally=tally, tally_before=told.tally)


def _die_thrown(told: Story, seq: int, event: dict) -> Story:
    """One player's die for the first shot: nothing is counted by it, and it can be corrected and disputed."""
    die = SeenThrow(
        seq=seq,
        number=0,
        dice=(event["die"],),
        total=event["die"],
        source=event["source"],
        shooter=event["player"],
        picture=event["picture"],
        reading=event["reading"],
        decided="die",
        was=told.was,
    )
    return replace(told, die=die, was=None, missed=None, asking=None, tally_before=told.tally)


def _point_set(told: Story, seq: int, event: dict) -> Story:
    return change_last(told, decided="point", point=event["point"])


def _settled(told: Story, seq: int, event: dict) -> Story:
    risk = records.risks(event)
    told = change_last(told, decided=records.DECIDED.get(event["why"], event["why"]), risk=risk)
    record = records.settled(event, told.throws)
    earlier = tuple(kept for kept in told.rounds if kept["round"] != event["round"])
    shooter = event["stake"][0]
    night = told.tally.night.with_round(shooter, event["winner"] == "right", event["next"] != shooter)
    tally = replace(told.tally, night=night)
    told = replace(told, rounds=(*earlier, record)[-ROUNDS_KEPT:], tally=tally)
    for name, chips in risk.items():
        told = add_news(told, seq, "settled", name, {"chips": chips, "round": event["round"]})
    return told


def _bet_settled(told: Story, seq: int, event: dict) -> Story:
    winner, loser = (event["player"], event["taker"])
    if event["winner"] not in ("player", winner):
        winner, loser = loser, winner
    if told.last is not None:
        settled = {name: event[name] for name in ("bet", "square", "player", "taker")}
        settled["chips"] = event["won"] if winner == event["player"] else -event["won"]
        told = change_last(told, bets=(*told.last.bets, settled))
    fields = {"square": event["square"], "chips": event["won"]}
    told = add_news(told, seq, "side_bet", winner, fields)
    return add_news(told, seq, "side_bet", loser, fields | {"chips": -event["won"]})


def _no_roll(told: Story, seq: int, event: dict) -> Story:
    if event["detail"] == "no_throw":  # a hand or a sleeve: betting only opens again
        return replace(told, asking=None)
    in_row = event["in_row"] if event["counted"] else 0
    missed = MissedThrow(seq, event["reason"], event["detail"], event["picture"], event["reading"], in_row)
    return replace(told, missed=missed, asking=None)


def _calmed(told: Story, seq: int, event: dict) -> Story:
    """The host has acted: dice passed."""
    return replace(told, asking=None, missed=None)


def _broken_off(told: Story, seq: int, event: dict) -> Story:
    """A round that the host took back or that the cash-out ended; with a throw in it, it stands in the record."""
    told = _calmed(told, seq, event)
    played = told.throws[-1].round if told.throws else 0
    if not played or any(record["round"] == played for record in told.rounds):
        return told
    record = records.broken_off(event["type"], told.throws)
    return replace(told, rounds=(*told.rounds, record)[-ROUNDS_KEPT:])


def _corrected(told: Story, seq: int, event: dict) -> Story:
    """The throw with the right faces follows as an event of its own and takes the wrong one's place."""
    fields = {"was": event["was"], "was_total": event["was_total"], "dice": event["dice"], "number": event["number"]}
    undone = told.last.round if told.last else 0
    # Whoever threw it shoots again: the wrong faces may have passed the dice on.
    told = replace(told, shooter=told.last.shooter if told.last else told.shooter)
    told = replace(told, rounds=tuple(kept for kept in told.rounds if kept["round"] != undone))
    was = tuple(event["was"] or ()) or (event["was_total"],)
    told = change_last(told, was=was, decided=None, risk={}, bets=()) if told.throws else replace(told, was=was)
    told = replace(told, asking=None, missed=None, tally=told.tally_before)
    return add_news(told, seq, "corrected", None, fields)


def _refused_again(told: Story, seq: int, event: dict) -> Story:
    fields = {"what": event["refused"].get("cmd"), "code": event["code"], "why": event["why"]}
    return add_news(told, seq, "refused_again", event["player"], fields)


def _bought_in(told: Story, seq: int, event: dict) -> Story:
    return add_news(told, seq, "bought_in", event["player"], {"chips": event["amount"]})


def _disputed(told: Story, seq: int, event: dict) -> Story:
    last = told.last
    if last is None or last.number != event["number"]:
        return told
    return change_last(told, disputed=(*last.disputed, event["player"]))


def _confirmed(told: Story, seq: int, event: dict) -> Story:
    return change_last(told, disputed=()) if told.last and told.last.number == event["number"] else told


_TAKERS = {
    "opened": _opened,
    "round_opened": _round_opened,
    "shooter_left": _shooter_left,
    "thrown": _thrown,
    "die_thrown": _die_thrown,
    "point_set": _point_set,
    "round_settled": _settled,
    "bet_settled": _bet_settled,
    "no_roll": _no_roll,
    "voided": _broken_off,
    "shooter_passed": _calmed,
    "cashed_out": _broken_off,
    "corrected": _corrected,
    "refused_again": _refused_again,
    "bought_in": _bought_in,
    "disputed": _disputed,
    "confirmed": _confirmed,
    **bank_story.TAKERS,
    **poker_story.TAKERS,
}


# ---- notices ----------------------------------------------------------------------------------------------


def _notice(told: Story, kind: str, fields: dict) -> Story:
    """What the table said without storing it. Kinds that screens do not show change nothing."""
    take = _NOTICES.get(kind)
    return take(told, fields) if take is not None else told


def _cue(told: Story, fields: dict) -> Story:
    return replace(told, clear=bool(fields.get("clear")), ready=bool(fields.get("throw")))


def _camera(told: Story, fields: dict) -> Story:
    seeing = bool(fields.get("seeing"))
    sentence = str(fields.get("sentence") or "")
    return replace(told, camera_ok=seeing, camera_text=sentence, ready=told.ready and seeing)


def _ask_host(told: Story, fields: dict) -> Story:
    return replace(told, asking=dict(fields))


def _shown_no_roll(told: Story, fields: dict) -> Story:
    """A throw that the camera saw and that changes nothing, not even the record: numbered below zero, each anew."""
    number = min(told.missed.seq, 0) - 1 if told.missed else -1
    reason = fields.get("reason") or fields.get("code") or ""
    reading = fields.get("reading")
    return replace(told, missed=MissedThrow(number, reason, fields.get("detail"), fields.get("picture"), reading, 0))


def _learning(told: Story, fields: dict) -> Story:
    return replace(told, walk=dict(fields) if fields.get("asking") else {})


_NOTICES = {
    "cue": _cue,
    "camera": _camera,
    "ask_host": _ask_host,
    "no_roll": _shown_no_roll,
    "pads_learn": _learning,
}
