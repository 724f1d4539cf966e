"""The TV in chromium: fullest moments in each language, announcements, sound, slides, eight hours, forced colours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from tests.web.looks import HARD_TO_HIT, OVERLAPPING, SMALLER_THAN, axe_faults
from tests.web.test_browser import CLIPPED, browser, complaints, pytestmark, text, visit  # noqa: F401 (fixtures)
from tests.web.tv_moments import LONG, MOMENTS
from web import Settings, create_app
from web.serve import Server
from web.settings import LANGUAGES

#: Letters of 24 pixels on 1920x1080: less cannot be read from five metres.
LEAST_PX = 24
READY = "() => Boolean(document.body.dataset.mode)"
#: Notes what a page lets sound: AudioContext and the voices of speech are stood in for. Both are in window.heard.
EARS = """
window.heard = { tones: 0, said: [] };
window.AudioContext = class extends EventTarget {
  constructor() { super(); this.state = STATE; this.currentTime = 0; }
  resume() {
    if (!navigator.userActivation.hasBeenActive) return;
    this.state = "running";
    this.dispatchEvent(new Event("statechange"));
  }
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start: () => { window.heard.tones += 1; }, stop() {} };
  }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
};
Object.defineProperty(window, "speechSynthesis", { value: Object.assign(new EventTarget(), {
  getVoices: () => VOICES.map((lang) => ({ lang })), cancel() {},
  speak: (one) => window.heard.said.push([one.lang, one.text]),
}) });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def ears(*voices: str, state: str = "suspended") -> str:
    """The script for a browser with voices for those languages."""
    return EARS.replace("STATE", json.dumps(state)).replace("VOICES", json.dumps(voices))


@pytest.fixture
def screen(browser, server, complaints) -> Iterator[Callable]:  # noqa: F811
    """screen(script, **context) is a TV in a browser of its own; the script runs before the page's own."""
    contexts = []

    def go(path: str = "/tv", script: str = "", clock: bool = False, **options):
        size = options.pop("size", (1920, 1080))
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB", **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        if script:
            page.add_init_script(script)
        if clock:
            page.clock.install()
        page.goto(server.url + path)
        page.wait_for_function(READY)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("moment", list(MOMENTS))
def test_nothing_is_cut_off_crowded_or_too_small(screen, table, host_says, app, server, moment):
    MOMENTS[moment](host_says, table)
    faults = []
    # All sizes are shares of the screen's, so that of the other shape one language tells enough.
    for size, languages in (((1920, 1080), LANGUAGES), ((1024, 768), ("sv",))):
        tv = screen("/tv", size=size, reduced_motion="reduce")
        for language in languages:
            tv.goto(f"{server.url}/language/{language}?back=/tv")
            tv.wait_for_function(READY)
            looked = [f"cut: {fault}" for fault in tv.evaluate(CLIPPED)]
            looked += [f"crowded: {pair}" for pair in tv.evaluate(OVERLAPPING)]
            if size[0] == 1920:
                looked += [f"small: {one}" for one in tv.evaluate(SMALLER_THAN, LEAST_PX)]
            if tv.evaluate("document.documentElement.scrollHeight > innerHeight"):
                looked.append("higher than the screen")
            faults += [f"{size[0]} {language} {fault}" for fault in looked]
    assert faults == []


def heard(tv) -> dict:
    return tv.evaluate("window.heard")


def test_sound_is_off_until_it_is_turned_on_and_then_calls_each_throw_once(screen, game):
    tv = screen(script=ears("en-GB"))
    game("throw", dice=[2, 4])
    text(tv, "#call", "Easy six")
    assert heard(tv) == {"tones": 0, "said": []}
    tv.keyboard.press("Tab")
    tv.click("#sound")
    text(tv, ".join [data-sound]", "Sound is on")
    game("throw", dice=[5, 6])
    text(tv, "#call", "Yo eleven")
    game("chip", player="Bo", square="seven", amount=10)
    text(tv, "#board", "any seven")
    told = heard(tv)
    assert told["tones"] > 0
    assert told["said"] == [["en", "Yo eleven. Nothing decided, Alice throws on"]]
    tv.click("#sound")
    game("throw", dice=[3, 4])
    text(tv, "#call", "Seven out")
    assert heard(tv) == told


def test_sound_is_remembered_by_the_browser_and_waits_for_a_touch(screen, game):
    tv = screen(script=ears("en-GB"))
    tv.keyboard.press("Tab")
    tv.click("#sound")
    tv.reload()
    text(tv, ".join [data-sound]", "waits for a touch")
    assert tv.get_attribute("#sound", "aria-pressed") == "true"
    tv.keyboard.press("ArrowDown")
    text(tv, ".join [data-sound]", "Sound is on")


def test_a_tv_of_its_own_is_told_by_its_address(screen, game):
    """As the kiosk's browser, which lets pages sound by themselves and remembers nothing."""
    tv = screen("/tv?sound=on", script=ears("en-US", state="running"))
    text(tv, ".join [data-sound]", "Sound is on")
    game("throw", dice=[5, 6])
    text(tv, "#call", "Yo eleven")
    tv.wait_for_function("() => window.heard.tones > 0")
    assert screen("/tv?sound=off", script=ears()).get_attribute("#sound", "aria-pressed") == "false"


def test_calls_are_spoken_in_the_pages_language_or_not_at_all(screen, game):
    tv = screen("/language/sv?back=/tv", script=ears("en-GB", "sv_SE", state="running"))
    dumb = screen("/language/vi?back=/tv", script=ears("en-GB", state="running"))
    for page in (tv, dumb):
        page.keyboard.press("Tab")
        page.click("#sound")
    text(dumb, ".join [data-sound]", "Chỉ có tiếng báo")
    game("throw", dice=[3, 3])
    text(tv, "#call", "Hård sexa")
    text(dumb, "#call", "Sáu đôi")
    assert heard(tv)["said"] == [["sv", "Hård sexa. Pointen är 6"]]
    assert heard(dumb)["said"] == []
    assert heard(dumb)["tones"] > 0


def test_chromium_itself_lets_the_tones_sound_after_a_press(screen, game):
    tv = screen()
    tv.keyboard.press("Tab")
    tv.click("#sound")
    note = "document.querySelector('.join [data-sound]').textContent"
    tv.wait_for_function(f"() => /Tones only|Sound is on/.test({note})")


def test_a_throw_is_announced_once_with_who_won_and_lost(screen, game):
    tv = screen()
    tv.evaluate(
        """() => {
          window.told = [];
          const watch = new MutationObserver(() => window.told.push(document.querySelector('#told').textContent));
          watch.observe(document.querySelector('#told'), { childList: true, characterData: true, subtree: true });
        }"""
    )
    game("throw", dice=[5, 6])
    text(tv, "#call", "Yo eleven")
    for number in range(3):
        game("chip", player="Bo", square="seven", amount=10 + number)
    text(tv, "#board", "12")
    natural = "Yo eleven. Natural: Alice passes. Alice +10, Bo \N{MINUS SIGN}10"
    assert tv.evaluate("window.told") == [natural]
    game("throw", dice=[6, 5])
    tv.wait_for_function("() => window.told.length > 1")
    assert [one.strip("\u00a0") for one in tv.evaluate("window.told")] == [natural, natural], "the same again is news"
    game("no_roll", reason="cocked")
    tv.wait_for_function("() => window.told.length > 2")
    assert tv.evaluate("window.told")[2] == "No roll. A die leans: throw both again."
    live = tv.evaluate("[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map((e) => e.id)")
    assert sorted(live) == ["alert", "cue", "link", "told"]


def test_rows_light_up_for_whoever_won_and_lost_and_keep_the_figure(screen, game):
    tv = screen()
    game("throw", dice=[5, 6])
    text(tv, "#people", "+10")
    game("throw", dice=[1, 1])
    tv.wait_for_selector(".flash-up:has-text('Bo')")
    tv.wait_for_selector(".flash-down:has-text('Alice')")
    still = screen(reduced_motion="reduce")
    game("throw", dice=[1, 2])
    text(still, "#call", "Ace deuce")
    assert still.evaluate("document.getAnimations().filter((one) => one.animationName).length") == 0
    assert still.locator(".result small[data-trend=up]:visible").count() == 1


def test_slides_go_on_by_themselves_until_they_are_held(screen):
    tv = screen(clock=True)
    text(tv, "#slide-title", "One shoots, all bet")
    assert tv.locator("#slide-dots i").count() == 8
    tv.clock.run_for(9_100)
    text(tv, "#slide-title", "The come-out")
    tv.keyboard.press("Tab")
    tv.click("#hold")
    tv.clock.run_for(60_000)
    text(tv, "#slide-title", "The come-out")
    tv.click("#hold")
    text(tv, "#slide-title", "The point")
    for _ in range(5):
        tv.clock.run_for(60_000)
    assert tv.locator("#slide-dots i").count() == 8


LIGHT_ON_DARK = ["rgb(255, 255, 255)", "rgb(20, 32, 27)"]
#: A stream that the test itself feeds: window.feed(view).
FED = """
window.EventSource = class extends EventTarget {
  constructor() { super(); window.stream = this; }
  close() {}
};
window.feed = (view) => window.stream.dispatchEvent(Object.assign(new Event("state"), { data: JSON.stringify(view) }));
"""
#: Feeds so many views of an evening, one after the other with rising numbers; then how many nodes there are.
NIGHT = """async ([views, from, count]) => {
  for (let at = from; at < from + count; at += 1) {
    const view = structuredClone(views[at % views.length]);
    const later = 100 * Math.floor(at / views.length);
    view.v = 1000 + at;
    view.spoken.seq += 1000 * later;
    for (const one of [view.last, view.missed]) if (one) one.seq += 1000 * later;
    for (const one of view.history) one.n += later;
    for (const one of view.rounds) one.round += later;
    for (const one of view.board) one.bet += later;
    window.feed(view);
    if (at % 100 === 0) await new Promise(requestAnimationFrame);
  }
  return document.getElementsByTagName("*").length;
}"""


def test_the_page_is_as_light_after_eight_hours_as_after_one(screen, app, table, game):
    pages, views = app.extensions["dicetable"], []
    for number, dice in enumerate([[2, 4], [3, 5], [3, 3], [5, 6], [1, 1], [4, 4], [6, 1]] * 5):
        game("chip", player="Bo", square="hard_10", amount=1)
        if number % 3:
            bet = table.snapshot().public()["board"][-1]["bet"]
            game("take", player="Cara", bet=bet)
        if number % 5 == 0:
            game("no_roll", reason="cocked")
            pages.catch_up(table.snapshot().seq)
            views.append(json.loads(pages.view("tv", None, "en").text))
        game("throw", dice=dice)
        pages.catch_up(table.snapshot().seq)
        views.append(json.loads(pages.view("tv", None, "en").text))
    tv = screen(script=FED)
    first = tv.evaluate(NIGHT, [views, 0, len(views) * 10])
    last = tv.evaluate(NIGHT, [views, len(views) * 10, len(views) * 40])
    assert last == first
    assert last < 900


def test_where_the_system_chooses_the_colours_dice_puck_and_bars_are_seen(screen, host_says, table):
    MOMENTS["board"](host_says, table)
    tv = screen(forced_colors="active")
    colours = tv.evaluate(
        """() => {
          const of = (what, where) => getComputedStyle(document.querySelector(where))[what];
          return {
            pip: [of('backgroundColor', '#dice i:nth-child(1)'), of('backgroundImage', '#dice .die') !== 'none'],
            puck: of('backgroundImage', '#puck') !== 'none',
            arm: of('backgroundColor', '#arm-with-covered') !== of('backgroundColor', '.arm'),
            list: [of('color', '#history li:last-child'), of('backgroundColor', '#history li:last-child')],
          };
        }"""
    )
    assert colours == {"pip": ["rgb(27, 26, 23)", True], "puck": True, "arm": True, "list": LIGHT_ON_DARK}


def test_what_can_be_pressed_is_reached_by_keys_seen_and_large_enough(screen, game):
    for size in ((1920, 1080), (1024, 768)):
        tv = screen(size=size)
        reached = []
        for _ in range(4):
            tv.keyboard.press("Tab")
            reached.append(tv.evaluate("document.activeElement.id || document.activeElement.textContent"))
            assert tv.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            assert tv.evaluate("getComputedStyle(document.querySelector('.controls')).opacity") == "1"
        assert reached == ["English", "Svenska", "Tiếng Việt", "sound"]
        assert tv.evaluate(HARD_TO_HIT) == []
        tv.keyboard.press("Enter")
        assert tv.get_attribute("#sound", "aria-pressed") == "true"
        tv.keyboard.press("Enter")


def test_the_switch_of_languages_is_on_the_tv(screen, game):
    tv = screen()
    tv.keyboard.press("Tab")
    tv.click("text=Svenska")
    text(tv, "#big", "Come out")
    assert tv.get_attribute("html", "lang") == "sv"
    assert tv.url.endswith("/tv")


@pytest.mark.parametrize("moment", ["board", "no_roll", "won", "bank", "cards", "shown", "over", "waiting"])
def test_no_moment_of_the_tv_has_a_fault_for_axe(screen, table, host_says, moment):
    MOMENTS[moment](host_says, table)
    tv = screen(bypass_csp=True, reduced_motion="reduce")
    assert axe_faults(tv, moment) == []


def test_the_camera_that_is_away_is_said_in_the_pages_language(screen, table, host_says, browser, tmp_path):  # noqa: F811
    host_says("open", game="street", players=list(LONG), buy_in=500)
    app = create_app(table, Settings(secrets=tmp_path / "s", camera=True))
    with Server(app, "127.0.0.1", 0) as server:
        page = browser.new_context(viewport={"width": 1920, "height": 1080}, bypass_csp=True).new_page()
        page.goto(server.url + "/language/vi?back=/tv")
        table.notice("camera", seeing=False, sentence="The camera was unplugged.")
        text(page, "#alert-text", "Camera không có hình.")
        assert page.evaluate(CLIPPED) == []
        assert axe_faults(page, "alert") == []
        page.context.close()
