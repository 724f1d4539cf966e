"""The record of an evening: every round with its throws and settlements, worked out from the events alone.

    record = EMPTY
    for event in events:
        record = after(record, event)

A correction takes the record back as it takes the table back; the corrected throw keeps what it was read as first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from controller.games.codec import Event
from controller.games.values import changed


@dataclass(frozen=True)
class Throw:
    """A throw that counted. number: in its game. dice: None where only the total is known. by: who threw.

    was: the faces (or the total alone) that it was taken for until the host corrected it, or None.
    """

    number: int
    dice: tuple[int, ...] | None
    total: int
    source: str
    by: str | None
    picture: str | None
    was: tuple[int, ...] | None = None


@dataclass(frozen=True)
class SideBet:
    """A side bet that was settled. won: chips that the winner gained from the other. throw: which throw decided it."""

    bet: int
    square: str
    player: str
    amount: int
    taker: str
    lay: int
    winner: str
    won: int
    throw: int


@dataclass(frozen=True)
class HouseBet:
    """A bet against the bank that was decided. won: chips the player gained, minus: lost, 0: a push."""

    bet: str
    player: str
    amount: int
    won: int
    throw: int


@dataclass(frozen=True)
class Round:
    """A round. outcome: natural, craps, point_made, seven_out; voided, cashed_out; None while it is played.

    In poker a round is a hand, shooter is its dealer, outcome is showdown or uncalled.

    stake: (player, chips). fors, againsts: ((player, chips), ...). risk: player -> what he won or lost. The four are
    empty until the dice have decided, and always where everybody bets against the bank. first_of_hand: the dice have
    just come to this shooter.
    paid, won: of a poker hand that has ended, what each put into the pots and had out of them.
    """

    number: int
    shooter: str
    by: str | None
    first_of_hand: bool
    throws: tuple[Throw, ...] = ()
    side_bets: tuple[SideBet, ...] = ()
    house_bets: tuple[HouseBet, ...] = ()
    outcome: str | None = None
    winner: str | None = None
    stake: tuple[str, int] | None = None
    fors: tuple[tuple[str, int], ...] = ()
    againsts: tuple[tuple[str, int], ...] = ()
    in_play: int = 0
    risk: Any = None
    paid: tuple[tuple[str, int], ...] = ()
    won: Any = None

    @property
    def decided(self) -> bool:
        """Whether the dice decided it."""
        return self.winner is not None


@dataclass(frozen=True)
class Game:
    """A game. number: 1, 2, ... of the evening. bought: player -> chips bought. current: the round that is played.

    results, winners: None and () until it is cashed out. bank: chips put into the bank, None where there is none.
    """

    number: int
    name: str
    players: tuple[str, ...]
    bought: dict[str, int]
    rounds: tuple[Round, ...] = ()
    current: Round | None = None
    results: dict[str, int] | None = None
    winners: tuple[str, ...] = ()
    bank: int | None = None

    def all_rounds(self) -> tuple[Round, ...]:
        """Every round with a throw in it, the one that is played last."""
        return self.rounds + ((self.current,) if self.current is not None and self.current.throws else ())


@dataclass(frozen=True)
class Record:
    """games: of the evening so far. before: the record before the last throw. was: the faces before a correction."""

    games: tuple[Game, ...] = ()
    before: Record | None = None
    was: tuple[int, ...] | None = None


EMPTY = Record()


def after(record: Record, event: Event) -> Record:
    """The record after the event. Events that leave no trace in it change nothing."""
    act = _after.get(event.type)
    return record if act is None else act(record, event)


def recorded(events: Iterable[Event]) -> Record:
    """The record of these events."""
    record = EMPTY
    for event in events:
        record = after(record, event)
    return record


def _with_game(record: Record, **changes: Any) -> Record:
    return changed(record, games=(*record.games[:-1], changed(record.games[-1], **changes)))


def _with_round(record: Record, **changes: Any) -> Record:
    current = record.games[-1].current
    return record if current is None else _with_game(record, current=changed(current, **changes))


def _opened(record: Record, event: Any) -> Record:
    bought = dict.fromkeys(event.players, event.buy_in)
    game = Game(len(record.games) + 1, event.game, event.players, bought, bank=event.rules.get("bank"))
    return Record((*record.games, game))


def _joined(record: Record, event: Any) -> Record:
    game = record.games[-1]
    players = game.players if event.player in game.players else (*game.players, event.player)
    return _bought(_with_game(record, players=players), event.player, event.buy_in)


def _bought(record: Record, player: str, amount: int) -> Record:
    bought = record.games[-1].bought
    return _with_game(record, bought={**bought, player: bought.get(player, 0) + amount})


def _round_opened(record: Record, event: Any) -> Record:
    rounds = record.games[-1].rounds
    first = event.passed_from is not None or not rounds or rounds[-1].by != event.shooter
    return _with_game(record, current=Round(event.round, event.shooter, event.shooter, first))


def _thrown(record: Record, event: Any) -> Record:
    before = changed(record, before=None, was=None)
    current = record.games[-1].current
    throw = Throw(event.number, event.dice, event.total, event.source, current.by, event.picture, record.was)
    return changed(_with_round(record, throws=(*current.throws, throw)), before=before, was=None)


def _corrected(record: Record, event: Any) -> Record:
    was = (event.was_total,) if event.was is None else event.was
    return record if record.before is None else changed(record.before, was=was)


def _bet_settled(record: Record, event: Any) -> Record:
    current = record.games[-1].current
    settled = SideBet(
        event.bet, event.square, event.player, event.amount, event.taker, event.lay, event.winner, event.won,
        current.throws[-1].number,
    )  # fmt: skip
    return _with_round(record, side_bets=(*current.side_bets, settled))


def _round_settled(record: Record, event: Any) -> Record:
    return _closed(
        _with_round(
            record, winner=event.winner, stake=event.stake, fors=event.fors, againsts=event.againsts,
            in_play=event.in_play, risk=event.risk,
        ),
        event.why,
    )  # fmt: skip


def _dice_passed(record: Record, event: Any) -> Record:
    return _with_round(record, shooter=event.next, by=event.next, first_of_hand=True)


def _house_bet(record: Record, event: Any, won: int) -> Record:
    current = record.games[-1].current
    settled = HouseBet(event.bet, event.player, event.amount, won, current.throws[-1].number)
    return _with_round(record, house_bets=(*current.house_bets, settled))


def _round_decided(record: Record, event: Any) -> Record:
    winner = "right" if event.why in ("natural", "point_made") else "wrong"
    return _closed(_with_round(record, winner=winner), event.why)


def _bank_filled(record: Record, event: Any) -> Record:
    return _with_game(record, bank=record.games[-1].bank + event.amount)


# ---- poker ----------------------------------------------------------------------------------------------------


def _hand_dealt(record: Record, event: Any) -> Record:
    return _with_game(record, current=Round(event.hand, event.dealer, None, False))


def _hand_ended(record: Record, event: Any) -> Record:
    played = changed(record.games[-1].current, outcome=event.why, paid=event.paid, won=event.won)
    return _with_game(record, rounds=(*record.games[-1].rounds, played), current=None)


# ---- the end of a round ---------------------------------------------------------------------------------------


def _closed(record: Record, outcome: str) -> Record:
    game = record.games[-1]
    current = game.current
    if current is None or not current.throws:
        return _with_game(record, current=None)
    return _with_game(record, rounds=(*game.rounds, changed(current, outcome=outcome)), current=None)


def _cashed_out(record: Record, event: Any) -> Record:
    return _with_game(_closed(record, "cashed_out"), results=event.results, winners=event.winners)


_after: dict[str, Callable[[Record, Any], Record]] = {
    "opened": _opened,
    "joined": _joined,
    "bought_in": lambda record, event: _bought(record, event.player, event.amount),
    "round_opened": _round_opened,
    "round_begun": _round_opened,
    "dice_passed": _dice_passed,
    "bet_won": lambda record, event: _house_bet(record, event, event.won),
    "bet_lost": lambda record, event: _house_bet(record, event, -event.amount),
    "bet_pushed": lambda record, event: _house_bet(record, event, 0),
    "round_decided": _round_decided,
    "bank_filled": _bank_filled,
    "shooter_left": lambda record, event: _with_round(record, by=event.shooter),
    "thrown": _thrown,
    "die_thrown": lambda record, _: changed(record, before=changed(record, before=None, was=None), was=None),
    "corrected": _corrected,
    "bet_settled": _bet_settled,
    "round_settled": _round_settled,
    "hand_dealt": _hand_dealt,
    "turn_came": lambda record, event: _with_round(record, by=event.player),
    "hand_ended": _hand_ended,
    "voided": lambda record, _: _closed(record, "voided"),
    "shooter_passed": lambda record, _: _closed(record, "passed"),
    "round_dropped": lambda record, _: _closed(record, "passed"),
    "cashed_out": _cashed_out,
}
