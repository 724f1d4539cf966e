"""Live views: server-sent events, and the same view for pages that poll.

Each message is the whole view of one screen, so that catching up after sleep is one message. Its id is
the number of the ledger's newest record in it. A stream lives at most five minutes and hears a heartbeat
every ten seconds; a second stream of one client ends the first; beyond the cap the answer is 503 and the
page polls.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request
from flask_babel import get_locale
from flask_babel import gettext as _

from web.guard import Refusal
from web.identity import must_be_host, seat_number, seat_of

if TYPE_CHECKING:
    from web.pages import Pages

bp = Blueprint("streams", __name__)

HEARTBEAT_S = 10.0
LONGEST_LIFE_S = 300.0
#: Streams kept free for seats and the host when watchers have taken all others.
KEPT_FREE = 14

_CLIENT = re.compile(r"[A-Za-z0-9_-]{4,40}\Z")


class Open:
    """One stream that is being served; `ended` makes its generator stop."""

    __slots__ = ("client", "ended", "version")

    def __init__(self, client: str) -> None:
        self.client = client
        self.ended = False
        self.version = 0


class Registry:
    """The streams that are open: one a client, at most `most`. For many threads at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._open: dict[str, Open] = {}

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, client: str, watcher: bool) -> Open | None:
        """A place for this client's stream, its older one ended; None when all places are taken."""
        with self._lock:
            older = self._open.get(client)
            room = self.most - (min(KEPT_FREE, self.most // 4) if watcher else 0)
            if older is None and len(self._open) >= room:
                return None
            if older is not None:
                older.ended = True
            stream = Open(client)
            self._open[client] = stream
            return stream

    def leave(self, stream: Open) -> None:
        """The stream has ended."""
        with self._lock:
            if self._open.get(stream.client) is stream:
                del self._open[stream.client]


def viewer_of(kind: str) -> str | None:
    """Who looks at a page of this kind. Raises Refusal for a host's view without the PIN, or no such kind."""
    if kind == "tv":
        return None
    if kind == "phone":
        return seat_of()
    if kind == "host":
        must_be_host()
        return None
    raise Refusal(404, "bad_input", _("There is no such page at this table."))


@dataclass(frozen=True, slots=True)
class Screen:
    """What a stream shows to whom. still: whether the viewer still may see it."""

    kind: str
    viewer: str | None
    language: str
    still: Callable[[], bool]


@bp.get("/live/<kind>")
def live(kind: str):
    """The stream of one screen."""
    client = request.args.get("client", "")
    if not _CLIENT.match(client):
        raise Refusal(400, "bad_input", _("The page sent something that the table does not understand."))
    viewer = viewer_of(kind)
    pages: Pages = current_app.extensions["dicetable"]
    stream = pages.streams.enter(client, watcher=kind != "host" and viewer is None)
    if stream is None:
        answer = Response(status=503)
        answer.headers["Retry-After"] = "30"
        return answer
    number = seat_number()
    screen = Screen(
        kind, viewer, str(get_locale()), lambda: viewer is None or pages.seats.holder(viewer, number) == viewer
    )
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    answer = Response(messages(pages, stream, screen, gone), mimetype="text/event-stream")
    answer.call_on_close(lambda: pages.streams.leave(stream))
    return answer


@bp.get("/state/<kind>")
def state(kind: str):
    """The same view once, for pages that poll; 304 when it is the one the page has."""
    viewer = viewer_of(kind)
    pages: Pages = current_app.extensions["dicetable"]
    view = pages.view(kind, viewer, str(get_locale()))
    answer = Response(view.text, mimetype="application/json")
    answer.set_etag(f"{pages.epoch}-{view.version}")
    return answer.make_conditional(request)


def messages(pages: Pages, stream: Open, screen: Screen, gone: Callable[[], bool]) -> Iterator[bytes]:
    """The bytes of one stream until it is too old, replaced, its client is gone or may see it no longer.

    A client that comes back with the number of the last message it had gets the newest view at once;
    what it missed (wins, losses, corrections) stands in the view's news under the ledger's numbers.
    """
    end = time.monotonic() + LONGEST_LIFE_S * random.uniform(0.8, 1.0)
    beat = time.monotonic() + HEARTBEAT_S
    sent, pads_sent = 0, 0
    wants_pads = screen.kind == "tv"
    # Browsers wait this long before they come back by themselves; each another time.
    yield f"retry: {random.randint(800, 3000)}\n\n".encode()
    while time.monotonic() < end and screen.still():
        view = pages.view(screen.kind, screen.viewer, screen.language)
        if view.version != sent:
            sent = view.version
            yield f"id: {view.seq}\nevent: state\ndata: {view.text}\n\n".encode()
        number, drawing = pages.pads
        if wants_pads and number != pads_sent:
            pads_sent = number
            yield f"event: pads\ndata: {drawing}\n\n".encode()
        pages.wait(sent, 1.0, pads_sent if wants_pads else None)
        if stream.ended or pages.ending or gone():
            return
        if time.monotonic() >= beat:
            beat = time.monotonic() + HEARTBEAT_S
            yield b"event: beat\ndata: {}\n\n"
    yield b"event: bye\ndata: {}\n\n"
