"""What the events of the dice make of a state, in any game that is played with them: closed, no roll, thrown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games import events
from controller.games.values import changed


def _dice_out(state: Any, _: events.DiceOut) -> Any:
    return changed(state, dice_out=True)


def _no_roll(state: Any, event: events.NoRoll) -> Any:
    return changed(state, dice_out=False, no_rolls=event.in_row)


def _host_called(state: Any, _: events.HostCalled) -> Any:
    return changed(state, host_called=True)


def _thrown(state: Any, event: events.Thrown) -> Any:
    return changed(state, throws=event.number, dice_out=False, no_rolls=0, host_called=False, last=event)


def _die_thrown(state: Any, event: events.DieThrown) -> Any:
    opening = state.opening.after(event.player, event.die)
    return changed(state, opening=opening, dice_out=False, no_rolls=0, host_called=False)


def _point_set(state: Any, event: events.PointSet) -> Any:
    return changed(state, phase="point", point=event.point)


#: For every game.
ANY_DICE: dict[str, Callable[[Any, Any], Any]] = {
    "dice_out": _dice_out,
    "no_roll": _no_roll,
    "host_called": _host_called,
}
#: For every craps.
CRAPS_DICE = {**ANY_DICE, "thrown": _thrown, "die_thrown": _die_thrown, "point_set": _point_set}
