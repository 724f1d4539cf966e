"""The evening in lines that a person likes to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

CALLS = {
    2: "aces", 3: "ace deuce", 4: "four", 5: "five", 6: "six", 7: "seven",
    8: "eight", 9: "nine", 10: "ten", 11: "yo eleven", 12: "boxcars",
}  # fmt: skip

#: Why dice are thrown again, in plain words.
REASONS = {
    "wrong_count": "I do not see two dice",
    "cocked": "a die leans",
    "stacked": "one die lies on the other",
    "at_edge": "a die is cut off by the edge",
    "off_surface": "a die left the table",
    "occluded": "a die is covered",
    "hand": "a hand was in the way",
    "blurred": "the picture is blurred",
    "glare": "the light hides the pips",
    "too_dark": "it is too dark",
    "moving": "the dice never came to rest",
    "not_thrown": "both dice have to be thrown",
    "wall_missed": "the far wall was not reached",
    "surface_changed": "the table has changed",
    "unsure": "I am not sure what I see",
}
DETAILS = {
    "one_moved": "only one die moved",
    "placed": "a die was set down by hand",
    "slid": "a die was slid",
}


def tell(events: list[dict[str, Any]]) -> Iterator[str]:
    """The lines for one command's events (as in the JSON of `play`); nothing for what is not worth a line."""
    for event in events:
        line = LINES.get(event["type"])
        if line is not None:
            yield line(event)


def _opened(event: dict) -> str:
    return f"{len(event['players'])} players sit down with {event['buy_in']} chips each: {', '.join(event['players'])}."


def _round(event: dict) -> str:
    dice = f"The dice go from {event['passed_from']} to {event['shooter']}. " if event["passed_from"] else ""
    return f"\n{dice}{event['shooter']} stakes {event['stake']}, {event['fader']} fades {event['fade']}."


def _line_bet(event: dict) -> str:
    return f"  {event['player']} bets {event['amount']} {event['side']} the shooter."


def _thrown(event: dict) -> str:
    if len(event["dice"]) == 1:
        return f"  The die: {event['total']}."
    first, second = event["dice"]
    call = (
        f"hard {CALLS[event['total']]}"
        if first == second and event["total"] in (4, 6, 8, 10)
        else CALLS[event["total"]]
    )
    return f"  {first} and {second}: {call}."


def _no_roll(event: dict) -> str:
    why = DETAILS.get(event["detail"] or "") or REASONS.get(event["reason"], event["reason"])
    return f"  No roll: {why}. Thrown again."


def _settled(event: dict) -> str:
    words = {"natural": "A natural", "craps": "Craps", "point_made": "The point is made", "seven_out": "Seven out"}
    side = "the shooter's side" if event["winner"] == "right" else "the faders"
    return f"  {words[event['why']]}: {side} win{'s' if event['winner'] == 'right' else ''} {event['in_play']}."


def _cashed_out(event: dict) -> str:
    results = ", ".join(f"{name} {chips:+d}" for name, chips in event["results"].items())
    return f"\nCash-out: {results}. Best: {' and '.join(event['winners'])}."


def _begun(event: dict) -> str:
    dice = f"The dice go from {event['passed_from']} to {event['shooter']}. " if event["passed_from"] else ""
    return f"\n{dice}{event['shooter']} comes out."


def _bet(event: dict) -> str:
    return f"  {event['player']} puts {event['amount']} on {_spot(event)}."


def _spot(event: dict) -> str:
    return event["bet"].replace("_", " ")


def _decided(event: dict) -> str:
    words = {"natural": "A natural", "craps": "Craps", "point_made": "The point is made", "seven_out": "Seven out"}
    return f"  {words[event['why']]}."


def _counted(event: dict) -> str:
    won = event["won"]
    return f"\nThe bank holds {event['chips']}: it {'lost' if won < 0 else 'won'} {abs(won)}."


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _shown(event: dict) -> str:
    return "\n".join(f"  {name} shows {worth.replace('_', ' ')}: {' '.join(five)}."
                     for name, _all, five, worth in event["hands"])  # fmt: skip


def _hand_ended(event: dict) -> str:
    return "  " + " ".join(f"{name} takes {chips}." for name, chips in event["won"].items() if chips)


LINES: dict[str, Callable[[dict], str]] = {
    "opened": _opened,
    "round_opened": _round,
    "line_bet": _line_bet,
    "line_off": lambda event: f"  {event['player']} takes the bet off.",
    "bought_in": lambda event: f"  {event['player']} buys {event['amount']} more chips.",
    "thrown": _thrown,
    "no_roll": _no_roll,
    "host_called": lambda event: "  Three in a row: the host is called.",
    "point_set": lambda event: f"  The point is {event['point']}.",
    "round_settled": _settled,
    "waiting": lambda event: "  Fewer than two can stake: the table waits.",
    "cashed_out": _cashed_out,
    "round_begun": _begun,
    "bet_put": _bet,
    "bet_down": lambda event: f"  {event['player']} takes {_spot(event)} down.",
    "bet_won": lambda event: f"  {event['player']} wins {event['won']} on {_spot(event)}.",
    "bet_lost": lambda event: f"  {event['player']} loses {event['amount']} on {_spot(event)}.",
    "bet_moved": lambda event: f"  {event['player']}'s {_spot(event)} moves to {event['to'].rpartition('_')[2]}.",
    "bank_filled": lambda event: f"  {event['amount']} chips go into the bank.",
    "round_decided": _decided,
    "bank_counted": _counted,
    "hand_dealt": lambda event: f"\nHand {event['hand']}: {event['dealer']} deals {_cards(event['cards'])} each.",
    "checked": lambda event: f"  {event['player']} checks.",
    "bet_opened": lambda event: f"  {event['player']} bets {event['amount']}.",
    "called": lambda event: f"  {event['player']} calls {event['amount']}.",
    "raised": lambda event: f"  {event['player']} raises to {event['to']}.",
    "folded": lambda event: f"  {event['player']} folds.",
    "cards_passed": lambda event: f"  {event['player']} passes {_cards(event['count'])} to {event['to']}.",
    "topped_up": lambda event: f"  {event['player']} is dealt {_cards(event['count'])} more.",
    "hands_shown": _shown,
    "hand_ended": _hand_ended,
}
