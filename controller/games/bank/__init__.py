"""Bank craps: everybody bets against the bank, by a house's card. Pure functions on frozen values.

    state = None
    for event in open_game({"cmd": "open", "game": "bank", "players": ["Alice"], "buy_in": 500}):
        state = evolve(state, event)
    decide(state, {"cmd": "bet", "player": "Alice", "bet": "pass", "amount": 10})   # -> the events, or Refused

Where the rules are silent, this is what was chosen:

- The bank's worst case is the most that each bet can win, added up: so it can pay whatever comes, in any order.
- A place bet that stays after it has won comes down where the bank could not pay it once more.
- Minimum, maximum and multiples are about what lies on a spot in all, not about what is added.
- A card that limits odds by the flat bet limits them by nothing else; the table's maximum binds all other bets.
- A push brings the bet home. A bet off on the come-out is not touched by that throw.
- A call (`working`) is about come-outs and holds until the bet comes down; in the point phase everything works.
- Don't pass or don't come taken down brings the odds behind it home.
- A leaver's bets come home but those that are locked, which are decided for his account.
- A shooter who leaves hands the dice on, whatever the puck says; the dice pass again with the next seven-out.
- The shooter or the host may pass the dice before a come-out; no bet is touched, for bets are on the dice.
- A total alone is refused while a hard way works, whatever the total.
- Options changed in mid-game wait for the next round. `void` sends all bets home and turns the puck off.
- One player is enough: the other side is the bank.
"""

from __future__ import annotations

from controller.games import dice, fields, seats, turns
from controller.games.bank import bets, pads, people, throws
from controller.games.bank.evolve import evolve
from controller.games.bank.options import checked
from controller.games.bank.state import Bank
from controller.games.bank.turn import Turn, first_round
from controller.games.bank.view import public, tap_view
from controller.games.codec import Event
from controller.games.events import Opened, ShooterChosen

__all__ = ["DICE", "NAME", "Bank", "again", "decide", "evolve", "open_game", "pads", "public", "tap_view"]

NAME = "bank"
DICE = 2
"""Dice that a throw is made with."""
_COMMANDS: turns.Commands = {
    "bet": bets.bet,
    "down": bets.down,
    "working": bets.working,
    "join": turns.join,
    "leave": people.leave,
    "buy_in": turns.buy_in,
    "fill_bank": people.fill_bank,
    "rules": people.rules,
    "pass_dice": people.pass_dice,
    "void": people.void,
    "cash_out": people.cash_out,
    "dice_out": dice.dice_out,
    "no_roll": throws.no_roll,
    "throw": throws.throw,
}


def open_game(command: dict) -> tuple[Event, ...]:
    """The events of a new game: `players` in seat order, `buy_in` chips each, `rules` that differ from the defaults."""
    players = seats.first_seats(command.get("players"), "Bank craps", least=1)
    opened = Opened(NAME, players, fields.bought(command, "buy_in"), checked(command.get("rules"), players).to_json())
    turn = Turn(evolve(None, opened), command)
    first = turn.state.rules.first_shooter
    if first != "high_die":
        named = isinstance(first, dict)
        turn.tell(ShooterChosen(first["named"] if named else players[0], "named" if named else "first_seat"))
        first_round(turn)
    return (opened, *turn.events)


def decide(state: Bank, command: dict) -> tuple[Event, ...]:
    """What the command does: its events, none where it changes nothing. Raises Refused where the rules say no."""
    turn = Turn(state, command)
    turns.carry_out(turn, _COMMANDS, "Bank craps")
    return tuple(turn.events)


def again(state: Bank, event: Event) -> tuple[Event, ...]:
    """Decides once more the command that this event was, as a correction does."""
    command = event.command()
    assert command is not None, event
    return decide(state, command)
