"""Starting and stopping the server."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
from types import SimpleNamespace

import pytest

from tests.web.conftest import PIN
from web import Settings, create_app
from web.client import Visitor
from web.crowd import KEPT_FREE, make_room
from web.serve import SPARE_CONNECTIONS, PortInUse, ServeError, Server, lan_address


def test_a_port_in_use_is_one_clear_sentence_and_leaves_no_thread(table, settings):
    app = create_app(table, settings)
    before = threading.active_count()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse) as refused:
            Server(app, "127.0.0.1", port)
    assert str(refused.value) == f"Port {port} is in use by another program: end that one or choose another port."
    assert threading.active_count() == before


@pytest.mark.parametrize(("host", "port"), [("192.0.2.77", 0), ("127.0.0.1", 70000)])
def test_an_address_that_cannot_be_is_one_sentence(table, settings, host, port):
    with pytest.raises(ServeError) as refused:
        Server(create_app(table, settings), host, port)
    assert str(refused.value).count(".") >= 1
    assert "\n" not in str(refused.value)


def test_it_serves_stops_twice_and_frees_its_port(table, settings):
    server = Server(create_app(table, settings), "127.0.0.1", 0).start()
    with Visitor(server.url) as visitor:
        assert visitor.view("tv")["join"]["address"] == f"127.0.0.1:{server.port}"
    assert server.join_url == server.url
    server.stop()
    server.stop()
    with socket.create_server(("127.0.0.1", server.port)):
        pass


def test_stopping_ends_the_streams_at_once(table, settings):
    server = Server(create_app(table, settings), "127.0.0.1", 0).start()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/live/tv?client=watcher")
    answer = line.getresponse()
    answer.readline()
    stopper = threading.Thread(target=server.stop)
    stopper.start()
    stopper.join(timeout=8)
    assert not stopper.is_alive()
    line.close()


def test_the_phones_are_told_the_address_of_the_settings(table, tmp_path):
    from web import Settings

    app = create_app(table, Settings(secrets=tmp_path / "s", pin="1", address="10.1.2.3:80"))
    with Server(app, "127.0.0.1", 0) as server:
        assert server.join_url == "http://10.1.2.3:80"


def test_an_address_on_the_network_is_found_without_sending():
    socket.inet_aton(lan_address())


def test_headers_tell_nothing_of_the_server(server):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/")
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.headers.get("Server") in (None, "")


def test_seats_come_back_by_themselves_after_a_restart(table, settings, game):
    with Server(create_app(table, settings), "127.0.0.1", 0) as server, Visitor(server.url) as phone:
        assert phone.post("/sit", name="Bo").ok
        cookies = dict(phone._cookies)
    with Server(create_app(table, settings), "127.0.0.1", 0) as server, Visitor(server.url) as phone:
        phone._cookies = cookies
        assert phone.view("phone")["me"]["name"] == "Bo"


TOO_LONG = {
    "en": "That was far too long, so nothing was done.",
    "sv": "Det var alldeles för långt, så inget gjordes.",
    "vi": "Quá dài, nên chưa làm gì.",
}


def raw(server: Server, request: bytes) -> tuple[int, dict]:
    """Sends these bytes and gives the status and the JSON of the answer; the server must close."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(request)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        text = answer.read()
        assert answer.headers["Content-Security-Policy"]
        assert answer.headers["Content-Type"].startswith("application/json")
        assert line.recv(1) == b"", "the connection ends"
        return answer.status, json.loads(text)


@pytest.mark.parametrize("language", ["en", "sv", "vi"])
def test_what_is_far_too_long_is_one_sentence_in_the_persons_language(server, table, language):
    head = f"POST /sit HTTP/1.1\r\nHost: x\r\nAccept-Language: {language}\r\n".encode()
    before = table.snapshot().seq
    status, told = raw(server, head + b"Content-Length: 40000000\r\n\r\n")
    assert (status, told) == (413, {"ok": False, "refused": "bad_input", "why": TOO_LONG[language]})
    cookie = f"Cookie: language={language}\r\n".encode()
    chunks = b"Transfer-Encoding: chunked\r\n\r\n" + b"4000\r\n" + b"x" * 0x4000 + b"\r\n" + b"4000\r\n" + b"x" * 0x4000
    status, told = raw(server, b"POST /sit HTTP/1.1\r\nHost: x\r\n" + cookie + chunks + b"\r\n")
    assert (status, told["why"]) == (413, TOO_LONG[language])
    assert table.snapshot().seq == before


@pytest.mark.parametrize("begins", [b"GET /", b"GET / HTTP/1.1\r\nA: "])
def test_an_address_or_a_header_that_is_far_too_long_is_one_sentence(server, begins):
    assert raw(server, begins + b"x" * 20_000) == (431, {"ok": False, "refused": "bad_input", "why": TOO_LONG["en"]})


@pytest.mark.parametrize("noise", [b"\x16\x03\x01 nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"])
def test_what_is_no_request_is_one_sentence(server, noise):
    status, told = raw(server, noise)
    assert status == 400
    assert told["why"] == "The page sent something that the table does not understand."


@pytest.mark.parametrize("begins", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_one_machine_that_holds_many_connections_shuts_nobody_out(table, tmp_path, begins):
    settings = Settings(secrets=tmp_path / "secrets", pin=PIN, streams=4)
    with Server(create_app(table, settings), "127.0.0.1", 0) as server, contextlib.ExitStack() as ends:
        phone = ends.enter_context(Visitor(server.url, timeout=5))
        phone.view("tv")
        for _nth in range(4 + SPARE_CONNECTIONS + 20):
            line = socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=("127.0.0.2", 0))
            ends.enter_context(line).sendall(begins)
        newcomer = ends.enter_context(Visitor(server.url, timeout=5))
        assert newcomer.view("tv")["mode"] == "empty"
        assert phone.view("tv")["mode"] == "empty"


def test_a_connection_is_ended_at_the_address_with_the_most_and_never_one_that_is_answered():
    def line(address: str, active: float, answers: bool = False):
        return SimpleNamespace(
            addr=(address, 1), last_activity=active, requests=[1] if answers else [], will_close=False
        )

    lines = [line("10.0.0.2", 0.0), line("10.0.0.9", 1.0, answers=True), line("10.0.0.9", 3.0), line("10.0.0.9", 2.0)]
    make_room(lines, len(lines) + KEPT_FREE)
    assert not any(one.will_close for one in lines)
    make_room(lines, len(lines) - 1 + KEPT_FREE)
    assert [one.will_close for one in lines] == [False, False, False, True]
    make_room([line("10.0.0.9", 0.0, answers=True)], 0)
