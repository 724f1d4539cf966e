"""What the server itself answers, before the application has seen the request: too long, or no HTTP at all.

One sentence in the person's language there too, with the headers that every answer bears.
"""

from __future__ import annotations

from flask import Flask, Response
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from web import crowd, guard

#: What tells who asks: page or program, and in which language.
HEADERS = ("Accept", "Accept-Language", "Cookie")


def channel_of(app: Flask) -> type[HTTPChannel]:
    """The kind of connection that answers so, in the words of this application."""

    class SaidEarly(ErrorTask):
        """The answer to a request that the server could not take in; the connection ends with it."""

        def execute(self) -> None:
            """Writes the answer."""
            # Of a request that was cut off there may be no headers at all: then it is the table's own language.
            asked = {name: self.request.headers.get(name.upper().replace("-", "_"), "") for name in HEADERS}
            response = _answer(app, self.request.error.code, asked)
            body = response.get_data()
            self.status = response.status
            self.response_headers.extend(response.headers.to_wsgi_list())
            self.content_length = len(body)
            self.set_close_on_finish()
            self.write(body)

    class Channel(HTTPChannel):
        """A connection."""

        error_task_class = SaidEarly

        def __init__(self, server, *given, **named) -> None:
            super().__init__(server, *given, **named)
            crowd.make_room(server.active_channels.values(), server.adj.connection_limit)

    return Channel


def _answer(app: Flask, status: int, asked: dict[str, str]) -> Response:
    with app.test_request_context("/", headers=asked):
        return guard.dress(app.make_response(guard.said_of(status)))
