"""Is it rigged? What is tested at once, what is said of it, and the page with its plots."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
import sys
import threading
import time
from xml.etree import ElementTree

import pytest

from controller.ledger import Ledger
from controller.table import Table
from controller.verify import verify
from tests.web.dice_seen import BLUE, FAIR, RED, WHITE, reading, throws_of
from web import Settings, create_app
from web.dice_words import NAMES, die_words, name_of
from web.drawings import KEPT, MOST_WAITING, PROGRAM, Drawings, key_of
from web.faces import Faces
from web.fairness import ALARM, ENOUGH_FACES, OF_ALL, Check, checks_of, drawing, fairness, shares_of
from web.tally import Tally

LOADED = (1, 1, 1, 1, 1, 3)


@pytest.fixture
def spoken(app):
    """Words are said in a request's language."""
    with app.test_request_context():
        yield


# ---- the tests made at once --------------------------------------------------------------------------------------


def test_all_the_shares_there_can_ever_be_make_one():
    for tests in (1, 2):
        dice = sum(tests * shares_of(number, tests) for number in range(1, 10_000))
        assert OF_ALL + dice == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("share", "least"), [(1.0, 100), (0.5, 200), (0.125, 800)])
def test_a_test_with_a_share_of_the_alarm_must_find_more_before_it_speaks(share, least):
    assert not Check("", Faces(most=math.log(least - 1)), share).alarm
    assert Check("", Faces(most=math.log(least + 1)), share).alarm


def test_fair_tables_are_seldom_accused_though_three_tests_are_looked_at_after_every_throw(spoken, monkeypatch):
    # One chance in five instead of a hundred: so that a few tables are enough to see it.
    monkeypatch.setattr("web.fairness.ALARM", 0.2)
    accused = 0
    for seed in range(120):
        tally = throws_of(Tally(), seed, 60)
        tally = throws_of(tally, seed + 1000, 60, (WHITE, BLUE))  # the dice are changed as well
        # What was once found is never forgotten, so the last look tells of all of them.
        accused += fairness(tally)["alarm"] or "before were too uneven" in fairness(tally)["sentence"]
    assert accused <= 24


def test_one_loaded_die_is_found_and_named(spoken):
    tally = throws_of(Tally(), 1, 300, weights=(FAIR, LOADED))
    told = fairness(tally)
    assert told["alarm"]
    assert told["sentence"].startswith("The faces of the red die are too uneven for luck")
    assert [test.who for test in checks_of(tally)] == ["all throws", "the white die", "the red die"]
    assert [row["alarm"] for row in told["tests"]][1:] == [False, True]
    marked = [row[2]["out"] for row in told["counts"]["rows"]]
    assert marked[5] and told["counts"]["rows"][5][2]["count"] == tally.dice.pair.counted[1].counts[5]


def test_a_die_too_many_of_whose_sixes_the_other_makes_up_for_is_found_by_itself_alone(spoken):
    few = (1.4, 1.4, 1.4, 1.4, 1.4, 0.2)
    many = (0.6, 0.6, 0.6, 0.6, 0.6, 1.8)
    tally = throws_of(Tally(), 2, 400, weights=(few, many))
    everything, *each = checks_of(tally)
    assert not everything.alarm and all(test.alarm for test in each)
    assert fairness(tally)["sentence"].startswith("The faces are too uneven for luck: change the dice")


def test_after_a_change_the_sentence_is_about_the_dice_that_lie_there(spoken):
    before = throws_of(Tally(), 1, 300, weights=(LOADED, LOADED))
    few = fairness(throws_of(before, 2, 20, (WHITE, BLUE)))
    assert few["sentence"].endswith("Of those that lie here now little is known yet.")
    told = fairness(throws_of(before, 2, 150, (WHITE, BLUE)))
    assert told["sentence"].endswith("Nothing speaks against those that lie here now.")
    assert told["dice"][0].endswith("have been here since throw 301 of 450.")
    assert told["former"] == ["Throws 1 to 300: the white die and the red die, too uneven for luck"]
    alike = fairness(throws_of(before, 2, 150, (BLUE, BLUE)))
    assert alike["counts"]["heads"] == ["all throws", "these two dice"]
    assert alike["dice"][1].startswith("They look alike, so they are counted together.")


def test_sentences_say_no_more_than_the_figures(spoken):
    assert fairness(Tally())["sentence"].startswith("Too few throws")
    fair = fairness(Tally(Faces((50,) * 6)))
    assert fair["sentence"].startswith("Nothing speaks against the dice")
    assert not fair["alarm"] and fair["together"] is None and fair["former"] == []
    assert fairness(Tally(Faces((ENOUGH_FACES // 6 - 1,) * 6)))["sentence"].startswith("Too few throws")
    assert fair["dice"] == ["The dice are counted together: the camera has not told their colours."]


def test_throws_that_count_among_all_only_are_told(spoken):
    tally = throws_of(Tally(), 1, 30)
    for _ in range(4):
        tally = tally.with_throw("Alice", (1, 2), None)
    told = fairness(tally)
    assert told["dice"][2].startswith("4 throws since then count among all only")
    assert told["together"].startswith("3 tests are made at once")
    assert (told["counts"]["seen"], told["seen"]) == (["68", "30", "30"], "68 faces seen")


def test_the_words_beside_a_plot_say_the_same(spoken):
    tally = throws_of(Tally(), 1, 300, weights=(FAIR, LOADED))
    told, wish = fairness(tally), drawing(tally)
    for panel, test in zip(wish["faces"]["panels"], checks_of(tally), strict=True):
        words = ", ".join(f"{face}: {count}" for face, count in enumerate(panel["counts"], start=1))
        between = f"with fair dice each between {panel['low']} and {panel['high']}"
        assert f"{test.who}: {words}; {between}" in told["faces_alt"]
    assert told["test_alt"].startswith("The alarm is at 100. all throws: ")
    for line, test in zip(wish["test"]["lines"], checks_of(tally), strict=True):
        # A test stands above the line of the alarm, somewhere, exactly if it gives alarm.
        assert (max(y for _, y in line["points"]) > wish["test"]["alarm"]) == test.alarm
        assert line["points"][0][1] == pytest.approx(math.log10(test.share), abs=0.001)
    assert wish["test"]["alarm"] == -math.log10(ALARM)


# ---- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        (WHITE, "white"), (RED, "red"), (BLUE, "blue"), ((25, 0, 1), "black"), ((48, 1, -2), "grey"),
        ((78, -2, 22), "ivory"), ((80, -5, 62), "yellow"), ((60, 33, 55), "orange"), ((58, -44, 32), "green"),
        ((35, 40, -30), "purple"), ((72, 30, 5), "pink"), ((33, 10, 22), "brown"), ((50, -25, -25), "blue"),
        ((84, 0, 14), "white"),
    ],
)  # fmt: skip
def test_a_colour_has_a_plain_name(colour, name):
    assert name_of(colour) == name


def test_two_dice_never_bear_one_name(spoken):
    assert die_words((WHITE, RED)) == ["the white die", "the red die"]
    assert die_words(((80, 2, 3), (95, 0, 0))) == ["the darker die", "the lighter die"]
    assert len({name() for name in NAMES.values()}) == len(NAMES)


# ---- the page ----------------------------------------------------------------------------------------------------


def camera_throws(host_says, *pairs) -> None:
    for one, other in pairs:
        values = sorted((one[1], other[1]))
        host_says("throw", dice=values, source="camera", reading=reading([one, other]))


def test_the_page_counts_the_tables_history(game, person, host_says):
    host_says("throw", dice=[3, 4])
    someone = person()
    someone.view()
    page = someone.get("/fair").get_data(as_text=True)
    assert "2 faces seen" in page
    assert "Too few throws" in page


def test_each_die_has_its_column_and_a_correction_goes_back_rightly(game, person, app, host_says):
    camera_throws(host_says, *[((WHITE, 4), (RED, 2)), ((RED, 3), (WHITE, 5)), ((WHITE, 4), (RED, 1))])
    # The white die was taken for a four and showed a six: it counts among all, and for neither.
    host_says("correct", dice=[6, 1])
    person().view()
    tally = app.extensions["dicetable"].story.tally
    assert tally.faces.counts == (1, 1, 1, 1, 1, 1)
    white, red = sorted((faces.counts for faces in tally.dice.pair.counted), reverse=True)
    assert sorted((white, red)) == [(0, 0, 0, 1, 1, 0), (0, 1, 1, 0, 0, 0)]
    page = person().get("/fair").get_data(as_text=True)
    assert '<th scope="col">the white die</th>' in page and '<th scope="col">the red die</th>' in page
    assert "1 throw since then counts among all only" in page


def test_a_ledger_with_colours_proves_itself_and_tells_the_same_after_a_restart(tmp_path, app, table, game, host_says):
    camera_throws(host_says, *[((WHITE, 4), (RED, 2)), ((RED, 3), (WHITE, 5)), ((WHITE, 2), (RED, 2))] * 3)
    host_says("correct", dice=[6, 3])
    told = app.extensions["dicetable"]
    told.catch_up(table.snapshot().seq)
    assert told.story.tally.dice.pair.unlike
    table.ledger.close()
    assert verify(tmp_path / "evening.db").ok
    with Ledger(tmp_path / "evening.db") as ledger:
        again = Table(ledger)
        again.start()
        settings = Settings(secrets=tmp_path / "again", pin="1", past=ledger.transactions)
        pages = create_app(again, settings).extensions["dicetable"]
        pages.start()
        try:
            assert pages.story.tally == told.story.tally
        finally:
            pages.stop()
            again.stop()


# ---- plots -------------------------------------------------------------------------------------------------------

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory) -> dict[str, bytes]:
    """The plots of a table with one loaded die, by the real program."""
    from flask import Flask
    from flask_babel import Babel

    app = Flask("web")
    Babel(app)
    with app.test_request_context():
        wish = drawing(throws_of(Tally(), 1, 300, weights=(FAIR, LOADED)))
    drawings = Drawings(tmp_path_factory.mktemp("fonts"))
    made = drawings.get(wish, "en")
    assert made is not None and drawings.kept(key_of(wish)) is made
    return made


@pytest.mark.parametrize("name", ["faces", "test"])
def test_a_plot_is_plain_svg_that_the_pages_policy_lets_in(drawn, name):
    text = drawn[name].decode()
    root = ElementTree.fromstring(text)
    width, height = root.get("viewBox").split()[2:]
    assert 200 < float(width) < 320 and float(height) > 200
    for element in root.iter():
        assert "style" not in element.attrib
        assert element.tag.split("}")[1] not in ("style", "script", "metadata", "foreignObject")
        assert not any(attribute.startswith("on") for attribute in element.attrib)
        assert all(value.startswith("#") for key, value in element.attrib.items() if key.endswith("href"))
    assert len(text) < 80_000


def test_a_plot_shows_its_state(drawn):
    faces = ElementTree.fromstring(drawn["faces"])
    assert len([g for g in faces.iterfind(".//svg:g", NAMESPACE) if (g.get("id") or "").startswith("axes_")]) == 3
    # One of the red die's faces and one of all lies outside its band, hatched.
    assert drawn["faces"].count(b"fill=\"url(#h") >= 2


#: Runs the program's imports and tells what else was imported by them.
IMPORTS = """
import runpy, sys
runpy.run_path(sys.argv[1])
ours = {"web", "controller", "vision", "firmware"}
print(any(name.split(".")[0] in ours for name in sys.modules), "matplotlib.pyplot" in sys.modules)
"""


def test_the_program_of_the_plots_needs_nothing_of_this_project_and_no_global_figures():
    command = [sys.executable, "-P", "-c", IMPORTS, str(PROGRAM)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["False", "False"]


class Pen:
    """Draws at once, or when it is let; counts how often, and how many draw at once."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.may = threading.Event()
        self.may.set()
        self.now = self.most = 0

    def __call__(self, text: str) -> dict[str, bytes]:
        self.now += 1
        self.most = max(self.most, self.now)
        self.drawn.append(text)
        self.may.wait(10)
        self.now -= 1
        if json.loads(text).get("fault"):
            raise ValueError("no")
        return {"faces": text.encode(), "test": text.encode()}


def test_a_drawing_is_made_once_and_only_a_few_are_kept(tmp_path):
    pen = Pen()
    drawings = Drawings(tmp_path, pen)
    for _ in range(3):
        for k in range(3):
            assert drawings.get({"n": k}, "en")["faces"] == json.dumps({"n": k}).encode()
    assert len(pen.drawn) == 3
    for k in range(3 * KEPT):
        drawings.get({"n": k}, "en")
    assert drawings.kept(key_of({"n": 0})) is None
    assert drawings.kept(key_of({"n": 3 * KEPT - 1})) is not None


def test_many_who_ask_at_once_wait_for_one_drawing_or_get_the_one_before(tmp_path):
    pen = Pen()
    drawings = Drawings(tmp_path, pen)
    before = drawings.get({"n": 0}, "en")
    pen.may.clear()
    answers, lock = [], threading.Lock()

    def ask() -> None:
        got = drawings.get({"n": 1}, "en")
        with lock:
            answers.append(got)

    asking = [threading.Thread(target=ask) for _ in range(30)]
    for one in asking:
        one.start()
    deadline = time.monotonic() + 10
    while len(answers) < 30 - MOST_WAITING and time.monotonic() < deadline:
        time.sleep(0.005)
    # All but a few were answered while the drawing was still being made.
    assert len(answers) == 30 - MOST_WAITING and all(got is before for got in answers)
    assert drawings.get({"n": 1}, "sv") is None  # nothing was ever drawn in that language
    pen.may.set()
    for one in asking:
        one.join(10)
    assert sum(got is not before for got in answers) == MOST_WAITING
    assert (len(pen.drawn), pen.most) == (2, 1)


def test_what_cannot_be_drawn_is_a_sentence_and_not_tried_again(app, game, person, caplog):
    pen = Pen()
    app.extensions["drawings"]._draw = lambda text: pen(json.dumps({"fault": True}))
    someone = person()
    for _ in range(3):
        answer = someone.get("/fair/faces.svg")
        assert answer.status_code == 503
        assert answer.get_json()["why"] == "The plots are not drawn yet; the tables beside them say the same."
    assert len(pen.drawn) == 1
    assert "The plots could not be drawn: no" in caplog.text


def test_a_missing_library_is_no_fault_of_the_page(tmp_path, monkeypatch, caplog):
    broken = tmp_path / "plots.py"
    broken.write_text("import a_library_that_is_not_there")
    monkeypatch.setattr("web.drawings.PROGRAM", broken)
    assert Drawings(tmp_path).get({}, "en") is None
    assert "a_library_that_is_not_there" in caplog.text


def test_the_page_shows_its_own_plots_even_after_the_next_throw(app, game, person, host_says):
    pen = Pen()
    app.extensions["drawings"]._draw = pen
    someone = person()
    camera_throws(host_says, ((WHITE, 2), (RED, 2)))
    someone.view()
    sources = re.findall(r'<img class="plot" src="([^"]+)"', someone.get("/fair").get_data(as_text=True))
    first = [someone.get(source) for source in sources]
    assert [(one.status_code, one.mimetype) for one in first] == [(200, "image/svg+xml")] * 2
    camera_throws(host_says, ((WHITE, 4), (RED, 2)))
    someone.view()
    assert [someone.get(source).data for source in sources] == [one.data for one in first]
    assert someone.get("/fair/faces.svg").data != first[0].data
    assert len(pen.drawn) == 2
    assert someone.get("/fair/other.svg").status_code == 404
    assert "unsafe" not in first[0].headers["Content-Security-Policy"]


def test_the_plots_speak_the_language_of_the_page(app, game, person):
    pen = Pen()
    app.extensions["drawings"]._draw = pen
    words = {"en": "band of fair dice", "sv": "band för rättvisa tärningar", "vi": "dải của xúc xắc đều"}
    for language, word in words.items():
        someone = person()
        someone.client.get(f"/language/{language}")
        assert word in json.loads(someone.get("/fair/faces.svg").data)["faces"]["band"]


def test_thousands_of_throws_are_told_quickly():
    chance, tally = random.Random(1), Tally()
    start = time.process_time()
    for _ in range(2000):
        values = chance.choices(range(1, 7), k=2)
        tally = tally.with_throw("Alice", tuple(sorted(values)), reading([(WHITE, values[0]), (RED, values[1])]))
    assert tally.throws == 2000 and tally.dice.pair.seen == 2000
    assert (time.process_time() - start) / 2000 < 0.002  # ten times what it takes
