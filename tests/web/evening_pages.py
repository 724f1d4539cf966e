"""The pages of an evening as people use them: what phone, TV and host are told to do, and what they show.

Where a thing stands on a page is written here and nowhere else, so that a story of an evening has no selectors.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Milliseconds that a page gets on a busy machine.
LIMIT_MS = 25_000
#: The buttons of the line.
SIDES = {"for": "#for", "against": "#against-button"}
#: Milliseconds within which a page takes two taps on one button for one.
DOUBLE_TAP_MS = 500

#: Each person's chips as a screen shows them, name -> figure; marks before a name are left out.
CHIPS = """() => Object.fromEntries([...document.querySelectorAll('#people > li')].map((row) => {
  const name = (row.querySelector('.name b') || row.querySelector('.name')).textContent.replace(/^[^\\p{L}]+/u, '');
  return [name, Number(row.querySelector('.stack').textContent)];
}))"""


class Screen:
    """Any page of the table. Everything that is asked waits until it is so, or fails."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(LIMIT_MS)

    def shows(self, selector: str, wanted: str) -> None:
        """Waits until the thing is in sight with these words in it."""
        self.page.locator(selector).filter(has_text=wanted).first.wait_for(state="visible")

    def chips(self, stacks: dict[str, int]) -> None:
        """Waits until the list of people shows just these chips in hand."""
        found = f"""(wanted) => {{
          const shown = ({CHIPS})();
          const names = Object.keys(wanted);
          return Object.keys(shown).length === names.length && names.every((name) => shown[name] === wanted[name]);
        }}"""
        try:
            self.page.wait_for_function(found, arg=stacks)
        except Exception as late:
            raise AssertionError(f"{self.page.url} shows {self.page.evaluate(CHIPS)}, not {stacks}") from late

    def calls(self, call: str) -> None:
        """Waits until the last throw is called so, with its picture."""
        self.shows("#call", call)
        self._picture()

    def no_roll(self, reason: str) -> None:
        """Waits until a no-roll is shown with its reason and its picture."""
        self.shows("#throw", "No roll")
        self.shows("#decided", reason)
        self._picture()

    def _picture(self) -> None:
        self.page.wait_for_function(
            "() => { const image = document.querySelector('#photo-img');"
            " return image.checkVisibility() && image.complete && image.naturalWidth > 0; }"
        )


class Tv(Screen):
    """The screen for the room."""

    def invitation(self) -> str:
        """The address in the QR code, as the camera of a phone reads it off the screen."""
        code = self.page.locator(".qr:visible").first
        self.page.wait_for_function("() => [...document.querySelectorAll('.qr')].some((one) => one.naturalWidth > 0)")
        picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        return cv2.QRCodeDetector().detectAndDecode(picture)[0]

    def waits_for(self, *names: str) -> None:
        for name in names:
            self.shows("#hero-people", name)

    def cue(self, wanted: str) -> None:
        self.shows("#cue", wanted)

    def winner(self, name: str) -> None:
        self.shows("#final-name", name)


class Phone(Screen):
    """A player's phone."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._tapped_ms = -DOUBLE_TAP_MS

    def _press(self, button: Locator, dead: bool = False) -> None:
        """A tap that is meant, which is never so soon after another as that of a nervous thumb.

        dead: on what looks as if it could not be tapped.
        """
        self.page.wait_for_function("(until) => performance.now() > until", arg=self._tapped_ms + DOUBLE_TAP_MS)
        button.click(force=dead)
        self._tapped_ms = self.page.evaluate("() => performance.now()")

    def sit(self, name: str) -> None:
        """Types a name and nothing else."""
        self.page.fill("#sit-name", name)
        self.page.click("#sit-go")
        self.shows("#name", name)

    def recover(self, code: str, name: str) -> None:
        """Takes a seat over with the host's code."""
        self.page.fill("#seat-code", code)
        self.page.click("#code-form button")
        self.shows("#name", name)

    def tap(self, side: str) -> None:
        """for or against; the side that stands, tapped again, comes off."""
        self._press(self.page.locator(SIDES[side]))

    def stands(self, wanted: str) -> None:
        """Waits until the line over the thumb says so."""
        self.shows("#stand", wanted)

    def put(self, square: str, dead: bool = False) -> None:
        """Taps a square of the board with the chip that the rail proposes."""
        self._press(self.page.locator("#squares .square").filter(has_text=square).first, dead)

    def put_nervously(self, square: str) -> dict:
        """Two taps on a square, as fast as a thumb can; the request that the page sent."""
        with self.page.expect_request("**/chip") as sent:
            self.page.locator("#squares .square").filter(has_text=square).first.dblclick()
        return json.loads(sent.value.post_data)

    def repeat_put(self, wish: dict) -> list[dict]:
        """The same request twice more at once, as a phone on a bad network sends it."""
        return self.page.evaluate(
            """async (body) => {
              const options = { method: "POST", headers: { "Content-Type": "application/json" }, body };
              const answers = await Promise.all([fetch("/chip", options), fetch("/chip", options)]);
              return Promise.all(answers.map((answer) => answer.json()));
            }""",
            json.dumps(wish),
        )

    def chip(self, words: str, act: str) -> None:
        """Taps a chip on the board: one's own open one is lifted by that; of another the dock says what may be done."""
        self._press(self.page.locator("#squares .laid").filter(has_text=words))
        if act != "Lift":
            self._press(self.page.locator("#picked-act").filter(has_text=act))

    def chip_lies(self, words: str) -> None:
        self.shows("#squares .laid", words)

    def told(self, why: str) -> None:
        """Waits until the page says why a tap was not done."""
        self.shows("#why", why)

    def news(self, wanted: str) -> None:
        self.shows("#news", wanted)

    def disconnected(self, on: bool) -> None:
        """Waits until the page says that it is not connected, or says so no longer."""
        self.page.wait_for_selector("#link", state="visible" if on else "hidden", timeout=15_000)

    def sleep(self) -> None:
        """The screen goes dark, with the events that a phone's browser then gives the page."""
        self.page.evaluate("() => { window.same = true; }")
        self._visible("hidden", "visibilitychange", "pagehide", "freeze")

    def wake(self) -> None:
        self._visible("visible", "resume", "visibilitychange")

    def never_reloaded(self) -> bool:
        """Whether this is still the page that fell asleep."""
        return self.page.evaluate("() => window.same === true")

    def _visible(self, state: str, *events: str) -> None:
        self.page.evaluate(
            """([state, events]) => {
              Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
              for (const name of events) (name === "pagehide" ? window : document).dispatchEvent(new Event(name));
            }""",
            [state, list(events)],
        )


class HostPage(Screen):
    """The host's page."""

    def enter(self, pin: str) -> None:
        self.page.fill("#pin", pin)
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("body.host[data-mode]")

    def open_game(self, buy_in: int) -> None:
        self.page.fill("#open-buy-in", str(buy_in))
        self.page.click("#open-go")
        self.shows("#people", "Alice")

    def correct(self, first: int, second: int) -> None:
        self.page.click(f"#faces-0 button:nth-child({first})")
        self.page.click(f"#faces-1 button:nth-child({second})")
        self.page.click("#correct")

    def seat_code(self, name: str) -> str:
        """A code that gives this seat to another phone."""
        self.page.locator("#people > li").filter(has_text=name).get_by_text("Seat code").click()
        self.shows("#seat-code", name)
        return self.page.text_content("#seat-code b")

    def cash_out(self) -> None:
        """Pressed twice, as what cannot be taken back is."""
        button = '[data-do="cash_out"]'
        self.page.click(button)
        self.shows(button, "Sure?")
        self.page.click(button)

    def total(self, chips: int) -> None:
        """Waits until the chips on the table and in the hands are as many as were bought in."""
        self.shows("#bought-in", str(chips))
        self.page.wait_for_function(
            f"""(chips) => {{
              const inHand = Object.values(({CHIPS})()).reduce((sum, one) => sum + one, 0);
              return inHand + Number(document.querySelector('#on-table').textContent) === chips;
            }}""",
            arg=chips,
        )
