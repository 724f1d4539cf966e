"""What the screens remember of a bank game: which bets a throw decided, what each won, the rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from web import record as records
from web.told import NEWS_KEPT, ROUNDS_KEPT, News, Story, change_last


def _begun(told: Story, seq: int, event: dict) -> Story:
    return replace(told, shooter=event["shooter"] or "")


def _passed(told: Story, seq: int, event: dict) -> Story:
    return replace(told, shooter=event["next"], asking=None, missed=None)


def _won(told: Story, seq: int, event: dict) -> Story:
    return _decided(told, seq, event, event["won"])


def _lost(told: Story, seq: int, event: dict) -> Story:
    return _decided(told, seq, event, -event["amount"])


def _pushed(told: Story, seq: int, event: dict) -> Story:
    return _decided(told, seq, event, 0)


def _decided(told: Story, seq: int, event: dict, chips: int) -> Story:
    """A bet that the newest throw decided: to the throw, and to its player."""
    bet = {"bet": event["bet"], "player": event["player"], "chips": chips}
    if told.throws:
        last = told.throws[-1]
        risk = last.risk | {event["player"]: last.risk.get(event["player"], 0) + chips}
        told = change_last(told, bets=(*last.bets, bet), risk=risk)
    return _tell(told, seq, event["player"], {"bet": event["bet"], "chips": chips, "why": "decided"})


def _returned(told: Story, seq: int, event: dict) -> Story:
    """A bet that came home undecided; of what its player took down himself he need not be told."""
    if event["why"] not in ("off", "bank"):
        return told
    return _tell(told, seq, event["player"], {"bet": event["bet"], "chips": 0, "why": event["why"]})


def _moved(told: Story, seq: int, event: dict) -> Story:
    return _tell(told, seq, event["player"], {"bet": event["to"], "chips": 0, "why": "moved"})


def _tell(told: Story, seq: int, player: str, bet: dict) -> Story:
    """What a throw did to a player's bets is one piece of news, however many they are."""
    for at, item in enumerate(told.news):
        if (item.seq, item.kind, item.player) == (seq, "house_bets", player):
            bets = [*item.fields["bets"], bet]
            more = News(seq, "house_bets", player, {"bets": bets, "chips": item.fields["chips"] + bet["chips"]})
            return replace(told, news=(*told.news[:at], more, *told.news[at + 1 :]))
    fields = {"bets": [bet], "chips": bet["chips"]}
    return replace(told, news=(*told.news, News(seq, "house_bets", player, fields))[-NEWS_KEPT:])


def _round_decided(told: Story, seq: int, event: dict) -> Story:
    last = told.throws[-1] if told.throws else None
    shooter = last.shooter if last is not None else told.shooter
    told = change_last(told, decided=records.DECIDED.get(event["why"], event["why"]))
    record = records.against_bank(event, shooter, told.throws)
    earlier = tuple(kept for kept in told.rounds if kept["round"] != event["round"])
    passed = event["why"] in ("natural", "point_made")
    night = told.tally.night.with_round(shooter, passed, event["next"] != shooter)
    return replace(told, rounds=(*earlier, record)[-ROUNDS_KEPT:], tally=replace(told.tally, night=night))


TAKERS: dict[str, Callable[[Story, int, dict], Story]] = {
    "round_begun": _begun,
    "dice_passed": _passed,
    "bet_won": _won,
    "bet_lost": _lost,
    "bet_pushed": _pushed,
    "bet_returned": _returned,
    "bet_moved": _moved,
    "round_decided": _round_decided,
}
