"""What a phone shows: picking a seat, waiting for a game, the seat in play, the end."""

from __future__ import annotations

from flask_babel import gettext as _

from web import scene as scenes
from web.games.pages import refused
from web.guard import thrown_at_once
from web.scene import Scene
from web.views_night import night_lines


def phone(scene: Scene, viewer: str | None) -> dict:
    """The phone of `viewer`, or of somebody without a seat (None)."""
    shown = {
        "headline": scenes.headline(scene),
        "puck": scenes.puck(scene),
        "cue": scenes.cue(scene),
        "alert": scenes.alert(scene),
        "last": scenes.throw_view(scene, scene.story.last),
        "missed": scenes.missed_view(scene, scene.story.missed),
        "people": scenes.people(scene),
        "rounds": scenes.rounds(scene),
        "history": scenes.history(scene)[-12:],
        "table": scene.mode,
        "night": night(scene),
    }
    if viewer is None:
        shown |= scene.pages.phone(scene, None)
        return shown | {"mode": "sit", "sit": sit(scene)}
    if viewer in scene.waiting and viewer not in scene.players:
        return shown | {"mode": "wait", "me": {"name": viewer}, "waiting": list(scene.waiting)}
    shown |= scene.pages.phone(scene, viewer)
    return shown | {
        "mode": "over" if scene.mode == "over" else "play",
        "me": me(scene, viewer),
        "roll": roll(scene, viewer),
        "faces": faces(scene, viewer),
        "dispute": dispute(scene, viewer),
        "chips": chips(scene, viewer),
        "leave": leave(scene, viewer),
        "news": news(scene, viewer),
        "after": scene.story.last_seq,
        "pads": scene.mode == "play" and pads(scene) > 0,
    }


def night(scene: Scene) -> list[str]:
    """The end of the night in a few sentences; nothing before."""
    if scene.mode != "over":
        return []
    throws = scene.story.last.number if scene.story.last else 0
    return [*night_lines(scene.story.tally.night, throws), *scene.pages.night(scene)]


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
        "pads": scene.seats_open and scene.mode != "over" and pads(scene) > 0,
        "buy_in": _buy_in(scene),
    }


def pads(scene: Scene) -> int:
    """How many seats' pads are attached."""
    return scene.settings.pads() if scene.settings.pads else 0


def _buy_in(scene: Scene) -> int:
    """What a newcomer gets: as much as the game opened with."""
    return scene.story.buy_in or scene.settings.buy_in


def me(scene: Scene, viewer: str) -> dict:
    """The player's own figures."""
    found = [person for person in scenes.people(scene) if person["name"] == viewer]
    if found:
        return found[0] | {"net": (scene.state.get("results") or {}).get(viewer, 0)}
    return {"name": viewer, "stack": (scene.state.get("stacks") or {}).get(viewer, 0), "side": "none", "shooter": False}


def _due(scene: Scene, viewer: str) -> bool:
    """Whether the dice are this player's to throw."""
    if scene.phase == "opening":
        return viewer in ((scene.state.get("opening") or {}).get("to_throw") or ())
    return scene.state.get("shooter") == viewer and scene.phase in scene.pages.throws_in


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
    pass_why = refused(scene, refusal, "pass_dice") if passing else ""
    text = _("Roll the die") if thrown_at_once(state) == 1 else _("Roll the dice")
    return {"show": show, "can": can, "text": text, "why": why, "pass": passing, "pass_why": pass_why}


def leave(scene: Scene, viewer: str) -> dict:
    """Leaving the table: always when no game is played, else when the game lets him."""
    refusal = scene.ask({"cmd": "leave", "player": viewer}) if scene.mode == "play" else None
    why = scene.pages.why("leave", refusal, scene.state) if refusal else ""
    return {"can": not why, "why": why}


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
            text = scenes.news_text(scene, item)
            if text:
                good = item.fields.get("chips", 0) > 0
                told.append({"seq": item.seq, "text": text, "kind": "up" if good else item.kind})
    return told[-scenes.NEWS_SHOWN :]
