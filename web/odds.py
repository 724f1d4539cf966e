"""Pages of honest figures: the odds, from fractions; whether the dice look fair; the record; the evening's sheet."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, render_template, request
from flask_babel import format_datetime
from flask_babel import gettext as _

from web.asking import pages
from web.games import pages_of
from web.guard import Refusal
from web.views_night import fairness, night_lines
from web.views_record import sheet as record_sheet
from web.views_sheet import evening

bp = Blueprint("odds", __name__)


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
    return render_template("fair.html", fair=fairness(pages().story.tally.faces))


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
