"""Craps Poker: one die, 52 cards, and a betting round whenever somebody bets. Pure functions on frozen values.

    state = None
    for event in open_game({"cmd": "open", "game": "poker", "players": ["Ann", "Ben", "Cas"], "buy_in": 500}):
        state = evolve(state, event)
    decide(state, {"cmd": "deal", "deck": deck})   # -> the events, or Refused

The deck comes with `deal`: who shuffles is not the game's business.
Where the rules are silent, this is what was chosen:

- The first seat deals first. A seat without chips is passed over, by the deal as by the cards; a hand needs three.
- Each betting round begins at nothing. What nobody matched comes back as soon as a round closes.
- A raise is at least the last full bet or raise, or the ante, above what is bet; who has less may go all in, and that
  opens nothing to those who have acted since the last full one: they call or fold.
- Who is all in throws without checking. Who could only bet against players that are all in is asked, as everybody
  is, and may throw at once; in the last betting he is not asked.
- Top-up: one player after the other is dealt what he lacks; where so many left in mid-hand that the deck runs out, the
  cards out of play are dealt again. Odd chips of a pot all go to the first of its winners.
- A fixed limit is the ante, for bets and raises, without a limit on their number.
- A player who leaves in mid-hand folds at once, at whatever moment: he neither throws nor passes any more, his cards
  go away, and the turn goes on. Chips are bought, and newcomers dealt in, between hands.
- A void takes the whole hand back, and the same seat deals again.
- At a showdown everybody left shows all he holds. Nothing is shown of a hand that nobody called.
- While the die is out only throw, no_roll, dice_out, correct, rules, void, cash_out and open are taken. A die seen when
  none is due changes nothing.
- Commands of betting, and pass, may leave out the player: it is the one whose turn it is.
"""

from __future__ import annotations

from controller.games import fields, seats, turns
from controller.games.codec import Event
from controller.games.events import Opened
from controller.games.poker import betting, circuit, dice, pads, people
from controller.games.poker.evolve import evolve
from controller.games.poker.options import FEWEST, checked
from controller.games.poker.state import Poker
from controller.games.poker.turn import Turn
from controller.games.poker.view import public, tap_view

__all__ = ["DICE", "NAME", "Poker", "again", "decide", "evolve", "open_game", "pads", "public", "tap_view"]

NAME = "poker"
DICE = 1
"""Dice that a throw is made with: the one whose face says how many cards go on."""
_COMMANDS: turns.Commands = {
    "deal": circuit.deal,
    "check": betting.check,
    "bet": betting.bet,
    "call": betting.call,
    "raise": betting.raise_,
    "fold": betting.fold,
    "pass": circuit.pass_cards,
    "join": people.join,
    "leave": people.leave,
    "buy_in": people.buy_in,
    "rules": people.rules,
    "void": people.void,
    "cash_out": people.cash_out,
    "dice_out": dice.dice_out,
    "no_roll": dice.no_roll,
    "throw": dice.throw,
}


def open_game(command: dict) -> tuple[Event, ...]:
    """The events of a new game: `players` in seat order, `buy_in` chips each, `rules` that differ from the defaults."""
    rules = checked(command.get("rules"))
    players = seats.first_seats(command.get("players"), "This poker", FEWEST, rules.most_seats)
    return (Opened(NAME, players, fields.bought(command, "buy_in"), rules.to_json()),)


def decide(state: Poker, command: dict) -> tuple[Event, ...]:
    """What the command does: its events, none where it changes nothing. Raises Refused where the rules say no."""
    turn = Turn(state, command)
    turns.carry_out(turn, _COMMANDS, "Poker")
    return tuple(turn.events)


def again(state: Poker, event: Event) -> tuple[Event, ...]:
    """Decides once more the command that this event was, as a correction does."""
    command = event.command()
    assert command is not None, event
    return decide(state, command)
