"""What each screen shows, worked out on the server: pure functions from a scene to a JSON-ready dict.

The pages only lay it out: every sentence, sum and "may I" in a view was decided here.
"""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from web import scene as scenes
from web import views_tv
from web.scene import Scene
from web.views_host import host
from web.views_night import night_lines
from web.views_phone import phone

__all__ = ["Scene", "host", "phone", "tv"]

#: Winners who share the evening and are named; the others are counted.
NAMED = 2
_NOBODY_WON = {"label": "", "names": "", "text": "", "lines": []}


def tv(scene: Scene) -> dict:
    """The screen for the room."""
    last = views_tv.throw(scene)
    missed = scenes.missed_view(scene, scene.story.missed)
    return {
        "mode": scene.mode,
        "headline": scenes.headline(scene),
        "puck": scenes.puck(scene),
        "cue": scenes.cue(scene),
        "alert": scenes.alert(scene),
        "last": last,
        "missed": missed,
        "spoken": views_tv.spoken(scene, last, missed),
        "hand_now": views_tv.hand_now(scene),
        "people": scenes.people(scene),
        "waiting": list(scene.waiting),
        "final": final(scene),
        "history": scenes.history(scene),
        "rounds": scenes.rounds(scene)[:3],
        "join": scenes.join_view(scene),
        "camera": scene.settings.camera,
        "notes": notes(scene),
        "slides": slides(scene) if scene.mode in ("empty", "lobby") else [],
        "bet_head": scene.pages.bet_head(),
        **scene.pages.tv(scene),
    }


def slides(scene: Scene) -> list[dict]:
    """The game for a table that waits: the one that is opened here."""
    rules = scene.state.get("rules") or scene.settings.rules
    return [{"title": title, "text": text} for title, text in scene.pages.slides(rules)]


def notes(scene: Scene) -> list[str]:
    """Small print under the last throw: corrections, seat codes that pads asked for, cards on another phone."""
    told = [note["text"] for note in scenes.news_for_all(scene)]
    codes = scene.pad_codes.items()
    told += [_("Seat code for %(name)s: %(code)s", name=name, code=code) for name, code in codes]
    return told + [_("Another phone has %(name)s's cards now", name=name) for name in scene.new_phones]


def final(scene: Scene) -> dict:
    """Who won the evening; empty while it goes on."""
    if scene.mode != "over":
        return _NOBODY_WON
    winners = [person for person in scenes.people(scene) if person["winner"]]
    if not winners:
        return _NOBODY_WON
    throws = scene.story.last.number if scene.story.last else 0
    most = max(scene.state["results"].values())
    chips = ngettext("%(r)s chip", "%(r)s chips", abs(most), r=winners[0]["result"])
    thrown = ngettext("%(num)d throw", "%(num)d throws", throws)
    text = _("%(chips)s after %(throws)s", chips=chips, throws=thrown)
    lines = [*night_lines(scene.story.tally.night, throws), *scene.pages.night(scene)]
    label = ngettext("The evening's winner", "The evening's winners", len(winners))
    return {"label": label, "names": _named([person["name"] for person in winners]), "text": text, "lines": lines}


def _named(names: list[str]) -> str:
    """The names, or of many the first two and how many more there are."""
    rest = len(names) - NAMED
    if rest <= 0:
        return ", ".join(names)
    return ngettext("%(names)s and %(num)d more", "%(names)s and %(num)d more", rest, names=", ".join(names[:NAMED]))
