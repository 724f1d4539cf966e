"""The evening as files for the host: lists for a spreadsheet, everything as JSON, the ledger itself."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from flask import Blueprint, Response
from flask_babel import gettext as _

from controller.export import ROWS, as_json, csv_lines
from controller.ledger import LedgerError, copy_ledger
from web.asking import pages
from web.guard import Refusal
from web.identity import must_be_host

bp = Blueprint("host_files", __name__, url_prefix="/host")

#: Bytes of a file, and lines of a list, that are sent at once.
CHUNK, LINES = 64 * 1024, 200


@bp.get("/export/<name>.csv")
def table(name: str):
    """Rounds, throws or settlements of the evening."""
    must_be_host()
    if name not in ROWS:
        raise Refusal(404, "bad_input", _("There is no such page at this table."))
    # A spreadsheet knows by the first three bytes that this is UTF-8.
    lines = _together("\N{ZERO WIDTH NO-BREAK SPACE}" + line if at == 0 else line
                      for at, line in enumerate(csv_lines(pages().whole_record(), name)))  # fmt: skip
    return _file(lines, f"{name}.csv", "text/csv; charset=utf-8")


@bp.get("/export/evening.json")
def everything():
    """All of that as one file for programs."""
    must_be_host()
    parts = json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(as_json(pages().whole_record()))
    return _file(_together(parts), "evening.json", "application/json")


@bp.get("/export/ledger.db")
def ledger():
    """The ledger as it is now, in a file that `dicetable verify` takes."""
    must_be_host()
    state = pages().state()
    if state.get("game") == "poker" and state.get("phase") != "over":
        raise Refusal(409, "not_allowed", _("The ledger holds the cards that are being played: cash out first."))
    # Beside the ledger: where its disk has no room, no other place need have any.
    with tempfile.TemporaryDirectory(prefix="copy-", dir=pages().settings.secrets) as folder:
        copy = Path(folder) / "ledger.db"
        try:
            copy_ledger(pages().table.ledger.path, copy)
            file = copy.open("rb")  # it can be read to its end after its name is gone
        except (LedgerError, OSError):
            raise Refusal(503, "unavailable", _("The ledger could not be copied; make room on the disk.")) from None
    return _file(iter(lambda: file.read(CHUNK), b""), "ledger.db", "application/vnd.sqlite3", file.close)


def _together(lines: Iterable[str]) -> Iterator[str]:
    """Many lines at once, so that a long list does not go out in tiny pieces."""
    held: list[str] = []
    for line in lines:
        held.append(line)
        if len(held) == LINES:
            yield "".join(held)
            held.clear()
    yield "".join(held)


def _file(parts: Iterable, name: str, kind: str, then=lambda: None) -> Response:
    answer = Response(parts, content_type=kind)
    stem = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in
                   pages().table.ledger.path.stem)  # fmt: skip
    answer.headers.set("Content-Disposition", "attachment", filename=f"{stem}-{name}")
    answer.call_on_close(then)
    return answer
