"""The commands that the host's page may give, made from checked parts and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask_babel import gettext as _

from controller.chance import AT_RANDOM
from web.games import PAGES, pages_of
from web.guard import Refusal, named_dice, person_name, thrown_at_once, whole
from web.pages import Pages


def command_from(wish: dict, pages: Pages) -> dict:
    """The command for what the page asked. Raises Refusal with one sentence."""
    make = _MAKERS.get(wish.get("cmd")) if isinstance(wish.get("cmd"), str) else None
    if make is None:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return make(wish, pages)


def _open(wish: dict, pages: Pages) -> dict:
    game = wish.get("game", pages.settings.game)
    if not isinstance(game, str) or game not in PAGES:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    drawn, names = PAGES[game], wish.get("players")
    if not isinstance(names, list):
        raise Refusal(400, "bad_input", drawn.too_few())
    players = [person_name(name) for name in names]
    if len(players) < drawn.least:
        raise Refusal(400, "bad_input", drawn.too_few())
    if len(players) > pages.settings.seats:
        raise Refusal(400, "bad_input", _("This table has %(n)d seats.", n=pages.settings.seats))
    if len({name.casefold() for name in players}) < len(players):
        raise Refusal(400, "bad_input", _("Two people have the same name: add a letter to one."))
    rules = wish.get("rules") if isinstance(wish.get("rules"), dict) else {}
    own = pages.settings.rules if game == pages.settings.game else {}
    return {
        "cmd": "open",
        "game": game,
        "players": players,
        "buy_in": whole(wish.get("buy_in"), _("The buy-in")),
        "rules": own | {name: rules[name] for name in drawn.options if name in rules},
    }


def _join(wish: dict, pages: Pages) -> dict:
    players = pages.state().get("players") or ()
    if len(players) >= pages.settings.seats:
        raise Refusal(409, "seat_taken", _("Every seat is taken."))
    command = {
        "cmd": "join",
        "player": person_name(wish.get("player")),
        "buy_in": whole(wish.get("buy_in"), _("The buy-in")),
    }
    if wish.get("after") in players:
        command["after"] = wish["after"]
    return command


def _of_player(name: str) -> Callable[[dict, Pages], dict]:
    def make(wish: dict, _pages: Pages) -> dict:
        return {"cmd": name, "player": _known_name(wish)}

    return make


def _known_name(wish: dict) -> str:
    """A name as the table knows it; whether it does, the game says."""
    name = wish.get("player")
    if not isinstance(name, str) or not 0 < len(name) <= 100:
        raise Refusal(400, "bad_input", _("Please type a name."))
    return name


def _buy_in(wish: dict, _pages: Pages) -> dict:
    return {"cmd": "buy_in", "player": _known_name(wish), "amount": whole(wish.get("amount"), _("The buy-in"))}


def _throw(wish: dict, pages: Pages) -> dict:
    """The faces, or the total alone, as the host names them; refused when another throw came in since."""
    if wish.get("after") != pages.last_seq():
        raise Refusal(409, "changed", _("Another throw came in before yours, so nothing was done: look again."))
    command = {"cmd": "throw", "source": "tapped"}
    if "total" in wish:
        return command | {"total": whole(wish["total"], _("The total of both dice"), 2, 12)}
    state = pages.state()
    if state.get("phase") == "opening":
        command["player"] = next(iter(state["opening"]["to_throw"]), None)
    return command | {"dice": named_dice(wish, thrown_at_once(state))}


def _roll(wish: dict, pages: Pages) -> dict:
    """The table draws the faces by the system's random source, where no camera reads real dice."""
    if pages.settings.camera:
        raise Refusal(409, "not_allowed", _("At this table the dice are real: throw them."))
    count = thrown_at_once(pages.state())
    return _throw(wish | {"dice": [secrets.randbelow(6) + 1 for _die in range(count)]}, pages) | {"source": "phone"}


def _play_on(_wish: dict, pages: Pages) -> dict:
    """For whoever's turn it is and who is gone: a check, or a fold; cards that the table chooses at random."""
    state = pages.state()
    if state.get("phase") == "pass":
        return {"cmd": "pass", "player": state["turn"], "cards": AT_RANDOM}
    may = state.get("may") or {}
    return {"cmd": "fold" if may.get("fold") else "check"} | ({"player": state["turn"]} if state.get("turn") else {})


def _correct(wish: dict, pages: Pages) -> dict:
    seq, last = pages.last_seq(), pages.story.last
    if last is None or wish.get("after") != seq:
        raise Refusal(409, "changed", _("Another throw came in before yours, so nothing was done: look again."))
    return {"cmd": "correct", "dice": named_dice(wish, len(last.dice) or 2)}


def _rules(wish: dict, pages: Pages) -> dict:
    rules = wish.get("rules") if isinstance(wish.get("rules"), dict) else {}
    options = pages_of(pages.state().get("game")).options
    return {"cmd": "rules", "rules": {name: rules[name] for name in options if name in rules}}


def _fill_bank(wish: dict, _pages: Pages) -> dict:
    return {"cmd": "fill_bank", "amount": whole(wish.get("amount"), _("What goes into the bank"), most=10**9)}


def _plain(name: str, **more: object) -> Callable[[dict, Pages], dict]:
    def make(_wish: dict, _pages: Pages) -> dict:
        return {"cmd": name, **more}

    return make


_MAKERS: dict[str, Callable[[dict, Pages], dict]] = {
    "open": _open,
    "join": _join,
    "leave": _of_player("leave"),
    "buy_in": _buy_in,
    "throw": _throw,
    "roll": _roll,
    "deal": _plain("deal"),
    "play_on": _play_on,
    "correct": _correct,
    "rules": _rules,
    "fill_bank": _fill_bank,
    "no_roll": _plain("no_roll", reason="host"),
    "confirm": _plain("confirm"),
    "void": _plain("void"),
    "pass_dice": _plain("pass_dice"),
    "cash_out": _plain("cash_out"),
}
