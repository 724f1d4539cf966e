"""Commands of people and host: join, leave, buy_in, rules, void, cash_out."""

from __future__ import annotations

from controller.games import fields, turns
from controller.games.events import BoughtIn, CashedOut, Left, RulesChanged, Voided
from controller.games.poker.circuit import gone
from controller.games.poker.events import HandLeft
from controller.games.poker.options import Rules
from controller.games.poker.options import changed as changed_rules
from controller.games.poker.state import Poker
from controller.games.poker.turn import Turn
from controller.games.refusals import Refused


def join(turn: Turn) -> None:
    """join: a new seat at the end, or to the left of `after`; dealt in with the next hand."""
    turns.join(turn, _next_rules(turn.state).most_seats)


def leave(turn: Turn) -> None:
    """leave: the seat is free. In a hand he is out of it at once, and what he has put stays in the pot."""
    turn.named()
    turn.need_betting_open()
    player = turn.seated()
    turn.tell(Left(player))
    hand = turn.state.hand
    if hand is not None and player in hand.held:
        turn.tell(HandLeft(player))
        gone(turn)


def buy_in(turn: Turn) -> None:
    """buy_in: more chips, by whoever is not in a hand: what lies on the table at the deal is what one plays for."""
    turn.named()
    chips = fields.bought(turn.command, "amount")
    turn.need_betting_open()
    player = turn.seated()
    hand = turn.state.hand
    if hand is not None and player in hand.players and player not in hand.folded:
        raise Refused("wrong_phase", f"{player} is in the hand: chips are bought between hands.")
    turn.tell(BoughtIn(player, chips))


def rules(turn: Turn) -> None:
    """rules: options, from the next hand on."""
    given = turn.command.get("rules")
    made = changed_rules(_next_rules(turn.state), given)
    if len(turn.state.players) > made.most_seats:
        raise Refused("not_allowed", f"{made.cards} cards each are for {made.most_seats} players at most.")
    turn.tell(RulesChanged(given))


def void(turn: Turn) -> None:
    """void: the host takes the hand back: antes and bets come home, the same dealer deals again."""
    state = turn.state
    if state.hand is None:
        raise Refused("wrong_phase", "No hand is being played, so there is none to void.")
    turn.tell(Voided(_on_table(state), state.due))


def cash_out(turn: Turn) -> None:
    """cash_out: what lies in an unfinished hand goes back, the game ends. The highest result wins, ties share."""
    state = turn.state
    results = state.chips.results()
    best = max(results.values())
    winners = tuple(player for player, result in results.items() if result == best)
    turn.tell(CashedOut(_on_table(state), results, winners))


def _on_table(state: Poker) -> tuple[tuple[str, int], ...]:
    return tuple((player, chips) for player, chips in state.chips.table.items() if chips)


def _next_rules(state: Poker) -> Rules:
    return state.next_rules or state.rules
