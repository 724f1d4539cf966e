"""Two pages of honest figures: the odds, from fractions, and whether this table's dice look fair, from its history."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask_babel import format_decimal
from flask_babel import gettext as _

from controller.games import odds
from web.asking import pages
from web.views_board import SQUARES, odds_words
from web.views_night import fairness
from web.words import square_words

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


def rounded(sheet: dict) -> dict:
    """The figures of the line and the points in words."""
    good, all_throws = sheet["pass"]["fraction"]
    return {
        "pass": _("%(a)d times in %(b)d", a=good, b=all_throws),
        "percent": percent(sheet["pass"]["percent"]),
        "come_out": {name: percent(told["percent"]) for name, told in sheet["come_out"].items()},
        "points": [
            {"point": one["point"], "ways": one["ways"], "made": percent(one["made"]["percent"])}
            for one in sheet["points"]
        ],
        "seven_ways": sheet["seven_ways"],
    }


def squares(sheet: dict) -> list[dict]:
    """Each square: its chance, the odds that would be fair, the printed ones, and what they cost the bettor."""
    rows = []
    for name in SQUARES:
        told = sheet["squares"].get(name)
        if told is None:
            continue
        fair = told["fair"]
        rows.append(
            {
                "name": square_words(name),
                "win": percent(told["win"]["percent"]),
                "fair": _("%(a)s to 1", a=format_decimal(round(fair[0] / fair[1], 2))) if fair else "–",
                "printed": odds_words(name, told["printed"]),
                "edge": cost(told["edge"]["percent"]),
            }
        )
    return rows


def percent(value: float) -> str:
    """A percentage with as many decimals as it has, two at most."""
    return f"{format_decimal(value)}%"


def cost(edge: float) -> str:
    """The bettor's edge in words: what a hundred chips cost or gain him on average."""
    if edge == 0:
        return _("fair")
    return _("costs %(p)s", p=percent(-edge)) if edge < 0 else _("gains %(p)s", p=percent(edge))
