"""The pages beside phone, host and TV in chromium: odds, fairness, record, PIN, an error; each small and large."""

from __future__ import annotations

import pytest

from tests.web.looks import HARD_TO_HIT, OVERLAPPING, axe_faults
from tests.web.test_browser import CLIPPED, LONG, browser, pytestmark  # noqa: F401 (fixtures)
from web.settings import LANGUAGES

PATHS = ("/odds", "/fair", "/record", "/host", "/nothing")
#: What is reached with the tabulator and does not show it.
UNSEEN_FOCUS = """() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2;
}"""


@pytest.mark.parametrize("game", ["street", "bank", "poker"])
def test_each_page_is_readable_in_every_language(browser, server, host_says, game):  # noqa: F811
    people = LONG if game != "poker" else LONG[:6]
    host_says("open", game=game, players=list(people), buy_in=12_500)
    if game != "poker":
        for dice in ([3, 4], [2, 4], [5, 5], [3, 3]):
            host_says("throw", dice=dice)
    context = browser.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    page, faults = context.new_page(), []
    for language in LANGUAGES:
        page.goto(f"{server.url}/language/{language}")
        for path in PATHS:
            for width, height in ((320, 640), (1024, 768)):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(server.url + path)
                found = [*page.evaluate(CLIPPED), *page.evaluate(OVERLAPPING), *page.evaluate(HARD_TO_HIT)]
                faults += [f"{language} {path} {width}: {fault}" for fault in found]
            faults += axe_faults(page, f"{language} {path}")
    context.close()
    assert faults == []


@pytest.mark.parametrize("path", PATHS)
def test_everything_on_a_page_is_reached_by_keys_and_shows_it(browser, server, game, path):  # noqa: F811
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(server.url + path)
    wanted = page.locator("a:visible, button:visible, input:visible").count()
    page.evaluate("() => document.activeElement.blur()")
    reached = set()
    for _ in range(wanted + 2):
        page.keyboard.press("Tab")
        here = page.evaluate("() => document.activeElement.outerHTML")
        if here.startswith("<body"):
            continue
        reached.add(here)
        assert not page.evaluate(UNSEEN_FOCUS), here
    assert len(reached) == wanted
    page.context.close()


def test_the_language_is_switched_on_a_sheet_by_keys(browser, server, game):  # noqa: F811
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(server.url + "/odds")
    page.focus("text=Tiếng Việt")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[lang=vi]")
    assert page.url.endswith("/odds")
    assert page.get_attribute("[aria-current]", "lang") == "vi"
    page.context.close()
