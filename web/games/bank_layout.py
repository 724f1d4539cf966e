"""The layout on a player's phone: its spots in groups, what lies there, what he may do and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from web import words
from web.games import bank_words
from web.games.bank_words import spot_words

if TYPE_CHECKING:
    from web.scene import Scene

#: Chips of the rail as multiples of the minimum.
RAIL = (1, 2, 5, 10, 25, 100)
NOTHING = {"least": 0, "most": 0, "step": 1, "down": False, "call": False}


def layout(scene: Scene, viewer: str) -> dict | None:
    """The layout for one player; None while no bets are made on it."""
    if scene.mode != "play" or "layout" not in scene.state:
        return None
    mine = {one["bet"]: one for one in scene.state["lying"] if one["player"] == viewer}
    groups: dict[str, list[dict]] = {}
    for spot in scene.state["layout"]:
        group = _group(spot, mine)
        if group:
            groups.setdefault(group, []).append(_spot(scene, viewer, spot, mine.get(spot["bet"])))
    for name, key in (("line", _line_order), ("come", _come_order)):
        if name in groups:
            groups[name].sort(key=key)
    shown = [{"group": name, "name": title, "spots": groups[name]} for name, title in _titles() if name in groups]
    return {
        "groups": shown,
        "rail": _rail(scene, viewer),
        "on_table": sum(one["amount"] for one in mine.values()),
        "stands": _stands(mine),
    }


def _titles() -> tuple[tuple[str, str], ...]:
    return (
        ("line", _("The line")),
        ("come", _("Come")),
        ("place", _("Numbers, before a 7")),
        ("lose", _("A 7 before the number")),
        ("big", _("Big 6 and 8")),
        ("field", _("The next throw")),
        ("hard", _("Hard ways")),
        ("next", _("Props: the next throw")),
    )


def _group(spot: dict, mine: dict) -> str:
    """Where on the layout a spot is; "" for one that is there only while something lies on it."""
    name, kind = spot["bet"], spot["kind"]
    flat = spot["flat"] or name
    if flat in ("pass", "dont_pass"):
        return "line"
    if flat.removeprefix("dont_").startswith("come"):
        shown = flat in ("come", "dont_come") or flat in mine or name in mine
        return "come" if shown else ""
    if kind == "next":
        return "field" if name == "field" else "next"
    return name.rpartition("_")[0]


def _line_order(spot: dict) -> tuple:
    """Each line with the odds behind it."""
    flat = spot["bet"].removeprefix("odds_")
    return flat != "pass", flat != spot["bet"]


def _come_order(spot: dict) -> tuple:
    """The boxes, then number by number each bet with the odds behind it."""
    flat = spot["bet"].removeprefix("odds_")
    number = flat.rpartition("_")[2]
    return int(number) if number.isdecimal() else 0, flat.startswith("dont"), flat != spot["bet"]


def _spot(scene: Scene, viewer: str, spot: dict, lying: dict | None) -> dict:
    name = spot["bet"]
    offer = (scene.state.get("offers") or {}).get(name, NOTHING)
    why = _why_not_put(scene, viewer, spot, offer)
    told: dict[str, Any] = {
        "bet": name,
        "name": _short(spot),
        "full": spot_words(name),
        "pays": bank_words.pays_words(spot, scene.state.get("point")),
        "least": offer["least"],
        "most": offer["most"],
        "step": offer["step"],
        "can": not why,
        "why": why,
        "odds": "",
        "mine": 0,
    }
    if lying is None:
        return told
    return told | {
        "mine": lying["amount"],
        "wins": bank_words.wins_words(lying),
        "off": not lying["works"],
        "locked": lying["locked"],
        "state": bank_words.state_words(lying, spot["switch"]),
        "odds": _odds_behind(scene, name),
        "down": _act(scene, {"cmd": "down", "player": viewer, "bet": name}, spot),
        "call": _call(scene, viewer, spot) if spot["switch"] else None,
    }


def _short(spot: dict) -> str:
    """The name that stands on the spot, under the title of its group."""
    name, kind = spot["bet"], spot["kind"]
    if spot["flat"] in ("pass", "dont_pass"):
        return _("odds")
    if name.startswith(("place_", "lose_", "big_")) and kind in ("number", "seven"):
        return str(spot["number"])
    if spot["flat"]:
        return _("odds %(n)s", n=spot["number"])
    return spot_words(name)


def _odds_behind(scene: Scene, flat: str) -> str:
    return next((spot["bet"] for spot in scene.state["layout"] if spot["flat"] == flat), "")


def _why_not_put(scene: Scene, viewer: str, spot: dict, offer: dict) -> str:
    """Why no chip can be put on the spot; the game is asked with the least that could lie there."""
    if scene.paused:
        return _("The host has paused the table.")
    if scene.state["dice_out"]:  # for every spot alike: the game need not be asked of each
        return words.refusal_words("dice_out", "")
    if offer["most"]:
        return ""
    least, step = _least(scene, viewer, spot)
    refusal = scene.ask({"cmd": "bet", "player": viewer, "bet": spot["bet"], "amount": least})
    if refusal is None:  # the least would be taken, yet nothing is offered: the table is about to change
        return _("That cannot be done now.")
    code = refusal[0]
    closed = bank_words.closed_words(code, spot, scene.phase)
    no_amount = bank_words.amount_words(code, least, _most(scene, viewer, spot), step)
    return closed or no_amount or scene.pages.why("bet", refusal, scene.state)


def _least(scene: Scene, viewer: str, spot: dict) -> tuple[int, int]:
    """The least that may be added, and the multiple it must be of."""
    rules, point = scene.state["rules"], scene.state.get("point")
    rates = [b for key, _a, b in spot["pays"] if not spot["kind"].startswith("odds_") or key == point] or [1]
    step = max(rates) if rules["fractions"] == "refuse" else 1
    have = (scene.state["bets"].get(viewer) or {}).get(spot["bet"], 0)
    total = max(rules["minimum"], have + 1)
    return total + -total % step - have, step


def _most(scene: Scene, viewer: str, spot: dict) -> int:
    """The most that may lie there in all."""
    limits = dict(map(tuple, spot["limit"] or ()))
    times = limits.get(spot["number"] or scene.state.get("point")) or next(iter(limits.values()), 0)
    flat = (scene.state["bets"].get(viewer) or {}).get(spot["flat"] or "", 0)
    return times * flat if limits else scene.state["rules"]["maximum"]


def _act(scene: Scene, command: dict, spot: dict) -> dict:
    """Whether a bet that lies may be changed so, and why not."""
    refusal = scene.ask(command)
    if scene.paused:
        return {"can": False, "why": _("The host has paused the table.")}
    if refusal is None:
        return {"can": True, "why": ""}
    return {"can": False, "why": scene.pages.why(command["cmd"], refusal, scene.state)}


def _call(scene: Scene, viewer: str, spot: dict) -> dict:
    """Calling a bet on or off for come-outs. on: what a tap makes of it."""
    on = not _works_on_come_out(scene, viewer, spot["bet"])
    told = _act(scene, {"cmd": "working", "player": viewer, "bet": spot["bet"], "on": on}, spot)
    return told | {"on": on, "word": _("On for come-outs") if on else _("Off for come-outs")}


def _works_on_come_out(scene: Scene, viewer: str, bet: str) -> bool:
    for one in scene.state["lying"]:
        if (one["player"], one["bet"]) == (viewer, bet):
            return one["works_on_come_out"]
    return False


def _stands(mine: dict) -> str:
    """One line about all bets of a player."""
    if not mine:
        return _("You have no bet on the table")
    return _("On the table: %(n)d", n=sum(one["amount"] for one in mine.values()))


def _rail(scene: Scene, viewer: str) -> list[int]:
    minimum = scene.state["rules"]["minimum"]
    stack = (scene.state.get("stacks") or {}).get(viewer, 0)
    fits = [minimum * times for times in RAIL if minimum * times <= stack]
    return fits[:5] or ([stack] if stack else [])
