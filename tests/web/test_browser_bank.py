"""A bank game in chromium: a whole round by thumb, dead spots that say why, the host's form, twelve long names."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.web.test_browser import (  # noqa: F401 (fixtures)
    CLIPPED,
    LONG,
    PIN,
    axe,
    browser,
    complaints,
    enter,
    name_faces,
    pytestmark,
    sit,
    text,
    visit,
)
from web import Settings, create_app
from web.serve import Server

RULES = {"card": "trainer", "bank": 10_000, "minimum": 5, "maximum": 500}
SPOT = "#layout li[data-bet={}] button"
#: The same, but for two strips that are pushed sideways with the thumb and what only a screen reader is told.
CUT = CLIPPED.replace("const style =", "if (e.closest('#mine, .rail-chips, .unseen')) continue; const style =")
#: Spots that lie on one another, or whose words lie on one another, and those too small for a thumb.
CROWDED = """() => {
  const found = [];
  const spots = [...document.querySelectorAll('#layout .spot')];
  const boxes = spots.map((e) => [e.parentElement.dataset.bet, e.getBoundingClientRect()]);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  boxes.forEach(([name, box], at) => {
    if (box.width < 44 || box.height < 44) found.push(`small ${name}`);
    for (const [other, its] of boxes.slice(at + 1)) if (!apart(box, its)) found.push(`${name} on ${other}`);
  });
  for (const spot of spots) {
    const seen = [...spot.children].filter((e) => e.className !== 'unseen' && e.textContent && e.offsetWidth);
    const parts = seen.map((e) => {
      const range = document.createRange(); range.selectNodeContents(e);
      const box = range.getBoundingClientRect(); // higher than the letters: a font leaves room above and below
      return { left: box.left, right: box.right, top: box.top + box.height / 6, bottom: box.bottom - box.height / 6 };
    });
    const clash = parts.some((one, at) => parts.slice(at + 1).some((other) => !apart(one, other)));
    if (clash) found.push(`words in ${spot.parentElement.dataset.bet}`);
  }
  return found;
}"""


def tap(page, bet: str) -> None:
    """Taps a spot, as a thumb does that has scrolled to it; a second tap in half a second would be none."""
    page.locator(SPOT.format(bet)).evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    page.click(SPOT.format(bet), force=True)  # one that looks dead can be touched: it says why


def test_a_round_against_the_bank_by_thumb(visit, table, monkeypatch):  # noqa: F811
    host, tv = visit("/host", 1024, 768), visit("/tv", 1920, 1080)
    enter(host)
    host.select_option("#open-game", "bank")
    assert host.is_hidden("#open-line")
    assert host.is_hidden("#open-hard")
    host.select_option("#open-card", "trainer")
    host.wait_for_selector("#open-hard", state="visible")
    host.fill("#open-players", "Alice\nBo")
    host.fill("#open-bank", "5000")
    host.fill("#open-minimum", "5")
    host.click("#open-go")
    text(tv, "#bank-chips", "5000")
    alice, bo = visit("/", 320, 640), visit()
    for page, name in ((alice, "Alice"), (bo, "Bo")):
        page.click(f"#seats li:has-text('{name}') button")
        text(page, "#name", name)

    tap(bo, "pass")
    text(bo, SPOT.format("pass"), "5")
    text(tv, "#house", "pass line: 5")
    bo.click("#bank-rail .chip:nth-child(2)")
    bo.wait_for_timeout(550)
    tap(bo, "pass")
    text(bo, "#chosen-text", "pass line: 15 · wins 15")
    assert bo.get_attribute(SPOT.format("come"), "aria-disabled") == "true"
    tap(bo, "come")
    text(bo, "#why", "The puck is off")
    assert bo.is_hidden("#line")
    assert bo.is_hidden("#sides")

    faces = iter((1, 3))
    monkeypatch.setattr("controller.may.secrets", SimpleNamespace(randbelow=lambda sides: next(faces)))
    alice.click("#roll")
    text(bo, "#puck-point", "6")
    text(bo, SPOT.format("pass"), "locked")
    bo.click("#mine li:nth-child(1) button")
    if bo.is_hidden("#chosen"):
        bo.click("#mine li:nth-child(1) button")
    bo.click("#chosen-down", force=True)
    text(bo, "#why", "It has its point")
    bo.click("#chosen-odds")
    text(tv, "#house", "+ odds 1")
    tap(bo, "place_8")
    text(tv, "#house", "place 8: 12")
    text(bo, "#chosen-text", "wins 14")
    name_faces(host, 3, 4)
    text(tv, "#decided", "Seven out: Alice misses")
    text(bo, "#news", "You lost")
    text(bo, "#stand", "You have no bet on the table")
    assert table.snapshot().public()["shooter"] == "Bo"
    assert bo.is_visible("#roll")
    assert alice.is_hidden("#roll")
    won = table.snapshot().public()["bank_result"]
    assert won > 0
    text(tv, "#bank-result", f"+{won}")


def test_a_bet_is_called_on_and_taken_down_in_the_dock(visit, host_says, table):  # noqa: F811
    host_says("open", game="bank", players=["Alice", "Bo"], buy_in=500, rules=RULES)
    bo = visit("/", 320, 640)
    sit(bo, "Bo")
    tap(bo, "place_8")
    text(bo, "#chosen-text", "place 8: 6 · wins 7 · off")
    bo.click("#chosen-call")
    text(bo, "#chosen-text", "wins 7 · on")
    bo.click("#chosen-down")
    bo.wait_for_selector("#chosen", state="hidden")
    assert table.snapshot().public()["bets"]["Bo"] == {}
    host_says("dice_out")
    text(bo, "#cue", "Dice are out")
    tap(bo, "field")
    text(bo, "#why", "Too late")


def test_the_shooters_dock_leaves_half_of_a_small_phone(visit, host_says):  # noqa: F811
    host_says("open", game="bank", players=["Alice", "Bo"], buy_in=500, rules=RULES)
    alice = visit("/", 320, 640)
    sit(alice, "Alice")
    tap(alice, "place_8")
    text(alice, "#chosen-text", "place 8: 6")
    assert alice.is_visible("#roll")
    assert alice.is_visible("#pass")
    assert alice.evaluate("() => document.querySelector('#dock').offsetHeight") < 320
    assert alice.evaluate(CUT) == []


def test_the_host_fills_the_bank_and_changes_its_limits(visit, host_says, table):  # noqa: F811
    host_says("open", game="bank", players=["Alice"], buy_in=500, rules=RULES)
    host = visit("/host", 1024, 768)
    enter(host)
    assert host.is_hidden("#line-row")
    host.fill("#bank-amount", "250")
    host.click("#bank-fill")
    text(host, "#bank-chips", "10250")
    host.click("#rules-card summary")
    assert host.input_value("#rules-maximum") == "500"
    assert host.is_hidden("#rules-pass")
    host.fill("#rules-maximum", "300")
    host.select_option("#rules-field", "2:1")
    host.uncheck("#rules-hard")
    host.click("#rules-go")
    text(host, "#rules-why", "The rules change with the next round.")
    rules = table.snapshot().public()["next_rules"]
    assert (rules["maximum"], rules["field_12"], rules["hard_come_out"]) == (300, [2, 1], False)


def long_evening(host_says, card: str) -> None:
    """Twelve people with long names and many bets, a point, a come bet on a number."""
    rules = {"card": card, "bank": 900_000, "minimum": 5, "maximum": 5000}
    host_says("open", game="bank", players=list(LONG), buy_in=12_500, rules=rules)
    for number, name in enumerate(LONG):
        host_says("bet", player=name, bet="pass" if number % 3 else "dont_pass", amount=1000 + 5 * number)
        host_says("bet", player=name, bet="hard_8", amount=100)
    host_says("throw", dice=[2, 4])
    for name in LONG:
        for bet, amount in (("place_8", 1200), ("come", 150), ("field", 500)):
            host_says("bet", player=name, bet=bet, amount=amount)
    seen = {"confidence": 0.9996, "dice": [{"value": 5, "confidence": 0.999}, {"value": 4, "confidence": 0.999}]}
    host_says("throw", dice=[5, 4], source="camera", picture="f" * 64, reading=seen)
    for name in LONG:
        host_says("bet", player=name, bet="odds_come_9", amount=200)
        host_says("bet", player=name, bet="eleven", amount=15)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("language", ["en", "sv", "vi"])
def test_twelve_long_names_with_many_bets_fit_on_the_tv(visit, host_says, width, height, language):  # noqa: F811
    tv = visit(f"/language/{language}?back=/tv", width, height)
    long_evening(host_says, "evolution")
    text(tv, "#house", LONG[-1])
    text(tv, "#house", "+")
    text(tv, "#seen-dice", "5 · 99.9%")
    assert tv.evaluate(CLIPPED) == []
    assert tv.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    rows = tv.evaluate("() => [...document.querySelectorAll('#house li')].map((e) => e.getBoundingClientRect().bottom)")
    assert len(rows) == 12
    assert max(rows) < tv.evaluate("() => document.querySelector('.past').getBoundingClientRect().top")
    host_says("correct", dice=[4, 4])
    text(tv, "#notes", f"{LONG[-1]} ")
    assert tv.evaluate(CLIPPED) == [], "a correction that moved everybody's chips"


def test_three_people_have_two_lines_of_bets_each_on_the_tv(visit, host_says):  # noqa: F811
    host_says("open", game="bank", players=list(LONG[:3]), buy_in=12_500, rules=RULES)
    bets = ("pass", "place_4", "place_5", "place_6", "place_8", "place_9", "hard_10", "eleven")
    for name in LONG[:3]:
        for bet in bets:
            host_says("bet", player=name, bet=bet, amount=30)
    seen = {"confidence": 0.9996, "dice": [{"value": 4, "confidence": 0.999}, {"value": 2, "confidence": 0.999}]}
    tv = visit("/tv", 1280, 720)
    text(tv, "#house", LONG[2])
    host_says("throw", dice=[4, 2], source="camera", picture="f" * 64, reading=seen)
    text(tv, "#seen-dice", "4 · 99.9%")
    assert tv.evaluate(CLIPPED) == []
    rows = tv.locator("#house li").all_inner_texts()
    assert ["hard 10: 30" in row for row in rows] == [True] * 3


@pytest.mark.parametrize("card", ["evolution", "trainer"])
@pytest.mark.parametrize("language", ["en", "sv", "vi"])
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_no_spot_of_the_layout_is_crowded(visit, host_says, width, height, language, card):  # noqa: F811
    long_evening(host_says, card)
    page = visit(f"/language/{language}", width, height)
    page.click("#seats li:nth-child(2) button")
    page.wait_for_selector("#layout .spot")
    assert page.evaluate(CROWDED) == []
    page.click("#mine li:nth-child(2) button")
    assert page.evaluate(CUT) == []
    dock = page.evaluate("() => document.querySelector('#dock').offsetHeight")
    assert dock < height / 2, "half of the page is for the layout"


def test_a_bank_games_pages_pass_axe(browser, server, host_says, axe):  # noqa: F811
    long_evening(host_says, "trainer")
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page, faults = context.new_page(), []

    def check(name: str) -> None:
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
        faults.extend(f"{name}: {fault['id']} {fault['nodes'][0]['target']}" for fault in found["violations"])

    for path in ("/tv", "/odds", "/record"):
        page.goto(server.url + path)
        check(path)
    page.goto(server.url + "/host")
    enter(page)
    page.click("#game-card summary")
    page.click("#rules-card summary")
    check("host")
    page.goto(server.url)
    page.click("#seats li:nth-child(2) button")
    page.wait_for_selector("#layout .spot")
    page.click("#mine li:nth-child(2) button")
    check("phone")
    context.close()
    assert faults == []


def test_the_card_of_another_house_is_proposed_by_its_name(browser, table, tmp_path):  # noqa: F811
    card = {"name": "the corner", "pass": {"pays": "1:1"}, "next": {"field": {"pays": {"2": "3:1", "12": "3:1"}}}}
    settings = Settings(secrets=tmp_path / "s", pin=PIN, game="bank", rules={"card": card, "maximum": 99})
    with Server(create_app(table, settings), "127.0.0.1", 0) as server:
        page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
        page.goto(server.url + "/host")
        enter(page)
        text(page, "#open-card", "the corner")
        assert page.input_value("#open-maximum") == "99"
        page.fill("#open-players", "Bo")
        page.click("#open-go")
        text(page, "#big", "Come-out")
        page.context.close()
    state = table.snapshot().public()
    assert (state["rules"]["card"], [spot["bet"] for spot in state["layout"]]) == ("the corner", ["pass", "field"])


def test_a_tap_on_a_stale_picture_does_nothing_and_a_double_tap_is_one_bet(visit, host_says, table):  # noqa: F811
    host_says("open", game="bank", players=["Alice", "Bo"], buy_in=500, rules=RULES)
    bo = visit()
    sit(bo, "Bo")
    bo.locator(SPOT.format("field")).dblclick(force=True)
    text(bo, SPOT.format("field"), "5")
    bo.wait_for_timeout(600)
    assert table.snapshot().public()["bets"]["Bo"] == {"field": 5}
    for path in ("**/live/**", "**/state/**"):
        bo.route(path, lambda route: route.abort())
    bo.reload()
    bo.wait_for_selector("#layout .spot")
    host_says("throw", dice=[1, 3])
    tap(bo, "field")
    text(bo, "#why", "The table changed before your tap arrived")
    text(bo, "#puck-point", "4")
    assert table.snapshot().public()["bets"]["Bo"] == {}
