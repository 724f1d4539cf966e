"""How long a tap on one phone takes to every screen: 12 phones and 100 watchers over real HTTP.

    python tests/bench/web_bench.py [--taps 300] [--watchers 100]

The table, its ledger and the pages run in a process of their own, as on the Pi; this process is all the
clients. A tap's time runs from the moment the phone sends it to the moment a screen has received the view
with it. Prints one JSON object, milliseconds.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
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

from web.client import Phone

PHONES = 12
NAMES = [f"Player {number}" for number in range(1, PHONES + 1)]
_ID = re.compile(rb"id: (\d+)\nevent: state\n")


def serve(pipe: Connection, folder: str, streams: int) -> None:
    """The table and its pages, until the other end of the pipe says so."""
    from controller.ledger import Ledger
    from controller.table import Table
    from web import Settings, create_app
    from web.serve import Server

    with Ledger(Path(folder) / "evening.db") as ledger:
        table = Table(ledger)
        table.start()
        opening = {"cmd": "open", "game": "street", "players": NAMES, "buy_in": 5000}
        table.submit(opening, by="host").result()
        app = create_app(table, Settings(secrets=Path(folder) / "secrets", streams=streams))
        with Server(app, "127.0.0.1", 0) as server:
            pipe.send(server.url)
            pipe.recv()
            pipe.send(Path("/proc/self/statm").read_text().split()[1])
        table.stop()


class Screens:
    """Every stream, read by one thread; `seen[n]` is the newest number screen n has, with the times they came."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self.seen: list[list[tuple[int, float]]] = []
        self._ending = threading.Event()

    def add(self, netloc: str, kind: str, cookies: str = "") -> None:
        """Opens one stream."""
        host, port = netloc.split(":")
        line = socket.create_connection((host, int(port)))
        number = len(self.seen)
        cookie = f"Cookie: {cookies}\r\n" if cookies else ""
        ask = f"GET /live/{kind}?client=screen-{number} HTTP/1.1\r\nHost: {netloc}\r\n{cookie}\r\n"
        line.sendall(ask.encode())
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


def measure(url: str, watchers: int, taps: int, seed: int = 1) -> dict:
    """Taps one after another, each by another phone."""
    netloc = url.removeprefix("http://")
    chance = random.Random(seed)
    phones = {name: Phone(url) for name in NAMES}
    screens = Screens()
    for name, phone in phones.items():
        assert phone.sit(name).ok
        screens.add(netloc, "phone", phone.cookies)
    for _ in range(watchers):
        screens.add(netloc, "tv")
    threading.Thread(target=screens.read, daemon=True).start()
    screens.when(1)
    bettors = NAMES[1:]
    answered, shown, slowest = [], [], []
    for number in range(taps):
        name = bettors[number % len(bettors)]
        side = ("for", "against")[number // len(bettors) % 2]
        time.sleep(chance.uniform(0.02, 0.08))
        start = time.perf_counter()
        told = phones[name].post("/tap", do=side)
        answered.append(1000 * (time.perf_counter() - start))
        if not told.ok:
            continue
        delays = [1000 * (at - start) for at in screens.when(told["view"]["seq"])]
        shown += delays
        slowest.append(max(delays))
    screens.stop()
    for phone in phones.values():
        phone.close()
    return {
        "phones": PHONES,
        "watchers": watchers,
        "taps": len(slowest),
        "answer_ms": spread(answered),
        "tap_to_screen_ms": spread(shown),
        "tap_to_last_screen_ms": spread(slowest),
    }


def spread(values: list[float]) -> dict:
    """Median, 95th and 99th percentile and the worst, rounded."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    marks = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(values)}
    return {name: round(value, 1) for name, value in marks.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--taps", type=int, default=300)
    options.add_argument("--watchers", type=int, default=100)
    asked = options.parse_args()
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        serving = context.Process(target=serve, args=(theirs, folder, asked.watchers + 40))
        serving.start()
        try:
            figures = measure(ours.recv(), asked.watchers, asked.taps)
            ours.send("stop")
            figures["server_megabytes"] = round(int(ours.recv()) * 4096 / 1e6)
        finally:
            serving.join(15)
            serving.kill()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
