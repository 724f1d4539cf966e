"""The end-of-night sheet of all three games, and the evening as files."""

from __future__ import annotations

import csv
import io
import re

import pytest

from controller.verify import verify
from tests.web.poker_table import NAMES as CARD_PLAYERS
from tests.web.poker_table import play_until

#: The pages are there before the games: these tables begin with an empty ledger.
pytestmark = pytest.mark.usefixtures("app")

MINUS = "\N{MINUS SIGN}"


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.fixture
def sheet(app, person):
    """The sheet as one line of text."""

    def read(path: str = "/sheet", **headers: str) -> str:
        answer = person().get(path, Accept="text/html", **headers)
        return words_of(answer.get_data(as_text=True))

    return read


def test_before_any_game_there_is_no_sheet(sheet):
    assert "No such game has been played here." in sheet()


def test_a_street_evening_on_one_sheet(game, host_says, sheet, table):
    host_says("throw", dice=[3, 4])  # Alice +10, Bo -10
    host_says("against", player="Cara")
    host_says("throw", dice=[4, 4])
    assert "The game so far" in sheet() and "not." in sheet()
    host_says("throw", dice=[4, 4])
    host_says("buy_in", player="Dan", amount=100)
    host_says("cash_out")
    text = sheet()
    results = table.snapshot().public()["results"]
    assert sum(results.values()) == 0 and results["Alice"] > 0
    best = f"+{results['Alice']}"
    assert f"Alice ★ winner 500 {500 + results['Alice']} {best}" in text
    assert "Dan 600 600 0" in text, "who has bought more has not won"
    gives = re.findall(r"(\w+) gives (\w+) (\d+)", text)
    assert {loser for loser, _, _ in gives} == {name for name, chips in results.items() if chips < 0}
    assert sum(int(chips) for *_, chips in gives) == sum(chips for chips in results.values() if chips > 0)
    assert "3 throws · 2 rounds" in text and "Shooters passed 2 times; 1 was to be expected." in text
    assert "Hottest shooter: Alice, 2 passes" in text and "Longest hand: Alice, 3 throws" in text


def test_the_seal_on_the_sheet_is_the_ledgers_and_verify_takes_it(game, host_says, sheet, table):
    host_says("cash_out")
    head = re.search(r"verify evening\.db --head (\d+:[0-9a-f]{64})", sheet()).group(1)
    host_says("open", game="street", players=["X", "Y"], buy_in=10)
    assert verify(table.ledger.path, head=head).ok
    assert not verify(table.ledger.path, head=head[:-1] + ("0" if head[-1] != "0" else "1")).ok


def test_a_bank_evening_counts_the_bank_among_those_who_settle(app, host_says, sheet, table):
    host_says("open", game="bank", players=["Ann", "Bo"], buy_in=500, rules={"card": "trainer", "bank": 1000})
    host_says("bet", player="Ann", bet="pass", amount=20)
    host_says("bet", player="Bo", bet="dont_pass", amount=5)
    host_says("throw", dice=[3, 4])
    host_says("cash_out")
    text = sheet()
    assert "The bank 1000 985" in text and f"{MINUS}15" in text
    assert "Bo gives Ann 5" in text and "The bank gives Ann 15" in text


def test_a_poker_evening(app, host_says, person, sheet, table):
    host_says("open", game="poker", players=list(CARD_PLAYERS), buy_in=200, rules={"ante": 5})
    people = {name: person(name) for name in CARD_PLAYERS}
    host_says("deal")
    play_until(table, people, "deal")
    host_says("cash_out")
    text, results = sheet(), table.snapshot().public()["results"]
    for name, chips in results.items():
        assert f"{200 + chips} {'+' if chips > 0 else MINUS if chips < 0 else ''}{abs(chips)}" in text, name
    assert "Craps Poker" in text and "3 throws" in text and "passed" not in text


def test_former_games_of_the_night_stay_on_sheets_of_their_own(game, host_says, sheet):
    host_says("throw", dice=[3, 4])
    host_says("cash_out")
    host_says("open", game="bank", players=["Ann", "Bo"], buy_in=50)
    assert "The game so far" in sheet() and "Ann" in sheet()
    first = sheet("/sheet?game=1")
    assert "End of the night" in first and "Alice" in first and "Ann" not in first
    for wrong in ("0", "3", "-1"):
        assert "No such game" in sheet(f"/sheet?game={wrong}")


def test_the_sheet_speaks_three_languages(game, host_says, sheet):
    host_says("throw", dice=[3, 4])
    host_says("cash_out")
    assert "Bo ger Alice 10" in sheet(**{"Accept-Language": "sv"})
    assert "Bo đưa Alice 10" in sheet(**{"Accept-Language": "vi"})


# ---- files --------------------------------------------------------------------------------------------------------


def test_the_lists_of_the_evening_are_files_by_name(game, host_says, host):
    host_says("throw", dice=[3, 4])
    answer = host.get("/host/export/throws.csv")
    assert answer.headers["Content-Disposition"] == "attachment; filename=evening-throws.csv"
    (row,) = csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig")))
    assert (row["by"], row["die_1"], row["die_2"], row["total"]) == ("Alice", "3", "4", "7")
    assert len(list(csv.DictReader(io.StringIO(host.get("/host/export/rounds.csv").data.decode("utf-8-sig"))))) == 1
    settled = list(csv.DictReader(io.StringIO(host.get("/host/export/settlements.csv").data.decode("utf-8-sig"))))
    assert sum(int(row["won"]) for row in settled) == 0 and len(settled) == 2
    told = host.get("/host/export/evening.json").get_json()
    assert told["throws"][0]["total"] == 7 and told["games"][0]["rounds"] == 1
    assert host.get("/host/export/nothing.csv").status_code == 404


def test_the_ledger_goes_out_whole_while_the_table_plays_on(game, host_says, host, tmp_path, table):
    host_says("throw", dice=[3, 4])
    copy = tmp_path / "copy.db"
    with host.get("/host/export/ledger.db") as answer:
        copy.write_bytes(answer.data)
    report = verify(copy)
    assert report.ok and report.records == table.snapshot().seq
    host_says("throw", dice=[3, 4])
    assert not list((tmp_path / "secrets").glob("copy-*")), "nothing is left behind"


def test_while_cards_are_played_the_ledger_stays_where_it_is(app, host_says, host):
    host_says("open", game="poker", players=list(CARD_PLAYERS), buy_in=200)
    host_says("deal")
    answer = host.get("/host/export/ledger.db")
    assert answer.status_code == 409
    assert answer.get_json()["why"] == "The ledger holds the cards that are being played: cash out first."
    for name in ("rounds.csv", "throws.csv", "settlements.csv", "evening.json"):
        assert host.get(f"/host/export/{name}").status_code == 200
    host_says("cash_out")
    with host.get("/host/export/ledger.db") as answer:
        assert answer.status_code == 200


def test_only_the_host_takes_files(game, person):
    for name in ("rounds.csv", "evening.json", "ledger.db"):
        answer = person().get(f"/host/export/{name}")
        assert (answer.status_code, answer.get_json()["why"]) == (403, "Please enter the host's PIN again.")
