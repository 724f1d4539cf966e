"""What every request must pass, and what every answer bears."""

from __future__ import annotations

import ipaddress
import json
import socket
import unicodedata
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from controller.games.fields import KEPT_NAMES, unseen
from web.games import pages_of

#: Largest body of a request in bytes: every command fits many times over.
LARGEST_BODY = 16 * 1024
LARGEST_NAME = 20
#: Accents that may stand on one letter of a name: more would be drawn over the lines above and below.
MOST_MARKS = 3

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

bp = Blueprint("guard", __name__)


class Refusal(Exception):
    """A request that is not carried out: an HTTP status, a code for programs and one sentence for people."""

    def __init__(self, status: int, code: str, why: str, **more: object) -> None:
        super().__init__(why)
        self.status, self.code, self.why, self.more = status, code, why, more


def body() -> dict:
    """The JSON object of the request. Raises Refusal for anything else."""
    if request.mimetype != "application/json":
        raise Refusal(415, "bad_input", _("The page sent something that the table does not understand."))
    try:
        value = json.loads(request.get_data(cache=False))
    except (ValueError, RecursionError):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand.")) from None
    if not isinstance(value, dict):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    return value


def person_name(value: object) -> str:
    """A name that may stand on a screen. Raises Refusal with one sentence.

    Markup would do no harm, since names are only ever set as text; it is refused since nobody is called that.
    """
    if not isinstance(value, str) or not value.strip():
        raise Refusal(400, "bad_input", _("Please type a name."))
    # One spelling for one name, the table's: a phone may send an accent apart from its letter.
    name = unicodedata.normalize("NFC", " ".join(value.split()))
    if len(name) > LARGEST_NAME:
        raise Refusal(400, "bad_input", _("A name has at most %(n)d letters.", n=LARGEST_NAME))
    if any(not sign.isprintable() or unseen(sign) or sign in "<>&\"\\{}" for sign in name):
        raise Refusal(400, "bad_input", _("A name is made of letters, digits and spaces."))
    if _heap_of_marks(name):
        raise Refusal(400, "bad_input", _("That is too many accents on one letter."))
    if name.casefold() in KEPT_NAMES:
        raise Refusal(400, "bad_input", _("The table needs that name for itself: take another."))
    return name


def _heap_of_marks(name: str) -> bool:
    """Whether accents stand on nothing, or too many on one sign."""
    on_one = 0
    for at, sign in enumerate(name):
        on_one = on_one + 1 if unicodedata.category(sign).startswith("M") else 0
        if on_one > MOST_MARKS or (on_one and (at == 0 or name[at - 1] == " ")):
            return True
    return False


def whole(value: object, what: str, least: int = 1, most: int = 1_000_000) -> int:
    """A whole number within bounds. Raises Refusal; `what` begins the sentence."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        why = _("%(what)s is a whole number from %(least)d to %(most)d.", what=what, least=least, most=most)
        raise Refusal(400, "bad_input", why)
    return value


def named_dice(wish: dict, count: int) -> list[int]:
    """The faces that a page names, of so many dice. Raises Refusal."""
    dice = wish.get("dice")
    if not isinstance(dice, list) or len(dice) != count:
        why = _("Name both dice, each from 1 to 6.") if count == 2 else _("Name one die, from 1 to 6.")
        raise Refusal(400, "bad_input", why)
    return [whole(die, _("A die"), 1, 6) for die in dice]


def thrown_at_once(state: dict) -> int:
    """How many dice make a throw in this public state."""
    return 1 if state.get("phase") == "opening" else pages_of(state.get("game")).dice


def own_machine() -> bool:
    """Whether the browser runs on the table's own machine."""
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def _known_host(host: str) -> bool:
    """An address in digits, this machine's name, or the address the table was told: never a stranger's name.

    A page elsewhere that has its own name point at this machine (DNS rebinding) is refused by this.
    """
    name = (urlsplit("//" + host).hostname or "").lower()
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        pass
    own = socket.gethostname().lower()
    address = current_app.config["TABLE_SETTINGS"].address or ""
    told = (urlsplit("//" + address).hostname or "").lower()
    return name in {"localhost", own, own + ".local", told} - {""}


@bp.before_app_request
def check_request() -> None:
    """Refuses what comes under a strange name or, if it would change something, from another page."""
    if not _known_host(request.host):
        raise Refusal(421, "not_allowed", _("This table is not known under that name: use its address in digits."))
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin", "")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.host.lower():
        raise Refusal(403, "not_allowed", _("That came from another page, so nothing was done."))


@bp.after_app_request
def dress(response: Response) -> Response:
    """Headers of every answer."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _wants_page() -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _answer(status: int, code: str, why: str, more: dict | None = None) -> tuple[object, int]:
    if _wants_page():
        return render_template("error.html", why=why, status=status), status
    return jsonify(ok=False, refused=code, why=why, **(more or {})), status


def said_of(status: int) -> tuple[object, int]:
    """The answer to a request that failed with this HTTP status, in the language of the request."""
    if status == 500:
        return _answer(status, "fault", _("Something went wrong at the table; the chips are safe in the ledger."))
    too_long = _("That was far too long, so nothing was done.")
    sentences = {
        400: _("The page sent something that the table does not understand."),
        404: _("There is no such page at this table."),
        405: _("That cannot be done with this page."),
        413: too_long,
        414: too_long,
        431: too_long,
    }
    return _answer(status, "bad_input", sentences.get(status, _("That did not work; nothing was done.")))


def install(app: Flask) -> None:
    """Puts the checks, the headers and the answers to errors into the application."""
    app.register_blueprint(bp)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY

    @app.errorhandler(Refusal)
    def refused(error: Refusal):
        return _answer(error.status, error.code, error.why, error.more)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException):
        status = error.code or 500
        return error if status < 400 else said_of(status)

    @app.errorhandler(Exception)
    def fault(error: Exception):
        app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
        return said_of(500)
