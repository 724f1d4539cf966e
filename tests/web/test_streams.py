"""Live streams over real connections: numbers, sleep, one a client, the cap, many at once."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from web import Settings, create_app, streams
from web.client import Host, Phone, Visitor
from web.serve import HELD_MOST, Server
from web.streams import KEPT_FREE, Registry


class Stream:
    """One event stream, read line by line."""

    def __init__(self, server: Server, kind: str = "tv", client: str = "client-1", cookies: str = "", after: str = ""):
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        headers = {"Cookie": cookies} if cookies else {}
        if after:
            headers["Last-Event-ID"] = after
        self._line.request("GET", f"/live/{kind}?client={client}", headers=headers)
        self._answer = self._line.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers

    def events(self) -> Iterator[tuple[str, int, dict]]:
        """(event, id, data) until the server ends it."""
        event, number = "", -1
        end = time.monotonic() + 6
        while line := self._answer.readline():
            assert time.monotonic() < end, "the stream goes on and on"
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                event = value
            elif name == "id":
                number = int(value)
            elif name == "data":
                yield event, number, json.loads(value)

    def next(self, event: str = "state") -> tuple[int, dict]:
        for name, number, data in self.events():
            if name == event:
                return number, data
        raise AssertionError(f"the stream ended without {event}")

    def close(self) -> None:
        self._answer.close()
        self._line.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def test_views_come_numbered_by_the_ledger(server, host_says):
    with Stream(server) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        number, view = stream.next()
        assert (number, view["mode"]) == (0, "empty")
        reply = host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
        while number < reply.seq:
            number, view = stream.next()
        assert number == view["seq"] == reply.seq
        assert view["mode"] == "play"


def test_a_phone_that_slept_catches_up_with_one_message(server, game):
    with Phone(server.url) as phone:
        phone.sit("Bo")
        with Stream(server, "phone", cookies=phone.cookies) as stream:
            number, view = stream.next()
        for dice in ([6, 6], [1, 1], [3, 4]):
            reply = game("throw", dice=dice)
        server._pages.catch_up(reply.seq)
        with Stream(server, "phone", cookies=phone.cookies, after=str(number)) as stream:
            caught_up, view = stream.next()
        assert caught_up == reply.seq
        assert view["last"]["dice"] == [3, 4]
        missed = [one["text"] for one in view["news"] if one["seq"] > number]
        assert missed == ["You won 10.", "You lost 10."]  # faded Alice's craps, then shot craps himself


def test_a_new_stream_of_a_client_ends_the_old_one(server):
    with Stream(server, client="same-client") as old, Stream(server, client="same-client") as new:
        new.next()
        assert [name for name, *_ in old.events()][-1] in ("state", "bye")
        assert len(server._pages.streams) == 1


def test_the_heartbeat_is_heard(server, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.05)
    with Stream(server) as stream:
        stream.next("beat")


def test_a_stream_ends_by_itself_and_says_so(server, monkeypatch):
    monkeypatch.setattr(streams, "LONGEST_LIFE_S", 0.2)
    with Stream(server) as stream:
        assert [name for name, *_ in stream.events()] == ["state", "bye"]


def test_a_stream_ends_when_its_seat_is_given_away(server, game):
    with Phone(server.url) as phone, Host(server.url) as host:
        phone.sit("Bo")
        host.enter("271828")
        with Stream(server, "phone", cookies=phone.cookies) as stream:
            assert stream.next()[1]["me"]["name"] == "Bo"
            host.post("/host/seat", player="Bo", do="release")
            stream.next("bye")
        with Stream(server, "phone", cookies=phone.cookies) as stream:
            assert stream.next()[1]["mode"] == "sit"


def test_beyond_the_cap_pages_poll(table, tmp_path):
    app = create_app(table, Settings(secrets=tmp_path / "s", pin="1234", streams=4))
    with Server(app, "127.0.0.1", 0) as server, Visitor(server.url) as poller:
        taken = [Stream(server, client=f"watcher-{number}") for number in range(3)]
        late = Stream(server, client="watcher-late")
        assert late.status == 503
        assert late.headers["Retry-After"] == "30"
        assert poller.view("tv")["mode"] == "empty"
        for stream in (*taken, late):
            stream.close()


def test_seats_find_a_place_when_watchers_have_taken_the_rest():
    registry = Registry(20 + KEPT_FREE)
    watchers = [registry.enter(f"watcher-{number}", watcher=True) for number in range(40)]
    assert sum(stream is not None for stream in watchers) < 40
    assert registry.enter("a-seat", watcher=False) is not None
    registry.leave(watchers[0])
    registry.leave(watchers[1])
    assert registry.enter("watcher-again", watcher=True) is not None


def test_an_unchanged_view_costs_a_poll_nothing(server):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/state/tv")
    first = line.getresponse()
    first.read()
    line.request("GET", "/state/tv", headers={"If-None-Match": first.headers["ETag"]})
    second = line.getresponse()
    second.read()
    line.close()
    assert second.status == 304


@pytest.mark.parametrize("client", ["", "a", "x" * 41, "a/b/c/d", "%0a%0aevent"])
def test_a_client_without_a_name_has_no_stream(server, client):
    with Stream(server, client=client) as stream:
        assert stream.status == 400


def test_a_hundred_streams_at_once_hear_every_change(server, host_says):
    heard: dict[int, int] = {}
    ready = threading.Barrier(101, timeout=30)

    def listen(number: int) -> None:
        with Stream(server, client=f"watcher-{number}") as stream:
            stream.next()
            ready.wait()
            for _event, seq, _view in stream.events():
                heard[number] = seq
                if seq >= last["seq"] > 0:
                    return

    last = {"seq": 0}
    threads = [threading.Thread(target=listen, args=(number,), daemon=True) for number in range(100)]
    for thread in threads:
        thread.start()
    ready.wait()
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
    last["seq"] = host_says("throw", dice=[2, 4]).seq
    host_says("throw", dice=[2, 2])
    end = time.monotonic() + 15
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    assert len(heard) == 100
    assert min(heard.values()) >= last["seq"]


def test_clients_that_do_not_read_hold_up_nobody_and_little_memory(server, host_says):
    # The system itself holds little, so that what is not read is the program's to hold.
    server._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    deaf = [socket.socket() for _ in range(20)]
    for number, line in enumerate(deaf):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", server.port))
        line.sendall(f"GET /live/tv?client=deaf-{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=100_000)
    with Stream(server, client="listener") as stream:
        stream.next()
        for _ in range(160):
            reply = host_says("throw", dice=[3, 4])
        start = time.monotonic()
        while stream.next()[0] < reply.seq:
            pass
        assert time.monotonic() - start < 5
    view = len(server._pages.view("tv", None, "en").text)
    held = [channel.total_outbufs_len for channel in server._server.active_channels.values()]
    assert max(held) < HELD_MOST + 2 * view
    for line in deaf:
        line.close()
