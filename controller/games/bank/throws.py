"""Commands of the dice: no_roll, throw."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games import dice, opening
from controller.games.bank.events import BetLost, BetMoved, BetPushed, BetReturned, BetWon, RoundDecided
from controller.games.bank.spots import LOST, MOVES, PUSH, WON, Spot, verdict
from controller.games.bank.state import Bank, free, works
from controller.games.bank.turn import Turn, first_round, next_round
from controller.games.events import PointSet
from controller.games.refusals import Refused
from controller.games.seats import left_of


def no_roll(turn: Turn) -> None:
    """no_roll: betting opens again; without anybody to throw it does not count."""
    dice.no_roll(turn, counts=turn.state.phase == "opening" or may_throw(turn.state) is None)


def throw(turn: Turn) -> None:
    """throw: both dice; in the opening one die of one player."""
    state = turn.state
    if state.phase == "opening":
        opening.throw_die(turn, first_round)
        return
    total, pair = dice.throw(turn, may_throw(state), faces_needed(state), "layout")
    judge(turn, total, pair)
    _move_puck(turn, total)


def may_throw(state: Bank) -> Refused | None:
    """Why both dice cannot be thrown now, or None. Nobody need have bet."""
    if state.phase not in ("come_out", "point"):
        return Refused("wrong_phase", "The first shooter has not been found yet.")
    if state.shooter is None:
        return Refused("wrong_phase", "Nobody is seated who could throw.")
    return None


def faces_needed(state: Bank) -> bool:
    """Whether a total alone could not judge every bet: a hard way that works asks how its number was thrown."""
    return any(spot.kind == "hard" and works(state, player, spot) for player, spot, _ in lying(state))


def lying(state: Bank) -> Iterator[tuple[str, Spot, int]]:
    """(player, spot, chips) of every bet on the layout."""
    spots = state.rules.spots
    for player, bets in state.bets.items():
        for name, chips in bets.items():
            yield player, spots[name], chips


def judge(turn: Turn, total: int, pair: bool) -> None:
    """Settles every bet that the throw decides, by the puck as it was before the throw.

    What travels does so last: it may come to a number where an old bet was decided by this very throw.
    """
    state = turn.state
    travelling, stayed = [], []
    for player, spot, chips in list(lying(state)):
        said = verdict(spot, state.point, total, pair, works(state, player, spot))
        if said == MOVES:
            travelling.append(BetMoved(player, spot.name, f"{spot.name}_{total}", chips))
        elif said == WON:
            a, b = spot.rate(state.point, total)
            turn.tell(BetWon(player, spot.name, chips, chips * a // b, spot.stays))
            if spot.stays:
                stayed.append((player, spot.name, chips))
        elif said == LOST:
            turn.tell(BetLost(player, spot.name, chips))
        elif said == PUSH:
            home = BetReturned(player, spot.name, chips, "off") if spot.flat else BetPushed(player, spot.name, chips)
            turn.tell(home)
    for moved in travelling:
        turn.tell(moved)
    for player, name, chips in stayed:
        if free(turn.state) < 0:
            turn.tell(BetReturned(player, name, chips, "bank"))


def _move_puck(turn: Turn, total: int) -> None:
    state = turn.state
    why = dice.decided(state.point, total)
    if why is None:
        if state.point is None:
            turn.tell(PointSet(total))
        return
    shooter = state.shooter
    due = left_of(state.players, shooter) or shooter if why == "seven_out" else shooter
    turn.tell(RoundDecided(state.round, why, due))
    next_round(turn, due, shooter)
