"""What every request must pass and what every answer bears."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import web
from web import Settings
from web.seats import SeatBook, SeatTaken

STATIC = Path(web.__file__).parent / "static"
TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://localhost:81", "ftp://localhost", "localhost"]
)
def test_a_post_from_another_page_does_nothing(game, person, table, origin):
    before = table.snapshot().seq
    status, told = person("Bo").post("/tap", origin=origin, do="off")
    assert status == 403
    assert told["why"] == "That came from another page, so nothing was done."
    assert table.snapshot().seq == before


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "localhost.evil.example"])
def test_a_strange_name_for_this_machine_is_refused(person, host):
    answer = person().client.get("/state/tv", headers={"Host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "192.168.1.20", "[::1]:8080", "localhost:5000"])
def test_addresses_in_digits_are_known(person, host):
    assert person().client.get("/state/tv", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/tv", "/host", "/state/tv", "/static/live.js", "/nothing"])
def test_every_answer_bears_the_policy(person, path):
    answer = person().get(path)
    answer.close()
    headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(game, person):
    answer = person().client.post(
        "/sit", data=json.dumps({"name": "Bo"}), content_type="application/json", headers={"Origin": "http://localhost"}
    )
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_pages_have_no_inline_script_or_style_and_no_outside_host():
    for path in [*TEMPLATES.glob("*.html"), *STATIC.glob("*.js"), *STATIC.glob("*.css")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*(src=|application/json))", text), path.name
        assert not re.search(r"\s(style|on[a-z]+)\s*=\s*[\"']", text), path.name
        assert "innerHTML" not in text, path.name
        assert "insertAdjacentHTML" not in text, path.name
        assert not re.search(r"https?://(?!www\.w3\.org)", text), path.name


def modules(*roots: str) -> set[str]:
    """These modules and all that they import."""
    found: set[str] = set()
    waiting = set(roots)
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= set(re.findall(r'from "\./([a-z0-9_]+\.js)"', (STATIC / path).read_text(encoding="utf-8"))) - found
    return found


@pytest.mark.parametrize(
    ("game", "players", "own", "fetched"),
    [
        ("street", 12, {"board.js", "line.js"}, {"board.js", "line.js", "rail.js"}),
        ("bank", 12, {"layout.js"}, {"layout.js", "rail.js"}),
        ("poker", 6, {"hand.js"}, {"cards.css", "cards.js", "hand.js", "seal.js", "sha256.js"}),
    ],
)
def test_the_first_page_is_light(person, host_says, game, players, own, fetched):
    """All of it for somebody who sits down while the table is full, and what only that game draws."""
    seats = [f"{'W' * 18}{number:02}" for number in range(players)]
    host_says("open", game=game, players=seats, buy_in=12_500)
    page = person().get("/").data
    first = set(re.findall(r"/static/([a-z0-9_]+\.(?:css|js|svg))", page.decode()))
    first |= modules(*(part for part in first if part.endswith(".js")))
    assert {"phone.css", "dom.js", "sit.js", "icon.svg"} <= first
    said = "".join((STATIC / part).read_text(encoding="utf-8") for part in first if part.endswith(".js"))
    assert own <= set(re.findall(r'inGame\("\./([a-z0-9_]+\.js)"', said))
    more = modules(*own) | {"cards.css"} & fetched
    assert fetched <= more
    weight = sum(len((STATIC / part).read_bytes()) for part in first | more)
    assert len(page) + weight < 100_000


def test_nothing_on_the_phone_is_newer_than_a_five_year_old_browser():
    """Chromium 87 is of November 2020; what it lacks is not used, or only where it may be missing (`text-wrap`)."""
    newer = re.compile(
        r":has\(|@container|@layer|\d(?:dvh|svh|lvh)\b|color-mix|structuredClone|\.at\(|Object\.hasOwn"
        r"|\.toSorted|\.findLast|replaceAll|Array\.fromAsync|Promise\.any|\|\|=|\?\?=|^await "
        r"|crypto\.(?:subtle|randomUUID)|clipboard|wakeLock|serviceWorker|[^-]inset-(?:inline|block)"
        r"|scrollbar-gutter|:is\(|:where\(|overflow: clip",
        re.MULTILINE,
    )
    scripts = modules("phone.js", "board.js", "line.js", "layout.js", "hand.js")
    for path in scripts | {"base.css", "phone.css", "cards.css"}:
        text = (STATIC / path).read_text(encoding="utf-8")
        assert not newer.findall(text), path
        assert "aspect-ratio" not in text or "@supports not (aspect-ratio" in text, path


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 5000, "application/json", 400),
        (b"name=Bo", "application/x-www-form-urlencoded", 415),
        (b"\xff\xfe", "application/json", 400),
        (b'{"name": "' + b"x" * 20_000 + b'"}', "application/json", 413),
    ],
)
def test_a_body_that_is_no_wish_is_one_sentence(person, body, kind, status):
    answer = person().client.post("/sit", data=body, content_type=kind, headers={"Origin": "http://localhost"})
    assert answer.status_code == status
    why = answer.get_json()["why"]
    assert why.endswith((".", "done."))
    assert "Traceback" not in answer.get_data(as_text=True)


def test_a_fault_is_one_sentence_and_no_traceback(person, app, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(app.extensions["dicetable"], "view", broken)
    answer = person().get("/state/tv")
    assert answer.status_code == 500
    assert "secret detail" not in answer.get_data(as_text=True)
    assert "secret detail" in caplog.text


def test_a_person_who_is_lost_gets_a_page(person):
    answer = person().get("/nothing", Accept="text/html")
    assert answer.status_code == 404
    assert "There is no such page at this table." in answer.get_data(as_text=True)


def test_names_with_markup_cannot_end_the_data_in_the_page(app, table, host_says, person):
    host_says("open", game="street", players=["</script><b>x", "Bo"], buy_in=100)
    page = person().get("/tv").get_data(as_text=True)
    assert "</script><b>" not in page
    data = re.search(r'id="view">(.*?)</script>', page).group(1)
    assert json.loads(data)["people"][0]["name"] == "</script><b>x"


@pytest.mark.parametrize("name", ["..%2f..%2fweb-secret", "x" * 64, "0" * 63, "0" * 64])
def test_only_pictures_are_pictures(person, name):
    assert person().get(f"/picture/{name}.jpg").status_code == 404


def test_the_qr_code_bears_http_and_the_address(person, app):
    from web import tv

    made = []
    real = tv.segno.make
    tv.segno.make = lambda text, **more: made.append(text) or real(text, **more)
    try:
        answer = person().get("/join.svg")
    finally:
        tv.segno.make = real
    assert answer.mimetype == "image/svg+xml"
    code = app.extensions["dicetable"].seats.room_code
    assert made == [f"http://127.0.0.1/?c={code}"]


def test_settings_that_cannot_be_are_refused(tmp_path):
    for wrong in ({"seats": 1}, {"seats": 13}, {"language": "xx"}, {"streams": 0}):
        with pytest.raises(ValueError, match=r"seats|speak|stream"):
            Settings(secrets=tmp_path, **wrong)


def test_seats_survive_a_restart_and_numbers_are_never_used_twice(tmp_path):
    book = SeatBook(tmp_path / "seats.json")
    first = book.claim("Bo")
    again = SeatBook(tmp_path / "seats.json")
    assert again.holder("Bo", first) == "Bo"
    assert again.room_code == book.room_code
    with pytest.raises(SeatTaken):
        again.claim("Bo")
    again.release("Bo")
    assert again.claim("Bo") > first
    assert again.holder("Bo", first) is None


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"next": "x"}', '{"next": 1, "holders": [], "waiting": 5}'])
def test_a_damaged_book_of_seats_is_begun_anew(tmp_path, kept):
    (tmp_path / "seats.json").write_text(kept)
    book = SeatBook(tmp_path / "seats.json")
    assert book.held() == frozenset()
    assert book.holder("Bo", 1) is None


def test_a_seat_code_ends_after_ten_minutes(tmp_path):
    now = [0.0]
    book = SeatBook(tmp_path / "seats.json", lambda: now[0])
    book.claim("Bo")
    code = book.code_for("Bo")
    now[0] = 601.0
    assert book.redeem(code) is None


def test_languages_are_switched_by_a_link_and_nowhere_else(person):
    someone = person()
    answer = someone.get("/language/sv?back=//evil.example")
    assert answer.headers["Location"] == "/"
    assert someone.client.get_cookie("language").value == "sv"
    assert 'lang="sv"' in someone.get("/").get_data(as_text=True)
    someone.get("/language/xx")
    assert someone.client.get_cookie("language").value == "sv"
