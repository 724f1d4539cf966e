"""A real table on a ledger in a temporary folder, its pages, and people who use them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from controller.ledger import Ledger
from controller.table import Table
from web import Settings, create_app
from web.serve import Server

PIN = "271828"
NAMES = ("Alice", "Bo", "Cara", "Dan")


class Person:
    """One browser on the Flask test client, sending what a browser would send."""

    def __init__(self, app: Flask, address: str = "127.0.0.1") -> None:
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self._tap, self._browser = 0, secrets.token_hex(6)
        self._pages = app.extensions["dicetable"]

    def get(self, path: str, **headers: str):
        return self.client.get(path, headers=headers)

    def post(self, path: str, origin: str | None = "http://localhost", **wish):
        self._tap += 1
        wish.setdefault("tap", f"tap-{self._browser}-{self._tap}")
        headers = {"Origin": origin} if origin is not None else {}
        answer = self.client.post(path, data=json.dumps(wish), content_type="application/json", headers=headers)
        return answer.status_code, answer.get_json()

    def view(self, kind: str = "phone") -> dict:
        """The newest view, with everything in it that the table has done."""
        self._pages.catch_up(self._pages.table.snapshot().seq)
        return self.client.get(f"/state/{kind}").get_json()


@pytest.fixture(autouse=True)
def quick_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of the PIN is slow on purpose; tests make a quick one."""
    monkeypatch.setattr("web.pin.generate_password_hash", lambda pin: generate_password_hash(pin, "pbkdf2:sha256:10"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Ledger(tmp_path / "evening.db") as ledger:
        made = Table(ledger)
        made.start()
        yield made
        made.stop()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(secrets=tmp_path / "secrets", pin=PIN)


@pytest.fixture
def app(table: Table, settings: Settings) -> Iterator[Flask]:
    made = create_app(table, settings)
    pages = made.extensions["dicetable"]
    pages.start()
    yield made
    pages.stop()


@pytest.fixture
def server(table: Table, settings: Settings) -> Iterator[Server]:
    with Server(create_app(table, settings), "127.0.0.1", 0) as running:
        yield running


@pytest.fixture
def host_says(table: Table) -> Callable[..., dict]:
    """Gives the table a command as the host; the reply must be yes."""

    def say(cmd: str, **fields):
        reply = table.submit({"cmd": cmd, **fields}, by="host").result(5)
        assert reply.ok, reply.why
        return reply

    return say


@pytest.fixture
def game(host_says: Callable[..., dict]) -> Callable[..., dict]:
    """A street game of four with 500 chips each, minimum 10; Alice shoots, Bo is put against her."""
    host_says("open", game="street", players=list(NAMES), buy_in=500, rules={"minimum": 10})
    return host_says


@pytest.fixture
def person(app: Flask) -> Callable[..., Person]:
    """person() is a new browser; person("Bo") has sat down as Bo."""

    def make(name: str | None = None, address: str = "127.0.0.1") -> Person:
        made = Person(app, address)
        if name is not None:
            status, told = made.post("/sit", name=name)
            assert status == 200, told
        return made

    return make


@pytest.fixture
def host(person: Callable[..., Person]) -> Person:
    """A browser that has shown the PIN."""
    made = person()
    assert made.post("/host/pin", pin=PIN)[0] == 200
    return made
