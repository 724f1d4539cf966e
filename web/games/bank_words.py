"""Plain words for a bank game: spots, odds, why a bet cannot be made, what a throw did to one's bets."""

from __future__ import annotations

from functools import lru_cache

from flask_babel import get_locale
from flask_babel import gettext as _

from web import words


def spot_words(bet: str) -> str:
    """The name of a spot of the layout, as it stands in a list."""
    return _spot_words(bet, str(get_locale()))


@lru_cache(maxsize=1024)
def _spot_words(bet: str, language: str) -> str:
    """In the language of the moment, which is `language`: every phone names every spot with every change."""
    if bet.startswith("odds_"):
        return _("%(bet)s odds", bet=spot_words(bet.removeprefix("odds_")))
    kind, _sep, number = bet.rpartition("_")
    if number.isdecimal():
        return _numbered(kind, number) or bet.replace("_", " ")
    return {
        "pass": _("pass line"),
        "dont_pass": _("don't pass"),
        "come": _("come"),
        "dont_come": _("don't come"),
        "c_e": _("craps or eleven"),
    }.get(bet) or words.square_words(bet).replace("_", " ")


def _numbered(kind: str, number: str) -> str:
    return {
        "place": _("place %(n)s", n=number),
        "lose": _("%(n)s to lose", n=number),
        "big": _("big %(n)s", n=number),
        "hard": _("hard %(n)s", n=number),
        "come": _("come %(n)s", n=number),
        "dont_come": _("don't come %(n)s", n=number),
    }.get(kind, "")


def pays_words(spot: dict, puck: int | None) -> str:
    """What a spot pays: "7:6"; odds on the line by the puck; where totals pay differently each one apart."""
    rates = {key: f"{a}:{b}" for key, a, b in spot["pays"]}
    if spot["kind"] in ("odds_pass", "odds_dont_pass") and puck in rates:
        return rates[puck]
    by_rate: dict[str, list[str]] = {}
    for key, rate in rates.items():
        by_rate.setdefault(rate, []).append(str(key))
    if len(by_rate) == 1:
        return next(iter(by_rate))
    if spot["kind"] in ("odds_pass", "odds_dont_pass"):
        return ", ".join(by_rate)
    usual = max(by_rate, key=lambda rate: len(by_rate[rate]))
    rest = [f"{', '.join(on)} → {rate}" for rate, on in by_rate.items() if rate != usual]
    return " · ".join([usual, *rest])


def closed_words(code: str, spot: dict, phase: str) -> str | None:
    """Why no chip can be put on a spot now, by the code of the refusal; None where its own words do."""
    if phase == "opening":
        return _("Bets open when the first shooter is found.")
    if code == "wrong_phase" and spot["kind"] in ("pass", "dont_pass"):
        return _("The puck is on: this is bet while it is off.")
    if code == "wrong_phase":
        return _("The puck is off: this is bet while it is on a number.")
    if code == "no_such_bet" and spot["flat"]:
        return _("Odds stand behind another bet. First: %(bet)s.", bet=spot_words(spot["flat"]))
    if code in ("locked", "not_allowed") and spot["travels"]:
        return _("A bet comes here from the box: nothing is put on it.")
    if code == "locked":
        return _("It has its point: it stands until the dice decide it.")
    return None


def amount_words(code: str, least: int, most: int, step: int) -> str | None:
    """Why no amount fits, by the code of the refusal; None where its own words do."""
    return {
        "bank_cannot_cover": _("The bank has not the chips to pay that."),
        "over_limit": _("At most %(n)d here.", n=most),
        "below_minimum": _("At least %(n)d here.", n=least),
        "not_a_multiple": _("Multiples of %(n)d here.", n=step),
        "not_enough_chips": _("You have not enough chips: ask the host."),
    }.get(code)


def refusal_words(cmd: str, code: str, state: dict) -> str:
    """Why a command was refused, whatever the spot; "" where the code alone tells it."""
    if code == "below_minimum":
        return _("At least %(n)d here.", n=(state.get("rules") or {}).get("minimum", 1))
    if code == "no_such_bet":
        return _("You have no bet there.") if cmd in ("down", "working") else _("No odds can be put there now.")
    return {
        ("bet", "wrong_phase"): lambda: _("The puck has moved: that bet is not open now."),
        ("bet", "not_allowed"): lambda: _("A bet comes here from the box: nothing is put on it."),
        ("bet", "over_limit"): lambda: _("That is more than this table takes here."),
        ("bet", "not_a_multiple"): lambda: _("That would pay part of a chip: put another amount."),
        ("bet", "bank_cannot_cover"): lambda: _("The bank has not the chips to pay that."),
        ("working", "not_allowed"): lambda: _("By this card that bet always works."),
        ("bet", "locked"): lambda: _("It has its point: it stands until the dice decide it."),
        ("down", "locked"): lambda: _("It has its point: it stands until the dice decide it."),
    }.get((cmd, code), lambda: "")()


def state_words(lying: dict, switch: bool) -> str:
    """How a bet stands for the next throw, beside its chips; "" for one that works and may come down."""
    if lying["locked"]:
        return _("locked")
    if not lying["works"]:
        return _("off")
    return _("on") if switch else ""


def wins_words(lying: dict) -> str:
    """What a bet would win; where totals pay differently each amount."""
    amounts = sorted(set(lying["wins_by_total"].values()) or {lying["wins"]})
    return _("wins %(n)s", n=" / ".join(map(str, amounts)))


def news_words(kind: str, fields: dict) -> str:
    """What a throw did to a player's bets; "" for other news."""
    if kind != "house_bets":
        return ""
    decided = [bet for bet in fields["bets"] if bet["why"] == "decided"]
    told = [_other_words(bet) for bet in fields["bets"] if bet["why"] != "decided"]
    if decided:
        parts = ", ".join(f"{spot_words(bet['bet'])} {words.signed(bet['chips'])}" for bet in decided)
        told.insert(0, _net_words(fields["chips"], parts))
    return " ".join(told)


def _net_words(chips: int, parts: str) -> str:
    if chips > 0:
        return _("You won %(n)d: %(bets)s.", n=chips, bets=parts)
    if chips < 0:
        return _("You lost %(n)d: %(bets)s.", n=-chips, bets=parts)
    return _("Even: %(bets)s.", bets=parts)


def _other_words(bet: dict) -> str:
    name = spot_words(bet["bet"])
    if bet["why"] == "moved":
        return _("Your bet moved: %(bet)s.", bet=name)
    if bet["why"] == "bank":
        return _("Came down, the bank could not pay it again: %(bet)s.", bet=name)
    return _("Was off and came home: %(bet)s.", bet=name)


def bank_words(won: int) -> str:
    """What the bank won, in a sentence."""
    if won > 0:
        return _("The bank won %(n)d.", n=won)
    if won < 0:
        return _("The bank lost %(n)d.", n=-won)
    return _("The bank is even.")
