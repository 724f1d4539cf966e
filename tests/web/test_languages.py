"""Swedish and Vietnamese: complete, with the same gaps to fill, and really shown."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

import web
from web import create_app
from web.settings import LANGUAGES
from web.tv import SWITCHED
from web.words import refusal_words

WEB = Path(web.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]
GAP = re.compile(r"%\((\w+)\)[sd]|%%")


def catalogue(language: str):
    with (WEB / "translations" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.fixture(scope="module")
def strings() -> set:
    """Every string that the pages say."""
    methods = [("**.py", "python"), ("templates/**.html", "jinja2")]
    return {message for _file, _line, message, _comments, _context in extract_from_dir(WEB, method_map=methods)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_string_is_there_and_none_is_left_over(strings, language):
    ids = [message.id for message in catalogue(language) if message.id]
    told = {one if isinstance(one, str) else tuple(one) for one in ids}
    assert strings - told == set()
    assert told - strings == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_is_filled_in_with_the_same_gaps(language):
    for message in catalogue(language):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        translations = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = set(GAP.findall(originals[-1]))
        for text in translations:
            assert text.strip(), message.id
            assert set(GAP.findall(text)) == wanted, message.id


def said(read) -> dict:
    """Id -> translation, without the header."""
    return {str(message.id): message.string for message in read if message.id}


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(language):
    compiled = WEB / "translations" / language / "LC_MESSAGES" / "messages.mo"
    fresh = io.BytesIO()
    write_mo(fresh, catalogue(language))
    fresh.seek(0)
    with compiled.open("rb") as file:
        kept = said(read_mo(file))
    assert kept == said(read_mo(fresh))


@pytest.mark.parametrize(
    ("wish", "language", "welcome"),
    [
        ("sv-SE,sv;q=0.9", "sv", "Välkommen till bordet"),
        ("vi-VN", "vi", "Chào mừng đến bàn"),
        ("de-DE,de", "en", "Welcome to the table"),
        ("", "en", "Welcome to the table"),
    ],
)
def test_the_browser_chooses(person, wish, language, welcome):
    page = person().get("/tv", **{"Accept-Language": wish}).get_data(as_text=True)
    assert f'<html lang="{language}">' in page
    assert welcome in page


def test_the_table_has_a_language_for_who_states_no_wish(table, tmp_path):
    from tests.web.conftest import Person
    from web import Settings

    app = create_app(table, Settings(secrets=tmp_path / "s", pin="1", language="vi"))
    assert "Chào mừng" in Person(app).get("/tv").get_data(as_text=True)


def test_a_refusal_speaks_the_persons_language(game, person):
    bo = person("Bo")
    bo.client.get("/language/sv")
    assert bo.post("/roll", after=0)[1]["why"] == "Bara kastaren kastar."
    assert bo.post("/sit", name="X")[1]["why"] == "Telefonen sitter redan vid bordet, som Bo."


def test_the_games_own_english_sentence_is_for_english_readers_only(app):
    for language, told in (("en", "Nobody has taken bet 3."), ("sv", "Ingen har tagit den marken än.")):
        with app.test_request_context(headers={"Accept-Language": language}):
            assert refusal_words("not_taken", "Nobody has taken bet 3.") == told


def test_each_stream_and_view_has_its_own_language(game, person, host_says):
    one, other = person(), person()
    other.client.get("/language/vi")
    host_says("throw", dice=[2, 4])
    assert one.view("tv")["headline"]["big"] == "The point is 6"
    assert other.view("tv")["headline"]["big"] == "Point là 6"
    assert one.view("tv")["headline"]["big"] == "The point is 6"


def test_plural_forms(game, person, host_says):
    someone = person()
    someone.client.get("/language/sv")
    host_says("throw", dice=[3, 4])
    someone.view()
    assert "2 sidor sedda" in someone.get("/fair").get_data(as_text=True)
    host_says("cash_out")
    assert someone.view()["night"][0] == "1 kast · 1 omgång"


@pytest.mark.parametrize("path", [*SWITCHED, "/?c=K7PX", "/tv?sound=on", "/sheet?game=1"])
def test_the_switch_of_languages_stands_on_the_page_and_comes_back_to_what_it_showed(app, game, host, path):
    page = host.get(path).get_data(as_text=True)
    link = unescape(re.search(r'href="(/language/sv[^"]*)"', page)[1])
    assert re.findall(r'lang="(\w+)" aria-current="true"', page) == ["en"]
    assert host.get(link).headers["Location"] == path
    assert '<html lang="sv">' in host.get(path).get_data(as_text=True)


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/host/log", "/tv/..//evil", "\\\\evil"])
def test_the_switch_leads_to_no_other_place(person, back):
    assert person().get("/language/vi?back=" + back).headers["Location"] == "/"


def test_the_pin_page_has_the_switch_too(person):
    assert 'href="/language/vi?back=/host"' in person().get("/host").get_data(as_text=True)
