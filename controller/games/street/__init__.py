"""Street craps: the line, the board, the people. Pure functions on frozen values.

    state = None
    for event in open_game({"cmd": "open", "game": "street", "players": ["Alice", "Bo"], "buy_in": 500}):
        state = evolve(state, event)
    decide(state, {"cmd": "throw", "dice": [4, 3]})   # -> the events, or Refused

Where the rules are silent, this is what was chosen:

- Who can stake is asked when a round opens, not before: a seat that the dice wait for and that buys in shoots.
- After a void the same seat shoots; who throws on for a shooter that left shoots next, whatever came of the round.
- While the dice are out only throw, no_roll, dice_out, correct, rules, void, cash_out and open are taken.
- A total alone is refused while any hard way is taken, whatever the total: which totals would need the faces is
  nothing to ask of people at a table.
- Options changed in mid-game wait for the next round, odds too; a chip keeps the odds of the moment it was put.
- In an opening for the highest die a joiner of the first lap throws too; of the tied the last one seated wins.
- A leaver who comes back under his name goes on with his account, and need not buy any chips: `buy_in` 0. A seat that
  empties in mid-round while nobody else is seated is thrown on for by the next who joins.
- Of several reasons against a command one is told, the first of these: the game is over, what is malformed, the dice
  are out, nobody of that name, no such square or bet, no round, whose right it is, the line is closed, the chips.
- A command that a correction refused is as dead as any refused one: a second correction does not bring it back.
- A correction leaves each chip its number; a stake or pass that named its shooter is refused to another.
"""

from __future__ import annotations

from controller.games import dice, fields, seats, turns
from controller.games.codec import Event
from controller.games.events import Opened, ShooterChosen
from controller.games.street import board, line, pads, people, throws
from controller.games.street.events import ChipPut
from controller.games.street.evolve import evolve
from controller.games.street.options import checked
from controller.games.street.state import Street
from controller.games.street.turn import Turn, next_round, reopen
from controller.games.street.view import public, tap_view

__all__ = ["DICE", "NAME", "Street", "again", "decide", "evolve", "open_game", "pads", "public", "tap_view"]

NAME = "street"
DICE = 2
"""Dice that a throw is made with."""
_COMMANDS: turns.Commands = {
    "for": line.bet,
    "against": line.bet,
    "off": line.off,
    "stake": line.stake,
    "pass_dice": people.pass_dice,
    "chip": board.chip,
    "lift": board.lift,
    "take": board.take,
    "undo": board.undo,
    "join": turns.join,
    "leave": people.leave,
    "buy_in": turns.buy_in,
    "rules": people.rules,
    "void": people.void,
    "cash_out": people.cash_out,
    "dice_out": dice.dice_out,
    "no_roll": throws.no_roll,
    "throw": throws.throw,
}


def open_game(command: dict) -> tuple[Event, ...]:
    """The events of a new game: `players` in seat order, `buy_in` chips each, `rules` that differ from the defaults."""
    players = seats.first_seats(command.get("players"), "Street craps", least=2)
    opened = Opened(NAME, players, fields.bought(command, "buy_in"), checked(command.get("rules"), players).to_json())
    turn = Turn(evolve(None, opened), command)
    first = turn.state.rules.first_shooter
    if first == "first_seat":
        turn.tell(ShooterChosen(players[0], "first_seat"))
        next_round(turn, None)
    elif first != "high_die":
        turn.tell(ShooterChosen(first["named"], "named"))
        next_round(turn, None)
    return (opened, *turn.events)


def decide(state: Street, command: dict, bet: int | None = None) -> tuple[Event, ...]:
    """What the command does: its events, none where it changes nothing. Raises Refused where the rules say no.

    bet: the number that a chip put down is to have; None: the next one.
    """
    turn = Turn(state, command, bet)
    turns.carry_out(turn, _COMMANDS, "Street craps")
    reopen(turn)
    return tuple(turn.events)


def again(state: Street, event: Event) -> tuple[Event, ...]:
    """Decides once more the command that this event was, as a correction does. A chip keeps its number."""
    command = event.command()
    assert command is not None, event
    return decide(state, command, event.bet if isinstance(event, ChipPut) else None)
