"""Commands on the layout: bet, down, working. What a player may do there now, for the pages."""

from __future__ import annotations

from controller.games import fields
from controller.games.bank.events import BetCalled, BetDown, BetKept, BetPut, BetReturned
from controller.games.bank.spots import ALWAYS, ON_THE_PUCK, Spot
from controller.games.bank.state import Bank, free, standing, works_on_come_out
from controller.games.bank.turn import Turn
from controller.games.refusals import Refused

PUCK_OFF_ONLY = frozenset({"pass", "dont_pass"})
PUCK_ON_ONLY = frozenset({"come", "dont_come"})


def bet(turn: Turn) -> None:
    """bet: chips put on a spot, added to what lies there."""
    turn.named()
    name = _name(turn)
    amount = fields.amount(turn.command)
    player = turn.better()
    state = turn.state
    spot = _spot(state, name)
    closed = why_closed(state, player, spot)
    if closed is not None:
        raise closed
    total = standing(state, player, name) + amount
    _need_size(state, player, spot, amount, total)
    turn.afford(player, amount, "the bet")
    _need_cover(state, spot, total - amount, total)
    turn.tell(BetPut(player, name, amount, total))


def down(turn: Turn) -> None:
    """down: the whole bet comes home, and the odds behind it."""
    turn.named()
    name = _name(turn)
    player = turn.better()
    state = turn.state
    spot = _spot(state, name)
    chips = _need_standing(state, player, name)
    if spot.locked(state.point):
        raise Refused("locked", f"{name} has its point: it stands until the dice decide it.")
    turn.tell(BetDown(player, name, chips))
    behind = f"odds_{name}"
    if odds := standing(state, player, behind):
        turn.tell(BetReturned(player, behind, odds, "flat"))


def working(turn: Turn) -> None:
    """working: the player calls a bet on or off for come-outs, where the card lets him."""
    turn.named()
    name = _name(turn)
    if "on" not in turn.command:
        raise Refused("bad_input", 'Say whether the bet is to work: "on" is true or false.')
    on = fields.flag(turn.command, "on", False)
    player = turn.better()
    state = turn.state
    spot = _spot(state, name)
    _need_standing(state, player, name)
    if spot.come_out == ALWAYS:
        raise Refused("not_allowed", f"By this card {name} always works.")
    said = BetKept if works_on_come_out(state, player, spot) == on else BetCalled
    turn.tell(said(player, name, on))


def _name(turn: Turn) -> str:
    name = turn.command.get("bet")
    if not isinstance(name, str):
        given = "is missing" if name is None else f"cannot be {fields.shown(name)}"
        raise Refused("bad_input", f"The bet {given}: it is a name like place_6.")
    return name


def _spot(state: Bank, name: str) -> Spot:
    spot = state.rules.spots.get(name)
    if spot is None:
        raise Refused("no_such_bet", f"The card {state.rules.card} has no bet {fields.shown(name)}.")
    return spot


def _need_standing(state: Bank, player: str, name: str) -> int:
    chips = standing(state, player, name)
    if not chips:
        raise Refused("no_such_bet", f"{player} has no bet on {name}.")
    return chips


# ---- whether, how much ----------------------------------------------------------------------------------------


def why_closed(state: Bank, player: str, spot: Spot) -> Refused | None:
    """Why no chip can be put on this spot now, whatever the amount, or None."""
    if state.phase not in ("come_out", "point"):
        return Refused("wrong_phase", "The bets open when the first shooter is found.")
    if spot.travels:
        if standing(state, player, spot.name):
            return Refused("locked", f"{spot.name} has its point: nothing is added to it.")
        return Refused("not_allowed", f"A bet comes to {spot.name} from the box: bet {spot.name.rpartition('_')[0]}.")
    if spot.kind in PUCK_OFF_ONLY and state.point is not None:
        return Refused("wrong_phase", f"The puck is on {state.point}: {spot.name} is bet when it is off.")
    if (spot.kind in PUCK_ON_ONLY or spot.kind in ON_THE_PUCK) and state.point is None:
        return Refused("wrong_phase", f"The puck is off: {spot.name} is bet when it is on a number.")
    if spot.flat is not None and not standing(state, player, spot.flat):
        return Refused("no_such_bet", f"{player} has no bet on {spot.flat} that odds could stand behind.")
    if spot.kind in ON_THE_PUCK and state.point not in spot.pays:
        return Refused("no_such_bet", f"The card {state.rules.card} gives no odds on {state.point}.")
    return None


def limit(state: Bank, player: str, spot: Spot) -> int:
    """The most chips that the player's bet on this spot may come to."""
    if spot.limit is None:
        return state.rules.maximum
    return spot.limit[spot.number or state.point] * standing(state, player, spot.flat)


def step(state: Bank, spot: Spot) -> int:
    """Amounts are multiples of this."""
    return spot.step(state.point) if state.rules.fractions == "refuse" else 1


def _need_size(state: Bank, player: str, spot: Spot, amount: int, total: int) -> None:
    if total < state.rules.minimum:
        raise Refused("below_minimum", f"The least on {spot.name} is {state.rules.minimum} chips.")
    if total % (one := step(state, spot)):
        raise Refused("not_a_multiple", f"On {spot.name} a bet is a multiple of {one}, or it would pay part of a chip.")
    if total > (most := limit(state, player, spot)):
        raise Refused("over_limit", f"The most on {spot.name} is {most} chips, and {fields.shown(total)} is more.")


def _need_cover(state: Bank, spot: Spot, before: int, total: int) -> None:
    more = spot.most_won(state.point, total) - spot.most_won(state.point, before)
    if more > (left := free(state)):
        raise Refused("bank_cannot_cover", f"The bank would have to pay {more} more, and has {left} beyond the rest.")


# ---- for the pages --------------------------------------------------------------------------------------------


def offers(state: Bank, player: str) -> dict[str, dict]:
    """What this player may do on each spot where he may do anything: {spot: {...}}.

    least, most, step: chips he may put there now, in multiples of step; all 0 where none. down: whether it may come
    down. call: whether he may call it on or off.
    """
    if state.dice_out or player not in state.players or state.phase not in ("come_out", "point"):
        return {}
    left, told = free(state), {}
    for spot in state.rules.spots.values():
        have = standing(state, player, spot.name)
        least, most, one = _range(state, player, spot, have, left)
        down_now = bool(have) and not spot.locked(state.point)
        call = bool(have) and spot.come_out != ALWAYS
        if most or down_now or call:
            told[spot.name] = {"least": least, "most": most, "step": one, "down": down_now, "call": call}
    return told


def _range(state: Bank, player: str, spot: Spot, have: int, left: int) -> tuple[int, int, int]:
    if why_closed(state, player, spot) is not None:
        return 0, 0, 0
    one, hand = step(state, spot), state.chips.hand[player]
    budget = left + spot.most_won(state.point, have)
    covered = min(-(-(budget + 1) * b // a) - 1 for a, b in spot.rates(state.point))
    top = min(limit(state, player, spot), covered, have + hand)
    most = top - top % one - have
    least = max(state.rules.minimum, have + 1)
    least += -least % one
    least -= have
    return (least, most, one) if 0 < least <= most else (0, 0, 0)
