"""Street craps on the pages: the line as a balance, the buttons of the line, the board, the host's options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from controller.games import odds
from controller.games.street.options import Rules
from controller.night import line_gains, side_gains
from controller.rounds import Round
from web import words
from web.games import street_odds, street_words
from web.games.pages import GamePages, refused
from web.games.street_board import board, chips_for_all

if TYPE_CHECKING:
    from web.scene import Scene

#: Options that the host's form for a new game shows.
FORM = ("minimum", "dice_pass", "line", "late_line", "first_shooter", "leaning", "wall")


def line_of(scene: Scene) -> dict:
    """The line of the state, with every part there."""
    line = scene.state.get("line") or {}
    return {
        "stake": line.get("stake"),
        "for": line.get("for") or [],
        "against": line.get("against") or [],
        "in_play": line.get("in_play") or 0,
        "risk": line.get("risk") or {},
    }


def sides(scene: Scene) -> dict[str, tuple[str, int]]:
    """Player -> ("stake" | "for" | "against", chips) for everybody on the line."""
    line = line_of(scene)
    found = {name: ("for", chips) for name, chips in line["for"]}
    found |= {name: ("against", chips) for name, chips in line["against"]}
    if line["stake"]:
        found[line["stake"][0]] = ("stake", line["stake"][1])
    return found


def line_view(scene: Scene) -> dict:
    """The line: chips with the shooter, against, covered; shares in thousandths for the balance."""
    line = line_of(scene)
    right = (line["stake"][1] if line["stake"] else 0) + sum(chips for _name, chips in line["for"])
    wrong = sum(chips for _name, chips in line["against"])
    most = max(right, wrong, 1)
    return {
        "with": right,
        "against": wrong,
        "in_play": line["in_play"],
        "with_share": round(1000 * right / most),
        "against_share": round(1000 * wrong / most),
        "covered_share": round(1000 * line["in_play"] / most),
        "people_with": (1 if line["stake"] else 0) + len(line["for"]),
        "people_against": len(line["against"]),
    }


def beside(scene: Scene) -> dict[str, dict]:
    """What each stands for on the line, and what of it is at risk."""
    found, risk = sides(scene), line_of(scene)["risk"]
    return {name: _beside(scene, found.get(name), risk.get(name) or 0) for name in scene.state.get("stacks") or ()}


def _beside(scene: Scene, bet: tuple[str, int] | None, risk: int) -> dict:
    side, chips = bet or ("none", 0)
    word = "" if side == "none" else _("not covered") if not risk else _("risks %(n)d", n=risk)
    return {"side": side, "side_word": _side_word(scene, side), "bet": chips, "risk": risk, "risk_word": word}


def _side_word(scene: Scene, side: str) -> str:
    if scene.mode != "play" or scene.phase in ("waiting", "opening"):
        return ""
    return {"stake": _("shoots"), "for": _("for"), "against": _("against")}.get(side, _("sits out"))


# ---- the phone ------------------------------------------------------------------------------------------------


def _phone(scene: Scene, viewer: str | None) -> dict:
    parts: dict[str, Any] = {"line": line_view(scene)}
    if viewer is not None:
        parts |= {"buttons": buttons(scene, viewer), "board": board(scene, viewer)}
    return parts


def buttons(scene: Scene, viewer: str) -> dict:
    """For, against and off: which stands, which may be tapped, and why not."""
    side, chips = sides(scene).get(viewer, ("none", 0))
    out = {}
    for name in ("for", "against", "off"):
        why = _why_not(scene, viewer, name)
        out[name] = {"on": side == name, "can": not why, "why": why}
    return out | {
        "line": scene.phase in ("come_out", "point"),
        "stands": side,
        "chips": chips,
        "minimum": _minimum(scene),
        "amount": amount(scene, viewer),
    }


def amount(scene: Scene, viewer: str) -> dict:
    """The figure of a line bet, or of the shooter's stake, where the line is open: shown, and what it may be."""
    side, chips = sides(scene).get(viewer, ("none", 0))
    shoots = scene.state.get("shooter") == viewer
    least = _minimum(scene)
    most = max(least, (scene.state.get("stacks") or {}).get(viewer, 0) + chips)
    wish = {"cmd": "stake", "amount": most} if shoots else {"cmd": "against", "player": viewer, "amount": most}
    why = scene.ask(wish) if scene.mode == "play" else None
    show = why is None or why[0] not in ("line_closed", "wrong_phase", "not_allowed")
    return {
        "show": show and (scene.state.get("rules") or {}).get("line") == "open" and scene.mode == "play",
        "stake": shoots,
        "least": least,
        "most": most,
        "now": chips or least,
        "can": why is None and not scene.paused,
        "why": refused(scene, why, wish["cmd"]),
    }


def _why_not(scene: Scene, viewer: str, name: str) -> str:
    """Why this button of the line may not be tapped now; "" when it may. The game itself is asked."""
    if scene.mode != "play":
        return _("No round is open.")
    if scene.paused:
        return _("The host has paused the table.")
    if scene.phase in ("waiting", "opening"):
        return _("The line opens with the next round.")
    if scene.state.get("shooter") == viewer:
        return _("You are the shooter: your stake is in.")
    wish: dict = {"cmd": name, "player": viewer}
    if name != "off" and (scene.state.get("rules") or {}).get("line") == "open":
        wish["amount"] = _minimum(scene)
    refusal = scene.ask(wish)
    return scene.pages.why(name, refusal, scene.state) if refusal else ""


def _minimum(scene: Scene) -> int:
    return (scene.state.get("rules") or {}).get("minimum", 1)


# ---- TV and host ----------------------------------------------------------------------------------------------


def _tv(scene: Scene) -> dict:
    return {"line": line_view(scene), "board": chips_for_all(scene) if scene.mode == "play" else []}


def _host(scene: Scene) -> dict:
    return {"line": line_view(scene), "odds": odds_form(scene)}


def odds_form(scene: Scene) -> list[dict]:
    """The printed odds as the form shows them, one a square and one a total of the field: [{"key", "name", "odds"}]."""
    rows, rules = [], scene.state.get("next_rules") or scene.state.get("rules") or {}
    for square, printed in (rules.get("odds") or {}).items():
        name = words.square_words(square)
        pairs = {f".{total}": pair for total, pair in printed.items()} if isinstance(printed, dict) else {"": printed}
        for total, (a, b) in pairs.items():
            told = f"{name} {total.removeprefix('.')}".strip()
            rows.append({"key": square + total, "name": told, "odds": f"{a}:{b}"})
    return rows


def _proposed(own: dict) -> dict:
    rules = Rules().to_json() | own
    return {name: rules[name] for name in FORM}


# ---- the record and the odds ----------------------------------------------------------------------------------


def _round_words(record: dict) -> dict:
    """Both sides of the line, nothing of them for a round that was broken off; the side bets that were settled."""
    line = ""
    if record["in_play"]:
        line = _("with %(w)d · against %(a)d · in play %(p)d", w=record["with"], a=record["against"],
                 p=record["in_play"])  # fmt: skip
    return {"line": line, "bets": [_bet_words(bet) for bet in record["bets"]]}


def _bet_words(bet: dict) -> str:
    """A side bet that was settled: the square, and what it moved between the two."""
    square, chips = words.square_words(bet["square"]), bet["chips"]
    return f"{square}: {bet['player']} {words.signed(chips)}, {bet['taker']} {words.signed(-chips)}"


def _sheet_words(played: Round) -> list[str]:
    line = ""
    if played.decided:
        right = played.stake[1] + sum(chips for _name, chips in played.fors)
        wrong = sum(chips for _name, chips in played.againsts)
        line = _("with %(w)d · against %(a)d · in play %(p)d", w=right, a=wrong, p=played.in_play)
    return [
        line,
        " · ".join(f"{name} {words.signed(chips)}" for name, _side, chips in line_gains(played)),
        *(f"{words.square_words(bet.square)}: {_moved(side_gains(bet))}" for bet in played.side_bets),
    ]


def _moved(gains: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {words.signed(chips)}" for name, chips in gains)


def _odds_page(rules: dict) -> tuple[str, dict]:
    sheet = odds.sheet(rules.get("odds"))
    return "odds.html", {"sheet": street_odds.rounded(sheet), "squares": street_odds.squares(sheet)}


def slides(rules: dict) -> list[tuple[str, str]]:
    """The game in five slides and the odds. rules: with the odds of the table, if it has any."""
    return [
        (_("One shoots, all bet"), _("The shooter puts up a stake. Everybody else is for or against.")),
        (_("The come-out"), _("7 or 11 passes at once. 2, 3 or 12 misses. Anything else is the point.")),
        (_("The point"), _("The point again passes, a 7 misses, and nothing else matters.")),
        (_("No house"), _("What one side wins, the other loses: only what is covered is in play.")),
        (_("Real dice"), _("Throw both together. A die that leans or leaves the table is no roll.")),
        *street_odds.slides(rules.get("odds")),
    ]


PAGES = GamePages(
    name=lambda: _("Street craps: people against each other"),
    least=2,
    options=("minimum", "dice_pass", "line", "late_line", "first_shooter", "leaning", "wall", "odds", "may_throw"),
    proposed=_proposed,
    beside=beside,
    tv=_tv,
    phone=_phone,
    host=_host,
    round_words=_round_words,
    sheet_words=_sheet_words,
    heads=lambda: (_("on the line"), _("Side bets")),
    bet_head=lambda: _("on the line"),
    slides=slides,
    odds_page=_odds_page,
    refusal=street_words.refusal_words,
)
