"""The odds against the bank in words: what each bet of a card costs, worked out from fractions, for sheet and TV."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flask_babel import gettext as _

from controller.games.bank.card import shipped
from controller.games.bank.chances import Chances, sheet
from controller.games.bank.options import Rules
from web import words
from web.games.bank_words import spot_words
from web.games.street_odds import cost

#: Edges up to which a bet stands on the first and on the second slide; dearer ones stand on the third.
SMALL, MIDDLING = Fraction(2, 100), Fraction(6, 100)
#: What the sheet works out beside the bets themselves.
_NO_BET = "dont_pass_equal_lay"


@lru_cache(maxsize=8)
def _chances(card: str) -> dict[str, Chances]:
    """Each bet of a card that came with the program; {} for a card of the table's own."""
    return sheet(shipped()[card]) if card in shipped() else {}


def page(rules: dict) -> tuple[str, dict]:
    """The template of the help sheet and what it shows."""
    card = rules.get("card", Rules().card)
    rows = [_row(name, one) for name, one in _chances(card).items()]
    return "odds_bank.html", {"card": _card_words(card), "rows": rows, "edge": edge_words(rules)}


def _card_words(card: str) -> str:
    """A card that came with the program as the host's form calls it; one of the table's own by its name."""
    return {"evolution": _("studio"), "trainer": _("trainer")}.get(card, card)


def _row(name: str, one: Chances) -> dict:
    win, lose, push = one.ways()
    return {
        "name": _row_name(name),
        "pays": one.pays.replace(" on ", " → "),
        "wins": _("%(a)d in %(b)d", a=win, b=win + lose + push),
        "edge": f"{one.edge}",
        "costs": _percent(one.edge),
        "returns": _percent(1 - one.edge),
    }


def _percent(share: Fraction) -> str:
    return words.percentage(round(float(100 * share), 2))


def _row_name(name: str) -> str:
    if name.startswith("field_12_"):
        rate = name.removeprefix("field_12_").replace("_", ":")
        return _("field, 12 pays %(n)s", n=rate if ":" in rate else f"{rate}:1")
    if name == _NO_BET:
        return _("don't pass with odds as much again")
    return spot_words(name)


def _of_the_table(rules: dict) -> dict[str, Chances]:
    """The bets as this table pays them: of two fields only its own."""
    told = {name: one for name, one in _chances(str(rules["card"])).items() if name != _NO_BET}
    fields = [name for name in told if name.startswith("field_12_")]
    on_12 = rules.get("field_12")
    own = f"field_12_{on_12[0]}" if on_12 else next(iter(fields), "")
    for name in fields:
        one = told.pop(name)
        if name == own:
            told["field"] = one
    return told


def edge_words(rules: dict) -> str:
    """How large the bank's edge is, in a sentence that holds for every card."""
    edges = [one.edge for one in _of_the_table(Rules().to_json() | rules).values()]
    if not edges:
        return _("What a bet pays below its true odds is the bank's edge: over many throws it wins.")
    least, most = _percent(min(edge for edge in edges if edge)), _percent(max(edges))
    if min(edges):
        return _("The bank has an edge on every bet, from %(least)s to %(most)s: over many throws it wins.",
                 least=least, most=most)  # fmt: skip
    return _("The bank has an edge on every bet but the odds, from %(least)s to %(most)s: over many throws it wins.",
             least=least, most=most)  # fmt: skip


def slides(rules: dict[str, Any]) -> list[tuple[str, str]]:
    """(title, text) of the slides about the odds: the bank's edge, and the bets, the cheapest first."""
    told = [(_("The odds, honestly"), edge_words(rules))]
    by_edge: dict[Fraction, list[str]] = {}
    for name, one in _of_the_table(rules).items():
        by_edge.setdefault(one.edge, []).append(name)
    steps = (
        (_("Cheap bets"), [edge for edge in by_edge if edge <= SMALL]),
        (_("Dearer bets"), [edge for edge in by_edge if SMALL < edge <= MIDDLING]),
        (_("Dear bets"), [edge for edge in by_edge if edge > MIDDLING]),
    )
    for title, edges in steps:
        if edges:
            told.append((title, " · ".join(_cost_words(by_edge[edge], edge) for edge in sorted(edges))))
    return told


def _cost_words(names: list[str], edge: Fraction) -> str:
    """The bets that cost the same together; all odds in one word."""
    bets = [spot_words(name) for name in names if not name.startswith("odds_")]
    if len(bets) < len(names):
        bets.insert(0, _("odds"))
    return f"{', '.join(bets)}: {cost(round(float(-100 * edge), 2))}"
