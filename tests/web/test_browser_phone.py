"""The phone in chromium: chips on their squares, the rail, a throw out of sight, pads, one thumb, eight hours."""

from __future__ import annotations

import threading

import pytest

from tests.web.test_browser import (  # noqa: F401 (fixtures)
    CLIPPED,
    LONG,
    PIN,
    axe,
    browser,
    complaints,
    pytestmark,
    sit,
    text,
    visit,
)
from web import Settings, create_app
from web.serve import Server

PUT = "#squares > li[data-key={}] .square"
LAID = "#squares > li[data-key={}] .laid"
AXE = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
#: What is cut off, but for two strips that are pushed sideways with the thumb and what only a screen reader is told.
CUT = CLIPPED.replace("const style =", "if (e.closest('.rail-chips, #mine, .unseen')) continue; const style =")


def count(page, selector: str, wanted: int) -> None:
    """Waits until so many are there."""
    page.wait_for_function("([s, n]) => document.querySelectorAll(s).length === n", arg=[selector, wanted])


def rest(page) -> None:
    """Until a second tap on the same button is one of its own."""
    page.evaluate("() => new Promise((done) => setTimeout(done, 520))")


def hold(page, selector: str) -> None:
    """A finger that stays on it."""
    page.locator(selector).evaluate("(button) => button.dispatchEvent(new PointerEvent('pointerdown'))")
    page.wait_for_selector("#rail .rail-form", state="visible")
    page.locator(selector).evaluate("(button) => button.dispatchEvent(new PointerEvent('pointerup'))")


def test_chips_lie_on_their_squares_are_taken_undone_and_lifted(visit, game, table):  # noqa: F811
    bo, cara = visit(), visit("/", 320, 640)
    sit(bo, "Bo")
    sit(cara, "Cara")
    bo.click(PUT.format("seven"))
    count(bo, LAID.format("seven"), 1)
    rest(bo)
    bo.click(PUT.format("seven"))
    count(bo, LAID.format("seven") + "[data-kind=own]", 2)
    assert [chip["amount"] for chip in table.snapshot().public()["board"]] == [10, 10]

    count(cara, LAID.format("seven") + "[data-kind=open]", 2)
    cara.click(LAID.format("seven"))
    text(cara, "#picked-text", "Bo: 10 on any seven")
    text(cara, "#picked-act", "Take: lay 40")
    cara.click("#picked-act")
    cara.wait_for_selector("#picked", state="hidden")
    count(cara, LAID.format("seven") + "[data-kind=mine]", 1)
    count(bo, LAID.format("seven") + "[data-kind=mine]", 1)
    bo.click(LAID.format("seven") + "[data-kind=mine]")
    text(bo, "#picked-act", "Undo")
    bo.click("#picked-act")
    count(bo, LAID.format("seven"), 1)
    bo.click(LAID.format("seven"))
    count(bo, LAID.format("seven"), 0)
    assert table.snapshot().public()["board"] == []


def test_a_chip_that_stands_says_why(visit, game):  # noqa: F811
    game("chip", player="Bo", square="num_8", amount=10)
    game("take", player="Cara", bet=1)
    game("throw", dice=[2, 2])
    bo = visit()
    sit(bo, "Bo")
    bo.click(LAID.format("num_8"))
    text(bo, "#why", "A throw has been made on that bet")
    text(bo, "#picked-text", "Bo: 10 on 8 before 7 against Cara")
    assert bo.is_hidden("#picked-act")
    bo.click("#picked-close")
    bo.wait_for_selector("#picked", state="hidden")


def test_a_held_chip_asks_for_another_amount(visit, game, table):  # noqa: F811
    bo = visit()
    sit(bo, "Bo")
    count(bo, "#rail .rail-chips .chip", 5)
    hold(bo, "#rail .rail-chips .chip:nth-child(2)")
    assert bo.input_value("#rail input") == "20"
    bo.fill("#rail input", "35")
    bo.keyboard.press("Enter")
    text(bo, "#rail .chip[aria-pressed=true]", "35")
    bo.click(PUT.format("field"))
    count(bo, LAID.format("field"), 1)
    assert table.snapshot().public()["board"][0]["amount"] == 35
    bo.click("#rail > .chip")  # and without holding, for whoever cannot
    bo.fill("#rail input", "99999")
    bo.click("#rail form button[type=submit]")
    text(bo, "#rail .chip[aria-pressed=true]", "455")  # as far as the stack goes
    bo.click("#rail .rail-chips .chip:first-child")
    text(bo, "#rail .chip[aria-pressed=true]", "10")


def test_what_cannot_be_tapped_looks_so_and_says_why(visit, game):  # noqa: F811
    bo = visit()
    sit(bo, "Bo")
    game("dice_out")
    bo.wait_for_selector(PUT.format("seven") + "[aria-disabled=true]")
    assert float(bo.locator(PUT.format("seven")).evaluate("(b) => getComputedStyle(b).opacity")) < 0.6
    bo.click(PUT.format("seven"), force=True)
    text(bo, "#why", "Too late: the dice are out.")
    assert bo.locator("#why").bounding_box()["y"] < 844, "beside the thumb"
    game("throw", dice=[2, 4])
    bo.wait_for_selector("#for[aria-disabled=true]")
    bo.click("#for", force=True)
    text(bo, "#why", "The line is closed until the next round.")
    rest(bo)
    bo.click("#against-button")
    text(bo, "#why", "The line is closed until the next round.")


def test_off_is_the_same_button_again_and_the_buttons_never_move(visit, game, table):  # noqa: F811
    cara = visit("/", 320, 640)
    sit(cara, "Cara")
    cara.wait_for_selector("#sides", state="visible")
    place = cara.locator("#for").bounding_box()
    cara.click("#for")
    text(cara, "#for small", "tap again: off")
    assert cara.locator("#for").bounding_box() == place
    rest(cara)
    cara.click("#for")
    text(cara, "#stand", "You sit this one out")
    assert cara.locator("#for").bounding_box() == place
    assert table.snapshot().public()["line"]["for"] == []


def test_a_throw_out_of_sight_is_told_at_the_top_and_own_chips_move(visit, game):  # noqa: F811
    bo = visit("/", 320, 640)
    sit(bo, "Bo")
    game("chip", player="Bo", square="seven", amount=10)
    game("take", player="Cara", bet=1)
    bo.wait_for_selector(LAID.format("seven"))
    bo.locator("#squares > li:last-child").evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    game("dice_out")
    text(bo, "#strip-call", "Dice are out, betting is closed")
    game("throw", dice=[3, 4])
    text(bo, "#strip-call", "Seven")
    text(bo, "#strip-decided", "Natural: Alice passes")
    count(bo, "#strip-dice .die", 2)
    text(bo, "#moved", "+30")  # won 40 on the seven, lost 10 on the line
    assert bo.locator("#moved").evaluate("(e) => e.getAnimations().length") == 1
    game("no_roll", reason="cocked")
    text(bo, "#strip-decided", "A die leans: throw both again.")
    bo.click("#strip")
    bo.wait_for_selector("#strip", state="hidden")
    bo.wait_for_function("() => document.querySelector('#throw').getBoundingClientRect().top < innerHeight / 2")


def test_a_seat_is_got_although_the_answer_was_lost(visit, game, table):  # noqa: F811
    """The seat was given and the answer with the cookie lost on a bad network: the page asks again and has it."""
    elin = visit()
    lost = []

    def lose(route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        elin.context.clear_cookies()
        route.abort()

    elin.route("**/sit", lose)
    sit(elin, "Elin")
    elin.wait_for_selector("#sides", state="visible")
    assert lost == [200]
    assert table.snapshot().public()["players"].count("Elin") == 1


def test_reduced_motion_is_respected(browser, server, game):  # noqa: F811
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    bo = context.new_page()
    bo.goto(server.url)
    sit(bo, "Bo")
    game("chip", player="Bo", square="seven", amount=10)
    bo.wait_for_selector(LAID.format("seven"))
    game("throw", dice=[3, 4])
    text(bo, "#moved", "−10")
    assert bo.evaluate("() => document.getAnimations().length") == 0
    context.close()


def test_a_phone_finds_the_pad_in_front_of_its_owner(browser, table, tmp_path, game):  # noqa: F811
    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, pads=lambda: 4))
    news = table.subscribe(1000)
    asked = threading.Event()

    def boards() -> None:
        while not news.closed:
            if getattr(news.get(0.2), "kind", "") == "find_pad":
                asked.set()

    thread = threading.Thread(target=boards, daemon=True)
    thread.start()
    with Server(app, "127.0.0.1", 0) as server:
        context = browser.new_context(viewport={"width": 320, "height": 640})
        page = context.new_page()
        page.goto(server.url)
        page.click("#pad-find")
        text(page, "#pad-text", "Press a button of the pad in front of you.")
        assert asked.wait(5)
        page.click("#pad-find")
        text(page, "#pad-find", "I stand at a pad")
        asked.clear()
        while not asked.is_set():  # the search before may still be on its way out
            page.click("#pad-find")
            text(page, "#pad-text", "Press a button")
            if not asked.wait(1):
                text(page, "#sit-why", "Another phone looks")
        table.notice("pad_found", pad="b:1", player="Cara", after="Bo")
        text(page, "#name", "Cara")
        text(page, "#told", "Your pad pulses now.")
        page.locator("#pad-show").scroll_into_view_if_needed()
        page.click("#pad-show")
        context.close()
    news.close()
    thread.join(5)


def test_the_page_stays_light_over_thousands_of_changes(visit, game, table):  # noqa: F811
    """As many rounds as an evening has, with a full board in each: the page grows no more after the first."""
    bo = visit("/", 320, 640)
    sit(bo, "Bo")
    nodes = []
    for number in range(240):
        for square in ("seven", "craps", "field", "num_6"):
            game("chip", player="Cara", square=square, amount=1 if square != "num_6" else 5)
        taken = [bet["bet"] for bet in table.snapshot().public()["board"] if not bet["taker"]][:2]
        for bet in taken:
            game("take", player="Dan", bet=bet)
        game("no_roll", reason="cocked")
        seq = game("throw", dice=[3, 4] if number % 2 else [1, 1]).seq
        if number % 40 == 39:
            game("buy_in", player="Cara", amount=500)
            seq = game("buy_in", player="Dan", amount=500).seq
            text(bo, "#rounds li b", f"{number + 1}. ")
            nodes.append(bo.evaluate("() => document.querySelectorAll('*').length"))
    assert seq > 3000
    assert max(nodes[1:]) <= nodes[0] + 30, nodes
    assert max(nodes) < 900


@pytest.mark.parametrize("language", ["en", "sv", "vi"])
def test_every_state_passes_axe_and_nothing_is_cut(browser, table, tmp_path, host_says, axe, language):  # noqa: F811
    app = create_app(table, Settings(secrets=tmp_path / "s", pin=PIN, pads=lambda: 12))
    faults = []
    with Server(app, "127.0.0.1", 0) as server:
        context = browser.new_context(
            viewport={"width": 320, "height": 640}, bypass_csp=True, locale=language, reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(8000)

        def check(name: str) -> None:
            page.evaluate(axe)
            # What lies half under the bar or the dock can be scrolled out: they are not on top while it is measured.
            sheet = page.add_style_tag(content=".bar, .dock, #rail, #strip { position: static !important }")
            found = page.evaluate(AXE)
            sheet.evaluate("(sheet) => sheet.remove()")
            faults.extend(f"{name}: {fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"])
            faults.extend(f"{name}: cut {one}" for one in page.evaluate(CUT))

        def again() -> None:
            for name in LONG:
                app.extensions["dicetable"].seats.release(name)
            context.clear_cookies()
            page.goto(server.url)

        page.goto(server.url)
        check("nobody")
        sit(page, LONG[1])
        check("waiting")
        host_says("open", game="street", players=list(LONG), buy_in=12_500, rules={"minimum": 100})
        page.wait_for_selector("#sides", state="visible")
        for player, square in ((LONG[1], "seven"), (LONG[2], "seven"), (LONG[3], "hard_4")):
            host_says("chip", player=player, square=square, amount=1000)
        host_says("take", player=LONG[1], bet=2)
        page.wait_for_selector(LAID.format("hard_4"))
        check("line and board")
        page.click(LAID.format("hard_4"))
        page.wait_for_selector("#picked", state="visible")
        page.click("#rail > .chip")
        check("picked, another amount")
        page.click("#rail form button[type=submit]")
        host_says("dice_out")
        page.wait_for_selector("#cue[data-kind=out]")
        check("dice out")
        host_says("throw", dice=[2, 4])
        page.wait_for_selector("#dice .die")
        check("thrown")
        host_says("no_roll", reason="wrong_count")
        page.wait_for_selector("#throw[data-kind=missed]")
        check("no roll")
        again()
        page.wait_for_selector("#seats li:nth-child(12)")
        check("sit")
        page.click("#seats li:first-child button")
        page.wait_for_selector("#roll", state="visible")
        check("shooter")
        page.context.set_offline(True)
        page.wait_for_selector("#link", state="visible")
        check("offline")
        page.context.set_offline(False)
        page.wait_for_selector("#link", state="hidden", timeout=20000)
        host_says("cash_out")
        page.wait_for_selector("body[data-mode=over]")
        check("over")
        page.goto(server.url + "/nothing")
        check("error")
        host_says("open", game="bank", players=list(LONG[:8]), buy_in=12_500, rules={"card": "trainer", "minimum": 100})
        host_says("bet", player=LONG[0], bet="pass", amount=500)
        host_says("throw", dice=[4, 2])
        again()
        page.click("#seats li:first-child button")
        page.click("#mine button")
        page.wait_for_selector("#chosen", state="visible")
        check("bank")
        host_says("open", game="poker", players=list(LONG[:5]), buy_in=1500, rules={"ante": 50})
        host_says("deal")
        again()
        page.click(f"#seats li:nth-child({LONG.index(table.snapshot().public()['turn']) + 1}) button")
        page.wait_for_selector("#hand-acts", state="visible")
        check("poker")
        context.close()
    assert faults == []
