"""Two pages of honest figures: the odds, from fractions, and whether this table's dice look fair, from its history."""

from __future__ import annotations

from flask import Blueprint, render_template

from controller.games import odds
from web.asking import pages
from web.views_night import fairness
from web.views_odds import rounded, squares

bp = Blueprint("odds", __name__)


@bp.get("/odds")
def page():
    """The help sheet."""
    printed = (pages().state().get("rules") or {}).get("odds")
    sheet = odds.sheet(printed)
    return render_template("odds.html", sheet=rounded(sheet), squares=squares(sheet))


@bp.get("/fair")
def fair():
    """The history of this table's dice."""
    return render_template("fair.html", fair=fairness(pages().story.tally.faces))
