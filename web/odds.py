"""Pages of honest figures: the odds, from fractions; whether the dice look fair; the record; the evening's sheet."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, current_app, render_template, request
from flask_babel import format_datetime, get_locale
from flask_babel import gettext as _

from web.asking import pages
from web.drawings import Drawings, key_of
from web.fairness import drawing, fairness
from web.games import pages_of
from web.guard import Refusal
from web.views_night import night_lines
from web.views_record import sheet as record_sheet
from web.views_sheet import evening

bp = Blueprint("odds", __name__)

#: The plots of the page about the dice.
PLOTS = ("faces", "test")


@bp.get("/odds")
def page():
    """The help sheet."""
    shown = pages()
    state = shown.state()
    drawn = pages_of(state.get("game") or shown.settings.game)
    if drawn.odds_page is None:
        raise Refusal(404, "bad_input", _("There is no such page at this table."))
    template, parts = drawn.odds_page(state.get("rules") or {})
    return render_template(template, **parts)


@bp.get("/fair")
def fair():
    """The history of this table's dice."""
    tally = pages().story.tally
    return render_template("fair.html", fair=fairness(tally), key=key_of(drawing(tally)))


@bp.get("/fair/<name>.svg")
def plot(name: str):
    """A plot of it: those of the page that asks (`of`), or of the table as it is now."""
    if name not in PLOTS:
        raise Refusal(404, "bad_input", _("There is no such page at this table."))
    drawings: Drawings = current_app.extensions["drawings"]
    pictures = drawings.kept(request.args.get("of", "")) or drawings.get(
        drawing(pages().story.tally), str(get_locale())
    )
    if pictures is None:
        raise Refusal(503, "unavailable", _("The plots are not drawn yet; the tables beside them say the same."))
    return Response(pictures[name], mimetype="image/svg+xml")


@bp.get("/record")
def record():
    """Every round of the game, and what each player won or lost in it."""
    games, usual = pages().record.games, pages().settings.game
    story = pages().story
    night = night_lines(story.tally.night, story.last.number if story.last else 0)
    return render_template("record.html", sheet=record_sheet(games[-1] if games else None, usual), night=night)


@bp.get("/sheet")
def sheet():
    """The end of the night on one page of paper. As open as the TV: nothing stands on it that the room has not seen."""
    ledger = pages().table.ledger
    games = pages().whole_record().games
    number = request.args.get("game", len(games), type=int)
    if not 1 <= number <= len(games):
        raise Refusal(404, "bad_input", _("No such game has been played here."))
    when = format_datetime(datetime.now(), "d MMMM yyyy, HH:mm")
    told = evening(games, number)
    return render_template("sheet.html", sheet=told, head=ledger.sealed, ledger=ledger.path.name, when=when)
