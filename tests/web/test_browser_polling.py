"""A page beyond the cap of live streams, in chromium: it polls, shows what is new, and goes back to a stream."""

from __future__ import annotations

from pathlib import Path

import web
from tests.web.test_browser import PIN, browser, pytestmark, text  # noqa: F401 (fixtures)
from tests.web.test_streams import Stream
from web import Settings, create_app
from web.serve import Server

LIVE_JS = (Path(web.__file__).parent / "static" / "live.js").read_text(encoding="utf-8")
#: Milliseconds after which a page asks for a stream again.
AGAIN = "const STREAM_AGAIN_MS = 30000;"


def test_a_page_beyond_the_cap_polls_and_goes_back_to_its_stream(browser, table, tmp_path, host_says):  # noqa: F811
    assert AGAIN in LIVE_JS
    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, streams=4))
    with Server(app, "127.0.0.1", 0) as server:
        taken = [Stream(server, client=f"watcher-{number}") for number in range(3)]
        page = browser.new_context(locale="en-GB").new_page()
        answers: list[tuple[str, int]] = []
        page.on("response", lambda answer: answers.append((answer.url.split("/")[3], answer.status)))
        sooner = LIVE_JS.replace(AGAIN, "const STREAM_AGAIN_MS = 1500;")
        page.route("**/static/live.js", lambda route: route.fulfill(body=sooner, content_type="text/javascript"))
        page.goto(server.url + "/tv")
        host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
        text(page, "#big", "Come-out")
        host_says("throw", dice=[2, 4])
        text(page, "#big", "The point is 6")
        assert page.is_hidden("#link")
        assert ("live", 200) not in answers
        assert ("live", 503) in answers
        with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
            for stream in taken:
                stream.close()
        answers.clear()
        host_says("throw", dice=[4, 2])
        text(page, "#decided", "Alice")
        assert answers == [], "it listens and polls no longer"
        page.context.close()
