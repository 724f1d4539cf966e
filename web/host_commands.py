"""The commands that the host's page may give, made from checked parts and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext as _

from web.guard import Refusal, named_dice, person_name, thrown_at_once, whole
from web.pages import Pages

#: Options of a street game that the page offers; the game checks their values.
STREET_RULES = ("minimum", "dice_pass", "line", "late_line", "first_shooter", "leaning", "wall", "odds", "may_throw")


def command_from(wish: dict, pages: Pages) -> dict:
    """The command for what the page asked. Raises Refusal with one sentence."""
    make = _MAKERS.get(wish.get("cmd")) if isinstance(wish.get("cmd"), str) else None
    if make is None:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return make(wish, pages)


def _open(wish: dict, pages: Pages) -> dict:
    names = wish.get("players")
    if not isinstance(names, list):
        raise Refusal(400, "bad_input", _("A game needs at least two people."))
    players = [person_name(name) for name in names]
    if len(players) < 2:
        raise Refusal(400, "bad_input", _("A game needs at least two people."))
    if len(players) > pages.settings.seats:
        raise Refusal(400, "bad_input", _("This table has %(n)d seats.", n=pages.settings.seats))
    if len({name.casefold() for name in players}) < len(players):
        raise Refusal(400, "bad_input", _("Two people have the same name: add a letter to one."))
    rules = wish.get("rules") if isinstance(wish.get("rules"), dict) else {}
    return {
        "cmd": "open",
        "game": "street",
        "players": players,
        "buy_in": whole(wish.get("buy_in"), _("The buy-in")),
        "rules": pages.settings.rules | {name: rules[name] for name in STREET_RULES if name in rules},
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


def _correct(wish: dict, pages: Pages) -> dict:
    seq, last = pages.last_seq(), pages.story.last
    if last is None or wish.get("after") != seq:
        raise Refusal(409, "changed", _("Another throw came in before yours, so nothing was done: look again."))
    return {"cmd": "correct", "dice": named_dice(wish, len(last.dice) or 2)}


def _rules(wish: dict, _pages: Pages) -> dict:
    rules = wish.get("rules") if isinstance(wish.get("rules"), dict) else {}
    return {"cmd": "rules", "rules": {name: rules[name] for name in STREET_RULES if name in rules}}


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
    "correct": _correct,
    "rules": _rules,
    "no_roll": _plain("no_roll", reason="host"),
    "confirm": _plain("confirm"),
    "void": _plain("void"),
    "pass_dice": _plain("pass_dice"),
    "cash_out": _plain("cash_out"),
}
