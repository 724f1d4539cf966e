"""What a phone shows: picking a seat, waiting for a game, the seat in play, the end."""

from __future__ import annotations

from flask_babel import gettext as _

from web import scene as scenes
from web import words
from web.guard import thrown_at_once
from web.scene import Scene
from web.views_board import board
from web.views_night import night_lines


def phone(scene: Scene, viewer: str | None) -> dict:
    """The phone of `viewer`, or of somebody without a seat (None)."""
    shown = {
        "headline": scenes.headline(scene),
        "puck": scenes.puck(scene),
        "cue": scenes.cue(scene),
        "alert": scenes.alert(scene),
        "line": scenes.line_view(scene),
        "last": scenes.throw_view(scene, scene.story.last),
        "missed": scenes.missed_view(scene, scene.story.missed),
        "people": scenes.people(scene),
        "rounds": scenes.rounds(scene),
        "history": scenes.history(scene)[-12:],
        "table": scene.mode,
        "night": night(scene),
    }
    if viewer is None:
        return shown | {"mode": "sit", "sit": sit(scene)}
    if viewer in scene.waiting and viewer not in scene.players:
        return shown | {"mode": "wait", "me": {"name": viewer}, "waiting": list(scene.waiting)}
    return shown | {
        "mode": "over" if scene.mode == "over" else "play",
        "me": me(scene, viewer),
        "buttons": buttons(scene, viewer),
        "roll": roll(scene, viewer),
        "faces": faces(scene, viewer),
        "board": board(scene, viewer),
        "dispute": dispute(scene, viewer),
        "chips": chips(scene, viewer),
        "leave": leave(scene, viewer),
        "news": news(scene, viewer),
        "after": scene.story.last_seq,
    }


def night(scene: Scene) -> list[str]:
    """The end of the night in a few sentences; nothing before."""
    if scene.mode != "over":
        return []
    return night_lines(scene.story.tally.night, scene.story.last.number if scene.story.last else 0)


def sit(scene: Scene) -> dict:
    """The seats of the table as somebody without one may take them."""
    full = (len(scene.players) if scene.state.get("game") else len(scene.waiting)) >= scene.settings.seats
    rows = []
    if scene.mode == "play":
        stacks = scene.state.get("stacks") or {}
        rows = [{"name": name, "taken": name in scene.held, "stack": stacks.get(name, 0)} for name in scene.players]
    why = ""
    if not scene.seats_open:
        why = _("The host seats people himself: ask for a seat code.")
    elif scene.mode == "over":
        why = _("The game is over. A seat can be taken when the host opens the next one.")
    elif full:
        why = _("Every seat is taken.")
    return {
        "rows": rows,
        "new": scene.seats_open and not full and scene.mode != "over",
        "claim": scene.seats_open,
        "why": why,
        "ask_code": scene.settings.ask_code,
        "buy_in": _buy_in(scene),
    }


def _buy_in(scene: Scene) -> int:
    """What a newcomer gets: as much as the game opened with."""
    return scene.story.buy_in or scene.settings.buy_in


def me(scene: Scene, viewer: str) -> dict:
    """The player's own figures."""
    found = [person for person in scenes.people(scene) if person["name"] == viewer]
    if found:
        return found[0]
    return {"name": viewer, "stack": (scene.state.get("stacks") or {}).get(viewer, 0), "side": "none", "shooter": False}


def buttons(scene: Scene, viewer: str) -> dict:
    """For, against and off: which stands, which may be tapped, and why not."""
    side, chips = scenes.sides(scene).get(viewer, ("none", 0))
    out = {}
    for name in ("for", "against", "off"):
        why = _why_not(scene, viewer, name)
        out[name] = {"on": side == name, "can": not why, "why": why}
    return out | {
        "line": scene.phase in ("come_out", "point"),
        "stands": side,
        "chips": chips,
        "minimum": _minimum(scene),
        "amount": amount(scene, viewer),
    }


def amount(scene: Scene, viewer: str) -> dict:
    """The figure of a line bet, or of the shooter's stake, where the line is open: shown, and what it may be."""
    side, chips = scenes.sides(scene).get(viewer, ("none", 0))
    shoots = scene.state.get("shooter") == viewer
    least = _minimum(scene)
    most = max(least, (scene.state.get("stacks") or {}).get(viewer, 0) + chips)
    wish = {"cmd": "stake", "amount": most} if shoots else {"cmd": "against", "player": viewer, "amount": most}
    why = _open_why(scene, wish)
    show = why is None or why[0] not in ("line_closed", "wrong_phase", "not_allowed")
    return {
        "show": show and (scene.state.get("rules") or {}).get("line") == "open" and scene.mode == "play",
        "stake": shoots,
        "least": least,
        "most": most,
        "now": chips or least,
        "can": why is None and not scene.paused,
        "why": _refused(scene, why),
    }


def _open_why(scene: Scene, wish: dict) -> tuple[str, str] | None:
    return scene.ask(wish) if scene.mode == "play" else None


def _why_not(scene: Scene, viewer: str, name: str) -> str:
    """Why this button of the line may not be tapped now; "" when it may. The game itself is asked."""
    if scene.mode != "play":
        return _("No round is open.")
    if scene.paused:
        return _("The host has paused the table.")
    if scene.phase in ("waiting", "opening"):
        return _("The line opens with the next round.")
    if scene.state.get("shooter") == viewer:
        return _("You are the shooter: your stake is in.")
    wish: dict = {"cmd": name, "player": viewer}
    if name != "off" and (scene.state.get("rules") or {}).get("line") == "open":
        wish["amount"] = _minimum(scene)
    refusal = scene.ask(wish)
    return words.refusal_words(*refusal) if refusal else ""


def _minimum(scene: Scene) -> int:
    return (scene.state.get("rules") or {}).get("minimum", 1)


def _due(scene: Scene, viewer: str) -> bool:
    """Whether the dice are this player's to throw."""
    if scene.phase == "opening":
        return viewer in ((scene.state.get("opening") or {}).get("to_throw") or ())
    return scene.state.get("shooter") == viewer and scene.phase in ("come_out", "point")


def faces(scene: Scene, viewer: str) -> dict:
    """Naming the faces of real dice, where the table takes the shooter's word."""
    tapped = ((scene.state.get("rules") or {}).get("may_throw") or {}).get("tapped")
    return {"show": tapped == "shooter" and _due(scene, viewer), "dice": thrown_at_once(scene.state)}


def roll(scene: Scene, viewer: str) -> dict:
    """The shooter's button, where the table has no camera."""
    state, due = scene.state, _due(scene, viewer)
    phones = ((state.get("rules") or {}).get("may_throw") or {}).get("phone") != "nobody"
    show = due and phones and not scene.settings.camera
    can = show and bool(state.get("can_throw")) and not scene.paused
    why = "" if can or not show else scenes.cue(scene)["text"]
    passing = due and scene.phase == "come_out"
    refusal = scene.ask({"cmd": "pass_dice", "player": viewer}) if passing else None
    pass_why = _refused(scene, refusal) if passing else ""
    return {"show": show, "can": can, "why": why, "pass": passing, "pass_why": pass_why}


def leave(scene: Scene, viewer: str) -> dict:
    """Leaving the table: always when no game is played, else when the game lets him."""
    refusal = scene.ask({"cmd": "leave", "player": viewer}) if scene.mode == "play" else None
    why = words.refusal_words(*refusal) if refusal else ""
    return {"can": not why, "why": why}


def _refused(scene: Scene, refusal: tuple[str, str] | None) -> str:
    """Why a button is dead: the host's pause, or the game's refusal; "" when it is not."""
    if scene.paused:
        return _("The host has paused the table.")
    return words.refusal_words(*refusal) if refusal else ""


def dispute(scene: Scene, viewer: str) -> dict:
    """ "Not what I saw", until the next throw."""
    last = scene.story.last
    return {"show": scene.mode == "play" and last is not None, "done": last is not None and viewer in last.disputed}


def chips(scene: Scene, viewer: str) -> dict:
    """Asking the host for chips."""
    asked = scene.requests.get(viewer)
    return {
        "asked": asked,
        "amount": _buy_in(scene),
        "text": _("You asked the host for %(n)d chips.", n=asked) if asked else "",
        "show": scene.mode == "play",
    }


def news(scene: Scene, viewer: str) -> list[dict]:
    """What happened to this player lately, also while the phone slept; oldest first."""
    told = []
    for item in scene.story.news:
        if item.player in (None, viewer):
            text = words.news_words(item.kind, item.fields)
            if text:
                good = item.fields.get("chips", 0) > 0
                told.append({"seq": item.seq, "text": text, "kind": "up" if good else item.kind})
    return told[-scenes.NEWS_SHOWN :]
