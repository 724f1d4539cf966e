"""The phone of a player: its page, betting, rolling, asking for chips. Seats: seating.py."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask_babel import get_locale
from flask_babel import gettext as _

from web.asking import answer, own_seat, pages, seen_number, settled, tap_id, told
from web.codes import clean_code
from web.games.street_board import SQUARES
from web.guard import Refusal, body, named_dice, own_machine, thrown_at_once, whole
from web.identity import seat_of

bp = Blueprint("phone", __name__)


@bp.get("/")
def page():
    """The page; a cookie that holds no seat falls back to picking one."""
    view = pages().view("phone", seat_of(), str(get_locale()))
    return render_template("phone.html", view=view, code=clean_code(request.args.get("c")), near=own_machine())


def _not_paused(player: str, wish: dict) -> None:
    if pages().paused and not _sent_again(player, wish):
        raise Refusal(409, "not_allowed", _("The host has paused the table."))


def _sent_again(player: str, wish: dict) -> bool:
    """Whether this very tap came before, so that the table answers it like the first time, whatever holds now."""
    return pages().table.knows(player, tap_id(wish.get("tap")))


@bp.post("/tap")
def tap():
    """For, against or off. The same tap sent again is answered like the first; one on a changed state is refused."""
    player, wish = own_seat(), body()
    if wish.get("do") not in ("for", "against", "off"):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    _not_paused(player, wish)
    command = {"cmd": wish["do"], "player": player}
    if wish["do"] != "off" and (rules := pages().state().get("rules") or {}).get("line") == "open":
        command["amount"] = whole(wish.get("amount", rules["minimum"]), _("A line bet"))
    return _submit(player, command, wish)


@bp.post("/stake")
def stake():
    """The shooter's stake in an open line, before the first throw."""
    player, wish = own_seat(), body()
    _not_paused(player, wish)
    return _submit(player, {"cmd": "stake", "amount": whole(wish.get("amount"), _("The stake"))}, wish)


@bp.post("/chip")
def chip():
    """Puts a chip on a square of the board."""
    player, wish = own_seat(), body()
    _not_paused(player, wish)
    square, amount = wish.get("square"), whole(wish.get("amount"), _("A chip"))
    if square not in SQUARES:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return _submit(player, {"cmd": "chip", "player": player, "square": square, "amount": amount}, wish)


@bp.post("/bet")
def bet():
    """Lifts, takes or undoes one chip on the board, by its number."""
    player, wish = own_seat(), body()
    _not_paused(player, wish)
    if wish.get("do") not in ("lift", "take", "undo"):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    number = whole(wish.get("bet"), _("A bet"), most=2**53)
    return _submit(player, {"cmd": wish["do"], "player": player, "bet": number}, wish, look=wish["do"] == "take")


@bp.post("/spot")
def spot():
    """Bets on a spot of the layout, takes that bet down, or calls it on or off; the game knows the spots."""
    player, wish = own_seat(), body()
    _not_paused(player, wish)
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
    player, wish = own_seat(), body()
    _not_paused(player, wish)
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
    player, wish = own_seat(), body()
    named = "dice" in wish
    if pages().settings.camera and not named:
        raise Refusal(409, "not_allowed", _("At this table the dice are real: throw them."))
    _not_paused(player, wish)
    if not _sent_again(player, wish):
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
    player, wish = own_seat(), body()
    _not_paused(player, wish)
    return _submit(player, {"cmd": "pass_dice"}, wish)


@bp.post("/dispute")
def dispute():
    """ "Not what I saw": the host and the TV get the picture and the numbers; the game goes on."""
    player, wish = own_seat(), body()
    return _submit(player, {"cmd": "dispute", "player": player}, wish, look=False)


def _submit(player: str, command: dict, wish: dict, look: bool = True):
    seen = seen_number(wish.get("seen")) if look else None
    future = pages().table.submit(command, by=player, seen=seen, source="phone", tap=tap_id(wish.get("tap")))
    return answer(settled(future), "phone", player, command["cmd"])


@bp.post("/ask")
def ask():
    """Asks the host for chips."""
    player, wish = own_seat(), body()
    if player not in (pages().state().get("players") or ()):
        raise Refusal(409, "wrong_phase", _("Chips can be asked for when the game is open."))
    pages().requests.ask(player, whole(wish.get("amount"), _("A buy-in")))
    pages().changed()
    return told("phone", player)
