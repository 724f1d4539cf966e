"""What the host sees: everything the table shows, the people, the requests, the parts."""

from __future__ import annotations

from flask_babel import gettext as _

from web import scene as scenes
from web import words
from web.games import PAGES
from web.guard import thrown_at_once
from web.scene import Scene


def host(scene: Scene) -> dict:
    """The host's page."""
    last = scene.story.last
    return {
        "mode": scene.mode,
        "phase": scene.phase,
        "headline": scenes.headline(scene),
        "puck": scenes.puck(scene),
        "cue": scenes.cue(scene),
        "alert": scenes.alert(scene),
        "last": scenes.throw_view(scene, last),
        "missed": scenes.missed_view(scene, scene.story.missed),
        "people": scenes.people(scene),
        "waiting": list(scene.waiting),
        "seated": scene.players or list(scene.waiting),
        "requests": [{"player": player, "amount": amount} for player, amount in scene.requests.items()],
        "rounds": scenes.rounds(scene),
        "join": scenes.join_view(scene),
        "paused": scene.paused,
        "seats_open": scene.seats_open,
        "seats": scene.settings.seats,
        "can": allowed(scene),
        "why": why_not(scene),
        "dice": thrown_at_once(scene.state),
        "roll": not scene.settings.camera,
        "last_dice": (len(last.dice) or 2) if last is not None else thrown_at_once(scene.state),
        "buy_in": scene.story.buy_in or scene.settings.buy_in,
        "rules": scene.state.get("rules") or {},
        "proposed": proposed(scene),
        "next_rules": scene.state.get("next_rules") or scene.state.get("rules") or {},
        "disputed": list(last.disputed) if last else [],
        "on_table": scene.state.get("on_table", 0),
        "bought_in": sum((scene.state.get("bought_in") or {}).values()),
        "camera": {
            "there": scene.settings.camera,
            "view": scene.settings.frames is not None,
            "area": scene.settings.area is not None,
        },
        "pads": scene.settings.pads is not None,
        "walk": walk(scene),
        "notes": [note["text"] for note in scenes.news_for_all(scene)],
        "game": scene.state.get("game") or "",
        "proposed_game": scene.settings.game,
        "games": [{"game": name, "name": pages.name()} for name, pages in PAGES.items()],
        **scene.pages.host(scene),
    }


def walk(scene: Scene) -> dict | None:
    """How far a walk round the pads is, in words; None when nobody walks."""
    told = scene.story.walk
    if not told:
        return None
    after = told.get("next")
    return {
        "text": _("%(name)s, press any button of your pad.", name=told["asking"]),
        "next": _("Then %(name)s.", name=after) if after else _("That is the last one."),
        "far": _("%(n)d of %(of)d", n=told.get("done", 0), of=told.get("of", 0)),
        "share": [told.get("done", 0), told.get("of", 0)],
    }


def proposed(scene: Scene) -> dict:
    """Game -> the options that the form for a new one shows at first."""
    own = {scene.settings.game: scene.settings.rules}
    return {name: pages.proposed(own.get(name, {})) for name, pages in PAGES.items()}


def allowed(scene: Scene) -> dict:
    """Which of the host's buttons may be pressed now; the game itself is asked."""
    return {name: why is None for name, why in _asked(scene).items()}


def why_not(scene: Scene) -> dict:
    """Button -> why it may not be pressed now, in a sentence."""
    return {name: words.refusal_words(*why) for name, why in _asked(scene).items() if why is not None}


def _asked(scene: Scene) -> dict[str, tuple[str, str] | None]:
    """Button -> None, or the code and sentence of the refusal that a press would meet."""
    if scene.mode != "play":
        closed = ("game_over" if scene.mode == "over" else "not_open", "")
        asked = ("throw", "total", "no_roll", "correct", "void", "pass_dice", "cash_out", "people")
        return dict.fromkeys(asked, closed)
    throw: dict = {"cmd": "throw", "dice": [1, 2][: thrown_at_once(scene.state)]}
    if scene.phase == "opening":
        throw["player"] = next(iter(scene.state["opening"]["to_throw"]), None)
    # A correction would play all again that came since: whether there is a throw is all that has to be known.
    nothing = ("wrong_phase", _("No throw has been made yet."))
    idle = scene.phase == "waiting" and not scene.state.get("dice_out")
    return {
        "throw": scene.ask(throw),
        "total": scene.ask({"cmd": "throw", "total": 7}),
        "no_roll": ("wrong_phase", _("No round is open.")) if idle else scene.ask({"cmd": "no_roll"}),
        "correct": nothing if scene.story.last is None else None,
        "void": scene.ask({"cmd": "void"}),
        "pass_dice": scene.ask({"cmd": "pass_dice"}),
        "cash_out": scene.ask({"cmd": "cash_out"}),
        "people": scene.ask({"cmd": "buy_in", "player": scene.players[0], "amount": 1}) if scene.players else None,
    }
