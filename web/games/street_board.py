"""The board as screens show it: the squares with their odds, the chips on them, and what this player may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from web import words
from web.games.pages import refused

if TYPE_CHECKING:
    from web.scene import Scene

#: The squares in the order in which the board shows them.
SQUARES = (
    "seven", "craps", "field", "two", "three", "eleven", "twelve", "hard_4", "hard_6", "hard_8", "hard_10",
    "num_4", "num_5", "num_6", "num_8", "num_9", "num_10",
)  # fmt: skip
#: Chips of the rail as multiples of the minimum.
RAIL = (1, 2, 5, 10, 20, 50)
#: Chips that are listed on one square of a phone; more are counted.
CHIPS_SHOWN = 8


def board(scene: Scene, viewer: str) -> dict | None:
    """The board for one player; None in a game without one."""
    state = scene.state
    if "board" not in state or scene.mode != "play":
        return None
    why = _why_not_put(scene, viewer)
    lying: dict[str, list[dict]] = {square: [] for square in SQUARES}
    for bet in state["board"]:
        lying[bet["square"]].append(bet)
    return {
        "squares": [_square(scene, viewer, square, bets) for square, bets in lying.items()],
        "rail": _rail(scene, viewer),
        "can": not why,
        "why": why,
    }


def chips_for_all(scene: Scene) -> list[dict]:
    """The chips on the board for the TV."""
    return [
        {
            "bet": bet["bet"],
            "square": words.square_words(bet["square"]),
            "amount": bet["amount"],
            "player": bet["player"],
            "taker": bet["taker"] or "",
            "lay": bet["lay"],
            "open": bet["taker"] is None,
        }
        for bet in scene.state.get("board") or ()
    ]


def _square(scene: Scene, viewer: str, square: str, bets: list[dict]) -> dict:
    """A square with the chips that lie there: the player's own first, then those that he may take."""
    first = sorted(bets, key=lambda bet: (viewer not in (bet["player"], bet["taker"]), bet["taker"] is not None))
    return {
        "square": square,
        "name": words.square_words(square),
        "odds": odds_words(square, _odds(scene, square)),
        "chips": [_chip(scene, viewer, bet) for bet in first[:CHIPS_SHOWN]],
        "more": max(0, len(bets) - CHIPS_SHOWN),
    }


def _odds(scene: Scene, square: str) -> Any:
    return ((scene.state.get("rules") or {}).get("odds") or {}).get(square)


def odds_words(square: str, odds: Any) -> str:
    """Printed odds as players know them: "5 for 1" with the chip in it, numbers as "3 to 2", the field in words."""
    if square == "field":
        return _("even, 2 and 12 double") if isinstance(odds, dict) else ""
    if not odds:
        return ""
    net, unit = odds
    if square.startswith("num_") or unit != 1:
        return _("%(a)d to %(b)d", a=net, b=unit)
    return _("%(a)d for 1", a=net + unit)


def _rail(scene: Scene, viewer: str) -> list[int]:
    minimum = (scene.state.get("rules") or {}).get("minimum", 1)
    stack = (scene.state.get("stacks") or {}).get(viewer, 0)
    fits = [minimum * times for times in RAIL if minimum * times <= stack]
    return fits[:5] or ([stack] if stack else [])


def _why_not_put(scene: Scene, viewer: str) -> str:
    return refused(scene, scene.ask({"cmd": "chip", "player": viewer, "square": "seven", "amount": 1}), "chip")


def _chip(scene: Scene, viewer: str, bet: dict) -> dict:
    """One chip: whose it is, what a taker lays, and what this player may do with it.

    kind: own (open, his), open (another's, to be taken), mine (taken, he is on one side) or others.
    """
    act = _act(viewer, bet)
    refusal = scene.ask({"cmd": act, "player": viewer, "bet": bet["bet"]}) if act else None
    why = refused(scene, refusal, act) if act else _why_it_stands(viewer, bet)
    his = viewer in (bet["player"], bet["taker"])
    return {
        "bet": bet["bet"],
        "kind": ("own" if his else "open") if bet["taker"] is None else "mine" if his else "others",
        "amount": bet["amount"],
        "text": _chip_words(bet),
        "lay": bet["lay"],
        "act": act,
        "act_word": _act_word(act, bet),
        "can": bool(act) and not why,
        "why": why,
    }


def _chip_words(bet: dict) -> str:
    name = words.square_words(bet["square"])
    if bet["taker"] is None:
        return _("%(who)s: %(n)d on %(square)s", who=bet["player"], n=bet["amount"], square=name)
    return _(
        "%(who)s: %(n)d on %(square)s against %(taker)s, who lays %(lay)d",
        who=bet["player"], n=bet["amount"], square=name, taker=bet["taker"], lay=bet["lay"],
    )  # fmt: skip


def _why_it_stands(viewer: str, bet: dict) -> str:
    """Why a chip that was taken is nothing to tap on."""
    if viewer in (bet["player"], bet["taker"]):
        return words.refusal_words("locked", "")
    return words.refusal_words("already_taken", "")


def _act(viewer: str, bet: dict) -> str:
    if bet["taker"] is None:
        return "lift" if bet["player"] == viewer else "take"
    return "undo" if viewer in (bet["player"], bet["taker"]) and not bet["locked"] else ""


def _act_word(act: str, bet: dict) -> str:
    return {
        "lift": _("Lift"),
        "take": _("Take: lay %(n)d", n=bet["lay"]),
        "undo": _("Undo"),
    }.get(act, "")
