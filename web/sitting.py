"""A phone and its seat: sitting down, by name, by a pad or by a code; showing one's pad; leaving."""

from __future__ import annotations

from flask import Blueprint, request
from flask_babel import gettext as _
from flask_babel import ngettext

from web.asking import answer, own_seat, pages, settled, tap_id, told
from web.guard import Refusal, body, own_machine, person_name
from web.identity import give_seat, seat_of, take_seat
from web.pad_search import FoundPad, Searched
from web.seats import SeatTaken, TableFull

bp = Blueprint("sitting", __name__)


@bp.post("/sit")
def sit():
    """Takes a seat: one that waits for its player (`seat`), or a new one (`name`, perhaps `after` a player)."""
    wish = body()
    if (again := _given_before(wish)) is not None:
        return again
    _check_may_sit(wish)
    state = pages().state()
    if (seat := wish.get("seat")) in (state.get("players") or ()):
        return _claim(seat, wish)  # a name that the table has taken, however long, is its player's
    name = person_name(seat if seat is not None else wish.get("name"))
    if not state.get("game"):
        return _wait(name, wish)
    seated = {player.casefold(): player for player in state.get("players") or ()}
    if name.casefold() in seated:
        return _claim(seated[name.casefold()], wish)
    if wish.get("seat") is not None:
        raise Refusal(409, "no_such_player", _("Nobody of that name sits at the table any more."))
    return _join(name, wish)


@bp.post("/pad")
def pad():
    """Takes the seat of the pad that is pressed: the one of its player, or a new one (`name`) at a pad that is free.

    The answer waits until a pad is pressed. All pulse but those of seats that a phone holds.
    """
    wish = body()
    if (again := _given_before(wish)) is not None:
        return again
    _check_may_sit(wish)
    name = person_name(wish["name"]) if wish.get("name") else None
    if pages().story.walk:
        raise Refusal(409, "unavailable", _("The host is walking round the pads: try again when that is done."))
    try:
        found = pages().pad_search.look(tap_id(wish.get("look")), pages().seats.held())
    except Searched:
        raise Refusal(409, "unavailable", _("Another phone looks for its pad: try again in a moment.")) from None
    if found is None:
        raise Refusal(409, "unavailable", _("No button was pressed: tap here again, then press one of your pad."))
    # Between games a pad still knows who stood there last: that is nobody who sits here now.
    if found.player in (*(pages().state().get("players") or ()), *pages().seats.waiting()):
        return _claim(found.player, wish)
    if name is None:
        raise Refusal(400, "bad_input", _("That pad is free: type your name first, then press it again."))
    return _sit_at(found, name, wish)


def _sit_at(found: FoundPad, name: str, wish: dict):
    """A new seat whose pad is the one that was found."""
    answered = _join(name, wish | {"after": found.after}) if pages().state().get("game") else _wait(name, wish)
    if answered.status_code == 200:
        pages().pad_search.own(found, name)
    return answered


@bp.post("/pad/stop")
def stop_looking():
    """The phone looks for its pad no longer."""
    pages().pad_search.stop(tap_id(body().get("look")))
    return told("phone", seat_of())


@bp.post("/pad/show")
def show_pad():
    """Lets the player's own pad pulse."""
    player = own_seat()
    body()
    pages().pad_search.show(player)
    return told("phone", player)


def _given_before(wish: dict):
    """The answer to a tap that got a seat already and is sent again, since the answer with the cookie was lost."""
    found = pages().given_seats.of(tap_id(wish["tap"])) if "tap" in wish else None
    if found is None or pages().seats.holder(*found) is None:
        return None
    give_seat(*found)
    return told("phone", found[0])


def _give(wish: dict, player: str, number: int) -> None:
    if "tap" in wish:
        pages().given_seats.keep(tap_id(wish["tap"]), player, number)
    give_seat(player, number)


def _check_may_sit(wish: dict) -> None:
    """Whether this phone may take a seat by itself now. Raises Refusal."""
    if (own := seat_of()) is not None:
        raise Refusal(409, "seat_taken", _("This phone sits at the table already, as %(name)s.", name=own))
    if not pages().seats.open:
        raise Refusal(403, "not_allowed", _("The host seats people himself: ask for a seat code."))
    _check_room_code(wish.get("code"))
    state = pages().state()
    if state.get("game") and state.get("phase") == "over":
        raise Refusal(409, "game_over", _("The game is over. A seat can be taken when the host opens the next one."))


def _check_room_code(typed: object) -> None:
    """The code from the TV shows that the phone is in the room. Raises Refusal."""
    if not pages().settings.ask_code or own_machine():
        return
    address = request.remote_addr or ""
    _slow_down(pages().code_tries, address)
    if not pages().seats.is_room_code(typed):
        raise Refusal(403, "not_allowed", _("Please type the code that stands beside the QR code on the TV."))
    pages().code_tries.right(address)


def _slow_down(tries, address: str) -> None:
    seconds = tries.admit(address)
    if seconds > 0:
        left = int(seconds) + 1
        why = ngettext(
            "Too many wrong tries: wait %(num)d second.", "Too many wrong tries: wait %(num)d seconds.", left
        )
        raise Refusal(429, "not_allowed", why, wait=left)


def _wait(name: str, wish: dict):
    """Before a game is open: the list that the host opens the game with."""
    try:
        _give(wish, name, pages().seats.wait(name, pages().settings.seats))
    except SeatTaken:
        raise Refusal(409, "seat_taken", _("Somebody of that name is here already: add a letter.")) from None
    except TableFull:
        raise Refusal(409, "seat_taken", _("Every seat is taken.")) from None
    pages().changed()
    pages().pad_search.show(name)
    return told("phone", name)


def _claim(player: str, wish: dict):
    try:
        _give(wish, player, pages().seats.claim(player))
    except SeatTaken:
        why = _("%(name)s has a phone already: ask the host for a seat code.", name=player)
        raise Refusal(409, "seat_taken", why) from None
    pages().new_phone(player)
    pages().pad_search.show(player)
    return told("phone", player)


def _join(name: str, wish: dict):
    # One at a time: whether a seat is free and taking it are one step.
    with pages().sitting:
        return _join_if_free(name, wish, pages().state())


def _join_if_free(name: str, wish: dict, state: dict):
    if len(state.get("players") or ()) >= pages().settings.seats:
        raise Refusal(409, "seat_taken", _("Every seat is taken."))
    command = {"cmd": "join", "player": name, "buy_in": pages().story.buy_in or pages().settings.buy_in}
    if name in (state.get("stacks") or {}):
        command["buy_in"] = 0  # whoever left and comes back goes on with his chips; more are the host's to give
    if wish.get("after") in (state.get("players") or ()):
        command["after"] = wish["after"]
    reply = settled(pages().table.submit(command, by="host", source="phone"))
    if reply.refused == "seat_taken" and name not in (pages().state().get("players") or ()):
        raise Refusal(409, "seat_taken", _("Every seat is taken."))
    if not reply.ok:
        return answer(reply, "phone", None, "join")
    pages().catch_up(reply.seq)
    return _claim(name, wish)


@bp.post("/code")
def code():
    """Takes a seat over with a code from the host: for a new phone, or one that lost its cookie."""
    wish = body()
    if (again := _given_before(wish)) is not None:
        return again
    address = request.remote_addr or ""
    _slow_down(pages().code_tries, address)
    found = pages().seats.redeem(wish.get("code"))
    if found is None:
        raise Refusal(403, "not_allowed", _("That seat code is not good (any more): ask the host for another."))
    pages().code_tries.right(address)
    _give(wish, *found)
    pages().new_phone(found[0])
    pages().pad_search.show(found[0])
    return told("phone", found[0])


@bp.post("/leave")
def leave():
    """Leaves the table: open bets go by the rules, the result stays on the list."""
    player = own_seat()
    body()
    state = pages().state()
    if player in (state.get("players") or ()) and state.get("phase") != "over":
        reply = settled(pages().table.submit({"cmd": "leave", "player": player}, by=player, source="phone"))
        if not reply.ok:
            return answer(reply, "phone", player, "leave")
        pages().catch_up(reply.seq)
    pages().seats.release(player)
    pages().changed()
    take_seat()
    return told("phone", None)
