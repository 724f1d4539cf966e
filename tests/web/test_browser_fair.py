"""The page about the dice in Debian's chromium: its plots are drawn under the pages' policy, in every language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.dice_seen import BLUE, FAIR, WHITE, throws_of
from tests.web.test_browser import CLIPPED, axe, browser, complaints, pytestmark, visit  # noqa: F401
from web.drawings import Drawings
from web.settings import LANGUAGES
from web.tally import Tally

LOADED = (1, 1, 1, 1, 1, 3)

#: Of each picture of the page: whether it is there, its own size and that on the screen, and colours found in it.
DRAWN = """async () => {
  const found = [];
  for (const image of document.querySelectorAll('img.plot')) {
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = {};
    for (let i = 0; i < pixels.length; i += 4) {
      const name = (pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]).toString(16).padStart(6, '0');
      colours[name] = (colours[name] || 0) + 1;
    }
    found.push({wide: image.clientWidth, high: image.clientHeight, own: image.naturalHeight / image.naturalWidth,
      given: image.height / image.width, alt: image.alt, colours});
  }
  return found;
}"""


@pytest.fixture(scope="module")
def fonts(tmp_path_factory) -> Path:
    """matplotlib lists the fonts of a machine once; that takes some seconds, which no page waits for here."""
    folder = tmp_path_factory.mktemp("fonts")
    environment = {**os.environ, "MPLCONFIGDIR": str(folder)}
    subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], env=environment, check=True, timeout=120)
    return folder


@pytest.fixture
def history(server, fonts) -> Callable[[Tally], None]:
    """history(tally): the table has this behind it."""
    pages = server._pages
    server._app.extensions["drawings"] = Drawings(fonts)

    def put(tally: Tally) -> None:
        pages._story = replace(pages.story, tally=tally)

    return put


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plots_are_drawn_in_the_pages_colours(visit, history, complaints, server, language):  # noqa: F811
    history(throws_of(throws_of(Tally(), 1, 300, weights=(FAIR, LOADED)), 2, 200, (WHITE, BLUE)))
    page = visit(f"/language/{language}", 320, 640)
    page.goto(server.url + "/fair")
    faces, test = page.evaluate(DRAWN)
    for drawn in (faces, test):
        # Ground, letters: without its attributes everything would be black.
        most = max(drawn["colours"], key=drawn["colours"].get)
        assert most == "0a1f19"
        assert drawn["colours"].get("f7f2e6", 0) > 100
        assert "000000" not in drawn["colours"]
        assert drawn["wide"] > 240 and abs(drawn["high"] / drawn["wide"] - drawn["own"]) < 0.02
        assert drawn["alt"]
    # Bars, the band; the three lines and the alarm's.
    assert all(faces["colours"].get(colour, 0) > 300 for colour in ("7cc0ff", "2f6150"))
    assert all(test["colours"].get(colour, 0) > 20 for colour in ("86e7b0", "7cc0ff", "f7bd48"))
    assert [cut for cut in page.evaluate(CLIPPED) if not cut.startswith("unseen")] == []
    assert complaints == []


def test_a_plot_opened_by_itself_looks_the_same(visit, history, complaints, server):  # noqa: F811
    history(throws_of(Tally(), 1, 50))
    page = visit("/fair/test.svg", 400, 400)
    fills = page.evaluate("[...document.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)")
    assert fills[0] == "rgb(10, 31, 25)"
    assert complaints == []


def test_the_page_passes_axe_with_and_without_a_history(browser, server, history, axe):  # noqa: F811
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page, faults = context.new_page(), []
    for tally in (Tally(), throws_of(throws_of(Tally(), 1, 300, weights=(LOADED, LOADED)), 2, 30, (BLUE, WHITE))):
        history(tally)
        page.goto(server.url + "/fair")
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
        faults += [f"{fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"]]
        # The room for the plots is kept before they are there, so that nothing jumps.
        for drawn in page.evaluate(DRAWN):
            assert abs(drawn["high"] / drawn["wide"] - drawn["own"]) < 0.02
        kept = re.findall(r'width="(\d+)" height="(\d+)"', page.content())
        assert [round(int(h) / int(w), 2) for w, h in kept] == [round(one["own"], 2) for one in page.evaluate(DRAWN)]
    context.close()
    assert faults == []
