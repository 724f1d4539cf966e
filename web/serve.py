"""Serves the pages: waitress with a thread for each live stream and some over."""

from __future__ import annotations

import errno
import logging
import socket
import threading

import waitress
from flask import Flask
from waitress import wasyncore

from web import early
from web.guard import LARGEST_BODY

#: Threads beyond the live streams, for taps and pages.
SPARE_THREADS = 16
#: Connections beyond the live streams: phones keep theirs open between requests.
SPARE_CONNECTIONS = 400
#: Bytes that are held for a client that does not read; its thread waits then, and nobody else's.
HELD_MOST = 256 * 1024


class ServeError(Exception):
    """The pages cannot be served; the message is one sentence for a person."""


class PortInUse(ServeError):
    """Another program listens on the port."""


def lan_address() -> str:
    """This machine's address on the network it would use to reach others; 127.0.0.1 when it is on none.

    Nothing is sent: connecting a datagram socket only chooses the way.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket. Raises PortInUse, ServeError."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Two sockets may be bound to one port while neither listens yet: listen here, so that it is known now.
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"Port {port} is in use by another program: end that one or choose another port.") from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise ServeError(f"Port {port} needs more rights than this program has: choose one above 1023.") from None
        raise ServeError(f"The pages cannot be served on {host} port {port}: {error.strerror}.") from None
    except OverflowError:
        listener.close()
        raise ServeError(f"There is no port {port}: ports go from 1 to 65535.") from None
    return listener


class Server:
    """The application on one address.

    host: address to listen on, "0.0.0.0" for everybody on the network. port: 0 takes a free one.
    Raises PortInUse or ServeError at once. `url` is what a browser on this machine opens, `join_url`
    what a phone opens.
    """

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        listener = _listen(host, port)
        self.host, self.port = listener.getsockname()
        self._app = app
        self._pages = app.extensions["dicetable"]
        reach = lan_address() if self.host == "0.0.0.0" else self.host
        self._pages.served_at(f"{reach}:{self.port}")
        streams = self._pages.settings.streams
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._map: dict = {}
        self._server = waitress.create_server(
            app,
            map=self._map,
            sockets=[listener],
            threads=streams + SPARE_THREADS,
            connection_limit=streams + SPARE_CONNECTIONS,
            asyncore_use_poll=True,
            channel_request_lookahead=1,  # so that a stream hears that its client is gone
            outbuf_high_watermark=HELD_MOST,
            max_request_body_size=2 * LARGEST_BODY,
            max_request_header_size=16 * 1024,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        self._server.channel_class = early.channel_of(app)
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the pages."""
        host = "127.0.0.1" if self.host == "0.0.0.0" else self.host
        return f"http://{host}:{self.port}"

    @property
    def join_url(self) -> str:
        """Where a phone finds the pages."""
        return f"http://{self._pages.address}"

    def start(self) -> Server:
        """Serves in a thread of its own until `stop`."""
        self._pages.start()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends every stream and connection; may be called twice."""
        if self._ending.is_set():
            return
        self._ending.set()
        self._pages.stop()
        if self._thread is not None:
            self._server.pull_trigger()
            self._thread.join(timeout=5.0)
            self._server.task_dispatcher.shutdown(timeout=3)
        wasyncore.close_all(self._map, ignore_all=True)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _run(self) -> None:
        while not self._ending.is_set():
            wasyncore.loop(timeout=1.0, map=self._map, use_poll=True, count=1)
