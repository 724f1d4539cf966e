"""The screen for the room, the QR codes on it, and the pictures of throws. No login, nothing secret."""

from __future__ import annotations

import io
import re

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import get_locale
from flask_babel import gettext as _
from segno import helpers

from web.asking import pages
from web.guard import Refusal
from web.settings import LANGUAGES

bp = Blueprint("tv", __name__)

#: Pages that the switch of languages returns to. No other address is taken from a link.
SWITCHED = ("/", "/tv", "/host", "/odds", "/fair", "/record", "/sheet")

_HASH = re.compile(r"[0-9a-f]{64}\Z")


@bp.get("/tv")
def screen():
    """The page on the TV."""
    view = pages().view("tv", None, str(get_locale()))
    return render_template("tv.html", view=view, wifi=pages().settings.wifi)


@bp.get("/join.svg")
def join_code():
    """The QR code that opens the phone's page; it bears the room's code, so that nothing has to be typed."""
    return _svg(segno.make(f"http://{pages().address}/?c={pages().seats.room_code}", error="m", micro=False))


@bp.get("/wifi.svg")
def wifi_code():
    """The QR code that joins the guests' network."""
    wifi = pages().settings.wifi
    if wifi is None:
        raise Refusal(404, "bad_input", _("There is no such page at this table."))
    security = "WPA" if wifi.password else None
    return _svg(helpers.make_wifi(ssid=wifi.name, password=wifi.password or None, security=security))


def _svg(code: segno.QRCode) -> Response:
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=2, dark="#101512", light="#ffffff", xmldecl=False, svgclass=None)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@bp.get("/picture/<name>.jpg")
def picture(name: str):
    """A kept picture of a throw, by its hash: it never changes."""
    load = pages().settings.picture
    jpeg = None
    if load is not None and _HASH.match(name):
        try:
            jpeg = load(name)
        except Exception:  # gone by the rule, changed, or the disk is away: there is nothing to show
            jpeg = None
    if not jpeg:
        raise Refusal(404, "bad_input", _("That picture is not kept any more."))
    answer = Response(jpeg, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


@bp.get("/language/<code>")
def language(code: str):
    """The switch of languages, on every page: remembered by this browser, and back to the page it stands on.

    With what that page was asked: the room's code from the QR code, which game's sheet.
    """
    back = request.args.get("back", "")
    answer = redirect(back if back.partition("?")[0] in SWITCHED else url_for("phone.page"))
    if code in LANGUAGES:
        answer.set_cookie("language", code, max_age=31536000, httponly=True, samesite="Lax")
    return answer
