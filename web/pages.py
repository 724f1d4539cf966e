"""What all pages of one table share: the newest view for each screen, and who waits for it."""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from flask import Flask
from flask_babel import force_locale

from controller import rounds
from controller.games.codec import decode_shown, shown
from web import story, views
from web.buyins import BuyInRequests
from web.pad_search import PadSearch
from web.pin import Pin, Throttle
from web.seats import GivenSeats, SeatBook
from web.settings import Settings
from web.streams import Registry

log = logging.getLogger(__name__)

#: Published changes that may wait for the pages before the table drops them as too slow.
WAITING_CHANGES = 2000
#: Seconds for which the TV shows a seat code that a pad asked for.
PAD_CODE_SHOWN_S = 60.0
#: Seconds for which the TV tells that another phone has a player's cards.
NEW_PHONE_SHOWN_S = 120.0


@dataclass(frozen=True, slots=True)
class Rendered:
    """A view as JSON. `version` rises with every change on the screens, `seq` is the ledger's number."""

    version: int
    seq: int
    text: str


class Pages:
    """The state of the web part: one feed thread folds what the table publishes, everybody else reads.

    Everything beside the table (requests for chips, who holds a seat, a paused view) calls `changed`
    when it changes, so that the screens follow.
    """

    def __init__(self, app: Flask, table, settings: Settings) -> None:
        self.app, self.table, self.settings = app, table, settings
        self.pin = Pin(settings.secrets / "host-pin", settings.pin)
        self.pin_tries, self.code_tries = Throttle(), Throttle()
        #: Held while a phone takes a new seat.
        self.sitting = threading.Lock()
        self.seats = SeatBook(settings.secrets / "seats.json")
        self.given_seats = GivenSeats()
        self.requests = BuyInRequests()
        self.pad_search = PadSearch(table)
        #: Changes with each start of the program: a page that sees another one starts afresh.
        self.epoch = secrets.token_hex(4)
        self.paused = False
        #: The camera's newest picture for the host, bare or not, with the time it was fetched.
        self.newest_pictures: dict[bool, tuple[float, bytes | None]] = {}
        self.streams = Registry(settings.streams)
        self._address = settings.address
        self._pads = (0, "")
        self._pad_codes: dict[str, tuple[str, float]] = {}
        self._new_phones: dict[str, float] = {}
        self._story = story.Story()
        #: Every round of the evening.
        self.record = rounds.EMPTY
        self._version = 1
        self._seq = 0
        self._change = threading.Condition()
        self._cache: dict[tuple[str, str | None, str], Rendered] = {}
        self._render_lock = threading.Lock()
        self._subscription = None
        self._feed: threading.Thread | None = None
        self._ending = threading.Event()

    @property
    def address(self) -> str:
        """Host and port that phones open."""
        return self._address or "127.0.0.1"

    def served_at(self, address: str) -> None:
        """The server says where it listens; an address from the settings goes before."""
        self._address = self.settings.address or address

    @property
    def version(self) -> int:
        """The number of the newest view."""
        return self._version

    @property
    def ending(self) -> bool:
        """Whether the streams are to end."""
        return self._ending.is_set()

    def start(self) -> None:
        """Begins to follow the table; may be called twice."""
        if self._feed is not None:
            return
        self._subscription = self.table.subscribe(WAITING_CHANGES)
        start = self._subscription.start
        told = story.told_from(self._past())
        self._story = story.standing(told, start.public(None))
        self._seq = start.seq
        self._follow_players(start.public(None), opened=False)
        self._feed = threading.Thread(target=self._run, name="web feed", daemon=True)
        self._feed.start()
        self.changed()

    def _past(self) -> Iterator:
        """What the table decided before; each goes into the record on its way."""
        for transaction in self.settings.past() if self.settings.past else ():
            self._keep(transaction.events)
            yield transaction

    def _keep(self, events) -> None:
        """Into the record. What was decided before the pages knew of a game is left out."""
        for event in events:
            if self.record.games or event["type"] == "opened":
                self.record = rounds.after(self.record, decode_shown(shown(event)))

    def stop(self) -> None:
        """Ends the streams and follows the table no longer; may be called twice."""
        self._ending.set()
        if self._subscription is not None:
            self._subscription.close()
        self.changed()
        if self._feed is not None:
            self._feed.join(timeout=5.0)

    def changed(self) -> None:
        """Something that screens show has changed."""
        with self._change:
            self._version += 1
            self._change.notify_all()

    def wait(self, version: int, seconds: float, pads: int | None = None) -> int:
        """The newest version, as soon as it is another than this one or the time is up.

        pads: the number of the newest drawing of the pads that was seen; None: they are not looked at.
        """

        def news() -> bool:
            return self._version != version or self.ending or (pads is not None and self._pads[0] != pads)

        with self._change:
            self._change.wait_for(news, seconds)
            return self._version

    @property
    def pads(self) -> tuple[int, str]:
        """The lights of the pads as last told: a number that rises, and JSON ("" when there are no pads)."""
        return self._pads

    def view(self, kind: str, viewer: str | None, language: str) -> Rendered:
        """The newest view of a kind ("tv", "phone", "host") for one viewer; worked out once for all who see it."""
        key = (kind, viewer, language)
        version = self._version
        kept = self._cache.get(key)
        if kept is not None and kept.version == version:
            return kept
        with self._render_lock:
            kept = self._cache.get(key)
            if kept is not None and kept.version >= version:
                return kept
            version = self._version
            rendered = self._render(kind, viewer, language, version)
            if len(self._cache) > 500:
                self._cache.clear()
            self._cache[key] = rendered
            return rendered

    @property
    def story(self) -> story.Story:
        """What the screens show beside the state."""
        return self._story

    def pause(self, on: bool) -> None:
        """The host pauses the table or lets it go on; whoever reads the dice is told by a notice."""
        self.paused = on
        self.table.notice("pause", on=on)
        self.changed()

    def catch_up(self, seq: int, seconds: float = 0.5) -> None:
        """Waits until the views know record `seq`."""
        with self._change:
            self._change.wait_for(lambda: self._seq >= seq or self.ending or self._feed is None, seconds)

    def last_seq(self) -> int:
        """The record of the last throw, with everything heard that the table has decided; 0 before any."""
        self.catch_up(self.table.snapshot().seq)
        return self._story.last_seq

    def opened_seq(self) -> int:
        """The record of the newest game's opening, with everything heard that the table has decided; 0 before any."""
        self.catch_up(self.table.snapshot().seq)
        return self._story.opened

    def whole_record(self) -> rounds.Record:
        """Every round of the evening, with everything heard that the table has decided."""
        self.catch_up(self.table.snapshot().seq)
        return self.record

    def state(self) -> dict:
        """The public state of the table."""
        return self.table.snapshot().public(None)

    def _render(self, kind: str, viewer: str | None, language: str, version: int) -> Rendered:
        snapshot = self.table.snapshot()
        state = snapshot.public(None)
        if viewer in (state.get("players") or ()):  # whoever waits for a seat sees what everybody sees
            state = snapshot.public(viewer)
        scene = views.Scene(
            seq=snapshot.seq,
            state=state,
            story=self._story,
            settings=self.settings,
            address=self.address,
            paused=self.paused,
            room_code=self.seats.room_code,
            seats_open=self.seats.open,
            waiting=self.seats.waiting(),
            held=self.seats.held(),
            requests=self.requests.all(),
            pad_codes={player: code for player, (code, _until) in self._pad_codes.items()},
            new_phones=tuple(self._new_phones),
            ask=partial(_ask, snapshot),
        )
        with self.app.app_context(), force_locale(language):
            view = getattr(views, kind)(scene) if kind != "phone" else views.phone(scene, viewer)
        view |= {"v": version, "epoch": self.epoch, "seq": snapshot.seq}
        return Rendered(version, snapshot.seq, json.dumps(view, ensure_ascii=False, separators=(",", ":")))

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                item = self._subscription.get(timeout=1.0)
            except Exception:  # the pages must outlive a fault in what is shown
                log.exception("the pages lost the table's news; they ask again")
                self._ending.wait(0.5)
                continue
            if item is None:
                self._forget_notes()
                if self._subscription.closed:
                    self._ending.wait(1.0)
                continue
            kind = getattr(item, "kind", None)
            if kind == "pads":
                self._draw_pads(item.fields)
                continue
            if kind == "pad_found":
                self.pad_search.found(item.fields)
                continue
            if kind == "pads_learn" and item.fields.get("asking"):
                self.pad_search.give_way()
            if kind == "seat_code":
                self._show_code(str(item.fields.get("player")))
            try:
                self._take(item)
            except Exception:
                log.exception("one piece of news could not be shown")
            self._seq = max(self._seq, getattr(item, "seq", 0))
            self.changed()

    def _draw_pads(self, fields) -> None:
        """Lights change several times a second: they go to the TV beside its view, not within it."""
        text = json.dumps({"pads": list(fields.get("pads", ()))}, separators=(",", ":"))
        with self._change:
            if text != self._pads[1]:
                self._pads = (self._pads[0] + 1, text)
                self._change.notify_all()

    def _show_code(self, player: str) -> None:
        """Somebody held both buttons of his pad: the TV shows a code with which a new phone gets his seat."""
        self._pad_codes[player] = (self.seats.code_for(player), time.monotonic() + PAD_CODE_SHOWN_S)

    def new_phone(self, player: str) -> None:
        """A phone has got the player's seat: with cards in it the whole room is told, so that nobody looks unseen."""
        if player in (self.state().get("active") or ()):
            with self._change:
                self._new_phones = {**self._new_phones, player: time.monotonic() + NEW_PHONE_SHOWN_S}
        self.changed()

    def _forget_notes(self) -> None:
        now = time.monotonic()
        with self._change:
            codes = {player: kept for player, kept in self._pad_codes.items() if kept[1] > now}
            phones = {player: until for player, until in self._new_phones.items() if until > now}
            stale = len(codes) < len(self._pad_codes) or len(phones) < len(self._new_phones)
            self._pad_codes, self._new_phones = codes, phones
        if stale:
            self.changed()

    def _take(self, item) -> None:
        self._story = story.tell(self._story, item)
        events = getattr(item, "events", None)
        if events is not None:
            self._keep(events)
            opened = any(event.get("type") == "opened" for event in events)
            self._follow_players(item.snapshot.public(None), opened)

    def _follow_players(self, state: dict, opened: bool) -> None:
        players = state.get("players") or ()
        if state.get("game"):
            self.seats.keep_only(players, opened)
            self.requests.keep_only(players)


def _ask(snapshot, command: dict) -> tuple[str, str] | None:
    """Whether the game would take this command now: None, or the code and the sentence of its refusal."""
    refusal = snapshot.can(command)
    return None if refusal is None else (refusal.code, refusal.why)
