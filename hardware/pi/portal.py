"""The page that a phone sees when it has joined the table's own Wi-Fi and asks the internet whether it is there.

    python3 portal.py PORT ADDRESS-OF-THE-TABLE

Every request gets the same page: there is no internet here, and here is the table. The phone's small window for such
pages forgets who one is, so the page asks to open the address in the real browser instead of going there itself.
"""

from __future__ import annotations

import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>dicetable</title>
<body style="font: 1.2rem sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem">
<h1>This is the table's Wi-Fi</h1>
<p>There is no internet here. If your phone asks, say: <b>stay connected</b>, <b>use as is</b>.</p>
<p>Then open this in your browser, or scan the code on the TV:</p>
<p style="font-size: 1.5rem"><a href="{address}">{address}</a></p>
<p lang="sv">Bordets eget Wi-Fi, utan internet. Behåll anslutningen och öppna adressen i webbläsaren.</p>
<p lang="vi">Wi-Fi riêng của bàn, không có internet. Giữ kết nối và mở địa chỉ trên bằng trình duyệt.</p>
</body></html>
"""


def page_for(address: str) -> bytes:
    """The page as bytes."""
    return PAGE.format(address=escape(address, quote=True)).encode()


def make_server(port: int, address: str, host: str = "0.0.0.0") -> ThreadingHTTPServer:
    """A server that answers everything with the page; not yet serving."""
    body = page_for(address)

    class Answer(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            # Not what a phone expects of the internet (204, or a page that says Success): so it shows this one.
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *_: object) -> None:
            """Phones ask every few seconds: nothing is logged."""

    ThreadingHTTPServer.daemon_threads = True
    return ThreadingHTTPServer((host, port), Answer)


if __name__ == "__main__":
    make_server(int(sys.argv[1]), sys.argv[2]).serve_forever()
