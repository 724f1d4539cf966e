"""A phone or a host over real HTTP, without a browser: for simulated players and for measuring.

Standard library only. Keeps its cookies and sends the Origin that a browser would send.
"""

from __future__ import annotations

import http.client
import json
import secrets
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit


class Answer(dict):
    """What the table answered: `ok`, `why` and `refused` when it said no, `view` as the page would show it."""

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return bool(self.get("ok"))


class Visitor:
    """One browser's worth of cookies, on a connection that is kept open. For one thread at a time.

    url: "http://127.0.0.1:8080". Raises OSError when the table cannot be reached.
    """

    def __init__(self, url: str, timeout: float = 15.0) -> None:
        self._netloc = urlsplit(url).netloc
        self._origin = url.rstrip("/")
        self._timeout = timeout
        self._cookies: dict[str, str] = {}
        self._line: http.client.HTTPConnection | None = None

    @property
    def cookies(self) -> str:
        """The Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def view(self, kind: str) -> dict[str, Any]:
        """The newest view of a screen: "tv", "phone" or "host"."""
        return self._ask("GET", f"/state/{kind}", None)

    def post(self, path: str, **wish: Any) -> Answer:
        """Sends one act; a lost connection is tried once more with the same tap id."""
        wish.setdefault("tap", secrets.token_urlsafe(9))
        return Answer(self._ask("POST", path, json.dumps(wish).encode()))

    def close(self) -> None:
        """Ends the connection; may be called twice."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ask(self, method: str, path: str, body: bytes | None) -> dict[str, Any]:
        headers = {"Origin": self._origin, "Accept": "application/json"}
        if self._cookies:
            headers["Cookie"] = self.cookies
        if body is not None:
            headers["Content-Type"] = "application/json"
        for last in (False, True):
            try:
                if self._line is None:
                    self._line = http.client.HTTPConnection(self._netloc, timeout=self._timeout)
                self._line.request(method, path, body, headers)
                answer = self._line.getresponse()
                text = answer.read()
                break
            except (http.client.HTTPException, OSError):
                self.close()
                if last:
                    raise
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                for morsel in SimpleCookie(value).values():
                    self._cookies[morsel.key] = morsel.value
        return json.loads(text)


class Phone(Visitor):
    """The phone of one player."""

    def sit(self, name: str, code: str = "") -> Answer:
        """Takes a seat: the one that waits for this name, or a new one."""
        return self.post("/sit", name=name, code=code)

    def tap(self, side: str, seen: int | None = None) -> Answer:
        """for, against or off. seen: number (`seq`) of the view that was tapped on; None: the newest."""
        return self.post("/tap", do=side, seen=self.view("phone")["seq"] if seen is None else seen)

    def roll(self) -> Answer:
        """The shooter's roll where the table has no camera."""
        view = self.view("phone")
        return self.post("/roll", after=view["after"], seen=view["seq"])

    def spot(self, do: str, bet: str, **more: Any) -> Answer:
        """bet (with `amount`), down, or working (with `on`), on a spot of a bank's layout, on the newest view."""
        return self.post("/spot", do=do, bet=bet, seen=self.view("phone")["seq"], **more)

    def hand(self, do: str, **more: Any) -> Answer:
        """deal, check, call, fold, bet or raise (with `amount`), pass (with `cards`), on the newest view."""
        return self.post("/hand", do=do, seen=self.view("phone")["seq"], **more)

    def ask(self, amount: int) -> Answer:
        """Asks the host for chips."""
        return self.post("/ask", amount=amount)

    def leave(self) -> Answer:
        """Leaves the table."""
        return self.post("/leave")


class Host(Visitor):
    """The host's browser."""

    def enter(self, pin: str) -> Answer:
        """Shows the PIN."""
        return self.post("/host/pin", pin=pin)

    def do(self, cmd: str, **more: Any) -> Answer:
        """One command: open, join, leave, buy_in, throw, correct, no_roll, void, pass_dice, cash_out, ..."""
        return self.post("/host/do", cmd=cmd, **more)

    def name_faces(self, *dice: int) -> Answer:
        """Tells the faces of a throw."""
        return self.do("throw", dice=list(dice), after=self.after())

    def correct(self, *dice: int) -> Answer:
        """Names the right faces of the last throw."""
        return self.do("correct", dice=list(dice), after=self.after())

    def after(self) -> int:
        """The record of the last throw, 0 before the first."""
        last = self.view("host")["last"]
        return last["seq"] if last else 0
