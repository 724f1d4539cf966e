"""The pages in Debian's chromium: phones, a TV and a host through rounds, sleep, lost networks and double taps."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.pictures import Pictures
from web import Settings, create_app
from web.serve import Server

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PIN = "271828"
LONG = (
    "Maximilian Andersson", "Bartholomew Sundqvis", "Nguyễn Thị Minh Khai", "Wilhelmina Söderberg",
    "Alexandra Lindström", "Christopher Johansso", "Gabriella Månsdotter", "Sebastian Björkegren",
    "Evangelina Håkansson", "Konstantin Ahlström", "Theodor Wennerström", "WWWWWWWWWWWWWWWWWWWW",
)  # fmt: skip

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(not Path(CHROMIUM).is_file(), reason="chromium is not installed, so no page was opened"),
]

#: What is cut off: text wider or higher than its box, and whatever stands outside the screen.
CLIPPED = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page ${document.documentElement.scrollWidth}`);
  for (const e of document.querySelectorAll('body *')) {
    if (!e.getClientRects().length || e.closest('.unseen')) continue; // what only the ear is told may be cut
    const style = getComputedStyle(e);
    if (style.visibility === 'hidden' || ['INPUT', 'SELECT', 'TEXTAREA', 'OPTION'].includes(e.tagName)) continue;
    const whole = style.overflow === 'visible' || style.display === 'inline' || style.textOverflow === 'ellipsis';
    const cut = !whole && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2);
    const name = `${e.id || e.className || e.tagName}: ${(e.textContent || '').slice(0, 40)}`;
    if (cut && e.clientWidth) found.push(name);
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside ${name}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the pages complained about on their consoles."""
    return []


def is_complaint(said) -> bool:
    """An error on a page's console: of a policy, of a program; not that of a network which a test has cut."""
    return "Content Security" in said.text or (said.type == "error" and "Failed to load resource" not in said.text)


@pytest.fixture
def visit(browser, server: Server, complaints: list[str]) -> Iterator[Callable]:
    """visit("/tv", 1920, 1080) opens a page in a browser of its own."""
    contexts = []

    def go(path: str = "/", width: int = 390, height: int = 844):
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        page.goto(server.url + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def sit(page, name: str) -> None:
    page.fill("#sit-name", name)
    page.click("#sit-go")
    page.wait_for_function("name => document.querySelector('#name').textContent === name", arg=name)


def text(page, selector: str, wanted: str) -> None:
    """Waits until the element shows this text."""
    page.wait_for_function(
        "([selector, wanted]) => document.querySelector(selector)?.textContent.includes(wanted)", arg=[selector, wanted]
    )


def enter(page) -> None:
    page.fill("#pin", PIN)
    page.click("button[type=submit]")
    page.wait_for_selector("body.host[data-mode]")


def name_faces(page, first: int, second: int, button: str = "#throw") -> None:
    page.click(f"#faces-0 button:nth-child({first})")
    page.click(f"#faces-1 button:nth-child({second})")
    page.click(button)


def test_two_phones_a_tv_and_a_host_through_an_evening(visit):
    tv, host = visit("/tv", 1920, 1080), visit("/host", 1024, 768)
    text(tv, "#hero-big", "Welcome")
    alice, bo = visit(), visit("/", 320, 640)
    sit(alice, "Alice")
    sit(bo, "Bo")
    text(tv, "#hero-people", "Bo")

    host.fill("#pin", "000000")
    host.click("button[type=submit]")
    text(host, "#pin-why", "That is not the PIN.")
    enter(host)
    assert host.input_value("#open-players") == "Alice\nBo"
    host.fill("#open-buy-in", "200")
    host.click("#open-go")
    text(tv, "#people", "Alice")
    text(tv, "#cue", "Alice rolls on the phone")
    text(bo, "#stand", "You are against the shooter: 10 · risks 10")

    bo.click("#against-button")
    text(tv, "#cue", "Nobody is against")
    text(alice, "#cue", "Nobody is against")
    bo.wait_for_timeout(600)
    bo.dblclick("#against-button")  # the second tap must not take back what the first did
    text(tv, "#cue", "rolls on the phone")
    bo.wait_for_timeout(300)
    text(bo, "#stand", "You are against the shooter: 10")

    host.click('[data-do="no_roll"]')
    text(tv, "#throw-label", "No roll")
    text(bo, "#call", "No roll")
    text(tv, "#decided", "The host called no roll")

    alice.click("#roll")
    tv.wait_for_function("() => document.querySelectorAll('#dice .die').length === 2")
    text(tv, "#seen", "Rolled on the phone")
    alice.wait_for_function("() => document.querySelectorAll('#dice .die').length === 2")

    name_faces(host, 6, 6, "#correct")
    text(tv, "#notes", "Corrected by the host")
    text(tv, "#call", "Boxcars")
    text(bo, "#news", "The host corrected the throw")
    text(bo, "#stack", "200")  # won 10, and his own stake of the next round is in

    bo.fill("#ask-amount", "300")
    bo.click("#ask")
    text(host, "#requests", "Bo asks for 300")
    host.click("#requests .primary")
    text(bo, "#news", "The host gave you 300 chips.")
    text(bo, "#stack", "500")

    host.click('[data-do="cash_out"]')
    text(host, '[data-do="cash_out"]', "Sure?")
    host.click('[data-do="cash_out"]')
    text(tv, "#final-name", "Bo")
    text(alice, "#big", "The dice rest")


def test_a_stale_tap_against_an_auto_fade_is_refused_and_shows_the_new_state(visit, game):
    bo = visit()
    sit(bo, "Bo")
    bo.click("#against-button")
    text(bo, "#stand", "You sit this one out")
    bo.wait_for_timeout(600)  # two taps in half a second are one
    bo.route("**/live/**", lambda route: route.abort())
    bo.route("**/state/**", lambda route: route.abort())
    bo.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")  # the phone sleeps: its stream is closed
    game("against", player="Cara")
    game("throw", dice=[3, 4])
    text(bo, "#stand", "You sit this one out")
    bo.click("#against-button")
    text(bo, "#why", "changed before your tap arrived")
    text(bo, "#stand", "You are against the shooter")


def test_a_phone_that_slept_comes_back_without_a_reload(visit, game):
    bo = visit()
    sit(bo, "Bo")
    bo.evaluate("() => { window.same = true; dispatchEvent(new PageTransitionEvent('pagehide')); }")
    for dice in ([6, 6], [2, 2]):
        game("throw", dice=dice)
    bo.wait_for_timeout(300)
    assert bo.text_content("#call") != "Hard four"
    bo.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    text(bo, "#call", "Hard four")
    text(bo, "#news", "You won 10.")
    assert bo.evaluate("() => window.same")


def test_a_lost_network_is_said_and_mended(visit, game):
    tv = visit("/tv", 1920, 1080)
    text(tv, "#big", "Come-out")
    bo = visit()
    sit(bo, "Bo")
    bo.context.set_offline(True)
    bo.wait_for_selector("#link:not([hidden])")
    game("throw", dice=[2, 4])
    text(tv, "#big", "The point is 6")
    bo.context.set_offline(False)
    bo.wait_for_selector("#link", state="hidden", timeout=15000)
    text(bo, "#big", "The point is 6")


def test_pages_and_seats_come_back_after_the_program_was_started_again(visit, table, settings, server, game):
    tv, bo = visit("/tv", 1920, 1080), visit()
    sit(bo, "Bo")
    bo.evaluate("() => { window.same = true; }")
    server.stop()
    tv.wait_for_selector("#link:not([hidden])")
    bo.wait_for_selector("#link:not([hidden])")
    game("throw", dice=[2, 4])
    with Server(create_app(table, settings), "127.0.0.1", server.port):
        for page in (tv, bo):
            page.wait_for_selector("#link", state="hidden", timeout=15000)
            text(page, "#big", "The point is 6")
        text(bo, "#name", "Bo")
        assert bo.evaluate("() => window.same")
        game("throw", dice=[3, 3])
        text(bo, "#news", "You lost 10.")


def test_a_name_of_markup_is_refused_and_one_from_elsewhere_stays_text(visit, game):
    page = visit()
    page.fill("#sit-name", "<img src=x onerror=a()>"[:20])
    page.click("#sit-go")
    text(page, "#sit-why", "A name is made of letters")
    game("join", player="<b>bold</b>", buy_in=100)
    tv = visit("/tv", 1920, 1080)
    text(tv, "#people", "<b>bold</b>")
    assert tv.query_selector("#people b b") is None


def test_a_seat_moves_to_a_new_phone_by_a_code(visit, game):
    old, new, host = visit(), visit(), visit("/host", 1024, 768)
    sit(old, "Bo")
    enter(host)
    host.locator("#people li", has_text="Bo").get_by_text("Seat code").click()
    code = host.text_content("#seat-code b")
    new.fill("#seat-code", code)
    new.click("#code-form button")
    text(new, "#name", "Bo")
    old.wait_for_selector("#sit:not([hidden])")


def test_the_pads_are_drawn_with_their_lights(visit, game, table):
    tv = visit("/tv", 1920, 1080)
    text(tv, "#people", "Bo")
    table.notice("pads", pads=[{"player": "Bo", "lights": [[0, 0, 0], [96, 8, 0]]}])
    lights = "[...document.querySelectorAll('.lights[data-player=Bo] i')]"
    tv.wait_for_function(f"() => {lights}.length === 2")
    colours = tv.evaluate(f"() => {lights}.map((light) => light.style.backgroundColor)")
    assert colours[0] == ""
    assert colours[1].startswith("rgb(255, 21, 0") or colours[1].startswith("rgba(255, 21, 0")


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_twelve_long_names_fit_on_the_tv(visit, host_says, width, height):
    host_says("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 100})
    for number, name in enumerate(LONG[2:]):
        host_says("for" if number % 3 else "against", player=name)
    host_says("throw", dice=[3, 4])
    tv = visit("/tv", width, height)
    text(tv, "#people", LONG[-1])
    assert tv.evaluate(CLIPPED) == []
    assert tv.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    host_says("correct", dice=[1, 1])
    text(tv, "#notes", f"{LONG[-1]} ")
    assert tv.evaluate(CLIPPED) == [], "a correction that moved everybody's chips"


@pytest.mark.parametrize("width", [320, 390, 1024])
def test_nothing_is_cut_off_on_a_phone(visit, host_says, width):
    host_says("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 100})
    page = visit("/", width, 640)
    text(page, "#seats", LONG[-1])
    assert page.evaluate(CLIPPED) == []
    page.click("#seats li:nth-child(2) button")
    text(page, "#name", LONG[1])
    host_says("no_roll", reason="cocked")
    text(page, "#decided", "A die leans")
    assert page.evaluate(CLIPPED) == []


def test_the_throw_cue_needs_a_clear_surface_and_a_picture_is_shown(browser, table, tmp_path, host_says):
    pictures = Pictures(tmp_path / "pictures")
    jpeg = (Path(__file__).parent / "dice.jpg").read_bytes()
    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, camera=True, picture=pictures.load))
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=100)
    with Server(app, "127.0.0.1", 0) as server:
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        tv = context.new_page()
        tv.goto(server.url + "/tv")
        text(tv, "#cue", "Take up the dice")
        table.notice("cue", throw=True, clear=True, why=None)
        text(tv, "#cue", "Throw, Alice!")
        table.submit(
            {
                "cmd": "throw",
                "source": "camera",
                "dice": [2, 4],
                "picture": pictures.keep(jpeg),
                "reading": {"confidence": 0.9996},
            },
            source="camera",
        ).result(5)
        text(tv, "#seen", "Read by the camera, 99.9% sure")
        tv.wait_for_function("() => document.querySelector('#photo-img').naturalWidth > 0")
        table.notice("camera", seeing=False, sentence="The camera was unplugged.")
        text(tv, "#alert-text", "The camera was unplugged.")
        context.close()



@pytest.fixture
def axe() -> str:
    """axe-core: the rules of WCAG 2.2 AA that a machine can check."""
    return (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


def test_every_page_passes_axe(browser, server, game, axe):
    game("chip", player="Alice", square="seven", amount=10)
    game("throw", dice=[2, 4])
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    faults = []

    def check(page, name: str) -> None:
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
        faults.extend(f"{name}: {fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"])

    page = context.new_page()
    for path in ("/", "/tv", "/host", "/odds", "/fair", "/record", "/nothing"):
        page.goto(server.url + path)
        check(page, path)
    page.goto(server.url + "/host")
    enter(page)
    check(page, "host")
    page.goto(server.url)
    for name in ("Bo", "Alice"):
        sit(page, name)
        check(page, name)
        page.context.clear_cookies()
        page.goto(server.url)
    game("cash_out")
    page.goto(server.url + "/tv")
    check(page, "tv over")
    context.close()
    assert faults == []


def test_the_host_lets_the_shooter_name_the_faces_and_says_a_total(visit, game):
    host, alice = visit("/host", 1024, 768), visit()
    enter(host)
    sit(alice, "Alice")
    assert not alice.is_visible("#faces-card")
    host.click("#rules-card summary")
    assert host.is_checked("#rules-phone")
    assert not host.is_checked("#rules-tapped")
    host.check("#rules-tapped")
    host.uncheck("#rules-phone")
    host.click("#rules-go")
    text(host, "#rules-why", "The rules change with the next round.")
    host.fill("#total", "11")
    host.click("#throw-total")
    text(host, "#call", "11")
    alice.wait_for_selector("#faces-card", state="visible")
    assert not alice.is_visible("#roll")
    alice.click("#name-faces")
    text(alice, "#faces-why", "Name both dice first.")
    name_faces(alice, 4, 2, "#name-faces")
    text(host, "#puck-point", "6")
    text(alice, "#rounds", "11")
