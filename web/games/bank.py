"""Bank craps on the pages: the layout on the phone, all bets on the TV, the bank's chips, the host's options."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from controller.games.bank.card import shipped
from controller.games.bank.chances import Chances, sheet
from controller.games.bank.options import Rules
from controller.rounds import Round
from web import words
from web.games import bank_words
from web.games.bank_layout import layout
from web.games.bank_words import spot_words
from web.games.pages import GamePages, refused

if TYPE_CHECKING:
    from web.scene import Scene

#: Options that the host's form for a new game shows; a card without a choice leaves the last two out.
FORM = ("card", "bank", "minimum", "maximum", "fractions", "first_shooter", "leaning", "wall")
SWITCHES = ("field_12", "hard_come_out")
#: Bets of one player that the TV lists; more are counted.
BETS_SHOWN = 8


def beside(scene: Scene) -> dict[str, dict]:
    """How many chips each has on the layout, in how many bets."""
    told = {}
    for player, bets in (scene.state.get("bets") or {}).items():
        chips, count = sum(bets.values()), len(bets)
        word = ngettext("%(num)d bet", "%(num)d bets", count) if count else ""
        told[player] = {"side": "bank" if count else "none", "bet": chips, "risk": chips, "risk_word": word}
    return told


# ---- the screens ----------------------------------------------------------------------------------------------


def _phone(scene: Scene, viewer: str | None) -> dict:
    parts: dict[str, Any] = {"bank": bank_view(scene)}
    if viewer is not None:
        parts["layout"] = layout(scene, viewer)
    return parts


def _tv(scene: Scene) -> dict:
    return {"bank": bank_view(scene), "house_bets": house_bets(scene)}


def _host(scene: Scene) -> dict:
    why = scene.ask({"cmd": "fill_bank", "amount": 1})
    told = bank_view(scene)
    switches = {name: (scene.state.get("rules") or {}).get(name) is not None for name in SWITCHES}
    return {"bank": told and told | {"can": why is None, "why": refused(scene, why), "switches": switches}}


def bank_view(scene: Scene) -> dict | None:
    """The bank's chips: what it holds, what of that no bet could win, what it has won tonight."""
    state = scene.state
    if "bank" not in state:
        return None
    won = state["bank_result"]
    return {
        "chips": state["bank"],
        "free": state["bank_free"],
        "bought_in": state["bank_bought_in"],
        "on_table": state["on_table"],
        "result": words.signed(won),
        "trend": "up" if won > 0 else "down" if won < 0 else "even",
        "text": bank_words.bank_words(won),
        "card": state["rules"]["card"],
    }


def house_bets(scene: Scene) -> list[dict]:
    """All bets by player, clockwise, and of who has left: [{"player", "bets": [{"text", "off", "locked"}], "more"}]."""
    if scene.mode != "play":
        return []
    lying: dict[str, dict[str, dict]] = {name: {} for name in scene.players}
    for one in scene.state.get("lying") or ():
        lying.setdefault(one["player"], {})[one["bet"]] = one
    return [_tv_row(player, bets) for player, bets in lying.items() if bets]


def _tv_row(player: str, bets: dict[str, dict]) -> dict:
    """A player's bets, odds with the bet that they stand behind."""
    behind = {f"odds_{name}" for name in bets}
    alone = [one for name, one in bets.items() if name not in behind]
    shown = [_tv_bet(one, bets.get(f"odds_{one['bet']}")) for one in alone[:BETS_SHOWN]]
    return {"player": player, "bets": shown, "more": max(0, len(alone) - BETS_SHOWN)}


def _tv_bet(one: dict, odds: dict | None) -> dict:
    text = f"{spot_words(one['bet'])}: {one['amount']}"
    if odds is not None:
        text = _("%(bet)s + odds %(n)d", bet=text, n=odds["amount"])
    if not one["works"]:
        text = f"{text} ({_('off')})"
    return {"bet": one["bet"], "text": text, "off": not one["works"], "locked": one["locked"]}


def _proposed(own: dict) -> dict:
    rules = Rules().to_json() | own
    switches = {name: own[name] for name in SWITCHES if name in own}
    return {name: rules[name] for name in FORM} | switches


# ---- the record and the odds ----------------------------------------------------------------------------------


def _round_words(record: dict) -> dict:
    bets = [(bet["player"], bet["bet"], bet["chips"]) for bet in record["bets"]]
    return {"line": "", "bets": _by_player(bets)}


def _sheet_words(played: Round) -> list[str]:
    return _by_player([(bet.player, bet.bet, bet.won) for bet in played.house_bets])


def _by_player(bets: list[tuple[str, str, int]]) -> list[str]:
    """A line a player: what he won or lost by each of his bets."""
    told: dict[str, list[tuple[str, int]]] = {}
    for player, bet, chips in bets:
        told.setdefault(player, []).append((bet, chips))
    return [
        f"{player}: " + ", ".join(f"{spot_words(bet)} {words.signed(chips)}" for bet, chips in his)
        for player, his in told.items()
    ]


def _night(scene: Scene) -> list[str]:
    bank = bank_view(scene)
    return [bank["text"]] if bank else []


def slides(rules: dict) -> list[tuple[str, str]]:
    """The game in five slides."""
    return [
        (_("Everybody against the bank"), _("One shoots, all bet what they like. The bank takes and pays every bet.")),
        (_("The come-out"), _("7 or 11 wins the pass line at once, 2, 3 or 12 loses it. Anything else is the point.")),
        (_("The point"), _("The puck goes on the number. It comes again: the pass line wins. A 7: it loses.")),
        (_("Odds"), _("Odds behind a line pay what the dice owe: the only bet on which the bank has no edge.")),
        (_("Real dice"), _("Throw both together. A die that leans or leaves the table is no roll.")),
    ]


def _odds_page(rules: dict) -> tuple[str, dict]:
    card = rules.get("card", Rules().card)
    rows = [_row(name, one) for name, one in _chances(card).items()] if card in shipped() else []
    return "odds_bank.html", {"card": card, "rows": rows}


@lru_cache(maxsize=8)
def _chances(card: str) -> dict[str, Chances]:
    return sheet(shipped()[card])


def _row(name: str, one: Chances) -> dict:
    win, lose, push = one.ways()
    return {
        "name": _row_name(name),
        "pays": one.pays.replace(" on ", " → "),
        "wins": _("%(a)d in %(b)d", a=win, b=win + lose + push),
        "edge": f"{one.edge}",
        "costs": f"{format_decimal(round(float(100 * one.edge), 2))}%",
        "returns": f"{format_decimal(round(float(100 * (1 - one.edge)), 2))}%",
    }


def _row_name(name: str) -> str:
    if name.startswith("field_12_"):
        rate = name.removeprefix("field_12_").replace("_", ":")
        return _("field, 12 pays %(n)s", n=rate if ":" in rate else f"{rate}:1")
    if name == "dont_pass_equal_lay":
        return _("don't pass with odds as much again")
    return spot_words(name)


PAGES = GamePages(
    name=lambda: _("Bank craps: everybody against the bank"),
    least=1,
    too_few=lambda: _("A game needs somebody who plays."),
    options=(*FORM, *SWITCHES, "may_throw"),
    proposed=_proposed,
    beside=beside,
    tv=_tv,
    phone=_phone,
    host=_host,
    round_words=_round_words,
    sheet_words=_sheet_words,
    heads=lambda: (_("on the line"), _("other bets")),
    bet_head=lambda: _("on the table"),
    news_words=bank_words.news_words,
    night=_night,
    slides=slides,
    odds_page=_odds_page,
    refusal=bank_words.refusal_words,
)
