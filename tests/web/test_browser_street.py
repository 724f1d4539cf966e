"""The street game's own pages in chromium: an open line, the first shot, dead buttons that say why, the odds."""

from __future__ import annotations

from tests.web.test_browser import (  # noqa: F401 (fixtures)
    browser,
    complaints,
    enter,
    name_faces,
    pytestmark,
    sit,
    text,
    visit,
)


def test_an_open_line_a_first_shooter_by_agreement_and_other_odds(visit, table):  # noqa: F811
    host, alice, bo = visit("/host", 1024, 768), visit(), visit()
    enter(host)
    sit(alice, "Alice")
    sit(bo, "Bo")
    text(host, "#open-first", "by agreement: Bo")
    host.select_option("#open-line", "open")
    host.select_option("#open-first", "named:Bo")
    host.click("#open-go")
    bo.wait_for_selector("#set-stake", state="visible")
    bo.fill("#amount", "40")
    bo.click("#set-stake")
    text(bo, "#stand", "Your stake: 40")
    alice.click("#more")
    alice.click("#against-button")
    text(alice, "#stand", "against the shooter: 20")
    alice.wait_for_timeout(600)  # two taps in half a second are one
    alice.fill("#amount", "35")
    alice.click("#against-button")
    text(alice, "#stand", "against the shooter: 35")
    assert table.snapshot().public()["line"]["against"] == [["Alice", 35]]
    alice.wait_for_timeout(600)
    alice.click("#against-button")
    text(alice, "#stand", "You sit this one out")
    host.wait_for_selector("#throw[aria-disabled=true]")
    host.click("#throw", force=True)
    text(host, "#toast", "Nobody is against the shooter")
    host.click("#rules-card summary")
    host.click("#rules-card details summary")
    host.fill("#rules-odds [data-key=seven] input", "five")
    host.click("#rules-go")
    text(host, "#rules-why", "like 4:1")
    host.fill("#rules-odds [data-key=seven] input", "9 : 2")
    host.fill("#rules-odds [data-key='field.12'] input", "3:1")
    host.click("#rules-go")
    text(host, "#rules-why", "The rules change with the next round.")
    odds = table.snapshot().public()["next_rules"]["odds"]
    assert (odds["seven"], odds["field"]["12"], odds["field"]["2"]) == ([9, 2], [3, 1], [2, 1])


def test_a_die_for_the_first_shot_is_corrected_on_the_hosts_page(visit, host_says):  # noqa: F811
    host_says("open", game="street", players=["Alice", "Bo"], buy_in=500, rules={"first_shooter": "high_die"})
    host, tv = visit("/host", 1024, 768), visit("/tv", 1280, 720)
    enter(host)
    host.wait_for_selector("#correct[aria-disabled=true]")
    host.click("#faces-0 button:nth-child(2)")
    host.click("#throw")
    text(tv, "#decided", "Alice's die for the first shot")
    host.click("#correct")
    text(host, "#toast", "Name one die first.")
    host.click("#faces-0 button:nth-child(5)")
    host.click("#correct")
    text(tv, "#notes", "2 is now 5")
    host.click("#faces-0 button:nth-child(4)")
    host.click("#throw")
    text(tv, "#small", "Alice: 7 or 11 passes")
    name_faces(host, 3, 4)
    text(tv, "#decided", "Natural: Alice passes")
