"""Craps Poker in chromium: three phones, a TV and a host through a hand, the seal, bad moments, sizes and languages."""

from __future__ import annotations

import hashlib

import pytest

from tests.web.poker_table import NAMES, cards_in, held
from tests.web.test_browser import (  # noqa: F401 (fixtures)
    CLIPPED,
    LONG,
    axe,
    browser,
    complaints,
    enter,
    pytestmark,
    sit,
    text,
    visit,
)

VECTORS = [b"", b"abc", b"\0" * 55, b"a" * 56, b"b" * 63, b"c" * 64, b"d" * 119, bytes(range(256)) * 5]


def state(table) -> dict:
    return table.snapshot().public()


def turn(table, phones: dict):
    """The page of whoever is to act, when it knows that it is."""
    page = phones[state(table)["turn"]]
    page.wait_for_selector("#dock.mine")
    return page


def played(table, click) -> None:
    """Clicks, and waits until the table has done it."""
    before = table.snapshot().seq
    click()
    for _ in range(200):
        if table.snapshot().seq > before:
            return
        click.__self__.wait_for_timeout(25)
    raise AssertionError("the table did nothing")


class Click:
    """A click on one thing of a page."""

    def __init__(self, page, what: str) -> None:
        self.page, self.what = page, what

    def wait_for_timeout(self, ms: int) -> None:
        self.page.wait_for_timeout(ms)

    def go(self) -> None:
        self.page.click(self.what)


def tap(table, page, what: str) -> None:
    played(table, Click(page, what).go)


def pass_cards(table, page) -> None:
    """Takes up what came, chooses exactly as many as were thrown, and passes them."""
    count = state(table)["to_pass"]
    page.wait_for_selector("#act-pass", state="visible")
    if page.is_visible("#got"):
        assert page.locator("#cards .down").count() > 0
        page.click("#take-up")
        page.wait_for_selector("#got", state="hidden")
        assert page.locator("#cards .fresh").count() > 0
    assert page.get_attribute("#act-pass", "aria-disabled") == "true"
    cards = page.locator("#cards button")
    for at in range(cards.count() - count, cards.count()):
        cards.nth(at).click()
    if cards.count() > count:
        cards.nth(0).click()
        text(page, "#why", "That many are chosen already")
        assert page.locator("#cards .chosen").count() == count
    tap(table, page, "#act-pass")


def play_on(table, phones: dict) -> None:
    """One act of whoever's turn it is."""
    phase, page = state(table)["phase"], turn(table, phones)
    if phase == "throw":
        page.wait_for_selector("#roll:not([aria-disabled=true])", state="visible")
        tap(table, page, "#roll")
    elif phase == "pass":
        pass_cards(table, page)
    else:
        page.wait_for_selector("#act-check, #act-call", state="visible")
        tap(table, page, "#act-check" if page.is_visible("#act-check") else "#act-call")


def test_three_phones_play_a_hand(visit, table):  # noqa: F811
    tv, host = visit("/tv", 1920, 1080), visit("/host", 1024, 768)
    phones = {name: visit("/", *size) for name, size in zip(NAMES, ((320, 640), (390, 844), (390, 844)), strict=True)}
    for name, page in phones.items():
        sit(page, name)
    enter(host)
    host.select_option("#open-game", "poker")
    host.select_option("#open-cards", "7")
    host.fill("#open-ante", "10")
    host.fill("#open-buy-in", "200")
    host.click("#open-go")
    text(host, "#big", "The next hand")
    assert state(table)["rules"]["ante"] == 10
    host.click("#deal")
    text(tv, "#big", "Ben checks or bets")
    hands = held(table)
    for name, page in phones.items():
        page.wait_for_selector("#cards button")
        assert page.locator("#cards button").count() == 7
        assert cards_in(page.content()) == set(hands[name])
    assert cards_in(tv.content()) == cards_in(host.content()) == set()
    text(tv, "#pots", "30")
    assert tv.locator(".tv-seat").count() == 3
    text(tv, "#seal", state(table)["seal"]["root"][:16])

    ben = turn(table, phones)
    assert ben is phones["Ben"]
    ben.click("#size-more")
    text(ben, "#act-bet", "Bet 20")
    tap(table, ben, "#act-bet")
    text(tv, "#small", "20 to call")
    cas = turn(table, phones)
    text(cas, "#act-call", "Call 20")
    cas.click("#size-all")
    text(cas, "#act-bet", "all in")
    assert not phones["Ann"].is_visible("#act-call")
    tap(table, cas, "#act-call")
    tap(table, turn(table, phones), "#act-fold")
    text(tv, ".tv-seat.out", "Ann")

    host.click("#faces-0 button:nth-child(3)")
    tap(table, host, "#throw")
    text(tv, "#decided", "Ben passes 3 cards")
    pass_cards(table, ben)
    text(tv, "#hand-log", "Ben passes 3 cards to Cas")
    phones["Cas"].wait_for_selector("#got", state="visible")
    text(phones["Cas"], "#got-text", "Ben passes you 3 cards")
    for _ in range(30):
        if state(table)["phase"] == "deal":
            break
        play_on(table, phones)
    shown = {card for row in state(table)["showdown"] for card in row["cards"]}
    tv.wait_for_selector("#showdown", state="visible")
    assert cards_in(tv.content()) == shown
    for name in ("Ben", "Ann"):
        page = phones[name]
        page.wait_for_selector("#showdown li")
        page.click("#seal-card summary")
        page.click("#check-seal")
        text(page, "#seal-told", f"{len(shown)} cards checked: all were in the sealed deck.")
    tap(table, phones["Ben"], "#act-deal")
    phones["Ben"].wait_for_selector("#cards button:nth-child(7)")
    text(tv, "#big", "Cas checks or bets")


def test_our_sha_256_and_the_seal(visit):  # noqa: F811
    page = visit()
    made = page.evaluate(
        """async (texts) => {
          const { sha256, hex, unhex } = await import("/static/sha256.js");
          return texts.map((text) => hex(sha256(unhex(text))));
        }""",
        [vector.hex() for vector in VECTORS],
    )
    assert made == [hashlib.sha256(vector).hexdigest() for vector in VECTORS]
    from controller.games.poker import seal
    from controller.games.poker.cards import DECK

    salts = [f"{at:032x}" for at in range(52)]
    root, opened = seal.root(DECK, salts), seal.opened(DECK, salts, DECK)
    forged = [one | {"card": DECK[one["place"] - 1]} for one in opened]
    holds = """async ([root, opened]) => {
      const { holds } = await import("/static/seal.js");
      return opened.map((one) => holds(root, one));
    }"""
    assert page.evaluate(holds, [root, opened]) == [True] * 52
    assert page.evaluate(holds, [root, forged]) == [False] * 52


@pytest.fixture
def six(table, host_says):
    """A game of six with names of twenty letters, the first three bets made."""
    host_says("open", game="poker", players=list(LONG[:5]) + [LONG[-1]], buy_in=5000, rules={"ante": 5})
    host_says("deal")
    host_says("bet", amount=1200)
    host_says("call")
    host_says("call")


def test_nothing_is_clipped_in_any_language(browser, server, table, six, host_says):  # noqa: F811
    faults = []

    def look(page, name: str) -> None:
        page.wait_for_timeout(150)
        cut = [fault for fault in page.evaluate(CLIPPED) if not fault.startswith("unseen: ")]  # said, not seen
        faults.extend(f"{name}: {fault}" for fault in cut)

    def everybody(moment: str) -> None:
        for language in ("en", "sv", "vi"):
            for kind, page in pages.items():
                path = "/tv" if kind == "tv" else "/host" if kind == "host" else "/"
                page.goto(f"{server.url}/language/{language}?back={path}")
                page.goto(server.url + path)
                look(page, f"{moment} {kind} {language}")

    sizes = {"tv": (1920, 1080), "host": (1024, 768), "phone": (320, 640)}
    pages = {
        kind: browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
        for kind, (width, height) in sizes.items()
    }
    pages["phone"].goto(server.url)
    sit(pages["phone"], LONG[1])
    pages["host"].goto(server.url + "/host")
    enter(pages["host"])
    everybody("betting")
    for _ in range(3):
        host_says("call")
    host_says("throw", dice=[6])
    everybody("pass")
    while state(table)["phase"] != "deal":
        phase = state(table)["phase"]
        if phase == "throw":
            host_says("throw", dice=[2])
        elif phase == "pass":
            host_says("pass", cards="random")
        else:
            host_says("check")
    everybody("showdown")
    for page in pages.values():
        page.context.close()
    assert faults == []


def test_the_pages_of_a_hand_pass_axe_and_keep_still_where_motion_is_not_wanted(
    browser, server, table, host_says, axe  # noqa: F811
):
    host_says("open", game="poker", players=list(NAMES), buy_in=500)
    host_says("deal")
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True, reduced_motion="reduce")
    page, faults = context.new_page(), []

    def check(name: str) -> None:
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
        faults.extend(f"{name}: {fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"])

    page.goto(server.url)
    sit(page, "Ben")
    page.wait_for_selector("#dock.mine")
    check("turn")
    moving = "document.getAnimations().filter((one) => one.animationName).length"
    assert page.evaluate(moving) == 0
    host_says("check")
    host_says("throw", dice=[4])
    page.wait_for_selector("#act-pass", state="visible")
    page.click("#cards button:nth-child(1)")
    page.click(".hints summary")
    check("pass")
    page.goto(server.url + "/tv")
    check("tv")
    page.goto(server.url + "/odds")
    check("odds")
    host_says("pass", cards="random")
    for _ in range(2):
        host_says("check")
        host_says("throw", dice=[1])
        host_says("pass", cards="random")
    page.goto(server.url)
    page.wait_for_selector("#got", state="visible")
    check("got")
    for _ in range(3):
        host_says("check")
    page.wait_for_selector("#showdown li")
    page.click("#seal-card summary")
    page.click("#check-seal")
    check("showdown")
    page.goto(server.url + "/tv")
    check("tv showdown")
    page.goto(server.url + "/host")
    enter(page)
    page.click("#game-card summary")
    page.select_option("#open-game", "poker")
    check("host")
    context.close()
    assert faults == []
