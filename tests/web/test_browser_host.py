"""The host's page in chromium: pads, the corners of the play area, parts, files, the sheet; three languages, axe."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from controller.doctor.finding import FAULT, SKIP, Finding
from controller.pad_seats import pad_name
from controller.pads import Pads
from tests.web.test_browser import (  # noqa: F401
    CLIPPED,
    LONG,
    axe,
    browser,
    complaints,
    enter,
    pytestmark,
    text,
    visit,
)

BOARD = "00000000000000aa"
SIZE = (640, 360)


class Area:
    """Stands for the play area: notes the corners that it is given."""

    corners, size_mm, pointed = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]], (600.0, 400.0), True

    def __init__(self) -> None:
        self.used: list = []

    def use(self, corners, size_mm) -> None:
        self.used.append((corners, size_mm))

    def find_again(self) -> None:
        self.used.append("found")


class Bench(Pads):
    """Pads with a board of twelve seats that is said to be there, so that nothing has to be plugged in."""

    @property
    def health(self):
        names = [pad_name(BOARD, seat) for seat in range(12)]
        board = SimpleNamespace(
            board=BOARD, alive=True, players=tuple(map(self.seating.player_of, names)),
            muted=tuple(map(self.seating.is_muted, names)), lately=(0, 40, *[0] * 10),
        )  # fmt: skip
        return replace(super().health, boards=(board,), away=(("00000000000000bb", (LONG[0],)),))


@pytest.fixture
def pads(table):
    made = Bench(table, find=False)
    made.seating.met(BOARD, 12)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def area():
    return Area()


@pytest.fixture
def settings(settings, pads, area):
    picture = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    cv2.rectangle(picture, (64, 36), (576, 324), (200, 200, 200), 2)
    dice = [{"value": 3, "confidence": 0.99}, {"value": None, "tilt_deg": 21.0, "candidates": [[2, 0.5]]}]
    reading = {"values": None, "confidence": 0.4, "reason": "cocked", "dice": dice}
    return replace(
        settings, pads=pads, area=area, camera=True, frames=lambda: picture, bare=lambda: picture,
        seen=lambda: {"frame": True, "area": False, "reading": reading},
        health=lambda: [
            Finding("camera", FAULT, "The camera was unplugged.", code="away"),
            Finding("pads", FAULT, "", figures={"board": BOARD, "own": False, "players": list(LONG)}, code="away"),
            Finding("power", SKIP, "", code="unwatched"),
        ],
    )  # fmt: skip


@pytest.fixture
def full(host_says):
    host_says("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 100})
    return host_says


def host_page(visit, width=390, height=844, language="en"):  # noqa: F811
    page = visit("/host", width, height)
    page.goto(page.url.removesuffix("/host") + f"/language/{language}?back=/host")
    enter(page)
    return page


def wait_until(true) -> None:
    end = time.monotonic() + 8
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_walking_round_the_pads_and_muting_one(visit, full, pads):  # noqa: F811
    page, tv = host_page(visit), visit("/tv", 1920, 1080)
    page.click('[data-walk="learn"]')
    text(page, "#walk-text", f"{LONG[0]}, press any button of your pad.")
    text(page, "#walk-next", f"Then {LONG[1]}.")
    text(page, "#walk-count", "0 of 12")
    text(tv, "#alert-text", f"{LONG[0]}, press a button of your pad.")
    page.click('[data-walk="skip"]')
    text(page, "#walk-text", LONG[1])
    pads._pressed_here(pad_name(BOARD, 7))
    text(page, "#walk-count", "2 of 12")
    page.click('[data-walk="finish"]')
    page.wait_for_selector("#walk", state="hidden")
    assert page.evaluate("document.activeElement.dataset.walk") == "learn", "the keyboard is not lost"
    assert pads.seating.pad_of(LONG[1]) == pad_name(BOARD, 7)
    eighth = page.locator(".pads li").nth(7)
    eighth.locator("button").click()
    text(page, ".pads li:nth-child(8) .pad-muted", "muted")
    assert pads.seating.is_muted(pad_name(BOARD, 7))
    eighth.locator("button", has_text="Let it be heard").click()
    page.wait_for_function("() => document.querySelectorAll('.pads [data-muted]').length === 0")
    text(page, ".pads li:nth-child(2) .warned", "its button may chatter")


def test_the_corners_are_tapped_and_used(visit, full, area):  # noqa: F811
    page = host_page(visit)
    page.click("#corners-open")
    page.wait_for_function("() => document.querySelector('#corners-img').naturalWidth === 640")
    text(page, "#corners-next", "1. Far left corner")
    box = page.locator("#corners-img").bounding_box()
    for number, (x, y) in enumerate(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), start=2):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
        text(page, "#corners-next", f"{min(number, 4)}. ")
    page.fill("#corners-width", "")
    page.fill("#corners-depth", "")
    page.click("#corners-form button[type=submit]")
    text(page, "#toast", "The play area is set and kept.")
    (corners, size), = area.used
    assert np.allclose(corners, [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]], atol=0.01) and size is None
    assert page.is_visible("#camera")


def test_the_corners_are_moved_by_keys_alone(visit, full, area):  # noqa: F811
    page = host_page(visit)
    page.focus("#corners-open")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.textContent === '1'")
    page.wait_for_function("() => document.querySelector('#corners-img').naturalWidth === 640")
    for key in ("ArrowRight", "Shift+ArrowRight", "ArrowDown", "Tab", "ArrowLeft"):
        page.keyboard.press(key)
    text(page, "#corners-next", "2. Far right corner")
    page.focus("#corners-form button[type=submit]")
    page.keyboard.press("Enter")
    wait_until(lambda: area.used)
    (corners, size), = area.used
    assert np.allclose(corners[0], [0.2 + 11 / 640, 0.2 + 1 / 360]) and np.allclose(corners[1], [0.8 - 1 / 640, 0.2])
    assert size == (600.0, 400.0)
    page.wait_for_function("() => document.activeElement.id === 'corners-open'")


def test_what_the_reader_sees_is_told_and_the_drawing_can_be_put_away(visit, full):  # noqa: F811
    page = host_page(visit)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "camera.jpg" in request.url else None)
    page.locator("#camera-card").scroll_into_view_if_needed()
    text(page, "#camera-seen", "Not read: A die leans: throw both again.")
    text(page, "#seen-list", "3 · 99%")
    text(page, "#seen-list", "leans 21°")
    text(page, "#seen-area", "No play area is known")
    page.click("#drawn")
    wait_until(lambda: page.wait_for_timeout(20) or (asked and "bare" in asked[-1]))
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.querySelector('#camera-card').style.marginTop = '400vh'")
    page.wait_for_timeout(900)
    asked.clear()
    page.wait_for_timeout(1200)
    assert asked == [], "a picture that nobody sees is not fetched"


def test_before_a_game_people_who_wait_can_be_sent_away(visit):  # noqa: F811
    page, phone = host_page(visit), visit("/")
    text(page, "#people-none", "Nobody has sat down yet")
    phone.fill("#sit-name", "Ann")
    phone.click("#sit-go")
    text(page, "#people", "Ann")
    page.click("#people button:has-text('Remove')")
    page.click("#people button:has-text('Sure?')")
    page.wait_for_selector("#people-none:not([hidden])")
    phone.wait_for_selector("#sit:not([hidden])")


def test_after_the_cash_out_the_sheet_is_one_page_of_paper(visit, full):  # noqa: F811
    for number, name in enumerate(LONG[2:]):
        full("for" if number % 3 else "against", player=name)
    full("throw", dice=[3, 4])
    page = host_page(visit)
    assert page.is_hidden("#sheet-now")
    full("cash_out")
    page.wait_for_selector("#sheet-now:not([hidden])")
    with page.context.expect_page() as opened:
        page.click("#sheet-now a")
    sheet = opened.value
    sheet.wait_for_load_state()  # its style too
    text(sheet, "h1", "End of the night")
    assert sheet.evaluate(CLIPPED) == []
    pdf = sheet.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page>") == 1, "twelve people fit on one A4"


def test_the_ledger_is_not_offered_while_cards_are_played(visit, host_says):  # noqa: F811
    host_says("open", game="poker", players=["Ann", "Ben", "Cas"], buy_in=200)
    page = host_page(visit)
    text(page, "#ledger-why", "cash out first")
    assert page.is_hidden("#ledger-file")
    host_says("cash_out")
    page.wait_for_selector("#ledger-file:not([hidden])")
    with page.expect_download() as loading:
        page.click("#ledger-file")
    assert loading.value.suggested_filename == "evening-ledger.db"


@pytest.mark.parametrize("language", ["en", "sv", "vi"])
def test_the_cards_pass_axe_and_nothing_is_cut_off(visit, full, axe, language, pads):  # noqa: F811
    page = host_page(visit, 320, 640, language)
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    faults: list[str] = []

    def check(name: str) -> None:
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
        faults.extend(f"{name}: {fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"])
        faults.extend(f"{name}: {cut}" for cut in page.evaluate(CLIPPED))

    page.wait_for_selector("#health li")
    page.wait_for_selector(".pads li")
    page.evaluate(axe)
    check("host")
    page.click('[data-walk="learn"]')
    page.wait_for_selector("#walk:not([hidden])")
    page.click("#corners-open")
    page.wait_for_selector("#corners:not([hidden])")
    check("corners before a picture came")
    page.wait_for_function("() => document.querySelector('#corners-img').naturalWidth === 640")
    check("walk and corners")
    page.goto(page.url.removesuffix("/host") + "/sheet")
    page.evaluate(axe)
    check("sheet")
    assert faults == []
