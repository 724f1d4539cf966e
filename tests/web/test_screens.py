"""The layout of every page at its fullest: nothing clipped, outside, overlapping, covered or too small to tap.

A part of the matrix of screens.py; all of it with DICETABLE_SCREENS=all in the environment, some minutes.
"""

from __future__ import annotations

import os
from contextlib import ExitStack

import pytest

from tests.web.full_table import full_table
from tests.web.screens import LIVE, PAGES, Looking, Shot, every_shot, look_at
from tests.web.test_browser import browser, pytestmark  # noqa: F401 (fixtures)

#: A shot or two of each page in each game, the longest words on the smallest screens.
QUICK = (
    *(Shot(game, "playing", "phone", "vi", (320, 640)) for game in ("street", "bank", "poker")),
    *(Shot(game, "playing", "tv", "sv", (1920, 1080)) for game in ("street", "bank", "poker")),
    *(Shot(game, "playing", "host", "vi", (320, 640)) for game in ("street", "bank", "poker")),
    *(
        Shot("street", state, "tv", "vi", (1920, 1080))
        for state in ("empty", "waiting", "no_roll", "error", "over", "offline")
    ),
    *(Shot("street", state, "phone", "sv", (320, 640)) for state in ("waiting", "no_roll", "error", "over", "offline")),
    *(Shot("street", state, "host", "sv", (1024, 768)) for state in ("empty", "error", "over", "offline")),
    *(Shot("street", state, "sit", "sv", (320, 640)) for state in ("empty", "playing", "over")),
    *(
        Shot("street", "playing", page, "sv", (320, 640))
        for page in ("pin", "odds", "fair", "record", "sheet", "nothing")
    ),
    Shot("bank", "playing", "odds", "vi", (320, 640)),
    Shot("bank", "over", "record", "vi", (320, 640)),
    Shot("poker", "playing", "odds", "vi", (390, 844)),
    Shot("street", "playing", "phone", "en", (1024, 768)),
)


def shots() -> list[Shot]:
    return list(every_shot()) if os.environ.get("DICETABLE_SCREENS") == "all" else list(QUICK)


@pytest.mark.timeout(1800)
def test_nothing_is_clipped_covered_or_too_small(browser):  # noqa: F811
    faults, seen = [], set()

    def told(shot: Shot, found: list[str]) -> None:
        seen.add(shot)
        faults.extend(f"{shot.name}: {fault}" for fault in found)

    look_at(browser, shots(), None, told)
    assert seen == set(shots())
    assert faults == []


def test_the_quick_part_is_of_the_matrix_and_has_every_page():
    assert set(QUICK) <= set(every_shot())
    assert {shot.page for shot in QUICK} == {shot.page for shot in every_shot()}
    assert {shot.page for shot in QUICK if shot.state == "offline"} < LIVE


BAD = """<!doctype html><body style="margin:0">
<p style="width:2000px">wide</p>
<p style="width:40px; overflow:hidden; white-space:nowrap">cut off at its end</p>
<p style="width:60px; overflow:hidden; white-space:nowrap" title="told in whole by a title">told in whole by a title</p>
<div style="position:relative; height:40px">one<b style="position:absolute; left:0">other</b></div>
<button class="main" style="width:30px; height:30px">m</button> <button style="width:20px; height:20px">s</button>
<label style="display:flex; height:30px"><input type="checkbox" style="width:17px; height:17px">box</label>
<p style="height:900px">long</p><p>last words</p>
<div style="position:fixed; bottom:0; height:90px; width:200px; background:#fff">dock</div>
<div style="position:fixed; bottom:50px; width:200px; background:#fff">over the dock<br>two lines</div>
"""


def test_the_program_that_looks_sees_each_kind_of_fault(browser):  # noqa: F811
    from tests.web.screens import FAULTS

    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.set_content(BAD)
    found = page.evaluate(f"({FAULTS})('.main')")
    page.close()
    kinds = [fault.split(":")[0].split(" (")[0] for fault in found]
    assert set(kinds) == {
        "scrolls sideways",
        "outside",
        "clipped",
        "overlap",
        "small",
        "small box",
        "covered",
        "below the end",
    }
    assert kinds.count("clipped") == 1, "what a title tells in whole is not clipped"
    assert kinds.count("small") == 2


def test_what_was_missed_stands_above_the_cards(browser, tmp_path):  # noqa: F811
    with full_table("poker", tmp_path) as full, ExitStack() as parts:
        looking = Looking(browser, full, parts)
        looking.sit_down()
        full.come_to("no_roll")
        looking.look(Shot("poker", "no_roll", "phone", "sv", (320, 640)), None)
        top = looking.page("seat").evaluate(
            "() => ['#big', '#throw', '#hand-card'].map((id) => document.querySelector(id).getBoundingClientRect().top)"
        )
        dock = looking.page("seat").locator("#dock").bounding_box()["y"]
    assert top == sorted(top)
    assert top[1] < dock - 100, "it is seen without scrolling"


def test_before_the_first_game_the_host_opens_it_at_the_head_of_the_page(browser, tmp_path):  # noqa: F811
    with full_table("street", tmp_path) as full, ExitStack() as parts:
        looking = Looking(browser, full, parts)
        looking.sign_in()
        for state, first in (("empty", "games-card"), ("playing", "host-cards")):
            full.come_to(state)
            looking.look(Shot("street", state, "host", "en", (320, 640)), None)
            assert looking.page("host").locator("main > :first-child").get_attribute("id") == first


def test_at_the_end_a_star_marks_the_winners_and_nobody_sits_out(browser, tmp_path):  # noqa: F811
    with full_table("street", tmp_path) as full, ExitStack() as parts:
        looking = Looking(browser, full, parts)
        looking.sit_down()
        full.come_to("over")
        for page in ("phone", "tv"):
            looking.look(Shot("street", "over", page, "en", (1024, 768)), None)
            signs = looking.page(PAGES[page][0]).locator("#people .sign").all_text_contents()
            assert signs == ["★", "★", *[""] * 10], page
