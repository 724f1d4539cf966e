"""Every page in every language, size and state: looked over by a program, and kept as pictures for eyes.

    python -m tests.web.screens FOLDER [--game street] [--state playing] [--page tv] [--language sv] [--size 320x640]

Writes a PNG each into FOLDER, and one line for each fault of a layout (see layout_faults.js) on stdout. Without
options it is all of them, some minutes. Needs chromium and playwright.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.web.full_table import OPENINGS, PIN, SEAT, STATES, FullTable, full_table

LANGUAGES = ("en", "sv", "vi")
SIZES = ((320, 640), (390, 844), (1024, 768), (1920, 1080))
#: Pages with the context that opens them and their address. `seat` sits at the table, `host` has shown the PIN.
PAGES = {
    "sit": ("visitor", "/"),
    "phone": ("seat", "/"),
    "tv": ("visitor", "/tv"),
    "pin": ("visitor", "/host"),
    "host": ("host", "/host"),
    "odds": ("visitor", "/odds"),
    "fair": ("visitor", "/fair"),
    "record": ("visitor", "/record"),
    "sheet": ("visitor", "/sheet"),
    "nothing": ("visitor", "/nothing"),
}
#: Pages that follow the table, which alone can lose it.
LIVE = frozenset({"sit", "phone", "tv", "host"})
#: Pages that look the same whatever is played.
SAME = frozenset({"pin", "nothing"})
#: What is tapped mostly: 44 pixels at least.
MAIN = ".side, .roll, .act, .chip, .square, .spot, .button.primary, .button.wide, .faces button, #dock .button"
#: Until what follows the size of something else has followed it.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take. state: one of STATES, or offline."""

    game: str
    state: str
    page: str
    language: str
    size: tuple[int, int]

    @property
    def name(self) -> str:
        return f"{self.game}-{self.state}-{self.page}-{self.language}-{self.size[0]}x{self.size[1]}"


def every_shot() -> Iterator[Shot]:
    """The whole matrix, without those that would show the same twice."""
    for game in OPENINGS:
        for state in (*STATES, "offline"):
            for page in filter(lambda page: _worth(game, state, page), PAGES):
                for language in LANGUAGES:
                    # Nobody's TV is as narrow as a phone.
                    for size in SIZES if page != "tv" else SIZES[2:]:
                        yield Shot(game, state, page, language, size)


def _worth(game: str, state: str, page: str) -> bool:
    """Whether the page is another one in this state than in those before."""
    if page in SAME:
        return (game, state) == ("street", "playing")
    if page not in LIVE:  # of no game there is no sheet
        return state in ("playing", "over") or (state, page != "sheet") == ("empty", True)
    return (page, state) != ("phone", "empty")


class Looking:
    """The browsers that look at one table: somebody without a seat, a seat, and the host."""

    def __init__(self, browser, full: FullTable, parts: ExitStack) -> None:
        self._full = full
        self._pages = {}
        for who in ("visitor", "seat", "host"):
            context = browser.new_context(reduced_motion="reduce")
            parts.callback(context.close)
            self._pages[who] = context.new_page()
            self._pages[who].set_default_timeout(30_000)

    def page(self, who: str):
        """The page of visitor, seat or host."""
        return self._pages[who]

    def sit_down(self) -> None:
        """The seat, by its page."""
        seat = self._pages["seat"]
        seat.goto(self._full.url)
        seat.fill("#sit-name", SEAT)
        seat.click("#sit-go")
        seat.wait_for_function("(name) => document.querySelector('#name').textContent === name", arg=SEAT)

    def sign_in(self) -> None:
        """The host, by the PIN."""
        host = self._pages["host"]
        host.goto(self._full.url + "/host")
        host.fill("#pin", PIN)
        host.click("button[type=submit]")
        host.wait_for_selector("body.host[data-mode]")

    def look(self, shot: Shot, keep: Path | None) -> list[str]:
        """Opens the page as the shot says; what is wrong with it. keep: folder for its picture."""
        who, path = PAGES[shot.page]
        page = self._pages[who]
        page.set_viewport_size({"width": shot.size[0], "height": shot.size[1]})
        context, host = page.context, self._full.url.split("//")[1].split(":")[0]
        context.add_cookies([{"name": "language", "value": shot.language, "domain": host, "path": "/"}])
        page.goto(self._full.url + path)
        page.wait_for_function("() => [...document.images].every((one) => !one.checkVisibility() || one.complete)")
        if shot.page in LIVE:
            page.wait_for_selector("body[data-mode]")
        if shot.state == "offline":
            context.set_offline(True)
            page.wait_for_selector("#link", state="visible")
        page.evaluate(DRAWN)
        faults = page.evaluate(f"({FAULTS})({MAIN!r})")
        if keep is not None:
            if shot.page != "tv":  # the whole page, with what is pinned to its foot at its foot
                height = page.evaluate("() => document.documentElement.scrollHeight")
                page.set_viewport_size({"width": shot.size[0], "height": height})
            page.screenshot(path=keep / f"{shot.name}.png")
        context.set_offline(False)
        return faults


def look_at(browser, shots: Iterable[Shot], keep: Path | None, told: Callable[[Shot, list[str]], None]) -> None:
    """Looks at all shots, a table a game, each led through its states in order."""
    wanted = list(shots)
    for game in dict.fromkeys(shot.game for shot in wanted):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as parts:
            full = parts.enter_context(full_table(game, Path(folder)))
            looking = Looking(browser, full, parts)
            looking.sign_in()
            for state in STATES:
                if state == "waiting":
                    looking.sit_down()
                full.come_to(state)
                now = [shot for shot in wanted if shot.game == game and shown_in(shot) == state]
                for shot in now:
                    told(shot, looking.look(shot, keep))


def shown_in(shot: Shot) -> str:
    """The state of the table in which a shot is taken: the network is lost while people play."""
    return "playing" if shot.state == "offline" else shot.state


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.web.test_browser import CHROMIUM, FLAGS

    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("folder", type=Path)
    for name in ("game", "state", "page", "language", "size"):
        options.add_argument(f"--{name}", action="append")
    asked = options.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)

    def wanted(shot: Shot) -> bool:
        parts = {"game": shot.game, "state": shot.state, "page": shot.page, "language": shot.language,
                 "size": f"{shot.size[0]}x{shot.size[1]}"}  # fmt: skip
        return all(getattr(asked, name) is None or value in getattr(asked, name) for name, value in parts.items())

    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        look_at(browser, filter(wanted, every_shot()), asked.folder, told=print_faults)
        browser.close()


def print_faults(shot: Shot, faults: list[str]) -> None:
    for fault in faults:
        print(f"{shot.name}: {fault}", flush=True)


if __name__ == "__main__":
    main()
