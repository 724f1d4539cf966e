"""How long a tap on one phone takes to every screen: 12 phones and 100 watchers over real HTTP.

    python tests/bench/web_bench.py [--game street] [--taps 300] [--watchers 100] [--deaf 20] [--beyond 30]

The table, its ledger and the pages run in a process of their own, as on the Pi; this process is all the
clients. A tap's time runs from the moment the phone sends it to the moment a screen has received the view
with it. Prints a JSON object a row, milliseconds: all screens read; some more that open a stream and never
read; some more than streams are served, which poll as the pages do. `load`: runnable processes a minute
before the row began, on how many cores; other people's work on the machine is in the figures.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import selectors
import socket
import statistics
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

from web.client import Phone, Visitor
from web.streams import KEPT_FREE

PHONES = 12
#: A hand of cards has six seats; the other phones look on.
SEATS = {"street": PHONES, "bank": PHONES, "poker": 6}
RULES = {"street": {}, "bank": {"card": "trainer", "bank": 500_000, "minimum": 5}, "poker": {"time_limit": 0}}
#: Seconds between two polls of a page that got no stream.
POLL_S = 2.0
_ID = re.compile(rb"id: (\d+)\nevent: state\n")


def serve(pipe: Connection, folder: str, streams: int, opening: dict) -> None:
    """The table and its pages, until the other end of the pipe says so."""
    from controller.ledger import Ledger
    from controller.table import Table
    from web import Settings, create_app
    from web.serve import Server

    with Ledger(Path(folder) / "evening.db") as ledger:
        table = Table(ledger)
        table.start()
        assert table.submit(opening, by="host").result().ok
        app = create_app(table, Settings(secrets=Path(folder) / "secrets", streams=streams))
        with Server(app, "127.0.0.1", 0) as server:
            pipe.send(server.url)
            pipe.recv()
            pipe.send(Path("/proc/self/statm").read_text().split()[1])
        table.stop()


def stream(netloc: str, kind: str, client: str, cookies: str = "", room: int | None = None) -> socket.socket:
    """Asks for a live stream. room: bytes that this end takes before it is read, None as the system has it."""
    host, port = netloc.split(":")
    line = socket.socket()
    if room is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.connect((host, int(port)))
    cookie = f"Cookie: {cookies}\r\n" if cookies else ""
    line.sendall(f"GET /live/{kind}?client={client} HTTP/1.1\r\nHost: {netloc}\r\n{cookie}\r\n".encode())
    return line


class Screens:
    """Every stream, read by one thread; `seen[n]` is the newest number screen n has, with the times they came."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self.seen: list[list[tuple[int, float]]] = []
        self._ending = threading.Event()

    def add(self, netloc: str, kind: str, cookies: str = "") -> None:
        """Opens one stream."""
        number = len(self.seen)
        line = stream(netloc, kind, f"screen-{number}", cookies)
        line.setblocking(False)
        self.seen.append([])
        self._selector.register(line, selectors.EVENT_READ, (number, bytearray()))

    def read(self) -> None:
        """Reads until `stop`."""
        while not self._ending.is_set():
            for key, _ in self._selector.select(0.2):
                number, held = key.data
                try:
                    got = key.fileobj.recv(262_144)
                except BlockingIOError:
                    continue
                if not got:
                    self._selector.unregister(key.fileobj)
                    continue
                now = time.perf_counter()
                held += got
                end = 0
                for found in _ID.finditer(held):
                    if held.find(b"\n\n", found.end()) < 0:
                        break
                    self.seen[number].append((int(found.group(1)), now))
                    end = found.end()
                del held[:end]

    def stop(self) -> None:
        """Ends `read` and closes every stream."""
        self._ending.set()
        time.sleep(0.3)
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    def when(self, seq: int, limit_s: float = 5.0) -> list[float]:
        """The time at which each screen had record `seq`."""
        end = time.perf_counter() + limit_s
        times = []
        for one in self.seen:
            while not (had := [at for number, at in one if number >= seq]):
                if time.perf_counter() > end:
                    raise TimeoutError(f"a screen never had record {seq}")
                time.sleep(0.002)
            times.append(had[0])
        return times


class Poller:
    """A page beyond the cap of streams: it is refused one, and polls. `seq`: the newest record it showed."""

    def __init__(self, url: str, number: int) -> None:
        with stream(url.removeprefix("http://"), "tv", f"late-{number}") as line:
            self.status = int(line.recv(64).split()[1])
        self._visitor = Visitor(url)
        self._ending = threading.Event()
        self._pause = random.Random(number)
        self.seq = 0
        self.polls: list[float] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ending.wait(self._pause.uniform(0.8, 1.3) * POLL_S):
            start = time.perf_counter()
            self.seq = self._visitor.view("tv")["seq"]
            self.polls.append(1000 * (time.perf_counter() - start))

    def stop(self) -> None:
        self._ending.set()
        self._thread.join(10)
        self._visitor.close()


class Taps:
    """Who taps what next, so that every tap moves chips or the hand on. phones: by name, all seated."""

    def __init__(self, game: str, phones: dict[str, Phone]) -> None:
        self._phones = phones
        self._names = list(phones)
        self._next = getattr(self, f"_{game}")
        self._number = -1

    def next(self) -> tuple[Phone, str, dict]:
        """The phone, the path, and what it posts."""
        self._number += 1
        return self._next()

    def _street(self) -> tuple[Phone, str, dict]:
        bettors = self._names[1:]
        side = ("for", "against")[self._number // len(bettors) % 2]
        return self._phones[bettors[self._number % len(bettors)]], "/tap", {"do": side}

    def _bank(self) -> tuple[Phone, str, dict]:
        phone = self._phones[self._names[self._number % len(self._names)]]
        if self._number // len(self._names) % 2:
            return phone, "/spot", {"do": "down", "bet": "field"}
        return phone, "/spot", {"do": "bet", "bet": "field", "amount": 5}

    def _poker(self) -> tuple[Phone, str, dict]:
        seats = self._phones[self._names[0]].view("phone")["poker"]["seats"]
        acting = next((seat["name"] for seat in seats if seat["turn"]), None)
        if acting is None:  # between two hands the next dealer deals
            acting = next(name for name, phone in self._phones.items() if phone.view("phone")["acts"]["deal"])
        phone = self._phones[acting]
        view = phone.view("phone")
        seen = {"seen": view["seq"]}
        if view["roll"]["show"]:
            return phone, "/roll", {"after": view["after"], **seen}
        if (passing := view["hand"]["pass"]) is not None:
            cards = [one["card"] for one in view["hand"]["cards"]][: passing["count"]]
            return phone, "/hand", {"do": "pass", "cards": cards, **seen}
        do = next((do for do in ("check", "call") if view["acts"][do]), "deal")
        return phone, "/hand", {"do": do, **seen}


def measure(url: str, game: str, watchers: int, taps: int, deaf: int, beyond: int) -> dict:
    """Taps one after another, each shown to every screen before the next."""
    netloc = url.removeprefix("http://")
    chance = random.Random(1)
    load = os.getloadavg()[0]
    screens = Screens()
    phones = {f"Player {number}": Phone(url) for number in range(1, SEATS[game] + 1)}
    for name, phone in phones.items():
        assert phone.sit(name).ok
        screens.add(netloc, "phone", phone.cookies)
    for _ in range(PHONES - len(phones)):
        screens.add(netloc, "phone")
    for _ in range(watchers):
        screens.add(netloc, "tv")
    threading.Thread(target=screens.read, daemon=True).start()
    screens.when(1)
    silent = [stream(netloc, "tv", f"deaf-{number}", room=4096) for number in range(deaf)]
    late = [Poller(url, number) for number in range(beyond)]
    assert all(poller.status == 503 for poller in late), "there was a stream for a page beyond the cap"
    tapping = Taps(game, phones)
    answered, shown, slowest = [], [], []
    for _ in range(taps):
        time.sleep(chance.uniform(0.02, 0.08))
        phone, path, wish = tapping.next()
        start = time.perf_counter()
        told = phone.post(path, **wish)
        answered.append(1000 * (time.perf_counter() - start))
        if not told.ok:
            raise SystemExit(f"A tap was refused: {told['why']}")
        delays = [1000 * (at - start) for at in screens.when(told["view"]["seq"])]
        shown += delays
        slowest.append(max(delays))
    figures = {
        "game": game,
        "load": round(load, 1),
        "cores": os.cpu_count(),
        "phones": PHONES,
        "watchers": watchers,
        "never_read": deaf,
        "beyond_the_cap": beyond,
        "taps": len(slowest),
        "answer_ms": spread(answered),
        "tap_to_screen_ms": spread(shown),
        "tap_to_last_screen_ms": spread(slowest),
    }
    if late:
        figures |= polled(late, told["view"]["seq"])
    screens.stop()
    for line in silent:
        line.close()
    for phone in phones.values():
        phone.close()
    return figures


def polled(late: list[Poller], newest: int) -> dict:
    """How the pages without a stream fared: what a poll took, and how many of them showed the newest record in time."""
    time.sleep(2 * POLL_S)
    for poller in late:
        poller.stop()
    polls = [took for poller in late for took in poller.polls]
    return {"poll_ms": spread(polls), "polls_that_were_up_to_date": sum(poller.seq >= newest for poller in late)}


def spread(values: list[float]) -> dict:
    """Median, 95th and 99th percentile and the worst, rounded."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    marks = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(values)}
    return {name: round(value, 1) for name, value in marks.items()}


def row(asked: argparse.Namespace, deaf: int, beyond: int) -> dict:
    """One row: a table of its own, measured. beyond: pages for which there is no stream."""
    opening = {
        "cmd": "open",
        "game": asked.game,
        "players": [f"Player {number}" for number in range(1, SEATS[asked.game] + 1)],
        "buy_in": 5000,
        "rules": RULES[asked.game],
    }
    # Beyond the cap: what is left is kept for seats and the host, and not given to watchers.
    streams = asked.watchers + PHONES + (KEPT_FREE if beyond else deaf + 40)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        serving = context.Process(target=serve, args=(theirs, folder, streams, opening))
        serving.start()
        try:
            figures = measure(ours.recv(), asked.game, asked.watchers, asked.taps, deaf, beyond)
            ours.send("stop")
            figures["server_megabytes"] = round(int(ours.recv()) * 4096 / 1e6)
        finally:
            serving.join(15)
            serving.kill()
    return figures


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--game", choices=sorted(SEATS), default="street")
    options.add_argument("--taps", type=int, default=300)
    options.add_argument("--watchers", type=int, default=100)
    options.add_argument("--deaf", type=int, default=20)
    options.add_argument("--beyond", type=int, default=30)
    asked = options.parse_args()
    for deaf, beyond in ((0, 0), (asked.deaf, 0), (0, asked.beyond)):
        print(json.dumps(row(asked, deaf, beyond)), flush=True)


if __name__ == "__main__":
    main()
