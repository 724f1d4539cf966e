"""The host's page behind the PIN: the game, the people, the dice, the camera's view, the parts."""

from __future__ import annotations

import threading
import time

from flask import Blueprint, Response, jsonify, render_template, request
from flask_babel import get_locale
from flask_babel import gettext as _

from web.asking import answer, pages, settled, tap_id, told
from web.guard import Refusal, body
from web.host_commands import command_from
from web.identity import end_host, is_host, make_host
from web.parts import disk_part, ledger_part
from web.pictures import jpeg_of

bp = Blueprint("host", __name__, url_prefix="/host")

#: Seconds for which a picture of the camera is shown again instead of fetching a new one.
PICTURE_LIFE_S = 0.15

_picture_lock = threading.Lock()


def _must_be_host() -> None:
    if not is_host():
        raise Refusal(403, "not_allowed", _("Please enter the host's PIN again."))


@bp.get("")
def page():
    """The page, or the question for the PIN."""
    if not is_host():
        return render_template("pin.html")
    view = pages().view("host", None, str(get_locale()))
    return render_template("host.html", view=view)


@bp.post("/pin")
def pin():
    """Checks the PIN; after five wrong ones each further try must wait longer."""
    typed = body().get("pin")
    address = request.remote_addr or ""
    seconds = pages().pin_tries.admit(address)
    if seconds > 0:
        why = _("Too many wrong PINs: wait %(n)d seconds.", n=int(seconds) + 1)
        raise Refusal(429, "not_allowed", why, wait=int(seconds) + 1)
    if not pages().pin.fits(typed):
        raise Refusal(403, "not_allowed", _("That is not the PIN."))
    pages().pin_tries.right(address)
    make_host()
    return jsonify(ok=True)


@bp.post("/out")
def out():
    """This browser is the host's no longer."""
    body()
    end_host()
    return jsonify(ok=True)


@bp.post("/do")
def do():
    """One command to the table."""
    _must_be_host()
    wish = body()
    command = command_from(wish, pages())
    reply = settled(pages().table.submit(command, by="host", source="host", tap=tap_id(wish.get("tap"))))
    if reply.ok and command["cmd"] == "buy_in":
        pages().requests.take(command["player"])
        pages().changed()
    return answer(reply, "host")


@bp.post("/seat")
def seat():
    """A code that gives a seat to another phone, or frees a seat of its phone."""
    _must_be_host()
    wish = body()
    player, act = wish.get("player"), wish.get("do")
    known = (*(pages().state().get("players") or ()), *pages().seats.waiting())
    if player not in known:
        raise Refusal(409, "no_such_player", _("Nobody of that name sits at the table any more."))
    if act == "code":
        return told("host", code=pages().seats.code_for(player), player=player)
    if act == "release":
        pages().seats.release(player)
        pages().changed()
        return told("host")
    raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))


@bp.post("/request")
def deny():
    """Says no to somebody who asked for chips."""
    _must_be_host()
    player = body().get("player")
    if isinstance(player, str):
        pages().requests.take(player)
        pages().changed()
    return told("host")


@bp.post("/screens")
def screens():
    """What screens, phones and pads do: pause, go on, open or close seats, another code for the TV, find the pads."""
    _must_be_host()
    act = body().get("do")
    if act in ("pause", "resume"):
        pages().pause(act == "pause")
    elif act in ("open_seats", "close_seats"):
        pages().seats.set_open(act == "open_seats")
    elif act == "new_code":
        pages().seats.new_room_code()
    elif act in ("find_pads", "end_finding"):
        pages().table.notice("learn_pads", on=act == "find_pads")
    else:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    pages().changed()
    return told("host")


@bp.get("/camera.jpg")
def camera():
    """The camera's newest picture; many hosts cost no more than one."""
    _must_be_host()
    jpeg = _newest_picture()
    if jpeg is None:
        raise Refusal(404, "bad_input", _("The camera gives no pictures."))
    return Response(jpeg, mimetype="image/jpeg")


def _newest_picture() -> bytes | None:
    source = pages().settings.frames
    if source is None:
        return None
    with _picture_lock:
        kept = pages().newest_picture
        now = time.monotonic()
        if kept is None or now - kept[0] > PICTURE_LIFE_S:
            try:
                kept = (now, jpeg_of(source()))
            except Exception:  # the camera's trouble is not the page's
                kept = (now, None)
            pages().newest_picture = kept
        return kept[1]


@bp.get("/health")
def health():
    """The state of the attached parts, and what to do."""
    _must_be_host()
    source = pages().settings.health
    try:
        parts = list(source()) if source is not None else []
    except Exception:
        parts = [{"name": _("Parts"), "state": "fault", "text": _("The state of the parts could not be read.")}]
    streams = pages().streams
    text = _("%(n)d of %(most)d live screens", n=len(streams), most=streams.most)
    state = "ok" if len(streams) < streams.most else "warn"
    parts += [ledger_part(pages().table.ledger.warning), disk_part(pages().settings.secrets)]
    return jsonify(parts=[*parts, {"name": _("Pages"), "state": state, "text": text}])
