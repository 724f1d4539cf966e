"""Who sends a request: the seat of a phone and the host, from the signed cookie.

A cookie that is forged, old, of another evening, or for a seat that was given away counts as none.
"""

from __future__ import annotations

import hmac

from flask import current_app, session
from flask_babel import gettext as _

from web.guard import Refusal


def seat_of() -> str | None:
    """The player whose seat this browser holds, or None."""
    return current_app.extensions["dicetable"].seats.holder(session.get("seat"), session.get("number"))


def seat_number() -> object:
    """The number in this browser's cookie, whatever it is worth."""
    return session.get("number")


def give_seat(player: str, number: int) -> None:
    """This browser holds the seat from now on."""
    session.permanent = True
    session["seat"], session["number"] = player, number


def take_seat() -> None:
    """This browser holds no seat any more."""
    session.pop("seat", None)
    session.pop("number", None)


def is_host() -> bool:
    """Whether this browser has shown the PIN that is in force."""
    mark = session.get("host")
    pin = current_app.extensions["dicetable"].pin
    return isinstance(mark, str) and hmac.compare_digest(mark.encode(), pin.mark.encode())


def must_be_host() -> None:
    """Raises Refusal for a browser that has not shown the PIN."""
    if not is_host():
        raise Refusal(403, "not_allowed", _("Please enter the host's PIN again."))


def make_host() -> None:
    """This browser has shown the PIN."""
    session.permanent = True
    session["host"] = current_app.extensions["dicetable"].pin.mark


def end_host() -> None:
    """This browser is the host's no longer."""
    session.pop("host", None)
