"""The seats' pads on the host's page: whose pad is which, walking round, muting a broken one."""

from __future__ import annotations

from flask import Blueprint, jsonify
from flask_babel import gettext as _

from controller.pad_seats import pad_name
from controller.pads import Pads
from controller.pin_board import BOARD_ID
from web.asking import pages
from web.guard import Refusal, body
from web.identity import must_be_host
from web.parts import board_name

bp = Blueprint("host_pads", __name__, url_prefix="/host")

#: Taps of a pad in half a minute from which its button is taken to chatter.
MANY = 20


@bp.get("/pads")
def pads():
    """Every board that is there or known, with its pads."""
    must_be_host()
    return jsonify(boards=_boards(_pads()))


@bp.post("/pads")
def act():
    """Walks round the pads, mutes one or lets it be heard again, forgets a board."""
    must_be_host()
    wish, pads = body(), _pads()
    do = wish.get("do")
    if do == "learn":
        _learn(pads)
    elif do in ("skip", "finish", "cancel"):
        if pads.health.asking is None:
            raise Refusal(409, "wrong_phase", _("Nobody is asked to press a pad any more."))
        pads.skip() if do == "skip" else pads.stop_learning(keep=do == "finish")
    elif do in ("mute", "hear"):
        _mute(pads, wish.get("pad"), do == "mute")
    elif do == "forget":
        _forget(pads, wish.get("board"))
    else:
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return jsonify(ok=True, boards=_boards(pads))


def _pads() -> Pads:
    pads = pages().settings.pads
    if pads is None:
        raise Refusal(404, "bad_input", _("There are no pads at this table."))
    return pads


def _learn(pads: Pads) -> None:
    if not pages().state().get("players"):
        raise Refusal(409, "not_open", _("Open a game first: each pad is given to one of its players."))
    if not any(board.alive for board in pads.health.boards):
        raise Refusal(409, "bad_input", _("No pad board is connected."))
    pads.learn()


def _mute(pads: Pads, pad: object, on: bool) -> None:
    try:
        pads.mute(pad if isinstance(pad, str) else "", on)
    except ValueError:
        raise Refusal(409, "bad_input", _("That pad is not known any more.")) from None


def _forget(pads: Pads, board: object) -> None:
    if not isinstance(board, str) or board not in dict(pads.health.away):
        raise Refusal(409, "bad_input", _("Only a board that is away can be let go."))
    pads.forget(board)


def _boards(pads: Pads) -> list[dict]:
    now = pads.health
    there = [
        {
            "board": one.board,
            "name": board_name(one.board, one.board == BOARD_ID.hex()),
            "away": "" if one.alive else _("This board does not answer."),
            "pads": [_pad(pad_name(one.board, seat), *told) for seat, told in
                     enumerate(zip(one.players, one.muted, one.lately, strict=True))],
        }
        for one in now.boards
    ]  # fmt: skip
    return there + [
        {
            "board": board,
            "name": board_name(board, board == BOARD_ID.hex()),
            "away": _("This board is away."),
            "pads": [],
        }
        for board, _players in now.away
    ]


def _pad(pad: str, player: str | None, muted: bool, lately: int) -> dict:
    seat = int(pad.rpartition(":")[2]) + 1
    note = _("%(n)d taps in half a minute: its button may chatter.", n=lately) if lately >= MANY and not muted else ""
    return {"pad": pad, "name": _("Pad %(n)d", n=seat), "player": player or _("nobody"), "muted": muted, "note": note}
