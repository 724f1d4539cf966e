"""The host's page behind the PIN: the game, the people, the dice, the screens, the parts."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from flask_babel import get_locale, ngettext
from flask_babel import gettext as _

from web.asking import answer, pages, seen_number, settled, tap_id, told
from web.guard import Refusal, body
from web.host_commands import command_from
from web.identity import end_host, is_host, make_host, must_be_host
from web.parts import ledger_found, lost_parts, streams_found, worded

bp = Blueprint("host", __name__, url_prefix="/host")

#: Presses that mean the dice or the turn which the page showed: another host, or the players, may be quicker.
OF_THIS_MOMENT = frozenset({"no_roll", "confirm", "void", "pass_dice", "play_on"})


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
        left = int(seconds) + 1
        why = ngettext("Too many wrong PINs: wait %(num)d second.", "Too many wrong PINs: wait %(num)d seconds.", left)
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
    """One command to the table. The same tap sent again is answered like the first, whatever holds now."""
    must_be_host()
    wish, table = body(), pages().table
    tap, seen = tap_id(wish.get("tap")), seen_number(wish.get("seen"))
    if table.knows("host", tap):
        reply = settled(table.submit({}, by="host", tap=tap))
    else:
        _check_same_game(seen)
        command = command_from(wish, pages())
        seen = seen if wish["cmd"] in OF_THIS_MOMENT else None
        reply = settled(table.submit(command, by="host", seen=seen, source="host", tap=tap))
    if reply.ok and wish.get("cmd") == "buy_in" and isinstance(wish.get("player"), str):
        pages().requests.take(wish["player"])
        pages().changed()
    return answer(reply, "host")


def _check_same_game(seen: int | None) -> None:
    """What one host does to a game is not done to the one that another host has opened meanwhile. Raises Refusal."""
    if seen is not None and seen < pages().opened_seq():
        raise Refusal(409, "changed", _("Another game was opened before that, so nothing was done: look again."))


@bp.post("/seat")
def seat():
    """A code that gives a seat to another phone, or frees a seat of its phone."""
    must_be_host()
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
    must_be_host()
    player = body().get("player")
    if isinstance(player, str):
        pages().requests.take(player)
        pages().changed()
    return told("host")


@bp.post("/screens")
def screens():
    """What the screens and phones may do: pause and go on, seats open or closed, another code for the TV."""
    must_be_host()
    act = body().get("do")
    if act in ("pause", "resume"):
        pages().pause(act == "pause")
    elif act in ("open_seats", "close_seats"):
        pages().seats.set_open(act == "open_seats")
    elif act == "new_code":
        pages().seats.new_room_code()
    else:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    pages().changed()
    return told("host")


@bp.get("/health")
def health():
    """The state of the attached parts and the machine, and what to do."""
    must_be_host()
    source = pages().settings.health
    try:
        found = list(source()) if source is not None else []
    except Exception:
        found = [lost_parts()]
    streams = pages().streams
    found += [ledger_found(pages().table.ledger.warning), streams_found(len(streams), streams.most)]
    return jsonify(parts=[worded(one) for one in found])
