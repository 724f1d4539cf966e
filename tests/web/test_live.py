"""The host's live view: the real eye over a simulated table, drawn, served to the host alone, and seen in chromium."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.demo.evening import PrintedMat
from controller.eye import Eye
from controller.live import BELOW, LiveView
from vision.annotate import REFUSED
from vision.cameras.simulated import SimulatedCamera
from vision.events import Hand, Motion, NoRoll, Throw
from web import create_app
from web.serve import Server

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
PIN = "271828"
#: Frames within which the simulated shooter throws and the dice come to rest.
MOST_FRAMES = 400


class Nobody:
    """A judge who takes no notice."""

    dice = 2

    def on(self, event, frame) -> None: ...

    def judged(self, until, clear) -> None: ...

    def camera(self, seeing, sentence) -> None: ...


class Evening:
    """A simulated table that throws by itself, and the eye over it."""

    def __init__(self, **options) -> None:
        self.camera = SimulatedCamera(sleep=False, auto=True, size=(640, 360), **options)
        mat = PrintedMat(self.camera.mat_mm, self.camera.focal_px)
        self.eye = Eye(self.camera, mat.watcher, Nobody())
        self.view = LiveView(self.eye)

    def until(self, *kinds: type):
        """Runs to the first event of one of the kinds, and gives it."""
        for _ in range(MOST_FRAMES):
            for event in self.eye.step():
                if isinstance(event, kinds):
                    return event
        raise AssertionError(f"no {kinds} within {MOST_FRAMES} frames")

    def picture(self) -> np.ndarray:
        return cv2.imdecode(np.frombuffer(self.view.jpeg(), np.uint8), cv2.IMREAD_COLOR)


def near(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((np.abs(picture.astype(int) - colour).max(axis=2) < 45).sum())


def cyan(picture: np.ndarray) -> np.ndarray:
    """(h, w) bool: pixels much bluer than red, as what was read is drawn; JPEG spreads the colour of a thin line."""
    return picture[..., 0].astype(int) - picture[..., 2] > 50


@pytest.fixture(scope="module")
def evening():
    made = Evening(seed=5)
    yield made
    made.eye.stop()


@pytest.fixture(scope="module")
def thrown(evening):
    """The evening at its first throw that was read, with pictures from before, from the flight and from then."""
    assert evening.view.jpeg() is None and evening.eye.shown is None
    evening.eye.step()
    pictures = [evening.picture()]
    evening.until(Motion)
    pictures.append(evening.picture())
    throw = evening.until(Throw)
    pictures.append(evening.picture())
    return throw, pictures


def test_what_was_read_is_drawn_while_the_dice_lie_and_only_then(evening, thrown):
    throw, (empty, flight, lying) = thrown
    assert evening.eye.shown is throw.reading and throw.reading.values == throw.values
    assert empty.shape == flight.shape == lying.shape, "the picture keeps its size on the page"
    for die in throw.reading.dice:
        x, y, w, h = (round(v) for v in die.box)
        above = lying.shape[0] - 360 - BELOW
        framed = (slice(above + y, above + y + h), slice(x, x + w))
        assert cyan(lying)[framed].sum() > cyan(empty)[framed].sum() + 30, "the face is framed where it lies"
        assert cyan(flight)[framed].sum() < cyan(empty)[framed].sum() + 5
    assert len(throw.reading.dice[0].sites) == 9


def test_the_same_frame_is_drawn_once(evening, thrown):
    assert evening.view.jpeg() is evening.view.jpeg()
    before = evening.view.jpeg()
    evening.eye.step()
    assert evening.view.jpeg() is not before


def test_nothing_is_drawn_while_a_hand_takes_the_dice(evening, thrown):
    assert evening.eye.shown is not None
    evening.until(Hand)
    assert evening.eye.shown is None


def test_a_throw_that_does_not_count_is_shown_with_its_reason():
    evening = Evening(seed=5, troubles=frozenset({"cocked"}), trouble_rate=1.0)
    verdict = evening.until(NoRoll)
    shown = evening.eye.shown
    assert (shown.values, shown.reason, shown.detail) == (None, verdict.reason, verdict.detail)
    picture = evening.picture()
    assert near(picture, REFUSED) > 200
    # The watch may refuse what the reader has read, as it does with dice that were slid.
    read = replace(verdict.reading, values=(1, 2), reason=None)
    evening.eye._watcher._rest = replace(evening.eye._watcher._rest, reading=read)
    evening.eye._verdict = NoRoll("not_thrown", 1, 0.1, "slid", reading=read)
    assert (evening.eye.shown.values, evening.eye.shown.detail) == (None, "slid")
    evening.eye.stop()


@pytest.fixture
def served(evening, table, settings):
    shown = replace(settings, camera=True, frames=evening.view.jpeg)
    with Server(create_app(table, shown), "127.0.0.1", 0) as server:
        yield server


@pytest.mark.skipif(not Path(CHROMIUM).is_file(), reason="chromium is not installed, so no page was opened")
def test_the_host_sees_it_in_the_browser_and_nobody_else_does(evening, thrown, served):
    playwright = pytest.importorskip("playwright.sync_api")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        page = browser.new_context(viewport={"width": 900, "height": 1000}, locale="en-GB").new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "camera.jpg" in request.url else None)
        assert page.goto(served.url + "/host/camera.jpg").status == 403
        page.goto(served.url + "/host")
        page.fill("input", PIN)
        page.keyboard.press("Enter")
        page.locator("#camera-card").wait_for()
        page.locator("#camera-card").scroll_into_view_if_needed()  # nothing is fetched for a card that nobody sees
        page.wait_for_function("() => document.querySelector('#camera')?.naturalWidth === 640")
        size = page.evaluate("() => ['clientWidth', 'clientHeight'].map((s) => document.querySelector('#camera')[s])")
        high = cv2.imdecode(np.frombuffer(evening.view.jpeg(), np.uint8), cv2.IMREAD_COLOR).shape[0]
        assert abs(size[1] / size[0] - high / 640) < 0.02, "the whole picture, as wide as its place"
        first = page.evaluate("() => document.querySelector('#camera').src")
        asked.clear()
        page.wait_for_timeout(2000)
        assert 3 <= len(asked) <= 9, "a few pictures a second"
        assert page.evaluate("() => document.querySelector('#camera').src") != first
        other = browser.new_context().new_page()
        assert other.goto(served.url + "/host/camera.jpg").status == 403
        browser.close()
