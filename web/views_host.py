"""What the host sees: everything the table shows, the people, the requests, the parts."""

from __future__ import annotations

from flask_babel import gettext as _

from controller.games.street.options import Rules
from web import scene as scenes
from web.guard import thrown_at_once
from web.scene import Scene

_FORM = ("minimum", "dice_pass", "line", "late_line", "first_shooter", "leaning", "wall")


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
        "line": scenes.line_view(scene),
        "last": scenes.throw_view(scene, last),
        "missed": scenes.missed_view(scene, scene.story.missed),
        "people": scenes.people(scene),
        "waiting": list(scene.waiting),
        "requests": [{"player": player, "amount": amount} for player, amount in scene.requests.items()],
        "rounds": scenes.rounds(scene),
        "join": scenes.join_view(scene),
        "paused": scene.paused,
        "seats_open": scene.seats_open,
        "seats": scene.settings.seats,
        "can": allowed(scene),
        "dice": thrown_at_once(scene.state),
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
            "ok": scene.story.camera_ok is not False,
            "text": scene.story.camera_text or (_("The camera sees the table.") if scene.settings.camera else ""),
        },
        "notes": [note["text"] for note in scenes.news_for_all(scene)],
    }


def proposed(scene: Scene) -> dict:
    """The options that the form for a new game shows at first."""
    rules = Rules().to_json() | scene.settings.rules
    return {name: rules[name] for name in _FORM}


def allowed(scene: Scene) -> dict:
    """Which of the host's buttons may be pressed now."""
    play = scene.mode == "play"
    running = play and scene.phase in ("come_out", "point")
    opening = play and scene.phase == "opening"
    return {
        "throw": running or opening,
        "no_roll": running or opening,
        "correct": play and scene.story.last is not None,
        "void": running,
        "pass_dice": play and scene.phase == "come_out",
        "cash_out": play,
        "people": play,
    }
