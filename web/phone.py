"""The phone of a player: sit down, bet on the line, roll, ask for chips, leave."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask_babel import get_locale
from flask_babel import gettext as _

from web.asking import answer, pages, seen_number, settled, tap_id, told
from web.codes import clean_code
from web.games.street_board import SQUARES
from web.guard import Refusal, body, named_dice, own_machine, person_name, thrown_at_once, whole
from web.identity import give_seat, seat_of, take_seat
from web.seats import SeatTaken, TableFull

bp = Blueprint("phone", __name__)


@bp.get("/")
def page():
    """The page; a cookie that holds no seat falls back to picking one."""
    view = pages().view("phone", seat_of(), str(get_locale()))
    return render_template("phone.html", view=view, code=clean_code(request.args.get("c")), near=own_machine())


@bp.post("/sit")
def sit():
    """Takes a seat: one that waits for its player (`seat`), or a new one (`name`, perhaps `after` a player)."""
    wish = body()
    if (own := seat_of()) is not None:
        raise Refusal(409, "seat_taken", _("This phone sits at the table already, as %(name)s.", name=own))
    if not pages().seats.open:
        raise Refusal(403, "not_allowed", _("The host seats people himself: ask for a seat code."))
    _check_room_code(wish.get("code"))
    state = pages().state()
    if state.get("game") and state.get("phase") == "over":
        raise Refusal(409, "game_over", _("The game is over. A seat can be taken when the host opens the next one."))
    name = person_name(wish.get("seat") if wish.get("seat") is not None else wish.get("name"))
    if not state.get("game"):
        return _wait(name)
    seated = {player.casefold(): player for player in state.get("players") or ()}
    if name.casefold() in seated:
        return _claim(seated[name.casefold()])
    if wish.get("seat") is not None:
        raise Refusal(409, "no_such_player", _("Nobody of that name sits at the table any more."))
    return _join(name, wish)


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
        why = _("Too many wrong tries: wait %(n)d seconds.", n=int(seconds) + 1)
        raise Refusal(429, "not_allowed", why, wait=int(seconds) + 1)


def _wait(name: str):
    """Before a game is open: the list that the host opens the game with."""
    try:
        give_seat(name, pages().seats.wait(name, pages().settings.seats))
    except SeatTaken:
        raise Refusal(409, "seat_taken", _("Somebody of that name is here already: add a letter.")) from None
    except TableFull:
        raise Refusal(409, "seat_taken", _("Every seat is taken.")) from None
    pages().changed()
    return told("phone", name)


def _claim(player: str):
    try:
        give_seat(player, pages().seats.claim(player))
    except SeatTaken:
        why = _("%(name)s has a phone already: ask the host for a seat code.", name=player)
        raise Refusal(409, "seat_taken", why) from None
    pages().new_phone(player)
    return told("phone", player)


def _join(name: str, wish: dict):
    # One at a time: whether a seat is free and taking it are one step.
    with pages().sitting:
        return _join_if_free(name, wish, pages().state())


def _join_if_free(name: str, wish: dict, state: dict):
    if len(state.get("players") or ()) >= pages().settings.seats:
        raise Refusal(409, "seat_taken", _("Every seat is taken."))
    view = pages().story
    command = {"cmd": "join", "player": name, "buy_in": view.buy_in or pages().settings.buy_in}
    if wish.get("after") in (state.get("players") or ()):
        command["after"] = wish["after"]
    reply = settled(pages().table.submit(command, by="host", source="phone"))
    if reply.refused == "seat_taken" and name not in (pages().state().get("players") or ()):
        raise Refusal(409, "seat_taken", _("Every seat is taken."))
    if not reply.ok:
        return answer(reply, "phone", None)
    pages().catch_up(reply.seq)
    return _claim(name)


@bp.post("/code")
def code():
    """Takes a seat over with a code from the host: for a new phone, or one that lost its cookie."""
    wish = body()
    address = request.remote_addr or ""
    _slow_down(pages().code_tries, address)
    found = pages().seats.redeem(wish.get("code"))
    if found is None:
        raise Refusal(403, "not_allowed", _("That seat code is not good (any more): ask the host for another."))
    pages().code_tries.right(address)
    give_seat(*found)
    pages().new_phone(found[0])
    return told("phone", found[0])


def _player() -> str:
    """The seat of this phone. Raises Refusal when it holds none (any more)."""
    player = seat_of()
    if player is None:
        raise Refusal(403, "no_seat", _("This phone holds no seat: pick one first."))
    return player


def _not_paused() -> None:
    if pages().paused:
        raise Refusal(409, "not_allowed", _("The host has paused the table."))


@bp.post("/tap")
def tap():
    """For, against or off. The same tap sent again is answered like the first; one on a changed state is refused."""
    player, wish = _player(), body()
    if wish.get("do") not in ("for", "against", "off"):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    _not_paused()
    command = {"cmd": wish["do"], "player": player}
    if wish["do"] != "off" and (rules := pages().state().get("rules") or {}).get("line") == "open":
        command["amount"] = whole(wish.get("amount", rules["minimum"]), _("A line bet"))
    return _submit(player, command, wish)


@bp.post("/stake")
def stake():
    """The shooter's stake in an open line, before the first throw."""
    player, wish = _player(), body()
    _not_paused()
    return _submit(player, {"cmd": "stake", "amount": whole(wish.get("amount"), _("The stake"))}, wish)


@bp.post("/chip")
def chip():
    """Puts a chip on a square of the board."""
    player, wish = _player(), body()
    _not_paused()
    square, amount = wish.get("square"), whole(wish.get("amount"), _("A chip"))
    if square not in SQUARES:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return _submit(player, {"cmd": "chip", "player": player, "square": square, "amount": amount}, wish, look=False)


@bp.post("/bet")
def bet():
    """Lifts, takes or undoes one chip on the board, by its number."""
    player, wish = _player(), body()
    _not_paused()
    if wish.get("do") not in ("lift", "take", "undo"):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    number = whole(wish.get("bet"), _("A bet"), most=2**53)
    return _submit(player, {"cmd": wish["do"], "player": player, "bet": number}, wish, look=False)


@bp.post("/spot")
def spot():
    """Bets on a spot of the layout, takes that bet down, or calls it on or off; the game knows the spots."""
    player, wish = _player(), body()
    _not_paused()
    act, name = wish.get("do"), wish.get("bet")
    if act not in ("bet", "down", "working") or not isinstance(name, str) or not 0 < len(name) <= 40:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    command = {"cmd": act, "player": player, "bet": name}
    if act == "bet":
        command["amount"] = whole(wish.get("amount"), _("A bet"))
    if act == "working":
        command["on"] = wish.get("on") is True
    return _submit(player, command, wish)


@bp.post("/hand")
def hand():
    """In a hand of cards: deal, check, bet, call, raise, fold, or pass cards of one's own."""
    player, wish = _player(), body()
    _not_paused()
    act = wish.get("do")
    if act not in ("deal", "check", "bet", "call", "raise", "fold", "pass"):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    command = {"cmd": act, "player": player} if act != "deal" else {"cmd": act}
    if act in ("bet", "raise"):
        command["amount"] = whole(wish.get("amount"), _("A bet"))
    if act == "pass":
        command["cards"] = _named_cards(wish.get("cards"))
    return _submit(player, command, wish)


def _named_cards(cards: object) -> list[str]:
    """Cards that a phone names; whether they are its player's, the game says. Raises Refusal."""
    fits = isinstance(cards, list) and len(cards) <= 6
    if not fits or not all(isinstance(card, str) and len(card) == 2 for card in cards):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return cards


@bp.post("/roll")
def roll():
    """The shooter's throw: faces that he names, where he may; else the table draws them, where no camera reads them.

    They are drawn from the system's random source.
    """
    player, wish = _player(), body()
    named = "dice" in wish
    if pages().settings.camera and not named:
        raise Refusal(409, "not_allowed", _("At this table the dice are real: throw them."))
    _not_paused()
    _check_same_throw(wish.get("after"))
    command = {"cmd": "throw"} | ({"dice": named_dice(wish, thrown_at_once(pages().state()))} if named else {})
    return _submit(player, command, wish)


def _check_same_throw(after: object) -> None:
    """A roll counts only after the throw that the page showed as the last: a late second press does nothing."""
    if after != pages().last_seq():
        raise Refusal(409, "changed", _("The table changed before your tap arrived, so nothing was done: look again."))


@bp.post("/pass")
def pass_dice():
    """The shooter passes the dice on before the first throw."""
    player, wish = _player(), body()
    _not_paused()
    return _submit(player, {"cmd": "pass_dice"}, wish)


@bp.post("/dispute")
def dispute():
    """ "Not what I saw": the host and the TV get the picture and the numbers; the game goes on."""
    player, wish = _player(), body()
    return _submit(player, {"cmd": "dispute", "player": player}, wish, look=False)


def _submit(player: str, command: dict, wish: dict, look: bool = True):
    seen = seen_number(wish.get("seen")) if look else None
    future = pages().table.submit(command, by=player, seen=seen, source="phone", tap=tap_id(wish.get("tap")))
    return answer(settled(future), "phone", player, command["cmd"])


@bp.post("/ask")
def ask():
    """Asks the host for chips."""
    player, wish = _player(), body()
    if player not in (pages().state().get("players") or ()):
        raise Refusal(409, "wrong_phase", _("Chips can be asked for when the game is open."))
    pages().requests.ask(player, whole(wish.get("amount"), _("A buy-in")))
    pages().changed()
    return told("phone", player)


@bp.post("/leave")
def leave():
    """Leaves the table: open bets go by the rules, the result stays on the list."""
    player = _player()
    body()
    state = pages().state()
    if player in (state.get("players") or ()) and state.get("phase") != "over":
        reply = settled(pages().table.submit({"cmd": "leave", "player": player}, by=player, source="phone"))
        if not reply.ok:
            return answer(reply, "phone", player)
        pages().catch_up(reply.seq)
    pages().seats.release(player)
    pages().changed()
    take_seat()
    return told("phone", None)
