"""Nothing that people read is written past the languages: in Python, in templates, in scripts, from the games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from flask_babel import force_locale

import web
from controller.games.refusals import CODES
from web import views
from web.scene import Scene
from web.settings import LANGUAGES, Settings
from web.told import Story
from web.words import refusal_words

WEB = Path(web.__file__).parent
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
#: Words that are the same in every language: the program's name, languages in their own, a file, an example.
NO_LANGUAGE = {
    "dicetable", "English", "Svenska", "Tiếng Việt", "dicetable.log", "PIN", "(CSV)", "(JSON)",
    "dicetable verify --head",
}  # fmt: skip
#: What of a page is read: the text, and these of its attributes.
READ = ("alt", "title", "placeholder", "aria-label", "aria-description", "aria-roledescription", "label")
#: Nouns that a number counts: a sentence with one of them behind a gap needs its plural forms.
COUNTED = (
    "chips|cards|throws|rounds|seats|seconds|minutes|ways|bets|faces|players|people|passes|rolls|screens|spots|dice"
)


def extracted() -> set[str]:
    """Every string that the languages have, the singular of those with plural forms."""
    found = set()
    methods = [("**.py", "python"), ("templates/**.html", "jinja2")]
    for _file, _line, message, _comments, _context in extract_from_dir(WEB, method_map=methods):
        found.add(message if isinstance(message, str) else message[0])
    return found


def calls(file: Path) -> Iterator[ast.Call]:
    """Where a module asks for a sentence in the language of the moment."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "gettext", "ngettext", "lazy_gettext"):
            yield node


def test_every_sentence_that_python_asks_for_is_found_by_the_extraction():
    """One within an f-string is not, nor is one that is put together: it would stay English without a word."""
    known = extracted()
    lost = []
    for file in sorted(WEB.rglob("*.py")):
        for call in calls(file):
            first = call.args[0]
            if not isinstance(first, ast.Constant) or first.value not in known:
                lost.append(f"{file.name}:{call.lineno} {ast.unparse(first)}")
    assert lost == []


def test_a_sentence_that_counts_has_its_plural_forms():
    methods = [("**.py", "python"), ("templates/**.html", "jinja2")]
    single = re.compile(rf"%\(\w+\)d (?:live |more )?(?:{COUNTED})\b")
    found = [
        message
        for _file, _line, message, _comments, _context in extract_from_dir(WEB, method_map=methods)
        if isinstance(message, str) and single.search(message) and message not in ALWAYS_MANY
    ]
    assert found == []


#: Counts that are never one: the seats of a table (two at least), the ways of a seven, the screens out of a hundred.
ALWAYS_MANY = {
    "This table has %(n)d seats.",
    "A 7 comes in %(n)d ways of 36. The more ways a point has, the sooner it comes again.",
    "%(n)d of %(most)d live screens",
}


#: What a page fills into an attribute of the body.
CLASSES = re.compile(r"\{% block (?:page|near) %\}.*?\{% endblock %\}")


class Read(HTMLParser):
    """What a person reads of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped = ""

    def handle_starttag(self, tag, attrs):
        self.skipped = tag if tag in ("script", "style") else self.skipped
        found = [value or "" for name, value in attrs if name in READ]
        if tag == "input" and dict(attrs).get("type") in ("submit", "button"):
            found.append(dict(attrs).get("value") or "")
        self.texts += found

    def handle_endtag(self, tag):
        self.skipped = "" if tag == self.skipped else self.skipped

    def handle_data(self, data):
        if not self.skipped:
            self.texts.append(data)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_word_of_a_template_is_past_the_languages(template):
    text = CLASSES.sub("", template.read_text(encoding="utf-8"))
    bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", " ", text, flags=re.DOTALL)
    reader = Read()
    reader.feed(bare)
    read = {" ".join(text.split()).strip(" ·") for text in reader.texts}
    assert {text for text in read if re.search(r"[^\W\d_]{2}", text)} - NO_LANGUAGE == set()


#: A literal of a script: in double or single quotes, or the fixed parts of one with gaps.
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
#: What puts words before people: the literal that follows is one.
SHOWS = re.compile(
    r'(?:setText\([^,]+,|textContent = |innerText = |\.title = |\.alt = |\.placeholder = |alert\(|confirm\('
    r'|"aria-label",|make\("[a-z0-9]+", "[^"]*",)\s*["\'`]([^"\'`]*[^\W\d_]{2}[^"\'`]*)["\'`]'
)
SENTENCE = re.compile(r"[^\W\d_]{2,}[,.!?:]? [^\W\d_]{2,}[.!?…]?$|[A-Z][a-z]+ [a-z]+ ")
#: Two words that are no sentence: classes, selectors, a policy.
CODE = re.compile(r"^[.#\[]|[=>{}()\[\]/_;]|^[a-z0-9-]+( [a-z0-9-]+)*$")


def without_comments(script: str) -> str:
    return re.sub(r"^\s*//.*$|\s// .*$", "", script, flags=re.MULTILINE)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(script):
    text = without_comments(script.read_text(encoding="utf-8"))
    literals = [re.sub(r"\$\{.*?\}", "", next(filter(None, one), "")) for one in LITERAL.findall(text)]
    sentences = [one for one in literals if SENTENCE.search(one) and not CODE.search(one)]
    shown = [re.sub(r"\$\{.*?(\}|$)", "", one) for one in SHOWS.findall(text)]
    shown = [one for one in shown if re.search(r"[^\W\d_]{2}", one) and one not in NO_LANGUAGE]
    assert sentences + shown == []


def test_every_string_that_a_script_wants_is_in_a_page():
    """A key that no template gives would be shown as `undefined`."""
    wanted = {key for script in SCRIPTS for key in re.findall(r"\bstrings\.(\w+)", script.read_text(encoding="utf-8"))}
    given = set()
    for template in TEMPLATES:
        given |= set(re.findall(r'"(\w+)":\s*(?:_\(|[\[{])', template.read_text(encoding="utf-8")))
    assert wanted - given == set()
    assert len(wanted) > 30, "the scripts name their strings in another way now"


ENGLISH = "The quick brown sentence."


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_refusal_of_a_game_is_shown_in_english_to_others(app, language):
    with app.test_request_context(), force_locale(language):
        told = {code: refusal_words(code, ENGLISH) for code in CODES}
        assert ENGLISH not in told.values()
        unknown = refusal_words("something new", ENGLISH)
    assert [code for code, words in told.items() if words == unknown] == ["bad_input"]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("state", [{}, {"game": "street", "phase": "come_out", "players": ["Bo"], "shooter": "Bo"}])
def test_no_english_sentence_of_a_camera_reaches_the_room_or_a_phone(app, tmp_path, language, state):
    told = Story(camera_ok=False, camera_text=ENGLISH, asking={"why": ENGLISH, "sentence": ENGLISH})
    state = state | {"stacks": {}, "why_not": "no_fade"} if state else {}
    scene = Scene(1, state, told, Settings(tmp_path, camera=True), ask=lambda _command: ("bad_input", ENGLISH))
    with app.test_request_context(), force_locale(language):
        assert ENGLISH not in str(views.tv(scene))
        assert ENGLISH not in str(views.phone(scene, "Bo" if state else None))
