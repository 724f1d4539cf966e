"""Hands a command to the table and turns its reply into an answer for a page."""

from __future__ import annotations

import json
import re
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate

from flask import Response, current_app
from flask_babel import get_locale
from flask_babel import gettext as _

from web.games import pages_of
from web.guard import Refusal
from web.identity import seat_of
from web.pages import Pages

#: Seconds that a page waits for the table: longer than any tap waits for the camera's gate.
PATIENCE_S = 6.0

_TAP = re.compile(r"[A-Za-z0-9_-]{4,40}\Z")


def pages() -> Pages:
    """The pages of this application."""
    return current_app.extensions["dicetable"]


def own_seat() -> str:
    """The player whose seat this phone holds. Raises Refusal when it holds none (any more)."""
    player = seat_of()
    if player is None:
        raise Refusal(403, "no_seat", _("This phone holds no seat: pick one first."))
    return player


def tap_id(value: object) -> str:
    """The id that the page gave this tap. Raises Refusal when it gave none."""
    if not isinstance(value, str) or not _TAP.match(value):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return value


def seen_number(value: object) -> int | None:
    """The number of the state that the page showed, None when it did not say. Raises Refusal for nonsense."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return value


def settled(future: Future):
    """The table's reply. Raises Refusal when it does not come in time; the same tap may be sent again then."""
    try:
        return future.result(timeout=PATIENCE_S)
    except TooLate:
        raise Refusal(503, "unavailable", _("The table does not answer: try again.")) from None


def answer(reply, screen: str, viewer: str | None = None, cmd: str = "", **more: object) -> Response:
    """What the page gets: whether it was done, why not, and the view as it is now, either way.

    cmd: what was asked of the table, for the sentence that says why not.
    """
    pages().catch_up(reply.seq)
    told: dict[str, object] = {"ok": reply.ok, **more}
    if not reply.ok:
        state = pages().state()
        why = pages_of(state.get("game")).why(cmd, (reply.refused or "", reply.why or ""), state)
        told |= {"refused": reply.refused, "why": why}
    view = pages().view(screen, viewer, str(get_locale())).text
    head = json.dumps(told, ensure_ascii=False)[:-1]
    return Response(f'{head}, "view": {view}}}', status=200 if reply.ok else 409, mimetype="application/json")


def told(screen: str, viewer: str | None = None, **more: object) -> Response:
    """The answer to something that the table had no part in."""
    view = pages().view(screen, viewer, str(get_locale())).text
    head = json.dumps({"ok": True, **more}, ensure_ascii=False)[:-1]
    return Response(f'{head}, "view": {view}}}', mimetype="application/json")
